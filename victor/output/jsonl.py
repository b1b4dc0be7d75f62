"""``jsonl``: one JSON object per page, on one line."""

import json
from operator import attrgetter
from typing import Any

from victor.document.document import Block, Document
from victor.output import text
from victor.output.schema import BLOCK, PAGE

SUFFIX = ".jsonl"
SEPARATOR = ""
_values = attrgetter(*BLOCK)


def render(document: Document) -> str:
    """The row of a page as a JSON object and a line feed."""
    return json.dumps(row(document), ensure_ascii=False) + "\n"


def row(document: Document) -> dict[str, Any]:
    """The fields :data:`~victor.output.schema.PAGE` of a page, ready for JSON.

    Args:
        document: the labelled page.
    """
    values = {
        "text": text.render(document),
        "confidence": round(document.confidence, 4),
        "blocks": [_block(block) for block in document.blocks],
    }
    return {name: values[name] if name in values else getattr(document, name) for name in PAGE}


def _block(block: Block) -> dict[str, Any]:
    values = dict(zip(BLOCK, _values(block), strict=True))
    return values | {"score": round(block.score, 4)}
