"""The data that the stages hand on: :class:`Tree`, :class:`Blocks`, :class:`Table` and others.

Columns, not objects: a page is a handful of arrays, so that features are array expressions.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from victor.attributes import Attributes, looked_at
from victor.compiled import kernel
from victor.counts import WORD_LENGTH, Characters, Counts, count

Ints = NDArray[np.int32]
Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
Numbers = NDArray[Any]  # of any numeric type


@kernel("tree")
def covering(chosen: Bools, opened: Ints, closed: Ints, texts: int) -> Ints:
    """[texts] how many of the chosen elements [m] hold each text."""
    begun, ended = (np.bincount(places[chosen], minlength=texts + 1) for places in (opened, closed))
    return np.cumsum(begun - ended, dtype=np.int32)[:-1]


@kernel("tree")
def tags_before(chosen: Bools, opened: Ints, closed: Ints, texts: int) -> Ints:
    """[texts] how many tags of the chosen elements [m] stand before each text."""
    begun, ended = (np.bincount(places[chosen], minlength=texts + 1) for places in (opened, closed))
    return (begun + ended)[:-1].astype(np.int32)


@kernel("tree")
def nearest(chosen: Bools, parent: Ints) -> Ints:
    """[m] the nearest chosen element at or above each, -1 where there is none."""
    if not chosen.any():
        return np.full(len(chosen), -1, np.int32)
    above = np.where(chosen, np.arange(len(chosen), dtype=np.int32), parent)
    # Pointer doubling: after i rounds every pointer has climbed 2**i levels or arrived.
    while True:
        pending = (above >= 0) & ~chosen[above]
        if not pending.any():
            return above.astype(np.int32)
        above = np.where(pending, above[above], above)


@kernel("tree")
def inherited(bits: NDArray[np.uint64], parent: Ints) -> NDArray[np.uint64]:
    """[m + 1] the bits of each element [m] and of all that hold it; 0 at the end, for -1."""
    bits, above = np.append(bits, np.uint64(0)), np.append(parent, np.int32(-1))
    # After i rounds each element has the bits of 2**i levels: a bit seen twice does no harm.
    while (above >= 0).any():
        bits, above = bits | bits[above], above[above]
    return bits


@kernel("tree")
def levels(parent: Ints) -> Ints:
    """[m] how many elements hold each element [m]."""
    steps, above = (parent >= 0).astype(np.int32), parent
    # After i rounds steps are counted up to 2**i levels, from where a pointer stands.
    while (above >= 0).any():
        here = above >= 0
        steps = steps + np.where(here, steps[above], 0)
        above = np.where(here, above[above], -1)
    return np.asarray(steps, np.int32)


@kernel("tree")
def groups(keys: NDArray[np.uint64]) -> Ints:
    """[n] a number for each key, new ones in the order in which they come."""
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    rank = np.empty(len(first), np.int32)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[inverse]


@dataclass(frozen=True)
class Tree:
    """A page's elements in document order (m of them) and the texts between tags (t of them).

    An element's place is told by texts: it was opened when ``opened[e]`` texts had been seen and
    closed when ``closed[e]`` had been, so that it holds the texts ``opened[e]:closed[e]``. What is
    inside what, how deep, and which tags stand between two texts follow by counting.
    """

    tags: tuple[str, ...]  # names of the elements that occur, by tag code
    tag: Ints  # [m] tag code
    parent: Ints  # [m] element, -1 at the top
    opened: Ints  # [m]
    closed: Ints  # [m]
    attributes: Sequence[Mapping[str, str]]  # [m]
    text: Sequence[str]  # [t] as written, never blank
    node: Ints  # [t] element that holds the text, -1 outside of all
    spaced: Bools  # [t] whether white space stands between the text before and this one
    head: Mapping[str, str]  # title, canonical, doctype, and "meta:NAME" to content
    parser: str  # libxml2 or beautifulsoup
    styles: Sequence[str] = ()  # the texts of ``style`` elements that are for screens

    def named(self, names: Collection[str]) -> Bools:
        """[m] whether an element's tag is one of ``names``."""
        codes, hit = self._codes, np.zeros(len(self.tags), bool)
        if len(names) == 1:
            (name,) = names
            return np.asarray(self.tag == codes.get(name, -1))
        few, many = (names, codes) if len(names) < len(codes) else (codes, names)
        hit[[codes[name] for name in few if name in many]] = True
        return hit.take(self.tag)

    @cached_property
    def _codes(self) -> Mapping[str, int]:
        return {name: code for code, name in enumerate(self.tags)}

    def covering(self, elements: Bools) -> Ints:
        """[t] how many of the chosen ``elements`` [m] hold each text."""
        return covering(elements, self.opened, self.closed, len(self.text))

    def tags_before(self, elements: Bools) -> Ints:
        """[t] how many start and end tags of the chosen ``elements`` stand before each text.

        Counted since the text before it, from the page's first tag for the first.
        """
        return tags_before(elements, self.opened, self.closed, len(self.text))

    def nearest(self, elements: Bools) -> Ints:
        """[m] the nearest chosen element at or above each, -1 where there is none."""
        return nearest(elements, self.parent)

    @cached_property
    def depth(self) -> Ints:
        """[t] number of elements that hold each text."""
        return self.covering(np.ones(len(self.tag), bool))

    @cached_property
    def linked(self) -> Bools:
        """[t] whether a text is inside an ``a`` element with an address."""
        addressed = np.zeros(len(self.tag), bool)
        addressed[self.looked_at.element[self.looked_at.rows("href")]] = True
        return self.covering(self.named({"a"}) & addressed) > 0

    @cached_property
    def looked_at(self) -> Attributes:
        """The attributes that features look at."""
        return looked_at(self.attributes)

    @cached_property
    def first_h1(self) -> int:
        """The first ``h1`` that has text, -1 if there is none."""
        found = np.flatnonzero(self.named({"h1"}) & (self.closed > self.opened))
        return int(found[0]) if len(found) else -1

    @cached_property
    def hidden(self) -> Bools:
        """[m] whether an element itself says that it is not shown."""
        seen, hidden = self.looked_at, np.zeros(len(self.tag), bool)
        for name in ("hidden", "aria-hidden", "style"):
            rows = seen.rows(name)
            values = seen.value[rows]
            hides = [v for v in set(values.tolist()) if _hides(name, seen.values[v])]
            if hides:
                hiding = np.zeros(len(seen.values), bool)
                hiding[hides] = True
                hidden[seen.element[rows][hiding[values]]] = True
        return hidden

    def xpath(self, element: int) -> str:
        """The element's position, as ``/html/body/div[2]/p``; ``/`` for -1."""
        steps: list[str] = []
        while element >= 0:
            steps.append(self._steps[element])
            element = int(self.parent[element])
        return "/" + "/".join(reversed(steps))

    @cached_property
    def _steps(self) -> list[str]:
        """[m] each element's step of an XPath: its tag, its number where siblings share it."""
        family = self.parent.astype(np.int64) * (len(self.tags) + 1) + self.tag
        _, inverse, counts = np.unique(family, return_inverse=True, return_counts=True)
        order = np.argsort(inverse, kind="stable")
        rank = np.empty(len(order), np.int64)
        starts = np.cumsum(np.concatenate(([0], counts[:-1]))) if len(counts) else counts
        rank[order] = np.arange(len(order)) - np.repeat(starts, counts)
        return [
            f"{self.tags[tag]}[{place + 1}]" if count > 1 else self.tags[tag]
            for tag, place, count in zip(
                self.tag.tolist(), rank.tolist(), counts[inverse].tolist(), strict=True
            )
        ]


