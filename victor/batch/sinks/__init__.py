"""Sinks: write the outcomes of pages to files or standard output.

To add one: a module with a subclass of :class:`~victor.batch.sinks.base.Sink`, and its line in
``SINKS``.
"""

from pathlib import Path

from victor.batch.sinks.base import Sink, Writing
from victor.errors import VictorError
from victor.output.schema import FIELDS
from victor.registry import Registry

__all__ = ["SINKS", "Sink", "Writing", "by_ending", "choose"]

SINKS: Registry[type[Sink]] = Registry(
    "sink",
    {
        "jsonl": "victor.batch.sinks.jsonl:JsonLines",
        "parquet": "victor.batch.sinks.parquet:Parquet",
        "wet": "victor.batch.sinks.wet:Wet",
        "files": "victor.batch.sinks.files:Files",
        "stream": "victor.batch.sinks.stream:Stream",
    },
)
_COMPRESSION = (".gz", ".zst")


def by_ending(output: str) -> str | None:
    """The sink for the ending of the name of the output; None if the ending is unknown."""
    name = output.lower()
    for ending in _COMPRESSION:
        name = name.removesuffix(ending)
    return next((kind for kind, sink in SINKS.items() if name.endswith(sink.endings)), None)


def choose(
    to: str | None,
    output: str | None,
    format: str | None,
    default: str,
    fields: tuple[str, ...] = FIELDS,
) -> Writing:
    """The sink and its settings, from ``--to``, ``-o`` and ``--format``.

    Args:
        to: a name in ``SINKS``.
        output: a file or directory; None for standard output.
        format: a name in ``OUTPUTS``.
        default: the format of the task.
        fields: of rows.

    Raises:
        VictorError: a name is unknown, or options exclude each other.
    """
    name = to or (output and by_ending(output)) or _without_ending(output, format)
    sink = SINKS.find(name)
    ending = next((end for end in _COMPRESSION if output and output.lower().endswith(end)), "")
    if format and sink.formats and format not in sink.formats:
        known = ", ".join(sink.formats)
        raise VictorError(f"--format {format}: the sink {name!r} only writes {known}")
    path = Path(output) if output else None
    writing = Writing(name, path, format or default, ending, fields=fields)
    sink(writing).check()
    return writing


def _without_ending(output: str | None, format: str | None) -> str:
    if output:
        return "files"
    return "jsonl" if format == "jsonl" else "stream"
