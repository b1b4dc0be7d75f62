"""``parquet``: tables with the page in a column, as text or bytes. Needs the extra ``parquet``."""

from collections.abc import Iterable, Iterator
from typing import Any

from victor.batch.chunk import RECORDS, Chunk, Input, Reading, lost
from victor.batch.record import DAMAGED, UNREADABLE, Record
from victor.batch.sources import _tables
from victor.errors import VictorError, require

ENDINGS: tuple[str, ...] = (".parquet", ".pq")


def chunks(inputs: Iterable[Input], reading: Reading) -> Iterator[Chunk]:
    """Some rows each, as an Arrow stream: rows in the middle of a file cannot be begun with."""
    parquet = require("pyarrow.parquet", "parquet")
    for one in inputs:
        if one.path is None:
            yield lost(one, f"{UNREADABLE}: Parquet has its index at the end: give a file")
            continue
        try:
            with parquet.ParquetFile(one.path, memory_map=False, pre_buffer=False) as file:
                yield from _cut(one, file, reading)
        except (OSError, ValueError, VictorError) as error:
            yield lost(one, f"{UNREADABLE}: {_said(error)}")


def _cut(one: Input, file: Any, reading: Reading) -> Iterator[Chunk]:
    names = _tables.chosen(file.schema_arrow.names, reading)
    if "html" not in names:
        raise VictorError(_tables.missing(file.schema_arrow.names, reading))
    total = max(1, file.metadata.num_rows)
    assert one.path is not None
    share = one.path.stat().st_size / total
    at = 0
    for group in range(file.num_row_groups):
        end = at + file.metadata.row_group(group).num_rows
        try:
            for batch in file.iter_batches(
                RECORDS, row_groups=[group], columns=list(names.values()), use_threads=False
            ):
                size = round(share * len(batch))
                yield Chunk("parquet", (one,), data=((at, _packed(batch)),), size=size)
                at += len(batch)
        except (OSError, ValueError) as error:
            why = f"{DAMAGED}: row group {group}, {end - at} rows: {_said(error)}"
            yield lost(one, why, at, round(share * (end - at)))
        at = end


def _packed(batch: Any) -> bytes:
    import pyarrow as pa

    out = pa.BufferOutputStream()
    with pa.ipc.new_stream(out, batch.schema) as stream:
        stream.write_batch(batch)
    return bytes(out.getvalue())


def records(chunk: Chunk, reading: Reading) -> Iterator[Record]:
    """A record for each row."""
    (one,) = chunk.inputs
    for at, why in chunk.lost:
        target = f"{one.target}/{at:09d}"
        yield Record(f"{one.id}#{at}", source=one.name, offset=at, target=target, skip=why)
    for at, packed in chunk.data:
        for i, row in enumerate(_rows(packed)):
            yield _tables.record(row, at + i, one, reading)


def _rows(packed: bytes) -> Iterator[dict[str, Any]]:
    pa = require("pyarrow", "parquet")
    with pa.ipc.open_stream(packed) as stream:
        for batch in stream:
            for i in range(len(batch)):
                yield {name: batch[name][i].as_py() for name in batch.schema.names}


def _said(error: Exception) -> str:
    return " ".join(str(getattr(error, "strerror", None) or error).split())[:200]
