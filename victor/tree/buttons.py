"""Find buttons, whose names describe actions and are not text of the page."""

import re
from collections.abc import Collection

from victor.arrays import Bools
from victor.text.regex import regex
from victor.tree.html_tags import HEADINGS
from victor.tree.marks import BUTTONS
from victor.tree.tables import layout_tables
from victor.tree.tree import Tree

# Attributes of buttons that show a section of the page and are named by its heading.
_STATES = (
    "aria-expanded", "aria-controls", "aria-selected", "data-target", "data-bs-target",
    "data-toggle", "data-bs-toggle", "popovertarget", "commandfor",
)  # fmt: skip
_SHOWS = regex(
    r"accordion|collaps|toggle|faq|disclosure|question|panel|popover"
    r"|(?<![a-z])(?:tab|user|username|author)(?![a-z])",
    re.IGNORECASE,
)
# Elements in which, as in data tables, a button is the heading, question, term or value.
_HOLDERS = frozenset((*HEADINGS, *"summary dt dd th caption figcaption label".split()))


def buttons(tree: Tree) -> Bools | None:
    """[m] whether an element is a button, or a link marked as one; None if there are none.

    Args:
        tree: the tree of the page.
    """
    is_marked = BUTTONS in tree.looked_at.marks
    if not is_marked and "button" not in tree.codes:
        return None
    chosen = tree.named(("button",))
    if is_marked:
        chosen |= tree.matching("role", "button".__eq__, tree.named(("a",)))
    return chosen


def is_button(tree: Tree, element: int) -> bool:
    """Whether an element is a button or marked as one.

    Args:
        tree: the tree of the page.
        element: its index.
    """
    is_named = tree.tag_of(element) == "button"
    return is_named or tree.attribute(element, "role") == "button"


def plain_among(tree: Tree, found: Collection[int]) -> frozenset[int]:
    """The buttons in ``found`` that open no section and are not a heading, term or value.

    Args:
        tree: the tree of the page.
        found: elements of buttons.
    """
    if not found:
        return frozenset()
    around = tree.named(_HOLDERS)
    if "table" in tree.codes:
        data = tree.named(("table",)) & tree.holds
        data[layout_tables(tree, tree.holds)] = False
        around |= data
    holders = tree.nearest(around)
    free = (one for one in found if not holders[one] or _follows(tree, one, int(holders[one])))
    return frozenset(one for one in free if not _opens(tree, one))


def _follows(tree: Tree, button: int, holder: int) -> bool:
    """Whether a button follows the text of a heading: "Function sum [Copy path]"."""
    if tree.tag_of(holder) not in HEADINGS:
        return False
    before = tree.text[tree.opened[holder] : tree.opened[button]]
    return any(not text.isspace() for text in before)


def _opens(tree: Tree, button: int) -> bool:
    """Whether a button shows and hides a section of the page."""
    attributes = tree.attributes[button]
    return (
        not attributes.keys().isdisjoint(_STATES)
        or attributes.get("role") == "tab"
        or "popover" in attributes.get("data-action", "")
        or _SHOWS.search(f"{attributes.get('class', '')} {attributes.get('id', '')}") is not None
    )
