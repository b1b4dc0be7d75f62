"""Footnotes by their class, id or role, and the links that lead to them."""

from victor.arrays import Bools, Ints, indices, places, some
from victor.text.regex import regex
from victor.tree.marks import FOOTNOTES
from victor.tree.tree import Tree

# Roles of DPUB-ARIA; classes and ids of Docutils, Markdown, WordPress, Asciidoctor and Org mode;
# ids of single notes in Markdown, GitBook and Word. Not those of references and bibliographies.
_NOTES = regex(
    r"(?:^|\s)(?:doc-|wp-block-)?(?:foot|end)notes?(?:-list)?(?=\s|$)"
    r"|^_?(?:fn|ftn|(?:foot|end)note)[-_:.]?\d{1,3}$"
)
_SIGNS = ("footnote", "endnote", "fn", "ftn")  # of all that the pattern matches
_HOLDERS = (
    "li", "p", "div", "dd", "aside", "section", "ol", "ul", "dl", "table", "tr", "blockquote",
)  # fmt: skip
_REFERENCE = regex(r"^(?:ref|bib|cit|cr|b)[-_]?\d")  # ids of what a paper cites
_LONGEST = 4  # texts of a reference


def footnotes_in(tree: Tree) -> list[tuple[int, int, list[int]]]:
    """The texts of footnotes, outside the footer of a page, that earlier links lead to.

    Each is the first text, the one after the last, and the first texts of the links.

    Args:
        tree: the page's tree.
    """
    if tree.looked_at.marks.isdisjoint(FOOTNOTES):  # true of most pages
        return []
    found = tree.matching(("class", "id", "role"), _NOTES.search, signs=_SIGNS)
    found &= tree.named(_HOLDERS) & tree.holds
    if not some(found):
        return []
    found = tree.outermost(found & (tree.nearest(_footers(tree)) == 0))
    links = _links(tree, found)
    bounds = (column[found].tolist() for column in (tree.opened, tree.closed))
    notes = zip(places(found).tolist(), *bounds, strict=True)
    return [(first, last, links[note]) for note, first, last in notes if note in links]


def _footers(tree: Tree) -> Bools:
    """[m] the footers of a page."""
    return tree.named(("footer",)) | tree.matching("role", "contentinfo".__eq__)


def _links(tree: Tree, notes: Bools) -> dict[int, list[int]]:
    """The first texts of the short links to each of some ``notes`` [m], or to an element in it."""
    sizes, around = tree.closed - tree.opened, tree.nearest(notes)
    of_name = _names(tree, around)
    found: dict[int, list[int]] = {}
    short = tree.named(("a",)) & (sizes > 0) & (sizes <= _LONGEST) & (around == 0)
    for link in indices(short).tolist():
        _, _, name = tree.attribute(link, "href").partition("#")
        note = of_name.get(name.removeprefix("/"), 0)
        if note and tree.closed[link] <= tree.opened[note]:
            found.setdefault(note, []).append(int(tree.opened[link]))
    return found


def _names(tree: Tree, around: Ints) -> dict[str, int]:
    """The note ``around`` [m] the element of each name in a note, except names of references."""
    inside = indices(around > 0).tolist()
    names = ((tree.attribute(one, name), one) for one in inside for name in ("id", "name"))
    return {name: int(around[one]) for name, one in names if name and not _REFERENCE.match(name)}
