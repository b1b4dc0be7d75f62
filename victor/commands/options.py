"""Options that several commands share, and functions that check and apply them."""

import argparse
import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from victor.config.resources import DEFAULT_TASK
from victor.errors import VictorError, nearest_file, notify, refuse_directory
from victor.files import (
    OutputError,
    refuse_overwrite,
    refuse_unwritable,
    refuse_within,
    write_text,
)
from victor.text.regex import regex

if TYPE_CHECKING:
    from victor.page import Page
    from victor.pipeline import Cleaner
    from victor.registry import Registry

T = TypeVar("T")
_CONTENT = ("keep", "drop", "select", "remove")  # options that determine what is content
WEIGHTS = ("auto", "convention", "all")
_UNITS = {"": 0, "k": 10, "m": 20, "g": 30}  # powers of 2
_SIZE = regex(r"(\d+)([kmg]?)(?:i?b)?", re.IGNORECASE)
_MOST_DIGITS = 18
_MOST_BYTES = 1 << 50


def add_config(parser: "argparse._ActionsContainer") -> None:
    """Add ``--config``."""
    text = f"task: a name or a file (default: {DEFAULT_TASK})"
    parser.add_argument("--config", default=DEFAULT_TASK, metavar="NAME", help=text)


def add_model(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose a model, as :func:`load_cleaner` reads them."""
    group = parser.add_mutually_exclusive_group()
    add_config(group)
    text = "a directory from 'victor learn', or the name of a shipped model"
    group.add_argument("--model", metavar="DIR", help=text)
    text = "precision, recall, or the beta of F-beta: above 1 keeps more, below 1 less"
    parser.add_argument("--prefer", metavar="WHAT", help=text)
    text = "what counts as content: a convention that the model knows, or none"
    parser.add_argument("--convention", metavar="NAME", help=text)


def add_start(parser: argparse.ArgumentParser) -> None:
    """Add the options that determine what is learned."""
    from victor.evaluate.learning import FEW

    text = "model to start from, or none (default: the task's, or the shipped model that fits it)"
    parser.add_argument("--start", metavar="MODEL", help=text)
    text = "what to learn: all weights, or only a convention, which takes seconds; auto: a "
    text += f"convention if there are fewer than {FEW} pages"
    parser.add_argument("--weights", choices=WEIGHTS, help=f"{text} (default: auto)")


def add_pages(parser: argparse.ArgumentParser) -> None:
    """Add ``--pages``, as :func:`pages_directory` reads it."""
    text = "directory of the annotated pages, if they are not beside their annotations"
    parser.add_argument("--pages", metavar="DIR", help=text)


def add_content(parser: argparse.ArgumentParser) -> None:
    """Add the options that determine what is content, as :func:`load_cleaner` reads them."""
    add = parser.add_argument_group("what is content").add_argument
    text = "keep blocks with these roles (e.g. title,comment); can be repeated"
    add("--keep", metavar="ROLES", action="extend", type=names, help=text)
    text = "remove blocks with these roles (e.g. caption); can be repeated"
    add("--drop", metavar="ROLES", action="extend", type=names, help=text)
    text = "CSS selector or XPath of elements to keep; can be repeated"
    add("--select", metavar="SELECTOR", action="append", help=text)
    text = "CSS selector or XPath of elements to remove; can be repeated"
    add("--remove", metavar="SELECTOR", action="append", help=text)


def names(text: str) -> list[str]:
    """Parse a comma-separated list of names; an ``argparse`` type."""
    found = [name.strip() for name in text.split(",")]
    if not all(found):
        raise argparse.ArgumentTypeError(f"expected comma-separated names, found {text!r}")
    return found


def size(text: str) -> int:
    """Parse a number of bytes, such as ``500k`` (times 1024); an ``argparse`` type."""
    if not (match := _SIZE.fullmatch(text)):
        raise argparse.ArgumentTypeError(f"expected bytes (e.g. 500k, 20M, 2G), found {text!r}")
    number, unit = match[1], match[2].lower()
    if len(number) > _MOST_DIGITS or (found := int(number) << _UNITS[unit]) > _MOST_BYTES:
        raise argparse.ArgumentTypeError(f"expected at most {_MOST_BYTES >> 40} TB, found {text!r}")
    return found


def add_fetch(parser: "argparse._ActionsContainer") -> None:
    """Add ``--ignore-robots``."""
    text = "fetch pages even if robots.txt forbids it"
    parser.add_argument("--ignore-robots", action="store_true", help=text)


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add ``--json`` and ``--force`` for :func:`check_json` and :func:`write_results`."""
    parser.add_argument("--json", metavar="FILE", help="write the full results as JSON")
    parser.add_argument("--force", action="store_true",
                        help="replace the --json file even if it holds other data")  # fmt: skip


def load_cleaner(arguments: argparse.Namespace) -> "Cleaner":
    """Load the cleaner that ``--config``, ``--model`` and the content options select.

    Raises:
        VictorError: there is no such task, model or role, or no model for the task.
    """
    from victor import config

    # Not within naming_options, as its errors concern --config. Models have the task already.
    if not arguments.model and arguments.config not in config.resources.names("models"):
        config.load(arguments.config)
    with naming_options():
        return loader(arguments)()


@contextmanager
def naming_options() -> Iterator[None]:
    """Turn argument names in errors of Python functions into option names."""
    try:
        yield
    except VictorError as error:
        name, _, rest = str(error).partition(":")
        if name in ("prefer", "convention", "max_memory", *_CONTENT):
            raise VictorError(f"--{name.replace('_', '-')}:{rest}") from None
        raise


def loader(arguments: argparse.Namespace) -> "Callable[[], Cleaner]":
    """A picklable function that loads the cleaner, here or in a worker process."""
    from victor.pipeline import load

    options = {name: getattr(arguments, name, None) for name in ("convention", *_CONTENT)}
    return partial(load, arguments.model or arguments.config, arguments.prefer, **options)


def check_json(arguments: argparse.Namespace, key: str, sources: Iterable[str]) -> None:
    """Check, before any work, that the file of ``--json`` may be written.

    Args:
        arguments: with ``json`` and ``force``.
        key: a key that only results of this command have; these may be replaced.
        sources: the files that the command reads.

    Raises:
        VictorError: it is a directory, in a read-only one, or one of the sources; or it has other
            content, and ``--force`` is not given or it is in a directory of the sources.
    """
    refuse_directory("--json", arguments.json)
    if arguments.json:
        path = Path(arguments.json)
        check_file("--json", path)
        ours = _holds(path, key)
        for source in map(Path, sources):
            refuse_overwrite(path, source, arguments.force or ours, "--json")
            if not ours:
                refuse_within(path, source, "--json")


def check_file(option: str, path: Path) -> None:
    """Check, before any work, that an output file can be created or replaced; devices always can.

    Raises:
        VictorError: its directory is read-only.
    """
    if path.is_file() or not path.exists():
        refuse_unwritable(path.parent, f"{option} {path}")


def _holds(path: Path, key: str) -> bool:
    """Whether a file holds a JSON object with a key; pipes are not opened, as they block."""
    if not path.is_file():
        return False
    try:
        return key in dict(json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, TypeError, RecursionError):
        return False


def write_results(arguments: argparse.Namespace, results: Any, tables: str) -> None:
    """Write results to the file of ``--json``, if it is given, and print them as tables.

    The file is first, so that a closed pipe does not prevent it; if it cannot be written, the
    tables are still printed.

    Raises:
        VictorError: the file cannot be written.
    """
    try:
        if arguments.json:
            text = json.dumps(results, indent=1, ensure_ascii=False, allow_nan=False)
            write_text(Path(arguments.json), text + "\n")
    finally:
        print(tables)


def gold_paths(arguments: argparse.Namespace) -> list[Path]:
    """The files and directories with gold.

    Raises:
        VictorError: one of them is a URL.
    """
    from victor.page.sources import is_url

    for name in filter(is_url, arguments.gold):
        raise VictorError(f"{name}: save this page to a file and annotate it first")
    return [Path(name) for name in arguments.gold]


def pages_directory(arguments: argparse.Namespace) -> Path | None:
    """The directory of ``--pages``; None if it is not given.

    Raises:
        VictorError: there is no such directory.
    """
    if arguments.pages is None:
        return None
    folder = Path(arguments.pages)
    if folder.exists() and not folder.is_dir():
        raise VictorError(f"--pages {folder}: expected a directory, found a file")
    if not folder.is_dir():
        raise VictorError(f"--pages {folder}: no such directory{nearest_file(folder)}")
    return folder


def check_name(option: str, name: str | None, known: "Registry[Any]") -> None:
    """Raise a ``VictorError`` if the value of an option is not in a registry."""
    try:
        if name is not None:
            known.find(name)
    except VictorError as error:
        raise VictorError(f"{option}: {error}") from None


def check_least(option: str, value: int, least: int) -> None:
    """Raise a ``VictorError`` if the value of an option is below ``least``."""
    if value < least:
        raise VictorError(f"{option}: expected {least} or more, found {value}")


def report_left_out(arguments: argparse.Namespace) -> bool:
    """Report files of directories that were not read, and directories without pages, if any."""
    from victor.batch.inputs import unread_files

    written = Path(arguments.output) if arguments.output else None
    lines = [*unread_files(arguments.files, arguments.kind, written)]
    for line in lines:
        notify(line)
    return bool(lines)


def refuse_ignoring_robots(arguments: argparse.Namespace) -> None:
    """Reject ``--ignore-robots``; called if no input is a URL."""
    if arguments.ignore_robots:
        raise VictorError("--ignore-robots: no input is a URL")


def single_page(name: str) -> "Page":
    """Read the only page that a name refers to: a file, a URL, or ``-``.

    Raises:
        VictorError: the name is a directory or refers to no page or several, the file is not a
            page, or the URL cannot be fetched.
    """
    from victor.batch.inputs import URLS, pages
    from victor.batch.record import page_of
    from victor.batch.sources.pages import read

    if Path(name).is_dir():
        raise VictorError(f"{name}: expected one page, found a directory")
    found = list(islice(pages([name], urls=True), 2))
    if len(found) != 1:
        count = "several pages" if found else "no page"
        raise VictorError(f"{name}: expected one page, found {count}")
    if found[0].kind == URLS:
        from victor.batch.sources import urls
        from victor.page.fetch import Fetching

        return page_of(urls.read(found[0], Fetching()))
    return page_of(read(found[0]))


def count_failures(run: Callable[[T], None], items: Iterable[T]) -> int:
    """Call a function with each item; print the errors that users can fix, and count them.

    Raises:
        OutputError: the output cannot be written, so that no other item can succeed.
    """
    failed = 0
    for item in items:
        try:
            run(item)
        except OutputError:
            raise
        except VictorError as error:
            failed += 1
            notify(error)
    return failed


def progress(items: Iterable[T], description: str = "pages") -> Iterable[T]:
    """The items, with a progress bar on a terminal."""
    from tqdm import tqdm

    return tqdm(items, desc=description, unit="page", disable=None)
