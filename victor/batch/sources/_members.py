"""Find the starts of records in a WARC, even after damage and garbage.

A ``.warc.gz`` is a sequence of gzip members with one record each (WARC 1.1, annex D). The parent
finds them by their first bytes, and the workers decompress them. As a record may itself contain
such a file, the length at the end of a member (gzip, RFC 1952, section 2.3.1) must agree with the
length in the header of its record.
"""

import re
import sys
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from typing import Any, BinaryIO, NamedTuple

from victor.batch.chunk import BYTES, LIMIT, RECORDS, Reading
from victor.batch.record import DAMAGED, failure
from victor.batch.sources._streams import BLOCK, GZIP
from victor.errors import TOO_LARGE
from victor.text.regex import regex

_fast: Any = None
with suppress(ImportError):  # optional: the same output, twice as fast
    _fast = import_module("isal.isal_zlib")

_VERSION = regex(rb"WARC/\d\.\d\r?\n")
_LENGTH = regex(rb"\ncontent-length:[ \t]*(\d{1,18})[ \t]*\r?\n", re.IGNORECASE)
_TYPE = regex(rb"\nwarc-type:[ \t]*([\w-]+)", re.IGNORECASE)
_ONCE = regex(rb"\n(warc-type|warc-record-id|warc-date|content-length):", re.IGNORECASE)
_HEADER = 32 << 10  # maximum bytes of a record's header
_RESERVED = 0xE0  # flags in a member's header that must be zero; isal does not check them
_LOOKED_AT = 8  # members to inspect
_KEPT = (b"response", b"resource")
_PACKED = 3 * RECORDS  # records per chunk: a page has three, with request and metadata
_PACKED_BYTES = BYTES >> 2
AFTER = b"\r\n\r\n"  # the end of a record
_NEXT = b"WARC/"  # the start of a record


class Framed(NamedTuple):
    """A record with its trailing blank lines, or the problem found, and its position."""

    at: int
    data: bytes = b""  # if the record is left out as too large, its start
    wrong: str | None = None
    within: int = 0  # its position in the gzip member at ``at``


class _Window:
    """A file with random access; one block of it is in memory."""

    def __init__(self, file: BinaryIO, end: int) -> None:
        self.file, self.end = file, end
        self.block, self.start = b"", 0

    def read(self, at: int, size: int) -> bytes:
        size = max(0, min(size, self.end - at))
        self._load(at, size)
        return self.block[at - self.start : at - self.start + size]

    def _load(self, at: int, size: int) -> None:
        """Make sure that the block holds these bytes, if the file has them."""
        if not self.start <= at <= at + size <= self.start + len(self.block):
            self.file.seek(at)
            self.start = at
            self.block = self.file.read(max(size, min(BLOCK, self.end - at)))

    def next_member(self, at: int) -> int | None:
        """The start of the first member with a record at or after ``at``; None if none."""
        while at + len(GZIP) <= self.end:
            self._load(at, len(GZIP))
            block, start = self.block, self.start
            found = block.find(GZIP, at - start)
            while found >= 0:
                if _VERSION.match(_inflated(self.read(start + found, 1024), 16)):
                    return start + found
                found = block.find(GZIP, found + 1)
            at = max(at + 1, start + len(block) - len(GZIP) + 1)
        return None


def _inflated(data: bytes, size: int) -> bytes:
    try:
        return zlib.decompressobj(31).decompress(data, size)
    except zlib.error:
        return b""


def has_member_per_record(file: BinaryIO, end: int) -> bool:
    """Whether the file is gzip with one member per record, judged by its first members."""
    window = _Window(file, end)
    at = window.next_member(0)
    if at is None or _VERSION.search(window.read(0, min(at, BLOCK))):
        return False
    if at > 0:  # after garbage: no stream can start at 0
        return True
    for _ in range(_LOOKED_AT):
        after = window.next_member(at + len(GZIP))
        if _whole(window, at, end if after is None else after):
            return True
        if not isinstance(_inflate(window, at, 0, _record_length(window, at)), str):
            return True
        if after is None:
            return False
        at = after
    return False


def member_ranges(file: BinaryIO, end: int) -> Iterator[tuple[int, int]]:
    """Cut a file with one member per record into parts ``(start, end)``."""
    start = 0
    for i, at in enumerate(_starts(_Window(file, end))):
        if at > start and (i % _PACKED == 0 or at - start >= _PACKED_BYTES):
            yield start, at
            start = at
    if start < end:
        yield start, end


def _starts(window: _Window) -> Iterator[int]:
    at = window.next_member(0)
    while at is not None:
        yield at
        after = window.next_member(at + len(GZIP))
        at = after if after is None or _whole(window, at, after) else _next_start(window, at, after)


def _next_start(window: _Window, at: int, after: int) -> int | None:
    """The start of the next record, found by decompressing this one: it may contain ``after``."""
    found = _inflate(window, at, 0, _record_length(window, at))
    return after if isinstance(found, str) else window.next_member(found[2])


