"""Footnotes: references in the text, and the notes that they lead to."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from typing import NamedTuple

import numpy as np

from victor.arrays import Bools, Ints, places
from victor.document.kinds.elements import SHORT, Uses, short_links
from victor.document.kinds.inline_notes import inline_notes
from victor.document.kinds.note_labels import MOST_TEXTS, unique_label
from victor.document.kinds.raised_notes import raised_notes
from victor.document.vocabulary import HEADINGS
from victor.text.regex import regex
from victor.tree.names import named_elements
from victor.tree.tree import Tree

_LABEL = regex(r"[\[(]?\s*(\d{1,3}|[a-zα-ωа-яא-תء-ي]|[ivx]{1,5}|[*†‡§¶]{1,3})\s*[\])]?[.:]?")
# A number after a symbol or a word: *1, [注 1], [note 1]. By name, these are references only if it
# is unmistakably that of a footnote: "v2" may lead to the notes of a version.
_SIGNED = regex(
    r"[\[(（［]?\s*([*＊※†]|注|註|注釈|註釋|脚注|note|nota|anm\.|nb|[a-z])\s?(\d{1,3})\s*[\])）］]?[.:：]?",
    re.IGNORECASE,
)
# After any word, in brackets: [комм. 1], [ملاحظة 1]; the name must be that of a footnote.
_WORDED = regex(r"[\[［]\s*([^\W\d_][^\s\d\[\]]{0,15})\s(\d{1,3})\s*[\]］]")
_OPEN = ("[", "［")
# "F1" may be a key, and "S1" a train line: with a letter, the name must be that of a footnote.
_LETTER = regex(r"[a-z]", re.IGNORECASE)
_NAMED_NOTE = regex(r"^f(?:oot|t)?n|^cite_note|^(?:end)?note[-_:.]?\d", re.IGNORECASE)
_NAMED_SURELY = regex(r"^f(?:tn?|n)?[-:_.]?\d|^f-|^fn|foot-?note|cite_note", re.IGNORECASE)
_NAMED = regex(r"fn|foot|note|cite|ftn|^ref|bib|^r(?:\d|[\da-f]{12}-\d)|^_\w*\d", re.IGNORECASE)
# In PubMed Central, of numbers only: B1, gks1195-B1, b1-pan-2024-0015.
_OF_BIBLIOGRAPHY = regex(r"^b\d{1,4}(?:-|$)|\d-b\d{1,4}$", re.IGNORECASE)
_CALLED = regex(r"foot-?note|note-?ref|endnote|fn-?ref", re.IGNORECASE)
# The last are those of a note with several references, in MediaWiki perhaps after "Jump up to:".
_BACK = regex(
    r"[↩↑^⤴⏎↵\ufe0e\ufe0f\s]+|(?:jump )?up|back|return"
    r"|(?:[^\d:：]{1,20}[:：]\s*)?(?:[^\W\d_]|\d{1,3}[.,٫]\d{1,3})",
    re.IGNORECASE,
)
_EAST_ASIAN = "\u3000"  # the first such character; between these and a number is no hyphen
_HOLDERS = frozenset(("li", "p", "div", "dd", "aside", "tr", "td", "blockquote"))
_LETTERS = 5  # most characters of a label that has only letters
_FEWEST = 2  # notes among the items of a list, or half of them, that make all items notes
_ANCHOR = 1  # most texts of an anchor that is the target of a reference
_CLIMB = 4  # levels from the target of a reference up to the note
_FEW = 4  # texts of a label
_NEAR = 20  # elements from a heading to the next element


class Footnotes(NamedTuple):
    """The footnotes of a page, by elements."""

    references: Mapping[int, str]  # link to a note, or raised label: label of the note
    notes: Mapping[int, str]  # note: its label
    lists: list[int]  # lists that hold nothing but notes
    back: frozenset[int]  # links from notes to the text, and raised labels of notes
    lost: frozenset[int] = frozenset()  # links within the page to notes that are no content
    inline: frozenset[int] = frozenset()  # notes within the lines of their references


NONE = Footnotes({}, {}, [], frozenset())


def footnotes(tree: Tree, uses: Uses, holds: Bools) -> Footnotes:
    """The footnotes of a page, labelled by the texts of their references.

    A reference is a link whose text is a number or a symbol, to a later element with text. It is a
    superscript, or it or its target is named as references and notes are. Notes may also be beside
    their references.

    Args:
        tree: the page's tree.
        uses: [m] see :func:`~victor.document.kinds.elements.uses_of`.
        holds: [m] the elements that hold content.
    """
    found = _of_page(tree, uses, holds)
    references, notes = inline_notes(tree, uses, holds, found.notes.values())
    if not notes:
        return found
    references, every = {**found.references, **references}, {**found.notes, **notes}
    return found._replace(references=references, notes=every, inline=frozenset(notes))


def _of_page(tree: Tree, uses: Uses, holds: Bools) -> Footnotes:
    """The footnotes that are not within the lines of their references."""
    links = _short_links(tree, uses, holds)
    targets = _targets(tree, links)
    if not targets:
        return _unlinked(tree, holds)
    holders = {link: _holder(tree, target, holds) for link, target in targets.items()}
    lost = _lost(tree, holds, targets, holders)
    found = _without_outer(tree, _found(tree, holds, targets, holders))
    found = _without_shared(found, links)
    if not found:
        return _unlinked(tree, holds)._replace(lost=lost)
    notes = _labels(found, links)
    references = {link: notes[note] for link, note in found.items()}
    notes |= _unreferenced(tree, holds, notes)
    within = notes.keys() | _headings(tree, targets, found)
    back = frozenset(one for one, (_, text) in links.items() if one not in references
                     and _is_back(tree, one, text, within))  # fmt: skip
    return Footnotes(references, notes, _lists(tree, holds, notes), back, lost)


def _unlinked(tree: Tree, holds: Bools) -> Footnotes:
    """The footnotes of a page without links to notes."""
    found = raised_notes(tree, holds)
    if not found.notes:
        return NONE
    lists = _lists(tree, holds, found.notes)
    return Footnotes(found.references, found.notes, lists, found.labels)


def _targets(tree: Tree, links: Mapping[int, tuple[str, str]]) -> dict[int, int]:
    """The target of each link that looks like a reference; 0 if it is not on the page."""
    likely = {
        link: fragment
        for link, (fragment, text) in links.items()
        if _is_reference(tree, link, fragment, text)
    }
    names = named_elements(tree, set(likely.values()), _ANCHOR) if likely else {}
    return {link: names.get(fragment, 0) for link, fragment in likely.items()}


def _found(
    tree: Tree, holds: Bools, targets: Mapping[int, int], holders: Mapping[int, int]
) -> dict[int, int]:
    """The note of each link that is a reference: what holds its target, if it is content."""
    sizes = tree.closed - tree.opened
    found = {
        link: note
        for link, note in holders.items()
        if targets[link] > link < note and holds[note] and sizes[note] <= MOST_TEXTS
    }
    return _with_items(tree, found) if found else {}


def _lost(
    tree: Tree, holds: Bools, targets: Mapping[int, int], holders: Mapping[int, int]
) -> frozenset[int]:
    """The references within the page whose note is not content, or not on the page."""
    return frozenset(
        link
        for link, note in holders.items()
        if (note and not holds[note]) or not targets[link]
        if tree.attribute(link, "href").lstrip().startswith("#")
    )


def _with_items(tree: Tree, found: Mapping[int, int]) -> dict[int, int]:
    """Replace notes that are an item's first paragraph by the item: links may follow in it."""
    notes = np.unique(list(found.values())).astype(np.int32)
    items = tree.parent[notes]
    is_first = tree.named(("li",))[items] & (tree.opened[notes] == tree.opened[items])
    is_first &= tree.closed[items] - tree.opened[items] <= MOST_TEXTS
    is_first &= tree.starts_within(notes, items) == 1
    instead = dict(zip(notes[is_first].tolist(), items[is_first].tolist(), strict=True))
    return {link: instead.get(note, note) for link, note in found.items()}


