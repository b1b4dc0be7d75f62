"""Icons that a font shows in place of their names: ``<i class="material-icons">share</i>``."""

from victor.document.texts.heading_tools import elements_in
from victor.text.regex import regex
from victor.tree.tree import Tree

ICONS = regex(
    r"(?:^|\s)(?:google-)?material-(?:icons|symbols)"
    r"(?:-(?:outlined|round(?:ed)?|sharp|two-tone))?(?:\s|$)"
)  # their classes
ICON_SIGNS = ("material-",)
_NAME = regex(r"[a-z0-9_]{1,40}")
_LONGEST_CLASS = 400  # characters


def icons_in(tree: Tree, heading: int) -> list[int]:
    """The elements of a heading whose text is the name of an icon.

    Args:
        tree: the page's tree.
        heading: its element.
    """
    found = (one for one in elements_in(tree, heading) if has_name(tree, one))
    return [one for one in found if ICONS.search(tree.attribute(one, "class")[:_LONGEST_CLASS])]


def has_name(tree: Tree, element: int) -> bool:
    """Whether the only text of an element may be the name of an icon.

    Args:
        tree: the page's tree.
        element: its number.
    """
    first, last = tree.bounds(element)
    return last == first + 1 and _NAME.fullmatch(tree.text[first].strip()) is not None
