"""Elements that are not part of the text of the page: dialogs, tooltips, messages."""

from victor.arrays import Bools
from victor.tree.attributes import elements_with
from victor.tree.tree import Tree

_ROLES = frozenset(("dialog", "alertdialog", "tooltip"))
# Messages that scripts insert; what the site does not want to be quoted.
_NAMES = ("aria-live", "data-nosnippet")
_SILENT = "off"  # of ``aria-live``


def overlays(tree: Tree) -> Bools | None:
    """[m] whether an element is a dialog, a tooltip, a message or not to be quoted; None if none.

    Args:
        tree: the tree of the page.
    """
    marked = [one for name in _NAMES for one in elements_with(tree.attributes, name)]
    if marked:  # values in tables may be updated by scripts
        cell = tree.nearest(tree.named(("td", "th")))
        marked = [one for one in marked if not cell[one]]
    marked = [one for one in marked if tree.attribute(one, _NAMES[0]) != _SILENT]
    if not marked and "dialog" not in tree.tags and _ROLES.isdisjoint(tree.looked_at.values):
        return None
    found = tree.matching("role", _ROLES.__contains__) | tree.named(("dialog",))
    found[marked] = True
    found[tree.frame] = False  # ``body`` may be marked for scripts
    return found
