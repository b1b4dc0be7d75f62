"""The types of terms in Sphinx, before which style sheets show a colon: "x : float"."""

import numpy as np

from victor.arrays import Ints, places
from victor.text.characters import COLONS
from victor.text.regex import regex
from victor.tree.tree import Tree

_CLASS = regex(r"(?:^|\s)classifier(?:\s|$)")


def classifiers(tree: Tree, numbers: Ints) -> list[int]:
    """The first text of each type in a term that follows other text without a colon.

    Args:
        tree: the page's tree.
        numbers: [c] the numbers of the texts that are content.
    """
    if "dt" not in tree.tags or len(numbers) < 2:
        return []
    term = tree.nearest(tree.named(("dt",)))
    found = places(tree.matching("class", _CLASS.search, term > 0) & tree.holds)
    first = np.searchsorted(numbers, tree.opened[found])
    follows = (first > 0) & (numbers.take(first, mode="clip") == tree.opened[found])
    follows &= term[tree.node[numbers[first - 1]]] == term[found]
    kept = first[follows].tolist()
    return [one for one in kept if not tree.text[numbers[one - 1]].rstrip().endswith(COLONS)]