def _whole(window: _Window, at: int, end: int) -> bool:
    """Whether the member at ``at`` ends at ``end``: its last four bytes are its length."""
    stated = int.from_bytes(window.read(end - 4, 4), "little")
    length = _record_length(window, at)
    return length is not None and stated == length % (1 << 32)


def _record_length(window: _Window, at: int) -> int | None:
    for size in (1 << 10, _HEADER):
        head = _inflated(window.read(at, size), _HEADER)
        body = _body(head)
        if body is not None and (found := _LENGTH.search(head, 0, body)):
            return body + int(found[1]) + len(AFTER)
    return None


def _body(data: bytes | bytearray, at: int = 0) -> int | None:
    """The start of a record's block, after its header; None if the header has no end."""
    crlf, lf = data.find(b"\r\n\r\n", at, at + _HEADER), data.find(b"\n\n", at, at + _HEADER)
    if crlf >= 0 and (lf < 0 or crlf < lf):
        return crlf + 4
    return lf + 2 if lf >= 0 else None


def decompressed_members(
    file: BinaryIO, start: int, end: int, reading: Reading
) -> Iterator[Framed]:
    """Yield the records in one of the :func:`member_ranges` of a file."""
    window = _Window(file, end)
    at = start
    while at < end:
        member, reason = _within_memory(window, at, reading.limit + _HEADER)
        if isinstance(member, str):
            after = window.next_member(at + 1)
            yield Framed(at, wrong=f"{DAMAGED}: {member}: {(after or end) - at} bytes skipped")
            at = end if after is None else after
            continue
        data, size, after = member
        if size > len(data):  # larger than the limit
            kind = _TYPE.search(data, 0, _body(data) or 0)
            if not kind or kind[1].lower() in _KEPT:
                yield Framed(at, data[:_HEADER], reason or reading.too_large(size))
        elif _is_record(data):
            yield Framed(at, data)
        else:
            found = framed([data], reading.limit)
            yield from (one._replace(at=at, within=one.at) for one in found)
        at = after


def _within_memory(
    window: _Window, at: int, limit: int
) -> tuple[tuple[bytes, int, int] | str, str]:
    """:func:`_inflate` to ``limit`` bytes; if memory does not suffice, to fewer, and the reason."""
    try:
        return _inflate(window, at, limit), ""
    except MemoryError as error:
        reason = failure(error)
    return _inflate(window, at, _HEADER), reason  # not above, where the error holds the memory


def left_out(data: bytes) -> int | None:
    """The size of a record that is left out, as :func:`framed` gives its start; None if whole."""
    body = _body(data)
    length = _LENGTH.search(data, 0, body or 0)
    size = (body or 0) + int(length[1]) if length else 0
    return size if size > len(data) else None


def _is_record(data: bytes) -> bool:
    """Whether these bytes are exactly one response or resource, as members should be."""
    if not data.endswith(AFTER):
        return False
    body = _body(data) if _VERSION.match(data) else None
    length = _LENGTH.search(data, 0, body) if body else None
    kind = _TYPE.search(data, 0, body) if body else None
    if body is None or not length or not kind or kind[1].lower() not in _KEPT:
        return False
    return len(data) == body + int(length[1]) + len(AFTER)


def _inflate(
    window: _Window, at: int, limit: int, most: int | None = sys.maxsize
) -> tuple[bytes, int, int] | str:
    """Decompress a member: its first ``limit`` bytes, its size and its end; or the problem.

    More than ``most`` bytes are a problem: the member contains more than a record.
    """
    flags = window.read(at, 4)[3:]
    if _fast is not None and flags and not flags[0] & _RESERVED:
        with suppress(_fast.error):  # a damaged member: zlib then finds the reason
            return _inflated_by(_fast.decompressobj(31), window, at, limit, most)
    return _inflated_by(zlib.decompressobj(31), window, at, limit, most)


def _inflated_by(
    member: Any, window: _Window, at: int, limit: int, most: int | None
) -> tuple[bytes, int, int] | str:
    kept: list[bytes] = []
    size, read = 0, at
    waiting = b""
    while not member.eof:
        if not waiting:
            waiting = window.read(read, BLOCK >> 3)
            read += len(waiting)
        if not waiting:
            return "gzip: truncated"
        try:
            piece = member.decompress(waiting, BLOCK)
        except zlib.error as error:
            started = size or waiting.startswith(GZIP)
            return f"gzip: {str(error).rpartition(': ')[2]}" if started else "no record"
        waiting = member.unconsumed_tail
        if size < limit:
            kept.append(piece[: limit - size])
        size += len(piece)
        if size > (most or 0):
            return "gzip: more than a record"
    return b"".join(kept), size, read - len(member.unused_data)


