"""Series of cards on pages on which the model is sure of no text: listings, catalogs, results."""

from dataclasses import replace

import numpy as np

from victor.arrays import sums_before
from victor.config import PARAGRAPH, Task
from victor.data import Labels
from victor.tree.blocks import Blocks

_SURE = 0.8  # probability of a block from which the page has a text that the model knows
_FEW = 0.3  # share of the words of a series from which the model has chosen among its cards


def with_listing(labels: Labels, blocks: Blocks, task: Task) -> Labels:
    """Labels in which the largest series of cards is content, if it has more words than the rest.

    Args:
        labels: labels of n blocks.
        blocks: the n blocks.
        task: defines the labels for boilerplate and paragraphs.
    """
    label, greatest = task.role(PARAGRAPH), 1 - labels.scores[:, task.other].min(initial=1)
    if label < 0 or greatest >= _SURE:  # true of most pages
        return labels
    kept, visible = labels.y != task.other, ~blocks.hidden
    first, end = blocks.series.T
    every, held = (sums_before(blocks.words * one) for one in (visible, visible & kept))
    words, content = (before[end] - before[first] for before in (every, held))
    lost = np.where(content < _FEW * words, words - content, 0)
    if not lost.max(initial=0) > held[-1]:
        return labels
    y, most = labels.y.copy(), slice(first[lost.argmax()], end[lost.argmax()])
    y[most][(visible & ~kept)[most]] = label
    return replace(labels, y=y)
