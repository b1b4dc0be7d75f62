"""CleanEval's wrapper around a page: ``<text id= title= encoding=>``."""

import html as entities
import re
from bisect import bisect_left
from collections.abc import Iterator

from victor.text.regex import regex

# With a URL, text may follow; otherwise, ``text`` may be an element of SVG.
_WRAPPER = regex(
    r"\A[\s\ufeff]*<text\s(?:(?P<url>id=\"https?:[^<>\"]*\")>"
    r"|(?P<attributes>[^<]*?)>(?=\s*(?:<|\Z)))",
    re.IGNORECASE,
)
_END = "</text>"
_ATTRIBUTE = regex(r"\b(id|title|encoding)\s*=\s*\"")
_VALUE_END = regex(r"\"(?=\s+\w+=|\s*\Z)")


def unwrap(html: str) -> tuple[str, dict[str, str]]:
    """The page inside CleanEval's wrapper and the wrapper's attributes; none without a wrapper.

    The published files do not escape quotes in titles, so that a value ends only before another
    attribute or the end of the tag.
    """
    found = _WRAPPER.match(html)
    if not found:
        return html, {}
    body = _without_end(html[found.end() :])
    return body, dict(_pairs(found["attributes"] or found["url"]))


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    """Names and values, in linear time: value ends are searched once."""
    ends, place = [found.start() for found in _VALUE_END.finditer(text)], 0
    while found := _ATTRIBUTE.search(text, place):
        number = bisect_left(ends, found.end())
        if number == len(ends):
            return
        yield found[1], entities.unescape(text[found.end() : ends[number]])
        place = ends[number] + 1


def _without_end(body: str) -> str:
    """The page without the wrapper's end tag, if it ends with one."""
    rest = body.rstrip()
    return rest[: -len(_END)] if rest[-len(_END) :].lower() == _END else body
