"""``stream``: the pages in one of the outputs, one after another, plain, ``.gz`` or ``.zst``."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from victor.batch.record import Outcome
from victor.batch.sinks import _packing
from victor.errors import require
from victor.output import OUTPUTS

if TYPE_CHECKING:
    from victor.batch.sinks import Writing

ENDINGS: tuple[str, ...] = ()
FORMATS: tuple[str, ...] = ()


def check(writing: "Writing") -> None:
    """The format must be known; zstd needs an extra."""
    OUTPUTS.find(writing.format)
    if writing.packing == ".zst":
        require("zstandard", "warc")


def begin(writing: "Writing") -> bytes:
    """Nothing."""
    return b""


def render(outcome: Outcome, writing: "Writing") -> bytes | None:
    """A page, and what separates it from the next."""
    text = rendered(outcome, writing)
    return None if text is None else text + OUTPUTS.find(writing.format).SEPARATOR.encode()


def rendered(outcome: Outcome, writing: "Writing") -> bytes | None:
    """A page in its format, None if it was skipped; a file goes by its name without folders."""
    if outcome.result is None:
        return None
    document = outcome.result.document
    if outcome.record.offset is None:
        document = replace(document, id=PurePath(document.id).name)
    return OUTPUTS.find(writing.format).render(document).encode("utf-8", "replace")


def pack(pages: Sequence[bytes], writing: "Writing") -> bytes:
    """One after another."""
    return _packing.packed(b"".join(pages), writing.packing)


def finish(strung: Path, target: Path, writing: "Writing") -> None:
    """Move it there."""
    _packing.finish(strung, target, writing.packing)
