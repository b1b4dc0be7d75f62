"""Run a batch: cut inputs into chunks, clean them in workers, write the output."""

import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import IO, Any

from victor import __version__
from victor.batch.chunk import TIMEOUT, Chunk
from victor.batch.inputs import check_columns, inputs
from victor.batch.job import Done, Job
from victor.batch.journal import RESTART, RESUME, Counts, Journal, State, files_beside
from victor.batch.pool import Pool, in_order
from victor.batch.record import CLEANED, EMPTY, FAILURES, SKIPPED, model_name
from victor.batch.sinks import ROWS, SINKS, Writing
from victor.batch.sinks.base import DamagedError
from victor.batch.sources import SOURCES, TABLES
from victor.batch.survey import Survey, survey
from victor.errors import VictorError, error_text, notify
from victor.files import refuse_files_in, refuse_overwrite, writing_stdout
from victor.output import OUTPUTS

_COMMIT = 2.0  # seconds between commits to the journal
_NAMED = 20  # failures to print; the rows contain all of them


@dataclass(frozen=True)
class Batch:
    """What to clean, and how."""

    job: Job
    names: Sequence[str]
    kind: str | None = None  # the source that reads all inputs
    workers: int = 1
    timeout: float | None = TIMEOUT  # seconds per page
    ordered: bool = True
    restart: bool = False  # discard the progress of an unfinished run
    force: bool = False  # replace an existing output


@dataclass(frozen=True)
class Tally:
    """The number of inputs by outcome."""

    counts: Counts
    replaced: int = 0  # workers that died or were killed
    resumed: int = 0  # inputs cleaned by an earlier run

    @property
    def inputs(self) -> int:
        """The number of inputs."""
        return self.counts.total()

    @property
    def by_status(self) -> dict[str, int]:
        """The numbers of ``cleaned``, ``empty`` and ``skipped`` inputs, without zeros."""
        found: Counter[str] = Counter()
        for (status, _), n in self.counts.items():
            found[status] += n
        return {status: found[status] for status in (CLEANED, EMPTY, SKIPPED) if found[status]}

    @property
    def failures(self) -> int:
        """The number of inputs with a reason in ``FAILURES``."""
        return sum(n for (_, reason), n in self.counts.items() if reason in FAILURES)


def run(batch: Batch) -> Tally:
    """Clean all inputs; the output appears when it is complete.

    Args:
        batch: what to clean, and how.

    Raises:
        VictorError: inputs or output are invalid, or an unfinished run used different options.
    """
    job = replace(batch.job, writing=replace(batch.job.writing, model=model_name(batch.job.load())))
    batch = replace(batch, job=job)
    writing = job.writing
    extent = survey(inputs(batch.names, batch.kind), writing.output, _ending(writing))
    if job.reading.columns and not extent.kinds & {*TABLES}:
        raise VictorError("--column: no input is a table (.jsonl, .parquet, --from jsonl)")
    if job.url and (extent.files > 1 or extent.kinds - {"pages"}):
        raise VictorError("--url: expected one page, found several pages or a crawl")
    if not extent.files:
        return Tally(Counter())
    if extent.kinds & {*TABLES}:
        check_columns(batch.names, batch.kind, job.reading)
    output = _open(batch, extent)
    before = output.state.counts.total()
    try:
        replaced = 0 if output.state.finished else _clean(batch, extent, output)
        if isinstance(output, Journal):
            _finish(output, writing)
        return Tally(output.state.counts, replaced, before)
    finally:
        output.close()


def _ending(writing: Writing) -> str | None:
    """The ending of the output files in a directory; None if the output is a single file."""
    return OUTPUTS.find(writing.format).SUFFIX if writing.sink == "files" else None


def chunks(batch: Batch) -> Iterator[Chunk]:
    """Cut the inputs into chunks, which are the same for every number of workers."""
    found = inputs(batch.names, batch.kind)
    for kind, some in groupby(found, lambda one: one.kind):
        yield from SOURCES[kind](batch.job.reading).chunks(some)


def _clean(batch: Batch, extent: Survey, output: "Output") -> int:
    """Clean the unfinished chunks; returns the number of workers replaced."""
    state = output.state
    if not state.size:
        first = SINKS[batch.job.writing.sink](batch.job.writing).begin()
        output.write(first)
        output.state = state = replace(state, size=len(first))
    todo = ((i, chunk) for i, chunk in enumerate(chunks(batch)) if not state.has(i))
    with (
        Pool(batch.job, batch.workers, batch.timeout) as pool,
        _Bar(extent.bytes, state) as bar,
    ):
        results = pool.results(todo)
        try:
            _write(in_order(results, state.done) if batch.ordered else results, output, bar)
        except KeyboardInterrupt:
            output.commit()
            if isinstance(output, Journal) and extent.bytes is not None:
                count = f"{output.state.counts.total():,} inputs are done"
                notify(f"{count}; {RESUME}")
            raise
        output.commit()
        return pool.replaced


