"""``char.CLASS_abs`` and ``char.CLASS_rel``: characters by class (thesis, section 4.2)."""

from collections.abc import Sequence

import numpy as np

from victor import characters
from victor.blocks import Blocks, Floats
from victor.config import Task
from victor.features._columns import stack

_CLASSES = {
    "alpha": characters.ALPHA,
    "num": characters.NUM,
    "punct": characters.PUNCT,
    "white": characters.WHITE,
    "other": characters.OTHER,
}
_ANY = sum(_CLASSES.values())
_NUMBER = np.zeros(_ANY + 1, np.int32)  # from a class' bit to its place
_NUMBER[list(_CLASSES.values())] = range(len(_CLASSES))
_NAMES = tuple(f"{name}_{kind}" for name in _CLASSES for kind in ("abs", "rel"))


def known(task: Task) -> Sequence[str]:
    """Five classes, absolute and relative to the block's length."""
    return _NAMES


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """[n, len(names)] counts of code points, and their share of the block."""
    size = len(_CLASSES)
    pairs = blocks.owner * size + _NUMBER[blocks.flags & _ANY]
    counts = np.bincount(pairs, minlength=size * len(blocks)).reshape(-1, size)
    counts[:, list(_CLASSES).index("white")] -= 1  # the line feed after each block
    shares = counts / blocks.lengths[:, None]
    columns = {f"{name}_abs": counts[:, i] for i, name in enumerate(_CLASSES)}
    return stack(columns | {f"{name}_rel": shares[:, i] for i, name in enumerate(_CLASSES)}, names)
