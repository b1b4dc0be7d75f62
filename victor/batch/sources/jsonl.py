"""``jsonl``: one JSON object per line with the page in a column, plain, ``.gz`` or ``.zst``."""

import json
from collections.abc import Iterable, Iterator

from victor.batch.chunk import LIMIT, Chunk, Input
from victor.batch.record import DAMAGED, TOO_LARGE, Record
from victor.batch.sources import _tables
from victor.batch.sources._streams import decompressed, opened
from victor.batch.sources.base import Piece, Source, grouped, pieces, record_at


class JsonLines(Source):
    """Reads a page from each line."""

    endings = tuple(
        f".{kind}{packed}" for kind in ("jsonl", "ndjson", "json") for packed in ("", ".gz", ".zst")
    )

    def _cut(self, one: Input) -> Iterator[Chunk]:
        """Group lines that are not blank."""
        limit = max(LIMIT, 2 * self.reading.max_bytes)
        with opened(one) as file:
            lines = _lines(decompressed(file), limit)
            yield from grouped(one, (piece for piece in lines if piece[1].strip()))

    def records(self, chunk: Chunk) -> Iterator[Record]:
        """A record for each line."""
        (one,) = chunk.inputs
        for at, line in pieces(chunk):
            if isinstance(line, str):
                yield record_at(one, at, skip=line)
                continue
            try:
                row = json.loads(line.removeprefix(b"\xef\xbb\xbf"))
                if not isinstance(row, dict):
                    raise ValueError("not an object")
            except (ValueError, RecursionError) as error:
                yield record_at(one, at, skip=f"{DAMAGED}: not a line of JSON: {error}")
                continue
            yield _tables.record(row, at, one, self.reading)


def _lines(blocks: Iterable[bytes | str], limit: int) -> Iterator[Piece]:
    """Lines with their places in the decompressed bytes; those over the limit are not kept."""
    held: list[bytes] = []
    start = length = 0
    for block in blocks:
        if isinstance(block, str):
            yield start, block  # the beginning of a line before it is part of the damage
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
