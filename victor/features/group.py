"""``div_group.word_ratio`` and ``td_group.word_ratio`` (thesis, section 4.2).

Blocks with the same nearest ``div`` (``td`` or ``th``) form a group; its size is its share of the
page's words outside links.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from victor.arrays import Bits, Floats, Ints
from victor.compiled import door
from victor.config import Task
from victor.features.columns import (
    Columns,
    bits_by_tag,
    chosen_by,
    group_measures,
    picked,
    set_bits,
)
from victor.tree.blocks import Blocks
from victor.tree.nesting import nearest

_TAGS = {"div": {"div"}, "td": {"td", "th"}}
_BITS = bits_by_tag(list(_TAGS.values()))


@dataclass(frozen=True)
class Group:
    """The family of groups by one tag."""

    tag: str  # div or td

    NAMES = ("word_ratio", "block_ratio")  # the group's share of the words, and of the blocks

    def prepare(self, names: Sequence[str], task: Task) -> Columns:
        """Shares from 0 to 1."""
        return picked(lambda blocks: group_sizes(blocks, self.tag), self.NAMES, names)


def group_sizes(blocks: Blocks, tag: str) -> Floats:
    """[2, n] share of the words outside links and of the blocks in the group of each block.

    0 for blocks in no group. ``tag`` is ``div`` or ``td``, which includes ``th``.
    """
    if "groups" not in blocks.cache:
        tree = blocks.tree
        sets, columns = set_bits(tree.tags, _BITS), (tree.tag, tree.parent, blocks.holder)
        shares = tag_groups(sets, *columns, blocks.free_words, len(_TAGS))
        blocks.cache["groups"] = dict(zip(_TAGS, shares, strict=True))
    found: Floats = blocks.cache["groups"][tag]
    return found


@door("columns")
def tag_groups(sets: Bits, tag: Ints, parent: Ints, holder: Ints, words: Floats, k: int) -> Floats:
    """[k, 2, n] shares of each block's group: the blocks with the same nearest element of a set.

    The group's share of all ``words``, then of all blocks; 0 for a block in no element of the set.

    Args:
        sets: [c] the sets of each tag code, as bits.
        tag: [m] see :class:`~victor.tree.tree.Tree`, also for ``parent``.
        holder: [n] the element that holds each block's first text.
        words: [n] words of each block.
        k: number of sets; at most 64.
    """
    out = np.empty((k, 2, len(words)), np.float32)
    for place in range(k):
        group = nearest(chosen_by(sets, place, tag), parent)[holder]
        keys = (group - 1).astype(np.uint64)  # all ones without an element: the measures are 0
        measures = group_measures(keys, words, words)  # the link density is not used
        out[place] = measures[1], measures[0] / len(words)
    return out


div = Group("div")
td = Group("td")
