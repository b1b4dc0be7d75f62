"""The worker processes of a server; each runs one job at a time and is killed on a timeout."""

import asyncio
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from typing import Any

from victor.batch.pool import StartError
from victor.batch.pool import Worker as Process
from victor.batch.record import DIED, failure
from victor.batch.worker import READY, SHORT_PAGE, Step
from victor.errors import TOO_LONG, VictorError
from victor.serve.jobs import Choice, Cleaners, Job, Kept, Show

_START = 120.0  # seconds in which a worker must load its models
_DEATHS = 2  # of its worker until a job fails: one may have another cause


class LostError(VictorError):
    """A job without a result: it timed out, or its worker died."""


@dataclass(frozen=True)
class _Work:
    """The work of the processes; implements :class:`victor.batch.worker.Work`."""

    models: Mapping[str, str]
    tasks: tuple[str, ...]  # loaded at the start
    max_memory: int | None = None

    def load(self) -> Any:
        """The cleaners."""
        return Cleaners(self.models)

    def prepare(self, cleaner: Any) -> None:
        """Clean a short page with each task, so that the first request need not import or load."""
        for name in self.tasks:
            Show(Kept("page.html", SHORT_PAGE), Choice(name)).run(cleaner)

    def done(self, chunk: Any, cleaner: Any, skipped: Mapping[int, str], step: Step) -> Any:
        """The result of a job, or a ``VictorError``; see :class:`victor.batch.worker.Work`."""
        try:
            return chunk.run(cleaner)
        except VictorError as error:
            return VictorError(str(error))
        except Exception as error:
            return VictorError(failure(error))


class _Slot:
    """A worker process, replaced if it dies or times out."""

    def __init__(self, work: _Work, replaced: Callable[[], None]) -> None:
        self._work, self._replaced = work, replaced
        self.process = Process(work)
        self.ended = False

    def do(self, job: Job, timeout: float) -> Any:
        """Run a job; return its result, or the ``VictorError`` that it raised.

        Raises:
            LostError: the job timed out, or its workers died.
            VictorError: the worker cannot load a model, or does not start.
        """
        for _ in range(_DEATHS):
            self.wait()
            with suppress(EOFError, OSError):
                self.process.pipe.send((job, {}))
                if self.process.pipe.poll(timeout):
                    return self.process.pipe.recv()
                self._replace()
                raise LostError(f"{TOO_LONG}: more than {timeout:g} s")
            self._replace()
        raise LostError(DIED)

    def wait(self) -> None:
        """Wait until the worker has loaded its models.

        Raises:
            VictorError: the worker cannot load a model, or does not start.
        """
        if self.process.ready:
            return
        found = None
        with suppress(EOFError, OSError):
            found = self.process.pipe.recv() if self.process.pipe.poll(_START) else None
        if isinstance(found, VictorError):
            raise found
        if found != READY:
            self._replace()
            raise StartError("a worker process does not start")
        self.process.ready = True

    def _replace(self) -> None:
        self.process.end()
        if not self.ended:
            self.process = Process(self._work)
            self._replaced()


class Workers:
    """A pool of worker processes; leaving the context ends them."""

    def __init__(
        self,
        models: Mapping[str, str],
        tasks: tuple[str, ...],
        count: int,
        timeout: float,
        max_memory: int | None = None,
    ) -> None:
        """Start the processes.

        Args:
            models: model directories by task name.
            tasks: the tasks to load at the start.
            count: the number of processes.
            timeout: seconds per job.
            max_memory: bytes per process.
        """
        self.count, self.timeout = count, timeout
        self.replaced, self.waiting = 0, 0
        self.observe: Callable[[float], None] = lambda seconds: None
        work = _Work(models, tasks, max_memory)
        self._slots = [_Slot(work, self._count_replaced) for _ in range(count)]
        self._free: SimpleQueue[_Slot] = SimpleQueue()
        self._threads = ThreadPoolExecutor(count, "worker")

    def __enter__(self) -> "Workers":
        """Wait for the processes.

        Raises:
            VictorError: they cannot load a model, or do not start.
        """
        try:
            for slot in self._slots:
                slot.wait()
                self._free.put(slot)
        except BaseException:
            self.end()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        """Kill the processes, even during a job."""
        for slot in self._slots:
            slot.ended = True
            slot.process.process.kill()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def run(self, job: Job, timeout: float | None = None) -> Any:
        """Run a job in the next free worker and return its result.

        Args:
            job: the job, which is sent to a process.
            timeout: seconds, instead of the default; waiting for a free worker does not count.

        Raises:
            LostError: the job timed out, or its workers died.
            VictorError: the job failed, or no worker starts.
        """
        loop = asyncio.get_running_loop()
        self.waiting += 1
        try:
            work = partial(self._do, job, timeout or self.timeout)
            found = await loop.run_in_executor(self._threads, work)
        finally:
            self.waiting -= 1
        if isinstance(found, VictorError):
            raise found
        return found

    def _do(self, job: Job, timeout: float) -> Any:
        slot = self._free.get()
        start = time.monotonic()
        try:
            return slot.do(job, timeout)
        finally:
            self._free.put(slot)
            self.observe(time.monotonic() - start)

    def _count_replaced(self) -> None:
        self.replaced += 1
