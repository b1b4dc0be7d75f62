"""Nested lists whose depth is in styles and classes, as editors write them.

Word saves items as paragraphs: a style has the depth, and the text begins with the marker. Google
Docs writes a list for each run of items of one depth, Quill a single list; classes have the depth.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, groupby
from typing import NamedTuple

from victor.arrays import places
from victor.document.arranging.lists import list_of
from victor.document.arranging.typed import item_of, start_of
from victor.document.parts import Part, numbers_of, text_in
from victor.text.regex import regex
from victor.tree.attributes import values_of
from victor.tree.tree import Tree

_WORD, _CLASSES = ("mso-list", "font:7.0pt", "font: 7"), ("lst-kix_", "ql-indent-")
_ITEM = regex(r"(?i)\bmso-list:\s*(\S{1,20})\s+level(\d)")
_INDENT = regex(r"(?i)\bmso-list:|\btext-indent:\s*-")  # of items
_MARKER = regex(r"(?i)\bmso-list:\s*ignore")
# White space after a marker, also in files that Word has saved without its own styles ("filtered").
_SPACER = regex(r"""(?i)\bfont:\s*7(?:\.0)?pt\s+["']?times""")
_MARGIN = regex(r"(?i)\bmargin-left:\s*(\d{0,4}\.?\d{1,6})(pt|in|cm|mm)")
_POINTS = {"pt": 1, "in": 72, "cm": 28.35, "mm": 2.835}
_NUMBER = regex(r"(?i)[(（]?(\d{1,4}(?![^.)）])|[a-z]{1,5}(?=[.)）]))[.)）]?")
_TEXTS = frozenset(("paragraph", "heading"))
_LONGEST = 20  # characters of a marker with white space
_COUNTED = {
    **{one: number for number, one in enumerate("abcdefgh", 1)},
    **{one: number for number, one in enumerate("i ii iii iv v vi vii viii ix x".split(), 1)},
}
_OF_LIST, _OF_ITEM = regex(r"\blst-kix_(\w+)-(\d)\b"), regex(r"\bql-indent-(\d)\b")


class _Marker(NamedTuple):
    """The marker of a paragraph that is an item."""

    depth: int
    of: str  # the list of a numbered item; "" for bullets
    text: str


class _Row(NamedTuple):
    """An item with its depth."""

    depth: int
    of: str  # the list of a numbered item; "" for bullets
    number: int
    item: Part


# ---- Word ----


def word_items(tree: Tree) -> Mapping[int, _Marker]:
    """The paragraphs that begin with the marker of an item.

    Args:
        tree: the page's tree.
    """
    if not tree.looked_at.has(*_WORD):  # true of nearly all pages
        return {}
    items = tree.matching("style", _INDENT.search) & tree.named(("p",))
    markers = tree.matching("style", _MARKER.search)
    markers[tree.parent[tree.matching("style", _SPACER.search) & ~tree.holds]] = True
    around, found = tree.nearest(items), dict[int, _Marker]()
    for element in places(markers & tree.holds).tolist():
        item, first = int(around[element]), int(tree.opened[element])
        is_first = tree.opened[item] == first and tree.closed[element] == first + 1
        if not item or item in found or not is_first:
            continue
        text = tree.text[first][:_LONGEST].strip()
        is_number = _NUMBER.fullmatch(text) is not None
        if is_number or len(text) == 1:
            depth, of = _level(tree.attribute(item, "style"))
            found[item] = _Marker(depth, of if is_number else "", text)
    return found


def _level(style: str) -> tuple[int, str]:
    """The level of an item, or its margin in points, and the name of the list."""
    if named := _ITEM.search(style):
        return int(named[2]), named[1]
    margin = _MARGIN.search(style)
    return round(float(margin[1]) * _POINTS[margin[2].lower()]) if margin else 0, "numbered"


