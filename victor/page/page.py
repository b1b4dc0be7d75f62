"""Decode bytes into a :class:`Page`; open messages, CleanEval's wrapper and the escapes of JSON."""

import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from victor.errors import check_text
from victor.page.encodings import check_encoding, decode_unless_utf8
from victor.page.escaped import unescaped
from victor.page.saved import as_served
from victor.page.shown import as_shown
from victor.page.wrapper import unwrap
from victor.text.regex import regex

if TYPE_CHECKING:
    from victor.page.message import Message

_DOCTYPE_WITHIN = 1_000
_DOCTYPE = regex(r"<!doctype[^>]*>", re.IGNORECASE)
LONGEST_CHARACTER = 4  # bytes of UTF-8
# A cheap test for wrappers; their white space need not be ASCII.
_MAY_BE_WRAPPED = regex(rb"[\s\x1c-\x1f\x80-\xff]*+<text[\s\x1c-\x1f\x80-\xff]", re.IGNORECASE)
_HEADERS_WITHIN = 16_384
# The headers of a message, some of which are continued, up to one that nearly all have.
_HEADERS = regex(
    rb"(?:\xef\xbb\xbf)?\s{0,20}(?:From [^\n]{0,500}\n)?"
    rb"(?:[\w-]{1,60}:[^\n]{0,2000}\n(?:[ \t][^\n]{0,2000}\n){0,50}){0,100}"
    rb"(?:mime-version|message-id):",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Page:
    """A decoded page, not yet parsed. Equal pages have sources of the same type."""

    id: str
    source: str | bytes = field(repr=False)  # text, or valid UTF-8
    url: str | None = None
    encoding: str = "utf-8"  # original encoding
    doctype: str | None = None
    language: str | None = None  # declared by an HTTP header
    head: str = field(default="", repr=False)  # metadata of a plain text, as elements

    @cached_property
    def html(self) -> str:
        """The page as text."""
        return self.source if isinstance(self.source, str) else self.source.decode()

    def start(self, size: int) -> str:
        """The first ``size`` characters, without decoding the rest."""
        return _start(self.source, size)


def read_page(
    source: bytes | str,
    id: str = "",
    url: str | None = None,
    encoding: str | None = None,
    transport_encoding: str | None = None,
) -> Page:
    """Decode a page and remove CleanEval's ``<text id= title= encoding=>`` around it.

    The text of an e-mail or of a saved page (MHTML) is read (:mod:`victor.page.message`). A page
    with the escapes of a JSON string is decoded, too (:mod:`victor.page.escaped`), what an archive
    has added is removed (:mod:`victor.page.saved`), and what browsers show elsewhere than in the
    source is moved there (:mod:`victor.page.shown`). Bytes that cannot be decoded become U+FFFD; no
    bytes raise an error.

    Args:
        source: the page; text is not decoded.
        id: the name of the page in outputs.
        url: the URL of the page or its copy in an archive; by default the one that CleanEval's
            wrapper or the program that saved the page states.
        encoding: overrides the declared encoding.
        transport_encoding: the encoding that an HTTP header declares.

    Raises:
        VictorError: ``encoding`` is unknown. Unknown declared encodings are ignored.
    """
    if encoding is not None:
        check_encoding(encoding)
    check_text("url", url)
    if message := _message(source):
        source, transport_encoding, url = message.body, message.encoding, url or message.url
    decoded: tuple[str | bytes, str]
    if isinstance(source, str):
        decoded = source.removeprefix("\ufeff"), "str"
    else:
        decoded = decode_unless_utf8(source, encoding, transport_encoding, url)
    body, wrapper = _unwrapped(decoded[0])
    body, url = as_served(unescaped(body), url or wrapper.get("id"))
    body = as_shown(body)
    found = _DOCTYPE.search(_start(body, _DOCTYPE_WITHIN))
    page = Page(
        id=id,
        source=body,
        url=url,
        encoding=decoded[1],
        doctype=found.group() if found else None,
    )
    return _with_head(page, message) if message else page


def _message(source: bytes | str) -> "Message | None":
    """The e-mail or saved page that a file is."""
    start = (
        source if isinstance(source, bytes) else source[:_HEADERS_WITHIN].encode(errors="replace")
    )
    if not _HEADERS.match(start, 0, _HEADERS_WITHIN):
        return None  # true of nearly all
    from victor.page.message import opened  # imports the package ``email``

    return opened(source if isinstance(source, bytes) else source.encode(errors="replace"))


def _with_head(page: Page, message: "Message") -> Page:
    """The page of a message with its metadata; those of plain text wait for its paragraphs."""
    if message.is_plain:
        return replace(page, head=message.head)
    return replace(page, source=message.head + page.html) if message.head else page


def _unwrapped(text: str | bytes) -> tuple[str | bytes, dict[str, str]]:
    if isinstance(text, str):
        return unwrap(text)
    return unwrap(text.decode()) if _MAY_BE_WRAPPED.match(text) else (text, {})


def _start(text: str | bytes, size: int) -> str:
    if isinstance(text, str):
        return text[:size]
    return text[: LONGEST_CHARACTER * size].decode("utf-8", "ignore")[:size]
