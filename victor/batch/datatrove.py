"""Steps for datatrove pipelines, which run on one machine, on Slurm or on Ray.

    [Pages("crawl/*.warc.gz"), Clean("web"), Rows("cleaned")]

``Pages`` reads the same inputs as ``victor clean`` without decoding them, ``Clean`` turns them
into the same rows, and ``Rows`` writes the rows. Other steps can be added in between. Needs the
extra ``cluster``.
"""

import contextlib
import shutil
import signal
import tempfile
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from functools import lru_cache, partial
from itertools import groupby, islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from victor.batch.chunk import MAX_BYTES, TIMEOUT, Chunk, Input, Reading
from victor.batch.inputs import file_input, inputs
from victor.batch.many import check_limits
from victor.batch.record import Outcome, Record, clean_record, model_name, row
from victor.batch.sources import SOURCES, _tables
from victor.config.resources import DEFAULT_TASK
from victor.errors import TOO_LONG, VictorError, require, shown
from victor.output import jsonl
from victor.output.schema import FIELDS, ROW, check_fields
from victor.page.encodings import check_encoding

require("datatrove", "cluster")
from datatrove.data import Document, Media, MediaType  # noqa: E402 - after the check
from datatrove.pipeline.base import PipelineStep  # noqa: E402
from datatrove.pipeline.writers.disk_base import DiskWriter  # noqa: E402

if TYPE_CHECKING:
    from victor.pipeline import Cleaner

Documents = Iterator[Document]
_METADATA = tuple(field.name for field in fields(Record) if field.name not in ("id", "html"))


class Pages(PipelineStep):
    """Reads one document per input: its bytes as ``media``, the other fields as metadata.

    Each task reads its share of the files; if there are fewer files than tasks, each task reads all
    files and takes its share of the pages. Each page belongs to exactly one task.

    Args:
        names: as on the command line, or URLs (``s3://...``) that fsspec opens.
        kind: the source that reads all of them; by default, file endings determine it.
        columns: column names of tables by content: ``html``, ``id``, ``url`` and ``date``.
        max_bytes: skip larger pages.

    Raises:
        VictorError: an argument is invalid; raised before any task starts.
    """

    type = "📖 - READER"
    name = "Victor: pages"

    def __init__(
        self,
        *names: str,
        kind: str | None = None,
        columns: Mapping[str, str] | None = None,
        max_bytes: int = MAX_BYTES,
    ) -> None:
        super().__init__()
        _check_names(names)
        if kind is not None:
            SOURCES.find(kind)
        check_limits(None, max_bytes)
        self.names, self.kind = names, kind
        self.reading = Reading(_tables.from_argument(columns), max_bytes)

    def run(self, data: Documents | None = None, rank: int = 0, world_size: int = 1) -> Documents:
        """Yield the documents of previous steps, then those of this task.

        Args:
            data: from previous steps.
            rank: the number of this task.
            world_size: the number of tasks.
        """
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
            yield from SOURCES.find(part.kind)(self.reading).records(part)

    def _chunks(self, files: Sequence[Input]) -> Iterator[Chunk]:
        for (kind, remote), group in groupby(files, lambda one: (one.kind, _is_remote(one.name))):
            source = SOURCES.find(kind)(self.reading)
            if not remote:
                yield from source.chunks(group)
                continue
            for one in group:  # from a temporary local copy
                with _fetched(one) as copy:
                    yield from source.chunks((copy,))


class Clean(PipelineStep):
    """Cleans documents: replaces their text and adds the other fields of the row to the metadata.

    A page that fails becomes a row with a reason, as with ``victor clean``. No document is dropped,
    so that later filters can use ``metadata["status"]``. If the process dies (out of memory, a
    crash in a library), only its task fails.

    Args:
        model: see :func:`victor.load`, which each task calls.
        prefer: see :func:`victor.load`.
        encoding: overrides the encoding that header and page declare.
        max_bytes: skip larger pages.
        timeout: skip pages that take longer, in seconds.
        fields: of the row; ``id``, ``text`` and ``status`` are always included.
        options: further arguments of :func:`victor.load`, such as ``keep``.

    Raises:
        VictorError: the model does not exist, or an option or field is invalid; raised before any
            task starts.
    """

    type = "🧹 - CLEANER"
    name = "Victor: clean"

    def __init__(
        self,
        model: str = DEFAULT_TASK,
        prefer: str | float | None = None,
        encoding: str | None = None,
        max_bytes: int | None = MAX_BYTES,
        timeout: float | None = TIMEOUT,
        fields: Sequence[str] = FIELDS,
        **options: str | Sequence[str],
    ) -> None:
        super().__init__()
        self.load = partial(_loaded, model, prefer, **{k: _hashable(v) for k, v in options.items()})
        self.load()  # fail before any task starts
        check_encoding(encoding)
        check_limits(timeout, max_bytes)
        self.fields = tuple(dict.fromkeys(("id", "text", "status", *check_fields(fields))))
        self.encoding, self.max_bytes, self.timeout = encoding, max_bytes, timeout

    def run(self, data: Documents, rank: int = 0, world_size: int = 1) -> Documents:
        """Yield the cleaned documents.

        Args:
            data: from previous steps.
            rank: the number of this task.
            world_size: the number of tasks.
        """
        cleaner = self.load()
        for document in data:
            with self.track_time():
                outcome, values = self._cleaned(cleaner, as_record(document))
                self._count(outcome, values)
                _fill(document, values)
            yield document

    def _cleaned(self, cleaner: "Cleaner", record: Record) -> tuple[Outcome, dict[str, Any]]:
        render = partial(row, model=model_name(cleaner), fields=self.fields)
        try:
            with _within(self.timeout):
                return clean_record(cleaner, record, render, self.encoding, self.max_bytes)
        except _TooLongError:
            late = replace(record, skip=f"{TOO_LONG}: more than {self.timeout:g} s")
            return clean_record(cleaner, late, render)

    def _count(self, outcome: Outcome, values: Mapping[str, Any]) -> None:
        """Update the statistics: statuses, reasons, confidence, blocks and words per label.

        Blocks and words are counted only if the rows have blocks.
        """
        self.stat_update(outcome.status)
        if outcome.reason:
            self.stat_update(f"{outcome.status}: {outcome.reason.partition(':')[0]}")
        if outcome.result:
            self.stat_update("confidence", value=outcome.result.confidence, unit="page")
        words: Counter[str] = Counter()
        for block in values.get("blocks", ()):
            self.stat_update(f"blocks labelled {block['label']}")
            words[block["label"]] += len(block["text"].split())
        for label, count in words.items():
            self.stat_update(f"words labelled {label}", value=count, unit="page")


