"""``pages``: files that are a page each, also packed as ``.gz``."""

import sys
from collections.abc import Iterable, Iterator

from victor.batch.chunk import BYTES, RECORDS, Chunk, Input, Reading
from victor.batch.record import TOO_LARGE, UNREADABLE, Record
from victor.errors import VictorError
from victor.files import PAGE_ENDINGS, read_bytes

ENDINGS = PAGE_ENDINGS


def chunks(inputs: Iterable[Input], reading: Reading) -> Iterator[Chunk]:
    """Files that follow each other."""
    taken: list[Input] = []
    size = 0
    for one in inputs:
        if one.path is None:
            data = sys.stdin.buffer.read()
            yield Chunk("pages", (one,), data=((0, data),), size=len(data))
            continue
        length = _size(one)
        if taken and (len(taken) == RECORDS or size + length > BYTES):
            yield Chunk("pages", tuple(taken), size=size)
            taken, size = [], 0
        taken.append(one)
        size += length
    if taken:
        yield Chunk("pages", tuple(taken), size=size)


def records(chunk: Chunk, reading: Reading) -> Iterator[Record]:
    """A record for each file."""
    for one in chunk.inputs:
        record = Record(one.id, source=one.name, target=one.target)
        if chunk.data:
            yield _with(record, html=chunk.data[0][1])
        elif _size(one) > reading.max_bytes:
            yield _with(record, skip=f"{TOO_LARGE}: {_size(one)} bytes")
        else:
            yield _read(record, one, reading.max_bytes)


def _read(record: Record, one: Input, limit: int) -> Record:
    assert one.path is not None
    try:
        html = read_bytes(one.path, limit + 1)
        if len(html) > limit:
            return _with(record, skip=f"{TOO_LARGE}: more than {limit} bytes")
        return _with(record, html=html)
    except VictorError as error:
        why = str(error).partition("cannot be read: ")[2]
        return _with(record, skip=f"{UNREADABLE}: {why}")


def _with(record: Record, html: bytes = b"", skip: str | None = None) -> Record:
    return Record(record.id, html, source=record.source, target=record.target, skip=skip)


def _size(one: Input) -> int:
    try:
        return one.path.stat().st_size if one.path else 0
    except OSError:
        return 0
