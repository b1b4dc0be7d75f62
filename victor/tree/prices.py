"""The one of two prices that a style sheet shows, and prices that it hides.

Themes of Shopify that follow its own, Dawn, write each price twice, as a regular and as a reduced
one. A class of the element around them, ``price--on-sale``, says which of them readers see.
"""

import re
from collections.abc import Iterator

import numpy as np

from victor.arrays import Bools, places
from victor.text.regex import regex
from victor.tree.tree import Tree

_REDUCED = regex(r"(?:^|\s)price__sale(?:\s|$)")
_REGULAR = regex(r"(?:^|\s)price__regular(?:\s|$)")
_PRICE = regex(r"(?:^|\s)price(?:\s|$)")
_OF_UNIT = regex(r"(?:^|\s)unit-price\s(?:.{0,80}\s)?hidden(?:\s|$)", re.DOTALL)
_CLIMB = 3  # elements around a price


def hidden_prices(tree: Tree) -> list[tuple[int, int]]:
    """The elements of prices that readers do not see, each with that of the one that they do.

    This is 0 for the price of a unit, which has no counterpart.

    Args:
        tree: of the page, with attributes.
    """
    tags = tree.tags  # both are in every price of these themes
    if "s" not in tags or "small" not in tags or not _may_hide("\n".join(tree.looked_at.values)):
        return []
    of_units = places(_named(tree, "unit-price", _OF_UNIT) & tree.holds).tolist()
    units = _outermost(tree, [(one, 0) for one in of_units])
    return units + _outermost(tree, [*_pairs(tree)])


def _outermost(tree: Tree, prices: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Those of some prices that are in no other, so that they hold each text once at most."""
    chosen = np.zeros(len(tree.tag), bool)
    chosen[[one for pair in prices for one in pair]] = True
    chosen[0] = False
    around = tree.nearest(chosen)[tree.parent]
    return [pair for pair in prices if not around[pair[0]]]


def _may_hide(values: str) -> bool:
    return "price__sale" in values or "unit-price" in values


def _pairs(tree: Tree) -> Iterator[tuple[int, int]]:
    """The element of each price that readers do not see, and that of the same which they see."""
    found = places(_named(tree, "price__regular", _REGULAR) & tree.holds)
    regular = dict(zip(tree.parent[found].tolist(), found.tolist(), strict=True))
    for one in places(_named(tree, "price__sale", _REDUCED) & tree.holds).tolist():
        other, around = regular.get(int(tree.parent[one])), _price(tree, one)
        if other is not None and around is not None and other != one:
            yield (other, one) if "price--on-sale" in around.split() else (one, other)


def _named(tree: Tree, sign: str, pattern: re.Pattern[str]) -> Bools:
    """[m] the elements with a class that matches a pattern, which has a sign in it."""
    return tree.matching("class", lambda names: sign in names and pattern.search(names))


def _price(tree: Tree, element: int) -> str | None:
    """The class of the price that an element is part of; None without one."""
    for _ in range(_CLIMB):
        element = int(tree.parent[element])
        if _PRICE.search(names := tree.attribute(element, "class")):
            return names
    return None
