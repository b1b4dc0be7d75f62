"""``split.TAG``, ``split.class_NAME``: tags since the block before, counted (thesis, 4.1)."""

from collections.abc import Sequence

from victor.blocks import Blocks, Floats
from victor.config import Task
from victor.features._columns import tag_sets, tag_steps
from victor.html_tags import TAGS


def known(task: Task) -> Sequence[str]:
    """Every HTML tag and the task's tag classes."""
    return [*TAGS, *(f"class_{name}" for name in task.tag_classes)]


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """[n, len(names)] start and end tags; ``br`` and other empty elements count once."""
    steps = tag_steps(blocks, tag_sets(names, task), closing=1)[blocks.first[:-1]]
    for place, name in enumerate(names):
        if name in ("br", "hr", "wbr", "img"):
            steps[:, place] /= 2
    return steps
