"""``split.TAG``, ``split.class_NAME``: tags since the block before, counted (thesis, 4.1)."""

from collections.abc import Sequence

import numpy as np

from victor.blocks import Blocks, Floats
from victor.config import Task
from victor.features._columns import tag_events, tag_sets
from victor.html_tags import TAGS, VOID


def known(task: Task) -> Sequence[str]:
    """Every HTML tag and the task's tag classes."""
    return [*TAGS, *(f"class_{name}" for name in task.tag_classes)]


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """[n, len(names)] start and end tags; of void elements, as ``br``, the start tags alone."""
    events = tag_events(blocks, tag_sets(names, task))
    first = blocks.first[:-1]
    ends = np.array([[tag not in VOID] for tag in events.tags], np.int32).reshape(-1, 1)
    counts = events.opened[:, first] + events.closed[:, first] * ends
    return (events.member @ counts.astype(np.float32)).T
