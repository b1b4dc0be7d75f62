"""``jsonl``: a JSON object per page, on one line."""

import json
from typing import Any

from victor.document.document import Document
from victor.output import text

SUFFIX = ".jsonl"
SEPARATOR = ""


def render(document: Document) -> str:
    """The row as one line."""
    return json.dumps(row(document), ensure_ascii=False) + "\n"


def row(document: Document) -> dict[str, Any]:
    """The page's fields, and ``blocks`` with label, role, text, space_before, score."""
    blocks = [
        {
            "label": block.label,
            "role": block.role,
            "text": block.text,
            "space_before": block.space_before,
            "score": round(block.score, 4),
        }
        for block in document.blocks
    ]
    return {
        "id": document.id,
        "url": document.url,
        "title": document.title,
        "text": text.render(document),
        "task": document.task,
        "confidence": round(document.confidence, 4),
        "blocks": blocks,
    }
