"""Values that a model loses after a label that is content: "Cooking time", "50 minutes"."""

from victor.arrays import Bools, indices
from victor.tree.blocks import Blocks

_LONGEST, _LONGEST_VALUE = 6, 12  # maximum words
_LINKED = 0.9  # link density from which a value is a link


def lost_values(kept: Bools, blocks: Blocks) -> list[int]:
    """Short blocks labelled boilerplate in the element after a label that is content.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    ends, words = indices(kept[:-1] & ~kept[1:]).tolist(), blocks.words.item
    likely = [one for one in ends if words(one) <= _LONGEST and _may_be_value(blocks, one + 1)]
    if not likely or (labels := blocks.labelling) is None:  # true of most pages
        return []
    return [one + 1 for one in likely if labels[one] and _is_beside(blocks, one)]


def _may_be_value(blocks: Blocks, block: int) -> bool:
    """Whether a block is a short text that readers see, and neither a button nor a link."""
    is_seen = not blocks.hidden.item(block) and not blocks.button.item(block)
    is_short = 0 < blocks.words.item(block) <= _LONGEST_VALUE
    return is_short and is_seen and blocks.link_share.item(block) < _LINKED


def _is_beside(blocks: Blocks, label: int) -> bool:
    """Whether the block after a label is in the same element, or in another in it."""
    parent = blocks.tree.parent
    field, around = parent[blocks.node[label]], parent[blocks.node[label + 1]]
    return bool(field in (around, parent[around]))
