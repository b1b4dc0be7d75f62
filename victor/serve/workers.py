"""The worker processes of a server: each does one job at a time, and is killed if it takes long."""

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
from victor.batch.record import DIED, TOO_LONG, failure
from victor.batch.worker import READY, SHORT_PAGE, Step
from victor.errors import VictorError
from victor.serve.jobs import Choice, Cleaners, Job, Kept, Show

_START = 120.0  # seconds that a worker may take to load
_DEATHS = 2  # of workers that a job is to blame for: one may have another cause


class LostError(VictorError):
    """A job that has no result: it took too long, or its worker died."""


@dataclass(frozen=True)
class _Work:
    """What the processes do: :class:`victor.batch.worker.Work`."""

    models: Mapping[str, str]
    tasks: tuple[str, ...]  # loaded at the start
    max_memory: int | None = None

    def load(self) -> Any:
        """The cleaners."""
        return Cleaners(self.models)

    def prepare(self, cleaner: Any) -> None:
        """Clean a short page with each task, so that the first request finds all imported."""
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
    """A worker process, replaced when it has to be."""

    def __init__(self, work: _Work, replaced: Callable[[], None]) -> None:
        self._work, self._replaced = work, replaced
        self.process = Process(work)
        self.ended = False

    def do(self, job: Job, timeout: float) -> Any:
        """The result of a job.

        Raises:
            LostError: there is none.
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
            VictorError: it cannot load a model, or does not start.
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
    """The processes; leaving the context ends them."""

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
            models: directories by the name of the task.
            tasks: to load at the start.
            count: how many processes there are.
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
        """End the processes, whatever they are at."""
        for slot in self._slots:
            slot.ended = True
            slot.process.process.kill()
        self._threads.shutdown(wait=False, cancel_futures=True)

    @property
    def pids(self) -> list[int]:
        """The process identifiers."""
        return [slot.process.process.pid or 0 for slot in self._slots]

    async def run(self, job: Job, timeout: float | None = None) -> Any:
        """The result of a job, as soon as a worker has done it.

        Args:
            job: is sent to a process.
            timeout: seconds, instead of those for all jobs; waiting for a worker does not count.

        Raises:
            LostError: it took too long, or ended its worker.
            VictorError: the job has failed, or no worker starts.
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