class Rows(DiskWriter):
    """Writes rows as lines of JSON, one file per task; rerunning a task replaces its file.

    Args:
        output_folder: a directory or URL.
        output_filename: the file name; ``${rank}`` stands for the number of the task.
        compression: gzip, zstd or None.
    """

    default_output_filename = "${rank}.jsonl"
    name = "Victor: rows"

    def __init__(
        self,
        output_folder: str,
        output_filename: str | None = None,
        compression: str | None = "gzip",
    ) -> None:
        super().__init__(output_folder, output_filename, compression, _adapted, mode="wb")

    def _write(self, document: dict[str, Any], file_handler: IO[bytes], _filename: str) -> None:
        file_handler.write(jsonl.line(document))


def _adapted(writer: Rows, document: Document) -> dict[str, Any]:
    return as_row(document)


def as_document(record: Record) -> Document:
    """Convert a record to a document."""
    media = Media(record.id, MediaType.DOCUMENT, record.url or "", media_bytes=record.html)
    return Document("", record.id, [media], {name: getattr(record, name) for name in _METADATA})


def as_record(document: Document) -> Record:
    """Convert a document to a record; its text is the HTML if :class:`Pages` did not read it."""
    html = next((one.media_bytes for one in document.media if one.media_bytes is not None), None)
    fields = {name: document.metadata[name] for name in _METADATA if name in document.metadata}
    if html is None:
        html = document.text.encode("utf-8", "replace")
    return Record(id=str(document.id or ""), html=html, **fields)


def as_row(document: Document) -> dict[str, Any]:
    """The row of a cleaned document, followed by the metadata that other steps added."""
    values = {**document.metadata, "id": document.id, "text": document.text}
    return {name: values[name] for name in (*ROW, *values) if name in values}


def _fill(document: Document, values: Mapping[str, Any]) -> None:
    document.text, document.media = values["text"], []
    others = {key: value for key, value in document.metadata.items() if key not in _METADATA}
    own = {key: value for key, value in values.items() if key not in ("id", "text")}
    document.metadata = {**others, **own}


@lru_cache(maxsize=4)
def _loaded(
    model: str, prefer: str | float | None, **options: str | tuple[str, ...] | None
) -> "Cleaner":
    from victor.pipeline import load

    return load(model, prefer, **options)  # type: ignore[arg-type]


def _hashable(value: Any) -> Any:
    """An option as a key of a cache; :func:`victor.load` checks its type."""
    return tuple(value) if isinstance(value, Iterable) and not isinstance(value, str) else value


class _TooLongError(BaseException):
    """A page took too long; not an ``Exception``, so that cleaning does not catch it."""


@contextlib.contextmanager
def _within(seconds: float | None) -> Iterator[None]:
    """Raise ``_TooLongError`` after ``seconds``; only in main threads, as others get no signals."""
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


def _check_names(names: Sequence[object]) -> None:
    """Raise a ``VictorError`` if there are no names, or one is not text."""
    if not names:
        raise VictorError("names: expected files, directories or URLs, found none")
    for name in names:
        if not isinstance(name, str):
            raise VictorError(f"names: expected a name as text, found {shown(name)}")


def _is_remote(name: str) -> bool:
    return "://" in name


def _files(names: Iterable[str], kind: str | None) -> Iterator[Input]:
    """Yield the inputs in order; remote ones have no path until they are fetched."""
    for name in names:
        if not _is_remote(name):
            yield from inputs([name], kind)
            continue
        import fsspec  # comes with datatrove

        found = sorted(file.full_name for file in fsspec.open_files(name))
        if not found:
            raise VictorError(f"{name}: no file matches")
        for one in found:
            yield file_input(one, one.rpartition("/")[2], kind)


@contextlib.contextmanager
def _fetched(one: Input) -> Iterator[Input]:
    import fsspec

    with tempfile.TemporaryDirectory(prefix="victor-") as folder:
        path = Path(folder, one.id)
        with fsspec.open(one.name, "rb") as remote, path.open("wb") as local:
            shutil.copyfileobj(remote, local, 1 << 20)
        yield replace(one, path=path)
