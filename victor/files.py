"""Read and write files; errors are raised as :class:`VictorError` and name the file."""

import errno
import os
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from victor.errors import UNREADABLE, PageError, VictorError, error_text, nearest_file
from victor.gunzip import GZIP, gunzipped

PAGE_ENDINGS = tuple(
    f".{kind}{packed}"
    for kind in ("html", "htm", "xhtml", "shtml", "mhtml", "mht", "eml")
    for packed in ("", ".gz")
)
_UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)  # errors that other files have, too
_PIECE = 256 << 10  # bytes to read at once


def without_ending(name: str, endings: Sequence[str] = PAGE_ENDINGS) -> str:
    """A file name or path without the longest matching ending; ``.html`` alone is a name."""
    found = (end for end in endings if name.lower().endswith(end))
    plain = name[: len(name) - len(max(found, key=len, default=""))]
    return plain if os.path.basename(plain).strip(".") else name  # noqa: PTH119 - with "" and "."


def is_directory(path: str | Path) -> bool:
    """Whether a path leads to a directory; False, unlike in ``Path``, if it may not be followed."""
    return os.path.isdir(path)  # noqa: PTH112


def is_file(path: str | Path) -> bool:
    """Whether a path leads to a regular file; False, unlike in ``Path``, if not permitted."""
    return os.path.isfile(path)  # noqa: PTH113


def entries(folder: Path, closed: list[Path] | None = None) -> Iterator[tuple[Path, bool]]:
    """Yield what is below a directory, sorted by path, and whether it is a file.

    What is no file is a link to a directory, which is not followed, a link to nothing, a pipe or a
    socket.

    Args:
        folder: the directory.
        closed: a list to which directories that cannot be read are added.

    Raises:
        VictorError: a directory cannot be read, and there is no list for it.
    """
    try:
        with os.scandir(folder) as found:
            inside = sorted((one.name, *_kind(one)) for one in found)  # half the memory of entries
    except OSError as error:
        if closed is None:
            raise _unreadable(folder, error) from None
        closed.append(folder)
        return
    for name, directory, regular in inside:
        path = folder / name
        if directory:
            yield from entries(path, closed)
        else:
            yield path, regular or is_file(path)


def _kind(entry: "os.DirEntry[str]") -> tuple[bool, bool]:
    """Whether an entry is a directory or a file, without a system call for each, unlike Path."""
    return entry.is_dir(follow_symlinks=False), entry.is_file(follow_symlinks=False)


def files_below(folder: Path, endings: str | tuple[str, ...]) -> Iterator[Path]:
    """Yield the files below a directory whose names have one of some endings, sorted by path.

    Links to nothing are such files, too, so that reading them is an error.

    Args:
        folder: the directory.
        endings: in lower case.

    Raises:
        VictorError: a directory cannot be read.
    """
    for path, regular in entries(folder):
        if path.name.lower().endswith(endings) and (regular or path.is_symlink()):
            yield path


def read_bytes(path: Path, limit: int = -1) -> bytes:
    """The bytes of a file, decompressed if they are gzip, whatever its name.

    Args:
        path: the file.
        limit: read at most this many bytes; -1 for all.

    Raises:
        PageError: the file is missing or damaged.
    """
    try:
        with path.open("rb") as file:
            return _unpacked(file, limit)
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None


def read_stream(file: BinaryIO, name: str) -> bytes:
    """The bytes of an open file or pipe, decompressed if they are gzip.

    Args:
        file: at its start.
        name: for messages.

    Raises:
        PageError: the bytes are damaged.
    """
    try:
        return _unpacked(file)
    except (OSError, ValueError) as error:
        raise PageError(name, f"{UNREADABLE}: {error_text(error)}") from None


def _unpacked(file: BinaryIO, limit: int = -1) -> bytes:
    start = file.read(len(GZIP))
    whole = _Whole(start, file)
    if start != GZIP:
        return _read(whole, limit)
    return gunzipped(whole, sys.maxsize if limit < 0 else limit)


class _Whole:
    """A file of which the first bytes were read."""

    def __init__(self, start: bytes, rest: BinaryIO) -> None:
        self._start, self._rest = start, rest

    def read(self, size: int = -1) -> bytes:
        """The first bytes and those after them, at most ``size``; -1 for all."""
        start = self._start if size < 0 else self._start[:size]
        self._start = self._start[len(start) :]
        return start + self._rest.read(size if size < 0 else size - len(start))


def _read(file: "_Whole", limit: int) -> bytes:
    """At most ``limit`` bytes; not in one call, which would reserve memory for all of them."""
    if limit < 0:
        return file.read()
    pieces = []
    while limit > 0 and (piece := file.read(min(limit, _PIECE))):
        pieces.append(piece)
        limit -= len(piece)
    return b"".join(pieces)


