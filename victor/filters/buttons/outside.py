"""What is outside elements of some tags, or outside links."""

from collections.abc import Sequence
from itertools import compress

from victor.tree.blocks import Blocks

QUOTED = ("pre", "code", "blockquote")  # elements that show a notice or data


def outside(found: list[int], tags: Sequence[str], blocks: Blocks) -> list[int]:
    """The found blocks that are in no element with one of some tags.

    Args:
        found: numbers of blocks.
        tags: the tags.
        blocks: the blocks of the page.
    """
    if not found:  # true of most pages
        return found
    tree = blocks.tree
    return [*compress(found, tree.nearest(tree.named(tags))[blocks.at_holder[found]] == 0)]


def text_outside_links(blocks: Blocks, block: int) -> str:
    """The text of a block outside links."""
    tree, texts = blocks.tree, range(blocks.first[block], blocks.first[block + 1])
    return "".join(tree.text[one] for one in texts if not tree.linked[one])
