"""Layout tables: tables that place things on the page and are no data."""

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Bools, Ints, places
from victor.tree.tree import Tree

_LINES = frozenset(("p", "div", "br"))
_MANY = 8  # tags of these in a cell on average, above which a table is layout: posts of a forum
_LONG = 400  # characters of a cell on average, above which a table is layout


def layout_tables(tree: Tree, holds: Bools) -> list[int]:
    """The ``table`` elements that are layout.

    A table is data if it has two columns or more and no table in it, and its cells are short. One
    with a caption or header cells is data whatever its cells hold.

    Args:
        tree: of the page.
        holds: [m] the elements that hold content.
    """
    tables = np.flatnonzero(tree.named(("table",)) & holds)
    if not len(tables):
        return []
    of = tree.nearest(tree.named(("table",)))
    above = of[tree.parent[tables]]  # the table around each
    outer = set(above.tolist())
    cells = places(tree.named(("td", "th")) & holds)
    widths = _widths(tree, cells, of)
    marked = np.flatnonzero(tree.named(("th", "caption")) & holds)
    stated = set(of[marked].tolist())
    sizes = np.fromiter(map(len, tree.text), np.int64, len(tree.text))
    lengths = _means(tree, cells, of, np.cumsum(sizes))
    lines = _means(tree, cells, of, np.cumsum(tree.tags_before(tree.named(_LINES))))
    listings = set(of[gutters(tree, holds)].tolist())
    return [
        table
        for table in tables.tolist()
        if table in outer
        or widths.get(table, 0) < 2
        or tree.attribute(table, "role") in ("presentation", "none")
        or (table not in stated and lengths.get(table, 0.0) > _LONG)
        or (table not in stated and lines.get(table, 0.0) > _MANY)
        or table in listings
    ]


def _widths(tree: Tree, cells: Ints, of: Ints) -> dict[int, int]:
    """The most cells with content in a row of each table."""
    rows = tree.nearest(tree.named(("tr",)))[cells]
    widths: dict[int, int] = {}
    tables = dict(zip(rows.tolist(), of[cells].tolist(), strict=True))
    for row, count in Counter(rows.tolist()).items():
        widths[tables[row]] = max(widths.get(tables[row], 0), count)
    return widths


def _means(tree: Tree, cells: Ints, of: Ints, sums: NDArray[np.int64]) -> dict[int, float]:
    """The mean over the cells of each table of what is summed up over texts [t]."""
    sums = np.concatenate(([0], sums))
    sizes = sums[tree.closed[cells]] - sums[tree.opened[cells]]
    tables, inverse = np.unique(of[cells], return_inverse=True)
    means = np.bincount(inverse, sizes) / np.bincount(inverse)
    return dict(zip(tables.tolist(), means.tolist(), strict=True))


def gutters(tree: Tree, holds: Bools) -> list[int]:
    """The cells that hold nothing but the line numbers of code in the next cell.

    Args:
        tree: of the page.
        holds: [m] the elements that hold content.
    """
    code = tree.opened[tree.named(("pre", "code")) & holds]
    cells = np.flatnonzero(tree.named(("td", "th")) & holds)
    if not len(code) or not len(cells):
        return []
    following = np.flatnonzero(tree.parent[cells[:-1]] == tree.parent[cells[1:]])
    after = cells[following + 1]
    has_code = np.searchsorted(code, tree.closed[after]) > np.searchsorted(code, tree.opened[after])
    return [cell for cell in cells[following[has_code]].tolist() if _is_numbers(tree, cell)]


def _is_numbers(tree: Tree, cell: int) -> bool:
    texts = tree.text[int(tree.opened[cell]) : int(tree.closed[cell])]
    return all(word.isdigit() for text in texts for word in text.split())
