"""Copies of text for narrow screens."""

from itertools import compress

from victor.arrays import Bools, indices, some
from victor.tree.blocks import Blocks


def narrow_copies(kept: Bools, blocks: Blocks) -> list[int]:
    """Content blocks for narrow screens only, if content for wide screens only has their text.

    On phones, cards show their title above the picture, and tables the name of a row in each cell.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    narrow = kept & blocks.for_narrow
    if not some(narrow):  # true of most pages
        return []
    narrow &= ~blocks.for_wide
    wide = (kept & blocks.for_wide & ~blocks.for_narrow).tolist()
    shown = set(compress(blocks.text, wide))
    return [block for block in indices(narrow).tolist() if blocks.text[block] in shown]
