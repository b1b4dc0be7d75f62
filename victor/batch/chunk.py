"""What a worker is given at once: a :class:`Chunk` of inputs, a second's work or so.

How a source is cut depends on the source alone, never on the workers: whoever cleans a chunk, and
however often, the bytes that come out are the same.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

RECORDS, BYTES = 32, 8 << 20  # of a chunk; whichever is reached first
LIMIT = 64 << 20  # bytes of a record that are held at most, whatever ``--max-bytes`` allows


@dataclass(frozen=True, slots=True)
class Input:
    """Something to read pages from: a file, or standard input."""

    kind: str  # a name in SOURCES
    path: Path | None  # None: standard input
    name: str  # as it is spoken of
    id: str  # relative to the folder that was given
    target: str  # the same without ending: where outputs go below a folder


@dataclass(frozen=True, slots=True)
class Reading:
    """How sources are read.

    ``columns`` names the columns of tables: ``html``, ``id``, ``url`` and ``date`` to what they are
    called there.
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    max_bytes: int = LIMIT


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some inputs: files, a part of a file, or its bytes where none can begin in the middle."""

    kind: str
    inputs: tuple[Input, ...]
    start: int = 0
    end: int = 0  # the part of the file, in bytes; 0 if it is not read by the worker
    data: tuple[tuple[int, bytes], ...] = ()  # (place in the source, bytes)
    lost: tuple[tuple[int, str], ...] = ()  # (place, why it cannot be read)
    size: int = 0  # bytes of the input that this stands for


def lost(one: Input, reason: str, at: int = 0, size: int = 0) -> Chunk:
    """A chunk that only tells of an input, or a part of it, that cannot be read."""
    return Chunk(one.kind, (one,), lost=((at, reason),), size=size)
