"""Long paragraphs that a model loses among others of the same kind: comments, entries of a list."""

from collections.abc import Iterator

import numpy as np

from victor.arrays import Bools, Ints, places
from victor.tree.blocks import Blocks

_TAGS = ("p", "blockquote")
_LEAST = 20  # minimum words: shorter ones are often notes, bylines or invitations
_LINKED = 0.3  # link density from which a paragraph may consist of links
_ALIKE = 3  # minimum number of like paragraphs that are content
_HALF = 0.5  # minimum share of the words of like paragraphs that are content


def lost_paragraphs(kept: Bools, blocks: Blocks) -> dict[int, int]:
    """Long paragraphs labelled boilerplate among like ones, each with one of these.

    They are between two of the same tags and classes that are content, as are most of their words.
    Hidden ones, such as answers that open on a click, need a class around them.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    content = places(kept)
    long = (blocks.words >= _LEAST) & (blocks.link_share < _LINKED)
    lost = places(long & ~kept)
    if not len(lost[(lost > content[0]) & (lost < content[-1])]):  # true of most pages
        return {}
    long &= blocks.tree.named(_TAGS)[blocks.node]
    alike = dict[int, list[int]]()
    found = places(long)
    for one, kind in zip(found.tolist(), blocks.surroundings[found].tolist(), strict=True):
        alike.setdefault(kind, []).append(one)
    several = [np.array(same) for same in alike.values() if len(same) > _ALIKE]
    return {one: like for same in several for one, like in _holes(same, kept, blocks)}


def _holes(same: Ints, kept: Bools, blocks: Blocks) -> Iterator[tuple[int, int]]:
    """The lost ones among like paragraphs, between those that are content, with one of these."""
    held, words = same[kept[same]], blocks.words
    if len(held) < _ALIKE or words[held].sum() < _HALF * words[same].sum():
        return
    between = same[~kept[same] & (same > held[0]) & (same < held[-1])]
    if blocks.hidden[between].any():
        between = between[~blocks.hidden[between] | (blocks.place[between] > 0)]
    yield from ((one, int(held[0])) for one in between.tolist())
