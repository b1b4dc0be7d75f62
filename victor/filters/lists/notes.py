"""Boxes for notes, quotations and footnotes of a text that a model loses."""

from collections.abc import Sequence, Set
from itertools import compress

from victor.arrays import Bools, places
from victor.text.runs import Run, is_within, runs_of
from victor.tree.blocks import Blocks

_ICON = "\u2139"  # "i"
_LEAST = 4  # minimum words, of more than a title
_LINKED = 0.5  # link density from which a box leads elsewhere


def lost_notes(kept: Bools, blocks: Blocks) -> list[int]:
    """The blocks labelled boilerplate of boxes between content of the same element.

    Not those whose words content has, such as a quotation of an earlier post.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    lost = [found for box in blocks.noted if (found := _lost_of(box, kept, blocks))]
    if not lost:  # true of most pages
        return []
    known = runs_of(compress(blocks.text, kept.tolist()))
    return [one for box in lost if not _is_repeated(box, blocks, known) for one in box]


def _is_repeated(box: Sequence[int], blocks: Blocks, known: Set[Run]) -> bool:
    """Whether content has the blocks with most of the words of a box, by its ``known`` runs."""
    words = blocks.words[[*box]]
    repeated = [is_within(blocks.text[one], known) for one in box]
    return bool(words @ repeated > words.sum() / 2)


def _lost_of(box: Sequence[int], kept: Bools, blocks: Blocks) -> list[int]:
    """The lost blocks with letters or digits of a box, if it is between content."""
    low, high, first, last = box
    if not kept[first:low].any() or not kept[high:last].any():
        return []
    words, linked = blocks.words[low:high], blocks.link_share[low:high]
    if words.sum() < _LEAST or (words * linked).sum() >= _LINKED * words.sum():
        return []
    lost = places(~kept[low:high] & ~blocks.hidden[low:high]) + low
    return [one for one in lost.tolist() if is_no_icon(blocks.text[one])]


def lost_footnotes(kept: Bools, blocks: Blocks) -> list[int]:
    """The blocks labelled boilerplate of footnotes to which content refers.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    if not blocks.footnoted:  # true of most pages
        return []
    lost = ~kept & ~blocks.hidden
    return [
        one
        for first, last, links in blocks.footnoted
        if kept[links].any()
        for one in (places(lost[first:last]) + first).tolist()
        if is_no_icon(blocks.text[one])
    ]


def is_no_icon(text: str) -> bool:
    """Whether a text has letters or digits; one icon of notes counts as a letter.

    Args:
        text: of a block.
    """
    return any(map(str.isalnum, text.replace(_ICON, "")))
