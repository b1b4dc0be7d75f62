"""Repair headings that hold a paragraph: ``<h2><p>Auth</p></h2>``.

For libxml2, a ``p`` ends the heading around it, as it is not allowed there. Browsers still show a
heading. The source is repaired only if the tree shows that a heading was cut, which is rare.
"""

import re
from array import array
from collections.abc import Mapping

import numpy as np

from victor.arrays import Bools, some
from victor.compiled import door
from victor.text.regex import possessive, regex
from victor.tree.html_tags import HEADINGS

# A heading that holds only one paragraph of bounded length, so that searching takes linear time; an
# empty line makes it two. Comments and elements in which tags are text (`plain`) stay unchanged.
# All alternatives begin with the same bracket, which is fast to search, and `plain` skips what
# cannot end it in runs: a lazy search for its end takes ten times as long.
_HELD = regex(
    rb"<(?:(?P<plain>!--[^-]*+"
    + possessive(r"-(?!->)[^-]*+").encode()
    + rb"|(xmp|textarea|script|style)(?=[\s>])[^<]*+"
    + possessive(r"<(?!/\2)[^<]*+").encode()
    + rb")|(h([1-6])(?:\s[^<>]{0,500})?>\s{0,100}<)p((?:\s[^<>]{0,500})?>"
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
    """Whether a heading without text directly precedes a paragraph.

    Args:
        tags: codes of the tags that occur.
        tag: [m] see :class:`~victor.tree.tree.Tree`, also for the others.
    """
    headings = np.array([name in HEADINGS for name in tags])
    if "p" not in tags or not some(headings):
        return False
    return some(directly_before(tag, parent, opened, closed, headings, tags["p"]))


@door("columns")
def directly_before(
    tag: "array[int]",
    parent: "array[int]",
    opened: "array[int]",
    closed: "array[int]",
    chosen: Bools,
    code: int,
) -> Bools:
    """[1] whether an element without text directly precedes one with the tag ``code``, its sibling.

    Args:
        tag: [m] see :class:`~victor.tree.tree.Tree`, also for ``parent``, ``opened``, ``closed``.
        chosen: [c] the tags of the first element.
        code: the code of the second one's tag.
    """
    columns = tag, parent, opened, closed
    codes, above, low, high = (np.frombuffer(column, np.int32) for column in columns)
    beside = chosen[codes[:-1]] & (codes[1:] == code) & (above[:-1] == above[1:])
    return np.array([some(beside & (low[:-1] == high[:-1]) & (low[1:] == low[:-1]))])


def repaired(source: bytes) -> bytes:
    """A page with ``span`` instead of paragraphs that are the whole content of a heading."""
    return _HELD.sub(_with_span, source)


def _with_span(found: re.Match[bytes]) -> bytes:
    return found[0] if found["plain"] else b"<" + b"span".join(found.group(3, 5, 6))
