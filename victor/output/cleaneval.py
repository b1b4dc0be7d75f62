"""``cleaneval``: the format of the CleanEval shared task (2007)."""

import re

from victor.config import HEADER, LIST
from victor.document.document import Document
from victor.text.regex import regex

SUFFIX = ".txt"
SEPARATOR = "\n"
URL_LINE = regex(r"\A\s*URL:[^\n]*\n?", re.IGNORECASE)
MARKER = regex(r"<\s*([phl])\s*>", re.IGNORECASE)
_MARKERS = {HEADER: "<h>", LIST: "<l>"}


def render(document: Document) -> str:
    """A ``URL:`` line, then the segments, each after a ``<p>``, ``<h>`` or ``<l>`` tag."""
    segments = [f"{_MARKERS.get(one.role, '<p>')}{one.text}\n" for one in document.segments]
    return "\n".join([f"URL: {document.url or document.id}\n", *segments])
