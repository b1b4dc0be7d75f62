"""Lines of links between the sections of a manual."""

from victor.arrays import Bools, places
from victor.tree.blocks import Blocks


def links_of_manuals(kept: Bools, blocks: Blocks) -> list[int]:
    """Content blocks with the text of a line of links to other sections.

    The line below the section has the same text, but its links may have no keys.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    texts = {blocks.text[block] for block in blocks.manual}
    return [one for one in places(kept).tolist() if blocks.text[one] in texts] if texts else []
