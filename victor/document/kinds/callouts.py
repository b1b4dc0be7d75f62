"""Callouts: boxes for notes and warnings, and the headings in which they name their purpose."""

import re

import numpy as np

from victor.arrays import Bools, Ints, places, union
from victor.document.kinds.signs import CALLOUT_SIGNS, Signs, matching
from victor.text.regex import regex
from victor.tree.tree import Tree

SECTIONS = ("div", "aside", "section")  # may be callouts
# Classes of callouts, and of their titles.
_OF_PRESS = r"(?:tip|info|note|important|warning|danger|caution)"  # VitePress and VuePress
_CALLOUT = regex(
    r"(?:^|\s)(?:admonition(?:block)?|callout(?!-(?:header|body|area))|notecard|alert"
    r"|markdown-alert|starlight-aside|(?:kg|nextra)-callout(?:-card)?"
    rf"|{_OF_PRESS}\s+custom-block|custom-block\s+{_OF_PRESS})(?:[\s_-]|$)"
)
TITLE = regex(
    r"(?:^|\s)(?:admonition|alert|callout|custom-block|starlight-aside)[-_]{0,2}(?:title|[Hh]eading)"
)
# Purposes that alone name a callout, at the end of a class, if its text begins with the same word.
_PURPOSES = ("note", "tip", "important", "warning", "caution")
_PURPOSE = regex(rf"(?:^|[\s_-])({'|'.join(_PURPOSES)})(?=\s|$)", re.IGNORECASE)
_NAMED = tuple(f"{purpose}{end}" for purpose in _PURPOSES for end in " \n")
_LONGEST = 30  # characters of a text that is only a purpose, with white space
_GALLERY = 2  # images in a card of a product, which is no callout
_INNER = ("h3", "h4", "h5", "h6")  # headings that may be titles; others are of sections of the page


def callouts(tree: Tree, signs: Signs) -> Bools | None:
    """[m] the callouts, without those in others; None if there are none.

    Args:
        tree: the page's tree.
        signs: the signs in its attribute values.
    """
    noted = (*SECTIONS, "blockquote")
    known = matching(tree, signs, "class", _CALLOUT, CALLOUT_SIGNS, noted)
    found = union((known, _named(tree)))
    if found is None:
        return None
    found = tree.outermost(found)  # their parts have similar classes
    pictures = tree.named(("figure",)) & (tree.starts_within(tree.named(("pre",))) == 0)
    others = tree.named(("h1", "h2")) | pictures  # of sections of the page, and of galleries
    images = tree.starts_within(tree.named(("img",)) & ~tree.holds[tree.parent])  # not in a text
    return np.asarray(found & (tree.starts_within(others) == 0) & (images < _GALLERY))


def _named(tree: Tree) -> Bools | None:
    """[m] those with a purpose as class, in DocBook, docfx and wikis; None if there are none."""
    if not tree.looked_at.has(*_NAMED):  # true of most pages
        return None
    around = tree.named(SECTIONS) & tree.holds
    likely = tree.matching("class", _PURPOSE.search, around, _PURPOSES)
    found = [one for one in places(likely).tolist() if _says_so(tree, one)]
    return tree.mask(found) if found else None


def _says_so(tree: Tree, element: int) -> bool:
    """Whether the first of several texts of an element is the purpose that its class names."""
    first, last = tree.bounds(element)
    purpose = _purpose(tree.text[first])
    found = _PURPOSE.finditer(tree.attribute(element, "class"))
    return last - first > 1 and any(one[1].lower() == purpose for one in found)


def _purpose(text: str) -> str:
    return text.strip().rstrip(":!").lower() if len(text) < _LONGEST else ""


def titles_of(tree: Tree, found: Bools) -> Ints:
    """The headings that are titles of callouts.

    Args:
        tree: the page's tree.
        found: [m] the callouts.
    """
    inside = tree.nearest(found)
    headings = tree.named(_INNER) & tree.holds & (inside > 0)
    headings &= tree.opened == tree.opened[inside]
    return np.array([one for one in places(headings).tolist() if _is_title(tree, one)], np.int32)


def _is_title(tree: Tree, heading: int) -> bool:
    """Whether a heading is a title by its class, or only a purpose."""
    if TITLE.search(tree.attribute(heading, "class")):
        return True
    first, last = tree.bounds(heading)
    return last - first == 1 and _purpose(tree.text[first]) in _PURPOSES
