"""Repeated elements of the same name: the comments or posts of a page."""

import re
from collections.abc import Iterator

import numpy as np

from victor.arrays import Bools, Ints
from victor.document.roles.cued_page import MOST_ITEMS, PROSE, CuedPage, contains, nesting
from victor.document.roles.cues import BITS, part_with
from victor.document.roles.patterns import LONGEST, MATTER
from victor.document.roles.stated import WRITERS, first_attribute
from victor.text.regex import regex
from victor.tree.attributes import may_have

_NAMES_OF_POSTS = 40  # most names of elements that may be those of posts
_ITEM = regex(r"(?:^|[\s-])comment(?:[-_]?[0-9]+|\s|$)")
_DATED = 0.6  # greatest share of half posts that have a date
_NAMED = 0.8  # greatest share of half posts that name a user
_PAIRED = 0.75  # least share of posts that hold two halves or more
_LEAST_BODIES = 4  # least bodies of posts for which the elements around them are tried
_FRAME = regex(r"(?:^|[\s_-])(?:header|footer)(?:\s|$)", re.IGNORECASE)  # of a list of posts


def repeated(page: CuedPage, name: str, where: Bools | None = None) -> Ints:
    """The elements of the name with a cue that hold the most words, weighted by their number.

    At least two of them are side by side, which excludes an element around all of them. The words
    that one around all others has besides these do not count: WordPress numbers its page and the
    headers of posts in it alike.

    Args:
        page: the page.
        name: the cue.
        where: [n] the blocks in which they begin; by default, all.
    """
    best, most = np.zeros(0, np.int32), 0.0
    for elements in _by_name(page, name):
        if where is not None:
            elements = elements[where[page.range(elements)[0]]]
        outer, beside = nesting(page.tree, elements)
        if len(elements) > 2 and np.count_nonzero(outer) == 1:
            outer[1:] = nesting(page.tree, elements[1:])[0]
            outer[0] = False
        words = float(page.words(elements[outer]).sum()) * (1 - 1 / beside)
        if words > most:
            best, most = elements, words
    return _with_writers(page, _halved(page, name, best))


def _halved(page: CuedPage, name: str, elements: Ints) -> Ints:
    """The elements around two halves of a post each, its author and its text; else the elements.

    Args:
        page: the page.
        name: the cue.
        elements: elements of one name, side by side, which may be halves.
    """
    if len(elements) < 2:
        return elements
    dates = np.concatenate([page.elements(cue) for cue in ("time", "date")])
    if (page.own[elements] & np.uint64(BITS["comment"])).any() and name == "post":
        return elements  # the other half is what others said about it
    if contains(page.tree, elements, dates).sum() > _DATED * len(elements):
        return elements  # each is a post
    outer = _stating(page, name, elements)
    if len(outer) or len(elements) < 4:
        return outer if len(outer) else elements
    for outer in _by_name(page, name):
        held = page.tree.starts_within(elements, outer)
        if len(outer) > 1 and 2 * len(outer) == len(elements) and (held == 2).all():
            return outer
    return _nearly_halved(page, name, elements)


def _stating(page: CuedPage, name: str, elements: Ints) -> Ints:
    """The elements around most of such halves that state an author; empty if there are none."""
    tree, none = page.tree, np.zeros(0, np.int32)
    if not may_have(tree.attributes, WRITERS) or _names_users(page, elements).mean() > _NAMED:
        return none
    for outer in _by_name(page, name):
        stating = [bool(first_attribute(tree, one, WRITERS)) for one in outer.tolist()]
        outer = outer[np.array(stating, bool)]
        held = tree.starts_within(elements, outer)
        if held.sum() > 0.5 * len(elements) and held.min() >= 2 and held.max() <= 3:
            return np.asarray(outer)
    return none


def _with_writers(page: CuedPage, elements: Ints) -> Ints:
    """The parents of the elements if nearly all elements are beside an author, else the elements.

    Shorter texts beside names are teasers and testimonials.
    """
    tree = page.tree
    if len(elements) < _LEAST_BODIES or page.words(elements).mean() < PROSE:
        return elements
    around = tree.parent[elements]
    is_alone = tree.starts_within(elements, around) == tree.starts_within(elements, elements)
    is_named = _names_users(page, around) & is_alone
    if is_named.mean() <= _NAMED or _names_users(page, elements).mean() >= 0.5:
        return elements
    is_frame = tree.matching("class", _FRAME.search)[around]
    return np.unique(np.where(is_alone, around, elements)[~is_frame])


def _nearly_halved(page: CuedPage, name: str, elements: Ints) -> Ints:
    """The elements around one to three halves of a post each, if most hold two; else the elements.

    One alone is the form for a reply, the third a cell with votes.

    Elements that each name a user are posts, however many of them are in a group.
    """
    if _names_users(page, elements).sum() > _NAMED * len(elements):
        return elements
    for outer in _by_name(page, name):
        held = page.tree.starts_within(elements, outer)
        outer, held = outer[held > 0], held[held > 0]
        is_nested = 1 < len(outer) < len(elements) == held.sum()
        if is_nested and held.max() <= 3 and (held > 1).mean() >= _PAIRED:
            return outer
    return elements


def _names_users(page: CuedPage, elements: Ints) -> Bools:
    """[e] whether each element holds one that is named as a user, not as text of a user."""
    users = page.elements("user")
    is_matter = page.tree.matching("class", MATTER.search)
    return contains(page.tree, elements, users[~is_matter[users]])


def _by_name(page: CuedPage, name: str) -> Iterator[Ints]:
    """Yield the elements of each name with a cue, in document order."""
    rows = np.flatnonzero(page.named & np.uint64(BITS[name]))[:MOST_ITEMS]
    values = page.tree.looked_at.values
    names: dict[str, int] = {}
    number = np.zeros(len(values), np.int32)
    for value in np.unique(page.value[rows]).tolist():
        number[value] = names.setdefault(part_with(values[value], name), len(names))
    group = number[page.value[rows]]
    order = np.argsort(group, kind="stable")
    for part in np.split(order, np.flatnonzero(np.diff(group[order])) + 1)[:_NAMES_OF_POSTS]:
        yield np.unique(page.element[rows[part]])


def single_comment(page: CuedPage, where: Bools) -> Ints:
    """The outermost elements named "comment", perhaps with a number: the only comment of a page."""
    rows = np.flatnonzero(page.named & np.uint64(BITS["comment"]))[:MOST_ITEMS]
    values = page.tree.looked_at.values
    chosen = [row for row in rows.tolist() if _ITEM.search(values[page.value[row]][:LONGEST])]
    found = np.unique(page.element[chosen]).astype(np.int32)
    found = found[where[page.range(found)[0]]]
    return found[nesting(page.tree, found)[0]]
