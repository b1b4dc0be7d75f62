"""``parquet``: tables with a column of pages, text or bytes. Needs the extra ``parquet``."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from victor.batch.chunk import RECORDS, Chunk, Input, lost
from victor.batch.record import DAMAGED, Record
from victor.batch.sources import _tables
from victor.batch.sources.base import Source, record_at
from victor.errors import VictorError, error_text, require


class Parquet(Source):
    """Reads a page from each row."""

    endings = (".parquet", ".pq")
    requires = ("pyarrow.parquet", "parquet")

    def _cut(self, one: Input) -> Iterator[Chunk]:
        """Cut a table into Arrow streams of a few rows, as workers cannot start in a row group."""
        parquet = require("pyarrow.parquet", "parquet")
        if one.path is None:
            raise VictorError("Parquet cannot be read from standard input: give a file")
        with parquet.ParquetFile(one.path, memory_map=False, pre_buffer=False) as file:
            names = _tables.choose(file.schema_arrow.names, self.reading)
            if "html" not in names:
                raise VictorError(
                    _tables.missing(file.schema_arrow.names, self.reading, _tables.OPTION)
                )
            _tables.check(file.schema_arrow.names, self.reading)
            wanted = None if self.reading.others else list(names.values())
            yield from _batches(one, file, wanted)

    def records(self, chunk: Chunk) -> Iterator[Record]:
        """A record for each row."""
        (one,) = chunk.inputs
        for at, reason in chunk.lost:
            yield record_at(one, at, skip=reason)
        for at, packed in chunk.data:
            for i, row in enumerate(_rows(packed)):
                yield _tables.record(row, at + i, one, self.reading)


def _batches(one: Input, file: Any, names: list[str] | None) -> Iterator[Chunk]:
    assert one.path is not None
    row_size = one.path.stat().st_size / max(1, file.metadata.num_rows)
    at = 0
    for group in range(file.num_row_groups):
        end = at + file.metadata.row_group(group).num_rows
        try:
            for batch in file.iter_batches(
                RECORDS, row_groups=[group], columns=names, use_threads=False
            ):
                size = round(row_size * len(batch))
                yield Chunk("parquet", (one,), data=((at, _packed(batch)),), size=size)
                at += len(batch)
        except (OSError, ValueError) as error:
            reason = f"{DAMAGED}: row group {group}, {end - at} rows: {error_text(error)}"
            yield lost(one, reason, at, round(row_size * (end - at)))
        at = end


def _packed(batch: Any) -> bytes:
    import pyarrow as pa

    out = pa.BufferOutputStream()
    with pa.ipc.new_stream(out, batch.schema) as stream:
        stream.write_batch(batch)
    return bytes(out.getvalue())


def _rows(packed: bytes) -> Iterator[dict[str, Any]]:
    pa = require("pyarrow", "parquet")
    with pa.ipc.open_stream(packed) as stream:
        for batch in stream:
            columns = dict(zip(reversed(batch.schema.names), reversed(batch.columns), strict=True))
            for i in range(len(batch)):  # the first of several columns with one name counts
                yield {name: _value(columns[name][i]) for name in batch.schema.names}


def _value(cell: Any) -> Any:
    """The value of a cell; if Python cannot represent it, its text, else its bytes, else None."""
    pa = require("pyarrow", "parquet")
    with suppress(pa.ArrowException, ValueError, OverflowError, LookupError, ImportError):
        return cell.as_py()
    with suppress(pa.ArrowException, ValueError):
        text = cell.cast(pa.string()).as_py()
        return None if text.startswith("<value out of range") else text
    with suppress(pa.ArrowException, ValueError, AttributeError):
        return cell.as_buffer().to_pybytes()
    return None
