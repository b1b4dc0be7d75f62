"""What the parts of a page are built from, as columns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Bools, Ints, places, some
from victor.document.building.addresses import Addresses, attributes_of
from victor.document.building.details import Details
from victor.document.building.selection import Selection, selected
from victor.document.content import Content
from victor.document.kinds.elements import (
    CAPTION,
    FIGURE,
    HEADING,
    QUOTATION,
    USES,
    ordered_events,
)
from victor.document.kinds.footnotes import NONE, Footnotes
from victor.document.kinds.labels import LABELS
from victor.document.kinds.rendered import insets_in
from victor.document.pictures.shown import Images
from victor.document.texts.links import linked_lines
from victor.document.texts.pieces import Texts, content_texts
from victor.document.vocabulary import BLOCKS, HEADINGS, MARKS, NUMBERS
from victor.tree.players import is_player
from victor.tree.tree import Tree

if TYPE_CHECKING:
    from victor.document.roles import Post

Numbers = NDArray[np.uint8]  # of kinds
_WITH_ATTRIBUTES = frozenset("a ol td th".split())
_NO_LINK: Mapping[str, str] = {}  # attributes of a link that becomes text
_PARTS, _MARKS = ({tag: NUMBERS[kind] for tag, kind in kinds.items()} for kinds in (BLOCKS, MARKS))
_MARKS |= dict.fromkeys(LABELS, NUMBERS["strong"])
_OTHERWISE = NUMBERS["quotation"]  # the part of elements with other tags
# Parts that are known by the class or ARIA role of their element.
_NAMED = {FIGURE: "figure", CAPTION: "caption", QUOTATION: "quotation", HEADING: "heading"}
_WRITTEN = frozenset(("formula", "smiley"))
TEXT_EVENT, PART_EVENT, IMAGE_EVENT, RULE_EVENT, INSET_EVENT, BREAK_EVENT = range(6)
MOST_MARKS = 8  # nested marks around a text


class Events(NamedTuple):
    """The e events: texts, elements that become parts, images, rules, formulas and line breaks.

    They are in document order. Line breaks are included only on pages with images or formulas.

    The anchor, mark and level of an event are the nearest elements around it that become a part,
    that mark text, and that are block-level.
    """

    kind: Ints  # [e] such as TEXT_EVENT
    number: Ints  # [e] of the text among those that are content, of the element, or of the inset
    anchor: Ints  # [e]
    mark: Ints  # [e]
    level: Ints  # [e]


class Labels(NamedTuple):
    """The labels of the n blocks, as columns."""

    headings: Bools  # [n]
    items: Bools  # [n] of lists
    continues: Bools  # [n] continues the block before


class Elements(NamedTuple):
    """The m elements of the page."""

    parent: Ints  # [m]
    opened: Ints  # [m] see :class:`~victor.tree.tree.Tree`
    part: Numbers  # [m] the number in KINDS of the part that it becomes
    marks: Numbers  # [m] the number of the mark that it becomes
    mark: Ints  # [m] the nearest element at or above it that marks text
    as_usual: Bools  # [m] see :class:`~victor.document.building.details.Details`
    linked: Ints  # [m] as :func:`~victor.document.texts.links.linked_lines` returns it

    def marks_around(self, element: int) -> list[int]:
        """The marks at or above an element, outermost first; at most ``MOST_MARKS``."""
        found = list[int]()
        element = self.mark.item(element)
        while element and len(found) < MOST_MARKS:
            found.append(element)
            element = self.outer_mark(element)
        return found[::-1]

    def outer_mark(self, element: int) -> int:
        """The nearest mark above an element; 0 if there is none."""
        return self.mark.item(self.parent.item(element))


@dataclass(frozen=True)
class Source:
    """What the parts of a page are built from."""

    details: Details
    events: Events
    texts: Texts
    labels: Labels
    elements: Elements
    numbers: Ints  # [c] the numbers of the texts in the tree
    notes: Footnotes = NONE
    drawn: Bools | None = None  # [t] the texts of the page that are drawn from formulas

    @cached_property
    def starts(self) -> frozenset[str]:
        """The first characters of the texts."""
        return frozenset([text[:1] for text in self.texts.piece])

    @property
    def columns(self) -> tuple[Events, Texts, Labels, Elements]:
        """The columns that :func:`assembled` reads."""
        return self.events, self.texts, self.labels, self.elements

    @property
    def is_simple(self) -> bool:
        """Whether there are no footnotes, formulas, smileys, and players within texts."""
        if self.notes.notes or self.notes.references:
            return False
        pictures = self.details.pictures.values()
        if any(one is not None and one.kind in _WRITTEN for one in pictures):
            return False
        tree, insets = self.details.tree, self.events.number[self.events.kind == INSET_EVENT]
        rows = zip(insets.tolist(), tree.inset[insets, 1].tolist(), strict=True)
        return all(not offset and is_player(tree.source[one]) for one, offset in rows)


def source_of(content: Content, posts: "Sequence[Post]", marked: bool) -> Source:
    """What the parts of a page are built from.

    Args:
        content: see :func:`~victor.document.structure.structure`, also for ``posts`` and
            ``marked``.
    """
    by_element = {post.element: post for post in posts}
    found = selected(content, list(by_element), marked)
    blocks, tree, numbers = content.blocks, content.blocks.tree, places(found.texts)
    details = _details(content, found, numbers, by_element, marked)
    mark = tree.nearest(found.marks) if some(found.marks) else np.zeros(len(tree.tag), np.int32)
    part, marks = _numbers(tree, found, by_element)
    elements = Elements(
        parent=tree.parent,
        opened=tree.opened,
        part=part,
        marks=marks,
        mark=mark,
        as_usual=details.as_usual,
        linked=_linked(tree, found),
    )
    return Source(
        details,
        _events(content, found, mark),
        content_texts(blocks, numbers, found.tags),
        Labels(_headings(content), content.items, content.continues),
        elements,
        numbers,
        found.notes,
        drawn=content.rendered.texts,
    )


def _details(
    content: Content, found: Selection, numbers: Ints, posts: "Mapping[int, Post]", marked: bool
) -> Details:
    """What the attributes of parts are derived from; see :func:`source_of`."""
    blocks, notes = content.blocks, found.notes
    attributes = _attributes(blocks.tree, found) | dict.fromkeys(notes.lost, _NO_LINK)
    head = blocks.tree.head
    addresses = Addresses(content.url, head.get("base"), head.get("folder", ""))
    images = Images(found.media.images, attributes, blocks, numbers, addresses)
    by_role = places(content.settled.kind == HEADING)
    return Details(images, places(found.code), by_role, posts, notes.notes, marked)


def _attributes(tree: Tree, found: Selection) -> dict[int, Mapping[str, str]]:
    """The attributes of elements whose parts have some."""
    chosen = (found.parts | found.marks) & tree.named(_WITH_ATTRIBUTES)
    chosen[found.media.images] = True
    asked = places(chosen)
    return dict(zip(asked.tolist(), attributes_of(tree, asked), strict=True))


def _headings(content: Content) -> Bools:
    """[n] the blocks labelled as headers, without those in headings found to be paragraphs."""
    blocks, tree = content.blocks, content.blocks.tree
    none = tree.named(HEADINGS) & (content.settled.kind == 0) & tree.holds
    return content.headings & ~blocks.inside(none) if some(none) else content.headings


def _numbers(tree: Tree, found: Selection, posts: "Mapping[int, Post]") -> tuple[Numbers, Numbers]:
    """[m] the parts and the marks that elements become, by number in KINDS."""
    of_tag = np.fromiter((_PARTS.get(tag, _OTHERWISE) for tag in tree.tags), np.uint8)
    parts, marks = of_tag.take(tree.tag), tree.numbered(_MARKS)
    if some(found.kind >= FIGURE):
        for kind, name in _NAMED.items():
            parts[found.kind == kind] = NUMBERS[name]
    for element, mark in found.styled.items():
        marks[element] = NUMBERS[mark] if mark else 0
    parts[found.code] = NUMBERS["code"]
    if found.notes.notes:
        parts[list(found.notes.notes)] = NUMBERS["footnote"]
    if posts:
        parts[list(posts)] = NUMBERS["post"]
    return parts, marks


def _linked(tree: Tree, found: Selection) -> Ints:
    """[m] what a link around several lines applies to; see :func:`linked_lines`."""
    headings = found.parts & (tree.named(HEADINGS) | (found.kind == HEADING))
    links = found.marks & tree.named(("a",))
    return linked_lines(tree, found.texts, links, headings, found.media.images)


def _events(content: Content, found: Selection, mark: Ints) -> Events:
    """The events in document order.

    Args:
        content: of the page.
        found: the elements and texts that matter.
        mark: [m] the nearest element at or above each that marks text.
    """
    tree, media = content.blocks.tree, found.media
    images, insets = media.images, _insets(content, found)
    has_breaks = "br" in tree.tags and (len(images) or len(insets))
    is_break = tree.named(("br",)) if has_breaks else None
    if is_break is not None:
        images = np.sort(np.concatenate((images, places(is_break))))
    kind, number, holder = ordered_events(
        found.texts, found.parts, images, media.rules, insets, tree.inset,
        tree.opened, tree.node, tree.parent,
    )  # fmt: skip
    if is_break is not None:
        shown = (kind == IMAGE_EVENT).nonzero()[0]
        kind[shown[is_break[number[shown]]]] = BREAK_EVENT
    at = holder.astype(np.intp)  # NumPy reads arrays at these in less time
    level = tree.nearest(content.settled.uses & np.uint16(USES["LEVEL"]) > 0)[at]
    if len(media.embedded):  # each is a paragraph
        own = (kind == IMAGE_EVENT) & np.isin(number, media.embedded)
        level[own] = number[own]
    events = Events(kind, number, tree.nearest(found.parts)[at], mark[at], level)
    return _with_notes_after_lines(events, holder, found.notes.inline, tree)


def _with_notes_after_lines(
    events: Events, holder: Ints, notes: frozenset[int], tree: Tree
) -> Events:
    """The events, of which those in some notes follow the paragraph around them.

    Args:
        events: in document order.
        holder: [e] the element that holds each.
        notes: elements.
        tree: the page's tree.
    """
    if not notes:
        return events
    note = tree.nearest(tree.mask(list(notes)))[holder]
    begun = (events.kind == PART_EVENT) & np.isin(events.number, list(notes))
    note[begun] = events.number[begun]
    line = tree.nearest(tree.named(("p",)))
    last = np.zeros(len(tree.tag), np.int32)
    np.maximum.at(last, line[holder], np.arange(len(holder)))
    place = np.where(note > 0, last[line[note]], np.arange(len(holder)))
    order = np.lexsort((note > 0, place))
    return Events(*(column[order] for column in events))


def _insets(content: Content, found: Selection) -> Ints:
    """The formulas and players that are content, as rows of the tree's insets."""
    insets, tree = content.formulas.insets, content.blocks.tree
    if len(insets):
        insets = insets_in(tree, insets, found.texts)
    players = found.media.players
    return np.union1d(insets, players) if len(players) else insets
