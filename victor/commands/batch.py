"""`victor clean` with many pages: the options of batch mode, and the run that they describe."""

import argparse
import os
import sys
from contextlib import suppress
from math import inf
from typing import TYPE_CHECKING, Any

from victor.batch.inputs import URLS, inputs
from victor.commands.options import (
    check_least,
    check_name,
    loader,
    names,
    naming_options,
    refuse_ignoring_robots,
    report_left_out,
    size,
)
from victor.commands.target import check_directory
from victor.errors import VictorError, pluralize
from victor.page.sources import is_url

if TYPE_CHECKING:
    from victor.batch.job import Job
    from victor.batch.run import Batch, Tally
    from victor.batch.sinks import Writing
    from victor.pipeline import Cleaner

_MOST_DIGITS = 5  # of a number of workers or a level


def add(parser: argparse.ArgumentParser) -> None:
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


def is_asked(arguments: argparse.Namespace) -> bool:
    """Whether an option, the ending of ``-o`` or the format of an input requires batch mode."""
    from victor.batch.sinks import by_ending

    asked = any(getattr(arguments, name) is not None for name in arguments.batch_options)
    if asked or (arguments.output and by_ending(arguments.output)):
        return True
    return any(one.kind not in ("pages", URLS) for one in inputs(arguments.files))


def run(arguments: argparse.Namespace, cleaner: "Cleaner") -> int:
    """Clean all pages in processes, print how many, and return the exit status."""
    from victor.batch.run import run

    with naming_options():
        tally = run(_batch(arguments, cleaner.plan.task.output))
    print(summary(tally), file=sys.stderr)
    report_left_out(arguments)
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
    refuse_ignoring_robots(arguments)
    if arguments.to == "parquet" and not arguments.output and sys.stdout.isatty():
        raise VictorError("--to parquet: refusing to write to a terminal; use -o FILE.parquet")
    if arguments.restart and not arguments.output:
        raise VictorError("--restart needs -o: runs to standard output are not resumed")


def _refuse_urls(arguments: argparse.Namespace) -> None:
    """Reject URLs in a batch: parallel workers could overload a server."""
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
        asks_for_rows = asked[0].startswith(("--fields", "--no-blocks", "-o "))
        instead = ", and use e.g. --format jsonl" if asks_for_rows else ""
        return f"with {asked[0]}; leave it out{instead}"
    return "together with WARC files and tables; clean them separately"


def _job(arguments: argparse.Namespace, format: str) -> "Job":
    """The settings of all workers."""
    from victor.batch.chunk import MAX_BYTES, Reading
    from victor.batch.job import Job
    from victor.batch.sources import columns
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


def summary(tally: "Tally") -> str:
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
