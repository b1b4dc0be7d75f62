"""``container.TAG``, ``container.class_NAME``: whether a block is inside such an element.

Thesis, section 4.1. Added: ``container.hidden``, inside an element whose attributes hide it
(``hidden``, ``aria-hidden``, ``display:none``, ``visibility:hidden``).
"""

from collections.abc import Sequence

import numpy as np

from victor.arrays import Floats
from victor.config import Task
from victor.features.columns import indicators, tag_bits, tag_sets
from victor.tree.blocks import Blocks
from victor.tree.html_tags import TAGS


def known(task: Task) -> Sequence[str]:
    """Every HTML tag, the tag classes of ``task``, and ``hidden``."""
    return ["hidden", *TAGS, *(f"class_{name}" for name in task.tag_classes)]


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """Values are 1 or 0; 1 also if only a part of the block is inside."""
    parts = (names[start : start + 64] for start in range(0, len(names), 64))
    return np.concatenate([_inside(blocks, part, task) for part in parts]).T


def _inside(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """[len(names), n] for at most 64 columns."""
    bits = tag_bits(blocks.tree, tag_sets(names, task))
    if "hidden" in names:
        bits |= blocks.tree.hidden.astype(np.uint64) << np.uint64(names.index("hidden"))
    return indicators(blocks.around(bits), len(names))
