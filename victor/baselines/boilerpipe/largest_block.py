"""``largest_block``: keep only the largest run of content blocks.

Kohlschuetter, Fankhauser, Nejdl, *Boilerplate Detection using Shallow Text Features* (2010),
section 4.3.2, *Largest Content Filter*. Content blocks are merged into runs first, as in the
authors' library: an article has many blocks.
"""

from dataclasses import dataclass, replace

import numpy as np

from victor.config import Task
from victor.config.ranges import Count
from victor.data import Labels
from victor.tree.blocks import Blocks


@dataclass(frozen=True)
class Options:
    """Options of the filter."""

    gap: Count = 5  # maximum boilerplate blocks between two content blocks of a run


def apply(labels: Labels, blocks: Blocks, task: Task, options: Options) -> Labels:
    """Labels in which content outside the run with most words is boilerplate; first wins ties."""
    kept = np.flatnonzero(labels.y != task.other)
    if not len(kept):
        return labels
    run = np.cumsum(np.diff(kept, prepend=kept[0]) > options.gap + 1)
    largest = np.bincount(run, blocks.words[kept]).argmax()
    y = np.full_like(labels.y, task.other)
    chosen = kept[run == largest]
    y[chosen] = labels.y[chosen]
    return replace(labels, y=y)
