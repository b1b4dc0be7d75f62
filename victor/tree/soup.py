"""Parsers for pages whose end libxml2 does not reach: BeautifulSoup, or similar without a tree."""

import re
import warnings
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from html.parser import HTMLParser, commentclose  # type: ignore[attr-defined]
from typing import TYPE_CHECKING

from victor.text.regex import possessive, regex
from victor.tree.events import Columns, Events, Kinds
from victor.tree.html_tags import VOID

if TYPE_CHECKING:
    from bs4.element import PageElement

# Constructs that BeautifulSoup reads to the end of the page if they are not closed: start and end.
_OPEN = (
    (regex(r"<"), regex(r">")),
    (regex(r"<(?=!--)"), commentclose),  # depends on the version of Python
    (
        regex(r"<(?=!\[\s*(?:temp|cdata|ignore|include|rcdata))", re.I),
        regex(r"\]\s*\]\s*>"),
    ),
    (regex(r"<(?=!\[)"), regex(r"\]\s*>")),
)
# A tag up to a position outside quotes; possessive, so that it takes linear time.
_TAG_SO_FAR = regex(
    "[^<]*+"
    + possessive("<(?!/?[a-z])[^<]*+")
    + "<"
    + possessive(r"""[^'"=]|=\s*+(?:'[^']*+'|"[^"]*+"|(?!['"]))|['"]"""),
    re.I,
)


def parse_with_soup(html: str, kinds: Kinds) -> Columns:
    """The columns of a page as parsed by BeautifulSoup; empty if it gives up.

    Args:
        html: the page.
        kinds: kinds of tags.
    """
    from bs4 import BeautifulSoup
    from bs4.exceptions import ParserRejectedMarkup

    columns = Columns()
    events = Events(columns, kinds)
    try:
        with warnings.catch_warnings():  # about texts that look like a file name or XML
            warnings.simplefilter("ignore")
            soup = BeautifulSoup(
                _with_unclosed_as_text(html), "html.parser", multi_valued_attributes=None
            )
    except (ParserRejectedMarkup, RecursionError, AssertionError, ValueError):
        return columns
    _report(soup.contents, events)
    events.finish()
    return columns


def _report(contents: "Sequence[PageElement]", events: Events) -> None:
    """Report the tags and texts of a tree, in document order."""
    from bs4.element import NavigableString, PreformattedString, Tag

    # An explicit stack: pages nest deeper than Python recurses.
    pending: list[tuple[bool, object]] = [(True, child) for child in reversed(contents)]
    while pending:
        opening, item = pending.pop()
        if isinstance(item, Tag):
            if not opening:
                events.end(item.name)
                continue
            events.start(item.name, {key: str(value) for key, value in item.attrs.items()})
            pending.append((False, item))
            pending.extend((True, child) for child in reversed(item.contents))
        elif isinstance(item, NavigableString) and not isinstance(item, PreformattedString):
            events.data(str(item))


def parse_plainly(html: str, kinds: Kinds) -> tuple[Columns, "_Reader"]:
    """Parse like BeautifulSoup, but without a tree; the reader has counts of its cost.

    BeautifulSoup walks up its tree for every text, so that its time is quadratic in the depth, and
    searches a list of void elements for every end tag.
    """
    columns = Columns()
    reader = _read(html, Events(columns, kinds))
    reader.events.finish()
    return columns, reader


def read_within(html: str, events: Events) -> None:
    """Report the events of markup within a page, and close the elements that it leaves open.

    Args:
        html: the markup.
        events: the handlers to call.
    """
    for name in reversed(_read(html, events).open):
        events.end(name)


def _read(html: str, events: Events) -> "_Reader":
    reader = _Reader(events)
    with suppress(AssertionError, ValueError):  # rejected markup, as in BeautifulSoup
        reader.feed(_with_unclosed_as_text(html))
        reader.close()
    return reader


class _Reader(HTMLParser):
    """Convert tags to events; an end tag closes all elements up to its start tag, if any."""

    def __init__(self, events: Events) -> None:
        super().__init__()
        self.events = events
        self.open: list[str] = []
        self.depth = 0  # maximum number of open elements
        self.empty = self.searched = 0  # number of void elements; its sum over all end tags
        self.count: Counter[str] = Counter()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.events.start(tag, {key: value or "" for key, value in attrs})
        if tag in VOID:
            self.events.end(tag)
            self.empty += 1
        else:
            self.open.append(tag)
            self.count[tag] += 1
            self.depth = max(self.depth, len(self.open))

    def handle_endtag(self, tag: str) -> None:
        self.searched += self.empty
        while self.count[tag]:
            last = self.open.pop()
            self.count[last] -= 1
            self.events.end(last)
            if last == tag:
                return

    def handle_data(self, data: str) -> None:
        self.events.data(data)


def _with_unclosed_as_text(html: str) -> str:
    """The page with ``&lt;`` for the ``<`` of tags, comments and sections that are never closed.

    Newer versions of ``html.parser`` drop the rest of the page after them; older ones read it as
    text, but search to the end of the page for each ``<``, which takes quadratic time.
    """
    for quote in "'\"":
        html = _without_open_quote(html, quote)
    for opening, closing in _OPEN:
        end = max((found.end() for found in closing.finditer(html)), default=0)
        html = html[:end] + opening.sub("&lt;", html[end:])
    return html


def _without_open_quote(html: str, quote: str) -> str:
    """The page without the last ``quote``, if it opens a value that is never closed."""
    before, found, after = html.rpartition(quote)
    tag = before[before.rfind(">") + 1 :]
    opens = found and tag.rstrip().endswith("=") and _TAG_SO_FAR.fullmatch(tag)
    return before + after if opens else html
