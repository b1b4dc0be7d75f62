"""Find prices that a style sheet hides, and their visible counterparts.

Shopify themes based on Dawn output each price twice, as regular and as reduced. The class
``price--on-sale`` of the element around them determines which one readers see.
"""

import re
from collections.abc import Iterator

from victor.arrays import Bools, places
from victor.text.regex import regex
from victor.tree.tree import Tree

_REDUCED = regex(r"(?:^|\s)price__sale(?:\s|$)")
_REGULAR = regex(r"(?:^|\s)price__regular(?:\s|$)")
_PRICE = regex(r"(?:^|\s)price(?:\s|$)")
_OF_UNIT = regex(r"(?:^|\s)unit-price\s(?:.{0,80}\s)?hidden(?:\s|$)", re.DOTALL)
_CLIMB = 3  # number of ancestors searched for the class of the price


def hidden_prices(tree: Tree) -> list[tuple[int, int]]:
    """Pairs of the elements of a hidden price and of its visible counterpart.

    The latter is 0 for unit prices, which have none.

    Args:
        tree: the tree of the page, with attributes.
    """
    tags = tree.codes  # all prices of these themes have both tags
    if "s" not in tags or "small" not in tags or not _may_hide("\n".join(tree.looked_at.values)):
        return []
    of_units = places(_named(tree, "unit-price", _OF_UNIT) & tree.holds).tolist()
    units = _outermost(tree, [(one, 0) for one in of_units])
    return units + _outermost(tree, [*_pairs(tree)])


def _outermost(tree: Tree, prices: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The pairs whose hidden price is in no other price, so that they do not overlap."""
    chosen = tree.mask([one for pair in prices for one in pair])
    chosen[0] = False
    around = tree.nearest(chosen)[tree.parent]
    return [pair for pair in prices if not around[pair[0]]]


def _may_hide(values: str) -> bool:
    return "price__sale" in values or "unit-price" in values


def _pairs(tree: Tree) -> Iterator[tuple[int, int]]:
    """Pairs of the elements of a hidden price and of its visible counterpart."""
    found = places(_named(tree, "price__regular", _REGULAR) & tree.holds)
    regular = dict(zip(tree.parent[found].tolist(), found.tolist(), strict=True))
    for one in places(_named(tree, "price__sale", _REDUCED) & tree.holds).tolist():
        other, around = regular.get(int(tree.parent[one])), _price(tree, one)
        if other is not None and around is not None and other != one:
            yield (other, one) if "price--on-sale" in around.split() else (one, other)


def _named(tree: Tree, sign: str, pattern: re.Pattern[str]) -> Bools:
    """[m] the elements whose class matches a pattern; ``sign`` is a literal part of matches."""
    return tree.matching("class", lambda names: sign in names and pattern.search(names))


def _price(tree: Tree, element: int) -> str | None:
    """The class of the price around an element; None if there is none."""
    for _ in range(_CLIMB):
        element = int(tree.parent[element])
        if _PRICE.search(names := tree.attribute(element, "class")):
            return names
    return None
