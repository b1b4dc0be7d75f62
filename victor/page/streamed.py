"""Parts of a page that React streams after the page and moves to their places by a script.

Where a part was not ready, the page has ``<template id="B:1">`` and perhaps a fallback, such as a
placeholder of the same shape. The part follows at the end of the page, in ``<div hidden
id="S:1">``. Without the script, it would be read there, as hidden text.
"""

import re

from victor.text.regex import regex

SIGN = ' id="S:'
# Programs that save the tree of a page write the attribute as `hidden=""`.
_PART = regex(r'<div hidden(?:="")? id="S:([\da-f]+)">')
# Start and end tags of div; scripts and comments (without an end: the rest of the page) have none.
_DIVS = regex(
    r"<script\b.*?(?:</script\s*>|\Z)|<!--.*?(?:-->|\Z)|<div\b|(</div\s*>)",
    re.DOTALL | re.IGNORECASE,
)
# A place within a boundary, with a fallback, or within another part.
_PLACE = regex(r'<template id="[BP]:([\da-f]+)"></template>')
_BOUNDARY = regex(r"<!--(/?)\$[?!~]?-->")  # the start or the end of a boundary
_DEEPEST = 50  # maximum parts within parts


def in_place(page: str) -> str:
    """The page with its streamed parts where the script would move them.

    Args:
        page: the same object is returned if nothing changes.
    """
    if SIGN not in page:
        return page
    rest, parts = _separated(page)
    if not parts:
        return page
    moved = _filled(rest, parts, _DEEPEST)
    return page if parts else moved  # not if a place is only in a fallback or in its own part


def _separated(page: str) -> tuple[str, dict[str, str]]:
    """The page without the parts that have a place, and these parts by their number."""
    places = set(_PLACE.findall(page))
    rest, parts, position = [], {}, 0
    for start in _PART.finditer(page):
        if start.start() < position or start[1] not in places or start[1] in parts:
            continue
        end = _end(page, start.end())
        if not end:
            break
        parts[start[1]] = page[start.end() : end.start()]
        rest.append(page[position : start.start()])
        position = end.end()
    return "".join(rest) + page[position:], parts


def _end(page: str, start: int) -> re.Match[str] | None:
    """The end tag of the ``div`` whose content starts at ``start``."""
    depth = 1
    for found in _DIVS.finditer(page, start):
        if found[1]:
            depth -= 1
        elif found[0][1] in "dD":
            depth += 1
        if not depth:
            return found
    return None


def _filled(page: str, parts: dict[str, str], depth: int) -> str:
    """The page with parts in their places; parts that found theirs are removed from ``parts``."""
    ends = _ends(page)
    pieces: list[str] = []
    position = 0
    for place in _PLACE.finditer(page):
        if depth and place.start() >= position and place[1] in parts:
            part = parts.pop(place[1])
            pieces += page[position : place.start()], _filled(part, parts, depth - 1)
            position = ends.get(place.start(), place.end())
    return "".join(pieces) + page[position:]


def _ends(page: str) -> dict[int, int]:
    """Where the content of each boundary starts, and where it ends."""
    ends, opened = {}, []
    for found in _BOUNDARY.finditer(page):
        if not found[1]:
            opened.append(found.end())
        elif opened:
            ends[opened.pop()] = found.start()
    return ends
