"""Tree to :class:`~victor.tree.blocks.Blocks`."""

from collections.abc import Collection
from itertools import pairwise

import numpy as np

from victor.arrays import Bools, Ints
from victor.compiled import kernel
from victor.tree.blocks import Blocks
from victor.tree.tree import Tree

_WITHIN_WORDS = frozenset("b big em font i mark s small strong sub sup u".split())


def segment(
    tree: Tree, block_tags: Collection[str], every_tag: bool, through: Collection[str] = ()
) -> Blocks:
    """Cut the texts of a page into blocks.

    ``every_tag``: at every tag, as Victor does (thesis, section 3.2); otherwise at the tags in
    ``block_tags`` only. Tags in ``through`` cut nowhere: boilerpipe cuts at every tag but ``a``
    (Kohlschuetter et al., 2010, section 4.1). Either way ``block_tags`` set a block apart as white
    space does.
    """
    size = len(tree.text)
    apart = tree.tags_before(tree.named(block_tags)) > 0
    level = np.ones(len(tree.tag), bool) if every_tag else tree.named(block_tags)
    level &= ~tree.named(through)
    starts = tree.tags_before(level) > 0
    starts[:1] = True
    first = np.append(np.flatnonzero(starts), size).astype(np.int32)
    text, within = list(tree.text), tree.named(_WITHIN_WORDS)
    spaced = tree.spaced | side_by_side(
        text, tree.node, tree.spaced, tree.opened, tree.closed, within
    )
    return Blocks(
        tree=tree,
        text=join_texts(text, spaced, first),
        first=first,
        level=level,
        space_before=(apart | spaced)[first[:-1]],
    )


@kernel("text")
def side_by_side(
    text: list[str], node: Ints, spaced: Bools, opened: Ints, closed: Ints, within: Bools
) -> Bools:
    """[t] whether a text and the one before it stand in two elements, side by side, as two words.

    Authors set such apart by style: ``<span>2 h</span><span>PG</span>``. Elements that mark a part
    of a word (``within`` [m]) do not count, nor a letter alone before the text, which is an
    initial. The rest are columns of the tree.
    """
    apart = np.zeros(len(text), bool)
    left, right = node[:-1], node[1:]
    place = np.arange(1, len(text))
    two = (left >= 0) & (right >= 0) & (closed[left] == place) & (opened[right] == place)
    two &= ~spaced[1:] & ~(within[left] & within[right])
    for i in (np.flatnonzero(two) + 1).tolist():
        before, after = text[i - 1], text[i]
        apart[i] = before[-1].isalnum() and after[0].isalnum() and len(before.strip()) > 1
    return apart


@kernel("text")
def join_texts(text: list[str], spaced: Bools, first: Ints) -> list[str]:
    """The texts [t] of each block joined, white space normalised.

    ``spaced`` [t]: whether a space goes before a text; ``first`` [n + 1]: each block's first text.
    """
    bounds = first.tolist()
    out = []
    for low, high in pairwise(bounds):
        if high - low == 1:
            piece = text[low]
        else:
            piece = "".join([f" {text[i]}" if spaced[i] else text[i] for i in range(low, high)])
        out.append(" ".join(piece.split()))
    return out