def _write(results: Iterable[tuple[int, Done]], output: "Output", bar: "_Bar") -> None:
    committed = time.monotonic()
    for number, done in results:
        output.write(done.data)
        # One assignment, so that an interrupt cannot leave a chunk partly recorded.
        counts = Counter(done.counts)
        output.state = output.state.after(number, len(done.data), counts, done.size)
        bar.update(done)
        if time.monotonic() - committed > _COMMIT:
            output.commit()
            committed = time.monotonic()


def _open(batch: Batch, extent: Survey) -> "Output":
    target = batch.job.writing.output
    if target is None:
        return _Unseekable(sys.stdout.buffer)
    files = batch.job.writing.sink == "files"
    if not files and target.is_dir():
        raise VictorError(f"{target}: is a directory")
    if target.exists() and not files and not target.is_file():
        return _into(target, batch.job.writing)
    beside = target / ".victor" if files else target
    part, journal, _ = files_beside(beside)
    is_new = not journal.exists()
    if is_new and not batch.restart:
        _refuse_foreign(beside)
    if not batch.force and (is_new or (batch.restart and not files)):
        _refuse_existing(target)
    resumable = extent.bytes is not None  # standard input cannot be read again
    return Journal(journal, part, _fingerprint(batch, extent), files, batch.restart, resumable)


def _into(target: Path, writing: Writing) -> "_Unseekable":
    """Open a device or pipe, which is written to directly, as it cannot be replaced."""
    if writing.sink == "parquet":
        raise VictorError(f"{target}: Parquet can only be written to a regular file")
    try:
        return _Unseekable(target.open("wb"))
    except OSError as error:
        raise VictorError(f"{target}: cannot be written: {error_text(error)}") from None


def _refuse_foreign(beside: Path) -> None:
    """Refuse files that a run would replace, but that are not of an unfinished run."""
    for one in files_beside(beside):
        if one.is_symlink() or (one.exists() and one.stat().st_size):
            raise VictorError(f"{one}: exists, but not from an unfinished run; {RESTART}")


def _refuse_existing(target: Path) -> None:
    """Refuse an existing file, and a directory that contains files."""
    if target.is_dir():
        refuse_files_in(target)
    else:
        refuse_overwrite(target, None)


def _fingerprint(batch: Batch, extent: Survey) -> Mapping[str, str]:
    job, writing = batch.job, batch.job.writing
    rows = writing.sink in ROWS
    return {
        "version": __version__,
        "model": writing.model,
        "inputs": extent.digest,
        "output": f"{writing.sink} {writing.format} {writing.compression} {writing.level}",
        "fields": ",".join(writing.fields) if rows else "",
        "options": f"{dict(job.reading.columns)} {job.reading.max_bytes} {job.encoding} {job.url} "
        f"{batch.ordered}",
    }


def _finish(journal: Journal, writing: Writing) -> None:
    target = writing.output
    assert target is not None
    if not journal.state.finished:
        journal.state = replace(journal.state, finished=True)
        journal.commit()
    journal.seal()
    if journal.moved and not target.exists():
        raise VictorError(f"{journal.part}: missing, and so is {target}; {RESTART}")
    try:
        if not journal.moved:
            SINKS[writing.sink](writing).finish(journal.part, target)
        journal.part.unlink(missing_ok=True)
    except OSError as error:
        raise VictorError(f"{target}: cannot be written: {error_text(error)}; {RESUME}") from None
    except DamagedError as error:
        raise VictorError(f"{journal.part}: damaged: {error_text(error)}; {RESTART}") from None
    journal.remove()


class _Unseekable:
    """Standard output, a device or a pipe; such a run cannot be resumed."""

    def __init__(self, file: IO[bytes]) -> None:
        self.state, self._file = State(), file

    def write(self, data: bytes) -> None:
        with writing_stdout():
            self._file.write(data)
            self._file.flush()

    def commit(self) -> None:
        """Do nothing: the data have been flushed."""

    def close(self) -> None:
        """Close it, unless it is standard output."""
        if self._file is not sys.stdout.buffer:
            self._file.close()


Output = Journal | _Unseekable


class _Bar:
    """The progress bar on a terminal, which also prints the first failures."""

    def __init__(self, total: int | None, state: State) -> None:
        self.total, self.initial = total, state.bytes
        self.pages = self.failed = 0
        self.start = time.monotonic()

    def __enter__(self) -> "_Bar":
        from tqdm import tqdm

        self.bar: Any = tqdm(
            total=self.total, initial=self.initial, desc="clean", unit="B", unit_scale=True,
            unit_divisor=1024, disable=None, smoothing=0.05,
        )  # fmt: skip
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.close()

    def update(self, done: Done) -> None:
        self.pages += Counter(done.counts).total()
        for name, reason in done.failed:
            self.failed += 1
            if self.failed <= _NAMED:
                self.bar.write(f"victor: {name}: skipped: {reason}", file=sys.stderr)
            elif self.failed == _NAMED + 1:
                self.bar.write("victor: further failures are only in the rows", file=sys.stderr)
        speed = self.pages / max(1e-3, time.monotonic() - self.start)
        status = f"{self.pages} pages, {speed:.1f} pages/s, {self.failed} errors"
        self.bar.set_postfix_str(status, refresh=False)
        self.bar.update(done.size)
