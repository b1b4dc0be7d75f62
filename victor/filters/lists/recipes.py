"""Ingredients of recipes that a model loses."""

import numpy as np

from victor.arrays import Bools, indices
from victor.filters.lists.stated import headings_above
from victor.tree.blocks import ITEM, Blocks

_LINKED = 0.5  # mean link density from which the items lead to other recipes


def lost_ingredients(kept: Bools, blocks: Blocks) -> list[int]:
    """The items of lists of ingredients, and the headings above, that are labelled boilerplate.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    listed = blocks.of_ingredients
    if listed is None:  # true of most pages
        return []
    items = listed & (blocks.signs & ITEM > 0) & ~blocks.hidden & (blocks.button == 0)
    found = indices(items & (blocks.words > 0))
    if not len(found) or blocks.link_share[found].mean() > _LINKED:
        return []
    lost = found[~kept[found]].tolist()
    return [*lost, *headings_above(found.tolist(), np.asarray(~kept), blocks)]
