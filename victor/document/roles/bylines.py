"""The blocks that state who wrote a page, and when."""

import re

import numpy as np

from victor.arrays import Bools
from victor.document.roles.cued_page import LINKS, CuedPage
from victor.document.roles.patterns import AUTHORS, DIGIT, LETTERS, LONGEST, is_date
from victor.text.regex import regex
from victor.tree.tree import Tree

_SHORT = 25  # most words of a byline
_SHARED = frozenset(  # names of share buttons
    "facebook twitter linkedin pinterest reddit whatsapp telegram email e-mail print share".split()
)
_DATE_WORDS = 12  # most words of a date
_AFTER = 2  # blocks after the text that may be its byline and date
# "By" in several languages, followed by a name.
_BY = regex(
    r"(?:\w+\s)?(?:(?:by|von|par|por|di|door|av|af|przez|от|od|autore?|autora|author|auteur|autor\w*"
    r"|författare|texte?|testo|tekst|автор|текст|foto|words)\b\s?[:：]?\s?(?-i:[^\W\d_a-zа-я])"
    r"|(?:作者|記者|记者|文|撰文|取材|글|기자|بقلم|كتب)\s?[:：/／|]?\s?\w)",
    re.IGNORECASE,
)


def byline_blocks(page: CuedPage, near: range) -> Bools:
    """[n] the bylines of the page and of what is on it; a line with a date is one after "by"."""
    blocks, here = page.blocks, slice(near.start, near.stop)
    short, out = blocks.words <= _SHORT, page.around("byline")
    out[here] |= page.around("address")[here]
    for i in np.flatnonzero((blocks.words[here] <= _DATE_WORDS) & ~out[here]).tolist():
        out[near.start + i] = _BY.match(blocks.text[near.start + i]) is not None
    out &= short
    if near and not out[here].any():
        out |= _by_link(page, near) & short
    for i in np.flatnonzero(out).tolist():
        text = blocks.text[i]
        named = _BY.match(text) is not None
        out[i] = named or (LETTERS.search(text) is not None and not _is_beside(text))
    return out


def _is_beside(text: str) -> bool:
    """Whether a text beside a name is none: a date, "5 min read", the name of a share button."""
    return is_date(text) or text[:1].isdigit() or text.casefold() in _SHARED


def _by_link(page: CuedPage, near: range) -> Bools:
    """[n] the blocks with a link to an author near the title, by its ``rel`` or its URL."""
    tree, first = page.tree, page.blocks.first
    low, high = np.searchsorted(tree.opened, (first[near.start], first[near.stop]))
    links = np.flatnonzero(tree.named({"a"})[low:high])[:LINKS] + low
    chosen = [e for e in links.tolist() if tree.closed[e] > tree.opened[e] and _to_author(tree, e)]
    return page.inside(np.array(chosen, np.int32))


def _to_author(tree: Tree, link: int) -> bool:
    attributes = tree.attributes[link]
    if "author" in attributes.get("rel", ""):
        return True
    return AUTHORS.search(attributes.get("href", "")[:LONGEST]) is not None


def date_blocks(page: CuedPage, near: range) -> Bools:
    """[n] the dates on the page."""
    short = page.blocks.words <= _DATE_WORDS
    out = page.around("time") & short
    for i in np.flatnonzero(page.around("date") & short & ~out).tolist():
        out[i] = DIGIT.search(page.blocks.text[i]) is not None
    for i in (np.flatnonzero((short & ~out)[near.start : near.stop]) + near.start).tolist():
        out[i] = is_date(page.blocks.text[i])
    return out


def of_page(page: CuedPage, found: Bools, near: range, discussed: Bools) -> Bools:
    """[n] the bylines or dates of the page itself, not of pages that it links to.

    They are near the title, else directly after the text, or the only ones and close together.

    Args:
        page: the page.
        found: [n] the bylines or dates.
        near: the blocks around the title; empty without one.
        discussed: [n] the blocks of comments and posts.
    """
    found = found & ~discussed
    places = np.flatnonzero(found)
    if not near or len(places) < 2 or places[-1] - places[0] <= _AFTER:
        return found
    prose = np.flatnonzero(page.prose & ~discussed)
    end = int(prose[-1]) + 1 if len(prose) else len(found)
    chosen = np.zeros_like(found)
    for first, last in ((near.start, near.stop), (end, end + _AFTER)):
        if not chosen.any():
            chosen[first:last] = found[first:last]
    return chosen
