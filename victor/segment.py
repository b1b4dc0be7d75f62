"""Tree to :class:`~victor.blocks.Blocks`."""

from collections.abc import Collection, Sequence
from itertools import pairwise

import numpy as np

from victor.blocks import Blocks, Bools, Ints, Tree

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
    spaced = tree.spaced | _neighbours(tree)
    return Blocks(
        tree=tree,
        text=_join(tree.text, spaced.tolist(), first),
        first=first,
        level=level,
        glue=(apart | spaced)[first[:-1]],
    )


def _neighbours(tree: Tree) -> Bools:
    """[t] whether a text and the one before it stand in two elements, side by side, as two words.

    Authors set such apart by style: ``<span>2 h</span><span>PG</span>``. Elements that mark a part
    of a word do not count, nor a letter alone before the text, which is an initial.
    """
    apart = np.zeros(len(tree.text), bool)
    left, right = tree.node[:-1], tree.node[1:]
    place = np.arange(1, len(tree.text))
    two = (left >= 0) & (right >= 0) & (tree.closed[left] == place) & (tree.opened[right] == place)
    within = tree.named(_WITHIN_WORDS)
    two &= ~tree.spaced[1:] & ~(within[left] & within[right])
    for i in (np.flatnonzero(two) + 1).tolist():
        before, after = tree.text[i - 1], tree.text[i]
        apart[i] = before[-1].isalnum() and after[0].isalnum() and len(before.strip()) > 1
    return apart


def _join(text: Sequence[str], spaced: Sequence[bool], first: Ints) -> list[str]:
    """The blocks' texts, white space normalised."""
    if len(first) == len(text) + 1:
        return [" ".join(piece.split()) for piece in text]
    bounds = first.tolist()
    out = []
    for low, high in pairwise(bounds):
        if high - low == 1:
            piece = text[low]
        else:
            piece = "".join([f" {text[i]}" if spaced[i] else text[i] for i in range(low, high)])
        out.append(" ".join(piece.split()))
    return out
