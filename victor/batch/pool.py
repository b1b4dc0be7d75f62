"""The workers of a run: give them chunks, watch them, and replace them.

A chunk that a worker did not finish is cleaned again as a whole, as none of it was written. The
record at which the worker stopped is skipped if it timed out, or if two workers died at it: one of
them may have been killed for another reason than the page.
"""

import contextlib
import multiprocessing
import signal
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import connection
from typing import Any

from victor.batch.chunk import Chunk
from victor.batch.record import DIED, TOO_LONG
from victor.batch.worker import READY, Done, Job, serve
from victor.errors import VictorError

_TICK = 0.25  # seconds between checks of the workers
_STARTS = 3  # consecutive workers that may die before one is ready
Numbered = tuple[int, Chunk]


@dataclass
class _Task:
    number: int
    chunk: Chunk
    skipped: dict[int, str] = field(default_factory=dict)
    deaths: set[int] = field(default_factory=set)  # steps at which a worker died


class _Worker:
    def __init__(self, job: Job) -> None:
        context = multiprocessing.get_context("spawn")  # forks would inherit locks and threads
        self.pipe, theirs = context.Pipe()
        self.step: Any = context.RawValue("q", 0)
        arguments = (theirs, self.step, job)
        self.process = context.Process(target=serve, args=arguments, daemon=True)
        with _without_interrupts():
            self.process.start()
        theirs.close()
        self.ready = False
        self.task: _Task | None = None
        self.seen, self.waited = -1, 0.0

    def give(self, task: _Task) -> None:
        self.task, self.step.value, self.seen, self.waited = task, 0, -1, 0.0
        with contextlib.suppress(OSError):  # it has died, which the next wait reports
            self.pipe.send((task.chunk, task.skipped))

    def late(self, elapsed: float, timeout: float) -> bool:
        """Whether the current step takes longer than ``timeout`` seconds."""
        if self.task is None or not self.ready:
            return False
        step = self.step.value
        self.waited = self.waited + elapsed if step == self.seen else 0.0
        self.seen = step
        return self.waited > timeout

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


@contextlib.contextmanager
def _without_interrupts() -> Iterator[None]:
    """Processes started here ignore Ctrl-C, which a terminal sends to all processes."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Pool:
    """The workers of one run; leaving the context ends them."""

    def __init__(self, job: Job, workers: int, timeout: float | None) -> None:
        """``timeout`` is in seconds per page, None for no limit."""
        self.job, self.timeout = job, timeout
        self.window = 8 * workers  # chunks that are started before the first of them is done
        self.wanted = workers
        self.replaced = 0
        self._starts = 0
        self._workers: list[_Worker] = []
        self._retries: deque[_Task] = deque()
        self._waiting: deque[_Task] = deque()

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.end()

    def results(self, chunks: Iterator[Numbered]) -> Iterator[tuple[int, Done]]:
        """Yield the cleaned chunks in the order in which they finish.

        Args:
            chunks: numbered in the order of the inputs.

        Raises:
            VictorError: a worker cannot load the model or cannot write, or no worker starts.
        """
        checked = time.monotonic()
        while True:
            self._fill(chunks)
            self._give()
            if not (self._busy() or self._retries or self._waiting):
                return
            ends = {worker.pipe: worker for worker in self._workers}
            for pipe in connection.wait(list(ends), _TICK):
                worker = ends[pipe]  # type: ignore[index]
                yield from self._receive(worker)
            now = time.monotonic()
            # Limited, as the parent itself may have paused: a laptop in standby.
            elapsed, checked = min(now - checked, 2 * _TICK), now
            if self.timeout is not None:
                self._watch(elapsed, self.timeout)

    def _fill(self, chunks: Iterator[Numbered]) -> None:
        missing = self.wanted - len(self._waiting)
        self._waiting.extend(_Task(*found) for found in islice(chunks, missing))

    def _give(self) -> None:
        tasks = len(self._retries) + len(self._waiting) + len(self._busy())
        while len(self._workers) < min(self.wanted, tasks):
            self._workers.append(_Worker(self.job))
        for worker in self._workers:
            if not worker.ready or worker.task:
                continue
            if self._retries:
                worker.give(self._retries.popleft())
            elif self._waiting and self._waiting[0].number - self._first() < self.window:
                worker.give(self._waiting.popleft())

    def _busy(self) -> list[_Task]:
        return [worker.task for worker in self._workers if worker.task]

    def _first(self) -> int:
        return min(task.number for task in (*self._retries, *self._busy(), self._waiting[0]))

    def _receive(self, worker: _Worker) -> Iterator[tuple[int, Done]]:
        try:
            message = worker.pipe.recv()
        except (EOFError, OSError):
            self._handle_death(worker)
            return
        if isinstance(message, VictorError):
            raise message
        if message == READY:
            worker.ready, self._starts = True, 0
            return
        task, worker.task = worker.task, None
        if task is not None:
            yield task.number, message

    def _handle_death(self, worker: _Worker) -> None:
        worker.process.join()
        code = worker.process.exitcode or 0
        how = f"signal {-code}" if code < 0 else f"exit status {code}"
        self._starts += not worker.ready
        if self._starts >= _STARTS:
            raise VictorError(f"workers die at start: {how}")
        task = worker.task
        if task is not None:
            step = worker.step.value
            if step in task.deaths:
                task.skipped[step] = f"{DIED}: {how}"
            task.deaths.add(step)
            self._retries.append(task)
        self._replace(worker)

    def _watch(self, elapsed: float, timeout: float) -> None:
        for worker in list(self._workers):
            if worker.late(elapsed, timeout) and not worker.pipe.poll():
                task, step = worker.task, worker.step.value
                assert task is not None
                worker.process.kill()
                task.skipped[step] = f"{TOO_LONG}: more than {timeout:g} s"
                self._retries.append(task)
                self._replace(worker)

    def _replace(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        worker.end()
        self.replaced += 1
