"""``duplicate.*``: blocks with the same text (thesis, section 4.2).

Only letters are compared; in blocks without letters, all characters but white space are.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Floats, Numbers
from victor.config import Task
from victor.features.columns import stack
from victor.tree.blocks import Blocks

# Number of equal blocks, number of the block among them, and whether it is a first one.
NAMES = ("first", "count", "occurrence")


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """``count`` and ``occurrence`` start at 1; ``first`` is 1 only if the text is repeated."""
    several, occurrence = _copies(blocks.text_stats.keys)
    first = (occurrence == 1) & (several > 1)
    columns: dict[str, Numbers] = {"first": first, "count": several, "occurrence": occurrence}
    return stack(columns, names)


def _copies(keys: NDArray[np.uint64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """[n] how many blocks have a block's key; its number among them, from 1."""
    n, order = len(keys), np.argsort(keys, kind="stable")
    ordered = keys[order]
    starts = np.flatnonzero(np.append(True, ordered[1:] != ordered[:-1]))
    counts = np.diff(np.append(starts, n))
    several, occurrence = np.empty((2, n), np.int64)
    several[order] = np.repeat(counts, counts)
    occurrence[order] = np.arange(1, n + 1) - np.repeat(starts, counts)
    return several, occurrence
