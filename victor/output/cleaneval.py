"""``cleaneval``: the format of the CleanEval shared task (2007)."""

from victor.config import HEADER, LIST
from victor.document.document import Document

SUFFIX = ".txt"
SEPARATOR = "\n"
_MARKS = {HEADER: "<h>", LIST: "<l>"}


def render(document: Document) -> str:
    """A ``URL:`` line, then each segment after ``<p>``, ``<h>`` or ``<l>``."""
    segments = [f"{_MARKS.get(one.role, '<p>')}{one.text}\n" for one in document.segments]
    return "\n".join([f"URL: {document.url or document.id}\n", *segments])
