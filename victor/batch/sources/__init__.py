"""Sources: read pages from files.

To add one, write a module with a subclass of :class:`~victor.batch.sources.base.Source` and add it
to ``SOURCES``.
"""

from victor.batch.sources._tables import columns
from victor.batch.sources.base import Source
from victor.registry import Registry

__all__ = ["SOURCES", "TABLES", "Source", "columns", "kind_of"]

SOURCES: Registry[type[Source]] = Registry(
    "source",
    {
        "pages": "victor.batch.sources.pages:Pages",
        "warc": "victor.batch.sources.warc:Warc",
        "jsonl": "victor.batch.sources.jsonl:JsonLines",
        "parquet": "victor.batch.sources.parquet:Parquet",
    },
)
TABLES = ("jsonl", "parquet")  # sources with columns


def kind_of(name: str) -> str | None:
    """The source for the ending of a file name; None if the ending is unknown."""
    name = name.lower()
    return next((kind for kind, source in SOURCES.items() if name.endswith(source.endings)), None)
