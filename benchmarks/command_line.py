"""The command line of benchmarks and experiments."""

import json
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path
from typing import Any


def parser(doc: str | None) -> ArgumentParser:
    """A parser for the module that is run as ``python -m``, with its docstring as the help."""
    spec = sys.modules["__main__"].__spec__
    name = f"python -m {spec.name}" if spec else None
    formatter = RawDescriptionHelpFormatter
    return ArgumentParser(prog=name, description=doc, formatter_class=formatter)


def write_json(value: Any, file: Path | None) -> None:
    """Write results as JSON; do nothing without a file."""
    if file:
        file.write_text(json.dumps(value, indent=1) + "\n", "utf-8")


def read_json(file: Path) -> Any:
    """Results as :func:`write_json` wrote them."""
    return json.loads(file.read_text("utf-8"))
