"""Clean pages.

Files, folders (every .html, .htm, .xhtml, .shtml in them, also packed as .gz), globs, @LIST (a
file with a name a line) or - for standard input.
Several pages go to standard output one after another, or to files in a folder with -o.

Crawls are cleaned by several processes: WARC (.warc, .warc.gz), JSON lines and Parquet with a
column of HTML, or anything with --workers. The ending of -o chooses what comes out: .jsonl (.gz,
.zst), .parquet, .wet (.gz), else a file per page in a folder. A run that was cut off is gone on
with by the same command.
"""

import argparse
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from victor.errors import VictorError
from victor.files import read_bytes, refuse_over, write_text
from victor.page.binary import looks_binary
from victor.page.encodings import codec_name

if TYPE_CHECKING:
    from victor.batch.run import Batch, Tally
    from victor.output import Output
    from victor.pipeline import Cleaner, Result

_TIMEOUT, _LARGEST = 30.0, 20 << 20  # seconds and bytes of a page
_ANNOTATION = re.compile(r"\.anno(\.orig\d*)?\Z")


def add(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE|DIR|-", help="pages to clean")
    task = parser.add_mutually_exclusive_group()
    task.add_argument("--config", default="web", metavar="NAME", help="task (default: web)")
    task.add_argument("--model", metavar="DIR", help="a model that you learned")
    from victor.output import OUTPUTS

    parser.add_argument("--format", metavar="NAME", help=f"of {', '.join(OUTPUTS)}")
    add_prefer(parser)
    parser.add_argument("-o", "--output", metavar="DIR|FILE", help="where to write")
    parser.add_argument("--url", help="address of the page, where the file does not tell")
    parser.add_argument("--charset", help="character set, over what the page declares")
    _add_batch(parser.add_argument_group("many pages"))


def _add_batch(group: "argparse._ArgumentGroup") -> None:
    """Each of these makes a batch of what is cleaned; not given, it is None."""
    off: dict[str, Any] = {"action": "store_true", "default": None}
    add = group.add_argument
    add("--workers", type=_count, metavar="N", help="processes (default: one for each core)")
    add("--from", dest="kind", metavar="NAME", help="pages, warc, jsonl or parquet, for all inputs")
    add("--to", metavar="NAME", help="jsonl, parquet, wet, files or stream, whatever -o ends in")
    add("--column", action="append", metavar="WHAT=NAME", help="html=, id=, url=, date= of tables")
    add(
        "--timeout",
        type=_seconds,
        metavar="S",
        help="seconds a page (default: 30; 0: no limit)",
    )
    add("--max-bytes", type=_size, metavar="N", help="of a page, as 500k or 20M (default: 20M)")
    add("--max-memory", type=_size, metavar="N", help="of a worker, as 2G (default: no limit)")
    add("--unordered", **off, help="write pages as they are done, not in the inputs' order")
    add("--restart", **off, help="forget what an unfinished run has done")


_BATCH = (
    "workers", "kind", "to", "column", "timeout", "max_bytes", "max_memory", "unordered", "restart"
)  # fmt: skip


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a number from 1 on, found {text!r}")
    return int(text)


def _seconds(text: str) -> float:
    with suppress(ValueError):
        if 0 <= (found := float(text)) < inf:
            return found
    raise argparse.ArgumentTypeError(f"expected seconds, as 30 or 0.5, found {text!r}")


def _size(text: str) -> int:
    number, unit = (text[:-1], text[-1].lower()) if text[-1:].isalpha() else (text, "")
    if not number.isdecimal() or unit not in _UNITS:
        raise argparse.ArgumentTypeError(f"expected bytes, as 500k, 20M or 2G, found {text!r}")
    return int(number) << _UNITS[unit]


_UNITS = {"": 0, "k": 10, "m": 20, "g": 30}


def add_prefer(parser: argparse.ArgumentParser) -> None:
    """The tradeoff, for all commands that clean."""
    said = "precision, recall, or F-beta's beta: above 1 keeps more, below 1 less"
    parser.add_argument("--prefer", metavar="WHAT", help=said)


@dataclass(frozen=True)
class Source:
    """A page to read, and where its output goes below the output folder."""

    path: Path | None  # None: standard input
    name: str  # as it is spoken of
    target: str  # relative path without ending

    def read(self) -> bytes:
        """Its bytes; ``VictorError`` if there are none to be had."""
        return sys.stdin.buffer.read() if self.path is None else read_bytes(self.path)


def sources(names: Iterable[str | Path]) -> Iterator[Source]:
    """The pages that files, folders, globs, lists and ``-`` stand for, in order.

    Annotations among them, as after ``*``, are named and passed over.
    """
    from victor.batch.inputs import inputs

    for one in inputs([str(name) for name in names]):
        if one.path and _ANNOTATION.search(one.name):
            print(f"victor: {one.name}: passed over: an annotation, not a page", file=sys.stderr)
        elif one.kind == "pages":
            yield Source(one.path, one.name, one.target)


def single(name: str, said: str) -> Source:
    """The one page that a name stands for; ``said``: what is done with one.

    Raises:
        VictorError: it stands for none, or for several.
    """
    if Path(name).is_dir():
        raise VictorError(f"{name}: a folder; {said} of one page")
    found = list(islice(sources([name]), 2))
    if len(found) != 1:
        raise VictorError(f"{name}: {'several pages' if found else 'no page'}; {said} of one page")
    return found[0]


def run(arguments: argparse.Namespace) -> int:
    """Clean every page; those that cannot be are named and counted, the others still cleaned."""
    from victor.output import OUTPUTS
    from victor.pipeline import load

    if arguments.format:
        OUTPUTS.find(arguments.format)
    if arguments.charset and not codec_name(arguments.charset):
        raise VictorError(f"--charset: unknown character set {arguments.charset!r}")
    if _is_batch(arguments):
        return _run_batch(arguments)
    cleaner = load(arguments.model or shipped(arguments.config), arguments.prefer)
    name = arguments.format or cleaner.plan.task.output
    pages = list(sources(arguments.files))
    target = _Target(arguments.output, OUTPUTS.find(name), len(pages) == 1)
    target.check(pages)
    failed = 0
    for source in pages:
        try:
            result = _clean(cleaner, source, arguments)
            target.write(source, result.format(name))
            if not len(result.parts):
                print(f"victor: {source.name}: no text on this page", file=sys.stderr)
        except BrokenPipeError:
            raise
        except VictorError as error:
            failed += 1
            print(f"victor: {error}", file=sys.stderr)
        except Exception as error:  # whatever a page brings, the others are cleaned
            failed += 1
            kind = type(error).__name__
            print(f"victor: {source.name}: skipped: {kind}: {error}", file=sys.stderr)
    if failed:
        print(f"victor: {failed} of {len(pages)} pages failed", file=sys.stderr)
    if not pages:
        print("victor: no pages found", file=sys.stderr)
    return 1 if failed else 0


def _is_batch(arguments: argparse.Namespace) -> bool:
    """Whether processes are wanted, or rows: by an option, what -o ends in, or an input."""
    from victor.batch.inputs import inputs
    from victor.batch.sinks import by_ending

    asked = any(getattr(arguments, name) is not None for name in _BATCH)
    if asked or (arguments.output and by_ending(arguments.output)):
        return True
    return any(one.kind != "pages" for one in inputs(arguments.files))


def _run_batch(arguments: argparse.Namespace) -> int:
    from victor.batch.run import run

    tally = run(_batch(arguments))
    print(_report(tally), file=sys.stderr)
    return 1 if tally.failures else 0


def _batch(arguments: argparse.Namespace) -> "Batch":
    from victor.batch import sinks, sources
    from victor.batch.chunk import Reading
    from victor.batch.run import Batch
    from victor.batch.sources import columns
    from victor.batch.worker import Job
    from victor.pipeline import load

    if arguments.kind:
        sources.SOURCES.find(arguments.kind)
    name = arguments.model or shipped(arguments.config)
    loaded = partial(load, name, arguments.prefer)
    default = loaded().plan.task.output
    timeout = _TIMEOUT if arguments.timeout is None else arguments.timeout
    return Batch(
        Job(
            loaded,
            Reading(columns(arguments.column or ()), arguments.max_bytes or _LARGEST),
            sinks.chosen(arguments.to, arguments.output, arguments.format, default),
            arguments.charset,
            arguments.url,
            arguments.max_memory,
        ),
        arguments.files,
        arguments.kind,
        arguments.workers or _cores(),
        timeout or None,
        not arguments.unordered,
        bool(arguments.restart),
    )


def _cores() -> int:
    """Those that this process may use, where the system tells."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def _report(tally: "Tally") -> str:
    """What became of all inputs; the numbers add up."""
    said = [f"{n:,} {status}" for status, n in tally.by_status.items()]
    lines = [f"victor: {tally.inputs:,} inputs: {', '.join(said) or 'nothing to clean'}"]
    for (status, reason), n in sorted(tally.counts.items(), key=lambda item: -item[1]):
        if reason:
            lines.append(f"victor:   {n:,} {status}: {reason}")
    if tally.resumed:
        lines.append(f"victor: {tally.resumed:,} of them were done by an earlier run")
    if tally.replaced:
        lines.append(f"victor: {tally.replaced} workers died or were stopped, and were replaced")
    return "\n".join(lines)


def _clean(cleaner: "Cleaner", source: Source, arguments: argparse.Namespace) -> "Result":
    data = source.read()
    if kind := looks_binary(data):
        raise VictorError(f"{source.name}: skipped: this is {kind}, not a page")
    page = source.path.name if source.path else source.name
    return cleaner.clean(data, page, arguments.url, arguments.charset)


def shipped(config: str) -> str:
    """What to load for a configuration: its name, once it is known to be right."""
    from victor import config as configs

    configs.load(config)
    return config


@dataclass
class _Target:
    """Standard output, one file, or a folder."""

    output: str | None
    form: "Output"
    single: bool
    begun: bool = False

    def check(self, pages: Sequence[Source]) -> None:
        """Refuse pages that would overwrite each other, or themselves."""
        seen: dict[Path, str] = {}
        for source in pages if self.output else ():
            path = self.path(source)
            refuse_over(path, source.path)
            if path in seen:
                both = f"{seen[path]} and {source.name}"
                raise VictorError(f"{both} would both be written to {path}; clean them apart")
            seen[path] = source.name

    def write(self, source: Source, text: str) -> None:
        """Put a page's output where it belongs, whole or not at all."""
        if self.output is not None:
            write_text(self.path(source), text)
            return
        sys.stdout.write(self.form.SEPARATOR * self.begun + text)
        sys.stdout.flush()
        self.begun = True

    def path(self, source: Source) -> Path:
        """A file in the folder; one page goes to the file itself if its name has an ending."""
        target = Path(self.output or ".")
        if self.single and target.suffix and not target.is_dir():
            return target
        return target / (source.target + self.form.SUFFIX)