def read_text(path: Path) -> str:
    """The text of a UTF-8 file, without a byte order mark.

    Raises:
        VictorError: the file cannot be read or is not UTF-8.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise _unreadable(path, error) from None
    return decoded(path, data).replace("\r\n", "\n").replace("\r", "\n")


def decoded(path: Path, data: bytes) -> str:
    """The text of a UTF-8 file, without a byte order mark.

    Args:
        path: the file, for messages.
        data: its bytes.

    Raises:
        VictorError: the data are not UTF-8; the message has the line.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        found = ", but UTF-16" if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else ""
        raise VictorError(f"{path}:{line}: cannot be read: not UTF-8{found}") from None


def write_text(path: Path, text: str, durable: bool = False) -> None:
    """Write a UTF-8 file like :func:`write_bytes`.

    Args:
        path: the file.
        text: the content; lone surrogates, which come from file names, become question marks.
        durable: wait until the file is on disk.

    Raises:
        VictorError: the file cannot be written.
    """
    write_bytes(path, text.encode("utf-8", "replace"), durable)


def write_bytes(path: Path, data: bytes, durable: bool = False) -> None:
    """Write a file completely or not at all, and create its directory.

    Args:
        path: the file. The target of a symbolic link is replaced; devices and pipes are written to
            directly.
        data: the content.
        durable: wait until the file is on disk, so that it survives a power failure.

    Raises:
        OutputError: the disk is full or read-only.
        VictorError: the file cannot be written for another reason.
    """
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
        else:
            _replace(Path(os.path.realpath(path)), data, durable)
    except (OSError, ValueError) as error:  # ValueError: a name with a null byte
        kind = OutputError if getattr(error, "errno", None) in _UNWRITABLE else VictorError
        raise kind(f"{path}: cannot be written: {error_text(error)}") from None


def _replace(path: Path, data: bytes, durable: bool) -> None:
    aside = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with aside.open("wb") as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        aside.replace(path)
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            aside.unlink(missing_ok=True)
        raise


class OutputError(VictorError):
    """Standard output cannot be written, or the disk is full, which ends a run."""


@contextmanager
def writing_stdout() -> Iterator[None]:
    """Turn errors of standard output into an :class:`OutputError`, but not a closed pipe."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        found = f"standard output: cannot be written: {error_text(error)}"
        raise OutputError(found) from None


def refuse_files_in(folder: Path) -> None:
    """Raise a ``VictorError`` if a directory is not empty, or is a file."""
    if folder.exists() and not folder.is_dir():
        raise VictorError(f"{folder}: expected a directory, found a file")
    if folder.is_dir() and any(folder.iterdir()):
        raise VictorError(f"{folder}: is not empty; use --force to write to it")


def refuse_overwrite(
    output: Path, source: Path | None, force: bool = False, option: str = "-o"
) -> None:
    """Raise a ``VictorError`` if an output file is the input, or exists and is not empty.

    Args:
        output: the file to write.
        source: the input file.
        force: allow replacing existing files, but never the input.
        option: the option that names the output.
    """
    with suppress(OSError, ValueError):  # ValueError: a name with a null byte
        if source is not None and output.samefile(source):
            raise VictorError(f"{source}: refusing to overwrite the input: {option} {output}")
    if output.is_file() and not force and output.stat().st_size:
        raise VictorError(f"{output}: exists; use --force to replace it")


def refuse_within(output: Path, source: Path, option: str = "-o") -> None:
    """Raise a ``VictorError`` if an output file exists in an input directory and is not empty.

    Args:
        output: the file to write.
        source: the input file or directory.
        option: the option that names the output.
    """
    with suppress(OSError, ValueError):
        if output.is_file() and source.is_dir():
            is_within = output.resolve().is_relative_to(source.resolve())
            if is_within and output.stat().st_size:
                raise VictorError(f"{output}: refusing to overwrite a file of {source}: {option}")


def refuse_unwritable(folder: Path, found: str) -> None:
    """Raise a ``VictorError`` if a directory, or the one in which it is created, is read-only.

    Args:
        folder: the directory, which need not exist.
        found: the option and its value, for the message.
    """
    above = next((one for one in (folder, *folder.parents) if one.is_dir()), folder)
    if above.is_dir() and not os.access(above, os.W_OK | os.X_OK):
        raise VictorError(f"{found}: cannot be written: {os.strerror(errno.EACCES)}")


def make_directory(path: Path) -> None:
    """Create a directory and its parents.

    Raises:
        VictorError: the directory cannot be created.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise VictorError(f"{path}: cannot create directory: {error_text(error)}") from None


def _unreadable(path: Path, error: Exception) -> PageError:
    hint = nearest_file(path) if isinstance(error, FileNotFoundError) else ""
    return PageError(str(path), f"{UNREADABLE}: {error_text(error)}{hint}")
