"""Clean pages.

Reads files, directories (all .html, .htm, .xhtml, .shtml, .mhtml, .mht and .eml files in them, also
as .gz), globs, URLs (http, https), @LIST (a text file with one path or URL per line) or - for
standard input. Writes Markdown to standard output, or with -o to a file or a directory. --format
chooses another format, and so does the extension of -o FILE (.txt, .html, .json, .xml for TEI,
.prevert, .anno to correct by hand and learn from).

Cleans crawls with several processes: WARC (.warc, .warc.gz), JSON lines and Parquet with a column
of HTML, or anything with --workers. The extension of -o chooses the output: .jsonl (.gz, .zst),
.parquet, .wet (.gz), .prevert (.gz, .zst), otherwise one file per page in a directory. Run the
same command again to resume an interrupted run.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from victor.batch.chunk import Input
from victor.batch.inputs import URLS, pages, repeated
from victor.commands import batch
from victor.commands.options import (
    add_content,
    add_fetch,
    add_model,
    check_name,
    count_failures,
    load_cleaner,
    refuse_ignoring_robots,
    report_left_out,
)
from victor.commands.target import Target, check_ending
from victor.errors import NOT_HTML, VictorError, escaped, notify, pluralize, shown
from victor.page.encodings import check_encoding
from victor.page.sources import is_url, meant_url

if TYPE_CHECKING:
    from victor.batch.record import Record
    from victor.page.fetch import Fetching
    from victor.pipeline import Cleaner

_SOURCES = {"a WARC file": "warc", "JSON": "jsonl", "a Parquet file": "parquet"}


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    from victor.output import OUTPUTS

    parser.add_argument("files", nargs="+", metavar="FILE|DIR|URL|-", help="pages to clean")
    add_model(parser)
    add_content(parser)
    parser.add_argument(
        "--format",
        metavar="NAME",
        help=f"output format: {', '.join(OUTPUTS)} (default: that of the task)",
    )
    parser.add_argument("-o", "--output", metavar="DIR|FILE", help="output directory or file")
    parser.add_argument("--force", action="store_true", help="replace existing output files")
    parser.add_argument("--url", help="page URL (default: the one stated in the page)")
    parser.add_argument(
        "--charset", "--encoding", metavar="NAME", help="override the declared encoding"
    )
    add_fetch(parser)
    batch.add(parser)


def run(arguments: argparse.Namespace) -> int:
    """Clean all pages; report and count those that fail."""
    from victor.output import OUTPUTS

    check_name("--format", arguments.format, OUTPUTS)
    if arguments.output == "-":
        arguments.output = None
    check_encoding(arguments.charset, "--charset")
    _check_url(arguments.url)
    cleaner = load_cleaner(arguments)  # wrong options are reported before missing files
    status = (batch.run if batch.is_asked(arguments) else _clean_pages)(arguments, cleaner)
    for line in repeated(arguments.files):
        notify(line)
    return status


def _check_url(url: str | None, single: bool = True) -> None:
    """Reject a ``--url`` that is not a URL, or is given for several pages."""
    if url is not None and not is_url(url):
        wanted = "expected a URL that starts with https:// or http://"
        raise VictorError(f"--url: {wanted}, found {shown(url)}{meant_url(url)}")
    if url is not None and not single:
        raise VictorError("--url: expected one page, found several pages")


def _clean_pages(arguments: argparse.Namespace, cleaner: "Cleaner") -> int:
    from victor.output import OUTPUTS, by_ending

    format = arguments.format or by_ending(arguments.output, cleaner.plan.task.output)
    found = list(pages(arguments.files, urls=True))
    _check_url(arguments.url, len(found) < 2)
    fetching = _fetching(arguments, found)
    target = Target(arguments.output, OUTPUTS.find(format), len(found) == 1, arguments.force)
    target.check(found)
    if arguments.output:
        check_ending(arguments.output, format, bool(arguments.format))
    unused = {*cleaner.plan.task.select, *cleaner.plan.task.remove}

    def clean(one: Input) -> None:
        record = _record(one, arguments.url, fetching)
        target.write(one, _cleaned(cleaner, record, format, arguments.charset, unused))

    failed = count_failures(clean, found)
    if failed:
        notify(f"{failed} of {pluralize(len(found), 'page')} failed")
    for selector in sorted(unused) if len(found) > failed else ():
        notify(f"no element matches the selector {selector[:200]!r}")
    if not report_left_out(arguments) and not found:
        where = ", ".join(arguments.files)
        notify(f"{escaped(where, 200)}: no pages found (.html, .htm, ...)")
    return 1 if failed or not found else 0


def _fetching(arguments: argparse.Namespace, found: Sequence[Input]) -> "Fetching | None":
    """How to fetch URLs; None if there are none."""
    if all(one.kind != URLS for one in found):
        refuse_ignoring_robots(arguments)
        return None
    from victor.page.fetch import Fetching, require_extra

    require_extra()
    return Fetching(arguments.ignore_robots)


def _record(one: Input, url: str | None, fetching: "Fetching | None") -> "Record":
    from victor.batch.chunk import MAX_BYTES
    from victor.batch.sources.pages import read

    if fetching and one.kind == URLS:
        from victor.batch.sources import urls

        return urls.read(one, fetching)
    return replace(read(one, MAX_BYTES), url=url)


def _cleaned(
    cleaner: "Cleaner", record: "Record", format: str, charset: str | None, unused: set[str]
) -> str:
    """The page in a format; if it has no main content, print the reason to standard error.

    Removes from ``unused`` the selectors that match an element of the page.

    Raises:
        VictorError: the page is skipped.
    """
    from victor.batch.record import EMPTY, clean_record
    from victor.document.empty import NO_TEXT

    outcome, text = clean_record(cleaner, record, lambda outcome: outcome.render(format), charset)
    if text is None:
        source = _SOURCES.get((outcome.reason or "").removeprefix(f"{NOT_HTML}: "))
        hint = f"; --from {source} reads such files" if source else ""
        raise VictorError(f"{record.source}: skipped: {outcome.reason}{hint}")
    if outcome.status == EMPTY:
        plain = outcome.reason == NO_TEXT
        why = "no text on this page" if plain else f"no main content: {outcome.reason}"
        notify(f"{record.source}: {why}")
    if unused and outcome.result and (content := outcome.result.document.content):
        from victor.tree.selectors import unmatched  # rarely needed

        unused &= unmatched(content.blocks.tree, unused)
    return text
