"""Write random pages of crawls to files, to annotate them.

Draws pages from WARC files, JSON lines, Parquet and directories, at most a few of each site. The
same pages are drawn from the same input and seed, whatever its order. Annotate them with 'victor
annotate'.
"""

import argparse
import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from victor.commands.options import check_least, check_name
from victor.commands.target import check_directory
from victor.errors import notify, pluralize

if TYPE_CHECKING:
    from victor.batch.record import Record
    from victor.batch.sample import Sample

_PAGES, _PER_HOST = 20, 2


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    from victor.batch.sources import SOURCES

    add = parser.add_argument
    add("files", nargs="+", metavar="FILE|DIR", help="crawls, pages, directories, or @LIST")
    add("-o", "--output", metavar="DIR", required=True, help="output directory")
    add("--pages", type=int, default=_PAGES, metavar="N", help=f"pages (default: {_PAGES})")
    add("--per-host", type=int, default=_PER_HOST, metavar="N",
        help=f"at most this many pages of a site (default: {_PER_HOST})")  # fmt: skip
    add("--seed", type=int, default=0, metavar="N", help="seed of the random choice (default: 0)")
    add("--from", dest="kind", metavar="NAME", help=f"input format: {', '.join(SOURCES)}")
    add("--column", action="append", metavar="WHAT=NAME",
        help="column of a table: html=, id=, url= or date=")  # fmt: skip
    add("--force", action="store_true", help="write to a directory that has files")


def run(arguments: argparse.Namespace) -> int:
    """Draw the pages, write them, and say how many there were."""
    from victor.batch.chunk import Reading
    from victor.batch.inputs import check_columns, unread_files
    from victor.batch.sample import records, sample
    from victor.batch.sources import SOURCES, columns
    from victor.files import refuse_files_in

    folder = Path(arguments.output)
    check_name("--from", arguments.kind, SOURCES)
    check_least("--pages", arguments.pages, 1)
    check_least("--per-host", arguments.per_host, 1)
    check_directory(arguments.output)
    if not arguments.force:
        refuse_files_in(folder)
    reading = Reading(columns(arguments.column or ()))
    check_columns(arguments.files, arguments.kind, reading)
    pages = records(arguments.files, arguments.kind, reading)
    found = sample(pages, arguments.pages, arguments.per_host, arguments.seed)
    _write(found, folder)
    for line in (_report(found), *unread_files(arguments.files, arguments.kind)):
        notify(line)
    return 0 if found.pages else 1


def _write(found: "Sample", folder: Path) -> None:
    from victor.files import write_bytes

    taken = set[str]()
    for record in found.records:
        name = _name(record)
        while name in taken:
            name += "_"
        taken.add(name)
        write_bytes(folder / f"{name}.html", _bytes(record))


def _name(record: "Record") -> str:
    """A file name from the URL or the id of a page."""
    from victor.batch.inputs import url_input
    from victor.files import without_ending

    target = url_input(record.url).target if record.url else ""
    return target or re.sub(r"[^\w.-]+", "_", without_ending(record.id)).strip("_.") or "page"


def _bytes(record: "Record") -> bytes:
    """The page as it is, in CleanEval's wrapper with its URL.

    In UTF-8 with a byte order mark if it would be read differently otherwise, as when only the HTTP
    header states the encoding.
    """
    from victor.batch.record import page_of
    from victor.page import read_page

    whole = page_of(record).html
    start = f'<text id="{escape(record.url)}">\n'.encode() if record.url else b""
    same = read_page(start + record.html)
    if same.html.lstrip() == whole.lstrip() and record.url in (None, same.url):
        return start + record.html
    return b"\xef\xbb\xbf" + start + whole.encode("utf-8", "replace")


def _report(found: "Sample") -> str:
    drawn = pluralize(len(found.pages), "page")
    skipped = f"; {pluralize(found.skipped, 'input')} skipped" if found.skipped else ""
    if not found.pages:
        return f"no pages{skipped}"
    is_limited = len(found.pages) < min(found.count, found.seen)
    limit = f", at most {found.per_host:,} of a site (--per-host)" if is_limited else ""
    return f"{drawn} of {found.seen:,}{limit}{skipped}"
