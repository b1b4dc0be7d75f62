"""E-mails (RFC 5322) and pages that a browser saved with their images (MHTML, RFC 2557)."""

import email
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message as Parts
from email.utils import parseaddr, parsedate_to_datetime
from html import escape
from itertools import islice

from victor.page.sources import is_url
from victor.text.regex import regex

_KINDS = ("text/html", "text/plain")  # the preferred one first
_BLANK_LINE = regex(rb"\r?\n\r?\n")
_LARGEST = 100_000  # maximum bytes of headers
_DEEPEST = 8  # levels of parts in parts
_MOST = 1000  # maximum parts
_LONGEST = 1000  # maximum characters of a header


@dataclass(frozen=True)
class Message:
    """The text of a message."""

    body: bytes
    encoding: str | None  # declared
    url: str | None  # of a saved page
    head: str  # title, author and date of an e-mail as elements
    is_plain: bool  # whether the text is not HTML


def opened(source: bytes) -> Message:
    """The HTML of an e-mail or a saved page, or else its plain text.

    Attachments and images are ignored, and so are texts other than the first.

    Args:
        source: a file that begins with headers.
    """
    headers = _headers(source)
    parts = [*islice(_parts(headers, source), _MOST)]
    kinds = [part.get_content_type() for part, _ in parts]
    kind = next((kind for kind in _KINDS if kind in kinds), None)
    if kind is None:
        return Message(b"", None, None, "", is_plain=False)
    part, whole = parts[kinds.index(kind)]
    content = email.message_from_bytes(whole).get_payload(decode=True)
    body = content if isinstance(content, bytes) else b""
    url = _url(headers, part)
    head = "" if url else "".join(_elements(headers))
    return Message(body, part.get_content_charset(), url, head, kind == "text/plain")


def _headers(source: bytes) -> Parts:
    end = _BLANK_LINE.search(source)
    written = source[: min(end.start() if end else _LARGEST, _LARGEST)]
    return email.message_from_string(written.decode("utf-8", "replace"))  # RFC 6532


def _parts(headers: Parts, source: bytes, depth: int = 0) -> Iterator[tuple[Parts, bytes]]:
    """The headers of each part of a message that is no attachment, and its source.

    The package ``email`` compares each line with the boundaries of all parts around it, and needs
    quadratic time for parts in parts.
    """
    boundary = headers.get_boundary()
    if headers.get_content_maintype() != "multipart" or not boundary:
        if headers.get_content_disposition() != "attachment":
            yield headers, source
        return
    if depth == _DEEPEST:
        return
    bounds = [*_boundaries(boundary).finditer(source)]
    ends = [*(bound.start() for bound in bounds), len(source)][1:]
    for bound, end in zip(bounds, ends, strict=True):
        if not bound["last"]:
            part = source[bound.end() : end]
            yield from _parts(_headers(part), part, depth + 1)


def _boundaries(boundary: str) -> re.Pattern[bytes]:
    """The lines around parts."""
    name = re.escape(boundary.encode(errors="replace"))
    return re.compile(rb"^--%b(?P<last>--)?[ \t]*(?:\r?\n|\Z)" % name, re.MULTILINE)


def _url(message: Parts, part: Parts) -> str | None:
    """The URL of a saved page."""
    stated = (message["Snapshot-Content-Location"], part["Content-Location"])
    return next(filter(is_url, (str(one).strip() for one in stated if one)), None)


def _elements(message: Parts) -> Iterator[str]:
    """The headers of an e-mail as the elements by which pages state the same."""
    subject, sender, sent = (
        str(message[name] or "")[:_LONGEST] for name in ("Subject", "From", "Date")
    )
    if title := _decoded(subject):
        yield f"<title>{escape(title)}</title>"
    if name := _decoded(parseaddr(sender)[0]):
        yield f'<meta name="author" content="{escape(name)}">'
    if date := _date(sent):
        yield f'<meta name="date" content="{date.isoformat()}">'


def _decoded(written: str) -> str:
    """The text of a header, in which other letters than those of ASCII are encoded."""
    try:
        return " ".join(str(make_header(decode_header(written))).split())
    except (ValueError, LookupError, MessageError):  # damaged, or of an unknown encoding
        return ""


def _date(written: str) -> datetime | None:
    try:
        return parsedate_to_datetime(written)
    except (ValueError, OverflowError):
        return None
