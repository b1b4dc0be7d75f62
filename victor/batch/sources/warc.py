"""``warc``: web archives, plain, ``.gz`` or ``.zst``. Needs the extra ``warc``.

Inputs are HTTP responses, and resources that are HTML. A response that is not a page (an image, a
redirect, an error) is a skipped input; requests, metadata and other records are not inputs.

FastWARC parses the records. As it fails at garbage between records and at damaged gzip, returns an
empty body for truncated gzip, and trusts all lengths, this module determines where records begin.
"""

import io
import re
import zlib
from collections.abc import Iterator
from itertools import chain
from typing import Any, Literal

from victor.batch.chunk import Chunk, Input
from victor.batch.record import DAMAGED, Record, failure
from victor.batch.sources._members import (
    AFTER,
    Framed,
    decompressed_members,
    framed,
    has_member_per_record,
    left_out,
    member_ranges,
)
from victor.batch.sources._streams import decompressed, opened
from victor.batch.sources.base import Source, grouped, pieces, record_at
from victor.errors import HTTP_STATUS, NOT_HTML, TOO_LARGE, UNREADABLE, VictorError, error_text
from victor.gunzip import gunzipped
from victor.page.binary import media_type
from victor.text.regex import regex

_HTML = ("text/html", "application/xhtml+xml")
_DECODE: tuple[Literal["all", "none"], ...] = ("all", "none")  # the header may be wrong
_CODED = ("Content-Encoding", "Transfer-Encoding")
_BLANK = b"\r\n\r\n"  # the end of a header
_LENGTH = regex(rb"(\nContent-Length:\s{0,9})(\d{1,18})", re.IGNORECASE)
_SNIFFED = 1024  # bytes to inspect for HTML if no type is declared


class Warc(Source):
    """Reads a page from each response."""

    endings = tuple(
        f".{kind}{packed}" for kind in ("warc", "arc") for packed in ("", ".gz", ".zst")
    )
    requires = ("fastwarc", "warc")

    def _cut(self, one: Input) -> Iterator[Chunk]:
        """Cut a file with one gzip member per record into ranges; read the records of others."""
        with opened(one) as file:
            if one.path is not None and not one.is_piped:
                size = one.path.stat().st_size
                if has_member_per_record(file, size):
                    for start, end in member_ranges(file, size):
                        yield Chunk("warc", (one,), start, end, size=end - start)
                    return
                file.seek(0)
            total = _plain_size(one)
            blocks = decompressed(file)
            first = next(blocks, b"")
            if isinstance(first, bytes) and first.startswith(b"filedesc://"):
                raise VictorError("ARC files are not supported: convert them to WARC")
            frames = framed(chain([first], blocks), self.reading.limit, total)
            yield from grouped(
                one, ((frame.at, frame.data or frame.wrong or b"") for frame in frames)
            )

    def records(self, chunk: Chunk) -> Iterator[Record]:
        """Yield the pages and the unreadable parts, in the order of the file."""
        (one,) = chunk.inputs
        try:
            for frame in self._frames(chunk, one):
                record = self._record(frame, one)
                if record is not None:
                    yield record
        except OSError as error:
            yield _placed(Framed(chunk.start), one, skip=f"{UNREADABLE}: {error_text(error)}")

    def _frames(self, chunk: Chunk, one: Input) -> Iterator[Framed]:
        if chunk.end:
            with opened(one) as file:
                yield from decompressed_members(file, chunk.start, chunk.end, self.reading)
            return
        for at, piece in pieces(chunk):
            if isinstance(piece, str):
                yield Framed(at, wrong=piece)
            else:
                size = left_out(piece)
                yield Framed(at, piece, None if size is None else self.reading.too_large(size))

    def _record(self, frame: Framed, one: Input) -> Record | None:
        """The record of a frame; None if it is not an input."""
        reason = frame.wrong
        for decode in _DECODE if frame.data else ():
            try:
                return self._parsed(frame, one, decode)
            except MemoryError as error:
                reason = frame.wrong or failure(error)
            except Exception as error:
                reason = frame.wrong or f"{DAMAGED}: {error_text(error)}"
        return _placed(frame, one, skip=reason)

    def _parsed(self, frame: Framed, one: Input, decode: Literal["all", "none"]) -> Record | None:
        frame = frame._replace(data=_with_crlf(frame.data))
        found = _parse(frame.data, decode)
        if found is None:
            return None
        return _page(found, frame, one, decode == "none", self.reading.max_bytes)


def _plain_size(one: Input) -> int | None:
    """The size of an uncompressed file in bytes; None for pipes and compressed files."""
    if one.path is None or one.is_piped:
        return None
    with one.path.open("rb") as file:
        return one.path.stat().st_size if file.read(5) == b"WARC/" else None


