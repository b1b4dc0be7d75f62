"""``duplicate.*``: blocks with the same text (thesis, section 4.2).

Only letters are compared; in blocks without letters, all characters but white space are.
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
    """Number of equal blocks, number of the block among them, and whether it is a first one."""
    return _NAMES


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """``count`` and ``occurrence`` start at 1; ``first`` is 1 only if the text is repeated."""
    group = factorize(blocks.text_stats.keys)
    counts = np.bincount(group)
    several, occurrence = counts[group], _occurrences(group, counts)
    first = (occurrence == 1) & (several > 1)
    columns: dict[str, Numbers] = {"first": first, "count": several, "occurrence": occurrence}
    return stack(columns, names)


def _occurrences(group: Ints, counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """[n] the number of each block within its group, from 1."""
    out = np.empty(len(group), np.int64)
    starts = np.repeat(np.cumsum(counts) - counts, counts)
    out[np.argsort(group, kind="stable")] = np.arange(len(group)) - starts + 1
    return out
