"""``container.TAG``, ``container.class_NAME``: whether a block is inside such an element.

Thesis, section 4.1. ``container.hidden`` is added: inside an element that says of itself that it
is not shown (``hidden``, ``aria-hidden``, ``display:none``, ``visibility:hidden``).
"""

from collections.abc import Sequence

import numpy as np

from victor.blocks import Blocks, Floats
from victor.config import Task
from victor.features._columns import tag_events, tag_sets
from victor.html_tags import TAGS


def known(task: Task) -> Sequence[str]:
    """Every HTML tag, the task's tag classes, and ``hidden``."""
    return ["hidden", *TAGS, *(f"class_{name}" for name in task.tag_classes)]


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """[n, len(names)] 1 or 0."""
    events = tag_events(blocks, tag_sets(names, task))
    depth = np.cumsum(events.opened - events.closed, axis=1, dtype=np.int32)[:, :-1]
    inside = np.maximum.reduceat(depth, blocks.first[:-1], axis=1) > 0
    out = (events.member @ inside.astype(np.float32) > 0).T.astype(np.float32)
    if "hidden" in names:
        out[:, names.index("hidden")] = blocks.inside(blocks.tree.hidden)
    return out