def _placed(frame: Framed, one: Input, **fields: Any) -> Record:
    within = f"-{frame.within}" if frame.within else ""
    name, target = f"{one.id}#{frame.at}{within}", f"{one.target}/{frame.at:012d}{within}"
    return record_at(one, frame.at, **{"id": name, "target": target, **fields})


def _with_crlf(data: bytes) -> bytes:
    """A record whose HTTP header lines end in LF alone, which FastWARC does not read, with CRLF."""
    start = data.find(_BLANK) + len(_BLANK)
    status = data[start : start + _SNIFFED].partition(b"\n")[0]
    if start < len(_BLANK) or not status.startswith(b"HTTP/") or status.endswith(b"\r"):
        return data
    head, blank, body = data[start:].partition(b"\n\n")
    if not blank:
        return data
    lines = re.sub(rb"\r?\n", b"\r\n", head) + _BLANK
    added = len(lines) - len(head) - len(blank)
    header = _LENGTH.sub(lambda one: b"%b%d" % (one[1], int(one[2]) + added), data[:start], 1)
    return header + lines + body


def _parse(data: bytes, decode: Literal["all", "none"]) -> Any:
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    kinds = WarcRecordType.response | WarcRecordType.resource
    stream = io.BytesIO(data)
    return next(iter(ArchiveIterator(stream, kinds, auto_decode=decode, stream_detect=False)), None)


def _page(found: Any, frame: Framed, one: Input, encoded: bool, limit: int) -> Record | None:
    """The record of a response; ``encoded`` if its content is left encoded, as decoding failed."""
    from fastwarc.warc import WarcRecordType

    kind = _content_type(found)
    if found.record_type == WarcRecordType.resource and kind not in _HTML:
        return None
    fields = _fields(found)
    status = found.http_headers.status_code if found.is_http_parsed else None
    if status is not None and not 200 <= status < 300:
        return _placed(frame, one, **fields, skip=f"{HTTP_STATUS}: {status}")
    if kind and kind not in _HTML:
        return _placed(frame, one, **fields, skip=f"{NOT_HTML}: {kind}")
    if frame.wrong:
        return _placed(frame, one, **fields, skip=frame.wrong)
    html = _content(found, frame.data, limit + 1)
    if encoded:
        html = _unpacked(html, _coding(found), limit + 1)
    if len(html) > limit:
        return _placed(frame, one, **fields, skip=f"{TOO_LARGE}: more than {limit} bytes")
    if encoded and not _is_html(html):
        return _placed(frame, one, **fields, skip=f"{DAMAGED}: its content cannot be decoded")
    if not kind and html and not _is_html(html):
        return _placed(frame, one, **fields, skip=f"{NOT_HTML}: no type")
    return _placed(frame, one, **fields, html=html)


def _content_type(found: Any) -> str:
    """The media type that the response or the record states; empty if none."""
    over_http = found.is_http_parsed
    stated = found.http_content_type if over_http else found.headers.get("Content-Type")
    return media_type(stated)


def _fields(found: Any) -> dict[str, Any]:
    """The fields of a record that the headers state."""
    headers = found.headers
    fields: dict[str, Any] = {
        "url": (headers.get("WARC-Target-URI") or "").strip("<>") or None,
        "date": headers.get("WARC-Date"),
    }
    if name := headers.get("WARC-Record-ID"):
        fields["id"] = name.strip("<>")
    if found.is_http_parsed:
        fields["encoding"] = found.http_charset
        fields["language"] = found.http_headers.get("Content-Language")
    return fields


def _content(found: Any, data: bytes, limit: int) -> bytes:
    """At most ``limit`` bytes of content: a slice of the record if it needs no decoding."""
    end = len(data) - len(AFTER)
    start = end - found.content_length
    coded = found.is_http_parsed and any(name in found.http_headers for name in _CODED)
    if not coded and start > 0 and data[start - 4 : start].endswith((b"\r\n\r\n", b"\n\n")):
        return data[start : min(end, start + limit)]  # twice as fast as the reader
    return bytes(found.reader.read(limit))


def _coding(found: Any) -> str:
    """The content coding that an HTTP header states; empty if none."""
    return found.http_headers.get("Content-Encoding", "").lower() if found.is_http_parsed else ""


def _unpacked(data: bytes, coding: str, limit: int) -> bytes:
    """At most ``limit`` bytes of data that FastWARC cannot decode.

    These are gzip by another name, and deflate without the header of zlib, as some servers send it.
    Other data are returned as they are.
    """
    try:
        if coding == "x-gzip":
            return gunzipped(io.BytesIO(data), limit, complete=False)
        if coding == "deflate":
            return zlib.decompressobj(-zlib.MAX_WBITS).decompress(data, limit)
    except (ValueError, zlib.error):
        pass
    return data


def _is_html(data: bytes) -> bool:
    head = data[:_SNIFFED].lower()
    return any(mark in head for mark in (b"<!doctype html", b"<html", b"<head", b"<body", b"<p"))
