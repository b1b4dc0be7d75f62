"""The command line of benchmarks and experiments."""

import json
import sys
from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from victor.commands import exit_status
from victor.errors import VictorError, missing, nearest_file
from victor.files import read_text


def parser(doc: str | None) -> ArgumentParser:
    """A parser for the module run by ``python -m``, with its docstring as the description."""
    spec = sys.modules["__main__"].__spec__
    name = f"python -m {spec.name.removesuffix('.__main__')}" if spec else None
    formatter = RawDescriptionHelpFormatter
    return ArgumentParser(prog=name, description=doc, formatter_class=formatter)


def existing(name: str) -> Path:
    """The path of a file or directory that must exist; an ``argparse`` type."""
    path = Path(name)
    if not path.exists():
        raise ArgumentTypeError(f"{name}: no such file or directory{nearest_file(path)}")
    return path


def run(main: Callable[[], int | None]) -> NoReturn:
    """Call the function of a module that is run, and exit; errors are as those of ``victor``."""
    raise SystemExit(exit_status(partial(_with_extras, main)))


def _with_extras(main: Callable[[], int | None]) -> int | None:
    try:
        return main()
    except ModuleNotFoundError as error:
        raise missing(error.name, "bench,neural") from None


def write_json(value: Any, file: Path | None) -> None:
    """Write results as JSON; do nothing without a file."""
    if file:
        file.write_text(json.dumps(value, indent=1) + "\n", "utf-8")


def read_json(file: Path) -> Any:
    """Read results written by :func:`write_json`; a ``VictorError`` if there are none."""
    try:
        return json.loads(read_text(file))
    except ValueError as error:
        raise VictorError(f"{file}: not JSON: {error}") from None


def measured(doc: str | None, measure: Callable[[Path], Any]) -> Any:
    """Read the results in FILE; if it does not exist, measure CORPORA and write it first.

    Args:
        doc: the docstring of the module that is run; its command line is CORPORA FILE.
        measure: a function from the folder of the corpora to results.
    """
    arguments = parser(doc)
    arguments.add_argument("corpora", type=Path, metavar="CORPORA")
    arguments.add_argument("file", type=Path, metavar="FILE")
    given = arguments.parse_args()
    if not given.file.is_file():
        write_json(measure(given.corpora), given.file)
    return read_json(given.file)
