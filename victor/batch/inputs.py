"""What the command line names, to inputs in order: files, folders, globs, lists, ``-``."""

import hashlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from glob import glob, has_magic
from pathlib import Path

from victor.batch.chunk import Input
from victor.batch.sources import SOURCES, kind_of
from victor.errors import VictorError
from victor.files import read_text, without_ending

_IN_FOLDERS = (("pages", "warc"), ("jsonl", "parquet"))  # tables where there is nothing else


def inputs(
    names: Sequence[str], kind: str | None = None, lists: tuple[Path, ...] = ()
) -> Iterator[Input]:
    """Every input, folders in sorted order; ``kind`` is the source that they are taken for.

    ``lists`` are those that name these ``names``, one in the other.

    Raises:
        VictorError: a list that cannot be read or names itself, a pattern that fits no file.
    """
    for name in names:
        if name == "-":
            yield Input(kind or "pages", None, "stdin", "stdin", "stdin")
        elif name.startswith("@") and not Path(name).exists():
            path = Path(name[1:])
            if path in lists:
                raise VictorError(f"{path}: a list that names itself")
            yield from inputs(_listed(path), kind, (*lists, path))
        elif has_magic(name) and not Path(name).exists():
            found = sorted(glob(name, recursive=True))  # noqa: PTH207 - a path may be absolute
            if not found:
                raise VictorError(f"{name}: fits no file")
            yield from inputs(found, kind, lists)
        elif Path(name).is_dir():
            yield from _folder(Path(name), kind)
        else:
            path = Path(name)
            taken = kind or kind_of(name) or "pages"
            yield Input(
                taken, path, name, path.name, without_ending(path.name, SOURCES[taken].ENDINGS)
            )


def _listed(path: Path) -> list[str]:
    text = read_text(path)
    if "\0" in text:
        raise VictorError(f"{path}: a list has a name a line, and no NUL bytes")
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if line]


def _folder(folder: Path, kind: str | None) -> Iterator[Input]:
    found = False
    for kinds in ((kind,),) if kind else _IN_FOLDERS:
        for path in _files(folder):
            taken = kind_of(path.name)
            if taken is not None and taken in kinds:
                found = True
                name = str(path.relative_to(folder))
                yield Input(
                    taken, path, str(path), name, without_ending(name, SOURCES[taken].ENDINGS)
                )
        if found:
            return


def _files(folder: Path) -> Iterator[Path]:
    """All files below, in the order of their paths, a folder's names held at a time."""
    try:
        names = sorted(os.listdir(folder))  # noqa: PTH208 - half the memory of paths
    except OSError as error:
        raise VictorError(f"{folder}: cannot be read: {error.strerror}") from None
    for name in names:
        path = folder / name
        if path.is_dir():
            if not path.is_symlink():
                yield from _files(path)
        elif path.is_file():
            yield path


@dataclass(frozen=True, slots=True)
class Survey:
    """What there is to do, before it is begun."""

    files: int
    bytes: int | None  # None: standard input is among them
    digest: str  # of names, sizes and times of change


def survey(found: Iterator[Input], apart: bool, output: Path | None = None) -> Survey:
    """Look at all inputs once; ``apart`` refuses two that would have the same target.

    Raises:
        VictorError: two would be written to the same place, or one is the ``output`` file.
    """
    digest = hashlib.sha256()
    files = size = 0
    standard = False
    targets: set[int] = set()
    there = _stat(output)
    for one in found:
        files += 1
        seen = _stat(one.path)
        if seen and there and os.path.samestat(seen, there):
            raise VictorError(f"{one.name}: it would be written over: -o {output} is an input")
        length, changed = (seen.st_size, seen.st_mtime_ns) if seen else (0, 0)
        digest.update(f"{one.kind}\0{one.name}\0{length}\0{changed}\n".encode("utf-8", "replace"))
        size += length
        standard = standard or one.path is None
        if apart and hash(one.target) in targets:
            raise VictorError(f"{one.name}: another input would also be written to {one.target}")
        targets |= {hash(one.target)} if apart else set()
    return Survey(files, None if standard else size, digest.hexdigest()[:16])


def _stat(path: Path | None) -> os.stat_result | None:
    try:
        return path.stat() if path else None
    except OSError:
        return None
