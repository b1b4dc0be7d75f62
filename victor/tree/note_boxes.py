"""Boxes for notes and warnings in manuals."""

from victor.arrays import Bools, some
from victor.text.regex import regex
from victor.tree.tree import Tree

_SIGNS = ("admonition", "callout", "custom-block", "notecard")
# Classes of Sphinx, MkDocs, Docusaurus, Asciidoctor, VitePress and MDN.
_BOX = regex(rf"(?:^|\s)(?:theme-)?(?:{'|'.join(_SIGNS)}|admonitionblock)(?=\s|$)")


def note_boxes(tree: Tree) -> Bools | None:
    """[m] the boxes for notes with several texts; None if there are none.

    Args:
        tree: the page's tree.
    """
    if not tree.looked_at.has(*_SIGNS):  # true of most pages
        return None
    found = tree.matching("class", _BOX.search, signs=_SIGNS) & (tree.closed - tree.opened > 1)
    return found if some(found) else None
