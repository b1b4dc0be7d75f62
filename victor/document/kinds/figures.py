"""Figures and quotations that only classes mark, as well-known platforms do.

WordPress and MediaWiki wrote figures like this for years, and forums quotations in posts.
"""

import re

import numpy as np

from victor.arrays import Bools, Ints, places
from victor.document.kinds.quotations import discussed
from victor.document.vocabulary import HEADINGS, LEVEL
from victor.text.regex import regex
from victor.tree.tree import Tree

FIGURES = regex(r"(?:^|\s)(?:wp-caption|thumbinner)(?:\s|$)")
_CAPTION = regex(r"(?:^|\s)(?:wp-caption-text|thumbcaption)(?:\s|$)")
_NAMES = frozenset(("quote", "quotecontent", "quotemain", "bbcode_quote", "bbCodeQuote"))
QUOTATIONS = regex(rf"(?:^|\s)(?:{'|'.join(sorted(_NAMES))})(?:\s|$)")
_PRAISE = regex(r"testimonial|blockquote", re.IGNORECASE)
_LABEL = 10  # most letters of a word that may be the label of a button
# What a quotation in a post does not hold, such as a form to request a quote.
_NO_QUOTED = ("blockquote", "input", "form", "button", *HEADINGS)


def captioned(tree: Tree, figures: Bools, parts: Bools) -> tuple[Ints, Ints]:
    """The figures with an image and one caption of a single line, and these captions.

    Args:
        tree: the page's tree.
        figures: [m] the elements whose class matches :data:`FIGURES`.
        parts: [m] the elements that are parts by their tag.
    """
    figures = figures & ~parts & (tree.nearest(tree.named(("figure",))) == 0)
    around = tree.nearest(figures)
    captions = tree.matching("class", _CAPTION.search) & tree.holds & (around > 0) & ~figures
    captions &= tree.named(("p", "div"))
    captions[tree.nearest(captions)[tree.parent[parts]]] = False
    count = np.bincount(around[captions], minlength=len(around))
    images = np.bincount(around[tree.named(("img", "amp-img"))], minlength=len(around))
    found = places(captions & ((count == 1) & (images > 0))[around])
    found = found[_of_a_line(tree, found)]
    return around[found], found


def _of_a_line(tree: Tree, elements: Ints) -> Bools:
    """Whether the texts of each element are in a single line."""
    ends = np.cumsum(tree.tags_before(tree.named(("br", *LEVEL))))
    return np.asarray(ends[tree.closed[elements] - 1] == ends[tree.opened[elements]])


def quoted(tree: Tree, quotations: Bools, kept: Bools) -> Ints:
    """The innermost of these elements that are quotations of words.

    Args:
        tree: the page's tree.
        quotations: [m] the elements whose class matches :data:`QUOTATIONS`.
        kept: [m] the elements that are quotations by their tag.
    """
    others = quotations | tree.named(_NO_QUOTED)
    around = tree.nearest(quotations)
    quotations = quotations & ~kept[tree.parent] & tree.holds
    quotations[around[tree.parent[others]]] = False
    quotations &= ~_of_companies(tree, quotations)
    return np.array([one for one in places(quotations).tolist() if _is_said(tree, one)], np.int32)


def _of_companies(tree: Tree, quotations: Bools) -> Bools:
    """[m] the ``div`` elements named "quote" that are in no discussion and no testimonial.

    Companies use this name for boxes in which readers can request a price.

    Args:
        tree: the page's tree.
        quotations: [m] elements that may be quotations.
    """
    bare = quotations & tree.named(("div",))
    bare &= tree.matching("class", lambda value: _NAMES.intersection(value.split()) == {"quote"})
    if not bare.any():
        return bare
    praise = tree.nearest(tree.matching("class", _PRAISE.search)) > 0
    return np.asarray(bare & ~discussed(tree) & ~praise)


def _is_said(tree: Tree, element: int) -> bool:
    """Whether an element holds unlinked words, with more letters than digits.

    A single short word is a button: "Quote".
    """
    first, last = tree.bounds(element)
    said = "".join(
        text
        for text, linked in zip(tree.text[first:last], tree.linked[first:last], strict=True)
        if not linked
    )
    letters = sum(map(str.isalpha, said))
    is_button = letters <= _LABEL and len(said.split()) == 1
    return letters > sum(map(str.isdigit, said)) and not is_button
