"""Clean many pages in one call from Python: :func:`clean_many` and :func:`clean_many_async`.

Processes receive pages, or paths instead of their content, and return only the requested output or
fields.
"""

import asyncio
import time
from collections.abc import (
    AsyncIterable,
    AsyncIterator,
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from multiprocessing import current_process
from os import PathLike, fspath
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeAlias

from victor.batch.chunk import MAX_BYTES, TIMEOUT, Input
from victor.batch.pool import Pool, StartError, in_order
from victor.batch.record import (
    SKIPPED,
    Outcome,
    Record,
    attempt,
    clean_record,
    model_name,
    rendered,
    row,
)
from victor.batch.sources import pages as files
from victor.batch.worker import SHORT_PAGE, Step
from victor.config.resources import DEFAULT_TASK
from victor.errors import TOO_LARGE, VictorError, check_number, error_text, shown
from victor.output import OUTPUTS
from victor.output.schema import check_fields
from victor.page import Page
from victor.page.encodings import check_encoding
from victor.page.page import LONGEST_CHARACTER
from victor.page.sources import Source, read_source, source_name
from victor.pipeline import Cleaner, load

PAGES, SIZE = 8, 1 << 20  # limits of a chunk: pages, and characters or bytes
_PATIENCE = 0.05  # seconds to wait for pages before a chunk is sent with fewer
_WINDOW = 4 * PAGES  # pages per worker in progress
_GUARD = 'a script must be a file, and start processes below: if __name__ == "__main__":'
_DAEMON = "this process, e.g. one of a multiprocessing.Pool, cannot start others: use workers=0"
_END, _NOT_YET = object(), object()
Given: TypeAlias = Source | tuple[str, Source]


@dataclass(frozen=True, slots=True)
class Cleaned:
    """The result of one input of :func:`clean_many`."""

    number: int  # its position among the inputs, from 0
    id: str  # given with the input, or that of the page, or the file path; else ``#NUMBER``
    status: str  # cleaned, empty or skipped
    reason: str | None  # why it is empty or skipped; None if it is cleaned
    output: str  # in the requested format; empty if the input was skipped
    fields: Mapping[str, Any]  # the requested fields

    @property
    def ok(self) -> bool:
        """Whether the input was cleaned, even if it has no main content."""
        return self.status != SKIPPED


def clean_many(
    pages: Iterable[Given],
    cleaner: Cleaner | str | PathLike[str] = DEFAULT_TASK,
    *,
    workers: int = 0,
    format: str | None = None,
    fields: Sequence[str] = (),
    encoding: str | None = None,
    timeout: float | None = TIMEOUT,
    max_bytes: int | None = MAX_BYTES,
    max_memory: int | None = None,
) -> Iterator[Cleaned]:
    """Clean pages in this process or in several; returns an iterator of results in order.

    A page that fails does not end the run: its result states the reason. The iterable is read at
    most 48 pages per worker ahead of the results, and one page ahead without workers. If it raises
    an error, that error is raised after the results of the preceding pages.

    The iterable is read in the thread of the caller. With ``workers > 1``, results that are done
    are returned and timeouts are checked between any two pages of a slow iterable, but neither
    happens while it waits for a page.

    Args:
        pages: each as accepted by :meth:`Cleaner.clean`, or ``(id, page)``. Pass files as paths, so
            that the workers read them.
        cleaner: a cleaner from :func:`victor.load`, or a name that it accepts.
        workers: the number of processes. With 0 or 1, this process cleans the pages and starts
            neither processes nor threads.
        format: the name of an output format; by default ``text`` if no fields are requested.
        fields: the fields of rows to return, as in ``victor clean --fields``.
        encoding: overrides the declared encoding.
        timeout: skip pages that take longer, in seconds; None for no limit. Needs ``workers > 1``.
        max_bytes: skip larger pages; None for no limit.
        max_memory: bytes per process; needs ``workers > 1``.

    Raises:
        VictorError: immediately if an argument is invalid; with the first result if the model
            cannot be loaded or no process can be started.
    """
    fields = check_fields(fields)
    _check(pages, workers)
    check_limits(timeout, max_bytes, max_memory)
    if max_memory is not None and workers < 2:
        raise VictorError("max_memory: limits processes, so it needs workers=2 or more")
    check_encoding(encoding)
    if format is not None or not fields:
        OUTPUTS.find(format := format or "text")
    most = (None if one is None else int(one) for one in (max_bytes, max_memory))
    job = _Job(_loader(cleaner), format, fields, encoding, *most)
    if workers > 1:
        if current_process().daemon:
            raise VictorError(f"workers: {_DAEMON}")
        return _in_processes(job, pages, int(workers), timeout)
    return _here(job, pages)


async def clean_many_async(
    pages: Iterable[Given] | AsyncIterable[Given],
    cleaner: Cleaner | str | PathLike[str] = DEFAULT_TASK,
    **options: Any,
) -> AsyncIterator[Cleaned]:
    """:func:`clean_many` for ``async for``; waits in a thread, so that the loop is not blocked.

    Args:
        pages: see :func:`clean_many`; or an asynchronous iterable, which is read in the loop
            and delays neither results nor timeouts.
        cleaner: see :func:`clean_many`.
        options: see :func:`clean_many`.

    Raises:
        VictorError: see :func:`clean_many`; with the first result.
    """
    loop = asyncio.get_running_loop()
    waiting = _Waiting(loop)
    given = waiting.read(pages) if isinstance(pages, AsyncIterable) else pages
    with ThreadPoolExecutor(1) as thread:
        results = clean_many(given, cleaner, **options)
        try:
            while one := await loop.run_in_executor(thread, next, results, None):
                yield one
        finally:
            waiting.cancel()
            await loop.run_in_executor(thread, results.close)  # type: ignore[attr-defined]


class _Given(NamedTuple):
    number: int
    id: str
    page: bytes | str | Path | Page
    wrong: str | None = None  # why it is not a page


@dataclass(frozen=True)
class _Job:
    """The work of the processes; see :class:`~victor.batch.worker.Work`."""

    load: Callable[[], Cleaner]
    format: str | None
    fields: tuple[str, ...]
    encoding: str | None
    max_bytes: int | None
    max_memory: int | None

    def prepare(self, cleaner: Cleaner) -> None:
        """Clean a short page; see :class:`~victor.batch.worker.Work`."""
        self.cleaned(_Given(0, "page", SHORT_PAGE), cleaner)

    def done(
        self,
        chunk: Sequence[_Given],
        cleaner: Cleaner,
        skipped: Mapping[int, str],
        step: Step,
    ) -> list[Cleaned]:
        """The results of a chunk of inputs."""
        found = []
        for i, given in enumerate(chunk):
            step.value = 2 * i + 1
            why = skipped.get(2 * i + 1) or skipped.get(2 * i)
            found.append(self.cleaned(given._replace(wrong=given.wrong or why), cleaner))
            step.value = 2 * i + 2
        return found

    def cleaned(self, given: _Given, cleaner: Cleaner) -> Cleaned:
        """The result of one input."""
        render = partial(self._render, name=model_name(cleaner))
        outcome, (output, fields) = self._outcome(given, cleaner, render)
        return Cleaned(given.number, given.id, outcome.status, outcome.reason, output, fields)

    def _outcome(self, given: _Given, cleaner: Cleaner, render: Any) -> tuple[Outcome, Any]:
        record = Record(given.id, skip=given.wrong)
        if given.wrong is not None:
            return clean_record(cleaner, record, render)
        if isinstance(page := given.page, str | Page):
            if wrong := self._too_large(page):
                return rendered(Outcome(record, SKIPPED, wrong), render)
            clean = partial(cleaner.clean, page, given.id, encoding=self.encoding)
            return rendered(attempt(record, clean), render)
        if isinstance(page, Path):
            one = Input("pages", page, str(page), given.id, "")
            record = files.read(one, self.max_bytes)
        else:
            record = Record(given.id, page)
        return clean_record(cleaner, record, render, self.encoding, self.max_bytes)

    def _too_large(self, page: str | Page) -> str | None:
        """Why a decoded page is skipped, if it is larger than ``max_bytes`` in UTF-8."""
        source = page if isinstance(page, str) else page.source
        if self.max_bytes is None or LONGEST_CHARACTER * len(source) <= self.max_bytes:
            return None
        size = len(source.encode("utf-8", "replace")) if isinstance(source, str) else len(source)
        return f"{TOO_LARGE}: {size} bytes" if size > self.max_bytes else None

    def _render(self, outcome: Outcome, name: str) -> tuple[str, Mapping[str, Any]]:
        output = outcome.render(self.format) if self.format else None
        return output or "", row(outcome, name, self.fields) if self.fields else {}


def _check(pages: object, workers: object) -> None:
    if isinstance(pages, str | bytes | PathLike | Page):
        kind = type(pages).__name__
        raise VictorError(f"pages: expected an iterable of pages, found one {kind}: pass [page]")
    if isinstance(pages, Mapping):
        raise VictorError("pages: expected an iterable of pages, found a mapping: pass its items()")
    if not isinstance(pages, Iterable):
        hint = "; clean_many_async takes it" if isinstance(pages, AsyncIterable) else ""
        raise VictorError(f"pages: expected an iterable of pages, found {shown(pages)}{hint}")
    check_number("workers", workers, 0)


def check_limits(timeout: object, max_bytes: object, max_memory: object = None) -> None:
    """Raise a ``VictorError`` if a limit is not a number or too small.

    Args:
        timeout: seconds; None for no limit, like the others.
        max_bytes: bytes of a page.
        max_memory: bytes of a process.
    """
    for name, value in (("max_bytes", max_bytes), ("max_memory", max_memory)):
        if value is not None:
            check_number(name, value, 1)
    if timeout is not None:
        check_number("timeout", timeout, 0, "a number")
    if timeout == 0:
        raise VictorError("timeout: expected seconds, or None for no limit, found 0")


def _loader(cleaner: Cleaner | str | PathLike[str]) -> Callable[[], Cleaner]:
    if isinstance(cleaner, Cleaner):
        return partial(_same, cleaner)
    if not isinstance(cleaner, str | PathLike):
        raise VictorError(f"cleaner: expected a Cleaner, a name or a path, found {shown(cleaner)}")
    return partial(load, fspath(cleaner))


def _same(cleaner: Cleaner) -> Cleaner:
    return cleaner


def _here(job: _Job, pages: Iterable[Given]) -> Iterator[Cleaned]:
    cleaner = job.load()
    for number, page in enumerate(page for page in pages if page is not _NOT_YET):
        yield from job.done([_given(number, page)], cleaner, {}, SimpleNamespace(value=0))


def _in_processes(
    job: _Job, pages: Iterable[Given], workers: int, timeout: float | None
) -> Iterator[Cleaned]:
    read = _Reader(pages)
    try:
        with Pool(job, workers, timeout, _WINDOW) as pool:
            results = pool.results(read.chunks())
            for _, one in in_order((one.number, one) for _, found in results for one in found):
                yield one
    except StartError as error:
        raise VictorError(f"{error}; {_GUARD}") from None
    if read.error is not None:
        raise read.error


class _Reader:
    """Reads an iterable in chunks; if it raises an error, the chunks end and it is stored."""

    def __init__(self, pages: Iterable[Given]) -> None:
        self.pages = pages
        self.error: Exception | None = None

    def chunks(self) -> Iterator[tuple[int, list[_Given]] | None]:
        """Yield inputs that take about a tenth of a second to clean, and the number of the first.

        A slow iterable gives smaller chunks; None means that a chunk is not available yet.
        """
        held: list[_Given] = []
        size, start = 0, time.monotonic()
        for given in self._inputs():
            if given is not None:
                held.append(given)
                size += len(given.page) if isinstance(given.page, bytes | str) else 0
            late = time.monotonic() - start > _PATIENCE
            if late or given is None or len(held) == PAGES or size > SIZE:
                yield (held[0].number, held) if held else None
                held, size, start = [], 0, time.monotonic()
        if held:
            yield held[0].number, held

    def _inputs(self) -> Iterator[_Given | None]:
        number = 0
        try:
            for page in self.pages:
                yield None if page is _NOT_YET else _given(number, page)
                number += page is not _NOT_YET
        except Exception as error:
            self.error = error


def _given(number: int, page: Any) -> _Given:
    """An input to send to a worker; open files and trees are read here, paths in the worker."""
    name = ""
    if isinstance(page, tuple) and len(page) == 2:
        name, page = "" if page[0] is None else str(page[0]), page[1]
    try:
        found = Path(page) if isinstance(page, PathLike) else read_source(page)
    except Exception as error:
        return _Given(number, name or f"#{number}", b"", error_text(error))
    own = found.id if isinstance(found, Page) else str(found) if isinstance(found, Path) else ""
    return _Given(number, name or own or source_name(page) or f"#{number}", found)


class _Waiting:
    """Reads an asynchronous iterable in its loop, for a thread that waits for the items."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.future: Future[Any] | None = None
        self.over = False

    def read(self, pages: AsyncIterable[Any]) -> Iterator[Any]:
        """Yield the items, and ``_NOT_YET`` while there is none; call this in the thread."""
        items = aiter(pages)
        while not self.over:
            self.future = asyncio.run_coroutine_threadsafe(_next(items), self.loop)
            while not wait([self.future], _PATIENCE).done:
                yield _NOT_YET
            if (item := self.future.result()) is _END:
                return
            yield item

    def cancel(self) -> None:
        """Cancel the item that the thread is waiting for, and end the iteration."""
        self.over = True
        if self.future is not None:
            self.future.cancel()


async def _next(items: AsyncIterator[Any]) -> Any:
    return await anext(items, _END)
