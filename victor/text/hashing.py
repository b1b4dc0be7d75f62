"""Hashes: of texts, and rolling ones of runs of numbers, to find equal runs."""

from functools import cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Hashes, Numbers

_STRETCH = 1 << 18  # numbers processed at a time
BASE = 0x9E3779B97F4A7C15
_INVERSE = pow(BASE, -1, 1 << 64)


def digest(text: str) -> int:
    """A hash of 64 bits, above 0 and the same on all machines."""
    return int.from_bytes(blake2b(text.encode("utf-8", "replace"), digest_size=8).digest()) or 1


def hashes(points: Numbers, starts: NDArray[np.int64], ends: NDArray[np.int64]) -> Hashes:
    """The hash of each run ``points[start:end]``, the same for equal runs of any array.

    The points are integers above 0, such as code points. The hash is a polynomial modulo 2**64
    (Karp, Rabin, *Efficient randomized pattern-matching algorithms*, 1987), computed by differences
    of prefix sums.
    """
    sums, size = np.zeros(len(points) + 1, np.uint64), _table_size(len(points))
    powers, inverse = _powers(BASE, size), _powers(_INVERSE, size)
    for low in range(0, len(points), size):
        part, high = points[low : low + size], min(low + size, len(points))
        made = np.cumsum(part * powers[: len(part)], out=sums[low + 1 : high + 1])
        if low:  # in place
            made *= _power(BASE, low)
            made += sums[low]
    undo = inverse[starts & (size - 1)]
    if len(points) > size:
        stretches = range(0, len(points) + size, size)
        undo *= np.array([_power(_INVERSE, low) for low in stretches])[starts // size]
    return np.asarray((sums[ends] - sums[starts]) * undo)


def _table_size(count: int) -> int:
    return min(1 << count.bit_length(), _STRETCH)


def _power(base: int, exponent: int) -> np.uint64:
    return np.uint64(pow(base, exponent, 1 << 64))


@cache
def _powers(base: int, size: int) -> Hashes:
    """[size] the powers of a number modulo 2**64."""
    made = np.full(size, base, np.uint64)
    made[0] = 1
    return np.cumprod(made, dtype=np.uint64)
