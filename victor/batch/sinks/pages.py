"""``files``: a file per page in a folder, in one of the outputs, folders of the input kept."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from victor.batch.record import Outcome
from victor.batch.sinks.stream import rendered
from victor.errors import VictorError
from victor.files import make_folder, write_text
from victor.output import OUTPUTS

if TYPE_CHECKING:
    from victor.batch.sinks import Writing

ENDINGS: tuple[str, ...] = ()
FORMATS: tuple[str, ...] = ()
_LONGEST = 255 - len(".part")  # bytes of a name, on nearly all file systems


def check(writing: "Writing") -> None:
    """There must be a folder to write to, and a known format."""
    OUTPUTS.find(writing.format)
    if writing.output is None:
        raise VictorError("a file per page needs a folder: -o DIR")
    make_folder(writing.output)


def begin(writing: "Writing") -> bytes:
    """Nothing."""
    return b""


def render(outcome: Outcome, writing: "Writing") -> None:
    """Write a page, whole or not at all; what was not cleaned has no file.

    Raises:
        ValueError: the page's name is too long, which is no reason to end the run.
        VictorError: it cannot be written.
    """
    text = rendered(outcome, writing)
    if text is not None and writing.output is not None:
        path = writing.output / (outcome.record.target + OUTPUTS.find(writing.format).SUFFIX)
        if len(os.fsencode(path.name)) > _LONGEST:
            raise ValueError("the name is too long for a file")
        write_text(path, text.decode("utf-8"))


def pack(pages: Sequence[None], writing: "Writing") -> bytes:
    """Nothing is left to write."""
    return b""


def finish(strung: Path, target: Path, writing: "Writing") -> None:
    """The pages are there."""
    strung.unlink()
