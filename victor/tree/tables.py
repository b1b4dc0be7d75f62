"""Layout tables: tables that place things on the page and are no data."""

import numpy as np

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
    is_table = tree.named(("table",))
    tables = (is_table & holds).nonzero()[0]
    if not len(tables):
        return []
    of = tree.nearest(is_table)
    cells = places(tree.named(("td", "th")) & holds)
    data = _wide(tree, cells, of) - set(of[tree.parent[tables]].tolist())
    data = {one for one in data if tree.attribute(one, "role") not in ("presentation", "none")}
    if data:
        marked = (tree.named(("th", "caption")) & holds).nonzero()[0]
        data -= set(of[gutters(tree, holds)].tolist())
        data -= _long(tree, cells, of) - set(of[marked].tolist())
    return [table for table in tables.tolist() if table not in data]


def _wide(tree: Tree, cells: Ints, of: Ints) -> set[int]:
    """The tables with a row of two cells or more, of those with content."""
    rows = tree.nearest(tree.named(("tr",)))[cells]
    count = np.bincount(rows)
    table = np.zeros(len(count), np.int32)
    table[rows] = of[cells]
    return set(table[count > 1].tolist())


def _long(tree: Tree, cells: Ints, of: Ints) -> set[int]:
    """The tables whose cells have many characters or many tags of lines on average."""
    table = of[cells]
    count = np.bincount(table)
    sizes = np.fromiter(map(len, tree.text), np.int64, len(tree.text))
    lines = tree.tags_before(tree.named(_LINES))
    long = np.zeros(len(count), bool)
    for column, most in ((sizes, _LONG), (lines, _MANY)):
        sums = np.concatenate(([0], np.cumsum(column)))
        inside = sums[tree.closed[cells]] - sums[tree.opened[cells]]
        long |= np.bincount(table, inside) > most * count
    return set(long.nonzero()[0].tolist())


def gutters(tree: Tree, holds: Bools) -> list[int]:
    """The cells that hold nothing but the line numbers of code in the next cell.

    Args:
        tree: of the page.
        holds: [m] the elements that hold content.
    """
    code = tree.opened[tree.named(("pre", "code")) & holds]
    cells = (tree.named(("td", "th")) & holds).nonzero()[0]
    if not len(code) or not len(cells):
        return []
    following = (tree.parent[cells[:-1]] == tree.parent[cells[1:]]).nonzero()[0]
    after = cells[following + 1]
    has_code = np.searchsorted(code, tree.closed[after]) > np.searchsorted(code, tree.opened[after])
    return [cell for cell in cells[following[has_code]].tolist() if _is_numbers(tree, cell)]


def _is_numbers(tree: Tree, cell: int) -> bool:
    texts = tree.text[int(tree.opened[cell]) : int(tree.closed[cell])]
    return all(word.isdigit() for text in texts for word in text.split())
