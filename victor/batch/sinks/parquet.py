"""``parquet``: a row per input in a table, packed by zstd. Needs the extra ``parquet``."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from victor.batch.record import Outcome, row
from victor.errors import require

if TYPE_CHECKING:
    from victor.batch.sinks import Writing

ENDINGS: tuple[str, ...] = (".parquet", ".pq")
FORMATS: tuple[str, ...] = ("jsonl",)
_GROUP = 1024  # rows


def check(writing: "Writing") -> None:
    """Arrow writes."""
    require("pyarrow.parquet", "parquet")


def begin(writing: "Writing") -> bytes:
    """Nothing."""
    return b""


def render(outcome: Outcome, writing: "Writing") -> dict[str, Any]:
    """The row."""
    return row(outcome, writing.model)


def pack(pages: Sequence[dict[str, Any]], writing: "Writing") -> bytes:
    """Rows as a stream of Arrow."""
    pa = require("pyarrow", "parquet")
    if not pages:
        return b""
    table = pa.Table.from_pylist([_clean(one) for one in pages], _schema())
    out = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression="zstd", use_threads=False)
    with pa.ipc.new_stream(out, table.schema, options=options) as stream:
        stream.write_table(table)
    return bytes(out.getvalue())


def _clean(value: Any) -> Any:
    """Without half surrogate pairs, which UTF-8 cannot say."""
    if isinstance(value, dict):
        return {key: _clean(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_clean(one) for one in value]
    return value.encode("utf-8", "replace").decode("utf-8") if isinstance(value, str) else value


def finish(strung: Path, target: Path, writing: "Writing") -> None:
    """Streams to groups of rows."""
    parquet = require("pyarrow.parquet", "parquet")
    aside = target.with_name(target.name + ".whole")
    with strung.open("rb") as file, aside.open("wb") as out:
        with parquet.ParquetWriter(out, _schema(), compression="zstd") as writer:
            for table in _groups(file):
                writer.write_table(table)
        out.flush()
        os.fsync(out.fileno())
    aside.replace(target)
    strung.unlink()


def _groups(file: BinaryIO) -> Iterator[Any]:
    """Tables of as many rows as a group has, the last of fewer."""
    pa = require("pyarrow", "parquet")
    held, rows = [], 0
    for batch in _batches(file):
        held.append(batch)
        rows += len(batch)
        while rows >= _GROUP:
            table = pa.Table.from_batches(held, _schema())
            yield table.slice(0, _GROUP)
            held = table.slice(_GROUP).to_batches()
            rows -= _GROUP
    if rows:
        yield pa.Table.from_batches(held, _schema())


def _batches(file: BinaryIO) -> Iterator[Any]:
    pa = require("pyarrow", "parquet")
    size = os.fstat(file.fileno()).st_size
    while file.tell() < size:
        with pa.ipc.open_stream(file) as stream:
            yield from stream


def _schema() -> Any:
    pa = require("pyarrow", "parquet")
    text = pa.string()
    block = {
        "label": text,
        "role": text,
        "text": text,
        "space_before": pa.bool_(),
        "score": pa.float32(),
    }
    fields = dict.fromkeys(("id", "url", "date", "title", "language", "text", "status"), text)
    fields |= {"reason": text, "confidence": pa.float64(), "source": text, "offset": pa.int64()}
    fields |= dict.fromkeys(("task", "model", "version"), text)
    return pa.schema([*fields.items(), ("blocks", pa.list_(pa.struct(list(block.items()))))])
