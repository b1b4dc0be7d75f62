"""``text``: plain text, a blank line between paragraphs, list items on lines of their own."""

from victor.config import LIST
from victor.document.document import Document

SUFFIX = ".txt"
SEPARATOR = "\n"


def render(document: Document) -> str:
    """The content alone."""
    parts: list[str] = []
    before = ""
    for segment in document.segments:
        if parts:
            parts.append("\n" if segment.role == before == LIST else "\n\n")
        parts.append(segment.text)
        before = segment.role
    return "".join(parts) + "\n" if parts else ""
