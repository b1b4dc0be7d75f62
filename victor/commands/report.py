"""Write a report of pages and their labels as one HTML file.

Shows a page, a directory of pages or an annotated corpus: each page as it looks, its blocks
coloured by label, and what favoured each label. With gold, from a corpus or an annotation beside
the page, also shows errors, scores, calibration and the worst pages. The file loads nothing and
runs no scripts of the pages. Needs the extra 'report', with --compare also 'learn'.
"""

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from victor.commands.options import (
    add_model,
    add_pages,
    check_file,
    check_least,
    load_cleaner,
    pages_directory,
    progress,
)
from victor.errors import VictorError, notify, refuse_directory, require
from victor.files import refuse_overwrite, refuse_within, without_ending, write_text

if TYPE_CHECKING:
    from victor.page import Page


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("page", metavar="PAGE|CORPUS|-", help="pages to show")
    parser.add_argument("-o", "--output", default="report.html", metavar="FILE",
                        help="output file (default: report.html)")  # fmt: skip
    add_pages(parser)
    parser.add_argument("--force", action="store_true",
                        help="replace an existing file that is not a report")  # fmt: skip
    add_model(parser)
    parser.add_argument("--worst", type=int, default=10, metavar="N",
                        help="number of pages to show if there are more (default: 10)")  # fmt: skip
    parser.add_argument("--compare", nargs="+", default=[], metavar="RESULT",
                        help="results of other systems, from 'victor evaluate --json'")  # fmt: skip
    parser.add_argument("--score", metavar="NAME", help="score to compare (default: word_f1)")


def run(arguments: argparse.Namespace) -> int:
    """Write the report."""
    gold, output = _gold(arguments.page), Path(arguments.output)
    require("tinycss2", "report")
    if gold:
        require("rapidfuzz", "report")
    if arguments.compare:
        require("scipy", "learn")
    _check(arguments, gold)
    failed: list[str] = []
    try:
        text = _built(arguments, gold, failed)
    finally:
        for message in failed:
            notify(message)
    write_text(output, text)
    notify(f"{output}: {output.stat().st_size / 1000:,.0f} kB")
    return 1 if failed else 0


def _check(arguments: argparse.Namespace, gold: Path | None) -> None:
    if arguments.compare and not gold:
        raise VictorError(f"--compare needs gold: {arguments.page} has none")
    if arguments.score and not arguments.compare:
        raise VictorError("--score needs --compare")
    output = Path(arguments.output)
    if output.suffix.lower() not in ("", ".html", ".htm") and not output.exists():
        raise VictorError(f"-o {output}: a report is HTML: name it {output.with_suffix('.html')}")
    ours = _is_report(output)
    refuse_overwrite(output, Path(arguments.page), arguments.force or ours)
    if not ours:
        refuse_within(output, Path(arguments.page))
    refuse_directory("-o", arguments.output)
    check_file("-o", output)
    check_least("--worst", arguments.worst, 1)


def _is_report(path: Path) -> bool:
    """Whether a file is a report, which may be replaced; pipes are not opened, as they block."""
    from victor.report.document import START

    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            return file.read(len(START)) == START.encode()
    except OSError:
        return False


def _built(arguments: argparse.Namespace, gold: Path | None, failed: list[str]) -> str:
    """The report; adds errors of single pages to ``failed``."""
    from victor.report import build

    cleaner = load_cleaner(arguments)
    how = arguments.model or arguments.config
    how += f", prefer {arguments.prefer}" if arguments.prefer else ""
    how += f", convention {arguments.convention}" if arguments.convention else ""
    title = "standard input" if arguments.page == "-" else Path(arguments.page).name
    results = [Path(name) for name in arguments.compare]
    options = build.Options(title, how, arguments.worst, results, arguments.score or "")
    pages = pages_directory(arguments)
    if gold:
        return build.gold_report(cleaner, [gold], options, progress, pages)
    return build.page_report(cleaner, _pages(arguments.page, failed), failed, options, progress)


def _gold(name: str) -> Path | None:
    """The gold: a corpus, an annotation, or the annotation beside a page; None if there is none."""
    from victor.evaluate.gold import CORPORA
    from victor.evaluate.gold.annotation import parse

    path = Path(name)
    if name == "-":
        return None
    if any(corpus.recognises(path) for corpus in CORPORA.values()):
        return path
    if path.is_file():
        beside = path.with_name(without_ending(path.name) + ".anno")
        if beside.is_file() and parse(beside).page in (None, path.name):
            return beside
    return None


def _pages(name: str, failed: list[str]) -> "Callable[[], Iterator[Page]]":
    """A function that reads the pages; adds errors of single pages to ``failed``."""
    from victor.batch import inputs
    from victor.batch.record import page_of
    from victor.batch.sources.pages import read

    found = list(inputs.pages([name]))
    if not found:
        raise VictorError(f"{name}: no pages found")
    piped = {one: read(one) for one in found if one.is_piped}  # can be read only once

    def pages() -> "Iterator[Page]":
        for one in found:
            try:
                page = page_of(piped.get(one) or read(one))
            except VictorError as error:
                if str(error) not in failed:
                    failed.append(str(error))
                continue
            yield page

    return pages
