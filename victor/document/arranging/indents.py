"""Lists without items, which old pages use to indent their content."""

from collections.abc import Sequence

import numpy as np

from victor.arrays import Ints, places
from victor.document.parts import Part
from victor.tree.tree import Tree

_INSTEAD = ("a", "div")  # may be items: of a menu, or of a list that a script fills
_FEWEST = 3  # of these in a list


def indenting(tree: Tree, lists: Ints) -> frozenset[int]:
    """The lists that only indent: they have no items, and are not in an item.

    Args:
        tree: the page's tree.
        lists: the elements of lists.
    """
    items = tree.named(("li",))
    lists = lists[~tree.mask(tree.parent[items])[lists]]
    if not len(lists):
        return frozenset()
    lists = lists[tree.nearest(items)[lists] == 0]
    for tag in _INSTEAD:
        count = np.bincount(tree.parent[places(tree.named((tag,)))], minlength=len(items))
        lists = lists[count[lists] < _FEWEST]
    return frozenset(lists.tolist())


def without_indents(
    parts: Sequence[Part], lists: frozenset[int], labelled: frozenset[int]
) -> list[Part]:
    """Replace lists that only indent by their content.

    Args:
        parts: block-level parts.
        lists: the elements that only indent.
        labelled: the blocks labelled as items.
    """
    out = list[Part]()
    for part in parts:
        if part.kind == "list" and part.element in lists and _is_wrapped(part, labelled):
            out += part.parts[0].parts
        else:
            out.append(part)
    return out


def _is_wrapped(part: Part, labelled: frozenset[int]) -> bool:
    """Whether the only item of a list merely wraps its text."""
    if len(part.parts) != 1 or part.parts[0].element != part.element:
        return False
    return labelled.isdisjoint(range(part.first, part.last + 1))
