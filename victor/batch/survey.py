"""What a run is about to read: the number, size and digest of its inputs, checked beforehand."""

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from victor.batch.chunk import Input
from victor.batch.inputs import URLS
from victor.batch.journal import files_beside
from victor.errors import VictorError


@dataclass(frozen=True, slots=True)
class Survey:
    """The size of a run, and a digest of its inputs."""

    files: int
    bytes: int | None  # None if one of them is standard input or a pipe
    digest: str  # of names, sizes and modification times
    kinds: frozenset[str]  # names in SOURCES


def survey(found: Iterator[Input], output: Path | None = None, ending: str | None = None) -> Survey:
    """Count, measure and check all inputs.

    Args:
        found: the inputs.
        output: the output file or directory; None for standard output.
        ending: of the files in the output directory; None if the output is a file.

    Raises:
        VictorError: two inputs have the same output path, or an input would be overwritten.
    """
    digest = hashlib.sha256()
    files = size = 0
    standard = False
    kinds: set[str] = set()
    directory = _Directory(output, ending) if output and ending is not None else None
    targets = [] if directory or not output else _written(output)
    for one in found:
        files += 1
        kinds.add(one.kind)
        seen = _stat(one.path)
        if seen and any(os.path.samestat(seen, target) for target in targets):
            raise VictorError(f"{one.name}: refusing to overwrite the input: -o {output}")
        length, changed = (seen.st_size, seen.st_mtime_ns) if seen else (0, 0)
        digest.update(f"{one.kind}\0{one.name}\0{length}\0{changed}\n".encode("utf-8", "replace"))
        size += length
        standard = standard or (one.kind != URLS and one.is_piped)
        if directory:
            directory.add(one)
    if directory:
        directory.check()
    return Survey(files, None if standard else size, digest.hexdigest()[:16], frozenset(kinds))


def _written(output: Path) -> list[os.stat_result]:
    """The existing files that a run with an output file writes or removes."""
    return [found for one in (output, *files_beside(output)) if (found := _stat(one))]


def _stat(path: Path | None) -> os.stat_result | None:
    try:
        return path.stat() if path else None
    except OSError:
        return None


class _Directory:
    """The output paths in a directory, stored as hashes, as there may be millions."""

    def __init__(self, path: Path, ending: str) -> None:
        self.path, self.ending = path, ending
        self.top = os.path.join(os.path.realpath(path), "")  # noqa: PTH118 - with a slash
        self.targets: set[int] = set()
        self.folders: set[int] = set()  # targets of files with several pages
        self.within: dict[str, str] = {}  # names of inputs inside the directory, by target

    def add(self, one: Input) -> None:
        """Add an input.

        Raises:
            VictorError: another input has the same output path.
        """
        target = hash(os.path.normpath(one.target))
        if target in self.targets:
            path = self.path / f"{one.target}{self.ending if one.kind == 'pages' else ''}"
            found = f"{one.name}: another input has the same output {path}"
            raise VictorError(f"{found}; clean them separately, or write rows (-o FILE.jsonl)")
        self.targets.add(target)
        if one.kind != "pages":
            self.folders.add(target)
        if one.path and one.path.name.endswith(self.ending):
            real = os.path.realpath(one.path)
            if real.startswith(self.top):
                self.within[real[len(self.top) : len(real) - len(self.ending)]] = one.name

    def check(self) -> None:
        """Raise a ``VictorError`` if an output file is one of the inputs."""
        for target, name in self.within.items():
            if hash(target) in self.targets or hash(os.path.dirname(target)) in self.folders:  # noqa: PTH120
                raise VictorError(f"{name}: refusing to overwrite the input: -o {self.path}")
