"""The workers of a run: send them chunks, monitor them, and replace them.

A chunk that a worker did not finish is cleaned again as a whole, as none of it was written. The
record at which the worker stopped is skipped if it timed out, or if two workers died at it: a
single death may have a cause other than the page.

No thread reads the chunks, as iterables may be bound to the thread of the caller. Before each
chunk, the pool yields the results that are ready and checks for timeouts; while it waits for a
chunk, it does neither.
"""

import contextlib
import multiprocessing
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing import connection, resource_tracker
from typing import Any, TypeVar

from victor.batch.record import DIED
from victor.batch.worker import READY, Work, divided, serve
from victor.errors import TOO_LONG, VictorError

_TICK = 0.25  # seconds between checks of the workers
_MOST_DEATHS = 3  # without a result, at start or at a skipped page; then the run ends
_GIVEN = 2  # chunks that a worker holds: the current one and the next
_END = object()
_ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
T = TypeVar("T")
Numbered = tuple[int, Any]  # a chunk and its number


class StartError(VictorError):
    """No worker can be started."""


@dataclass
class _Task:
    number: int
    chunk: Any
    skipped: dict[int, str] = field(default_factory=dict)
    deaths: set[int] = field(default_factory=set)  # steps at which a worker died


class Worker:
    """A process that runs :func:`victor.batch.worker.serve`, and its tasks."""

    def __init__(self, job: Work) -> None:
        """Start the process; it sends ``READY`` when it has loaded the model.

        In a worker that imports a script which starts workers when imported, this exits: the parent
        explains why, and a traceback of each worker would hide that.
        """
        if getattr(multiprocessing.current_process(), "_inheriting", False):
            sys.exit(1)
        context = multiprocessing.get_context("spawn")  # forks would inherit locks and threads
        self.pipe, theirs = context.Pipe()
        self.place: Any = context.RawValue("q", 0)  # where the process is; see `divided`
        arguments = (theirs, self.place, job)
        self.process = context.Process(target=serve, args=arguments, daemon=True)
        with _without_interrupts(), _single_threaded():
            self.process.start()
        theirs.close()
        self.ready = False
        self.given = 0  # the number of chunks sent so far
        self.tasks: dict[int, _Task] = {}  # unfinished tasks, by the number of chunks sent before
        self.seen, self.waited = -1, 0.0  # the last known place, and the seconds spent there

    def give(self, task: _Task) -> None:
        """Queue a task after the unfinished ones."""
        self.tasks[self.given] = task
        self.given += 1
        with contextlib.suppress(OSError):  # it has died; the next wait reports that
            self.pipe.send((task.chunk, task.skipped))

    def take(self) -> _Task:
        """Remove and return the oldest task, which is done."""
        return self.tasks.pop(min(self.tasks))

    def current(self) -> tuple[_Task | None, int]:
        """The task in progress (None if there is none) and the step within it."""
        number, step = divided(self.place.value)
        return self.tasks.get(number), step

    def is_late(self, elapsed: float, timeout: float) -> bool:
        """Whether the current step has taken longer than ``timeout`` seconds."""
        here = self.place.value
        busy = self.ready and here == self.seen and divided(here)[0] in self.tasks
        self.waited = self.waited + elapsed if busy else 0.0
        self.seen = here
        return self.waited > timeout

    def end(self) -> None:
        """Kill the process and close its pipe."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


@contextlib.contextmanager
def _without_interrupts() -> Iterator[None]:
    """Let processes started here ignore Ctrl-C, which a terminal sends to all processes."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # the first process would start it, which unblocks Ctrl-C
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def _single_threaded() -> Iterator[None]:
    """Let processes started here use one thread for matrices, as the workers share the cores."""
    added = {name: value for name, value in _ONE_THREAD.items() if name not in os.environ}
    os.environ.update(added)
    try:
        yield
    finally:
        for name in added:
            os.environ.pop(name, None)


