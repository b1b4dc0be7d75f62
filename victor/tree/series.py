"""Series of cards: sibling elements with the same tag and classes, each with a link and more."""

import numpy as np

from victor.arrays import Bools, Ints, places
from victor.tree.html_tags import HEADINGS
from victor.tree.surroundings import styled
from victor.tree.tree import Tree

_LEAST = 6  # minimum elements of a series
_NEARLY_ALL = 0.8  # minimum share of cards among them
_APART = ("nav", "header", "footer", "aside")  # elements that no listing is in


def series_of_cards(tree: Tree) -> Ints:
    """[k, 2] the texts ``first:end`` of each series, in any order."""
    items = places(tree.holds & (tree.nearest(tree.named(_APART)) == 0))
    kind = styled(tree)[items] * np.uint64(len(tree.tag)) + tree.parent[items].astype(np.uint64)
    _, of, size = np.unique(kind, return_inverse=True, return_counts=True)
    chosen = (size >= _LEAST) & (np.bincount(of, _are_cards(items, tree)) >= _NEARLY_ALL * size)
    items, end = items[of.argsort(kind="stable")], np.cumsum(size)
    first, last = items[(end - size)[chosen]], items[end[chosen] - 1]
    return np.stack((tree.opened[first], tree.closed[last]), axis=1)


def _are_cards(items: Ints, tree: Tree) -> Bools:
    """Whether each element has a link and a picture, a heading, or text outside of links."""
    links, others = tree.named(("a",)), tree.named(("img", "picture", *HEADINGS))
    more = (tree.starts_within(others, items) > 0) | (tree.sums(~tree.linked, items) > 0)
    return np.asarray(more & (tree.starts_within(links, items) > 0))
