"""Headings that hold a paragraph: ``<h2><p>Auth</p></h2>``.

For libxml2, a ``p`` ends the heading that it is in, as it must not be there. Browsers show a
heading all the same. The source is repaired only where the tree shows that a heading was cut like
this, which is rare.
"""

import re
from array import array
from collections.abc import Mapping

import numpy as np

from victor.text.regex import regex

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
# A heading with nothing but one paragraph of bounded length, so that searching takes linear time;
# an empty line makes it two. Where tags are text, the text stays as it is. All begins with one
# bracket, which is searched for fast, as is the end of what is plain.
_HELD = regex(
    rb"<(?:(?P<plain>!--[^-]*+(?:-(?!->)[^-]*+)*+(?:-->)?"
    rb"|(xmp|textarea|script|style)(?=[\s>])[^<]*+(?:<(?!/\2)[^<]*+)*+(?:</\2)?)"
    rb"|(h([1-6])(?:\s[^<>]{0,500})?>\s{0,100}<)p((?:\s[^<>]{0,500})?>"
    rb"(?:[^<]|<(?!/?(?:p|h[1-6]|div|ul|ol|dl|table|pre)\b|br\b[^<>]{0,20}>\s{0,20}<br)){0,1000}"
    rb"</)p(>\s{0,100}</h\4>))",
    re.IGNORECASE,
)


def may_be_cut(
    tags: Mapping[str, int],
    tag: "array[int]",
    parent: "array[int]",
    opened: "array[int]",
    closed: "array[int]",
) -> bool:
    """Whether a heading without text is right before a paragraph.

    Args:
        tags: codes of the tags that occur.
        tag: [m] see :class:`~victor.tree.tree.Tree`, also for the others.
    """
    return any(
        opened[one] == closed[one] == opened[one + 1] and parent[one] == parent[one + 1]
        for one in _before_paragraphs(tags, tag)
    )


def _before_paragraphs(tags: Mapping[str, int], tag: "array[int]") -> list[int]:
    """The headings that a paragraph follows as the next element."""
    headings = [tags[name] for name in _HEADINGS if name in tags]
    if not headings or "p" not in tags:
        return []
    is_heading = np.zeros(len(tags), bool)
    is_heading[headings] = True
    codes = np.frombuffer(tag, np.int32)
    before = (codes[1:] == tags["p"]).nonzero()[0]
    return list(before[is_heading[codes[before]]].tolist())


def repaired(source: bytes) -> bytes:
    """A page with ``span`` for the paragraphs that are all of a heading."""
    return _HELD.sub(_with_span, source)


def _with_span(found: re.Match[bytes]) -> bytes:
    return found[0] if found["plain"] else b"<" + b"span".join(found.group(3, 5, 6))
