"""Boxes in which readers leave their e-mail address: for a newsletter, an alert, a waiting list."""

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
    boxes = [box for box, form in blocks.asking if _is_about(form, box, blocks)]
    held = [(box, [one for one in box if kept[one]]) for box in boxes]
    held = [(box, content) for box, content in held if content]
    if not held:  # true of most pages
        return []
    words, found = blocks.words.item, set[int]()
    most = _MOST * (blocks.words @ kept)
    for box, content in held:
        seen = sum(words(one) for one in box if not blocks.hidden[one])
        if seen <= _LONGEST and sum(map(words, content)) <= most:
            found.update(content)
    return sorted(found)


def _is_about(form: range, box: range, blocks: Blocks) -> bool:
    """Whether what a box has outside its form seems to be about this.

    Before it, headings and one text; after it, a few texts. Facts about an event or a product have
    more.
    """
    heading = blocks.signs & HEADING > 0
    outside = [one for one in box if one not in form and not blocks.hidden[one]]
    before = [one for one in outside if one < form.start]
    after = outside[len(before) :]
    texts = [one for one in before if not heading[one]]
    return len(texts) <= 1 and len(after) <= _MOST_TEXTS and not any(heading[one] for one in after)
