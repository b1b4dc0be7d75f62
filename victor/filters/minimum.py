"""``minimum``: discard pages with very little content."""

from dataclasses import dataclass, replace

import numpy as np

from victor.config import Task
from victor.config.ranges import Count
from victor.data import Labels
from victor.tree.blocks import Blocks


@dataclass(frozen=True)
class Options:
    """Options of the filter."""

    words: Count = 0  # minimum number of content words of a page


def apply(labels: Labels, blocks: Blocks, task: Task, options: Options) -> Labels:
    """All blocks become boilerplate if the content has fewer than ``options.words`` words."""
    if float(blocks.words[labels.y != task.other].sum()) >= options.words:
        return labels
    return replace(labels, y=np.full_like(labels.y, task.other))
