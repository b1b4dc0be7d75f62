"""The unit of work: a :class:`Chunk` of inputs, about a second of cleaning.

The boundaries of chunks depend only on the source, never on the workers. The output is therefore
the same whichever worker cleans a chunk, even if it is cleaned again.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from pathlib import Path

from victor.errors import TOO_LARGE
from victor.files import read_bytes, read_stream

RECORDS, BYTES = 32, 8 << 20  # limits of a chunk, whichever is reached first
_TIMES = 8  # the memory of a worker in the largest records that it is sent
LIMIT = 64 << 20  # default maximum bytes of a record kept in memory
MAX_BYTES, TIMEOUT = 20 << 20, 30.0  # defaults: bytes and seconds per page


@dataclass(frozen=True, slots=True)
class Input:
    """A file or standard input to read pages from, or the URL of a page."""

    kind: str  # a name in SOURCES
    path: Path | None  # None: standard input or a URL
    name: str  # for messages
    id: str  # path relative to the input directory; a URL as it is
    target: str  # path of outputs relative to the output directory, without ending

    @property
    def is_piped(self) -> bool:
        """Whether it can only be read once and in order, as standard input and named pipes."""
        try:
            return self.path is None or self.path.is_fifo()
        except OSError:  # not permitted
            return False

    def read(self, limit: int = -1) -> bytes:
        """Read the bytes, decompressed if they are gzip.

        Reads at most ``limit`` bytes of a file, and the whole of standard input.

        Raises:
            PageError: the file cannot be read.
        """
        if self.path is None:
            return read_stream(sys.stdin.buffer, self.name)
        return read_bytes(self.path, limit)


@dataclass(frozen=True, slots=True)
class Reading:
    """How to read sources."""

    # Column names of tables by content: ``html``, ``id``, ``url`` and ``date``.
    columns: Mapping[str, str] = field(default_factory=dict)
    max_bytes: int = LIMIT  # skip larger pages
    others: bool = False  # read also the other columns of tables, for the rows
    max_memory: int | None = None  # bytes of a worker

    @property
    def most_sent(self) -> float:
        """The greatest number of bytes of a record that a worker can receive, with its next chunk.

        A page takes several times its size in memory, so a larger one could not be cleaned.
        """
        return inf if self.max_memory is None else self.max_memory / _TIMES

    @property
    def limit(self) -> int:
        """The maximum number of bytes of a record that is read."""
        return int(min(self.max_bytes, self.most_sent))

    def too_large(self, size: int) -> str:
        """Why a record of this size is skipped."""
        why = "" if size > self.max_bytes else ", too much for --max-memory"
        return f"{TOO_LARGE}: {size} bytes{why}"


@dataclass(frozen=True, slots=True)
class Chunk:
    """Inputs for a worker: files, part of a file, or bytes if workers cannot seek to the part."""

    kind: str
    inputs: tuple[Input, ...]
    start: int = 0
    end: int = 0  # byte range in the file; 0 if ``data`` holds the part
    data: tuple[tuple[int, bytes], ...] = ()  # (place in the source, bytes)
    lost: tuple[tuple[int, str], ...] = ()  # (place, why it cannot be read)
    size: int = 0  # bytes of the input, for the progress bar


def lost(one: Input, reason: str, at: int = 0, size: int = 0) -> Chunk:
    """A chunk that only reports that an input, or part of it, cannot be read."""
    return Chunk(one.kind, (one,), lost=((at, reason),), size=size)
