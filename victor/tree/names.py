"""Elements by the names that links within the page have for them."""

from collections.abc import Set

import numpy as np

from victor.tree.tree import Tree


def named_elements(tree: Tree, wanted: Set[str], most: int | None = None) -> dict[str, int]:
    """The first element with each ``id``; also anchors by ``name`` if a wanted one is missing.

    Args:
        tree: the page's tree.
        wanted: the names to find; the result may have others.
        most: texts in an anchor; others are ignored. None for any number.
    """
    seen = tree.looked_at
    rows = seen.rows("id")
    elements, values = seen.element[rows].tolist(), seen.value[rows].tolist()
    names: dict[str, int] = {}
    for element, value in zip(elements, values, strict=True):
        names.setdefault(seen.values[value], element)
    if wanted <= names.keys():
        return names
    anchors = tree.named(("a",))
    if most is not None:
        anchors &= tree.closed - tree.opened <= most
    for element in np.flatnonzero(anchors).tolist():
        if name := tree.attribute(element, "name"):
            names.setdefault(name, element)
    return names
