"""Sinks: what became of the pages, to files.

A sink is a module with ``ENDINGS``, ``FORMATS``, ``check``, ``begin``, ``render``, ``pack`` and
``finish``. To add one: a module, and its line in ``SINKS``.

A worker renders each page and packs those of a chunk to bytes; the parent strings these together.
So they must be right one after another, as lines are, or members of gzip; where they are not,
``finish`` makes the file of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from victor.batch.record import Outcome
from victor.errors import VictorError
from victor.registry import Registry


@dataclass(frozen=True, slots=True)
class Writing:
    """How the output is to be."""

    sink: str  # a name in SINKS
    output: Path | None  # None: standard output
    format: str  # of a page, where the sink leaves it open
    packing: str = ""  # .gz, .zst or nothing
    model: str = ""


class Sink(Protocol):
    """What a sink module offers."""

    ENDINGS: tuple[str, ...]  # of the output's name, that choose it
    FORMATS: tuple[str, ...]  # what --format may be; none: any output

    def check(self, writing: Writing) -> None:
        """Refuse what cannot be written; ``VictorError``."""

    def begin(self, writing: Writing) -> bytes:
        """What stands before all pages."""

    def render(self, outcome: Outcome, writing: Writing) -> Any:
        """A page; None if there is nothing to write of it."""

    def pack(self, pages: Sequence[Any], writing: Writing) -> bytes:
        """What :meth:`render` gave for the pages of a chunk."""

    def finish(self, strung: Path, target: Path, writing: Writing) -> None:
        """Make the file ``target`` of all bytes, one after another, which may be moved there."""


SINKS: Registry[Sink] = Registry(
    "sink",
    {
        "jsonl": "victor.batch.sinks.jsonl",
        "parquet": "victor.batch.sinks.parquet",
        "wet": "victor.batch.sinks.wet",
        "files": "victor.batch.sinks.pages",
        "stream": "victor.batch.sinks.stream",
    },
)
PACKINGS = (".gz", ".zst")


def by_ending(output: str) -> str | None:
    """The sink that the name of the output chooses, None if it chooses none."""
    name = output.lower()
    for packing in PACKINGS:
        name = name.removesuffix(packing)
    return next((kind for kind, one in SINKS.items() if name.endswith(one.ENDINGS)), None)


def chosen(to: str | None, output: str | None, format: str | None, default: str) -> Writing:
    """The sink that ``--to``, ``-o`` and ``--format`` ask for; ``default`` is the task's format.

    Raises:
        VictorError: an unknown name, or what does not go together.
    """
    name = to or (output and by_ending(output)) or _open_end(output, format)
    found = SINKS.find(name)
    packing = next((end for end in PACKINGS if output and output.lower().endswith(end)), "")
    if format and found.FORMATS and format not in found.FORMATS:
        raise VictorError(f"--format {format} does not go with the sink {name!r}")
    writing = Writing(name, Path(output) if output else None, format or default, packing)
    found.check(writing)
    return writing


def _open_end(output: str | None, format: str | None) -> str:
    if output:
        return "files"
    return "jsonl" if format == "jsonl" else "stream"
