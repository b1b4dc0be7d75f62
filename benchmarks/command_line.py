"""The command line of benchmarks and experiments."""

import json
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable
from pathlib import Path
from typing import Any


def parser(doc: str | None) -> ArgumentParser:
    """A parser for the module run by ``python -m``, with its docstring as the description."""
    spec = sys.modules["__main__"].__spec__
    name = f"python -m {spec.name}" if spec else None
    formatter = RawDescriptionHelpFormatter
    return ArgumentParser(prog=name, description=doc, formatter_class=formatter)


def write_json(value: Any, file: Path | None) -> None:
    """Write results as JSON; do nothing without a file."""
    if file:
        file.write_text(json.dumps(value, indent=1) + "\n", "utf-8")


def read_json(file: Path) -> Any:
    """Read results written by :func:`write_json`."""
    return json.loads(file.read_text("utf-8"))


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
