"""Check marks and crosses that a table shows as icons, in cells without text."""

from collections.abc import Sequence

from victor.document.parts import Part, cells_of
from victor.document.pictures.icons import ICONS
from victor.text.regex import regex
from victor.tree.tree import Tree

_CHECK, _CROSS = "✓", "✗"
# Prefixes of the classes of icon fonts, and words in these classes and in the names of icons.
_FONT = regex(
    r"(?:^|[\s_-])(?:fa[bdlrs]?|bi|mdi|glyphicon|icons?|ico|dashicons|las?|ion|material)[\s_-]"
)
_YES = regex(r"(?:^|[\s_-])(?:check(?:mark|ed)?|tick|yes|ok|done)(?:[\s_-]|$)")
_NO = regex(r"(?:^|[\s_-])(?:times|x|x-?mark|cross|close|no|remove)(?:[\s_-]|$)")
_TAGS = frozenset(("i", "span", "em", "b"))
_MOST = 8  # elements of a cell that shows an icon
_LONGEST = 200  # characters of a class


def with_check_marks(parts: Sequence[Part], tree: Tree) -> None:
    """Write the check marks and crosses of tables as text.

    Args:
        parts: block-level parts; modified in place.
        tree: the page's tree.
    """
    for table in parts:
        if table.kind == "table":
            for cell in cells_of(table):
                if not cell.children and (mark := _mark(tree, cell.element)):
                    cell.children.append(Part("paragraph", [mark], cell.element))


def _mark(tree: Tree, cell: int) -> str:
    """The mark that an icon in a cell shows; ``""`` if there is none."""
    for one in range(cell + 1, min(cell + 1 + _MOST, len(tree.tag))):
        if tree.parent[one] < cell:  # after the cell
            break
        said = _words(tree, one) if tree.tag_of(one) in _TAGS else ""
        if _FONT.search(said):
            if _YES.search(said):
                return _CHECK
            if _NO.search(said):
                return _CROSS
    return ""


def _words(tree: Tree, element: int) -> str:
    """The classes of an element, and the name of the icon that a font shows."""
    found = tree.attribute(element, "class")[:_LONGEST]
    low, high = tree.opened.item(element), tree.closed.item(element)
    return f"{found} {''.join(tree.text[low:high])}" if ICONS.search(found) else found
