"""Options that several commands share, and the objects that they choose."""

import argparse
import json
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from victor.config.resources import DEFAULT_TASK
from victor.errors import VictorError
from victor.files import write_text

if TYPE_CHECKING:
    from victor.page import Page
    from victor.pipeline import Cleaner

T = TypeVar("T")


def add_config(parser: "argparse._ActionsContainer") -> None:
    """Add ``--config``."""
    text = f"task: a name or a file (default: {DEFAULT_TASK})"
    parser.add_argument("--config", default=DEFAULT_TASK, metavar="NAME", help=text)


def add_model(parser: argparse.ArgumentParser) -> None:
    """Add ``--config``, ``--model`` and ``--prefer``, as :func:`load_cleaner` reads them."""
    group = parser.add_mutually_exclusive_group()
    add_config(group)
    group.add_argument("--model", metavar="DIR", help="model directory, from 'victor learn'")
    text = "precision, recall, or the beta of F-beta: above 1 keeps more, below 1 less"
    parser.add_argument("--prefer", metavar="WHAT", help=text)


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add ``--json``, as :func:`write_json` reads it."""
    parser.add_argument("--json", metavar="FILE", help="write the full results as JSON")


def load_cleaner(arguments: argparse.Namespace) -> "Cleaner":
    """The cleaner that ``--config``, ``--model`` and ``--prefer`` choose.

    Raises:
        VictorError: there is no such task or model, or no model for the task.
    """
    from victor import config
    from victor.pipeline import load

    if not arguments.model:
        config.load(arguments.config)  # its errors are about --config
    return load(arguments.model or arguments.config, arguments.prefer)


def write_json(arguments: argparse.Namespace, results: Any) -> None:
    """Write results to the file of ``--json``, if it is given."""
    if arguments.json:
        text = json.dumps(results, indent=1, ensure_ascii=False, allow_nan=False)
        write_text(Path(arguments.json), text + "\n")


def check_least(option: str, value: int, least: int) -> None:
    """Raise a ``VictorError`` if the value of an option is below ``least``."""
    if value < least:
        raise VictorError(f"{option}: expected {least} or more, found {value}")


def single_page(name: str) -> "Page":
    """The one page that a name stands for.

    Raises:
        VictorError: the name stands for none or for several, or the file is not a page.
    """
    from victor.batch.inputs import pages
    from victor.batch.record import page_of
    from victor.batch.sources.pages import read

    if Path(name).is_dir():
        raise VictorError(f"{name}: expected one page, found a directory")
    found = list(islice(pages([name]), 2))
    if len(found) != 1:
        count = "several pages" if found else "no page"
        raise VictorError(f"{name}: expected one page, found {count}")
    return page_of(read(found[0]))


def progress(items: Iterable[T], description: str = "pages") -> Iterable[T]:
    """The items, with a progress bar on a terminal."""
    from tqdm import tqdm

    return tqdm(items, desc=description, unit="page", disable=None)
