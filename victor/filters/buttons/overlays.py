"""Labels of form fields, and dialogs and tooltips, which lie above the page."""

from victor.arrays import Bools, places, some
from victor.tree.blocks import Blocks
from victor.tree.tree import Tree

_LONGEST = 15  # maximum words of a label
_QUESTION = ("?", "？", "؟")
_ROLES = frozenset(("dialog", "alertdialog", "tooltip"))
_MOST = 0.2  # share of the content above which it is the text of the page: a quiz, an article


def overlays(kept: Bools, blocks: Blocks) -> list[int]:
    """Content blocks that are the label of a form field or in a dialog or tooltip.

    Questions stay: a label may open the answer to one. So do the cells of data tables.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    tree, found = blocks.tree, list[int]()
    if "label" in tree.tags:
        labels = kept & (blocks.words <= _LONGEST) & (blocks.undivided == 0)
        labels &= blocks.within(tree.named(("label",)))
        asks = [one for one in places(labels).tolist() if blocks.text[one].endswith(_QUESTION)]
        labels[asks] = False
        found += _few(labels, kept, blocks)
    above = _above(tree)
    if above is not None:
        found += _few(kept & blocks.within(above), kept, blocks)
    return found


def _above(tree: Tree) -> Bools | None:
    """[m] whether an element is a dialog or a tooltip; None if none is."""
    if "dialog" not in tree.tags and _ROLES.isdisjoint(tree.looked_at.values):
        return None
    return tree.matching("role", _ROLES.__contains__) | tree.named(("dialog",))


def _few(found: Bools, kept: Bools, blocks: Blocks) -> list[int]:
    """The found blocks, unless they have much of the content."""
    words = blocks.words
    if not some(found) or words[found].sum() > _MOST * words[kept].sum():
        return []
    return list(places(found).tolist())
