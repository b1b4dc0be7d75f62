"""``attach``: a continuation that follows boilerplate, or nothing, begins a paragraph of its own."""

from dataclasses import dataclass, replace

import numpy as np

from victor.config import CONTINUATION, Task
from victor.data import Labels
from victor.tree.blocks import Blocks


@dataclass(frozen=True)
class Options:
    """None."""


def apply(labels: Labels, blocks: Blocks, task: Task, options: Options) -> Labels:
    """Labels in which every continuation has something to continue.

    It continues what was kept last, across boilerplate if need be (a link, a picture's text), but not
    what stands before the page's first kept block.
    """
    continuation, other = task.role(CONTINUATION), task.other
    paragraph = next(
        (i for i in range(len(task.labels)) if i not in (continuation, other)), continuation
    )
    kept = np.flatnonzero(labels.y != other)
    if not len(kept) or labels.y[kept[0]] != continuation:
        return labels
    y = labels.y.copy()
    y[kept[0]] = paragraph
    return replace(labels, y=y)
