"""Elements by the values of their attributes: :func:`elements_with`."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Bools
from victor.tree.tree import Tree


def elements_with(
    tree: Tree, rows: NDArray[np.int64], test: Callable[[str], object]
) -> Bools | None:
    """[m] the elements with a value that passes a test; None if there are none.

    Args:
        tree: the page's tree.
        rows: the attributes to test, as rows of ``tree.looked_at``; no URLs.
        test: whether a value passes. Each is tested once.
    """
    seen = tree.looked_at
    values = seen.value[rows].tolist()
    passed = {value for value in set(values) if test(seen.values[value])}
    if not passed:
        return None
    chosen = np.zeros(len(tree.tag), bool)
    chosen[seen.element[rows[[value in passed for value in values]]]] = True
    return chosen
