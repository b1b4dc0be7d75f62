"""``jsonl``: one JSON object per page, on one line."""

import json
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from importlib import import_module
from operator import attrgetter
from typing import Any

from victor.document.document import Block, Document
from victor.document.metadata import Metadata
from victor.output import OUTPUTS, html, markdown, text
from victor.output.json import sources
from victor.output.schema import BLOCK, METADATA, PAGE, ROW

_dumps: Any = None
with suppress(ImportError):  # optional: faster, with the same output
    _dumps = import_module("orjson").dumps

SUFFIX = ".jsonl"
SEPARATOR = ""
_values = attrgetter(*BLOCK)
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def render(document: Document) -> str:
    """The row of a page as a JSON object, followed by a line feed."""
    return line(row(document)).decode()


def line(row: Mapping[str, Any]) -> bytes:
    """A row as a line of JSON in UTF-8, without spaces between its values.

    Args:
        row: ready for JSON; lone surrogates, which UTF-8 cannot encode, become question marks.
    """
    if _dumps is not None:
        with suppress(TypeError):  # a lone surrogate
            return bytes(_dumps(row)) + b"\n"
    return _encode(row).encode("utf-8", "replace") + b"\n"


def row(document: Document, fields: Collection[str] = PAGE) -> dict[str, Any]:
    """Fields of a page, ready for JSON, without those that depend on its source.

    Args:
        document: the labelled page.
        fields: names in :data:`~victor.output.schema.ROW`, and formats with options.
    """
    found = {name: value(document) for name, value in _FIELDS.items() if name in fields}
    found |= {name: OUTPUTS.find(name).render(document) for name in fields if name not in ROW}
    about = METADATA.keys() & fields
    if about == {"title"}:  # much faster than all metadata
        found["title"] = document.stated_title
    elif about:
        found |= {**stated(document.metadata), "sources": sources(document)}
    return {name: found[name] for name in fields if name in found}


def stated(metadata: Metadata) -> dict[str, Any]:
    """The metadata of a page, ready for JSON.

    Args:
        metadata: the metadata.
    """
    found = {name: getattr(metadata, name) for name in METADATA}
    found = {name: list(one) if isinstance(one, tuple) else one for name, one in found.items()}
    return found | {"sources": dict(metadata.sources)}


def _block(block: Block) -> dict[str, Any]:
    values = dict(zip(BLOCK, _values(block), strict=True))
    return values | {"score": round(block.score, 4)}


_FIELDS: Mapping[str, Callable[[Document], Any]] = {
    "id": attrgetter("id"),
    "url": attrgetter("url"),
    "text": text.render,
    "markdown": markdown.render,
    "html": html.render,
    "task": attrgetter("task"),
    "confidence": lambda document: round(document.confidence, 4),
    "blocks": lambda document: [_block(block) for block in document.blocks],
}
