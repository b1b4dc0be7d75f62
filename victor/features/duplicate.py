"""``duplicate.first`` and ``duplicate.count`` (thesis, section 4.2).

Blocks are compared without white space and other characters than letters; blocks without letters
by all they have but white space.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from victor.blocks import Blocks, Floats
from victor.characters import ALPHA, WHITE
from victor.config import Task
from victor.features._columns import stack

_NAMES = ("first", "count")
_BASE = np.uint64(0x9E3779B97F4A7C15)


def known(task: Task) -> Sequence[str]:
    """The number of blocks with the same letters, and whether this one is the first of several."""
    return _NAMES


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """[n, len(names)]."""
    _, index, inverse, counts = np.unique(
        keys(blocks), return_index=True, return_inverse=True, return_counts=True
    )
    several = counts[inverse]
    first = (index[inverse] == np.arange(len(blocks))) & (several > 1)
    return stack({"first": first, "count": several}, names)


def keys(blocks: Blocks) -> NDArray[np.uint64]:
    """[n] a hash of what each block is compared by: a polynomial over code points, modulo 2**64."""
    block = blocks.owner
    letter = (blocks.flags & ALPHA) != 0
    wordless = blocks.count(letter) == 0
    counted = letter | (((blocks.flags & WHITE) == 0) & wordless[block])
    points, owner = blocks.code_points[counted], block[counted]
    first = np.searchsorted(owner, np.arange(len(blocks)))
    rank = np.arange(len(points)) - first[owner]
    powers = np.cumprod(np.full(int(rank.max()) + 1, _BASE), dtype=np.uint64)
    return np.add.reduceat(points.astype(np.uint64) * powers[rank], first)
