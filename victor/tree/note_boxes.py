"""Boxes for notes and warnings in manuals."""

from victor.arrays import Bools, some
from victor.text.regex import regex
from victor.tree.marks import BOXES
from victor.tree.tree import Tree

# Classes of Sphinx, MkDocs, Docusaurus, Asciidoctor, VitePress, MDN, Starlight, Ghost and Nextra.
_BOX = regex(
    rf"(?:^|\s)(?:theme-|kg-|nextra-)?(?:{'|'.join(BOXES)}|admonitionblock|callout-card)(?=\s|$)"
)
_PICTURES = ("figure", "picture")  # of products and galleries, which other boxes hold


def texts_of_boxes(tree: Tree) -> list[tuple[int, int, int, int]]:
    """The texts of the outermost boxes for notes without pictures, and of the elements around them.

    Each is a range: the first text, and the one after the last.

    Args:
        tree: the page's tree.
    """
    found = _boxes(tree, 1)
    if found is None:
        return []
    found = tree.outermost(found) & (tree.starts_within(tree.named(_PICTURES)) == 0)
    around = tree.parent[found]
    columns = tree.opened[found], tree.closed[found], tree.opened[around], tree.closed[around]
    return list(zip(*(one.tolist() for one in columns), strict=True))


def note_boxes(tree: Tree) -> Bools | None:
    """[m] the boxes for notes with several texts; None if there are none.

    Args:
        tree: the page's tree.
    """
    return _boxes(tree, 2)


def _boxes(tree: Tree, least: int) -> Bools | None:
    """[m] the boxes with at least so many texts; None if there are none."""
    if tree.looked_at.marks.isdisjoint(BOXES):  # true of most pages
        return None
    found = tree.matching("class", _BOX.search, signs=BOXES) & (tree.closed - tree.opened >= least)
    return found if some(found) else None
