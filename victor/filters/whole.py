"""``whole``: keep or leave out code blocks, tables and quotations as a whole.

A line of code or a cell of a table is short and has few words, so that its own features say little:
the decision of most of the words around it is better. Layout tables are no tables here.
"""

from dataclasses import dataclass, replace

import numpy as np

from victor.arrays import Bools, some
from victor.config import CONTINUATION, Task
from victor.data import Labels
from victor.tree.blocks import Blocks


@dataclass(frozen=True)
class Options:
    """This filter has no options."""


def apply(labels: Labels, blocks: Blocks, task: Task, options: Options) -> Labels:
    """Labels by which the blocks of each such part are all content or all boilerplate.

    Args:
        labels: of n blocks.
        blocks: the n blocks.
        task: says which label means boilerplate.
        options: none.
    """
    if not len(blocks) or not some(blocks.undivided):
        return labels
    kept = labels.y != task.other
    wanted = _majority(kept, blocks)
    if (wanted == kept).all():
        return labels
    y = np.where(wanted, np.where(kept, labels.y, _content(labels, task)), task.other)
    return replace(labels, y=y.astype(np.int32))


def _content(labels: Labels, task: Task) -> "np.ndarray[tuple[int], np.dtype[np.intp]]":
    """[n] the most probable label of content."""
    scores = labels.scores.copy()
    scores[:, [i for i in (task.other, task.role(CONTINUATION)) if i >= 0]] = -1
    return np.asarray(scores.argmax(axis=1))


def _majority(kept: Bools, blocks: Blocks) -> Bools:
    """[n] whether a block is content, by most of the words of the part that it is in."""
    part = blocks.undivided
    words = np.maximum(blocks.words, 1).astype(np.float64)
    balance = np.bincount(part, np.where(kept, words, -words))
    return np.where((part > 0) & (balance[part] != 0), balance[part] > 0, kept)
