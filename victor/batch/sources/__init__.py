"""Sources: files to records.

A source is a module with ``ENDINGS``, ``chunks`` and ``records``. To add one: a module, and its
line in ``SOURCES``.
"""

from collections.abc import Iterable, Iterator
from typing import Protocol

from victor.batch.chunk import Chunk, Input, Reading
from victor.batch.record import Record
from victor.batch.sources._tables import columns
from victor.registry import Registry

__all__ = ["SOURCES", "Source", "columns", "kind_of"]


class Source(Protocol):
    """What a source module offers."""

    ENDINGS: tuple[str, ...]  # of file names, lower case

    def chunks(self, inputs: Iterable[Input], reading: Reading) -> Iterator[Chunk]:
        """Cut inputs; called in the parent, and quick. Nothing that a file holds is raised."""

    def records(self, chunk: Chunk, reading: Reading) -> Iterator[Record]:
        """The pages of a chunk in order; called in a worker. Nothing that a file holds is raised.

        What is lost of a file is a record with ``skip``.
        """


SOURCES: Registry[Source] = Registry(
    "source",
    {
        "pages": "victor.batch.sources.pages",
        "warc": "victor.batch.sources.warc",
        "jsonl": "victor.batch.sources.jsonl",
        "parquet": "victor.batch.sources.parquet",
    },
)


def kind_of(name: str) -> str | None:
    """The source for a file by its ending, None if none is known."""
    name = name.lower()
    return next((kind for kind, one in SOURCES.items() if name.endswith(one.ENDINGS)), None)
