"""The base class of sources, which cut inputs into chunks and chunks into records."""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from victor.batch.chunk import BYTES, RECORDS, Chunk, Input, Reading, lost
from victor.batch.record import Record
from victor.errors import UNREADABLE, VictorError, error_text, require

Piece = tuple[int, bytes | str]  # a place in the input and its bytes, or why they are lost


class Source:
    """Reads pages from inputs; malformed files never raise an error.

    Subclasses override :meth:`_cut` and :meth:`records`.

    Args:
        reading: how to read.
    """

    endings: ClassVar[tuple[str, ...]] = ()  # of file names, lower case
    requires: ClassVar[tuple[str, str] | None] = None  # a module and its extra

    def __init__(self, reading: Reading) -> None:
        self.reading = reading

    def chunks(self, inputs: Iterable[Input]) -> Iterator[Chunk]:
        """Cut inputs into chunks; must be fast, as the parent calls it.

        Args:
            inputs: files of this kind.

        Raises:
            VictorError: the extra that this source requires is not installed.
        """
        if self.requires:
            require(*self.requires)
        for one in inputs:
            try:
                _refuse_empty(one)
                yield from self._cut(one)
            except (OSError, ValueError, VictorError) as error:
                yield lost(one, f"{UNREADABLE}: {error_text(error)}")

    def check(self, one: Input) -> bool:
        """Check before a run that an input can be read as the options say.

        Args:
            one: the input.

        Returns:
            False if this cannot be known, as the input is not a table, damaged, empty or piped.

        Raises:
            VictorError: a table lacks a column.
            OSError, ValueError: the input is damaged.
        """
        return False

    def _cut(self, one: Input) -> Iterator[Chunk]:
        """Cut one input into chunks; raises OSError, ValueError or VictorError if unreadable."""
        raise NotImplementedError

    def records(self, chunk: Chunk) -> Iterator[Record]:
        """Yield the pages of a chunk in order, in a worker; unreadable parts have ``skip``.

        Args:
            chunk: from :meth:`chunks`.
        """
        raise NotImplementedError


def _refuse_empty(one: Input) -> None:
    """Raise a ``VictorError`` if a file is empty that never is: a WARC, or one that is compressed.

    Such a file is what an interrupted download leaves.
    """
    if one.path is None or one.path.stat().st_size or one.is_piped:
        return
    if one.kind == "warc" or one.path.suffix.lower() in (".gz", ".zst"):
        raise VictorError("an empty file")


def grouped(one: Input, pieces: Iterable[Piece]) -> Iterator[Chunk]:
    """Group the pieces of an input into chunks, for inputs that workers cannot seek in."""
    data: list[tuple[int, bytes]] = []
    wrong: list[tuple[int, str]] = []
    size = 0
    for at, piece in pieces:
        if isinstance(piece, str):
            wrong.append((at, piece))
        else:
            data.append((at, piece))
            size += len(piece)
        if len(data) + len(wrong) == RECORDS or size > BYTES:
            yield Chunk(one.kind, (one,), data=tuple(data), lost=tuple(wrong), size=size)
            data, wrong, size = [], [], 0
    if data or wrong:
        yield Chunk(one.kind, (one,), data=tuple(data), lost=tuple(wrong), size=size)


def pieces(chunk: Chunk) -> list[Piece]:
    """The pieces of a chunk in the order of the input."""
    return sorted([*chunk.lost, *chunk.data], key=lambda piece: piece[0])


def record_at(one: Input, at: int, **fields: Any) -> Record:
    """The record at a position in an input; ``fields`` override the defaults."""
    place = {"source": one.name, "offset": at, "target": f"{one.target}/{at:09d}"}
    return Record(**{"id": f"{one.id}#{at}", **place, **fields})
