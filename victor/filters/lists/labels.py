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
    labels = blocks.labelling
    if labels is None:  # true of most pages
        return []
    likely = kept[:-1] & ~kept[1:] & labels[:-1] & (blocks.words[:-1] <= _LONGEST)
    likely &= (blocks.words[1:] > 0) & (blocks.words[1:] <= _LONGEST_VALUE)
    plain = ~blocks.hidden & (blocks.button == 0) & (blocks.link_share < _LINKED)
    before = indices(likely & plain[1:])
    tree, label = blocks.tree, blocks.node[before]
    field, around = tree.parent[label], tree.parent[blocks.node[before + 1]]
    beside = (around == field) | (tree.parent[around] == field)
    return list((before[beside] + 1).tolist())
