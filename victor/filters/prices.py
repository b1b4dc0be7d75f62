"""The one of two prices that a style sheet shows, and prices that it hides.

Themes of Shopify that follow its own, Dawn, write each price twice, as a regular and as a reduced
one. A class of the element around them, ``price--on-sale``, says which of them readers see.
"""

import re
from collections.abc import Iterator

import numpy as np

from victor.arrays import Ints, places, some
from victor.config import Task
from victor.tree.blocks import Blocks
from victor.tree.tree import Tree

_TAGS = frozenset(("s", "small"))  # which these themes write in every price
_REDUCED = re.compile(r"(?:^|\s)price__sale(?:\s|$)")
_REGULAR = re.compile(r"(?:^|\s)price__regular(?:\s|$)")
_PRICE = re.compile(r"(?:^|\s)price(?:\s|$)")
_OF_UNIT = re.compile(r"(?:^|\s)unit-price\s(?:.{0,80}\s)?hidden(?:\s|$)", re.DOTALL)
_CLIMB = 3  # elements around a price


def shown_prices(y: Ints, blocks: Blocks, task: Task) -> Ints:
    """[n] labels by which the price that readers see is content if the other was.

    Args:
        y: [n] labels.
        blocks: the n blocks.
        task: says which label means boilerplate.
    """
    tree = blocks.tree
    if not (_TAGS.issubset(tree.tags) and _may_hide("\n".join(tree.looked_at.values))):
        return y
    out = y.copy()
    for element in places(tree.matching("class", _OF_UNIT.search) & tree.holds).tolist():
        out[_blocks(blocks, element)] = task.other
    for shown, other in _pairs(tree):
        seen, unseen = _blocks(blocks, shown), _blocks(blocks, other)
        kept = out[unseen][out[unseen] != task.other]
        if len(kept) and not some(out[seen] != task.other):
            out[seen] = kept[0]
        out[unseen] = task.other
    return out


def _may_hide(values: str) -> bool:
    return "price__sale" in values or "unit-price" in values


def _pairs(tree: Tree) -> Iterator[tuple[int, int]]:
    """The element of each price that readers see, and that of the same which they do not."""
    reduced = places(tree.matching("class", _REDUCED.search) & tree.holds).tolist()
    regular = tree.matching("class", _REGULAR.search) & tree.holds if reduced else tree.holds
    beside = {int(tree.parent[one]): one for one in places(regular).tolist()} if reduced else {}
    for one in reduced:
        other, around = beside.get(int(tree.parent[one])), _price(tree, one)
        if other is not None and around is not None:
            yield (one, other) if "price--on-sale" in around.split() else (other, one)


def _price(tree: Tree, element: int) -> str | None:
    """The class of the price that an element is part of; None without one."""
    for _ in range(_CLIMB):
        element = int(tree.parent[element])
        if _PRICE.search(names := tree.attribute(element, "class")):
            return names
    return None


def _blocks(blocks: Blocks, element: int) -> "np.ndarray[tuple[int], np.dtype[np.intp]]":
    """The blocks that have text of an element and no other."""
    tree = blocks.tree
    first, last = int(tree.opened[element]), int(tree.closed[element])
    low, high = blocks.first.searchsorted((first, last)).tolist()
    if blocks.first[high] > last:
        high -= 1
    return np.arange(low, max(low, high))
