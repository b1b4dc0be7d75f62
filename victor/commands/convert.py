"""Convert annotations to another format.

Converts annotation files (.anno), and those in directories, to any output format, and exports of
Label Studio (.json) to any output format with one directory per annotator.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from victor.commands.options import check_name, count_failures
from victor.errors import VictorError

if TYPE_CHECKING:
    from victor.document.document import Document
    from victor.output import Output


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    from victor.output import OUTPUTS

    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE|DIR",
        help="annotation files, directories of them, or exports",
    )
    parser.add_argument("--format", metavar="NAME", help=f"output format: {', '.join(OUTPUTS)} "
                        "(default: cleaneval; for exports: annotation)")  # fmt: skip
    parser.add_argument("-o", "--output", metavar="DIR",
                        help="output directory (default: standard output)")  # fmt: skip
    parser.add_argument("--force", action="store_true", help="replace existing output files")


def run(arguments: argparse.Namespace) -> int:
    """Convert all files; report those that fail."""
    from victor.output import OUTPUTS

    _check_output(arguments.output)
    check_name("--format", arguments.format, OUTPUTS)
    folder = None if arguments.output in (None, "-") else Path(arguments.output)
    target = _Target(folder, arguments.force)

    def convert(found: tuple[Path, str]) -> None:
        file, stem = found
        is_export = file.suffix.lower() == ".json"
        form = OUTPUTS.find(arguments.format or ("annotation" if is_export else "cleaneval"))
        for place, document in _export(file) if is_export else _annotation(file, stem):
            target.write(file, place, document, form)

    files = chain.from_iterable(map(_files, map(Path, arguments.files)))
    return 1 if count_failures(convert, files) else 0


def _files(name: Path) -> "Iterator[tuple[Path, str]]":
    """Yield a file, or each annotation file of a directory, and its output file without ending.

    Raises:
        VictorError: the directory has no annotation files.
    """
    from victor.files import files_below
    from victor.output.annotation import SUFFIX

    if not name.is_dir():
        yield name, name.stem
        return
    files = list(files_below(name, SUFFIX))
    if not files:
        raise VictorError(f"{name}: no annotations ({SUFFIX}) here")
    for file in files:
        yield file, file.relative_to(name).with_suffix("").as_posix()


def _check_output(output: str | None) -> None:
    """Reject the name of a file, as each document is written to one."""
    path = Path(output or "-")
    if output and path.suffix and not path.is_dir() and not output.endswith("/"):
        raise VictorError(f"-o {output}: expected a directory; name it {output}/")


@dataclass
class _Target:
    """A directory, or standard output."""

    folder: Path | None
    force: bool
    written: dict[Path, Path] = field(default_factory=dict)  # sources of the files written
    started: bool = False

    def write(self, source: Path, stem: str, document: "Document", form: "Output") -> None:
        """Write a document.

        Raises:
            VictorError: the file exists, or another document was written to it.
        """
        from victor.files import refuse_overwrite, write_text, writing_stdout

        if self.folder is None:
            with writing_stdout():
                sys.stdout.write(form.SEPARATOR * self.started + form.render(document))
            self.started = True
            return
        path = self.folder / (stem + form.SUFFIX)
        if path in self.written:
            both = f"{self.written[path]} and {source} have the same output file {path}"
            raise VictorError(f"{both}; convert them separately")
        refuse_overwrite(path, source, self.force)
        self.written[path] = source
        write_text(path, form.render(document))


def _annotation(file: Path, stem: str) -> "Iterator[tuple[str, Document]]":
    from victor.evaluate.gold.annotation import parse

    yield stem, parse(file).document


def _export(name: Path) -> "Iterator[tuple[str, Document]]":
    """Yield each page as ``ANNOTATOR/PAGE``, the output file without ending, and its document."""
    from victor.evaluate.gold.label_studio import read
    from victor.files import without_ending

    if not (pages := list(read(name))):
        raise VictorError(f"{name}: no annotations in this export")
    for one in pages:
        yield f"{one.annotator}/{without_ending(Path(one.document.id).name)}", one.document
