"""Headings and paragraphs that a model loses among others in elements of the same kind.

Long paragraphs, as of comments, and the fields of cards: of plans, members, products, speeches.
"""

from collections.abc import Iterator, Sequence
from itertools import compress

import numpy as np

from victor.arrays import Bools, Indices, Ints, indices
from victor.text.regex import regex
from victor.tree.blocks import HEADING, Blocks
from victor.tree.html_tags import HEADINGS

_PARAGRAPHS = ("p", "blockquote")
_FIELDS = (*_PARAGRAPHS, *HEADINGS, "div", "li")  # of cards
_LEAST = 20  # minimum words: shorter paragraphs are often notes, bylines or invitations
_LINKED = 0.3  # link density from which a paragraph may consist of links
_ALIKE = 3  # minimum number of like paragraphs that are content
_CARDS = 3  # minimum number of cards
_DATED = regex(r"(?<!\d)(?:1\d\d\d|20\d\d|\d{1,2}:\d\d)(?!\d)")  # a year, or a time of day
_HALF = 0.5  # minimum share of like fields, or of the words of like paragraphs, that is content


def with_like(lost: Sequence[int], kept: Bools, blocks: Blocks) -> list[int]:
    """Those of some ``lost`` blocks with the surroundings of a content block.

    Args:
        lost: blocks labelled boilerplate.
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    if not lost:
        return []
    known = set(blocks.surroundings[kept].tolist())
    kinds = blocks.surroundings[lost].tolist()
    return [*compress(lost, map(known.__contains__, kinds))]


def lost_paragraphs(lost: list[int], kept: Bools, blocks: Blocks) -> dict[int, int]:
    """Long paragraphs labelled boilerplate among like ones, each with one of these.

    They are between two of the same tags and classes that are content, as are most of their words.
    Hidden ones, such as answers that open on a click, need a class around them.

    Args:
        lost: the blocks between content that :func:`with_like` finds.
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    words = blocks.words.item
    lost = [one for one in lost if words(one) >= _LEAST]
    if not lost:  # true of most pages
        return {}
    long = (blocks.words >= _LEAST) & (blocks.link_share < _LINKED)
    lost = [one for one in lost if long[one]]
    among = indices(long & blocks.tree.named(_PARAGRAPHS)[blocks.at_node])
    several = _groups(lost, among, _ALIKE + 1, blocks)
    return {one: like for same in several for one, like in _lost_of_text(same, kept, blocks)}


def _groups(lost: list[int], among: Indices, least: int, blocks: Blocks) -> list[Indices]:
    """The blocks ``among`` some with the surroundings of a lost one, by surroundings.

    Only groups of at least ``least`` blocks.
    """
    kinds = blocks.surroundings
    groups: dict[int, list[int]] = {kind: [] for kind in kinds[lost].tolist()}
    for one, kind in zip(among.tolist(), kinds[among].tolist(), strict=True):
        if kind in groups:
            groups[kind].append(one)
    return [np.array(same) for same in groups.values() if len(same) >= least]


def _lost_of_text(same: Indices, kept: Bools, blocks: Blocks) -> Iterator[tuple[int, int]]:
    """The lost ones among like paragraphs, between those that are content, with one of these."""
    held, words = same[kept[same]], blocks.words
    if len(held) < _ALIKE or words[held].sum() < _HALF * words[same].sum():
        return
    between = same[~kept[same] & (same > held[0]) & (same < held[-1])]
    if blocks.hidden[between].any():
        between = between[~blocks.hidden[between] | (blocks.place[between] > 0)]
    yield from ((one, int(held[0])) for one in between.tolist())


def lost_fields(lost: list[int], kept: Bools, blocks: Blocks) -> dict[int, int]:
    """Headings and paragraphs of cards labelled boilerplate, each with one that is content.

    Cards are elements with the same tags and classes, and with one such block each: also items of
    lists that begin with a text before others. A heading needs a text below if the others have one.

    Args:
        lost: the blocks between content that :func:`with_like` finds.
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    if not lost:  # true of most pages
        return {}
    field = blocks.tree.named(_FIELDS)[blocks.at_node] & ~_are_whole_items(blocks)
    words, hidden = blocks.words.item, blocks.hidden.item
    lost = [one for one in lost if field.item(one) and words(one) > 0 and not hidden(one)]
    if not lost:
        return {}
    several = _groups(lost, indices(field), _CARDS, blocks)
    if not several:  # true of most pages
        return {}
    shown = (blocks.words > 0) & ~blocks.hidden
    shown &= ~blocks.within(blocks.tree.named(("button",)))
    cards = (same[shown[same]] for same in several)
    found = {one: like for same in cards for one, like in _lost_of_cards(same, kept, blocks)}
    if not found:
        return {}
    after, heading = kept.copy(), blocks.signs & HEADING > 0
    after[[*found]] = True
    return {
        one: like
        for one, like in found.items()
        if not heading[one] or after[one + 1] or not kept[like + 1]
    }


def _lost_of_cards(fields: Indices, kept: Bools, blocks: Blocks) -> Iterator[tuple[int, int]]:
    """The lost ones among alike fields, each with the first one that is content.

    They are between those that are content, or have a date above the text of their card. None if
    most are lost, or if some are in the same card. Texts that content has stay lost.
    """
    held, cards = fields[kept[fields]], _cards(fields, blocks)
    if len(fields) < _CARDS or len(held) < _HALF * len(fields):
        return
    if len(np.unique(cards)) < len(fields):
        return
    known = {blocks.text[one] for one in held.tolist()}
    lost = [one for one in fields[~kept[fields]].tolist() if blocks.text[one] not in known]
    for one in lost:
        if held[0] < one < held[-1] or _is_dated(one, kept, blocks):
            yield one, int(held[0])


def _cards(fields: Indices, blocks: Blocks) -> Ints:
    """The cards of some fields: the elements around theirs, or the list items that hold them."""
    tree, node = blocks.tree, blocks.node[fields]
    return np.where(tree.named(("li",))[node], node, tree.parent[node])


def _are_whole_items(blocks: Blocks) -> Bools:
    """[n] whether each block is all of a list item."""
    tree, node = blocks.tree, blocks.at_node
    return tree.named(("li",))[node] & (tree.closed[node] <= blocks.first[1:])


def _is_dated(block: int, kept: Bools, blocks: Blocks) -> bool:
    """Whether a block has a date or time, and content follows in the same card."""
    if block + 1 == len(kept) or not kept[block + 1] or not _DATED.search(blocks.text[block]):
        return False
    tree, card = blocks.tree, _cards(np.array([block]), blocks).item()
    return bool(tree.opened[blocks.node[block + 1]] < tree.closed[card])
