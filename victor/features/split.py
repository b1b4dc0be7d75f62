"""``split.TAG``, ``split.class_NAME``: number of tags since the previous block (thesis, 4.1)."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Bools, Floats, Ints
from victor.compiled import door
from victor.config import Task
from victor.features.columns import tag_bits, tag_sets
from victor.tree.blocks import Blocks
from victor.tree.html_tags import TAGS, VOID


def known(task: Task) -> Sequence[str]:
    """Every HTML tag and the tag classes of ``task``."""
    return [*TAGS, *(f"class_{name}" for name in task.tag_classes)]


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """[n, len(names)] start and end tags; of void elements such as ``br``, only start tags."""
    tree, n = blocks.tree, len(blocks)
    ends = ~tree.named(VOID)
    block = np.full(len(tree.text) + 1, -1, np.int32)
    block[blocks.first[:-1]] = np.arange(n)
    parts = (tag_sets(names[start : start + 64], task) for start in range(0, len(names), 64))
    counts = [
        tags_by_set(tag_bits(tree, part), ends, tree.opened, tree.closed, block, len(part), n)
        for part in parts
    ]
    return np.concatenate(counts).T


@door("columns")
def tags_by_set(
    sets: NDArray[np.uint64], ends: Bools, opened: Ints, closed: Ints, block: Ints, k: int, n: int
) -> Floats:
    """[k, n] the number of tags of each set between a block and the previous one.

    Args:
        sets: [m] the sets of each element, as bits.
        ends: [m] whether an element's end tag counts.
        opened: [m] see :class:`~victor.tree.tree.Tree`, also for ``closed``.
        block: [t + 1] the block that a text is the first of, else -1.
        k: sets; at most 64.
        n: blocks.
    """
    out = np.zeros((k, n), np.float32)
    for i in range(k):
        member = (sets >> np.uint64(i) & np.uint64(1)).astype(bool)
        places = np.concatenate((block[opened[member]], block[closed[member & ends]]))
        out[i] = np.bincount(places[places >= 0], minlength=n)
    return out
