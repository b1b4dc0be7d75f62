"""Clean pages.

Reads files, directories (all .html, .htm, .xhtml and .shtml files in them, also as .gz), globs,
URLs (http, https), @LIST (a text file with one path or URL per line) or - for standard input.
Writes Markdown to standard output, or with -o to a file or a directory. --format chooses another
format, and so does the extension of -o FILE (.txt, .html, .json, .xml for TEI, .prevert, .anno to
correct by hand and learn from).

Cleans crawls with several processes: WARC (.warc, .warc.gz), JSON lines and Parquet with a column
of HTML, or anything with --workers. The extension of -o chooses the output: .jsonl (.gz, .zst),
.parquet, .wet (.gz), .prevert (.gz, .zst), otherwise one file per page in a directory. Run the
same command again to resume an interrupted run.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from victor.batch.chunk import Input
from victor.batch.inputs import URLS, pages, repeated
from victor.commands.options import (
    add_content,
    add_fetch,
    add_model,
    check_least,
    check_name,
    count_failures,
    load_cleaner,
    loader,
    names,
    naming_options,
    size,
)
from victor.commands.target import Target, check_directory, check_ending
from victor.errors import NOT_HTML, VictorError, escaped, notify, pluralize
from victor.page.encodings import check_encoding
from victor.page.sources import is_url

if TYPE_CHECKING:
    from victor.batch.record import Record
    from victor.batch.run import Batch, Tally
    from victor.batch.sinks import Writing
    from victor.batch.worker import Job
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
    _add_batch(parser)


def _add_batch(parser: argparse.ArgumentParser) -> None:
    """Add the options that select batch mode; each is None if not given."""
    from victor.batch.sinks import SINKS
    from victor.batch.sources import SOURCES

    flag: dict[str, Any] = {"action": "store_true", "default": None}
    add = parser.add_argument_group("many pages").add_argument
    options = [
        add("--workers", type=_count, metavar="N",
            help="number of processes (default in batch mode: one per core)"),
        add("--from", dest="kind", metavar="NAME", help=f"input format: {', '.join(SOURCES)}"),
        add("--to", metavar="NAME", help=f"kind of output: {', '.join(SINKS)}"),
        add("--column", action="append", metavar="WHAT=NAME",
            help="column of a table: html=, id=, url= or date="),
        add("--timeout", type=_seconds, metavar="S",
            help="skip pages that take longer, in seconds (default: 30; 0: no limit)"),
        add("--max-bytes", type=size, metavar="N",
            help="skip pages larger than this (e.g. 500k, 20M; default: 20M)"),
        add("--max-memory", type=size, metavar="N",
            help="limit the memory of a worker (e.g. 2G; default: no limit)"),
        add("--fields", action="extend", type=names, metavar="NAMES",
            help="fields of rows to write (e.g. id,text,title)"),
        add("--level", type=_count, metavar="N",
            help="compression level of the output (default: 4 for .gz, 3 for .zst and .parquet)"),
        add("--no-blocks", **flag, help="write rows without the field blocks"),
        add("--unordered", **flag,
            help="write each page as soon as it is cleaned, not in the order of the inputs"),
        add("--restart", **flag, help="discard previous progress and start over"),
    ]  # fmt: skip
    parser.set_defaults(batch_options={one.dest: one.option_strings[0] for one in options})


_MOST_DIGITS = 5  # of a number of workers or a level


def _count(text: str) -> int:
    if len(text) > _MOST_DIGITS and text.isdecimal():
        raise argparse.ArgumentTypeError(f"expected fewer than {_MOST_DIGITS + 1} digits")
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected an integer of 1 or more, found {text!r}")
    return int(text)


def _seconds(text: str) -> float:
    with suppress(ValueError):
        if 0 <= (found := float(text)) < inf:
            return found
    raise argparse.ArgumentTypeError(f"expected seconds (e.g. 30, 0.5), found {text!r}")


def run(arguments: argparse.Namespace) -> int:
    """Clean all pages; report and count those that fail."""
    from victor.output import OUTPUTS

    check_name("--format", arguments.format, OUTPUTS)
    if arguments.output == "-":
        arguments.output = None
    check_encoding(arguments.charset, "--charset")
    _check_url(arguments.url)
    cleaner = load_cleaner(arguments)  # wrong options are reported before missing files
    status = (_clean_batch if _is_batch(arguments) else _clean_pages)(arguments, cleaner)
    for line in repeated(arguments.files):
        notify(line)
    return status


def _check_url(url: str | None, single: bool = True) -> None:
    """Reject a ``--url`` that is not a URL, or is given for several pages."""
    if url is not None and not is_url(url):
        raise VictorError(
            f"--url: expected a URL that starts with https:// or http://, found {url!r}"
        )
    if url is not None and not single:
        raise VictorError("--url: expected one page, found several pages")


def _is_batch(arguments: argparse.Namespace) -> bool:
    """Whether an option, the ending of ``-o`` or the format of an input requires batch mode."""
    from victor.batch.inputs import inputs
    from victor.batch.sinks import by_ending

    asked = any(getattr(arguments, name) is not None for name in arguments.batch_options)
    if asked or (arguments.output and by_ending(arguments.output)):
        return True
    return any(one.kind not in ("pages", URLS) for one in inputs(arguments.files))


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
    if not _report_left_out(arguments) and not found:
        where = ", ".join(arguments.files)
        notify(f"{escaped(where, 200)}: no pages found (.html, .htm, ...)")
    return 1 if failed or not found else 0


def _report_left_out(arguments: argparse.Namespace) -> bool:
    """Report files of directories that were not read, and directories without pages, if any."""
    from victor.batch.inputs import unread_files

    written = Path(arguments.output) if arguments.output else None
    lines = [*unread_files(arguments.files, arguments.kind, written)]
    for line in lines:
        notify(line)
    return bool(lines)


def _fetching(arguments: argparse.Namespace, found: Sequence[Input]) -> "Fetching | None":
    """How to fetch URLs; None if there are none."""
    if all(one.kind != URLS for one in found):
        _refuse_ignoring(arguments)
        return None
    from victor.page.fetch import Fetching, require_extra

    require_extra()
    return Fetching(arguments.ignore_robots)


def _refuse_ignoring(arguments: argparse.Namespace) -> None:
    if arguments.ignore_robots:
        raise VictorError("--ignore-robots: no input is a URL")


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


def _clean_batch(arguments: argparse.Namespace, cleaner: "Cleaner") -> int:
    from victor.batch.run import run

    with naming_options():
        tally = run(_batch(arguments, cleaner.plan.task.output))
    print(_summary(tally), file=sys.stderr)
    _report_left_out(arguments)
    return 1 if tally.failures or not tally.inputs else 0


def _batch(arguments: argparse.Namespace, format: str) -> "Batch":
    """The run; ``format`` is that of the task."""
    from victor.batch.chunk import TIMEOUT
    from victor.batch.run import Batch

    _check_batch(arguments)
    timeout = TIMEOUT if arguments.timeout is None else arguments.timeout
    return Batch(
        _job(arguments, format),
        arguments.files,
        kind=arguments.kind,
        workers=arguments.workers or _cores(),
        timeout=timeout or None,
        ordered=not arguments.unordered,
        restart=bool(arguments.restart),
        force=arguments.force,
    )


def _check_batch(arguments: argparse.Namespace) -> None:
    """Reject unknown kinds of input and output, URLs, and options without effect in a batch."""
    from victor.batch.sinks import SINKS
    from victor.batch.sources import SOURCES

    check_name("--from", arguments.kind, SOURCES)
    check_name("--to", arguments.to, SINKS)
    _refuse_urls(arguments)
    _refuse_ignoring(arguments)
    if arguments.to == "parquet" and not arguments.output and sys.stdout.isatty():
        raise VictorError("--to parquet: refusing to write to a terminal; use -o FILE.parquet")
    if arguments.restart and not arguments.output:
        raise VictorError("--restart needs -o: runs to standard output are not resumed")


def _job(arguments: argparse.Namespace, format: str) -> "Job":
    """The settings of all workers."""
    from victor.batch.chunk import MAX_BYTES, Reading
    from victor.batch.sources import columns
    from victor.batch.worker import Job
    from victor.output.schema import COLUMNS

    most = MAX_BYTES if arguments.max_bytes is None else arguments.max_bytes
    check_least("--max-bytes", most, 1)
    writing = _writing(arguments, format)
    return Job(
        loader(arguments),
        Reading(
            columns(arguments.column or ()), most, COLUMNS in writing.fields, arguments.max_memory
        ),
        writing,
        encoding=arguments.charset,
        url=arguments.url,
        max_memory=arguments.max_memory,
    )


def _refuse_urls(arguments: argparse.Namespace) -> None:
    """Reject URLs in a batch: parallel workers could overload a server."""
    from victor.batch.inputs import inputs

    names = (name for name in arguments.files if is_url(name) or name.startswith("@"))
    if one := next((one for one in inputs([*names]) if one.kind == URLS), None):
        raise VictorError(f"{one.name}: URLs cannot be cleaned {_together_with(arguments)}")


def _together_with(arguments: argparse.Namespace) -> str:
    """The end of the message about URLs: what selects batch mode, and what to do instead."""
    from victor.batch.sinks import by_ending

    options = arguments.batch_options.items()
    asked = [option for name, option in options if getattr(arguments, name) is not None]
    if arguments.output and by_ending(arguments.output):
        asked.append(f"-o {arguments.output}")
    if asked:
        return f"with {asked[0]}; leave it out, and use e.g. --format jsonl"
    return "together with WARC files and tables; clean them separately"


def _writing(arguments: argparse.Namespace, default: str) -> "Writing":
    from victor.batch import sinks

    fields = _fields(arguments)
    if arguments.output and not arguments.to and not sinks.by_ending(arguments.output):
        check_directory(arguments.output)
    writing = sinks.choose(
        arguments.to, arguments.output, arguments.format, default, fields, arguments.level
    )
    asked = "--fields" if arguments.fields else "--no-blocks" if arguments.no_blocks else None
    if asked and writing.sink not in sinks.ROWS:
        raise VictorError(f"{asked}: only rows have fields; use --format jsonl or -o FILE.jsonl")
    return writing


def _fields(arguments: argparse.Namespace) -> tuple[str, ...]:
    """The fields of rows that ``--fields`` and ``--no-blocks`` select."""
    from victor.output.schema import FIELDS, check_fields

    check_fields(arguments.fields or (), "--fields")
    if arguments.no_blocks and "blocks" in (arguments.fields or ()):
        raise VictorError("--no-blocks: --fields has the field 'blocks'")
    without = "blocks" if arguments.no_blocks else None
    chosen = dict.fromkeys(arguments.fields or FIELDS)
    return tuple(name for name in chosen if name != without)


def _cores() -> int:
    """The number of cores available to this process."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def _summary(tally: "Tally") -> str:
    """The number of inputs by outcome and reason; the counts in the first line add up."""
    parts = [f"{n:,} {status}" for status, n in tally.by_status.items()]
    count = pluralize(tally.inputs, "input")
    lines = [f"victor: {count}: {', '.join(parts) or 'nothing to clean'}"]
    for (status, reason), n in sorted(tally.counts.items(), key=lambda item: -item[1]):
        if reason:
            lines.append(f"victor:   {n:,} {status}: {reason}")
    if tally.resumed:
        lines.append(
            f"victor: {pluralize(tally.resumed, 'input')} already cleaned by an earlier run"
        )
    if tally.replaced:
        count = pluralize(tally.replaced, "worker")
        lines.append(f"victor: replaced {count} that died or took too long")
    return "\n".join(lines)
