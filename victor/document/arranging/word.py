"""Lists that Word saves as paragraphs: a style has the depth of each item, its text the marker."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from victor.arrays import places
from victor.document.arranging.lists import list_of
from victor.document.arranging.typed import item_of, start_of
from victor.document.parts import Part, text_in
from victor.text.regex import regex
from victor.tree.tree import Tree

_SIGN = b"mso-list"
_ITEM = regex(r"(?i)\bmso-list:\s*(\S+)\s+level(\d)")
_MARKER = regex(r"(?i)\bmso-list:\s*ignore")
_NUMBER = regex(r"(?i)[(（]?(\d{1,4}(?![^.)）])|[a-z]{1,5}(?=[.)）]))[.)）]?")
_COUNTED = {
    **{one: number for number, one in enumerate("abcdefgh", 1)},
    **{one: number for number, one in enumerate("i ii iii iv v vi vii viii ix x".split(), 1)},
}


class _Marker(NamedTuple):
    """The marker of a paragraph that is an item."""

    depth: int
    of: str  # the list of a numbered item; "" for bullets
    text: str


_Items = Sequence[tuple[_Marker, Part]]


def word_items(tree: Tree) -> Mapping[int, _Marker]:
    """The paragraphs that begin with the marker of an item.

    Args:
        tree: the page's tree.
    """
    if _SIGN not in tree.looked_at.small:  # true of nearly all pages
        return {}
    items = tree.matching("style", _ITEM.search) & tree.named(("p",))
    around, found = tree.nearest(items), dict[int, _Marker]()
    for element in places(tree.matching("style", _MARKER.search) & tree.holds).tolist():
        item, first = int(around[element]), int(tree.opened[element])
        text = tree.text[first].strip()
        is_number = _NUMBER.fullmatch(text) is not None
        is_marker = (is_number or len(text) == 1) and tree.closed[element] == first + 1
        style = _ITEM.search(tree.attribute(item, "style"))
        if style and is_marker and tree.opened[item] == first:
            found[item] = _Marker(int(style[2]), style[1] if is_number else "", text)
    return found


def with_word_lists(parts: Sequence[Part], items: Mapping[int, _Marker]) -> list[Part]:
    """Make lists of adjacent paragraphs that are items.

    Args:
        parts: block-level parts.
        items: see :func:`word_items`.
    """
    out: list[Part] = []
    for are_items, some in groupby(parts, lambda part: _is_item(part, items)):
        if are_items:
            out += _lists([(items[part.element], part) for part in some])
        else:
            out += some
    return out


def _is_item(part: Part, items: Mapping[int, _Marker]) -> bool:
    """Whether a part is an item with its marker, and more."""
    if part.kind != "paragraph" or part.element not in items:
        return False
    marker = items[part.element].text
    return start_of(part.children).startswith(marker) and text_in(part.children).strip() != marker


def _lists(items: _Items) -> list[Part]:
    """The lists of paragraphs; deeper ones are in the item before them."""
    out, rows = list[Part](), list[tuple[_Marker, Part]]()
    top = min(marker.depth for marker, _ in items)
    for is_top, some in groupby(items, lambda row: row[0].depth == top):
        if is_top:
            rows += [(marker, item_of(part, marker.text)) for marker, part in some]
        elif rows:
            holder, inner = rows[-1][1], _lists([*some])
            holder.children += inner
            holder.last = inner[-1].last
        else:
            out += _lists([*some])
    return out + [_list([*run]) for _, run in groupby(rows, lambda row: row[0].of)]


def _list(rows: _Items) -> Part:
    """A list of items, ordered if these have numbers."""
    found, marker = list_of([item for _, item in rows]), rows[0][0]
    if marker.of and (number := _NUMBER.match(marker.text)):
        start = int(number[1]) if number[1].isdecimal() else _COUNTED.get(number[1].lower(), 1)
        found.attributes |= {"ordered": True, "start": start}
    return found
