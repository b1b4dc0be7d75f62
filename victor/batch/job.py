"""The work of the processes of `victor clean`: read, clean and render the pages of a chunk."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from victor.batch.chunk import Chunk, Reading
from victor.batch.record import FAILURES, Outcome, Record, clean_record, failure
from victor.batch.sinks import SINKS, Writing
from victor.batch.sinks.base import Sink
from victor.batch.sources import SOURCES
from victor.batch.worker import SHORT_PAGE, Step

if TYPE_CHECKING:
    from victor.pipeline import Cleaner


@dataclass(frozen=True)
class Job:
    """The settings of a run for all workers."""

    load: "Callable[[], Cleaner]"  # called in each worker, so it must be importable
    reading: Reading
    writing: Writing
    encoding: str | None = None  # overrides what header and page declare
    url: str | None = None  # for pages whose source has none
    max_memory: int | None = None  # bytes per worker

    def prepare(self, cleaner: "Cleaner") -> None:
        """Clean a short page without writing anything; see :class:`~victor.batch.worker.Work`."""
        sink = SINKS.find(self.writing.sink)(replace(self.writing, output=None))
        page = clean_record(cleaner, Record("page", SHORT_PAGE), sink.render)[1]
        sink.pack([] if page is None else [page])

    def done(
        self, chunk: Chunk, cleaner: "Cleaner", skipped: Mapping[int, str], step: Step
    ) -> "Done":
        """The output of a chunk; see :class:`~victor.batch.worker.Work`."""
        sink = SINKS.find(self.writing.sink)(self.writing)
        counts: Counter[tuple[str, str | None]] = Counter()
        failed: list[tuple[str, str]] = []
        pages: list[Any] = []
        for i, record in enumerate(_records(chunk, self.reading, skipped, step)):
            step.value = 2 * i + 1
            outcome, page = self._cleaned(record, cleaner, sink, skipped.get(step.value))
            if page is not None:
                pages.append(page)
            reason = outcome.reason.partition(":")[0] if outcome.reason else None
            counts[outcome.status, reason] += 1
            if reason in FAILURES:
                failed.append((_name(record, chunk), outcome.reason or ""))
            step.value = 2 * i + 2
        return Done(sink.pack(pages), dict(counts), tuple(failed), chunk.size)

    def _cleaned(
        self, record: Record, cleaner: "Cleaner", sink: Sink, why: str | None
    ) -> tuple[Outcome, Any]:
        """The outcome of a record, and what the sink writes of it.

        Args:
            record: as the source has read it.
            cleaner: the cleaner.
            sink: renders the page.
            why: the reason to skip the record, if it timed out or killed a worker.
        """
        if why:
            record = replace(record, html=b"", skip=record.skip or why)
        if self.url and not record.url:
            record = replace(record, url=self.url)
        return clean_record(cleaner, record, sink.render, self.encoding, self.reading.max_bytes)


@dataclass(frozen=True)
class Done:
    """The output of a chunk and the outcomes of its inputs."""

    data: bytes
    counts: Mapping[tuple[str, str | None], int]  # by status and reason without details
    failed: tuple[tuple[str, str], ...] = ()  # input and full reason
    size: int = 0  # bytes of the input


def _records(
    chunk: Chunk, reading: Reading, skipped: Mapping[int, str], step: Step
) -> Iterator[Record]:
    """Yield the records of a chunk; if reading fails, the last one states the reason."""
    found = SOURCES.find(chunk.kind)(reading).records(chunk)
    try:
        while True:
            if why := skipped.get(step.value):
                yield _rest(chunk, why)
                return
            record = next(found, None)
            if record is None:
                return
            yield record
    except Exception as error:
        yield _rest(chunk, failure(error))


def _rest(chunk: Chunk, why: str) -> Record:
    """The record for all further pages of a chunk, as reading has failed."""
    one = chunk.inputs[0]
    at = chunk.data[0][0] if chunk.data else chunk.start
    skip = f"{why}, while reading: the rest of this part is skipped"
    return Record(f"{one.id}#{at}-", source=one.name, offset=at, target=one.target, skip=skip)


def _name(record: Record, chunk: Chunk) -> str:
    """The file and the place in it, for messages."""
    unit = "row" if chunk.kind == "parquet" else "byte"
    return record.source + ("" if record.offset is None else f", {unit} {record.offset}")
