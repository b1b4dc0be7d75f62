"""Boxes for notes and warnings in manuals, and quotations."""

from victor.arrays import Bools, places, some, union
from victor.text.regex import regex
from victor.tree.marks import BOXES
from victor.tree.tree import Tree

# Classes of Sphinx, MkDocs, Docusaurus, Asciidoctor, VitePress, MDN, Starlight, Ghost and Nextra.
_BOX = regex(
    rf"(?:^|\s)(?:theme-|kg-|nextra-)?(?:{'|'.join(BOXES)}|admonitionblock|callout-card)(?=\s|$)"
)
_PICTURES = ("figure", "picture")  # of products and galleries, which other boxes hold


def texts_of_boxes(tree: Tree) -> list[tuple[int, int, int, int]]:
    """The texts of boxes for notes without pictures and of plain quotations, with those around.

    Each is a range: the first text, and the one after the last; then that of the element around it.
    Only the outermost boxes count.

    Args:
        tree: the page's tree.
    """
    found = union((_boxes(tree, 1), _plain_quotations(tree)))
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


def _plain_quotations(tree: Tree) -> Bools | None:
    """[m] the quotations without a class, unlike embedded posts; None if there are none."""
    if "blockquote" not in tree.codes:  # true of most pages
        return None
    quoted = tree.named(("blockquote",)) & tree.holds
    return tree.mask([one for one in places(quoted).tolist() if not tree.attribute(one, "class")])


def _boxes(tree: Tree, least: int) -> Bools | None:
    """[m] the boxes with at least so many texts; None if there are none."""
    if tree.looked_at.marks.isdisjoint(BOXES):  # true of most pages
        return None
    found = tree.matching("class", _BOX.search, signs=BOXES) & (tree.closed - tree.opened >= least)
    return found if some(found) else None
