"""Reading and writing files, with errors for people."""

import gzip
import os
import zlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from victor.errors import VictorError, nearest_file

PAGE_ENDINGS = tuple(
    f".{kind}{packed}" for kind in ("html", "htm", "xhtml", "shtml") for packed in ("", ".gz")
)


def without_ending(name: str, endings: Sequence[str] = PAGE_ENDINGS) -> str:
    """A name without the longest of some endings that it has; those of pages if none are given."""
    found = (end for end in endings if name.lower().endswith(end))
    return name[: len(name) - len(max(found, key=len, default=""))]


def read_bytes(path: Path, limit: int = -1) -> bytes:
    """A file's bytes, at most ``limit`` if one is given; unpacked where its name ends in ``.gz``.

    Raises:
        VictorError: it is not there, or damaged.
    """
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            return file.read(limit)
    except (OSError, EOFError, zlib.error) as error:
        raise VictorError(f"{path}: cannot be read: {_not_read(path, error)}") from None


def read_text(path: Path) -> str:
    """A UTF-8 file's text, with or without a byte order mark; ``VictorError`` as above."""
    try:
        return path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise VictorError(f"{path}: cannot be read: {_not_read(path, error)}") from None


def write_text(path: Path, text: str, durable: bool = False) -> None:
    """Write a file whole or not at all, its folder made where there is none.

    ``durable``: wait until it is on the disk, so that it outlasts a loss of power.

    Raises:
        VictorError: it cannot be written.
    """
    if path.is_symlink():
        path = Path(os.path.realpath(path))  # the file that it leads to is the one to be written
    aside = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # What UTF-8 cannot say comes from names of files, as half surrogate pairs.
        with aside.open("w", encoding="utf-8", errors="replace") as file:
            file.write(text)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        aside.replace(path)
    except (OSError, ValueError) as error:  # ValueError: a name with a null byte
        with suppress(OSError, ValueError):
            aside.unlink(missing_ok=True)
        raise VictorError(f"{path}: cannot be written: {_reason(error)}") from None


def refuse_over(output: Path, page: Path | None) -> None:
    """Raise a ``VictorError`` where an output would be written over the page that it is made of."""
    with suppress(OSError):
        if page is not None and output.samefile(page):
            raise VictorError(f"{page}: it would be written over: -o {output} is the page itself")


def make_folder(path: Path) -> None:
    """Make a folder, with those above it; ``VictorError`` if that cannot be."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise VictorError(f"{path}: cannot be made a folder: {_reason(error)}") from None


def _not_read(path: Path, error: Exception) -> str:
    hint = nearest_file(path) if isinstance(error, FileNotFoundError) else ""
    return _reason(error) + hint


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
