"""``jsonl``: a JSON object per page, on one line."""

import json

from victor.output import text
from victor.output.document import Document

SUFFIX = ".jsonl"
SEPARATOR = ""


def render(document: Document) -> str:
    """The page's fields, and ``blocks`` with label, role, text, glue, score."""
    blocks = [
        {
            "label": block.label,
            "role": block.role,
            "text": block.text,
            "glue": block.glue,
            "score": round(block.score, 4),
        }
        for block in document.blocks
    ]
    row = {
        "id": document.id,
        "url": document.url,
        "title": document.title,
        "text": text.render(document),
        "task": document.task,
        "confidence": round(document.confidence, 4),
        "blocks": blocks,
    }
    return json.dumps(row, ensure_ascii=False) + "\n"
