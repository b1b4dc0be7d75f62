"""A worker: chunks come in through a pipe, finished bytes go out."""

import os
import signal
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from multiprocessing import connection, parent_process
from typing import TYPE_CHECKING, Any, Protocol

from victor.batch.chunk import Chunk, Reading
from victor.batch.record import FAILURES, Record, attempt, failure, guarded
from victor.batch.sinks import SINKS, Writing
from victor.batch.sources import SOURCES
from victor.errors import VictorError

if TYPE_CHECKING:
    from victor.pipeline import Cleaner

READY = "ready"


@dataclass(frozen=True)
class Job:
    """What every worker of a run is told. ``load`` is called in the worker: it must be importable.

    ``max_memory`` is in bytes.
    """

    load: "Callable[[], Cleaner]"
    reading: Reading
    writing: Writing
    charset: str | None = None
    url: str | None = None
    max_memory: int | None = None


@dataclass(frozen=True)
class Done:
    """A chunk's output and what became of its inputs."""

    data: bytes
    counts: Mapping[tuple[str, str | None], int]  # status and reason, without what is of the page
    failed: tuple[tuple[str, str], ...] = ()  # input and full reason
    size: int = 0  # bytes of the input


class Step(Protocol):
    """A number for the parent: twice the record that is read, one more while it is cleaned."""

    value: int


def serve(pipe: "connection.Connection[Any, Any]", step: Step, job: Job) -> None:
    """A worker's life: load, say that it is ready, clean chunks until the pipe is closed."""
    _outlive_nobody()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears Ctrl-C, and ends the others
    try:
        cleaner = job.load()
        _limit(job.max_memory)
        pipe.send(READY)
        while True:
            chunk, passed_over = pipe.recv()
            pipe.send(work(chunk, cleaner, job, passed_over, step))
    except (EOFError, BrokenPipeError):
        return
    except VictorError as error:
        pipe.send(error)


def work(
    chunk: Chunk, cleaner: "Cleaner", job: Job, passed_over: Mapping[int, str], step: Step
) -> Done:
    """Clean a chunk. ``passed_over`` says which steps took too long or killed a worker, and why."""
    writing, out = job.writing, SINKS.find(job.writing.sink)
    counts: Counter[tuple[str, str | None]] = Counter()
    failed: list[tuple[str, str]] = []
    pages: list[Any] = []
    for i, record in enumerate(_records(chunk, job.reading, passed_over, step)):
        step.value = 2 * i + 1
        if why := passed_over.get(step.value):
            record = replace(record, html=b"", skip=record.skip or why)
        if job.url and not record.url:
            record = replace(record, url=job.url)
        outcome = attempt(cleaner, record, job.charset, job.reading.max_bytes)
        kept, outcome = guarded(lambda found: (out.render(found, writing), found), outcome)
        if kept is not None:
            pages.append(kept)
        reason = outcome.reason.partition(":")[0] if outcome.reason else None
        counts[outcome.status, reason] += 1
        if reason in FAILURES:
            failed.append((_name(record), outcome.reason or ""))
        step.value = 2 * i + 2
    return Done(out.pack(pages, writing), dict(counts), tuple(failed), chunk.size)


def _records(
    chunk: Chunk, reading: Reading, passed_over: Mapping[int, str], step: Step
) -> Iterator[Record]:
    """A chunk's records; where reading itself fails, one that says so, and no more."""
    found = SOURCES.find(chunk.kind).records(chunk, reading)
    try:
        while True:
            if why := passed_over.get(step.value):
                yield _rest(chunk, f"{why}, in reading: the rest of this part is passed over")
                return
            record = next(found, None)
            if record is None:
                return
            yield record
    except Exception as error:
        yield _rest(chunk, failure(error))


def _rest(chunk: Chunk, why: str) -> Record:
    one = chunk.inputs[0]
    at = chunk.data[0][0] if chunk.data else chunk.start
    return Record(f"{one.id}#{at}-", source=one.name, offset=at, target=one.target, skip=why)


def _name(record: Record) -> str:
    return record.source if record.offset is None else f"{record.source} at {record.offset}"


def _outlive_nobody() -> None:
    """End when the parent does, whatever the worker is at, and however the parent ended."""
    parent = parent_process()
    if parent is None:
        return
    if sys.platform == "linux":  # also where a library holds the interpreter's lock
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
    sentinel = parent.sentinel

    def watch() -> None:
        connection.wait([sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _limit(memory: int | None) -> None:
    if memory is None:
        return
    import resource

    resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
