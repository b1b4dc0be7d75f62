"""Sinks: write the outcomes of pages to files or standard output.

To add one, write a module with a subclass of :class:`~victor.batch.sinks.base.Sink` and add it to
``SINKS``.
"""

from collections.abc import Sequence
from pathlib import Path

from victor.batch.sinks.base import LEVELS, Sink, Writing
from victor.errors import VictorError
from victor.output import by_ending as format_by_ending
from victor.output.schema import FIELDS, FORMATS
from victor.registry import Registry

__all__ = ["ROWS", "SINKS", "Sink", "Writing", "by_ending", "choose"]

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
ROWS = ("jsonl", "parquet")  # sinks that write rows with fields
_COMPRESSION = (".gz", ".zst")


def by_ending(output: str) -> str | None:
    """The sink for the ending of an output name; None if the ending is unknown."""
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
    level: int | None = None,
) -> Writing:
    """Choose the sink and its settings from ``--to``, ``-o``, ``--format`` and ``--level``.

    Args:
        to: a name in ``SINKS``.
        output: a file or directory; None for standard output.
        format: a name in ``OUTPUTS``.
        default: the format of the task.
        fields: the fields of rows.
        level: the compression level; None for the default.

    Raises:
        VictorError: a name is unknown, the compression level is invalid, or options exclude each
            other.
    """
    name = to or (output and by_ending(output)) or _without_ending(output, format)
    sink = SINKS.find(name)
    ending = next((end for end in _COMPRESSION if output and output.lower().endswith(end)), "")
    if format and sink.formats and format not in sink.formats:
        raise VictorError(f"--format {format}: {_instead(name, sink.formats, format)}")
    if ending and name == "parquet":
        instead = f"drop {ending} and use --level"
        raise VictorError(f"-o {output}: Parquet has its own compression: {instead}")
    path = Path(output) if output else None
    packing = ".parquet" if name == "parquet" else "" if name == "files" else ending
    if name == "stream" and not format and output:
        format = format_by_ending(output.lower().removesuffix(ending), default)
    writing = Writing(name, path, format or default, ending, _level(level, packing), fields=fields)
    sink(writing).check()
    return writing


def _instead(name: str, formats: Sequence[str], format: str) -> str:
    """What to do instead of writing a format to a sink that has another."""
    if name not in ROWS:
        return f"{name} has {', '.join(formats)}; -o DIR/ writes one file per page"
    field = format if format in ("text", *FORMATS) else "text"
    other = "" if field == format else "; -o DIR/ writes one file per page"
    return f"{name} has rows; choose their fields, e.g. --fields id,url,{field}{other}"


def _without_ending(output: str | None, format: str | None) -> str:
    if output:
        return "files"
    return "jsonl" if format == "jsonl" else "stream"


def _level(asked: int | None, packing: str) -> int:
    """The compression level; ``packing`` is the ending of the compressed output, if any."""
    if not packing:
        if asked is not None:
            raise VictorError("--level: only .gz, .zst and .parquet are compressed")
        return 0
    default, highest = LEVELS[packing]
    if asked is not None and not 1 <= asked <= highest:
        raise VictorError(f"--level: expected 1 to {highest} for {packing}, found {asked}")
    return default if asked is None else asked
