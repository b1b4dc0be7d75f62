"""Layout tables: tables that place things on the page and are no data."""

from typing import Any

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
    is_table = tree.named(("table",))
    tables = (is_table & holds).nonzero()[0]
    if not len(tables):
        return []
    of = tree.nearest(is_table)
    cells = places(tree.named(("td", "th")) & holds)
    data = _wide(tree, cells, of) - set(of[tree.parent[tables]].tolist())
    data = {one for one in data if not _is_marked(tree, one)}
    if data:
        marked = (tree.named(("th", "caption")) & holds).nonzero()[0]
        data -= set(of[gutters(tree, holds)].tolist())
        data -= _long(tree, cells, of) - set(of[marked].tolist())
    return [table for table in tables.tolist() if table not in data]


def boxes(tree: Tree, holds: Bools) -> list[int]:
    """The data tables that hold other tables, such as a box of facts with a small one inside.

    At least half of their rows, and two, have a header cell, and less than half of their text is in
    the tables inside.

    Args:
        tree: of the page.
        holds: [m] the elements that hold content.
    """
    is_table = tree.named(("table",))
    tables, of = places(is_table & holds), tree.nearest(is_table)
    outer = of[tree.parent[tables]]
    if not outer.any() or "th" not in tree.tags:
        return []
    rows = (tree.named(("tr",)) & holds).nonzero()[0]
    heads = tree.nearest(tree.named(("tr",)))[(tree.named(("th",)) & holds).nonzero()[0]]
    sizes = _inside(tree, np.fromiter(map(len, tree.text), np.int64, len(tree.text)), tables)
    all_rows, headed = (
        np.bincount(of[some], minlength=len(of)) for some in (rows, np.unique(heads))
    )
    inner = np.bincount(outer, sizes, minlength=len(of))[tables]
    is_box = (inner > 0) & (2 * inner < sizes)
    is_box &= (headed[tables] > 1) & (2 * headed[tables] >= all_rows[tables])
    return [one for one in tables[is_box].tolist() if not _is_marked(tree, one)]


def _is_marked(tree: Tree, table: int) -> bool:
    """Whether the page says that a table is layout, by which Asciidoctor places signs of notes."""
    if tree.attribute(table, "role") in ("presentation", "none"):
        return True
    return "admonitionblock" in tree.attribute(int(tree.parent[table]), "class").split()


def _inside(tree: Tree, column: NDArray[np.integer[Any]], elements: Ints) -> NDArray[np.int64]:
    """The sum of a column of texts [t] within some elements."""
    sums = np.concatenate(([0], np.cumsum(column)))
    return np.asarray(sums[tree.closed[elements]] - sums[tree.opened[elements]])


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
        long |= np.bincount(table, _inside(tree, column, cells)) > most * count
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
