"""Readings of characters in ``ruby`` elements, which browsers draw above or beside them."""

import numpy as np

from victor.arrays import Ints, places
from victor.tree.tree import Tree


def readings(tree: Tree, numbers: Ints) -> list[tuple[int, int]]:
    """The first and last text of each reading for which the page states no brackets in ``rp``.

    Args:
        tree: the page's tree.
        numbers: [c] the numbers of the texts that are content.
    """
    if not {"ruby", "rt"}.issubset(tree.tags) or not len(numbers):
        return []
    is_reading, around = tree.named(("rt",)), tree.nearest(tree.named(("ruby",)))
    bracketed = around[places(tree.named(("rp",)) & tree.holds)]
    found = places(is_reading & tree.holds & (around > 0) & ~np.isin(around, bracketed))
    found = found[tree.starts_within(is_reading, found) == 1]  # others were never closed
    opened, last = tree.opened[found], tree.closed[found] - 1
    first, end = np.searchsorted(numbers, opened), np.searchsorted(numbers, last)
    whole = (numbers.take(first, mode="clip") == opened) & (end - first == last - opened)
    whole &= numbers.take(end, mode="clip") == last
    return list(zip(first[whole].tolist(), end[whole].tolist(), strict=True))
