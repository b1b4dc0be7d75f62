"""``warc``: web archives, plain, ``.gz`` or ``.zst``. Needs the extra ``warc``.

Inputs are responses over HTTP, and resources that are HTML. A response that is no page (an image, a
redirect, an error) is an input that is skipped; requests, metadata and the like are no inputs.

FastWARC reads a record. It raises at garbage between records and at damaged gzip, gives an empty
body where gzip is cut off, and believes any length, so that records are found here.
"""

import io
from collections.abc import Iterable, Iterator
from typing import Any, Literal

from victor.batch.chunk import BYTES, RECORDS, Chunk, Input, Reading, lost
from victor.batch.record import DAMAGED, HTTP_STATUS, NOT_HTML, TOO_LARGE, UNREADABLE, Record
from victor.batch.sources._members import Framed, cuts, framed, record_each, unpacked_members
from victor.batch.sources._streams import opened, unpacked
from victor.errors import VictorError, require

ENDINGS = tuple(f".{kind}{packed}" for kind in ("warc", "arc") for packed in ("", ".gz", ".zst"))
_HTML = ("text/html", "application/xhtml+xml")
_DECODE: tuple[Literal["all", "none"], ...] = ("all", "none")  # packed content may be none
_SNIFFED = 1024  # bytes within which a page shows itself if no type is given


def chunks(inputs: Iterable[Input], reading: Reading) -> Iterator[Chunk]:
    """Parts of files with a gzip member per record; of others, the records themselves."""
    require("fastwarc", "warc")
    for one in inputs:
        try:
            yield from _cut(one, reading)
        except (OSError, VictorError) as error:
            yield lost(one, f"{UNREADABLE}: {getattr(error, 'strerror', None) or error}")


def _cut(one: Input, reading: Reading) -> Iterator[Chunk]:
    with opened(one) as file:
        if one.path is not None:
            size = one.path.stat().st_size
            if record_each(file, size):
                for start, end in cuts(file, size):
                    yield Chunk("warc", (one,), start, end, size=end - start)
                return
            file.seek(0)
        pieces = unpacked(file)
        first = next(pieces, b"")
        if isinstance(first, bytes) and first.startswith(b"filedesc://"):
            raise VictorError("an ARC file, which is not read: convert it to WARC")
        yield from _records_together(one, framed(_with(first, pieces), reading.max_bytes))


def _with(first: bytes | str, rest: Iterator[bytes | str]) -> Iterator[bytes | str]:
    yield first
    yield from rest


def _records_together(one: Input, found: Iterable[Framed]) -> Iterator[Chunk]:
    data: list[tuple[int, bytes]] = []
    wrong: list[tuple[int, str]] = []
    size = 0
    for at, record, why, _ in found:
        if why is not None:
            wrong.append((at, why))
        else:
            data.append((at, record))
            size += len(record)
        if len(data) + len(wrong) == RECORDS or size > BYTES:
            yield Chunk("warc", (one,), data=tuple(data), lost=tuple(wrong), size=size)
            data, wrong, size = [], [], 0
    if data or wrong:
        yield Chunk("warc", (one,), data=tuple(data), lost=tuple(wrong), size=size)


def records(chunk: Chunk, reading: Reading) -> Iterator[Record]:
    """The pages, and what is lost, in the order of the file."""
    (one,) = chunk.inputs
    try:
        for frame in _frames(chunk, one, reading):
            limit = reading.max_bytes
            record = _skipped(frame, one, frame.wrong) if frame.wrong else _read(frame, one, limit)
            if record is not None:
                yield record
    except OSError as error:
        yield _skipped(Framed(chunk.start), one, f"{UNREADABLE}: {error.strerror or error}")


def _frames(chunk: Chunk, one: Input, reading: Reading) -> Iterator[Framed]:
    if chunk.end:
        with opened(one) as file:
            yield from unpacked_members(file, chunk.start, chunk.end, reading.max_bytes)
        return
    told = [Framed(at, wrong=why) for at, why in chunk.lost]
    told += [Framed(at, data) for at, data in chunk.data]
    yield from sorted(told, key=lambda frame: frame.at)


def _skipped(frame: Framed, one: Input, reason: str) -> Record:
    return Record(**_place(frame, one), skip=reason)


def _place(frame: Framed, one: Input) -> dict[str, Any]:
    within = f"-{frame.within}" if frame.within else ""
    return {
        "id": f"{one.id}#{frame.at}{within}",
        "source": one.name,
        "offset": frame.at,
        "target": f"{one.target}/{frame.at:012d}{within}",
    }


def _read(frame: Framed, one: Input, limit: int) -> Record | None:
    """A record as FastWARC reads it; None if it is no input."""
    for decode in _DECODE:
        try:
            found = _parse(frame.data, decode)
            return None if found is None else _page(found, frame, one, decode == "none", limit)
        except Exception as error:
            said = " ".join(str(error).split())[:200]
    return _skipped(frame, one, f"{DAMAGED}: {said}")


def _parse(data: bytes, decode: Literal["all", "none"]) -> Any:
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    kinds = WarcRecordType.response | WarcRecordType.resource
    stream = io.BytesIO(data + b"\r\n\r\n")
    return next(iter(ArchiveIterator(stream, kinds, auto_decode=decode, stream_detect=False)), None)


def _page(found: Any, frame: Framed, one: Input, plainly: bool, limit: int) -> Record | None:
    from fastwarc.warc import WarcRecordType

    headers = found.headers
    told = _place(frame, one)
    told["id"] = (headers.get("WARC-Record-ID") or told["id"]).strip("<>")
    told["url"] = (headers.get("WARC-Target-URI") or "").strip("<>") or None
    told["date"] = headers.get("WARC-Date")
    over_http = found.is_http_parsed
    kind = (found.http_content_type if over_http else headers.get("Content-Type")) or ""
    kind = kind.partition(";")[0].strip().lower()
    if found.record_type == WarcRecordType.resource and kind not in _HTML:
        return None
    if over_http:
        status = found.http_headers.status_code
        if status is not None and not 200 <= status < 300:
            return Record(**told, skip=f"{HTTP_STATUS}: {status}")
        told["charset"] = found.http_charset
        told["language"] = found.http_headers.get("Content-Language")
    if kind and kind not in _HTML:
        return Record(**told, skip=f"{NOT_HTML}: {kind}")
    html = found.reader.read(limit + 1)
    if len(html) > limit:
        return Record(**told, skip=f"{TOO_LARGE}: more than {limit} bytes")
    if plainly and not _shows(html):  # it says that it is packed, and can neither be unpacked
        raise ValueError("its content cannot be decoded")
    if not kind and html and not _shows(html):
        return Record(**told, skip=f"{NOT_HTML}: no type")
    return Record(**told, html=html)


def _shows(html: bytes) -> bool:
    head = html[:_SNIFFED].lower()
    return any(mark in head for mark in (b"<!doctype html", b"<html", b"<head", b"<body", b"<p"))
