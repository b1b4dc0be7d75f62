"""Feet of tables, which HTML 4 has before the rows that browsers show above them."""

from victor.document.parts import Part
from victor.tree.tree import Tree


def with_feet_last(parts: list[Part], tree: Tree) -> list[Part]:
    """Move the rows of the feet of tables to the end.

    Args:
        parts: block-level parts; tables are modified.
        tree: the page's tree.
    """
    for table in parts:
        if table.kind == "table":
            table.children.sort(key=lambda row: _is_in_foot(row, tree))
    return parts


def _is_in_foot(row: Part | str, tree: Tree) -> bool:
    """Whether a child of a table is a row of its foot."""
    if isinstance(row, str) or row.kind != "row":
        return False
    return tree.tag_of(int(tree.parent[row.element])) == "tfoot"
