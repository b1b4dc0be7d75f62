"""``minimum``: a page of which hardly anything is kept is not worth keeping."""

from dataclasses import dataclass, replace

import numpy as np

from victor.config import Task
from victor.data import Labels
from victor.tree.blocks import Blocks


@dataclass(frozen=True)
class Options:
    """What a page must have."""

    words: int = 0


def apply(labels: Labels, blocks: Blocks, task: Task, options: Options) -> Labels:
    """All boilerplate where fewer words than ``words`` are kept, else the labels as they are."""
    if float(blocks.words[labels.y != task.other].sum()) >= options.words:
        return labels
    return replace(labels, y=np.full_like(labels.y, task.other))