def _is_reference(tree: Tree, link: int, fragment: str, text: str) -> bool:
    """Whether a link looks like a reference: by its text, and its own or its target's name."""
    if label := _LABEL.fullmatch(text):
        is_named = _NAMED.search(fragment) is not None
        is_named |= label[1].isdecimal() and _OF_BIBLIOGRAPHY.search(fragment) is not None
        return is_named or _refers(tree, link)
    signed = _SIGNED.fullmatch(text)
    if not signed:
        return bool(_WORDED.fullmatch(text) and _NAMED_SURELY.search(fragment))
    if _LETTER.fullmatch(signed[1]):
        return _NAMED_NOTE.search(fragment) is not None
    return _NAMED_SURELY.search(fragment) is not None or _refers(tree, link)


def _may_be_label(text: str) -> bool:
    """Whether a text may be the label of a note; words are none."""
    if len(text) > _LETTERS and text.isalpha():
        return False
    if _LABEL.fullmatch(text) or _SIGNED.fullmatch(text):
        return True
    return text.startswith(_OPEN) and _WORDED.fullmatch(text) is not None


def _refers(tree: Tree, link: int) -> bool:
    """Whether a link is a superscript, or is named as a reference to a note."""
    parent = int(tree.parent[link])
    near = [parent, int(tree.parent[parent])]
    if link + 1 < len(tree.tag) and tree.parent[link + 1] == link:
        near.append(link + 1)
    if any(tree.tag_of(one) == "sup" for one in near):
        return True
    return any(_CALLED.search(tree.attribute(link, name)) for name in ("class", "role"))


