"""The sources of the pages."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from victor.files import read_text

FOLDER = Path(__file__).parent / "pages"


class Source(NamedTuple):
    """A page as its author wrote it."""

    name: str
    title: str
    date: str
    author: str
    markdown: str  # the text below the title


@cache
def sources() -> list[Source]:
    """All pages."""
    return [_source(file) for file in sorted(FOLDER.glob("*.md"))]


def _source(file: Path) -> Source:
    _, head, markdown = read_text(file).split("---\n", 2)
    stated = dict(line.split(": ", 1) for line in head.splitlines())
    return Source(file.stem, stated["title"], stated["date"], stated["author"], markdown.strip())
