"""A worker process: receives chunks through a pipe and sends back the results.

Separate threads receive and send, so that the worker has its next chunk before it finishes the
current one, and never waits for the parent.
"""

import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from multiprocessing import connection, parent_process
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Protocol

from victor.errors import VictorError

if TYPE_CHECKING:
    from victor.pipeline import Cleaner

READY = "ready"
SHORT_PAGE = b"<h1>A title</h1><p>Words"
_LEAST, _USUAL = 16 << 20, 96 << 20  # bytes for pages, in addition to what a worker has loaded
_M_MMAP_THRESHOLD, _LARGE = -3, 1 << 20  # mallopt: larger areas are returned when freed
_M_ARENA_MAX = -8  # mallopt: maximum number of heaps; by default, each thread has one
_TRIMMED = 8  # return free memory after this many chunks, which takes a millisecond
_STEPS = 32  # bits of a place for the step in a chunk
Pipe = connection.Connection


class Place(Protocol):
    """The position of a worker, in shared memory that the parent reads: see :func:`place`."""

    value: int


class Step(Protocol):
    """Progress for the parent: twice the number of the current record, plus one while cleaning."""

    value: int


class Work(Protocol):
    """The work of a :class:`~victor.batch.pool.Pool`; it must be picklable."""

    @property
    def load(self) -> "Callable[[], Cleaner]":
        """Loads the cleaner; called in each worker."""

    @property
    def max_memory(self) -> int | None:
        """Bytes per worker."""

    def prepare(self, cleaner: Any) -> None:
        """Clean a short page, so that everything is imported before memory is limited.

        Args:
            cleaner: the value that ``load`` returned.
        """

    def done(self, chunk: Any, cleaner: "Cleaner", skipped: Mapping[int, str], step: Step) -> Any:
        """The result of a chunk.

        Args:
            chunk: a part of the input.
            cleaner: the cleaner.
            skipped: reasons to skip steps, which timed out or killed a worker, by step.
            step: updated before and after each record.
        """


@dataclass
class _StepAt:
    """The step in a chunk, as part of the place of the worker."""

    place: Place
    chunk: int

    @property
    def value(self) -> int:
        return divided(self.place.value)[1]

    @value.setter
    def value(self, step: int) -> None:
        self.place.value = place(self.chunk, step)


def place(chunk: int, step: int = 0) -> int:
    """Encode a chunk and a step in it as one number, which can be written atomically.

    Args:
        chunk: the number of chunks that the worker had before.
        step: see :class:`Step`.
    """
    return chunk << _STEPS | step


def divided(place: int) -> tuple[int, int]:
    """Decode a :func:`place` into chunk and step."""
    return place >> _STEPS, place & ((1 << _STEPS) - 1)


def serve(pipe: "Pipe[Any, Any]", at: Place, job: Work) -> None:
    """Run a worker: load the model, report readiness, clean chunks until the pipe closes."""
    _end_with_parent()
    return_memory = _returning_memory()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C
    inbox: SimpleQueue[Any] = SimpleQueue()
    outbox: SimpleQueue[Any] = SimpleQueue()
    _thread(_receive, pipe, inbox)
    sending = _thread(_send, pipe, outbox)
    try:
        cleaner = job.load()
        job.prepare(cleaner)
        gc.freeze()  # exclude loaded objects from collections, which take 5 % of the time
        _limit(job.max_memory)
        outbox.put(READY)
        for number in count():
            chunk, skipped = inbox.get()
            outbox.put(job.done(chunk, cleaner, skipped, _StepAt(at, number)))
            at.value = place(number + 1)
            if number % _TRIMMED == _TRIMMED - 1:
                return_memory()
    except VictorError as error:
        outbox.put(error)
    except MemoryError:
        pass  # the parent notices that the worker has ended
    outbox.put(None)
    sending.join()


def _thread(function: Callable[..., None], *arguments: object) -> threading.Thread:
    """Run a function in a thread; when it ends, the worker ends, so that neither side hangs."""

    def run() -> None:
        try:
            function(*arguments)
        finally:
            os._exit(1)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread


def _receive(pipe: "Pipe[Any, Any]", inbox: "SimpleQueue[Any]") -> None:
    with suppress(EOFError, OSError):
        while True:
            inbox.put(pipe.recv())


def _send(pipe: "Pipe[Any, Any]", outbox: "SimpleQueue[Any]") -> None:
    with suppress(OSError):
        for message in iter(outbox.get, None):
            pipe.send(message)


def _end_with_parent() -> None:
    """End this process when the parent ends for any reason."""
    parent = parent_process()
    if parent is None:
        return
    if sys.platform == "linux":  # works even if a library holds the interpreter lock
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
    sentinel = parent.sentinel

    def watch() -> None:
        connection.wait([sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _returning_memory() -> Callable[[], object]:
    """Configure glibc's allocator, and return a function that releases free memory.

    By default, glibc keeps the memory of large pages, fragmented by areas in use, and a worker
    grows slowly over tens of thousands of pages. All threads share one heap, as only one of them
    cleans, and chunks received by another would keep a separate heap from shrinking.
    """
    if sys.platform == "linux":
        import ctypes

        library = ctypes.CDLL(None)
        set_option, trim = (getattr(library, name, None) for name in ("mallopt", "malloc_trim"))
        if set_option and trim:
            set_option(_M_MMAP_THRESHOLD, _LARGE)
            set_option(_M_ARENA_MAX, 1)
            return lambda: trim(0)
    return lambda: None


def _limit(memory: int | None) -> None:
    """Limit the memory of this process.

    Raises:
        VictorError: no page can be cleaned within this limit.
    """
    if memory is None:
        return
    import resource

    resource.setrlimit(resource.RLIMIT_DATA, (memory, resource.getrlimit(resource.RLIMIT_DATA)[1]))
    try:
        bytearray(_LEAST)
    except MemoryError:
        given = f"{memory >> 20}M" if memory >> 20 else f"{memory} bytes"
        wrong = f"max_memory: {given} is not enough to clean a page"
        raise VictorError(f"{wrong}{_needed()}") from None


def _needed() -> str:
    """The end of a message: the memory usually needed; empty if usage is unknown."""
    try:
        data = int(Path("/proc/self/statm").read_text().split()[5])
    except (OSError, ValueError, IndexError):
        return ""
    needed = (data * os.sysconf("SC_PAGE_SIZE") + _USUAL) >> 20
    return f"; about {needed // 50 * 50 + 50}M is needed"
