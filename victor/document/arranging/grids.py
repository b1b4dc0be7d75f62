"""Tables that Javadoc writes as a ``div`` for each cell, in columns by their classes."""

from collections.abc import Sequence
from itertools import groupby

from victor.arrays import Bools
from victor.document.building.details import DEFAULTS
from victor.document.parts import Part, cells_of
from victor.text.regex import regex
from victor.tree.tree import Tree

_CELL = regex(r"(?:^|\s)col-(?:(first)|second|constructor-name|summary-item-name|(last))(?=\s|$)")
_HEADER = regex(r"(?:^|\s)table-header(?:\s|$)")
_THREE = "three-column"  # in the class of a grid; others have two columns
_CLIMB = 6  # levels from a part up to its cell


def with_grids(parts: Sequence[Part], tree: Tree, tables: Bools) -> list[Part]:
    """Join the cells of each such table to a table.

    Args:
        parts: block-level parts.
        tree: the page's tree.
        tables: [m] the elements that are such tables.
    """
    out = list[Part]()
    cells = [(_cell_of(part, tree, tables), part) for part in parts]
    for grid, run in groupby(cells, lambda one: int(tree.parent[one[0]])):
        of_grid = list(run)
        held = [part for _, part in of_grid]
        out += held if not of_grid[0][0] else [_table(grid, of_grid, tree)]
    return out


def _cell_of(part: Part, tree: Tree, tables: Bools) -> int:
    """The cell that a part is in; 0 if it is in none."""
    element = part.element
    for _ in range(_CLIMB):
        above = int(tree.parent[element])
        if tables[above]:
            return element if _CELL.search(tree.attribute(element, "class")) else 0
        element = above
    return 0


def _table(grid: int, cells: Sequence[tuple[int, Part]], tree: Tree) -> Part:
    """A table of the parts in the cells of a grid."""
    width = 3 if _THREE in tree.attribute(grid, "class") else 2
    table, before = Part("table", [], grid), width
    for element, run in groupby(cells, lambda one: one[0]):
        name = tree.attribute(element, "class")
        found = _CELL.search(name)
        column = 0 if found and found[1] else width - 1 if found and found[2] else width - 2
        if column <= before:
            table.children.append(empty_row(width))
        before = column
        cell = table.parts[-1].parts[column]
        cell.element, cell.children = element, [part for _, part in run]
        cell.attributes["header"] = _HEADER.search(name) is not None
    with_blocks(table)
    return table


def empty_row(width: int) -> Part:
    """A row of empty cells.

    Args:
        width: the number of cells.
    """
    return Part("row", [Part("cell", [], **DEFAULTS["cell"]) for _ in range(width)])


def with_blocks(table: Part) -> None:
    """Set the first and last block of a table, its rows and its cells.

    Args:
        table: modified in place.
    """
    for part in (*cells_of(table), *table.parts, table):
        spans = [one for one in part.parts if one.first >= 0]
        if spans:
            part.first, part.last = spans[0].first, max(one.last for one in spans)
