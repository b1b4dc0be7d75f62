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
from victor.hashing import hashes

_NAMES = ("first", "count", "occurrence")


def known(task: Task) -> Sequence[str]:
    """Blocks with the same letters: how many, which of them, whether it is the first of several."""
    return _NAMES


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """[n, len(names)]."""
    _, index, inverse, counts = np.unique(
        keys(blocks), return_index=True, return_inverse=True, return_counts=True
    )
    several = counts[inverse]
    first = (index[inverse] == np.arange(len(blocks))) & (several > 1)
    columns = {"first": first, "count": several, "occurrence": _occurrences(inverse, counts)}
    return stack(columns, names)


def _occurrences(group: NDArray[np.int64], counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """[n] the number of each block among those of its group, from 1."""
    out = np.empty(len(group), np.int64)
    starts = np.repeat(np.cumsum(counts) - counts, counts)
    out[np.argsort(group, kind="stable")] = np.arange(len(group)) - starts + 1
    return out


def keys(blocks: Blocks) -> NDArray[np.uint64]:
    """[n] a hash of what each block is compared by."""
    counted = (blocks.flags & ALPHA) != 0
    wordless = blocks.count(counted) == 0
    if wordless.any():
        counted |= ((blocks.flags & WHITE) == 0) & wordless[blocks.owner]
    bounds = np.concatenate(([0], np.cumsum(blocks.count(counted))))
    return hashes(blocks.code_points[counted], bounds[:-1], bounds[1:])