def framed(
    blocks: Iterable[bytes | str], limit: int = LIMIT, total: int | None = None
) -> Iterator[Framed]:
    """Yield the records of a decompressed WARC.

    Args:
        blocks: its bytes; a ``str`` reports damage there.
        limit: maximum bytes of a record that is kept.
        total: the total number of bytes, if known: no record is longer.
    """
    stream = _Stream(iter(blocks), total)
    while stream.fill(_HEADER):
        at = stream.at
        if not _VERSION.match(stream.data):
            yield from stream.find_version()
            continue
        body = _body(stream.data)
        if cut := _cut_off(stream.data, body or 0):
            yield Framed(at, wrong=stream.broken("a header that is cut off", ran_out=False))
            stream.skip(cut)
            continue
        length = _LENGTH.search(stream.data, 0, body or 0)
        if body is None or not length:
            yield Framed(at, wrong=stream.broken("a header without a valid length"))
            stream.skip(len(b"WARC"))
            yield from stream.find_version(report=False)
            continue
        kind = _TYPE.search(stream.data, 0, body)
        wanted = not kind or kind[1].lower() in _KEPT
        yield from stream.record(body + int(length[1]), wanted, limit)


def _cut_off(data: bytearray, body: int) -> int | None:
    """The start of the next record within a truncated header; None if the header is complete.

    A version at the end of a field's value, as in a URL, does not start a record.
    """
    found = _VERSION.search(data, 1, body)
    if not found:
        return None
    start = found.start()
    line = data[data.rfind(b"\n", 0, start) + 1 : start]
    before, after = ({name.lower() for name in _ONCE.findall(data, *part)}
                     for part in ((0, start), (start, body)))  # fmt: skip
    return start if before & after or b":" not in line else None


class _Stream:
    """Joined blocks; ``data`` is the part in memory, ``at`` its position in the stream."""

    def __init__(self, blocks: Iterator[bytes | str], total: int | None = None) -> None:
        self.blocks, self.data, self.at, self.total = blocks, bytearray(), 0, total
        self.damage: str | None = None

    def fill(self, size: int) -> bool:
        """Read until ``data`` has ``size`` bytes or the stream ends; whether anything is left."""
        while len(self.data) < size and self.damage is None:
            block = next(self.blocks, None)
            if block is None:
                break
            if isinstance(block, str):
                self.damage = block
            else:
                self.data += block
        return bool(self.data) or self.damage is not None

    def skip(self, size: int) -> None:
        self.at += min(size, len(self.data))
        del self.data[:size]

    def find_version(self, report: bool = True) -> Iterator[Framed]:
        """Skip to the next record, and report skipped bytes unless they are blank lines."""
        start, blank = self.at, True
        while True:
            found = _VERSION.search(self.data)
            end = found.start() if found else max(0, len(self.data) - 10)
            blank = blank and not self.data[:end].strip()
            self.skip(end)
            if found or not self._more():
                break
        if not found:
            blank = blank and not self.data.strip()
            self.skip(len(self.data))
        reason = f"no record: {self.at - start} bytes skipped"
        if (self.damage is not None and not found) or (report and not blank):
            yield Framed(start, wrong=self.broken(reason, ran_out=not found))

    def broken(self, why: str, ran_out: bool = True) -> str:
        """The reason for a missing record: pending damage if the stream ran out, else ``why``."""
        if self.damage is None or not ran_out:
            return f"{DAMAGED}: {why}"
        damage, self.damage = self.damage, None
        return damage

    def _more(self) -> bool:
        before = len(self.data)
        self.fill(before + 1)
        return len(self.data) > before

    def record(self, size: int, wanted: bool, limit: int) -> Iterator[Framed]:
        """Yield a ``wanted`` record, or a problem: truncated, too large, or a wrong ``size``."""
        at = self.at
        if self.total is not None and at + size > self.total:
            yield from self._resumed(f"{DAMAGED}: truncated, or its length is wrong")
            return
        if size > limit + _HEADER:
            start = bytes(self.data[:_HEADER])
            if not self._skip_all(size):
                yield Framed(at, wrong=self.broken("truncated"))
            elif wanted:
                yield Framed(at, start, f"{TOO_LARGE}: {size} bytes")
            return
        self.fill(size + len(_NEXT))
        if len(self.data) < size:
            yield from self._resumed(self.broken("truncated"))
            return
        after = bytes(self.data[size : size + len(_NEXT)])
        if after[: len(AFTER)].strip(b"\r\n") and after != _NEXT:  # the length is wrong
            yield from self._resumed(f"{DAMAGED}: its length is wrong")
            return
        if wanted:
            yield Framed(at, b"".join((memoryview(self.data)[:size], AFTER)))
        self.skip(size)

    def _resumed(self, problem: str) -> Iterator[Framed]:
        """Report a problem with this record, and skip to the next one, possibly inside it."""
        yield Framed(self.at, wrong=problem)
        self.skip(1)
        yield from self.find_version(report=False)

    def _skip_all(self, size: int) -> bool:
        while size:
            self.fill(min(size, BLOCK))
            step = min(size, len(self.data))
            if not step:
                return False
            self.skip(step)
            size -= step
        return True
