"""A batch from end to end: inputs, chunks, workers, output."""

import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Protocol

from victor import __version__
from victor.batch.chunk import Chunk
from victor.batch.inputs import Survey, inputs, survey
from victor.batch.journal import Counts, Journal, State
from victor.batch.pool import Pool
from victor.batch.record import CLEANED, EMPTY, FAILURES, SKIPPED, model_name
from victor.batch.sinks import SINKS, Sink
from victor.batch.sources import SOURCES
from victor.batch.worker import Done, Job
from victor.errors import VictorError

_COMMIT = 2.0  # seconds between lines of the journal
_NAMED = 20  # failures that are printed; the rows have them all


@dataclass(frozen=True)
class Batch:
    """What to clean, and how."""

    job: Job
    names: Sequence[str]
    kind: str | None = None  # the source that inputs are taken for
    workers: int = 1
    timeout: float | None = 30.0  # seconds a page
    ordered: bool = True
    restart: bool = False  # forget an unfinished run


@dataclass(frozen=True)
class Tally:
    """What became of all inputs."""

    counts: Counts
    replaced: int = 0  # workers that died or were stopped
    resumed: int = 0  # inputs that an earlier run had done

    @property
    def inputs(self) -> int:
        """How many there were."""
        return self.counts.total()

    @property
    def by_status(self) -> dict[str, int]:
        """How many were ``cleaned``, ``empty`` and ``skipped``; of those that there are."""
        found = dict.fromkeys((CLEANED, EMPTY, SKIPPED), 0)
        for (status, _), n in self.counts.items():
            found[status] += n
        return {status: n for status, n in found.items() if n}

    @property
    def failures(self) -> int:
        """How many came to what no input should: damage, errors, time, a worker's death."""
        return sum(n for (_, reason), n in self.counts.items() if reason in FAILURES)


class _Output(Protocol):
    state: State

    def write(self, data: bytes) -> None: ...
    def commit(self) -> None: ...
    def close(self) -> None: ...


def run(batch: Batch) -> Tally:
    """Clean everything; the output appears whole, or not at all.

    Raises:
        VictorError: nothing can be cleaned or written; an unfinished run of another job.
    """
    job = replace(batch.job, writing=replace(batch.job.writing, model=model_name(batch.job.load())))
    batch = replace(batch, job=job)
    writing = job.writing
    target = None if writing.sink == "files" else writing.output
    seen = survey(inputs(batch.names, batch.kind), writing.sink == "files", target)
    output = _open(batch, seen)
    before = output.state.counts.total()
    try:
        replaced = 0 if output.state.finished else _clean(batch, seen, output)
        if isinstance(output, Journal):
            _finish(output, SINKS[job.writing.sink], batch)
        return Tally(output.state.counts, replaced, before)
    finally:
        output.close()


def chunks(batch: Batch) -> Iterator[Chunk]:
    """All inputs, cut; the same for every number of workers."""
    found = inputs(batch.names, batch.kind)
    for kind, some in groupby(found, lambda one: one.kind):
        yield from SOURCES[kind].chunks(some, batch.job.reading)


def _clean(batch: Batch, seen: Survey, output: _Output) -> int:
    """Everything that is not done yet; the number of workers that were replaced."""
    state = output.state
    if not state.size:
        first = SINKS[batch.job.writing.sink].begin(batch.job.writing)
        output.write(first)
        output.state = state = replace(state, size=len(first))
    todo = ((i, chunk) for i, chunk in enumerate(chunks(batch)) if not state.has(i))
    with ExitStack() as stack:
        pool = stack.enter_context(Pool(batch.job, batch.workers, batch.timeout))
        bar = stack.enter_context(_Bar(seen.bytes, state))
        committed = time.monotonic()
        try:
            results = pool.results(todo)
            for number, done in _in_order(results, state) if batch.ordered else results:
                _keep(output, number, done)
                bar.told(done)
                if time.monotonic() - committed > _COMMIT:
                    output.commit()
                    committed = time.monotonic()
        except KeyboardInterrupt:
            output.commit()
            if isinstance(output, Journal) and seen.bytes is not None:
                said = f"{output.state.counts.total():,} inputs are done"
                print(f"victor: {said}; the same command goes on from there", file=sys.stderr)
            raise
        output.commit()
        return pool.replaced


