"""Lines such as "Ada wrote:" above a quotation that is boilerplate.

Without the quotation, a reader takes what follows for the words of the other person.
"""

from victor.arrays import Bools, places
from victor.filters.buttons.code_labels import box_around
from victor.text.characters import COLONS
from victor.tree.blocks import Blocks

_LONGEST = 80  # characters of a line
_MOST_BLOCKS = 2  # of the line, in the element around it and the quotation
_CLIMB = 4  # levels from a quotation up to that element


def quotation_labels(kept: Bools, blocks: Blocks) -> list[int]:
    """The blocks that only attribute a removed quotation.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    tree = blocks.tree
    if "blockquote" not in tree.tags:
        return []
    removed = tree.holds & (tree.sums(kept[blocks.of_text]) == 0)
    found = places(tree.named(("blockquote",)) & removed).tolist()
    return [block for quotation in found for block in _label(kept, blocks, quotation)]


def _label(kept: Bools, blocks: Blocks, quotation: int) -> list[int]:
    """The kept blocks before a quotation in the element around both, if they are its label."""
    tree, box = blocks.tree, box_around(blocks.tree, quotation, _CLIMB)
    low, start = (int(blocks.of_text[tree.opened[one]]) for one in (box, quotation))
    if not box or not 0 < start - low <= _MOST_BLOCKS or blocks.first[low] < tree.opened[box]:
        return []
    line = " ".join(blocks.text[low:start])
    is_label = len(line) <= _LONGEST and line.rstrip().endswith(COLONS)
    return [one for one in range(low, start) if kept[one]] if is_label else []
