"""Enumerations that are tables or definitions, with the markers in the first column or the terms.

Laws are published in this way, with "(1)", "a)" or "2." beside the text of a paragraph, as are
bulleted lists of annual reports, often with a table for each item. Manual pages have all lists in
one list of definitions, among options.
"""

from collections.abc import Sequence
from itertools import chain, groupby, pairwise
from operator import itemgetter

from victor.document.arranging.bullets import BULLETS
from victor.document.arranging.lists import list_of
from victor.document.building.details import DEFAULTS
from victor.document.parts import Part, text_in
from victor.document.texts.tidy import joined_texts
from victor.text.regex import regex

_BULLETS = BULLETS | {"—"}
_NUMBER = regex(r"[(（]?(\d{1,3})[.)）]?")
_LETTER = regex(r"[(（]?(?:\d{1,3}[a-z]|[a-z]{1,2}|[ivx]{3,5}|[A-Z])[.)）]")
_FIRST = regex(r"[(（]?(?:\d{1,3}|[aAiI]|aa)[.)）]?")  # of definitions: terms may be abbreviations
_FEWEST = 2  # items of a numbered list
_LEAST = 15  # characters of a text beside a number alone: others may be data

Entry = tuple[str, Part]  # a marker, and the cell or definition with the text


def with_enumerations(parts: Sequence[Part]) -> list[Part]:
    """Make lists of such tables and definitions, or paragraphs that begin with the marker.

    Args:
        parts: block-level parts.
    """
    runs: list[tuple[list[Part], list[Entry]]] = []
    for part in chain.from_iterable(map(_without_terms, parts)):
        entries = _entries(part)
        if runs and _goes_on(runs[-1][1], entries):
            runs[-1][0].append(part)
            runs[-1][1].extend(entries)
        else:
            runs.append(([part], entries))
    return [*chain.from_iterable(_enumerated(*run) if run[1] else run[0] for run in runs)]


def _without_terms(part: Part) -> list[Part]:
    """Divide definitions where markers and other terms meet; any other part is left whole."""
    if part.kind != "definitions" or _entries(part):
        return [part]
    kinds = list[bool]()
    for one in part.parts:
        follows = one.kind != "term" and kinds
        kinds.append(kinds[-1] if follows else _is_numbered(text_in(one.children).strip()))
    if not any(kinds):
        return [part]
    runs = groupby(zip(kinds, part.parts, strict=True), key=itemgetter(0))
    return [Part("definitions", [one for _, one in run], part.element) for _, run in runs]


def _is_numbered(term: str) -> bool:
    """Whether a term is a bullet or a number with punctuation; others may be values or letters."""
    return term in _BULLETS or (bool(_NUMBER.fullmatch(term)) and not term.isdecimal())


def _entries(part: Part) -> list[Entry]:
    """The entries of an enumeration; none if the part is something else."""
    if part.kind == "definitions":
        found = _pairs(part.parts, ["term", "definition"])
        return found if _is_enumeration([marker for marker, _ in found]) else []
    if part.kind == "table" and all(row.kind == "row" for row in part.parts):  # no caption
        return _entries_of_rows(part.parts)
    return []


def _entries_of_rows(rows: Sequence[Part]) -> list[Entry]:
    """The entries of rows with a marker and a text each; none if any other row has text."""
    found: list[Entry] = []
    for row in rows:
        cells = [cell for cell in row.parts if cell.children]
        entry = _pairs(cells, ["cell", "cell"]) if len(cells) == 2 else []
        if entry and _is_marker(entry[0][0]):
            found += entry
        elif cells:
            return []
    return found


def _pairs(parts: Sequence[Part], kinds: Sequence[str]) -> list[Entry]:
    """Pairs of parts of two kinds, the text of the first with the second; none if others remain."""
    if [part.kind for part in parts] != [*kinds] * (len(parts) // 2):
        return []
    if any(part.get("header") or not part.children for part in parts):
        return []
    markers = (text_in(part.children).strip() for part in parts[::2])
    return list(zip(markers, parts[1::2], strict=True))


def _is_enumeration(markers: Sequence[str]) -> bool:
    """Whether the terms of definitions are markers, the first of which may begin a list."""
    is_first = bool(markers) and (markers[0] in _BULLETS or bool(_FIRST.fullmatch(markers[0])))
    return is_first and all(map(_is_marker, markers))


def _is_marker(text: str) -> bool:
    return text in _BULLETS or bool(_NUMBER.fullmatch(text) or _LETTER.fullmatch(text))


def _goes_on(before: Sequence[Entry], entries: Sequence[Entry]) -> bool:
    """Whether an enumeration goes on with the same bullet, or the next number."""
    if not before or not entries:
        return False
    (last, _), (first, _) = before[-1], entries[0]
    return first == last if first in _BULLETS else _are_consecutive([last, first])


def _are_consecutive(markers: Sequence[str]) -> bool:
    numbers = [int(found[1]) if (found := _NUMBER.fullmatch(one)) else -1 for one in markers]
    return min(numbers) >= 0 and all(after == one + 1 for one, after in pairwise(numbers))


def _enumerated(parts: list[Part], entries: Sequence[Entry]) -> list[Part]:
    """A list of entries with the same bullet or consecutive numbers; else paragraphs."""
    for _, held in entries:
        held.children[:] = with_enumerations(held.parts)
    markers = [marker for marker, _ in entries]
    if markers[0] in _BULLETS and len({*markers}) == 1:
        return [_list(parts[0], entries)]
    is_counted = len(markers) >= _FEWEST and _are_consecutive(markers)
    if any(map(str.isdecimal, markers)) and not (is_counted and _are_texts(parts, entries)):
        return parts
    if not is_counted:
        return [one for marker, held in entries for one in _marked(marker, held)]
    found, number = _list(parts[0], entries), _NUMBER.match(markers[0])
    found.attributes |= {"ordered": True, "start": int(number[1]) if number else 1}
    return [found]


def _are_texts(parts: Sequence[Part], entries: Sequence[Entry]) -> bool:
    """Whether the entries of tables are texts; those of definitions always are."""
    texts = (text_in(held.children) for _, held in entries)
    return parts[0].kind == "definitions" or all(len(text) >= _LEAST for text in texts)


def _list(like: Part, entries: Sequence[Entry]) -> Part:
    """A bulleted list with the element of another part."""
    items = [Part("item", held.children, held.element, **DEFAULTS["item"]) for _, held in entries]
    for item, (_, held) in zip(items, entries, strict=True):
        item.first, item.last = held.first, held.last
    found = list_of(items)
    found.element = like.element
    return found


def _marked(marker: str, held: Part) -> list[Part]:
    """What a cell or definition holds, beginning with the marker."""
    first, *others = held.parts
    if first.kind != "paragraph":
        return [Part("paragraph", [marker], held.element), first, *others]
    first.children[:] = joined_texts([f"{marker} ", *first.children])
    return [first, *others]
