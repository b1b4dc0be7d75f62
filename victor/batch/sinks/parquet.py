"""``parquet``: a table with one row per input, zstd-compressed. Needs the extra ``parquet``."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from victor.batch.record import Outcome, row
from victor.batch.sinks.base import DamagedError, Sink, replacing
from victor.errors import require
from victor.output.schema import COLUMNS, type_of

_GROUP = 1024  # rows


class Parquet(Sink):
    """Writes rows as a table; until :meth:`finish`, each chunk is an Arrow stream."""

    endings = (".parquet", ".pq")
    formats = ("jsonl",)
    requires = ("pyarrow.parquet", "parquet")

    def render(self, outcome: Outcome) -> dict[str, Any]:
        """The row of an input."""
        found = row(outcome, self.writing.model, self.writing.fields)
        if found.get(COLUMNS):
            found[COLUMNS] = {name: _text(value) for name, value in found[COLUMNS].items()}
        return found

    def _schema(self) -> Any:
        return schema({name: type_of(name) for name in self.writing.fields})

    def pack(self, pages: Sequence[dict[str, Any]]) -> bytes:
        """The rows of a chunk as an Arrow stream.

        Args:
            pages: the rows.
        """
        pa = require("pyarrow", "parquet")
        if not pages:
            return b""
        table = pa.Table.from_pylist([encodable(one) for one in pages], self._schema())
        out = pa.BufferOutputStream()
        options = pa.ipc.IpcWriteOptions(compression="lz4", use_threads=False)
        with pa.ipc.new_stream(out, table.schema, options=options) as stream:
            stream.write_table(table)
        return bytes(out.getvalue())

    def finish(self, part: Path, target: Path) -> None:
        """Convert the streams to row groups.

        Args:
            part: the file with the streams, which is removed.
            target: the output file.

        Raises:
            DamagedError: the file cannot be read.
            OSError: the output cannot be written.
        """
        parquet = require("pyarrow.parquet", "parquet")
        with (
            part.open("rb") as file,
            replacing(target) as out,
            parquet.ParquetWriter(
                out, self._schema(), compression="zstd", compression_level=self.writing.level
            ) as writer,
        ):
            for table in _groups(file, self._schema()):
                writer.write_table(table)
        part.unlink()


def _text(value: Any) -> str | None:
    """The value of another column, in JSON unless it is a text, as a map has values of one type."""
    return value if isinstance(value, str | None) else json.dumps(value, ensure_ascii=False)


def encodable(value: Any) -> Any:
    """Replace lone surrogates, which UTF-8 cannot encode, by question marks.

    Args:
        value: the value of a field.
    """
    if isinstance(value, dict):
        return {encodable(key): encodable(one) for key, one in value.items()}
    if isinstance(value, list):
        return [encodable(one) for one in value]
    return value.encode("utf-8", "replace").decode("utf-8") if isinstance(value, str) else value


def _groups(file: BinaryIO, schema: Any) -> Iterator[Any]:
    """Yield tables of ``_GROUP`` rows; the last may have fewer."""
    pa = require("pyarrow", "parquet")
    held, rows = [], 0
    for batch in _batches(file):
        held.append(batch)
        rows += len(batch)
        while rows >= _GROUP:
            table = pa.Table.from_batches(held, schema)
            yield table.slice(0, _GROUP)
            held = table.slice(_GROUP).to_batches()
            rows -= _GROUP
    if rows:
        yield pa.Table.from_batches(held, schema)


def _batches(file: BinaryIO) -> Iterator[Any]:
    pa = require("pyarrow", "parquet")
    size = os.fstat(file.fileno()).st_size
    while file.tell() < size:
        try:
            with pa.ipc.open_stream(file) as stream:
                yield from stream
        except (pa.ArrowException, OSError, ValueError) as error:
            raise DamagedError(str(error)) from None


def schema(fields: Mapping[str, Any]) -> Any:
    """The Arrow schema of rows.

    Args:
        fields: the types of fields by name, as in :data:`~victor.output.schema.ROW`.
    """
    pa = require("pyarrow", "parquet")
    return pa.schema([(name, _type(kind)) for name, kind in fields.items()])


def _type(kind: str | Mapping[str, str]) -> Any:
    """The Arrow type of a field: a list of structs, a list, a map or a plain type."""
    pa = require("pyarrow", "parquet")
    if not isinstance(kind, str):
        return pa.list_(pa.struct(schema(kind)))
    outer, _, inner = kind.removesuffix(">").partition("<")
    if outer == "map":
        return pa.map_(pa.string(), pa.type_for_alias(inner))
    return pa.list_(pa.type_for_alias(inner)) if inner else pa.type_for_alias(outer)