def with_word_lists(parts: Sequence[Part], items: Mapping[int, _Marker]) -> list[Part]:
    """Make lists of adjacent paragraphs that are items.

    Args:
        parts: block-level parts.
        items: see :func:`word_items`.
    """
    out: list[Part] = []
    for are_items, some in groupby(parts, lambda part: _is_item(part, items)):
        if are_items:
            out += _lists([_row(part, items[part.element]) for part in some])
        else:
            out += some
    return out


def _is_item(part: Part, items: Mapping[int, _Marker]) -> bool:
    """Whether a part is an item with its marker, and more."""
    if part.kind != "paragraph" or part.element not in items:
        return False
    marker = items[part.element].text
    return start_of(part.children).startswith(marker) and text_in(part.children).strip() != marker


def _row(part: Part, marker: _Marker) -> _Row:
    number, found = 1, _NUMBER.match(marker.text)
    if marker.of and found:
        number = int(found[1]) if found[1].isdecimal() else _COUNTED.get(found[1].lower(), 1)
    return _Row(marker.depth, marker.of, number, item_of(part, marker.text))


# ---- Google Docs and Quill ----


def depths_by_class(tree: Tree) -> Mapping[int, tuple[int, str]]:
    """The depth of lists and items with such a class, and the name of the list or kind of the item.

    Args:
        tree: the page's tree.
    """
    if not tree.looked_at.has(*_CLASSES):  # true of nearly all pages
        return {}
    found: dict[int, tuple[int, str]] = {}
    for element in places(tree.matching("class", _OF_LIST.search)).tolist():
        if match := _OF_LIST.search(tree.attribute(element, "class")):
            found[element] = int(match[2]), match[1]
    for element in places(tree.matching("class", _OF_ITEM.search)).tolist():
        if match := _OF_ITEM.search(tree.attribute(element, "class")):
            found[element] = int(match[1]), ""
    for element, kind in values_of(tree.attributes, "data-list").items():
        found[element] = found.get(element, (0, ""))[0], kind
    return found


def with_depths(parts: Sequence[Part], depths: Mapping[int, tuple[int, str]]) -> list[Part]:
    """Nest the items of adjacent lists, if these hold only lines of text.

    Args:
        parts: block-level parts.
        depths: see :func:`depths_by_class`.
    """
    out: list[Part] = []
    for are_lists, some in groupby(parts, lambda part: part.kind == "list"):
        run = [*some]
        rows = [*chain.from_iterable(_rows(part, depths) for part in run if are_lists)]
        are_flat = all(one.kind in _TEXTS for row in rows for one in row.item.parts)
        out += _lists(rows) if are_flat and any(row.depth for row in rows) else run
    return out


def _rows(part: Part, depths: Mapping[int, tuple[int, str]]) -> Iterable[_Row]:
    """The items of a list; the numbers of the inner items of Quill begin with 1."""
    of_list, name = depths.get(part.element, (0, f"list {part.element}"))
    for item, number in zip(part.parts, numbers_of(part, part.parts), strict=True):
        depth, kind = depths.get(item.element, (of_list, ""))
        of = name if part.get("ordered") and kind != "bullet" else ""
        yield _Row(depth, of, number if depth == of_list else 1, item)


# ---- both ----


def _lists(rows: Sequence[_Row]) -> list[Part]:
    """The lists of items; deeper ones are in the item before them."""
    out, items = list[Part](), list[_Row]()
    top = min(row.depth for row in rows)
    for is_top, some in groupby(rows, lambda row: row.depth == top):
        if is_top:
            items += some
        elif items:
            holder, inner = items[-1].item, _lists([*some])
            holder.children += inner
            holder.last = inner[-1].last
        else:
            out += _lists([*some])
    return out + [_list([*run]) for _, run in groupby(items, lambda row: row.of)]


def _list(rows: Sequence[_Row]) -> Part:
    """A list of items, ordered if these have numbers."""
    found = list_of([row.item for row in rows])
    if rows[0].of:
        found.attributes |= {"ordered": True, "start": rows[0].number}
    return found
