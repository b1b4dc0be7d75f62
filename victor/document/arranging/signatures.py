"""Signatures of functions, which Doxygen writes as tables: a cell for each type and parameter."""

from collections.abc import Sequence

from victor.document.parts import Part, cells_of
from victor.document.texts.tidy import joined_texts
from victor.tree.tree import Tree

_CLASS = "memname"


def with_signatures(parts: Sequence[Part], tree: Tree) -> list[Part]:
    """Write each signature as a line.

    Args:
        parts: block-level parts.
        tree: the page's tree.
    """
    return [_as_line(part) if _is_signature(part, tree) else part for part in parts]


def _is_signature(part: Part, tree: Tree) -> bool:
    """Whether a part is a table of Doxygen with a signature."""
    if part.kind != "table" or _CLASS not in tree.attribute(part.element, "class").split():
        return False
    held = (one for cell in cells_of(part) for one in cell.parts)
    is_grid = all(row.kind == "row" for row in part.parts)  # without a caption
    return is_grid and all(one.kind == "paragraph" for one in held)


def _as_line(table: Part) -> Part:
    """A paragraph with what the cells of a table hold."""
    line = Part("paragraph", [], table.element)
    for cell in cells_of(table):
        for held in cell.parts:
            line.children += [" ", *held.children] if line.children else held.children
    line.children[:] = joined_texts(line.children)
    line.first, line.last = table.first, table.last
    return line
