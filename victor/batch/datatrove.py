"""Steps for datatrove's pipelines, which run on one machine, on Slurm and on Ray.

    [Pages("crawl/*.warc.gz"), Clean("web"), Rows("cleaned")]

``Pages`` reads what ``victor clean`` reads, bytes undecoded; ``Clean`` makes of them the same rows,
and ``Rows`` writes those. Other steps may stand between them. Needs the extra ``cluster``.
"""

import contextlib
import json
import shutil
import signal
import tempfile
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from functools import lru_cache
from itertools import groupby, islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from victor.batch.chunk import Chunk, Input, Reading
from victor.batch.inputs import inputs
from victor.batch.record import (
    SKIPPED,
    TOO_LONG,
    Outcome,
    Record,
    attempt,
    guarded,
    model_name,
    row,
)
from victor.batch.sources import SOURCES, kind_of
from victor.errors import require
from victor.files import without_ending

require("datatrove", "cluster")
from datatrove.data import Document, Media, MediaType  # noqa: E402 - the check stands before it
from datatrove.pipeline.base import PipelineStep  # noqa: E402
from datatrove.pipeline.writers.disk_base import DiskWriter  # noqa: E402

if TYPE_CHECKING:
    from victor.pipeline import Cleaner

Documents = Iterator[Document]
LARGEST = 20 << 20  # bytes of a page, as of `victor clean`
_TOLD = tuple(field.name for field in fields(Record) if field.name not in ("id", "html"))
_ROW = tuple(row(Outcome(Record(""), SKIPPED), ""))


class Pages(PipelineStep):
    """Reads pages: a document per input, its bytes as ``media``, what is told of it as metadata.

    Each task has its share of the files; where there are fewer files than tasks, each reads all and
    takes its share of the pages. Every page is in one task and one only.
    """

    type = "📖 - READER"
    name = "Victor: pages"

    def __init__(
        self,
        *names: str,
        kind: str | None = None,
        columns: Mapping[str, str] | None = None,
        max_bytes: int = LARGEST,
    ) -> None:
        """``names`` as on the command line, or addresses (``s3://...``) that fsspec opens.

        ``kind`` is the source that all are taken for; ``columns`` says what those of tables are
        called; larger inputs are skipped.
        """
        super().__init__()
        self.names, self.kind = names, kind
        self.reading = Reading(columns or {}, max_bytes)

    def run(self, data: Documents | None = None, rank: int = 0, world_size: int = 1) -> Documents:
        """This task's documents, after those of the steps before."""
        if data:
            yield from data
        for record in self._records(rank, world_size):
            self.stat_update("records")
            self.stat_update("bytes", value=len(record.html), unit="record")
            yield as_document(record)

    def _records(self, rank: int, world_size: int) -> Iterator[Record]:
        files = list(_files(self.names, self.kind))
        if len(files) >= world_size:
            yield from self._read(files[rank::world_size])
        else:
            yield from islice(self._read(files), rank, None, world_size)

    def _read(self, files: Sequence[Input]) -> Iterator[Record]:
        for part in self._chunks(files):
            yield from SOURCES.find(part.kind).records(part, self.reading)

    def _chunks(self, files: Sequence[Input]) -> Iterator[Chunk]:
        for (kind, remote), together in groupby(
            files, lambda one: (one.kind, _is_remote(one.name))
        ):
            if not remote:
                yield from SOURCES.find(kind).chunks(together, self.reading)
                continue
            for one in together:  # a copy for as long as it is read
                with _fetched(one) as copy:
                    yield from SOURCES.find(kind).chunks((copy,), self.reading)


class Clean(PipelineStep):
    """Cleans: the text becomes the document's, the rest of its row its metadata.

    A page that fails is a row with a reason, as with ``victor clean``; all are passed on, so that a
    filter after this step may choose by ``metadata["status"]``. A page without end is given up
    after ``timeout`` seconds. What ends the process itself (memory, a fault in a library) ends the
    task, and not the others.
    """

    type = "🧹 - CLEANER"
    name = "Victor: clean"

    def __init__(
        self,
        model: str = "web",
        prefer: str | float | None = None,
        charset: str | None = None,
        max_bytes: int | None = LARGEST,
        timeout: float | None = 30.0,
    ) -> None:
        """``model`` and ``prefer`` as of :func:`victor.load`, which each task calls for itself.

        Raises:
            VictorError: there is no such model; before any task is begun.
        """
        super().__init__()
        _loaded(model, prefer)
        self.model, self.prefer = model, prefer
        self.charset, self.max_bytes, self.timeout = charset, max_bytes, timeout

    def run(self, data: Documents, rank: int = 0, world_size: int = 1) -> Documents:
        """The same documents, cleaned."""
        cleaner = _loaded(self.model, self.prefer)
        name = model_name(cleaner)
        for document in data:
            with self.track_time():
                outcome = self._outcome(cleaner, as_record(document))
                made = guarded(lambda found: row(found, name), outcome)
                self._count(made)
                _fill(document, made)
            yield document

    def _outcome(self, cleaner: "Cleaner", record: Record) -> Outcome:
        try:
            with _within(self.timeout):
                return attempt(cleaner, record, self.charset, self.max_bytes)
        except _TooLongError:
            return Outcome(record, SKIPPED, f"{TOO_LONG}: more than {self.timeout:g} s")

    def _count(self, made: Mapping[str, Any]) -> None:
        """Statistics: by status and reason; blocks and words of each label; confidence."""
        self.stat_update(made["status"])
        if made["reason"]:
            self.stat_update(f"{made['status']}: {made['reason'].partition(':')[0]}")
        if made["confidence"] is not None:
            self.stat_update("confidence", value=made["confidence"], unit="page")
        words: Counter[str] = Counter()
        for block in made["blocks"]:
            self.stat_update(f"blocks labelled {block['label']}")
            words[block["label"]] += len(block["text"].split())
        for label, count in words.items():
            self.stat_update(f"words labelled {label}", value=count, unit="page")


