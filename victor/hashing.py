"""Numbers for runs of numbers, by which equal runs are found."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

_KEPT = 1 << 18  # numbers up to which powers are kept from page to page


def hashes(
    points: NDArray[Any], starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> NDArray[np.uint64]:
    """A number for each run ``points[start:end]``, the same for the same run of any array.

    The points are whole numbers above 0, such as code points. A polynomial over them modulo 2**64
    (Karp, Rabin, *Efficient randomized pattern-matching algorithms*, 1987), by differences of sums
    over all of them.
    """
    size = 1 << len(points).bit_length()
    powers, inverse = _powers(size) if size <= _KEPT else _powers.__wrapped__(size)
    sums = np.zeros(len(points) + 1, np.uint64)
    np.cumsum(points * powers[: len(points)], out=sums[1:])
    return np.asarray((sums[ends] - sums[starts]) * inverse[starts])


@lru_cache(maxsize=32)
def _powers(size: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """[size] twice: the powers of an odd number and those of its inverse modulo 2**64."""
    base = 0x9E3779B97F4A7C15
    made = np.ones((2, size), np.uint64)
    made[:, 1:] = [[base], [pow(base, -1, 1 << 64)]]
    return tuple(np.cumprod(made, axis=1, dtype=np.uint64))
