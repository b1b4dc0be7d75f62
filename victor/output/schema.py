"""The fields of rows in JSON lines and Parquet, in order, with the names of their Arrow types."""

import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

from victor.errors import VictorError, did_you_mean, shown
from victor.output import OUTPUTS

BLOCK = {
    "label": "string",
    "role": "string",
    "text": "string",
    "space_before": "bool",
    "score": "float32",
}
# Metadata that a page states: the fields of `Metadata`, and `author`, the authors joined.
METADATA = {
    "title": "string",
    "authors": "list<string>",
    "author": "string",
    "date": "string",
    "modified": "string",
    "site": "string",
    "description": "string",
    "language": "string",
    "image": "string",
    "licence": "string",
    "tags": "list<string>",
    "page_type": "string",
    "page_type_probability": "float64",
    "robots": "list<string>",
    "sources": "map<string>",
}
ROW: dict[str, str | dict[str, str]] = {
    "id": "string",
    "url": "string",
    "crawl_date": "string",
    **METADATA,
    "text": "string",
    "markdown": "string",
    "html": "string",
    "status": "string",
    "reason": "string",
    "confidence": "float64",
    "source": "string",
    "offset": "int64",
    "task": "string",
    "model": "string",
    "version": "string",
    "columns": "map<string>",
    "blocks": BLOCK,  # a list of these
}
# The same text in other formats: included on request only, like the other columns of a table.
FORMATS = ("markdown", "html")
COLUMNS = "columns"
FIELDS = tuple(name for name in ROW if name not in (*FORMATS, COLUMNS))
# The fields of a page without a source, as in the output `jsonl`.
PAGE = ("id", "url", *METADATA, "text", "task", "confidence", "blocks")


def plain(value: Any, digits: int | None = None) -> Any:
    """A value, ready for JSON: None for numbers that are not finite, lists, mappings, or text.

    Args:
        value: any value.
        digits: decimal places of floating-point numbers; None to keep all.
    """
    if isinstance(value, float):
        return _number(value, digits)
    if isinstance(value, str | int | None):
        return value
    if isinstance(value, Mapping):
        return {as_text(key): plain(one, digits) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one, digits) for one in value]
    return as_text(value)


def _number(value: float, digits: int | None) -> float | None:
    """A number, rounded if ``digits`` are given; None if it is not finite."""
    if not math.isfinite(value):
        return None
    return value if digits is None else round(float(value), digits)


def as_text(value: object) -> str:
    """A value as text; bytes are UTF-8."""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def type_of(field: str) -> str | dict[str, str]:
    """The type of a field, which may be a format with options."""
    return ROW.get(field, "string")


def _is_format(field: str, option: str) -> bool:
    """Whether a field is the text in a format with options, such as ``markdown-links``.

    Raises:
        VictorError: the format does not have these options.
    """
    plain = re.split("[+-]", field, maxsplit=1)[0]
    if field == plain or plain not in ("text", *FORMATS):
        return False
    try:
        return OUTPUTS.find(field) is not None
    except VictorError as error:
        raise VictorError(f"{option}: {error}") from None


def check_fields(given: object, option: str = "fields") -> tuple[str, ...]:
    """Check field names, from any iterable except a string, and return them as a tuple.

    Args:
        given: the names.
        option: the name of the option, for messages.

    Raises:
        VictorError: ``given`` is not a list of names, or a name is neither in :data:`ROW` nor a
            format with options.
    """
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise VictorError(f"{option}: expected a list of names, found {shown(given)}")
    names = tuple(given)
    for name in names:
        if not isinstance(name, str):
            raise VictorError(f"{option}: expected names, found {shown(name)}")
        if name not in ROW and not _is_format(name, option):
            raise VictorError(f"{option}: unknown field {name!r}{did_you_mean(name, ROW)}")
    return names
