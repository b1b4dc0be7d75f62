"""``jsonl``: one JSON object per line with the page in a column, plain, ``.gz`` or ``.zst``."""

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any, BinaryIO

from victor.batch.chunk import LIMIT, Chunk, Input, Reading
from victor.batch.record import DAMAGED, Record, failure
from victor.batch.sources import _tables
from victor.batch.sources._streams import decompressed, opened
from victor.batch.sources.base import Piece, Source, grouped, pieces, record_at
from victor.errors import VictorError
from victor.text.regex import regex

_OTHER_JSON = regex(rb"(?:\xef\xbb\xbf)?\s*(?:(\[)\s*\{|\{[ \t\r]*\n\s*\")")


class JsonLines(Source):
    """Reads a page from each line."""

    endings = tuple(
        f".{kind}{packed}" for kind in ("jsonl", "ndjson", "json") for packed in ("", ".gz", ".zst")
    )

    def check(self, one: Input) -> bool:
        """Read rows until all columns have been seen, as a row may omit those without a value.

        Args:
            one: the file.

        Raises:
            VictorError: no row has one of the columns, or the file does not have a row per line.
            OSError: the file cannot be read.
        """
        found: set[str] = set()
        if not one.is_piped:
            with opened(one) as file:
                _check_start(next(decompressed(file), b""))
            with opened(one) as file:
                for _, line in self._pieces(file):
                    found |= _keys(line)
                    if _tables.is_complete(found, self.reading):
                        return True
        if found:
            _tables.check(found, self.reading)
        return False

    def _cut(self, one: Input) -> Iterator[Chunk]:
        """Group lines that are not blank."""
        if {*self.reading.columns} - {"html"}:  # each row states whether it has the HTML
            self.check(one)
        with opened(one) as file:
            yield from grouped(one, self._pieces(file))

    def _pieces(self, file: BinaryIO) -> Iterator[Piece]:
        reading = replace(self.reading, max_bytes=max(LIMIT, 2 * self.reading.max_bytes))
        return (piece for piece in _lines(decompressed(file), reading) if piece[1].strip())

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
                yield record_at(one, at, skip=f"{DAMAGED}: not a line of JSON: {_why(error)}")
                continue
            except MemoryError as error:
                yield record_at(one, at, skip=failure(error))
                continue
            if not isinstance(row, dict):
                yield record_at(one, at, skip=f"{DAMAGED}: not a JSON object")
                continue
            yield _tables.record(row, at, one, self.reading)


def _check_start(block: bytes | str) -> None:
    """Refuse a JSON list, and an object over several lines; both would be damaged lines."""
    if isinstance(block, bytes) and (match := _OTHER_JSON.match(block)):
        found, jq = ("a list", "'.[]'") if match[1] else ("an object over several lines", ".")
        hint = f"jq -c {jq} writes such lines"
        raise VictorError(f"expected one JSON object per line, found {found}; {hint}")


def _keys(line: bytes | str) -> set[str]:
    """The columns of a row; empty if it is damaged."""
    with suppress(ValueError, RecursionError):
        if isinstance(line, bytes) and isinstance(row := _row(line), dict):
            return {*row}
    return set()


def _row(line: bytes) -> Any:
    return json.loads(line.removeprefix(b"\xef\xbb\xbf"))


def _why(error: Exception) -> str:
    """What is wrong with a line, without advice for programmers."""
    if isinstance(error, RecursionError):
        return "nested too deeply"
    return str(error).partition(";")[0]


def _lines(blocks: Iterable[bytes | str], reading: Reading) -> Iterator[Piece]:
    """Yield lines with their offsets in the decompressed bytes, or a reason if over the limit."""
    limit = reading.limit
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
            yield start, reading.too_large(size) if size > limit else b"".join((*held, line))
            start, held, length = start + size + 1, [], 0
        length += len(rest)
        held = [*held, rest] if length <= limit else []
    if length:
        yield start, b"".join(held) if length <= limit else reading.too_large(length)