class Rows(DiskWriter):
    """Writes rows as ``victor clean`` writes JSON lines, a file for each task.

    A task that is run again writes its file anew.
    """

    default_output_filename = "${rank}.jsonl"
    name = "Victor: rows"

    def __init__(
        self,
        output_folder: str,
        output_filename: str | None = None,
        compression: str | None = "gzip",
    ) -> None:
        """A folder or an address; ``compression`` is gzip, zstd or None."""
        super().__init__(output_folder, output_filename, compression, _adapted, mode="wb")

    def _write(self, document: dict[str, Any], file_handler: IO[bytes], _filename: str) -> None:
        text = json.dumps(document, ensure_ascii=False)
        file_handler.write(text.encode("utf-8", "replace") + b"\n")


def _adapted(writer: Rows, document: Document) -> dict[str, Any]:
    return as_row(document)


def as_document(record: Record) -> Document:
    """A record for a pipeline."""
    media = Media(record.id, MediaType.DOCUMENT, record.url or "", media_bytes=record.html)
    return Document("", record.id, [media], {name: getattr(record, name) for name in _TOLD})


def as_record(document: Document) -> Record:
    """What is to be cleaned of a document: its bytes, or its text if a reader of others made it."""
    html = next((one.media_bytes for one in document.media if one.media_bytes is not None), None)
    told = {name: document.metadata[name] for name in _TOLD if name in document.metadata}
    if html is None:
        html = document.text.encode("utf-8", "replace")
    return Record(id=document.id, html=html, **told)


def as_row(document: Document) -> dict[str, Any]:
    """A cleaned document as ``victor clean`` writes it; then what other steps have said of it."""
    told = {**document.metadata, "id": document.id, "text": document.text}
    return {name: told[name] for name in (*_ROW, *told) if name in told}


def _fill(document: Document, made: Mapping[str, Any]) -> None:
    document.text, document.media = made["text"], []
    others = {key: value for key, value in document.metadata.items() if key not in _TOLD}
    told = {key: value for key, value in made.items() if key not in ("id", "text")}
    document.metadata = {**others, **told}


@lru_cache(maxsize=4)
def _loaded(model: str, prefer: str | float | None) -> "Cleaner":
    from victor.pipeline import load

    return load(model, prefer)


class _TooLongError(BaseException):
    """None that a page's cleaning would catch."""


@contextlib.contextmanager
def _within(seconds: float | None) -> Iterator[None]:
    """Raises after some seconds. Signals reach main threads alone, which those of tasks are."""
    if seconds is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _give_up)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _give_up(*_: object) -> None:
    raise _TooLongError


def _is_remote(name: str) -> bool:
    return "://" in name


def _files(names: Iterable[str], kind: str | None) -> Iterator[Input]:
    """Inputs in order; those that are elsewhere without a path until they are fetched."""
    for name in names:
        if not _is_remote(name):
            yield from inputs([name], kind)
            continue
        import fsspec  # comes with datatrove

        for one in sorted(file.full_name for file in fsspec.open_files(name)):
            taken, base = kind or kind_of(one) or "pages", one.rpartition("/")[2]
            yield Input(taken, None, one, base, without_ending(base, SOURCES[taken].ENDINGS))


@contextlib.contextmanager
def _fetched(one: Input) -> Iterator[Input]:
    import fsspec

    with tempfile.TemporaryDirectory(prefix="victor-") as folder:
        path = Path(folder, one.id)
        with fsspec.open(one.name, "rb") as there, path.open("wb") as here:
            shutil.copyfileobj(there, here, 1 << 20)
        yield replace(one, path=path)
