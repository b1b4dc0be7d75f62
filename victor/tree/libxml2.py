"""Parse as libxml2 2.14 does: by the compiled part, or by the libxml2 of lxml, the reference."""

import re
from array import array
from html.entities import html5
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from victor.compiled import choose, door, part
from victor.text.regex import regex
from victor.tree.attributes import Written
from victor.tree.events import (
    BOX,
    INVISIBLE,
    MOST_ATTRIBUTES,
    MOST_READ,
    SPACE,
    Columns,
    Embedded,
    Events,
    Kind,
    Kinds,
    head_of,
)
from victor.tree.players import player

# A comment after the page's last byte: if it is not reported, the parser stopped early.
_END = "victor: end of page"
_END_COMMENT = f"<!--{_END}-->"
_OPEN_SEARCHED = 200_000_000  # maximum open elements that libxml2 may scan without a match
_OPEN_SEARCHED_PER_BYTE = 200  # the same per byte, for large pages
_FEW_BODIES = 100_000  # bytes below which ``body`` tags are not counted
_FEW_TAGS = 1_000  # number of tags that hardly lowers the depth limit
# A depth that is safe for any page: a tag has at least two bytes, so that half of them are tags.
_NEVER_TOO_DEEP = 2 * _OPEN_SEARCHED_PER_BYTE - 1
_BODY = regex(rb"<body", re.I)


class _TooDeepError(Exception):
    """Too many elements are open, so that libxml2 would take too long."""


class _Target:
    """A parser target for lxml that forwards events, up to a depth."""

    def __init__(self, events: Events, deepest: int) -> None:
        self.events, self.data = events, events.data
        self.deepest = deepest
        self.open = 0  # number of elements that libxml2 has open
        self.finished = False  # whether the end of the page was reached

    def start(self, name: str, attrs: dict[str, str]) -> None:
        self.events.start(name, attrs)
        self.open += 1
        if self.open > self.deepest:
            raise _TooDeepError

    def end(self, name: str) -> None:
        self.open -= 1
        self.events.end(name)

    def comment(self, text: str) -> None:
        """Ignore comments, which do not split texts, except for the end of the page."""
        self.finished = text == _END

    def close(self) -> None:
        """Required by lxml; the columns are already complete."""


def parse_with_libxml2(html: str | bytes, kinds: Kinds) -> tuple[Columns, bool]:
    """The columns of a page without NUL, and whether its end was reached.

    Args:
        html: the page; bytes are UTF-8.
        kinds: kinds of tags.
    """
    source = html if isinstance(html, bytes) else html.encode("utf-8", "replace")
    columns, finished = parse_source(source, kinds, _NEVER_TOO_DEEP)
    if not finished:  # rare, so that the depth limit of most pages is not computed
        columns, finished = parse_source(source, kinds, depth_limit(source))
    if not finished:
        _cut_end_comment(columns)
    return columns, finished


def depth_limit(source: bytes) -> int:
    """The maximum number of elements that libxml2 may have open, including deleted ones.

    It searches all of them for each end tag without a start tag, and for each ``body`` tag.
    """
    searching = int(tags_starting(source, b"/")[0])
    if len(source) >= _FEW_BODIES:
        searching += _bodies(source)
    most = max(_OPEN_SEARCHED, _OPEN_SEARCHED_PER_BYTE * len(source))
    return most // (searching + 1)


def _bodies(source: bytes) -> int:
    """An upper bound of the number of ``body`` tags; exact if many tags start with ``b``."""
    most = int(tags_starting(source, b"bB")[0])
    return most if most < _FEW_TAGS else sum(1 for _ in _BODY.finditer(source))


@door("columns")
def tags_starting(source: bytes, signs: bytes) -> NDArray[np.int64]:
    """[1] the number of tags that start with one of ``signs`` after the bracket."""
    number = sum(source.count(bytes((ord("<"), sign))) for sign in signs)
    return np.array([number], np.int64)


def parse_source(source: bytes, kinds: Kinds, deepest: int) -> tuple[Columns, bool]:
    """The columns of a page without NUL, and whether its end was reached."""
    columns = Columns()
    source += _END_COMMENT.encode()
    return columns, read_events(source, Events(columns, kinds), deepest)


def _parse_source_compiled(source: bytes, kinds: Kinds, deepest: int) -> tuple[Columns, bool]:
    found, attributes, finished = _part.parse(source, kinds, head_of, deepest)
    every: tuple[Any, ...] = (*found, Written(*attributes))
    return Columns(*every), finished


def _find_part() -> Any:
    """The compiled ``native/parse.c``, if it was built."""
    kinds = {kind.name or "": kind.value for kind in Kind}
    limits = {"MOST_READ": MOST_READ, "MOST_ATTRIBUTES": MOST_ATTRIBUTES}
    found = part("parse", SPACE=SPACE, BOX=BOX, **limits, **kinds)
    if found:
        found.connect(INVISIBLE, _END.encode(), Embedded, player, html5)
    return found


_part = _find_part()
parse_source = choose(parse_source, _parse_source_compiled if _part else None)


def read_events(source: bytes, events: Events, deepest: int) -> bool:
    """Report the events of a page; return whether its end was reached."""
    from lxml import etree  # slow to import, and not needed with the compiled part

    target = _Target(events, deepest)
    parser = etree.HTMLParser(
        target=cast(Any, target),
        encoding="utf-8",
        huge_tree=True,
        remove_pis=True,
    )
    try:
        etree.fromstring(source, parser)
    except (etree.LxmlError, _TooDeepError):
        target.finished = False
    events.finish()
    return target.finished


def _cut_end_comment(columns: Columns) -> None:
    """Remove the comment after the last byte, which the parser may have read as text."""
    text, head = columns.text, columns.head
    head.update({key: value.removesuffix(_END_COMMENT) for key, value in head.items()})
    if not text or not text[-1].endswith(_END_COMMENT):
        return
    text[-1] = text[-1].removesuffix(_END_COMMENT)
    if text[-1].strip(INVISIBLE):
        return
    del text[-1], columns.node[-1], columns.spaced[-1]
    for places in (columns.opened, columns.closed):
        places[:] = array("i", [min(place, len(text)) for place in places])
