"""Distinguish layout tables from data tables."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Bools, Ints, places, some, sums_before, union
from victor.compiled import door
from victor.text.regex import regex
from victor.tree.html_tags import HEADINGS
from victor.tree.marks import ROWS
from victor.tree.nesting import nearest, tags_before
from victor.tree.tree import Tree

_TABLE, _ROW, _CELL, _MARK, _LINE = 1, 2, 4, 8, 16  # kinds of elements, as bits
_KINDS = {
    **{"table": _TABLE, "tr": _ROW, "td": _CELL, "th": _CELL | _MARK, "caption": _MARK},
    **dict.fromkeys(("p", "div", "br"), _LINE),
}
# ARIA roles of tables that only lay out the page.
NO_DATA = frozenset(("presentation", "none"))
# Names of posts in vBulletin, phpBB, IP.Board, SMF, MyBB, PunBB and others.
_POST = regex(
    r"(?:^|[\s_-])post[_-]?(?:body|message|msg|colou?r|text|content|entry|profile|details|bit|row)"
    r"|(?:^|\s)(?:post|msg|pid|td_post|message)[_-]?\d+(?:\s|$)"
)
_JAVADOC = "javadoc"  # the start of its name as a generator
_GRID = regex(r"(?:^|\s)summary-table(?:\s|$)")
_DATA_OF_INTERCOM = "intercom-interblocks-table"  # class around tables
_MANY_LINES = 8  # average line tags per cell above which a table is layout, as in forums
_LONG_CELL = 400  # average characters per cell above which a table is layout


def layout_tables(tree: Tree, holds: Bools) -> list[int]:
    """The ``table`` elements that are layout.

    A table is data if it has two or more columns, no nested table, and short cells. With a caption
    or header cells, the cells may be long. Posts of a forum are layout: a poster beside a message.
    So is a table without header cells that has a section in a cell: a heading and other text.

    Args:
        tree: the tree of the page.
        holds: [m] whether each element holds content.
    """
    if "table" not in tree.codes:
        return []
    kind = tree.numbered(_KINDS)
    tables = (holds & (kind == _TABLE)).nonzero()[0]
    if not len(tables):
        return []
    columns = tree.parent, tree.opened, tree.closed, tree.text
    layout = layout_by_shape(kind, holds, *columns)[tables]
    data = {one for one in tables[~layout].tolist() if not _is_marked(tree, one)}
    if data:
        of = tree.nearest(kind == _TABLE)
        inside = tree.mask([*data])[of]
        inner = [*gutters(tree, holds), *_posts(tree, inside)]
        inside[tree.mask(of[holds & (kind & _MARK > 0)])[of]] = False
        inner += _sections(tree, inside & holds)
        data.difference_update(of[inner].tolist())
    return [table for table in tables.tolist() if table not in data]


def tables_by_role(tree: Tree) -> Bools | None:
    """[m] the elements that are tables only by their role; None if there are none."""
    if ROWS not in tree.looked_at.marks:
        return None  # true of most pages
    found = tree.matching("role", "table".__eq__) & ~tree.named(("table",))
    return found if some(found) else None


@door(
    "columns",
    **{"TABLE": _TABLE, "ROW": _ROW, "CELL": _CELL, "MARK": _MARK, "LINE": _LINE},
    **{"LONG_CELL": _LONG_CELL, "MANY_LINES": _MANY_LINES},
)
def layout_by_shape(
    kind: NDArray[np.uint8],
    holds: Bools,
    parent: Ints,
    opened: Ints,
    closed: Ints,
    text: Sequence[str],
) -> Bools:
    """[m] whether a table would be layout by its columns and cells; undefined for other elements.

    Args:
        kind: [m] kinds of elements, as bits.
        holds: [m] whether each element holds content.
        parent: [m] see :class:`~victor.tree.tree.Tree`, also for ``opened``, ``closed`` and
            ``text`` [t].
    """
    of, row = (nearest(kind & one > 0, parent) for one in (_TABLE, _ROW))
    tables, cells, marks = (places(holds & (kind & one > 0)) for one in (_TABLE, _CELL, _MARK))
    lines = tags_before(kind & _LINE > 0, opened, closed, len(text))
    sizes = np.fromiter((len(one.strip()) for one in text), np.int64, len(text))
    wide, outer, marked, long = np.zeros((4, len(kind)), bool)
    wide[_wide(row[cells], of[cells])] = True
    outer[of[parent[tables]]] = True
    marked[of[marks]] = True
    count = np.bincount(of[cells], minlength=len(kind))
    for column, most in ((sizes, _LONG_CELL), (lines, _MANY_LINES)):
        sums = sums_before(column)
        inside = sums[closed[cells]] - sums[opened[cells]]
        long |= np.bincount(of[cells], inside, minlength=len(kind)) > most * count
    return ~wide | outer | (long & ~marked)


def grids(tree: Tree) -> Bools | None:
    """[m] the tables that Javadoc writes with a ``div`` for each cell; None on other pages."""
    if not tree.head.get("meta:generator", "").startswith(_JAVADOC):
        return None
    return tree.matching("class", _GRID.search)


def other_tables(tree: Tree) -> Bools | None:
    """[m] the elements that are tables by their role or in Javadoc; None if there are none."""
    return union((tables_by_role(tree), grids(tree)))


def boxes(tree: Tree, holds: Bools) -> list[int]:
    """The data tables that hold other tables, such as an infobox with a small table inside.

    At least half of their rows, and at least two, have a header cell, and less than half of their
    text is in the inner tables.

    Args:
        tree: the tree of the page.
        holds: [m] whether each element holds content.
    """
    is_table = tree.named(("table",))
    tables, of = places(is_table & holds), tree.nearest(is_table)
    outer = of[tree.parent[tables]]
    if not outer.any() or "th" not in tree.codes:
        return []
    rows = (tree.named(("tr",)) & holds).nonzero()[0]
    heads = tree.nearest(tree.named(("tr",)))[(tree.named(("th",)) & holds).nonzero()[0]]
    sizes = tree.sums(np.fromiter(map(len, tree.text), np.int64, len(tree.text)), tables)
    all_rows, headed = (np.bincount(of[one], minlength=len(of)) for one in (rows, np.unique(heads)))
    inner = np.bincount(outer, sizes, minlength=len(of))[tables]
    is_box = (inner > 0) & (2 * inner < sizes)
    is_box &= (headed[tables] > 1) & (2 * headed[tables] >= all_rows[tables])
    return [one for one in tables[is_box].tolist() if not _is_marked(tree, one)]


def holding_others(tree: Tree, holds: Bools) -> list[int]:
    """The data tables with headers of columns (``thead``) whose cells hold other tables.

    JSDoc has such tables for parameters with properties. The text of each cell begins before that
    of a table in it.

    Args:
        tree: the tree of the page.
        holds: [m] whether each element holds content.
    """
    if "thead" not in tree.codes or "th" not in tree.codes:
        return []
    is_table, heads = tree.named(("table",)), tree.named(("th",)) & holds
    of, tables = tree.nearest(is_table), places(is_table & holds)
    outer = of[tree.parent[tables]]
    if not outer.any():
        return []
    cell = tree.nearest(tree.named(("td", "th")))[tree.parent[tables]]
    apart = (outer > 0) & (tree.opened[tables] == tree.opened[cell])
    heads &= of[tree.nearest(tree.named(("thead",)))] == of
    row = tree.nearest(tree.named(("tr",)))[heads]
    found = tree.mask(outer[outer > 0]) & tree.mask(_wide(row, of[heads]))
    found[outer[apart]] = False
    return [one for one in places(found).tolist() if not _is_marked(tree, one)]


def _is_marked(tree: Tree, table: int) -> bool:
    """Whether the page marks a table as layout, by its role or as an Asciidoctor admonition.

    Intercom gives this role to all tables of its articles.
    """
    around = tree.attribute(int(tree.parent[table]), "class")
    if tree.attribute(table, "role") in NO_DATA:
        return _DATA_OF_INTERCOM not in around
    return "admonitionblock" in around.split()


def _posts(tree: Tree, among: Bools) -> Ints:
    """The elements ``among`` [m] that forum software names as a post or a part of it."""
    return places(tree.matching(("class", "id"), _POST.search, among))


def _sections(tree: Tree, among: Bools) -> list[int]:
    """The cells with a heading ``among`` [m] these elements, and other text."""
    headings = places(tree.named(HEADINGS) & tree.holds & among)
    if not len(headings):  # nearly always
        return []
    cell = tree.nearest(tree.named(("td", "th")))[headings]
    sizes = (tree.closed - tree.opened)[headings]
    inside = np.bincount(cell, sizes, minlength=len(tree.tag))
    return [
        one for one in set(cell.tolist()) if 0 < inside[one] < tree.closed[one] - tree.opened[one]
    ]


def _wide(rows: Ints, tables: Ints) -> Ints:
    """The tables with a row of two or more cells, given the row and table of each cell."""
    count = np.bincount(rows)
    table = np.zeros(len(count), np.int32)
    table[rows] = tables
    return table[count > 1]


def gutters(tree: Tree, holds: Bools) -> list[int]:
    """The cells that hold only the line numbers of code in the next cell.

    Args:
        tree: the tree of the page.
        holds: [m] whether each element holds content.
    """
    if "pre" not in tree.codes and "code" not in tree.codes:
        return []
    code = tree.opened[tree.named(("pre", "code")) & holds]
    cells = (tree.named(("td", "th")) & holds & tree.holds).nonzero()[0]
    if not len(code) or not len(cells):
        return []
    following = (tree.parent[cells[:-1]] == tree.parent[cells[1:]]).nonzero()[0]
    after = cells[following + 1]
    has_code = np.searchsorted(code, tree.closed[after]) > np.searchsorted(code, tree.opened[after])
    return [cell for cell in cells[following[has_code]].tolist() if _is_numbers(tree, cell)]


def _is_numbers(tree: Tree, cell: int) -> bool:
    texts = tree.text[int(tree.opened[cell]) : int(tree.closed[cell])]
    return all(word.isdigit() for text in texts for word in text.split())
