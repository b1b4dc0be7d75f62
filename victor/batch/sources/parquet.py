"""``parquet``: tables with a column of pages, text or bytes. Needs the extra ``parquet``."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from victor.batch.chunk import BYTES, RECORDS, Chunk, Input, Reading, lost
from victor.batch.record import DAMAGED, Record
from victor.batch.sources import _tables
from victor.batch.sources.base import Source, record_at
from victor.errors import VictorError, error_text, require


class Parquet(Source):
    """Reads a page from each row."""

    endings = (".parquet", ".pq")
    requires = ("pyarrow.parquet", "parquet")

    def check(self, one: Input) -> bool:
        """Check the columns in the schema of a table.

        Args:
            one: the file.

        Raises:
            VictorError: there is no such column, or the table is piped.
            OSError, ValueError: the file is not Parquet.
        """
        with self._opened(one) as file:
            _tables.check(file.schema_arrow.names, self.reading)
        return True

    def _opened(self, one: Input) -> Any:
        parquet = require("pyarrow.parquet", "parquet")
        if one.path is None or one.is_piped:
            raise VictorError("Parquet cannot be read from standard input or a pipe: give a file")
        return parquet.ParquetFile(one.path, memory_map=False, pre_buffer=False)

    def _cut(self, one: Input) -> Iterator[Chunk]:
        """Cut a table into Arrow streams of a few rows, as workers cannot start in a row group."""
        with self._opened(one) as file:
            _tables.check(file.schema_arrow.names, self.reading)
            names = _tables.choose(file.schema_arrow.names, self.reading)
            wanted = None if self.reading.others else list(names.values())
            yield from _batches(one, file, wanted, self.reading)

    def records(self, chunk: Chunk) -> Iterator[Record]:
        """A record for each row."""
        (one,) = chunk.inputs
        for at, reason in chunk.lost:
            yield record_at(one, at, skip=reason)
        for at, packed in chunk.data:
            for i, row in enumerate(_rows(packed)):
                yield _tables.record(row, at + i, one, self.reading)


def _batches(one: Input, file: Any, names: list[str] | None, reading: Reading) -> Iterator[Chunk]:
    assert one.path is not None
    row_size = one.path.stat().st_size / max(1, file.metadata.num_rows)
    at = 0
    for group in range(file.num_row_groups):
        end = at + file.metadata.row_group(group).num_rows
        try:
            for batch in file.iter_batches(
                RECORDS, row_groups=[group], columns=names, use_threads=False
            ):
                for part in _parts(batch):
                    size = round(row_size * len(part))
                    yield _chunk(one, at, part, size, reading)
                    at += len(part)
        except (OSError, ValueError) as error:
            reason = f"{DAMAGED}: row group {group}, {end - at} rows: {error_text(error)}"
            yield lost(one, reason, at, round(row_size * (end - at)))
        at = end


def _parts(batch: Any) -> Iterator[Any]:
    """Halve a batch until its parts are small enough for a chunk, or single rows."""
    half = len(batch) // 2
    if half == 0 or batch.nbytes <= BYTES:
        yield batch
        return
    for part in (batch.slice(0, half), batch.slice(half)):
        yield from _parts(part)


def _chunk(one: Input, at: int, part: Any, size: int, reading: Reading) -> Chunk:
    """The chunk of some rows; a row that is too large for a worker is lost."""
    if part.nbytes > max(BYTES, reading.most_sent):
        return lost(one, reading.too_large(part.nbytes), at, size)
    return Chunk("parquet", (one,), data=((at, _packed(part)),), size=size)


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
