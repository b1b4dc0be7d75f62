"""CANOLA (KrdWrd, 2008): ``merged/ID.html.gz``, text below elements marked by annotators.

A text's mark is that of its nearest marked ancestor: ``krdwrd-tag-1`` boilerplate, ``-2`` uncertain,
``-3`` content; other ``krdwrd-tag-*`` are ties or errors, taken as uncertain.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from victor.evaluate.gold.marks import marked_segments
from victor.evaluate.gold.page import GoldPage, natural
from victor.files import read_bytes

_WRAPPER = re.compile(rb"</?kw\b[^>]*>", re.IGNORECASE)
_CLASS = re.compile(rb"\s*\bkrdwrd-tag-[\w-]+")
_BASE = re.compile(rb"<base[^>]*href=[\"']?([^\"'>\s]+)", re.IGNORECASE)
_ROLES = {"1": "other", "3": "paragraph"}
MERGE = {"uncertain": "other"}


def recognises(path: Path) -> bool:
    """The folder of merged pages and the plan of which pages there are."""
    return (path / "merged").is_dir() and (path / "plan.canola").is_file()


def read(path: Path) -> Iterator[GoldPage]:
    """Every page; the annotators' marks are taken out of the HTML."""
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
    found = re.search(r"krdwrd-tag-(\w+)", classes)
    return _ROLES.get(found[1], "uncertain") if found else None
