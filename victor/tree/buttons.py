"""Buttons: what a click does, and no text of the page."""

import re

import numpy as np

from victor.arrays import Bools
from victor.tree.tables import layout_tables
from victor.tree.tree import Tree

# Of a button that shows a part of the page: its name is the heading of that part.
_STATES = (
    "aria-expanded", "aria-controls", "aria-selected", "data-target", "data-bs-target",
    "data-toggle", "data-bs-toggle", "popovertarget", "commandfor",
)  # fmt: skip
_SHOWS = re.compile(
    r"accordion|collaps|toggle|faq|disclosure|question|panel|popover"
    r"|(?<![a-z])(?:tab|user|username|author)(?![a-z])",
    re.IGNORECASE,
)
# In which, as in data tables, a button is the heading, the question, the term or the value itself.
_HOLDERS = frozenset("h1 h2 h3 h4 h5 h6 summary dt dd th caption figcaption label".split())


def plain_buttons(tree: Tree) -> Bools | None:
    """[m] the buttons, and links that are marked as such, that no part of the page opens with.

    Args:
        tree: of the page.

    Returns:
        None if the page has no buttons.
    """
    buttons = tree.matching("role", lambda role: role == "button") & tree.named(("a",))
    buttons |= tree.named(("button",))
    buttons &= tree.holds
    found = buttons.nonzero()[0].tolist()
    if not found:
        return None
    buttons[[one for one in found if _opens(tree, one)]] = False
    around = tree.named(_HOLDERS)
    if "table" in tree.tags:
        data = tree.named(("table",)) & tree.holds
        data[layout_tables(tree, tree.holds)] = False
        around |= data
    return np.asarray(buttons & (tree.nearest(around) == 0))


def _opens(tree: Tree, button: int) -> bool:
    """Whether a button shows and hides a part of the page."""
    attributes = tree.attributes[button]
    return (
        not attributes.keys().isdisjoint(_STATES)
        or attributes.get("role") == "tab"
        or "popover" in attributes.get("data-action", "")
        or _SHOWS.search(f"{attributes.get('class', '')} {attributes.get('id', '')}") is not None
    )
