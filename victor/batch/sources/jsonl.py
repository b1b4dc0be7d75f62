"""``jsonl``: a JSON object per line, plain, ``.gz`` or ``.zst``, with the page in a column."""

import json
from collections.abc import Iterable, Iterator

from victor.batch.chunk import BYTES, LIMIT, RECORDS, Chunk, Input, Reading, lost
from victor.batch.record import DAMAGED, TOO_LARGE, UNREADABLE, Record
from victor.batch.sources import _tables
from victor.batch.sources._streams import opened, unpacked
from victor.errors import VictorError

ENDINGS = tuple(
    f"{kind}{packed}" for kind in (".jsonl", ".ndjson", ".json") for packed in ("", ".gz", ".zst")
)
Place = tuple[int, bytes | str]  # a line, or what is wrong where one would be


def chunks(inputs: Iterable[Input], reading: Reading) -> Iterator[Chunk]:
    """Some lines each."""
    for one in inputs:
        try:
            with opened(one) as file:
                yield from _cut(one, _lines(unpacked(file), max(LIMIT, 2 * reading.max_bytes)))
        except (OSError, VictorError) as error:
            yield lost(one, f"{UNREADABLE}: {getattr(error, 'strerror', None) or error}")


def _cut(one: Input, places: Iterator[Place]) -> Iterator[Chunk]:
    data: list[tuple[int, bytes]] = []
    wrong: list[tuple[int, str]] = []
    size = 0
    for at, line in places:
        if isinstance(line, str):
            wrong.append((at, line))
        elif line.strip():
            data.append((at, line))
            size += len(line)
        if len(data) + len(wrong) == RECORDS or size > BYTES:
            yield Chunk("jsonl", (one,), data=tuple(data), lost=tuple(wrong), size=size)
            data, wrong, size = [], [], 0
    if data or wrong:
        yield Chunk("jsonl", (one,), data=tuple(data), lost=tuple(wrong), size=size)


def _lines(pieces: Iterable[bytes | str], limit: int) -> Iterator[Place]:
    """Lines with their places in the unpacked bytes; a line without end is not held."""
    held: list[bytes] = []
    start = length = 0
    for piece in pieces:
        if isinstance(piece, str):
            yield start, piece  # what was held of a line is part of the damage
            start, held, length = start + length, [], 0
            continue
        *whole, rest = piece.split(b"\n")
        for line in whole:
            size = length + len(line)
            over = f"{TOO_LARGE}: {size} bytes"
            yield start, over if size > limit else b"".join((*held, line))
            start, held, length = start + size + 1, [], 0
        length += len(rest)
        held = [*held, rest] if length <= limit else []
    if length:
        yield start, b"".join(held) if length <= limit else f"{TOO_LARGE}: {length} bytes"


def records(chunk: Chunk, reading: Reading) -> Iterator[Record]:
    """A record for each line, in the order of the file."""
    (one,) = chunk.inputs
    places: list[Place] = [*chunk.lost, *chunk.data]
    for at, line in sorted(places, key=lambda place: place[0]):
        target = f"{one.target}/{at:09d}"
        if isinstance(line, str):
            yield Record(f"{one.id}#{at}", source=one.name, offset=at, target=target, skip=line)
            continue
        try:
            row = json.loads(line.removeprefix(b"\xef\xbb\xbf"))
            if not isinstance(row, dict):
                raise ValueError("not an object")
        except (ValueError, RecursionError) as error:
            why = f"{DAMAGED}: not a line of JSON: {error}"
            yield Record(f"{one.id}#{at}", source=one.name, offset=at, target=target, skip=why)
            continue
        yield _tables.record(row, at, one, reading)