def _without_outer(tree: Tree, found: Mapping[int, int]) -> dict[int, int]:
    """The references without those to an element that holds other notes."""
    notes = list(set(found.values()))
    outer = set(tree.nearest(tree.mask(notes))[tree.parent[notes]].tolist())
    return {link: note for link, note in found.items() if note not in outer}


def _labels(found: Mapping[int, int], links: Mapping[int, tuple[str, str]]) -> dict[int, str]:
    """The label of each note: that of its first reference, numbered if another note has it."""
    labels: dict[int, str] = {}
    count: Counter[str] = Counter()
    shown = {link: links[link][1] for link in found}
    signs = {_sign(text) for text in shown.values()}
    for link, note in found.items():
        if note not in labels:
            labels[note] = unique_label(_label(shown[link], len(signs) > 1), count)
    return labels


def _unreferenced(tree: Tree, holds: Bools, notes: Mapping[int, str]) -> dict[int, str]:
    """The other items of the lists of notes, labelled by their number in the list.

    Otherwise, such a list would mix items and notes.
    """
    is_list = tree.mask(tree.parent[list(notes)]) & tree.named(("ol", "ul"))
    items: dict[int, list[int]] = {}
    for item in places(tree.named(("li",)) & is_list[tree.parent]).tolist():
        items.setdefault(int(tree.parent[item]), []).append(item)
    found: dict[int, str] = {}
    for some in items.values():
        found |= _numbered(some, notes)
    sizes = tree.closed - tree.opened
    is_note = all(sizes[item] <= MOST_TEXTS for item in found)
    is_new = set(found.values()).isdisjoint(notes.values())
    return (
        {item: label for item, label in found.items() if holds[item]} if is_note and is_new else {}
    )


def _numbered(items: Sequence[int], notes: Mapping[int, str]) -> dict[int, str]:
    """The items that are not notes, with their numbers, if enough are notes with matching ones."""
    labels = {place: notes[item] for place, item in enumerate(items) if item in notes}
    starts = {int(one) - place if one.isdecimal() else 0 for place, one in labels.items()}
    start = starts.pop() if len(starts) == 1 else 0
    if start < 1 or (len(labels) < _FEWEST and 2 * len(labels) < len(items)):
        return {}
    others = (place for place in range(len(items)) if place not in labels)
    return {items[place]: str(start + place) for place in others}


def _label(text: str, with_sign: bool) -> str:
    """The label in a reference; ``with_sign``: keep the symbol or word before a number.

    A hyphen joins a word and a number, as labels in Markdown cannot contain spaces.
    """
    if match := _LABEL.fullmatch(text):
        return match[1]
    match = _SIGNED.fullmatch(text) or _WORDED.fullmatch(text)
    if not match:
        return ""
    between = "-" if len(match[1]) > 1 and match[1][0] < _EAST_ASIAN else ""
    return match[1] + between + match[2] if with_sign else match[2]


