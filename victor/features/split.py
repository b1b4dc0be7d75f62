"""``split.TAG``, ``split.class_NAME``: number of tags since the previous block (thesis, 4.1)."""

from collections.abc import Sequence

import numpy as np

from victor.arrays import Bits, Bools, Floats, Ints
from victor.compiled import door
from victor.config import Task
from victor.features.columns import Columns, bits_by_tag, in_groups, set_bits, tag_sets
from victor.tree.blocks import Blocks
from victor.tree.html_tags import TAGS, VOID

_VOID = bits_by_tag([VOID])


def known(task: Task) -> Sequence[str]:
    """Every HTML tag and the tag classes of ``task``."""
    return [*TAGS, *(f"class_{name}" for name in task.tag_classes)]


def prepare(names: Sequence[str], task: Task) -> Columns:
    """Numbers of start and end tags; only start tags of void elements such as ``br``."""
    return in_groups(names, lambda some: _prepare(some, task))


def _prepare(names: Sequence[str], task: Task) -> Columns:
    """The columns of at most 64 names, one bit each."""
    bits, k = bits_by_tag(tag_sets(names, task)), len(names)

    def counts(blocks: Blocks) -> Floats:
        tree = blocks.tree
        sets, ends = set_bits(tree.tags, bits), set_bits(tree.tags, _VOID) == 0
        places = tree.tag, tree.opened, tree.closed, blocks.first, len(tree.text)
        return tags_by_set(sets, ends, *places, k)

    return counts


@door("columns")
def tags_by_set(
    sets: Bits,
    ends: Bools,
    tag: Ints,
    opened: Ints,
    closed: Ints,
    first: Ints,
    t: int,
    k: int,
) -> Floats:
    """[k, n] the number of tags of each set between a block and the previous one.

    Args:
        sets: [c] the sets of each tag code, as bits.
        ends: [c] whether end tags count.
        tag: [m] see :class:`~victor.tree.tree.Tree`, also for ``opened`` and ``closed``.
        first: [n + 1] see :class:`~victor.tree.blocks.Blocks`.
        t: number of texts.
        k: number of sets; at most 64.
    """
    n = len(first) - 1
    block = np.full(t + 1, -1, np.int32)
    block[first[:-1]] = np.arange(n)
    out = np.zeros((k, n), np.float32)
    for i in range(k):
        has = (sets >> np.uint64(i) & np.uint64(1)).astype(bool)
        begun, ended = opened[has[tag]], closed[(has & ends)[tag]]
        places = block[np.concatenate((begun, ended))]
        out[i] = np.bincount(places[places >= 0], minlength=n)
    return out
