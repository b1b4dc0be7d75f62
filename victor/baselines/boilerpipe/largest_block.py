"""``largest_block``: of all stretches of content, the one with most words.

Kohlschuetter, Fankhauser, Nejdl, *Boilerplate Detection using Shallow Text Features* (2010),
section 4.3.2, *Largest Content Filter*. Content blocks are joined first, as its authors' library
does: an article is many blocks.
"""

from dataclasses import dataclass, replace

import numpy as np

from victor.config import Task
from victor.data import Labels
from victor.tree.blocks import Blocks


@dataclass(frozen=True)
class Options:
    """What a stretch is."""

    gap: int = 5  # blocks of boilerplate that may stand between two of its blocks


def apply(labels: Labels, blocks: Blocks, task: Task, options: Options) -> Labels:
    """Boilerplate outside of the largest stretch; of equal ones the first."""
    kept = np.flatnonzero(labels.y != task.other)
    if not len(kept):
        return labels
    stretch = np.cumsum(np.diff(kept, prepend=kept[0]) > options.gap + 1)
    largest = np.bincount(stretch, blocks.words[kept]).argmax()
    y = np.full_like(labels.y, task.other)
    chosen = kept[stretch == largest]
    y[chosen] = labels.y[chosen]
    return replace(labels, y=y)
