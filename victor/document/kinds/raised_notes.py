"""Footnotes without links: raised labels in the text, and the notes that begin with them."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from victor.arrays import Bools, Ints, places
from victor.document.kinds.note_labels import MOST_TEXTS, unique_label
from victor.document.vocabulary import HEADINGS
from victor.text.regex import regex
from victor.tree.tree import Tree

_LABEL = regex(r"[\[(]?\s?(\d{1,3}|[*†‡§¶]{1,3})\s?[\])]?[.:]?")
_LONGEST = 8  # characters of a label with white space
_FEW = 3  # texts of a label
_FRACTION = ("/", "⁄")  # after a number that is no label
_HOLDERS = frozenset(("p", "li", "div", "dd", "aside"))  # may be notes
_LINES = (*_HOLDERS, *HEADINGS, "td", "th", "dt", "figcaption", "section", "article", "body")
_CLIMB = 4  # levels from a label up to its holder
# What exponents follow: numbers but no years, units, functions, and the letters of formulas.
_BASE = regex(
    r"(?:.*[^\w.,])?(?:(?!(?:1[5-9]|20)\d\d\b)[\d.,]*\d|(?:[\d.,]*\d)?(?:[kcdmnµ]?m|ft|in|yd|mi|sec|s"
    r"|(?:kilo|centi|milli)?met(?:er|re)s?|feet|inch(?:es)?|miles|acres|sin|cos|tan|log|ln|[^\W\d_]))\)?",
    re.DOTALL | re.IGNORECASE,
)
_NEAR = 30  # characters before a label that are read
# Sections of notes: by their class, or by the heading directly before their list.
_CALLED = regex(r"(?:foot|end)-?notes?", re.IGNORECASE)
_HEADING = regex(
    r"(?:(?:foot|end)?notes|fu(?:ß|ss)noten|anmerkungen|notes de bas de page|notas(?: al pie)?"
    r"|note(?: a piè di pagina)?|voetnoten|przypisy|fotnoter|примечания|сноски|脚注|注释|註釋|註解"
    r"|references?|sources|quellen|références|referencias|citations)\s?:?",
    re.IGNORECASE,
)
_AROUND = 3  # levels from a list up to its section


class Raised(NamedTuple):
    """A raised label."""

    element: int  # a ``sup``
    label: str
    note: int  # the element that it begins; 0 for a reference


class RaisedNotes(NamedTuple):
    """References, notes, and the labels before notes, by elements."""

    references: dict[int, str]  # raised label: label of the note
    notes: dict[int, str]  # note: its label
    labels: frozenset[int]


NONE = RaisedNotes({}, {}, frozenset())


def raised_notes(tree: Tree, holds: Bools) -> RaisedNotes:
    """The notes that begin with a raised label which the text before them has, too.

    Numbers count from 1; in parts of books, those of several notes from that of the first
    reference. Notes are also the items of numbered lists in sections of notes, if the text before
    them has the numbers of at least half of the items.

    Args:
        tree: the page's tree.
        holds: [m] the elements that hold content.
    """
    if "sup" not in tree.tags:
        return NONE
    found = _without_shared(tree, _without_numbered([*_raised(tree, holds)]))
    if all(one.note for one in found):
        return NONE
    matched = _matched(found)
    return matched if matched.notes else _of_lists(tree, holds, found)


def _raised(tree: Tree, holds: Bools) -> Iterator[Raised]:
    """The raised labels that are content and not exponents, in the order of the page."""
    raised = tree.named(("sup",)) & holds & (tree.closed - tree.opened <= _FEW)
    line = tree.nearest(tree.named(_LINES))
    for element in places(raised).tolist():
        first, last = tree.bounds(element)
        text = "".join(tree.text[first:last])
        label = _LABEL.fullmatch(text.strip()) if len(text) <= _LONGEST else None
        is_open = last < tree.closed[line[element]] and not tree.spaced[last]
        after = tree.text[last][:1] if is_open else ""
        if label is None or after in _FRACTION:
            continue
        holder = _begun(tree, element)
        if holder or (first and _refers(label[1], tree.text[first - 1], after)):
            yield Raised(element, label[1], holder)


def _without_numbered(found: Sequence[Raised]) -> list[Raised]:
    """The labels without those that begin an element before they are referred to, as verses."""
    first: dict[str, int] = {}
    for one in found:
        first.setdefault(one.label, one.note)
    return [one for one in found if not first[one.label]]


def _without_shared(tree: Tree, found: Sequence[Raised]) -> list[Raised]:
    """The labels without those that begin an element in which another label follows."""
    shared = {
        one.element
        for one, following in pairwise(found)
        if one.note and tree.opened[following.element] < tree.closed[one.note]
    }
    return [one for one in found if one.element not in shared]


def _begun(tree: Tree, element: int) -> int:
    """The nearest possible note around a label that is its first text, but not all; else 0."""
    first, holder = tree.opened[element], int(tree.parent[element])
    for _ in range(_CLIMB):
        if tree.opened[holder] != first:
            return 0
        if tree.tag_of(holder) in _HOLDERS:
            return holder if tree.closed[element] < tree.closed[holder] <= first + MOST_TEXTS else 0
        holder = int(tree.parent[holder])
    return 0


def _refers(label: str, before: str, after: str) -> bool:
    """Whether a label between two texts is no exponent, nor the number of a verse or sentence."""
    is_power = label.isdecimal() and label != "1" and _BASE.fullmatch(before[-_NEAR:])
    return not is_power and not after.isalnum()


def _matched(found: Sequence[Raised]) -> RaisedNotes:
    """Each note with the references before it that have its label."""
    matched = RaisedNotes({}, {}, frozenset())
    labels: list[int] = []
    waiting: dict[str, list[int]] = {}
    count: Counter[str] = Counter()
    numbers = (int(one.label) for one in found if not one.note and one.label.isdecimal())
    first = next(numbers, 1)
    last = first - 1
    for element, label, note in found:
        if not note:
            waiting.setdefault(label, []).append(element)
            continue
        number = int(label) if label.isdecimal() else 0
        if number in (0, 1, last + 1) and label in waiting and note not in matched.notes:
            last = number or last
            matched.notes[note] = unique = unique_label(label, count)
            matched.references.update(dict.fromkeys(waiting.pop(label), unique))
            labels.append(element)
    if first > 1 and [*matched.notes.values()] == [str(first)]:  # "<sup>14</sup>C is an isotope"
        return NONE
    return matched._replace(labels=frozenset(labels))


def _of_lists(tree: Tree, holds: Bools, found: Sequence[Raised]) -> RaisedNotes:
    """The items of the first list of notes, with the references to their numbers."""
    lists = tree.named(("ol",)) & holds & (tree.opened > tree.opened[found[0].element])
    heading = tree.nearest(tree.named(HEADINGS))
    of_notes = (one for one in places(lists).tolist() if _is_of_notes(tree, one, heading))
    numbered = next(of_notes, 0)
    items = places(tree.named(("li",)) & (tree.parent == numbered) & holds).tolist()
    notes = {item: str(number) for number, item in enumerate(items, _start(tree, numbered))}
    labels = {*notes.values()}
    before = [one for one in found if one.element < numbered and one.label in labels]
    if not before or 2 * len({one.label for one in before}) < len(items):
        return NONE
    return RaisedNotes({one.element: one.label for one in before}, notes, frozenset())


def _start(tree: Tree, numbered: int) -> int:
    given = tree.attribute(numbered, "start").strip()
    return int(given) if given.isdecimal() and len(given) < _LONGEST else 1


def _is_of_notes(tree: Tree, numbered: int, heading: Ints) -> bool:
    """Whether a list is in a section of notes.

    Args:
        tree: the page's tree.
        numbered: the list.
        heading: [m] the nearest heading at or above each element.
    """
    element = numbered
    for _ in range(_AROUND):
        if any(_CALLED.search(tree.attribute(element, name)) for name in ("class", "id", "role")):
            return True
        element = int(tree.parent[element])
    before = int(heading[tree.node[tree.opened[numbered] - 1]])
    first, last = tree.bounds(before)
    return before > 0 and last - first <= _FEW and _is_heading("".join(tree.text[first:last]))


def _is_heading(text: str) -> bool:
    """Whether a heading is that of notes."""
    return _HEADING.fullmatch(text.strip()) is not None
