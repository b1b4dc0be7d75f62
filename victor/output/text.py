"""``text``: plain text, with blank lines between segments except for consecutive list items."""

from victor.config import LIST
from victor.document.document import Document

SUFFIX = ".txt"
SEPARATOR = "\n"


def render(document: Document) -> str:
    """The segments of the main content; empty if all blocks are boilerplate."""
    parts: list[str] = []
    before = ""
    for segment in document.segments:
        if parts:
            parts.append("\n" if segment.role == before == LIST else "\n\n")
        parts.append(segment.text)
        before = segment.role
    return "".join(parts) + "\n" if parts else ""
