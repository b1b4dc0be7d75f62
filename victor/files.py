"""Reading and writing files, with errors for people."""

import gzip
import os
import zlib
from pathlib import Path

from victor.errors import VictorError

PAGE_ENDINGS = tuple(
    f".{kind}{packed}" for kind in ("html", "htm", "xhtml", "shtml") for packed in ("", ".gz")
)


def page_stem(name: str) -> str:
    """A page's name without the ending that says that it is one."""
    endings = (end for end in PAGE_ENDINGS if name.lower().endswith(end))
    return name[: len(name) - len(max(endings, key=len, default=""))]


def read_bytes(path: Path) -> bytes:
    """A file's bytes, unpacked where its name ends in ``.gz``.

    Raises:
        VictorError: it is not there, or damaged.
    """
    try:
        data = path.read_bytes()
        return gzip.decompress(data) if path.suffix == ".gz" else data
    except (OSError, EOFError, zlib.error) as error:
        raise VictorError(f"{path}: cannot be read: {_reason(error)}") from None


def read_text(path: Path) -> str:
    """A UTF-8 file's text, with or without a byte order mark; ``VictorError`` as above."""
    try:
        return path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise VictorError(f"{path}: cannot be read: {_reason(error)}") from None


def write_text(path: Path, text: str, durable: bool = False) -> None:
    """Write a file whole or not at all, its folder made where there is none.

    ``durable``: wait until it is on the disk, so that it outlasts a loss of power.

    Raises:
        VictorError: it cannot be written.
    """
    aside = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with aside.open("w", encoding="utf-8") as file:
            file.write(text)
            if durable:
                file.flush()
                os.fsync(file.fileno())
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
