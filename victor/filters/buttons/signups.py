"""Boxes in which readers leave their e-mail address: for a newsletter, an alert, a waiting list."""

from victor.arrays import Bools
from victor.tree.blocks import Blocks

_LONGEST = 60  # words that readers see in a box
_MOST = 0.3  # share of the content above which it is the text of the page


def signups(kept: Bools, blocks: Blocks) -> list[int]:
    """Content blocks in small elements around a field for an e-mail address.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    if "input" not in blocks.tree.codes:
        return []
    held = [(box, [one for one in box if kept[one]]) for box in blocks.asking]
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
