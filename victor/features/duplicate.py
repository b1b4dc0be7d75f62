"""``duplicate.first`` and ``duplicate.count`` (thesis, section 4.2).

Blocks are compared without white space and other characters than letters; blocks without letters
by all they have but white space.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Floats, Ints, Numbers, factorize
from victor.config import Task
from victor.features.columns import stack
from victor.tree.blocks import Blocks

_NAMES = ("first", "count", "occurrence")


def known(task: Task) -> Sequence[str]:
    """Blocks with the same letters: how many, which of them, whether it is the first of several."""
    return _NAMES


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """[n, len(names)]."""
    group = factorize(blocks.text_stats.keys)
    counts = np.bincount(group)
    several, occurrence = counts[group], _occurrences(group, counts)
    first = (occurrence == 1) & (several > 1)
    columns: dict[str, Numbers] = {"first": first, "count": several, "occurrence": occurrence}
    return stack(columns, names)


def _occurrences(group: Ints, counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """[n] the number of each block among those of its group, from 1."""
    out = np.empty(len(group), np.int64)
    starts = np.repeat(np.cumsum(counts) - counts, counts)
    out[np.argsort(group, kind="stable")] = np.arange(len(group)) - starts + 1
    return out
