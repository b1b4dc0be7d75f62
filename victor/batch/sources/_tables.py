"""Rows of tables to records: which column is what."""

from collections.abc import Iterable, Mapping
from typing import Any

from victor.batch.chunk import Input, Reading
from victor.batch.record import DAMAGED, Record
from victor.errors import VictorError, did_you_mean

# The usual names, the likeliest first. Of `text` it cannot be known whether it is HTML.
NAMES: Mapping[str, tuple[str, ...]] = {
    "html": ("html", "raw_html", "content", "raw_content", "body", "page", "text"),
    "id": ("id", "doc_id", "warc_record_id", "WARC-Record-ID", "uuid"),
    "url": ("url", "uri", "target_uri", "warc_target_uri", "WARC-Target-URI", "link"),
    "date": ("date", "warc_date", "WARC-Date", "timestamp", "fetch_time", "crawl_date"),
}


def columns(said: Iterable[str]) -> dict[str, str]:
    """``html=NAME`` and so on, as the command line has them.

    Raises:
        VictorError: something else.
    """
    found = {}
    for one in said:
        key, equals, name = one.partition("=")
        if key not in NAMES or not equals or not name:
            what = "expected html=NAME, id=NAME, url=NAME or date=NAME"
            raise VictorError(f"--column {one}: {what}{did_you_mean(key, NAMES)}")
        found[key] = name
    return found


def chosen(there: Iterable[str], reading: Reading) -> dict[str, str]:
    """The columns of a table that are read: ``html`` and so on to its name for them."""
    names = set(there)
    given = {key: (name,) for key, name in reading.columns.items()}
    wanted = {key: next((n for n in given.get(key, usual) if n in names), None)
              for key, usual in NAMES.items()}  # fmt: skip
    return {key: name for key, name in wanted.items() if name is not None}


def record(row: Mapping[str, Any], at: int, one: Input, reading: Reading) -> Record:
    """The record of a row; ``at`` is its place in the input."""
    names = chosen(row, reading)
    place: dict[str, Any] = {"source": one.name, "offset": at, "target": f"{one.target}/{at:09d}"}
    for key in ("url", "date"):
        place[key] = _text(row[names[key]]) if key in names else None
    name = (_text(row[names["id"]]) if "id" in names else None) or f"{one.id}#{at}"
    html = row[names["html"]] if "html" in names else None
    if isinstance(html, str):
        html = html.encode("utf-8", "replace")
    if isinstance(html, bytes):
        return Record(name, html, **place)
    empty = f"column {names['html']!r} holds no text" if "html" in names else ""
    return Record(name, skip=f"{DAMAGED}: {empty or missing(row, reading)}", **place)


def missing(there: Iterable[str], reading: Reading) -> str:
    """That there is no page among the columns, and what there is."""
    wanted = reading.columns.get("html", "html")
    return f"no column {wanted!r}{did_you_mean(wanted, there)}"


def _text(value: object) -> str | None:
    return None if value is None else str(value)
