"""The base class of sinks, with defaults for everything except :meth:`Sink.render`."""

import gzip
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, ClassVar

from victor.batch.record import Outcome
from victor.errors import require
from victor.output import OUTPUTS
from victor.output.schema import FIELDS

# Compression levels by ending: the default, fast compared to cleaning, and the highest.
LEVELS = {".gz": (4, 9), ".zst": (3, 19), ".parquet": (3, 19)}


@dataclass(frozen=True, slots=True)
class Writing:
    """How to write the output."""

    sink: str  # a name in SINKS
    output: Path | None  # None: standard output
    format: str  # of a page, for sinks that write any format
    compression: str = ""  # .gz, .zst or nothing
    level: int = 0  # of the compression; 0 for none
    model: str = ""
    fields: tuple[str, ...] = FIELDS  # of rows


class Sink:
    """Writes the outcomes of pages.

    Workers call :meth:`render` for each page and :meth:`pack` for each chunk; the parent appends
    the bytes to one file. Subclasses override :meth:`render`, and :meth:`finish` if that file is
    not yet a valid output.

    Args:
        writing: how to write the output.
    """

    endings: ClassVar[tuple[str, ...]] = ()  # of output names, lower case, that select the sink
    formats: ClassVar[tuple[str, ...]] = ()  # permitted values of --format; if empty, all
    requires: ClassVar[tuple[str, str] | None] = None  # a module and its extra

    def __init__(self, writing: Writing) -> None:
        self.writing = writing

    def check(self) -> None:
        """Check that the output can be written.

        Raises:
            VictorError: an extra is not installed, the format is unknown, or options exclude each
                other.
        """
        OUTPUTS.find(self.writing.format)
        if self.requires:
            require(*self.requires)
        if self.writing.compression == ".zst":
            require("zstandard", "warc")

    def begin(self) -> bytes:
        """The bytes at the start of the output."""
        return b""

    def render(self, outcome: Outcome) -> Any:
        """Render a page for :meth:`pack`; None if nothing is to be written.

        Args:
            outcome: the page after cleaning.

        Raises:
            VictorError: it cannot be written.
        """
        raise NotImplementedError

    def pack(self, pages: Sequence[Any]) -> bytes:
        """The bytes of a chunk; if compressed, a gzip member or zstd frame.

        Args:
            pages: what :meth:`render` returned for them.
        """
        return compress(b"".join(pages), self.writing.compression, self.writing.level)

    def finish(self, part: Path, target: Path) -> None:
        """Turn the bytes of all chunks into the output, by default by moving the file.

        Zstd is recompressed as one frame, as many readers stop after the first.

        Args:
            part: the file with these bytes, which is removed.
            target: the output file or directory.

        Raises:
            DamagedError: the file cannot be read.
            OSError: the output cannot be written.
        """
        if self.writing.compression != ".zst":
            part.replace(target)
            return
        with part.open("rb") as old, replacing(target) as new:
            _join_frames(old, new, self.writing.level)
        part.unlink()


def compress(data: bytes, compression: str, level: int) -> bytes:
    """Compress data as a gzip member without a time stamp or a zstd frame; empty data stay empty.

    Returns ``data`` if ``compression`` is empty.
    """
    if compression == ".gz":
        return gzip.compress(data, level, mtime=0) if data else b""
    if compression == ".zst" and data:
        compressor = require("zstandard", "warc").ZstdCompressor(level)
        return bytes(compressor.compress(data))
    return data


class DamagedError(Exception):
    """The partial output cannot be read."""


@contextmanager
def replacing(target: Path) -> Iterator[BinaryIO]:
    """Open a temporary file that replaces ``target`` once it is complete and on disk."""
    aside = target.with_name(target.name + ".whole")
    try:
        with aside.open("wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        aside.replace(target)
    except BaseException:
        aside.unlink(missing_ok=True)
        raise


def _join_frames(old: BinaryIO, new: BinaryIO, level: int) -> None:
    zstandard = require("zstandard", "warc")
    reader = zstandard.ZstdDecompressor().stream_reader(old, read_across_frames=True)
    writer = zstandard.ZstdCompressor(level).stream_writer(new, closefd=False)
    with writer:
        try:
            shutil.copyfileobj(reader, writer, 1 << 20)
        except zstandard.ZstdError as error:
            raise DamagedError(str(error)) from None
