"""The elements and blocks of a page by cues in their names, and how they are nested."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from victor import config
from victor.arrays import Bits, Bools, Doubles, Ints, Numbers, places, sums_before
from victor.document.roles.cues import BITS, TAG_BITS, named_elements
from victor.document.roles.patterns import HOST, LONGEST
from victor.tree.blocks import Blocks
from victor.tree.nesting import ancestor_bits
from victor.tree.tree import Tree

ROLES = ("", *config.ROLES)
CODE = {name: code for code, name in enumerate(ROLES)}
PROSE = 20  # least words of a block that is likely to be prose
_WHOLE = 0.6  # the share of the page's words from which an element is the page's layout
LINKS = 8  # most links near the title that are looked at
MOST_ITEMS = 20_000  # most elements that may be posts
FIRST = 12  # elements of a post in which its author, date and depth are looked for
HEAD = 40  # texts of a post in which its date may be written
_INITIALS = 2  # most characters of an avatar that are no name


class CuedPage:
    """The cues and tags of a page's elements as bits, per element, text and block."""

    def __init__(self, blocks: Blocks) -> None:
        self.blocks, self.tree = blocks, blocks.tree
        self.element, self.value, self.named = named_elements(self.tree)
        of_tag = np.array([TAG_BITS.get(tag, 0) for tag in self.tree.tags], np.uint64)
        self.own: Bits = of_tag.take(self.tree.tag)  # [m]
        np.bitwise_or.at(self.own, self.element, self.named)
        self.text_bits: Bits = ancestor_bits(self.own, self.tree.parent)[self.tree.node]  # [t]
        self.bits: Bits = np.bitwise_or.reduceat(self.text_bits, blocks.first[:-1])  # [n]
        self.present = int(np.bitwise_or.reduce(self.own))
        self._elements: dict[str, Ints] = {}

    def has(self, name: str) -> bool:
        """Whether any element has the bit."""
        return bool(self.present & BITS[name])

    def elements(self, name: str) -> Ints:
        """The elements that have text and the bit themselves, in document order."""
        if name not in self._elements:
            chosen = (self.own & np.uint64(BITS[name]) != 0) & self.tree.holds
            self._elements[name] = places(chosen)
        return self._elements[name]

    def around(self, name: str) -> Bools:
        """[n] whether a block is inside an element with the bit."""
        if not self.has(name):
            return np.zeros(len(self.blocks), bool)
        return np.asarray(self.bits & np.uint64(BITS[name]) != 0)

    def inside(self, elements: Ints) -> Bools:
        """[n] whether a block is inside one of some elements."""
        if not len(elements):
            return np.zeros(len(self.blocks), bool)
        return self.blocks.inside(self.tree.mask(elements))

    def parts(self, name: str) -> Ints:
        """The elements with the bit that hold a part of the page, not most of it."""
        found = self.elements(name)
        return found[self.words(found) < _WHOLE * self.words_before[-1]] if len(found) else found

    @cached_property
    def avatars(self) -> frozenset[int]:
        """The elements named as avatars."""
        return frozenset(self.elements("avatar").tolist())

    @cached_property
    def unnamed(self) -> Bools:
        """[t] texts beside names: hidden text, initials in place of images, "says" in WordPress."""
        initials = self.text_bits & np.uint64(BITS["avatar"]) != 0
        for place in np.flatnonzero(initials).tolist():
            initials[place] = len(self.tree.text[place].strip()) <= _INITIALS
        others = self.tree.hidden | self.tree.matching("class", _is_verb)
        return np.asarray(initials | (self.tree.enclosing_count(others) > 0))

    @cached_property
    def links(self) -> Ints:
        """The links with text."""
        return places(self.tree.named(("a",)) & self.tree.holds)

    @cached_property
    def undated(self) -> Bools:
        """[t] texts that do not date a post: of profiles, quotations and code."""
        tree = self.tree
        bits = np.uint64(BITS["elsewhen"] | BITS["quotation"] | BITS["code"])
        listed = tree.named(("dl", "cite"))
        return np.asarray((self.text_bits & bits != 0) | (tree.enclosing_count(listed) > 0))

    @cached_property
    def items(self) -> Ints:
        """[t] the items of lists around each text."""
        return np.asarray(self.tree.enclosing_count(self.tree.named(("li",))))

    @cached_property
    def terms(self) -> Ints:
        """The terms of definition lists that have text."""
        return places(self.tree.named(("dt",)) & self.tree.holds)

    @cached_property
    def descriptions(self) -> Ints:
        """The descriptions in definition lists that have text."""
        return places(self.tree.named(("dd",)) & self.tree.holds)

    @cached_property
    def host(self) -> str:
        """The host that the page states for itself; empty if it states none."""
        found = HOST.match(self.tree.url or "")
        return found[1].lower() if found else ""

    @cached_property
    def words_before(self) -> Doubles:
        """[n + 1] the number of words before each block."""
        return sums_before(self.blocks.words.astype(np.float64))

    def words(self, elements: Ints) -> Doubles:
        """The number of words of the blocks in each element."""
        low, high = self.range(elements)
        return self.words_before[high] - self.words_before[low]

    def range(self, elements: Numbers) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The blocks ``low:high`` with text of each element, which must contain text."""
        first = self.blocks.first
        low = np.searchsorted(first, self.tree.opened[elements], side="right") - 1
        return low, np.searchsorted(first, self.tree.closed[elements])

    @cached_property
    def prose(self) -> Bools:
        """[n] whether a block is likely to be prose."""
        return np.asarray((self.blocks.words >= PROSE) & (self.blocks.link_share < 0.5))

    def first_prose(self, low: int, high: int) -> int:
        """The first block of ``low:high`` that is likely to be prose; ``high`` without one."""
        return low + int(np.append(self.prose[low:high], True).argmax())


def _is_verb(classes: str) -> bool:
    return "says" in classes.split()


def nesting(tree: Tree, elements: Ints) -> tuple[Bools, int]:
    """[e] whether each element is in no other, and the number of elements that hold no other."""
    opened, closed = tree.opened[elements], tree.closed[elements]
    ends = np.maximum.accumulate(np.append(0, closed))[:-1]
    return opened >= ends, int((opened[1:] >= closed[:-1]).sum()) + 1


def contains(tree: Tree, elements: Ints, others: Ints) -> Bools:
    """[e] whether each element contains one of the others."""
    return np.asarray(tree.starts_within(others, elements) > 0)


def contained(tree: Tree, elements: Numbers, others: Ints) -> Bools:
    """[e] whether each element is in one of the others."""
    return tree.nearest(tree.mask(others))[elements] > 0


def is_around(tree: Tree, outer: int, inner: int) -> bool:
    """Whether one element contains all texts of another."""
    low, high = tree.bounds(inner)
    return bool(tree.opened[outer] <= low and high <= tree.closed[outer])


def following(elements: Ints, element: int, most: int) -> list[int]:
    """The first of some elements that begin after one, at most so many."""
    place = int(elements.searchsorted(element + 1))
    return list(elements[place : place + most].tolist())


def elements_within(page: CuedPage, cue: str, element: int, high: int) -> list[int]:
    """The first elements with a cue inside a post, before block ``high``; the innermost first."""
    tree, found = page.tree, following(page.elements(cue), element, FIRST)
    end = min(int(tree.closed[element]), int(page.blocks.first[high]))
    inside = [one for one in found if tree.closed[one] <= end]
    return sorted(inside, key=lambda one: (tree.bounds(one), -one))


def text_of(tree: Tree, element: int) -> str:
    """The text of an element; of several texts, only the first that is linked, if any."""
    low, high = tree.bounds(element)
    linked = np.flatnonzero(tree.linked[low : min(high, low + FIRST)])
    if high - low > 1 and len(linked):
        low, high = low + int(linked[0]), low + int(linked[0]) + 1
    return " ".join(" ".join(tree.text[low : min(high, low + FIRST)]).split())[:LONGEST]


def name_of(page: CuedPage, element: int) -> str:
    """The name in an element, as :func:`text_of`, if possible without initials and hidden text."""
    tree = page.tree
    low, high = tree.bounds(element)
    shown = (~page.unnamed[low : min(high, low + FIRST)]).nonzero()[0].tolist()
    if not shown or len(shown) == high - low:
        return text_of(tree, element)
    linked = [place for place in shown if tree.linked[low + place]]
    chosen = linked[:1] or shown
    return " ".join(" ".join(tree.text[low + place] for place in chosen).split())[:LONGEST]
