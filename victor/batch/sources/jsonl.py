"""``jsonl``: one JSON object per line with the page in a column, plain, ``.gz`` or ``.zst``."""

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, BinaryIO

from victor.batch.chunk import LIMIT, Chunk, Input
from victor.batch.record import DAMAGED, Record
from victor.batch.sources import _tables
from victor.batch.sources._streams import decompressed, opened
from victor.batch.sources.base import Piece, Source, grouped, pieces, record_at
from victor.errors import TOO_LARGE


class JsonLines(Source):
    """Reads a page from each line."""

    endings = tuple(
        f".{kind}{packed}" for kind in ("jsonl", "ndjson", "json") for packed in ("", ".gz", ".zst")
    )

    def _cut(self, one: Input) -> Iterator[Chunk]:
        """Group lines that are not blank."""
        if {*self.reading.columns} - {"html"} and one.path:
            self._check_columns(one)
        with opened(one) as file:
            yield from grouped(one, self._pieces(file))

    def _pieces(self, file: BinaryIO) -> Iterator[Piece]:
        limit = max(LIMIT, 2 * self.reading.max_bytes)
        return (piece for piece in _lines(decompressed(file), limit) if piece[1].strip())

    def _check_columns(self, one: Input) -> None:
        """Raise a ``VictorError`` if a requested column is missing from all rows.

        A row may omit columns without a value, so the file is read until all have been seen.
        """
        wanted, found = {*self.reading.columns.values()}, set[str]()
        with opened(one) as file:
            for _, line in self._pieces(file):
                found |= _keys(line)
                if wanted <= found:
                    return
        if found:
            _tables.check(found, self.reading)

    def records(self, chunk: Chunk) -> Iterator[Record]:
        """A record for each line."""
        (one,) = chunk.inputs
        for at, line in pieces(chunk):
            if isinstance(line, str):
                yield record_at(one, at, skip=line)
                continue
            try:
                row = _row(line)
            except (ValueError, RecursionError) as error:
                yield record_at(one, at, skip=f"{DAMAGED}: not a line of JSON: {error}")
                continue
            if not isinstance(row, dict):
                yield record_at(one, at, skip=f"{DAMAGED}: not a JSON object")
                continue
            yield _tables.record(row, at, one, self.reading)


def _keys(line: bytes | str) -> set[str]:
    """The columns of a row; empty if it is damaged."""
    with suppress(ValueError, RecursionError):
        if isinstance(line, bytes) and isinstance(row := _row(line), dict):
            return {*row}
    return set()


def _row(line: bytes) -> Any:
    return json.loads(line.removeprefix(b"\xef\xbb\xbf"))


def _lines(blocks: Iterable[bytes | str], limit: int) -> Iterator[Piece]:
    """Yield lines with their offsets in the decompressed bytes, or a reason if over the limit."""
    held: list[bytes] = []
    start = length = 0
    for block in blocks:
        if isinstance(block, str):
            yield start, block  # the partial line before it counts as damaged
            start, held, length = start + length, [], 0
            continue
        *whole, rest = block.split(b"\n")
        for line in whole:
            size = length + len(line)
            over = f"{TOO_LARGE}: {size} bytes"
            yield start, over if size > limit else b"".join((*held, line))
            start, held, length = start + size + 1, [], 0
        length += len(rest)
        held = [*held, rest] if length <= limit else []
    if length:
        yield start, b"".join(held) if length <= limit else f"{TOO_LARGE}: {length} bytes"
