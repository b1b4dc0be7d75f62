"""Boxes in which readers leave their e-mail address: for a newsletter, an alert, a waiting list."""

from collections.abc import Sequence

from victor.arrays import Bools
from victor.tree.blocks import HEADING, Blocks

_LONGEST = 60  # words that readers see in a box
_MOST_TEXTS = 2  # texts after the form, such as a note on privacy
_MOST = 0.3  # share of the content above which it is the text of the page


def signups(kept: Bools, blocks: Blocks) -> list[int]:
    """Content blocks in small elements around a field for an e-mail address.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    if "input" not in blocks.tree.codes:
        return []
    held = [(box, form) for box, form in blocks.asking if kept[box].any()]
    if not held:  # true of most pages
        return []
    words, found = blocks.words.item, set[int]()
    most = _MOST * (blocks.words @ kept)
    for box, form in held:
        content = [one for one in box if kept[one]]
        seen = [one for one in box if not blocks.hidden[one]]
        is_small = sum(map(words, seen)) <= _LONGEST and sum(map(words, content)) <= most
        if is_small and _are_about(form, seen, blocks):
            found.update(content)
    return sorted(found)


def _are_about(form: range, seen: Sequence[int], blocks: Blocks) -> bool:
    """Whether the blocks that readers see outside a form seem to be about this.

    Before it, headings and one text; after it, a few texts. Facts about an event or a product have
    more.
    """
    heading = blocks.signs & HEADING > 0
    texts = [one for one in seen if one < form.start and not heading[one]]
    after = [one for one in seen if one >= form.stop]
    return len(texts) <= 1 and len(after) <= _MOST_TEXTS and not heading[after].any()
