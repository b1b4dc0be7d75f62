"""Show pages as the cleaner sees them, in one HTML file.

A page, a folder of pages or an annotated corpus: each page as it looked, its blocks coloured by
label, and why they have it. With gold, from a corpus or an annotation beside the page, what was
missed and what was kept wrongly, scores, calibration, and the worst pages. The file loads nothing
and runs nothing of the pages. Needs the extra 'report', with gold 'learn' too.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from victor.commands.clean import add_prefer, shipped
from victor.errors import VictorError, require
from victor.files import refuse_over, write_text

if TYPE_CHECKING:
    from victor.commands.clean import Source
    from victor.page import Page

T = TypeVar("T")


def add(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("page", metavar="PAGE|CORPUS|-", help="what to show")
    parser.add_argument("-o", "--output", default="report.html", metavar="FILE",
                        help="where to write (report.html)")  # fmt: skip
    task = parser.add_mutually_exclusive_group()
    task.add_argument("--config", default="web", metavar="NAME", help="task (default: web)")
    task.add_argument("--model", metavar="DIR", help="a model that you learned")
    add_prefer(parser)
    parser.add_argument("--worst", type=int, default=10, metavar="N",
                        help="of several pages, how many to show (10)")  # fmt: skip
    parser.add_argument("--compare", nargs="+", default=[], metavar="RESULT",
                        help="other systems: files of 'victor evaluate --json'")  # fmt: skip
    parser.add_argument("--score", metavar="NAME", help="to compare by (word_f1)")


def run(arguments: argparse.Namespace) -> int:
    """Build and write."""
    require("tinycss2", "report")
    gold, output = _gold(arguments.page), Path(arguments.output)
    _check(arguments, gold)
    failed: list[str] = []
    try:
        text = _built(arguments, gold, failed)
    finally:
        for said in failed:
            print(f"victor: {said}", file=sys.stderr)
    write_text(output, text)
    print(f"victor: {output}: {output.stat().st_size / 1e6:.1f} MB", file=sys.stderr)
    return 1 if failed else 0


def _check(arguments: argparse.Namespace, gold: Path | None) -> None:
    if arguments.compare and not gold:
        raise VictorError(f"--compare needs gold, and {arguments.page} has none")
    if arguments.score and not arguments.compare:
        raise VictorError("--score goes with --compare: it is what systems are compared by")
    refuse_over(Path(arguments.output), Path(arguments.page))
    if arguments.worst < 1:
        raise VictorError(f"--worst: expected 1 or more, found {arguments.worst}")


def _built(arguments: argparse.Namespace, gold: Path | None, failed: list[str]) -> str:
    """The report; ``failed``: what could not be read is added."""
    from victor.pipeline import load
    from victor.report import build

    cleaner = load(arguments.model or shipped(arguments.config), arguments.prefer)
    how = arguments.model or arguments.config
    how += f", prefer {arguments.prefer}" if arguments.prefer else ""
    title = "standard input" if arguments.page == "-" else Path(arguments.page).name
    results = [Path(name) for name in arguments.compare]
    options = build.Options(title, how, arguments.worst, results, arguments.score or "")
    if gold:
        return build.gold_report(cleaner, [gold], options, _watch)
    return build.page_report(cleaner, _pages(arguments.page, failed), failed, options, _watch)


def _gold(name: str) -> Path | None:
    """Annotated pages: a corpus, an annotation, or the annotation beside a page."""
    from victor.evaluate.gold import CORPORA
    from victor.evaluate.gold.annotation import parse
    from victor.files import PAGE_ENDINGS

    path = Path(name)
    if name == "-":
        return None
    if any(corpus.recognises(path) for corpus in CORPORA.values()):
        return path
    for ending in PAGE_ENDINGS if path.is_file() else ():
        if path.name.endswith(ending):
            beside = path.with_name(path.name.removesuffix(ending) + ".anno")
            if beside.is_file() and parse(beside).page in (None, path.name):
                return beside
    return None


def _pages(name: str, failed: list[str]) -> "Callable[[], Iterator[Page]]":
    """The pages of a file or folder, as often as asked; those that cannot be read are named."""
    from victor.commands.clean import sources

    listed = list(sources([name]))
    if not listed:
        raise VictorError(f"{name}: no pages found")
    kept = {source.name: source.read() for source in listed if source.path is None}

    def pages() -> "Iterator[Page]":
        for source in listed:
            try:
                page = _page(source, kept.get(source.name))
            except VictorError as error:
                if str(error) not in failed:
                    failed.append(str(error))
                continue
            yield page

    return pages


def _page(source: "Source", data: bytes | None) -> "Page":
    from victor.page import read_page
    from victor.page.binary import looks_binary

    data = source.read() if data is None else data
    if kind := looks_binary(data):
        raise VictorError(f"{source.name}: skipped: this is {kind}, not a page")
    return read_page(data, source.path.name if source.path else source.name)


def _watch(items: "Iterable[T]", said: str) -> "Iterable[T]":
    from tqdm import tqdm

    return tqdm(items, desc=said, unit="page", disable=None)
