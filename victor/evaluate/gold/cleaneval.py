"""CleanEval 2007: pages ``input/ID.html`` with gold text ``GoldStandard/ID.txt``."""

from collections.abc import Iterator
from pathlib import Path

from victor.config import HEADER, LIST
from victor.evaluate.gold.page import GoldPage, GoldSegment, natural
from victor.files import read_bytes
from victor.output.cleaneval import MARKER, URL_LINE
from victor.page import read_page
from victor.page.encodings import decode

_ROLES = {"p": "paragraph", "h": HEADER, "l": LIST}


def recognises(path: Path) -> bool:
    """Whether the path is a directory with ``input/`` and ``GoldStandard/``."""
    return (path / "GoldStandard").is_dir() and (path / "input").is_dir()


def read(path: Path) -> Iterator[GoldPage]:
    """The pages with gold text, in numeric order."""
    for file in sorted((path / "GoldStandard").glob("*.txt"), key=natural):
        source = read_bytes(path / "input" / f"{file.stem}.html")
        gold, _ = decode(read_bytes(file))
        url = read_page(source).url
        yield GoldPage(id=file.stem, html=source, url=url, segments=_segments(gold))


def _segments(gold: str) -> list[GoldSegment]:
    """The segments of a file in CleanEval's format; text before the first marker is a paragraph."""
    first, *rest = MARKER.split(URL_LINE.sub("", gold))
    marks = [("p", first), *zip(rest[::2], rest[1::2], strict=True)]
    return [
        GoldSegment(_ROLES[mark.lower()], " ".join(text.split()))
        for mark, text in marks
        if text.strip()
    ]
