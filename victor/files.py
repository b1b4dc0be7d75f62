"""Reading and writing files, with errors for people."""

import gzip
import zlib
from pathlib import Path

from victor.errors import VictorError

PAGE_ENDINGS = tuple(
    f".{kind}{packed}" for kind in ("html", "htm", "xhtml", "shtml") for packed in ("", ".gz")
)


def read_bytes(path: Path, limit: int = -1) -> bytes:
    """A file's bytes, at most ``limit`` if one is given; unpacked where its name ends in ``.gz``.

    Raises:
        VictorError: it is not there, or damaged.
    """
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            return file.read(limit)
    except (OSError, EOFError, zlib.error) as error:
        raise VictorError(f"{path}: cannot be read: {_reason(error)}") from None


def read_text(path: Path) -> str:
    """A UTF-8 file's text, with or without a byte order mark; ``VictorError`` as above."""
    try:
        return path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise VictorError(f"{path}: cannot be read: {_reason(error)}") from None


def write_text(path: Path, text: str) -> None:
    """Write a file whole or not at all, its folder made where there is none.

    Raises:
        VictorError: it cannot be written.
    """
    aside = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        aside.write_text(text, "utf-8")
        aside.replace(path)
    except OSError as error:
        aside.unlink(missing_ok=True)
        raise VictorError(f"{path}: cannot be written: {_reason(error)}") from None


def make_folder(path: Path) -> None:
    """Make a folder, with those above it; ``VictorError`` if that cannot be."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise VictorError(f"{path}: cannot be made a folder: {_reason(error)}") from None


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
