"""What posts and the elements around them state in attributes."""

from collections.abc import Iterator, Sequence

import numpy as np

from victor.arrays import Bools, Ints
from victor.tree.attributes import may_have
from victor.tree.tree import Tree

_OUTER = 4  # levels above the body of a post at which the post may be
# Attributes of posts that state their authors.
WRITERS = ("data-author", "data-username")


def whole_posts(tree: Tree, elements: Ints) -> list[int]:
    """The element of each post including author and date, if only its body was found.

    It is at most as many levels above as usual on the page, and holds no other post.
    """
    levels = np.zeros(len(elements), np.int32)
    for _, alone in _around(tree, elements):
        levels += alone
    usual = int(np.median(levels)) if len(levels) else 0
    pairs = zip(elements.tolist(), levels.tolist(), strict=True)
    return [_ancestor(tree, element, min(own, usual)) for element, own in pairs]


def _around(tree: Tree, elements: Ints) -> Iterator[tuple[Ints, Bools]]:
    """Yield, for each level above posts, [e] their ancestors and whether these hold no other post.

    Nothing is yielded for a single post, whose ancestors may be anything.
    """
    held = tree.starts_within(elements, elements)
    above, alone = elements, np.ones(len(elements), bool)
    for _ in range(_OUTER if len(elements) > 1 else 0):
        above = tree.parent[above]
        alone = alone & (above > 0) & (tree.starts_within(elements, above) == held)
        alone &= ~np.isin(above, elements)
        yield above, alone


def _ancestor(tree: Tree, element: int, levels: int) -> int:
    for _ in range(levels):
        element = int(tree.parent[element])
    return element


def stated_attributes(tree: Tree, elements: Ints, names: Sequence[str]) -> list[str]:
    """The first of some attributes that each post, or an ancestor of it alone, has; "" if none."""
    if not may_have(tree.attributes, names):
        return [""] * len(elements)
    found = [first_attribute(tree, element, names) for element in elements.tolist()]
    for above, alone in _around(tree, elements):
        for place in np.flatnonzero(alone).tolist():
            found[place] = found[place] or first_attribute(tree, int(above[place]), names)
    return found


def first_attribute(tree: Tree, element: int, names: Sequence[str]) -> str:
    """The value of the first of some attributes that an element has; "" if it has none."""
    return next((text for name in names if (text := tree.attribute(element, name))), "")