class Pool:
    """The workers of one run; leaving the context ends them."""

    def __init__(self, job: Work, workers: int, timeout: float | None, window: int = 8) -> None:
        """Set up the pool; workers start when there are chunks.

        Args:
            job: the work to do.
            workers: the number of workers.
            timeout: seconds per page; None for no limit.
            window: numbers per worker by which chunks may be ahead of the oldest unfinished one.
        """
        self.job, self.timeout = job, timeout
        self.window = window * workers
        self.wanted = workers
        self.replaced = 0
        self._deaths = 0
        self._workers: list[Worker] = []
        self._retries: deque[_Task] = deque()
        self._waiting: deque[_Task] = deque()
        self._ended = False  # whether there are no more chunks
        self._checked = time.monotonic()

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.end()

    def results(self, chunks: Iterator[Numbered | None]) -> Iterator[tuple[int, Any]]:
        """Yield the numbered results of the chunks, in the order in which they finish.

        Args:
            chunks: numbered in the order of the inputs; None if the next is not available yet.

        Raises:
            VictorError: a worker cannot load the model or write the output, or no worker starts.
        """
        self._checked = time.monotonic()
        while True:
            if self._has_room():
                self._read(chunks)
            self._watch()
            self._give()
            if self._ended and not (self._busy() or self._retries or self._waiting):
                return
            ends = {worker.pipe: worker for worker in self._workers}
            for pipe in connection.wait(list(ends), 0 if self._has_room() else _TICK):
                worker = ends[pipe]  # type: ignore[index]
                yield from self._receive(worker)

    def _has_room(self) -> bool:
        return not self._ended and len(self._waiting) < self.wanted

    def _read(self, chunks: Iterator[Numbered | None]) -> None:
        found: Any = next(chunks, _END)
        self._ended = found is _END
        if found is not None and not self._ended:
            self._waiting.append(_Task(*found))

    def _give(self) -> None:
        """Start the workers that are needed, and give tasks to those with the fewest."""
        tasks = len(self._retries) + len(self._waiting) + len(self._busy())
        while len(self._workers) < min(self.wanted, tasks):
            self._workers.append(Worker(self.job))
        for given in range(_GIVEN):
            for worker in self._workers:
                if worker.ready and len(worker.tasks) == given and (task := self._next()):
                    worker.give(task)

    def _next(self) -> _Task | None:
        """The next task to give to a worker; None if it is too far ahead of the oldest one."""
        if self._retries:
            return self._retries.popleft()
        if self._waiting and self._waiting[0].number - self._oldest() < self.window:
            return self._waiting.popleft()
        return None

    def _busy(self) -> list[_Task]:
        """The tasks that workers hold."""
        return [task for worker in self._workers for task in worker.tasks.values()]

    def _oldest(self) -> int:
        """The lowest number of an unfinished task."""
        return min(task.number for task in (*self._retries, *self._busy(), self._waiting[0]))

    def _receive(self, worker: Worker) -> Iterator[tuple[int, Any]]:
        try:
            message = worker.pipe.recv()
        except (EOFError, OSError):
            self._handle_death(worker)
            return
        if isinstance(message, VictorError):
            raise message
        if message == READY:
            worker.ready = True
            return
        self._deaths = 0
        yield worker.take().number, message

    def _handle_death(self, worker: Worker) -> None:
        worker.process.join()
        code = worker.process.exitcode or 0
        how = f"signal {-code}" if code < 0 else f"exit status {code}"
        task, step = worker.current()
        self._deaths += not worker.ready or (task is not None and step in task.skipped)
        if self._deaths >= _MOST_DEATHS:
            hint = "; they may need a higher max_memory" if self.job.max_memory else ""
            raise StartError(f"workers die at start: {how}{hint}")
        if task is not None:
            if step in task.deaths:
                task.skipped[step] = f"{DIED}: {how}"
            task.deaths.add(step)
        self._replace(worker)

    def _watch(self) -> None:
        """Kill workers whose page takes too long; called before they are given more tasks."""
        now = time.monotonic()
        elapsed, self._checked = now - self._checked, now
        if self.timeout is None:
            return
        # Limited, as the parent itself may have been suspended (a laptop in standby).
        elapsed = min(elapsed, max(2 * _TICK, self.timeout / 2))
        for worker in list(self._workers):
            if worker.is_late(elapsed, self.timeout) and not worker.pipe.poll():
                self._stop(worker, f"{TOO_LONG}: more than {self.timeout:g} s")

    def _stop(self, worker: Worker, why: str) -> None:
        """Kill a worker and skip its current step."""
        worker.process.kill()
        task, step = worker.current()
        if task is not None:
            task.skipped[step] = why
        self._replace(worker)

    def _replace(self, worker: Worker) -> None:
        self._workers.remove(worker)
        self._retries.extend(worker.tasks.values())
        worker.end()
        self.replaced += 1


def in_order(results: Iterable[tuple[int, T]], following: int = 0) -> Iterator[tuple[int, T]]:
    """Yield the results of :meth:`Pool.results` sorted by number.

    Args:
        results: numbered, in any order.
        following: the number of the first result.
    """
    held: dict[int, T] = {}
    for number, result in results:
        held[number] = result
        while following in held:
            yield following, held.pop(following)
            following += 1
