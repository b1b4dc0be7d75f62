"""L3S-GN1 (Kohlschuetter, Fankhauser, Nejdl, 2010): ``original/`` and ``annotated/ID.html.gz``.

Annotated text is inside ``<span class="x-nc-selN">``; the innermost one determines its role.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from victor.evaluate.gold.marks import marked_segments
from victor.evaluate.gold.page import GoldPage, natural
from victor.files import read_bytes

_NAMES = ("other", "headline", "fulltext", "supplemental", "related", "comment")
_ROLES = {str(number): role for number, role in enumerate(_NAMES)}
MERGE = {
    "headline": "header",
    "fulltext": "paragraph",
    "supplemental": "paragraph",
    "related": "other",
    "comment": "paragraph",
}


def recognises(path: Path) -> bool:
    """Whether the path is a directory with ``annotated/`` and ``original/``."""
    return (path / "annotated").is_dir() and (path / "original").is_dir()


def read(path: Path) -> Iterator[GoldPage]:
    """The pages with an annotated copy, with their original HTML."""
    urls = _urls(path / "url-mapping.txt")
    for file in sorted((path / "annotated").glob("*.html.gz"), key=natural):
        id = file.name.partition(".")[0]
        yield GoldPage(
            id=id,
            html=read_bytes(path / "original" / file.name),
            url=urls.get(id),
            segments=marked_segments(read_bytes(file), _mark),
            complete=True,
            merge=MERGE,
        )


def _urls(file: Path) -> dict[str, str]:
    text = read_bytes(file).decode("utf-8", "replace") if file.is_file() else ""
    return dict(re.findall(r"<urn:uuid:([\w-]+)>\s+(\S+)", text))


def _mark(classes: str) -> str | None:
    match = re.search(r"\bx-nc-sel(\d)", classes)
    return _ROLES.get(match[1]) if match else None
