"""Where ``victor clean`` writes: standard output, a file, or a directory."""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from victor.batch.chunk import Input
from victor.errors import VictorError
from victor.files import refuse_overwrite, refuse_unwritable, write_text, writing_stdout

if TYPE_CHECKING:
    from victor.output import Output


@dataclass
class Target:
    """Standard output, a file, or a directory."""

    output: str | None
    form: "Output"
    single: bool
    force: bool
    started: bool = False

    def check(self, pages: Sequence[Input]) -> None:
        """Raise a ``VictorError`` if an output file is an input, exists, or occurs twice."""
        if self.output and not self.single:
            check_directory(self.output)
        seen: dict[Path, str] = {}
        for one in pages if self.output else ():
            path = self.path(one)
            refuse_overwrite(path, one.path, self.force)
            if seen.get(path) == one.name:
                raise VictorError(f"{one.name}: given twice")
            if path in seen:
                both = f"{seen[path]} and {one.name} have the same output file {path}"
                raise VictorError(f"{both}; clean them separately, or write rows (-o FILE.jsonl)")
            seen[path] = one.name

    def write(self, one: Input, text: str) -> None:
        """Write the output of a page."""
        if self.output is not None:
            write_text(self.path(one), text)
            return
        with writing_stdout():
            sys.stdout.write(self.form.SEPARATOR * self.started + text)
            sys.stdout.flush()
        self.started = True

    def path(self, one: Input) -> Path:
        """The output file: for a single page, ``-o`` if it names a file; else a file within it."""
        target = Path(self.output or ".")
        is_file = target.suffix and not _is_directory(self.output or ".")
        if self.single and not target.is_dir() and (is_file or target.exists()):
            return target
        return target / (one.target + self.form.SUFFIX)


def check_ending(output: str, format: str, asked: bool) -> None:
    """Raise a ``VictorError`` if ``-o`` names a file with an unknown ending.

    Args:
        output: the name.
        format: the output format.
        asked: whether ``--format`` names it; then only the ending of a compressed file is wrong.
    """
    from victor.output import OUTPUTS

    suffix = Path(output).suffix.lower()
    if not _is_file(output) or suffix in ("", OUTPUTS.find(format).SUFFIX):
        return
    if suffix in (".gz", ".zst"):
        raise VictorError(f"-o {output}: add --to stream to compress a single page")
    if not asked and suffix.isascii():
        known = dict.fromkeys(OUTPUTS.find(name).SUFFIX for name in OUTPUTS)
        message = f"unknown extension {suffix}; known: {', '.join(known)}"
        raise VictorError(f"-o {output}: {message}; --format writes one under any name")


def _is_file(output: str) -> bool:
    """Whether a name is, or may become, a file; false for a directory, a device or a pipe."""
    path = Path(output)
    return not _is_directory(output) and (path.is_file() or not path.exists())


def _is_directory(output: str) -> bool:
    """Whether a name is an existing directory or ends in a separator."""
    return Path(output).is_dir() or output.endswith(("/", os.sep))


def check_directory(output: str) -> None:
    """Reject a file name, or a read-only directory, as the output directory of several pages."""
    target = Path(output)
    if target.exists() and not target.is_dir():
        raise VictorError(f"-o {output}: expected a directory for several pages, found a file")
    if target.suffix and not _is_directory(output):
        known = ".jsonl (.gz, .zst), .prevert (.gz, .zst), .parquet, .wet (.gz)"
        file = f"for a single file, use {known}, or any name with --to stream"
        raise VictorError(f"-o {output}: {file}; for a directory, use -o {output}/")
    refuse_unwritable(target, f"-o {output}")
