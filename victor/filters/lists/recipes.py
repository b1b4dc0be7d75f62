"""Ingredients of recipes that a model loses."""

import numpy as np

from victor.arrays import Bools, indices
from victor.filters.lists.alike import with_like
from victor.filters.lists.stated import headings_above
from victor.tree.blocks import ITEM, Blocks

_LINKED = 0.5  # mean link density from which the items lead to other recipes


def lost_ingredients(kept: Bools, blocks: Blocks) -> list[int]:
    """The items of lists of ingredients, and the headings above, that are labelled boilerplate.

    Other elements count as items if some of the same tags and classes are content.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    listed = blocks.of_ingredients
    if listed is None:  # true of most pages
        return []
    plain = listed & ~blocks.hidden & (blocks.button == 0) & (blocks.words > 0)
    items = plain & (blocks.signs & ITEM > 0)
    items[with_like(indices(plain & ~items).tolist(), plain & kept, blocks)] = True
    found = indices(items)
    if not len(found) or blocks.link_share[found].mean() > _LINKED:
        return []
    lost = found[~kept[found]].tolist()
    return [*lost, *headings_above(found.tolist(), np.asarray(~kept), blocks)]
