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
from itertools import chain

from victor.page.encodings import decode
from victor.page.sources import is_url
from victor.text.regex import regex

_HTML, _PLAIN = ("text/html", "application/xhtml+xml"), "text/plain"
_STARTS = b"\xef\xbb\xbf \t\r\n"  # before the headers
_BLANK_LINE = regex(rb"\r?\n\r?\n")
_LARGEST = 100_000  # maximum bytes of headers
_DEEPEST = 8  # levels of parts in parts
_MOST = 1000  # maximum parts
_LONGEST = 1000  # maximum characters of a header


_Part = tuple[Parts, bytes]  # headers, and the source with them


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

    Attachments and images are ignored, and so are the frames of a saved page.

    Args:
        source: a file that begins with headers.
    """
    source = source.lstrip(_STARTS)
    headers = _headers(source)
    found = _texts(headers, source, iter(range(_MOST)))
    html = [part for part in found if part[0].get_content_type() in _HTML]
    texts = html or found
    url, is_saved = _location(headers, texts[0][0] if texts else headers)
    head = "" if is_saved else "".join(_elements(headers))
    if len(texts) > 1:
        joined = "\n\n".join(decode(_body(*part), None, _charset(part))[0] for part in texts)
        return Message(joined.encode(errors="replace"), "utf-8", url, head, not html)
    body, encoding = (_body(*texts[0]), _charset(texts[0])) if texts else (b"", None)
    return Message(body, encoding, url, head, is_plain=not html)


def _charset(part: _Part) -> str | None:
    return part[0].get_content_charset()


def _body(headers: Parts, source: bytes) -> bytes:
    content = email.message_from_bytes(source).get_payload(decode=True)
    return content if isinstance(content, bytes) else b""


def _headers(source: bytes) -> Parts:
    end = _BLANK_LINE.search(source)
    written = source[: min(end.start() if end else _LARGEST, _LARGEST)]
    return email.message_from_string(written.decode("utf-8", "replace"))  # RFC 6532


def _texts(headers: Parts, source: bytes, number: Iterator[int], depth: int = 0) -> list[_Part]:
    """The parts of a message that are texts and no attachments, one of alternative ones.

    Args:
        headers: of the message.
        source: of the message.
        number: counts the parts; those after its end are ignored.
        depth: the levels of parts around it.
    """
    kind, boundary = headers.get_content_type(), headers.get_boundary()
    if headers.get_content_maintype() != "multipart" or not boundary:
        is_text = kind in (*_HTML, _PLAIN) and headers.get_content_disposition() != "attachment"
        return [(headers, source)] if is_text else []
    inside = (
        _texts(_headers(part), part, number, depth + 1)
        for part in (_divided(source, boundary) if depth < _DEEPEST else ())
        if next(number, None) is not None
    )
    found = [texts for texts in inside if texts]
    if kind == "multipart/alternative":
        rich = (
            texts for texts in found if any(one.get_content_type() in _HTML for one, _ in texts)
        )
        return next(rich, found[0] if found else [])
    return found[0] if found and kind == "multipart/related" else [*chain.from_iterable(found)]


def _divided(source: bytes, boundary: str) -> Iterator[bytes]:
    """The parts of a message.

    The package ``email`` compares each line with the boundaries of all parts around it, and needs
    quadratic time for parts in parts.
    """
    bounds = [*_boundaries(boundary).finditer(source)]
    ends = [*(bound.start() for bound in bounds), len(source)][1:]
    for bound, end in zip(bounds, ends, strict=True):
        if not bound["last"]:
            yield source[bound.end() : end]


def _boundaries(boundary: str) -> re.Pattern[bytes]:
    """The lines around parts."""
    name = re.escape(boundary.encode(errors="replace"))
    return re.compile(rb"^--%b(?P<last>--)?[ \t]*(?:\r?\n|\Z)" % name, re.MULTILINE)


def _location(message: Parts, part: Parts) -> tuple[str | None, bool]:
    """The URL of a saved page, and whether it is one; a local file has no URL."""
    stated = [
        str(one).strip()
        for one in (message["Snapshot-Content-Location"], part["Content-Location"])
        if one
    ]
    return next(filter(is_url, stated), None), bool(stated)


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
