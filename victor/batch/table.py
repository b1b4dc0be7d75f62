"""Clean a batch of a table, for systems that map functions over batches: :func:`clean_table`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, cast

from victor.batch.chunk import MAX_BYTES, Input, Reading
from victor.batch.record import clean_record, model_name, row
from victor.batch.sources import _tables
from victor.config.resources import DEFAULT_TASK
from victor.errors import VictorError, check_number, did_you_mean, shown
from victor.output.schema import FIELDS, check_fields, type_of

if TYPE_CHECKING:
    from victor.pipeline import Cleaner

_TABLE = Input("table", None, "table", "table", "table")


def clean_table(
    batch: Any,
    cleaner: "Cleaner | str | PathLike[str]" = DEFAULT_TASK,
    fields: Sequence[str] = FIELDS,
    columns: Mapping[str, str] | None = None,
    max_bytes: int = MAX_BYTES,
) -> Any:
    """Clean a batch of pages; returns their rows with the other columns of the batch.

    Args:
        batch: an Arrow table, or a mapping from column names to values, such as a dictionary of
            lists or arrays.
        cleaner: a cleaner from :func:`victor.load`, or a name that it accepts, which each process
            loads once.
        fields: the fields of the rows.
        columns: column names by content: ``html``, ``id``, ``url`` and ``date``; by default, the
            usual names.
        max_bytes: skip larger pages.

    Returns:
        An Arrow table if ``batch`` is one, otherwise a dictionary of lists. A field replaces the
        column of its name; the HTML column is omitted unless it is a field.

    Raises:
        VictorError: there is no HTML column, no such column, field or model.
    """
    fields = check_fields(fields)
    check_number("max_bytes", max_bytes, 1)
    reading = Reading(_tables.from_argument(columns), max_bytes)
    arrow = hasattr(batch, "to_pydict")
    values = batch.to_pydict() if arrow else _columns(batch)
    html = _tables.choose(values, reading).get("html")
    if html is None:
        raise VictorError(_tables.missing(values, reading))
    for key, name in reading.columns.items():
        if name not in values:
            raise VictorError(f"columns: {key}: no column {name!r}{did_you_mean(name, values)}")
    found = list(_rows(values, _loaded(cleaner), fields, reading))
    made = {name: [one[name] for one in found] for name in fields}
    kept = {name: value for name, value in values.items() if name not in {html, *made}}
    return _arrow(batch, kept, made) if arrow else {**kept, **made}


def _columns(batch: Any) -> dict[str, list[Any]]:
    """The columns of a mapping, or of a table with the same interface, as lists by name.

    Raises:
        VictorError: ``batch`` is not such a mapping, or its columns differ in length.
    """
    if not hasattr(batch, "keys"):
        raise VictorError(f"batch: expected a table or a mapping of columns, found {shown(batch)}")
    values: dict[str, list[Any]] = {}
    for name in batch:
        if not isinstance(name, str):
            raise VictorError(f"batch: expected the name of a column, found {shown(name)}")
        if isinstance(batch[name], str | bytes) or not isinstance(batch[name], Iterable):
            found = shown(batch[name])
            raise VictorError(f"batch: column {name!r}: expected a list of values, found {found}")
        values[name] = list(batch[name])
    sizes = {name: len(column) for name, column in values.items()}
    if len(set(sizes.values())) > 1:
        found = ", ".join(f"{name} {size}" for name, size in sizes.items())
        raise VictorError(f"batch: expected columns of one length, found {found}")
    return values


def _rows(
    values: Mapping[str, Sequence[Any]], cleaner: "Cleaner", fields: Sequence[str], reading: Reading
) -> Iterator[dict[str, Any]]:
    name = model_name(cleaner)
    for at, cells in enumerate(zip(*values.values(), strict=True)):
        record = _tables.record(dict(zip(values, cells, strict=True)), at, _TABLE, reading)
        yield clean_record(
            cleaner, record, lambda outcome: row(outcome, name, fields), None, reading.max_bytes
        )[1]


def _arrow(batch: Any, kept: Mapping[str, Any], made: Mapping[str, list[Any]]) -> Any:
    """The Arrow table, with types that do not depend on the values of this batch."""
    import pyarrow as pa

    from victor.batch.sinks.parquet import encodable, schema

    table = batch.select(list(kept))
    for field in schema({name: type_of(name) for name in made}):
        values = [encodable(value) for value in made[field.name]]
        table = table.append_column(field, pa.array(values, field.type))
    return table


def _loaded(cleaner: "Cleaner | str | PathLike[str]") -> "Cleaner":
    if callable(getattr(cleaner, "clean", None)):
        return cast("Cleaner", cleaner)
    if not isinstance(cleaner, str | PathLike):
        raise VictorError(f"cleaner: expected a Cleaner, a name or a path, found {shown(cleaner)}")
    return _by_name(fspath(cleaner))


@lru_cache(maxsize=4)
def _by_name(name: str) -> "Cleaner":
    from victor.pipeline import load

    return load(name)
