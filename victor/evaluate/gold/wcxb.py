"""WCXB (Foley, 2026): pages ``html/ID.html.gz`` with gold ``ground-truth/ID.json``."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from victor.config import HEADER, LIST
from victor.errors import VictorError, shown
from victor.evaluate.gold.align import tokens
from victor.evaluate.gold.page import GoldPage, GoldSegment, natural
from victor.files import read_bytes, read_text
from victor.text.regex import regex

_HEADING = regex(r"\s{0,3}#{1,6}\s+(.*)")
_ITEM = regex(r"\s*(?:[-*+•]|\d{1,3}[.)])\s+(.*)")
_TEXTS = ("url", "main_content", "main_content_markdown")
_LINK = regex(r"!?\[([^\]]*)\]\([^)]*\)")


def recognises(path: Path) -> bool:
    """Whether the path is a directory with ``html/`` and ``ground-truth/``."""
    return (path / "ground-truth").is_dir() and (path / "html").is_dir()


def read(path: Path) -> Iterator[GoldPage]:
    """The pages with gold, including those without main content, whose gold is empty."""
    for file in sorted((path / "ground-truth").glob("*.json"), key=natural):
        row = _read_json(file)
        page = path / "html" / f"{file.stem}.html.gz"
        gold = row["ground_truth"]
        yield GoldPage(
            id=file.stem,
            html=read_bytes(page),
            url=row.get("url"),
            segments=_segments(gold),
            kind=_page_type(row),
            reference=gold.get("main_content") or "",
        )


def _read_json(file: Path) -> dict[str, Any]:
    """The gold of a page; its texts are strings or None."""
    try:
        row = json.loads(read_text(file))
    except (ValueError, RecursionError) as error:
        raise VictorError(f"{file}: damaged: {error}") from None
    if not isinstance(row, dict) or not isinstance(row.get("ground_truth"), dict):
        raise VictorError(f"{file}: damaged: 'ground_truth' is missing")
    for name, value in (("url", row.get("url")), *row["ground_truth"].items()):
        if name in _TEXTS and not isinstance(value, str | None):
            found = f"{name!r}: expected text, found {shown(value)}"
            raise VictorError(f"{file}: damaged: {found}")
    return row


def _page_type(row: Any) -> str:
    """The page type; empty if none is stated."""
    for name in ("_internal", "page_type", "primary"):
        row = row.get(name) if isinstance(row, dict) else None
    return row if isinstance(row, str) else ""


def _segments(gold: dict[str, Any]) -> list[GoldSegment]:
    """The lines of the plain text; the Markdown identifies headings and list items."""
    roles = _markdown_roles(gold.get("main_content_markdown") or "")
    lines = (line.strip() for line in (gold.get("main_content") or "").splitlines())
    return [GoldSegment(_role(line, roles), line) for line in lines if line]


def _role(line: str, roles: dict[tuple[str, ...], str]) -> str:
    if role := roles.get(tuple(tokens(line))):
        return role
    return LIST if _ITEM.match(line) else "paragraph"


def _markdown_roles(markdown: str) -> dict[tuple[str, ...], str]:
    roles: dict[tuple[str, ...], str] = {}
    for line in markdown.splitlines():
        line = _LINK.sub(r"\1", line)
        for pattern, role in ((_HEADING, HEADER), (_ITEM, LIST)):
            if match := pattern.match(line):
                key = tuple(tokens(match[1]))
                roles.setdefault(key, role)
                roles.setdefault(tuple(tokens(line)), role)  # with the item's number
                break
    roles.pop((), None)
    return roles
