"""Clean many pages in one call from Python: :func:`clean_many` and :func:`clean_many_async`.

Processes receive pages, or paths instead of their content, and return only the requested output or
fields.
"""

import asyncio
from collections.abc import (
    AsyncIterable,
    AsyncIterator,
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
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
_WINDOW = 4  # chunks per worker in progress
_GUARD = 'a script must start processes below: if __name__ == "__main__":'
_END = object()
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
    _check_limits(timeout, max_bytes, max_memory)
    check_encoding(encoding)
    if format is not None or not fields:
        OUTPUTS.find(format := format or "text")
    most = (None if one is None else int(one) for one in (max_bytes, max_memory))
    job = _Job(_loader(cleaner), format, fields, encoding, *most)
    if workers > 1:
        return _in_processes(job, pages, int(workers), timeout)
    return _here(job, pages)


async def clean_many_async(
    pages: Iterable[Given] | AsyncIterable[Given],
    cleaner: Cleaner | str | PathLike[str] = DEFAULT_TASK,
    **options: Any,
) -> AsyncIterator[Cleaned]:
    """:func:`clean_many` for ``async for``; waits in a thread, so that the loop is not blocked.

    Args:
        pages: see :func:`clean_many`; or an asynchronous iterable, which is read in the loop.
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
    if not isinstance(pages, Iterable):
        raise VictorError(f"pages: expected an iterable of pages, found {shown(pages)}")
    check_number("workers", workers, 0)


def _check_limits(timeout: object, max_bytes: object, max_memory: object) -> None:
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
    for number, page in enumerate(pages):
        yield from job.done([_given(number, page)], cleaner, {}, SimpleNamespace(value=0))


def _in_processes(
    job: _Job, pages: Iterable[Given], workers: int, timeout: float | None
) -> Iterator[Cleaned]:
    read = _Reader(pages)
    try:
        with Pool(job, workers, timeout, _WINDOW) as pool:
            for _, found in in_order(pool.results(enumerate(read.chunks()))):
                yield from found
    except StartError as error:
        raise VictorError(f"{error}; {_GUARD}") from None
    if read.error is not None:
        raise read.error


class _Reader:
    """Reads an iterable in chunks; if it raises an error, the chunks end and it is stored."""

    def __init__(self, pages: Iterable[Given]) -> None:
        self.pages = pages
        self.error: Exception | None = None

    def chunks(self) -> Iterator[list[_Given]]:
        """Yield lists of inputs that take about a tenth of a second to clean."""
        held: list[_Given] = []
        size = 0
        for given in self._inputs():
            held.append(given)
            size += len(given.page) if isinstance(given.page, bytes | str) else 0
            if len(held) == PAGES or size > SIZE:
                yield held
                held, size = [], 0
        if held:
            yield held

    def _inputs(self) -> Iterator[_Given]:
        try:
            for number, page in enumerate(self.pages):
                yield _given(number, page)
        except Exception as error:
            self.error = error


def _given(number: int, page: Any) -> _Given:
    """An input to send to a worker; open files and trees are read here, paths in the worker."""
    name = ""
    if isinstance(page, tuple) and len(page) == 2:
        name, page = str(page[0]), page[1]
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
        """Yield the items; call this in the thread."""
        items = aiter(pages)
        while not self.over:
            self.future = asyncio.run_coroutine_threadsafe(_next(items), self.loop)
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
