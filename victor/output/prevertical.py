"""``prevertical``: the input of tokenisers for corpus managers such as Sketch Engine.

One ``doc`` per page with its metadata, and one ``p`` per paragraph, heading, list item, table or
code block. Tags are on separate lines, as in the output of SpiderLing.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from victor.document.document import Document
from victor.document.parts import Part
from victor.output.markup import attributes, escape, permitted
from victor.output.text import of_parts

SUFFIX = ".prevert"
SEPARATOR = ""
OPTIONS = {"title": False}
_FIELDS = ("title", "author", "date", "site", "language", "licence")
_DIVIDED = frozenset("list item definitions definition quotation figure".split())


def render(document: Document, title: bool = OPTIONS["title"]) -> str:
    """The page as a ``doc``; empty attributes are omitted.

    Args:
        document: the labelled page.
        title: begin with the title unless the main content contains it.
    """
    parts = document.titled(document.lines) if title else document.lines
    body = "".join(
        f"<p{attributes(heading='1' if part.kind == 'heading' else None)}>\n{escape(text)}\n</p>\n"
        for part in _paragraphs(parts)
        if (text := of_parts([part]))
    )
    return permitted(f"<doc{attributes(**_about(document))}>\n{body}</doc>\n")


def _about(document: Document) -> dict[str, Any]:
    """The attributes of the page; None if unknown."""
    metadata = document.metadata
    fields = {name: getattr(metadata, name) or None for name in _FIELDS}
    return {"id": document.id, "url": document.url, **fields, "type": metadata.page_type}


def _paragraphs(parts: Iterable[Part | str]) -> Iterator[Part]:
    """Yield the smallest block-level parts with text of their own."""
    for part in parts:
        assert isinstance(part, Part)
        if part.kind in _DIVIDED:
            yield from _paragraphs(part.children)
        else:
            yield part