def _hides(name: str, value: str) -> bool:
    if name != "style":
        return name == "hidden" or value.lower() == "true"
    style = value.lower()
    if "none" not in style and "hidden" not in style:
        return False
    style = style.replace(" ", "")
    return "display:none" in style or "visibility:hidden" in style


@dataclass(frozen=True)
class Blocks:
    """The text blocks of a page, n of them; none is blank, n may be 0.

    A block is a run of the tree's texts: ``first[i]:first[i + 1]``. Texts and blocks are the same
    where every tag splits.
    """

    tree: Tree
    text: Sequence[str]  # [n] white space normalised, nothing else changed
    first: Ints  # [n + 1] the block's first text
    level: Bools  # [m] the elements that blocks are in
    glue: Bools  # [n] True: white space or a block-level tag stood before it; False: nothing did

    def __len__(self) -> int:
        return len(self.text)

    @cached_property
    def of_text(self) -> Ints:
        """[t] the block that each text is in."""
        return np.repeat(np.arange(len(self), dtype=np.int32), np.diff(self.first))

    def any_of(self, per_text: NDArray[np.generic]) -> Bools:
        """[n] whether a value of the block's texts [t] is not zero."""
        return self._reduce(np.logical_or, per_text.astype(bool)).astype(bool)

    def sum_of(self, per_text: NDArray[np.generic]) -> NDArray[np.float64]:
        """[n] the sum over the block's texts of a value [t]."""
        return self._reduce(np.add, per_text.astype(np.float64))

    def _reduce(self, ufunc: np.ufunc, per_text: NDArray[np.generic]) -> NDArray[np.float64]:
        if not len(self):
            return np.zeros(0)
        return np.asarray(ufunc.reduceat(per_text, self.first[:-1]))

    def inside(self, elements: Bools) -> Bools:
        """[n] whether some of a block's text is inside one of the chosen ``elements`` [m]."""
        return self.any_of(self.tree.covering(elements))

    @cached_property
    def node(self) -> Ints:
        """[n] the element that each block is in, -1 for none."""
        return self._nearest(self.level)

    @cached_property
    def div_group(self) -> Ints:
        """[n] the nearest ``div`` of each block, -1 for none: blocks that share it are a group."""
        return self._nearest(self.tree.named({"div"}))

    @cached_property
    def td_group(self) -> Ints:
        """[n] the same for table cells."""
        return self._nearest(self.tree.named({"td", "th"}))

    def _nearest(self, elements: Bools) -> Ints:
        """[n] the nearest of the chosen elements [m] that holds a block's first text."""
        nearest = np.append(self.tree.nearest(elements), np.int32(-1))
        return nearest[self.tree.node[self.first[:-1]]]

    @cached_property
    def chars(self) -> Characters:
        """The blocks' characters as arrays."""
        return Characters(self.text)

    @cached_property
    def counts(self) -> Counts:
        """What the blocks' characters come to."""
        return count(self.text)

    @property
    def lengths(self) -> Ints:
        """[n] code points of each block."""
        return self.counts["length"]

    @property
    def tokens(self) -> Ints:
        """[n] tokens: runs of characters other than white space."""
        return self.counts["tokens"]

    @property
    def sentences(self) -> Ints:
        """[n] ends of sentences; see :mod:`victor.counts`."""
        return self.counts["sentences"]

    @cached_property
    def words(self) -> Floats:
        """[n] words: tokens with a letter or a digit; scripts without spaces by their characters.

        See :data:`victor.counts.WORD_LENGTH` for the characters that make a word there.
        """
        return _words(self.counts)

    @cached_property
    def link_share(self) -> Floats:
        """[n] the share of a block's characters that is inside ``a`` elements with an address.

        White space around the texts between tags does not count.
        """
        return self._share(stripped_lengths(list(self.tree.text)), self.tree.linked)

    @cached_property
    def linked_words(self) -> Floats:
        """[n] the same share of its words, those of each text between tags counted by itself."""
        return self._share(_words(count(self.tree.text)), self.tree.linked)

    def _share(self, sizes: Numbers, chosen: Bools) -> Floats:
        """[n] the share of a block's ``sizes`` [t] that the ``chosen`` texts [t] have."""
        part, whole = self.sum_of(sizes * chosen), self.sum_of(sizes)
        return (part / np.maximum(whole, 1)).astype(np.float32)

    @cached_property
    def free_words(self) -> Floats:
        """[n] words outside of links."""
        return self.words * (1 - self.link_share)


