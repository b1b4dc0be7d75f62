"""Turn rows of tables into records."""

import math
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from victor.batch.chunk import Input, Reading
from victor.batch.record import DAMAGED, Record
from victor.batch.sources.base import record_at
from victor.errors import NOT_HTML, VictorError, did_you_mean, shown
from victor.output.schema import as_text, plain

# The usual names, the most specific first: `text` may be plain text.
NAMES: Mapping[str, tuple[str, ...]] = {
    "html": ("html", "raw_html", "content", "raw_content", "body", "page", "text"),
    "id": ("id", "doc_id", "warc_record_id", "WARC-Record-ID", "uuid"),
    "url": ("url", "uri", "target_uri", "warc_target_uri", "WARC-Target-URI", "link"),
    "date": ("date", "warc_date", "WARC-Date", "timestamp", "fetch_time", "crawl_date"),
}
OPTION = "--column html=NAME"
_MOST_LEVELS = 200  # of lists and mappings in a value


def columns(options: Iterable[str]) -> dict[str, str]:
    """Parse options such as ``html=NAME`` into column names by content.

    Args:
        options: the values of ``--column``.

    Raises:
        VictorError: an option is malformed.
    """
    found = {}
    for one in options:
        key, equals, name = one.partition("=")
        if key not in NAMES or not equals or not name:
            what = "expected html=NAME, id=NAME, url=NAME or date=NAME"
            raise VictorError(f"--column {one}: {what}{did_you_mean(key, NAMES)}")
        found[key] = name
    return found


def from_argument(given: object) -> Mapping[str, str]:
    """The column names by content that a caller from Python gives; empty if it is None.

    Args:
        given: the argument ``columns``.

    Raises:
        VictorError: it is not a mapping from known contents to names.
    """
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise VictorError(
            f"columns: expected a mapping like {{'html': NAME}}, found {shown(given)}"
        )
    for key, name in given.items():
        if key not in NAMES:
            raise VictorError(f"columns: unknown key {shown(key)}{did_you_mean(str(key), NAMES)}")
        if not isinstance(name, str):
            raise VictorError(f"columns: {key}: expected the name of a column, found {shown(name)}")
    return given


def choose(available: Iterable[str], reading: Reading) -> dict[str, str]:
    """The names of the columns to read, by content, among those ``available`` in the table."""
    names = set(available)
    given = {key: (name,) for key, name in reading.columns.items()}
    wanted = {key: next((n for n in given.get(key, usual) if n in names), None)
              for key, usual in NAMES.items()}  # fmt: skip
    return {key: name for key, name in wanted.items() if name is not None}


def check(available: Iterable[str], reading: Reading) -> None:
    """Raise a ``VictorError`` if a table lacks a column that is needed.

    Args:
        available: the columns of the table.
        reading: contains the names from ``--column``.
    """
    names = set(available)
    for key, name in reading.columns.items():
        if name not in names:
            option = f"--column {key}={name}"
            raise VictorError(f"{option}: no such column{did_you_mean(name, names)}")
    if "html" not in choose(names, reading):
        raise VictorError(missing(names, reading, OPTION))


def is_complete(available: Iterable[str], reading: Reading) -> bool:
    """Whether a table has all columns that are needed; see :func:`check`."""
    names = set(available)
    return {*reading.columns.values()} <= names and "html" in choose(names, reading)


def record(row: Mapping[str, Any], at: int, one: Input, reading: Reading) -> Record:
    """The record of the row at position ``at`` of an input."""
    names = choose(row, reading)
    column = names.pop("html", None)
    html = row[column] if column else None
    deep = next((name for name in (row if reading.others else names.values())
                 if _is_deep(row[name])), None)  # fmt: skip
    if deep is not None:
        return record_at(one, at, skip=f"{DAMAGED}: column {deep!r} is nested too deeply")
    fields: dict[str, Any] = {
        key: as_text(row[name]) for key, name in names.items() if not _is_missing(row[name])
    }
    if not fields.get("id"):
        fields.pop("id", None)
    if reading.others:
        used = {column, *names.values()}
        fields["columns"] = {name: plain(value) for name, value in row.items() if name not in used}
    if isinstance(html, str):
        html = html.encode("utf-8", "replace")
    if isinstance(html, bytes):
        return record_at(one, at, html=html, **fields)
    return record_at(one, at, skip=_skip_reason(row, column, reading), **fields)


def _is_deep(value: object) -> bool:
    """Whether a value has more levels than functions that call themselves can read."""
    level: list[object] = [value]
    for _ in range(_MOST_LEVELS):
        level = [inner for one in level if isinstance(one, list | tuple | Mapping)
                 for inner in (one.values() if isinstance(one, Mapping) else one)]  # fmt: skip
        if not level:
            return False
    return True


def _skip_reason(row: Mapping[str, Any], column: str | None, reading: Reading) -> str:
    """Why a row has no page; null is normal in crawls, and no failure."""
    if not column:
        return f"{DAMAGED}: {missing(row, reading, OPTION)}"
    if _is_missing(row[column]):
        return f"{NOT_HTML}: column {column!r} is null"
    return f"{DAMAGED}: column {column!r} has no text"


def _is_missing(value: object) -> bool:
    """Whether a value is None, NaN, or NA or NaT of pandas."""
    if isinstance(value, float | np.floating):
        return math.isnan(value)
    return value is None or type(value).__name__ in ("NAType", "NaTType")


def missing(available: Iterable[str], reading: Reading, option: str = "") -> str:
    """The message for a table without an HTML column.

    Args:
        available: the columns of the table.
        reading: may contain the name of the column.
        option: how to name it.
    """
    wanted = reading.columns.get("html", "html")
    hint = f" ({option})" if option and "html" not in reading.columns else ""
    return f"no column {wanted!r}{hint}{did_you_mean(wanted, available)}"
