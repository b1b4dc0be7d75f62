"""Convert annotations to another format.

Converts annotation files (.anno) to any output format, and exports of Label Studio (.json) to any
output format with one directory per annotator.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from victor.document.document import Document


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    from victor.output import OUTPUTS

    parser.add_argument("files", nargs="+", metavar="FILE", help="annotation files or exports")
    parser.add_argument("--format", metavar="NAME", help=f"output format: {', '.join(OUTPUTS)} "
                        "(default: cleaneval; for exports: annotation)")  # fmt: skip
    parser.add_argument("-o", "--output", metavar="DIR",
                        help="output directory (default: standard output)")  # fmt: skip
    parser.add_argument("--force", action="store_true", help="replace existing output files")


def run(arguments: argparse.Namespace) -> int:
    """Convert all files; report those that fail."""
    from victor.errors import VictorError
    from victor.files import refuse_overwrite, write_text
    from victor.output import OUTPUTS

    failed = 0
    written: dict[Path, str] = {}
    for name in map(Path, arguments.files):
        export = name.suffix == ".json"
        form = OUTPUTS.find(arguments.format or ("annotation" if export else "cleaneval"))
        try:
            for target, document in _export(name) if export else _annotation(name):
                if arguments.output is None:
                    sys.stdout.write(form.render(document))
                    continue
                path = Path(arguments.output) / (target + form.SUFFIX)
                if path in written:
                    both = f"{written[path]} and {name} have the same output file {path}"
                    raise VictorError(f"{both}; convert them separately")
                refuse_overwrite(path, name, arguments.force)
                written[path] = str(name)
                write_text(path, form.render(document))
        except VictorError as error:
            failed += 1
            print(f"victor: {error}", file=sys.stderr)
    return 1 if failed else 0


def _annotation(name: Path) -> "Iterator[tuple[str, Document]]":
    from victor.evaluate.gold.annotation import parse

    yield name.stem, parse(name).document


def _export(name: Path) -> "Iterator[tuple[str, Document]]":
    """Yield each page as ``ANNOTATOR/PAGE``, the output file without ending, and its document."""
    from victor.evaluate.gold.label_studio import read
    from victor.files import without_ending

    for one in read(name):
        yield f"{one.annotator}/{without_ending(Path(one.document.id).name)}", one.document
