"""CANOLA (KrdWrd, 2008): pages ``merged/ID.html.gz`` with annotations as classes of elements.

The class of a text's nearest marked ancestor is its mark: ``krdwrd-tag-1`` is boilerplate, ``-2``
uncertain, ``-3`` content; other ``krdwrd-tag-*`` are ties or errors and count as uncertain.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from victor.evaluate.gold.marks import marked_segments
from victor.evaluate.gold.page import GoldPage, natural
from victor.files import read_bytes
from victor.text.regex import regex

_WRAPPER = regex(rb"</?kw\b[^>]*>", re.IGNORECASE)
_CLASS = regex(rb"\s*\bkrdwrd-tag-[\w-]+")
_BASE = regex(rb"<base[^>]*href=[\"']?([^\"'>\s]+)", re.IGNORECASE)
_ROLES = {"1": "other", "3": "paragraph"}
MERGE = {"uncertain": "other"}


def recognises(path: Path) -> bool:
    """Whether the path is a directory with ``merged/`` and ``plan.canola``."""
    return (path / "merged").is_dir() and (path / "plan.canola").is_file()


def read(path: Path) -> Iterator[GoldPage]:
    """The annotated pages, with the annotation markup removed from their HTML."""
    for file in sorted((path / "merged").glob("*.html.gz"), key=natural):
        marked = read_bytes(file)
        base = _BASE.search(marked)
        yield GoldPage(
            id=file.name.partition(".")[0],
            html=_CLASS.sub(b"", _WRAPPER.sub(b"", marked)),
            url=base[1].decode("latin-1") if base else None,
            segments=marked_segments(marked, _mark),
            complete=True,
            merge=MERGE,
        )


def _mark(classes: str) -> str | None:
    match = re.search(r"krdwrd-tag-(\w+)", classes)
    return _ROLES.get(match[1], "uncertain") if match else None
