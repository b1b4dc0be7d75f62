"""Boxes for notes and warnings in manuals."""

from victor.arrays import Bools, some
from victor.text.regex import regex
from victor.tree.marks import BOXES
from victor.tree.tree import Tree

# Classes of Sphinx, MkDocs, Docusaurus, Asciidoctor, VitePress and MDN.
_BOX = regex(rf"(?:^|\s)(?:theme-)?(?:{'|'.join(BOXES)}|admonitionblock)(?=\s|$)")


def note_boxes(tree: Tree) -> Bools | None:
    """[m] the boxes for notes with several texts; None if there are none.

    Args:
        tree: the page's tree.
    """
    if tree.looked_at.marks.isdisjoint(BOXES):  # true of most pages
        return None
    found = tree.matching("class", _BOX.search, signs=BOXES) & (tree.closed - tree.opened > 1)
    return found if some(found) else None
