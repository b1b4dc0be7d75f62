"""``pages``: files with one page each, plain or ``.gz``."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from victor.batch.chunk import BYTES, RECORDS, Chunk, Input
from victor.batch.record import Record, failure
from victor.batch.sources.base import Source
from victor.errors import NOT_HTML, TOO_LARGE, PageError
from victor.files import PAGE_ENDINGS

_TABLES = (".csv", ".tsv", ".csv.gz", ".tsv.gz")  # one page would be all of their rows


class Pages(Source):
    """Reads a page from each file."""

    endings = PAGE_ENDINGS

    def chunks(self, inputs: Iterable[Input]) -> Iterator[Chunk]:
        """Group consecutive files.

        Args:
            inputs: the files; standard input and pipes have one page each.
        """
        taken: list[Input] = []
        size = 0
        for one in inputs:
            if one.is_piped:
                data = one.read()
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

    def records(self, chunk: Chunk) -> Iterator[Record]:
        """A record for each file."""
        for one in chunk.inputs:
            if chunk.data:
                yield replace(_record(one), html=chunk.data[0][1])
            else:
                yield self._read(one)

    def _read(self, one: Input) -> Record:
        try:
            return read(one, self.reading.max_bytes)
        except MemoryError as error:  # the other files may be smaller
            return replace(_record(one), skip=failure(error))


def read(one: Input, max_bytes: int | None = None) -> Record:
    """Read a page; the record has ``skip`` if it is unreadable or larger than ``max_bytes``."""
    record = _record(one)
    if one.name.lower().endswith(_TABLES):
        return replace(record, skip=f"{NOT_HTML}: a CSV table; JSON lines and Parquet are read")
    if max_bytes is not None and _size(one) > max_bytes:
        return replace(record, skip=f"{TOO_LARGE}: {_size(one)} bytes")
    try:
        html = one.read(-1 if max_bytes is None else max_bytes + 1)
    except PageError as error:
        return replace(record, skip=error.reason)
    if max_bytes is not None and len(html) > max_bytes:
        return replace(record, skip=f"{TOO_LARGE}: more than {max_bytes} bytes")
    return replace(record, html=html)


def _record(one: Input) -> Record:
    return Record(one.id, source=one.name, target=one.target)


def _size(one: Input) -> int:
    try:
        return one.path.stat().st_size if one.path else 0
    except OSError:
        return 0
