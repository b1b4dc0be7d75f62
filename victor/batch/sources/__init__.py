"""Sources: files to records.

A source is a module with ``ENDINGS``, ``chunks`` and ``records``. To add one: a module, and its
line in ``SOURCES``.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from victor.batch.chunk import Chunk, Input, Reading
from victor.batch.record import Record
from victor.batch.sources import jsonl, pages, parquet, warc
from victor.batch.sources._tables import columns
from victor.errors import VictorError, did_you_mean

__all__ = ["SOURCES", "Source", "columns", "kind_of", "source"]


class Source(Protocol):
    """What a source module offers."""

    ENDINGS: tuple[str, ...]  # of file names, lower case

    def chunks(self, inputs: Iterable[Input], reading: Reading) -> Iterator[Chunk]:
        """Cut inputs; called in the parent, and quick. Nothing that a file holds is raised."""

    def records(self, chunk: Chunk, reading: Reading) -> Iterator[Record]:
        """The pages of a chunk in order; called in a worker. Nothing that a file holds is raised.

        What is lost of a file is a record with ``skip``.
        """


SOURCES: Mapping[str, Source] = {
    "pages": pages,
    "warc": warc,
    "jsonl": jsonl,
    "parquet": parquet,
}


def source(name: str) -> Source:
    """The source of that name.

    Raises:
        VictorError: there is none.
    """
    if name not in SOURCES:
        raise VictorError(f"unknown source {name!r}{did_you_mean(name, SOURCES)}")
    return SOURCES[name]


def kind_of(name: str) -> str | None:
    """The source for a file by its ending, None if none is known."""
    name = name.lower()
    return next((kind for kind, one in SOURCES.items() if name.endswith(one.ENDINGS)), None)
