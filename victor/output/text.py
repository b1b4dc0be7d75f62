"""``text``: plain text with blank lines between parts, one line per list item and table row.

Code keeps its white space; cells are separated by tabs.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from victor.document.document import Document
from victor.document.parts import Part
from victor.document.plain import plain_text
from victor.output.grid import grid

SUFFIX = ".txt"
SEPARATOR = "\n"
OPTIONS = {"title": False}


def render(document: Document, **options: bool) -> str:
    """The page as plain text; without main content, only the title if it is requested.

    Args:
        document: the labelled page.
        options: see :data:`OPTIONS`.
    """
    text = None if options.get("title") or not document.content else plain_text(document.content)
    if text is None:
        lines = document.lines
        text = of_parts(document.titled(lines) if options.get("title") else lines)
    return f"{text}\n" if text else ""


def of_parts(parts: Iterable[Part | str]) -> str:
    """The text of block-level parts.

    Args:
        parts: see :mod:`victor.document.parts`.
    """
    return "\n\n".join(_blocks(parts))


def _blocks(parts: Iterable[Part | str]) -> Iterator[str]:
    """Yield the text of each block-level part with text."""
    for part in parts:
        assert isinstance(part, Part)
        if part.kind in _CONTAINERS:
            yield from _blocks(part.children)
        elif text := _block(part):
            yield text


def _block(part: Part) -> str:
    if part.kind == "list":
        return "\n".join(text for item in part.parts for text in _blocks(item.children))
    if part.kind == "definitions":
        return "\n".join(text for one in part.parts for text in _lines(one))
    if part.kind == "table":
        return "\n".join(filter(None, _table(part)))
    if part.kind == "footnote":
        return f"[{part.get('label')}] " + "\n".join(_blocks(part.children))
    text = _joined(part.children)
    return text if part.kind == "code" else _spaced(text)


def _spaced(text: str) -> str:
    """A text without superfluous spaces, such as those around omitted images."""
    text = text.strip()
    if "  " in text or " \n" in text:
        text = re.sub(" +(\n|(?= ))", r"\1", text)
    return text


def _lines(part: Part) -> Iterable[str]:
    return [_spaced(_joined(part.children))] if part.kind == "term" else _blocks(part.children)


def _table(table: Part) -> Iterator[str]:
    """The lines of a table: a caption above or below, and the rows."""
    first = [*takewhile(lambda part: part.kind != "row", table.parts)]
    last = [part for part in table.parts[len(first) :] if part.kind != "row"]
    yield from (_spaced(_joined(caption.children)) for caption in first)
    yield from map(_row, grid(table))
    yield from (_spaced(_joined(caption.children)) for caption in last)


def _row(cells: Sequence[Part | None]) -> str:
    """A row as a line; None for cells that others span."""
    texts = (" ".join(_blocks(cell.children)) if cell else "" for cell in cells)
    return "\t".join(" ".join(text.split()) for text in texts).rstrip("\t")


def _joined(children: Sequence[Part | str]) -> str:
    """The text of inline parts and strings."""
    if len(children) == 1 and isinstance(children[0], str):
        return children[0]
    return "".join([one if isinstance(one, str) else _inline(one) for one in children])


def _inline(part: Part) -> str:
    if part.kind == "break":
        return "\n"
    if part.kind == "formula":
        return f"${part.children[0]}$"
    return f"[{part.get('label')}]" if part.kind == "reference" else _joined(part.children)


_CONTAINERS = frozenset(("quotation", "figure", "post"))