def _in_order(results: Iterable[tuple[int, Done]], state: State) -> Iterator[tuple[int, Done]]:
    held: dict[int, Done] = {}
    following = state.done
    for number, done in results:
        held[number] = done
        while following in held:
            yield following, held.pop(following)
            following += 1


def _keep(output: _Output, number: int, done: Done) -> None:
    output.write(done.data)
    # One assignment: whatever comes between, the journal never tells of half a chunk.
    counts = Counter(done.counts)
    output.state = output.state.after(number, len(done.data), counts, done.size)


def _open(batch: Batch, seen: Survey) -> _Output:
    target = batch.job.writing.output
    if target is None:
        return _Standard()
    files = batch.job.writing.sink == "files"
    if not files and target.is_dir():
        raise VictorError(f"{target}: a folder is there already")
    beside = target / ".victor" if files else target
    part, journal = (beside.with_name(beside.name + end) for end in (".part", ".journal"))
    anew = batch.restart or seen.bytes is None  # standard input will not come again
    return Journal(journal, part, _fingerprint(batch, seen), files, anew)


def _fingerprint(batch: Batch, seen: Survey) -> Mapping[str, str]:
    job, writing = batch.job, batch.job.writing
    return {
        "version": __version__,
        "model": writing.model,
        "inputs": seen.digest,
        "output": f"{writing.sink} {writing.format} {writing.packing}",
        "options": f"{dict(job.reading.columns)} {job.reading.max_bytes} {job.charset} {job.url} "
        f"{batch.ordered}",
    }


def _finish(journal: Journal, sink: Sink, batch: Batch) -> None:
    target = batch.job.writing.output
    assert target is not None
    if not journal.state.finished:
        journal.state = replace(journal.state, finished=True)
        journal.commit()
    journal.seal()
    if journal.moved and not target.exists():
        raise VictorError(f"{journal.part}: gone, and {target} is not there; --restart begins anew")
    try:
        if not journal.moved:
            sink.finish(journal.part, target, batch.job.writing)
        journal.part.unlink(missing_ok=True)
    except OSError as error:
        target.with_name(target.name + ".whole").unlink(missing_ok=True)
        why = error.strerror or error
        said = "everything is cleaned: the same command goes on from there"
        raise VictorError(f"{target}: cannot be written: {why}; {said}") from None
    journal.remove()


class _Standard:
    """Standard output: nothing to go on with."""

    def __init__(self) -> None:
        self.state = State()

    def write(self, data: bytes) -> None:
        try:
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise VictorError(f"standard output: cannot be written: {error.strerror}") from None

    def commit(self) -> None:
        """Nothing is kept."""

    def close(self) -> None:
        """It stays open."""


class _Bar:
    """Progress on a terminal, and the first failures by name."""

    def __init__(self, total: int | None, state: State) -> None:
        self.total, self.begun = total, state.bytes
        self.pages = self.failed = 0
        self.start = time.monotonic()

    def __enter__(self) -> "_Bar":
        from tqdm import tqdm

        self.bar: Any = tqdm(
            total=self.total, initial=self.begun, desc="clean", unit="B", unit_scale=True,
            unit_divisor=1024, disable=None, smoothing=0.05,
        )  # fmt: skip
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.close()

    def told(self, done: Done) -> None:
        self.pages += Counter(done.counts).total()
        for name, why in done.failed:
            self.failed += 1
            if self.failed <= _NAMED:
                self.bar.write(f"victor: {name}: skipped: {why}", file=sys.stderr)
            elif self.failed == _NAMED + 1:
                self.bar.write("victor: more are skipped; the rows say which", file=sys.stderr)
        speed = self.pages / max(1e-3, time.monotonic() - self.start)
        told = f"{self.pages} pages, {speed:.1f} pages/s, {self.failed} errors"
        self.bar.set_postfix_str(told, refresh=False)
        self.bar.update(done.size)