def _words(counts: Counts) -> Floats:
    words = counts["spaced_words"].astype(np.float32)
    for column, length in WORD_LENGTH.items():
        if counts[column].any():
            words += np.ceil(counts[column] / length).astype(np.float32)
    return words


@kernel("text")
def stripped_lengths(text: list[str]) -> NDArray[np.float64]:
    """[t] the length of each text without the white space around it."""
    return np.fromiter(map(len, map(str.strip, text)), np.float64, len(text))


@dataclass(frozen=True)
class Table:
    """A page's features: one row per block, one column per name."""

    names: tuple[str, ...]
    values: Floats  # [n, f]


@kernel("tree")
def spread(bits: NDArray[np.uint64], columns: int) -> Floats:
    """[columns, n] 1 where a bit of ``bits`` [n] is set, else 0."""
    places = np.arange(columns, dtype=np.uint64)[:, None]
    return (bits >> places & np.uint64(1)).astype(np.float32)


@dataclass(frozen=True)
class Codes:
    """What a template makes of a table: for each block and line, the indicator switched on.

    An attribute is an indicator seen at an offset: number ``o * width + indicator`` for the o-th
    of ``offsets``; ``active`` says which of them the template asks for.
    """

    lines: Ints  # [n, l] indicator below ``width``, -1 for none
    width: int
    offsets: tuple[int, ...]
    active: Bools  # [o, width]

    def attributes(self) -> Ints:
        """[n, o * l] attribute numbers, -1 where there is none."""
        n, columns = self.lines.shape
        out = np.full((n, len(self.offsets), columns), -1, np.int32)
        for o, offset in enumerate(self.offsets):
            here, there = shifted(n, offset)
            ids = self.lines[there]
            wanted = (ids >= 0) & self.active[o, np.maximum(ids, 0)]
            out[here, o] = np.where(wanted, ids + o * self.width, -1)
        return out.reshape(n, len(self.offsets) * columns)


def shifted(n: int, offset: int) -> tuple[slice, slice]:
    """The blocks that have a neighbour at ``offset``, and those neighbours, as slices."""
    size = max(0, n - abs(offset))
    low, high = max(0, -offset), max(0, offset)
    return slice(low, low + size), slice(high, high + size)


def greatest_run(gains: NDArray[np.float64]) -> Bools:
    """[n] the neighbours whose gains [n] add up to most; none where nothing is above 0.

    The maximum subarray (Bentley, *Programming pearls: algorithm design techniques*, 1984), in
    linear time. Of equal runs the one that ends first, and of these the longest.
    """
    sums = np.concatenate(([0.0], np.cumsum(gains)))
    end = int(np.argmax(sums - np.minimum.accumulate(sums)))
    chosen = np.zeros(len(gains), bool)
    chosen[int(np.argmin(sums[: end + 1])) : end] = True
    return chosen


@dataclass(frozen=True)
class Potentials:
    """Scores before decoding: natural logarithms, up to a constant per block."""

    state: NDArray[np.float64]  # [n, k]
    transition: NDArray[np.float64] | None = None  # [k, k] from label to label; None: no chain


@dataclass(frozen=True)
class Labels:
    """What each block was labelled, and the probability of each label."""

    y: Ints  # [n]
    scores: Floats  # [n, k]
