"""``char.CLASS_abs`` and ``char.CLASS_rel``: characters by class (thesis, section 4.2)."""

from collections.abc import Sequence

from victor.arrays import Floats
from victor.config import Task
from victor.features.columns import stack
from victor.tree.blocks import Blocks

_CLASSES = ("alpha", "num", "punct", "white", "other")
_NAMES = tuple(f"{name}_{kind}" for name in _CLASSES for kind in ("abs", "rel"))


def known(task: Task) -> Sequence[str]:
    """Five classes, absolute and relative to the block's length."""
    return _NAMES


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """[n, len(names)] counts of code points, and their share of the block."""
    counts, lengths = blocks.text_stats, blocks.lengths
    columns = {f"{name}_abs": counts[name] for name in _CLASSES}
    return stack(columns | {f"{name}_rel": counts[name] / lengths for name in _CLASSES}, names)
