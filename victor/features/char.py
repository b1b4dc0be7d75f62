"""``char.CLASS_abs`` and ``char.CLASS_rel``: characters by class (thesis, section 4.2)."""

from collections.abc import Sequence

import numpy as np

from victor import characters
from victor.blocks import Blocks, Floats
from victor.config import Task
from victor.features._columns import ratio, stack

_CLASSES = {
    "alpha": characters.ALPHA,
    "num": characters.NUM,
    "punct": characters.PUNCT,
    "white": characters.WHITE,
    "other": characters.OTHER,
}
_NAMES = tuple(f"{name}_{kind}" for name in _CLASSES for kind in ("abs", "rel"))


def known(task: Task) -> Sequence[str]:
    """Five classes, absolute and relative to the block's length."""
    return _NAMES


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """[n, len(names)] counts of code points, and their share of the block."""
    counts = {name: blocks.count((blocks.flags & bit) != 0) for name, bit in _CLASSES.items()}
    counts["white"] = counts["white"] - np.int32(1)  # the line feed after each block
    columns = {f"{name}_abs": count for name, count in counts.items()}
    shares = {f"{name}_rel": ratio(count, blocks.lengths) for name, count in counts.items()}
    return stack(columns | shares, names)
