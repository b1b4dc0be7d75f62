"""Tables of elements that are tables only by their ARIA roles: ``role="row"``, ``role="cell"``."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np

from victor.arrays import Ints, places, some
from victor.document.arranging.grids import empty_row, with_blocks
from victor.document.parts import Part, cells_of, text_in
from victor.tree.marks import ROWS
from victor.tree.tree import Tree

_TABLES = frozenset(("table", "grid", "treegrid"))
_CELLS: Mapping[str, bool] = {  # whether they are headers
    "cell": False,
    "gridcell": False,
    "columnheader": True,
    "rowheader": True,
}
_FEWEST = 2  # rows and columns; others only lay out the page
_LONGEST = 400  # average characters per cell above which a table is layout


class _Roles(NamedTuple):
    """[m] what each element is in."""

    cell: Ints  # the nearest cell, 0 for none
    row: Ints
    table: Ints
    column: Ints  # of a cell, its place in its row


def has_rows(tree: Tree) -> bool:
    """Whether any element has the role of a row; a cheap test.

    Args:
        tree: the page's tree.
    """
    return ROWS in tree.looked_at.marks


def with_tables_by_role(parts: Sequence[Part], tree: Tree) -> list[Part]:
    """Join what is in the cells of each such table to a table.

    Args:
        parts: block-level parts.
        tree: the page's tree.
    """
    roles = _roles(tree)
    if roles is None:
        return [*parts]
    out = list[Part]()
    for table, run in groupby(parts, lambda part: _table_of(part, roles)):
        held = [*run]
        found = _table(table, held, roles, tree) if table else None
        out += [found] if found else held
    return out


def _roles(tree: Tree) -> _Roles | None:
    """The cells, rows and tables by role, without those by tag; None if there are none."""
    cells = tree.matching("role", _CELLS.__contains__) & ~tree.named(("td", "th"))
    if not some(cells):
        return None
    rows, tables = tree.matching("role", "row".__eq__), tree.matching("role", _TABLES.__contains__)
    cell, row, table = map(tree.nearest, (cells, rows, tables))
    numbers = places(cells)
    numbers = numbers[np.argsort(row[numbers], kind="stable")]
    column = np.zeros(len(cell), np.int32)
    column[numbers] = np.arange(len(numbers)) - np.searchsorted(row[numbers], row[numbers])
    return _Roles(cell, row, table, column)


def _table_of(part: Part, roles: _Roles) -> int:
    """The table of whose cells a part is in one; 0 if it is in none."""
    row = roles.row[roles.cell[part.element]]
    return int(roles.table[row]) if row else 0


def _table(table: int, held: Sequence[Part], roles: _Roles, tree: Tree) -> Part | None:
    """A table of what its cells hold; None if it only lays out the page."""
    cells = [(int(roles.cell[part.element]), part) for part in held]
    columns = sorted({int(roles.column[cell]) for cell, _ in cells})
    found = Part("table", [], table)
    for _, run in groupby(cells, lambda one: int(roles.row[one[0]])):
        row = empty_row(len(columns))
        found.children.append(row)
        for element, inner in groupby(run, lambda one: one[0]):
            cell = row.parts[columns.index(int(roles.column[element]))]
            cell.element, cell.children = element, [part for _, part in inner]
            cell.attributes["header"] = _CELLS[tree.attribute(element, "role")]
    if min(len(found.children), len(columns)) < _FEWEST or _is_layout(found):
        return None
    with_blocks(found)
    return found


def _is_layout(table: Part) -> bool:
    """Whether the cells are too long for data."""
    filled = [cell for cell in cells_of(table) if cell.children]
    return sum(len(text_in(cell.children)) for cell in filled) > _LONGEST * len(filled)