def _sign(text: str) -> str:
    """The symbol or word before a number in a reference; empty without one."""
    match = _SIGNED.fullmatch(text) or _WORDED.fullmatch(text)
    return match[1].casefold() if match else ""


def _short_links(tree: Tree, uses: Uses, holds: Bools) -> dict[int, tuple[str, str]]:
    """The fragment and text of each short link within the page.

    Empty if no text can be the label of a note; only otherwise, URLs are read.
    """
    texts = _short_texts(tree, short_links(uses, tree.opened, tree.closed, holds, tree.text))
    if not any(map(_may_be_label, texts.values())):
        return {}
    found = {}
    for link, text in texts.items():
        _, sign, fragment = tree.attribute(link, "href").partition("#")
        if sign and fragment:
            found[link] = (fragment.removeprefix("/"), text)  # reveal.js: #/fn1
    return found


def _short_texts(tree: Tree, links: Ints) -> dict[int, str]:
    """The texts of the links whose text is short."""
    bounds = (column[links].tolist() for column in (tree.opened, tree.closed))
    joined = ["".join(tree.text[low:high]).strip() for low, high in zip(*bounds, strict=True)]
    pairs = zip(links.tolist(), joined, strict=True)
    return {link: text for link, text in pairs if len(text) <= SHORT}


def _holder(tree: Tree, target: int, holds: Bools) -> int:
    """The nearest element at or above a target that may be a note; 0 if there is none.

    After a heading that is only the label, it is the next element, as in manuals by GNU Texinfo.
    """
    element = target
    for _ in range(_CLIMB):
        tag = tree.tag_of(element)
        if tag in HEADINGS and _is_label(tree, element):
            return _next(tree, element)
        may_be_note = tag in _HOLDERS and tree.closed[element] > tree.opened[element]
        if may_be_note and (holds[element] or not _is_label(tree, element)):
            return element
        element = int(tree.parent[element])
    return 0


def _is_label(tree: Tree, element: int) -> bool:
    """Whether the text of an element may be the label of a note."""
    first, last = tree.bounds(element)
    return last - first <= _FEW and _may_be_label("".join(tree.text[first:last]).strip())


def _next(tree: Tree, heading: int) -> int:
    """The element after a heading if it may be a note; else 0."""
    for element in range(heading + 1, min(heading + _NEAR, len(tree.tag))):
        if tree.parent[element] == tree.parent[heading]:
            is_holder = tree.tag_of(element) in _HOLDERS
            return element if is_holder and tree.holds[element] else 0
    return 0


def _headings(tree: Tree, targets: Mapping[int, int], found: Mapping[int, int]) -> set[int]:
    """The headings before notes that are their labels."""
    before = [targets[link] for link, note in found.items() if targets[link] < note]
    return {*tree.nearest(tree.named(HEADINGS))[before].tolist()} - {0} if before else set()


def _without_shared(
    found: Mapping[int, int], links: Mapping[int, tuple[str, str]]
) -> dict[int, int]:
    """The references without those to an element to which another label refers, too."""
    labels: dict[int, set[str]] = {}
    for link, note in found.items():
        labels.setdefault(note, set()).add(_label(links[link][1], with_sign=True))
    return {link: note for link, note in found.items() if len(labels[note]) == 1}


def _is_back(tree: Tree, link: int, text: str, notes: Set[int]) -> bool:
    element = link
    for _ in range(_CLIMB + 2):
        if element in notes:
            return _BACK.fullmatch(text) is not None or _may_be_label(text)
        element = int(tree.parent[element])
    return False


def _lists(tree: Tree, holds: Bools, notes: Mapping[int, str]) -> list[int]:
    """The lists that hold nothing but notes."""
    lists = tree.mask(tree.parent[list(notes)]) & tree.named(("ol", "ul", "dl"))
    others = lists[tree.parent] & holds & ~tree.mask(list(notes))
    return list(places(lists & ~tree.mask(tree.parent[others])).tolist())
