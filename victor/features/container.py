"""``container.TAG``, ``container.class_NAME``: whether a block is inside such an element.

Thesis, section 4.1. ``container.hidden`` is added: inside an element that says of itself that it
is not shown (``hidden``, ``aria-hidden``, ``display:none``, ``visibility:hidden``).
"""

from collections.abc import Sequence

import numpy as np

from victor.blocks import Blocks, Floats
from victor.config import Task
from victor.features._columns import tag_sets, tag_steps
from victor.html_tags import TAGS


def known(task: Task) -> Sequence[str]:
    """Every HTML tag, the task's tag classes, and ``hidden``."""
    return ["hidden", *TAGS, *(f"class_{name}" for name in task.tag_classes)]


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """[n, len(names)] 1 or 0."""
    sets = tag_sets(names, task)
    held = np.cumsum(tag_steps(blocks, sets, closing=-1), axis=0)[:-1] > 0.5
    out = np.logical_or.reduceat(held, blocks.first[:-1], axis=0).astype(np.float32)
    if "hidden" in names:
        out[:, names.index("hidden")] = blocks.inside(blocks.tree.hidden)
    return np.asarray(out)
