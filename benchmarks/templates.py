"""Generate pages of docs/: fill in the placeholders of NAME.in.md to write NAME.md."""

import re
from collections.abc import Mapping
from pathlib import Path

from victor.errors import VictorError

DOCS = Path(__file__).parent.parent / "docs"
_PLACE = re.compile(r"\{\{([\w-]+)\}\}")


def fill(name: str, parts: Mapping[str, str]) -> None:
    """Write docs/NAME.md: replace each ``{{part}}`` of docs/NAME.in.md by its text.

    A part that is not given keeps its text from the existing docs/NAME.md, as not everything is
    measured each time.

    Raises:
        VictorError: the page lacks a text of its template, so that its parts cannot be found.
    """
    template, page = DOCS / f"{name}.in.md", DOCS / f"{name}.md"
    text = template.read_text("utf-8")
    if _PLACE.search(text) and not parts.keys() >= set(_PLACE.findall(text)):
        try:
            parts = {**_present(text, page.read_text("utf-8")), **parts}
        except ValueError:
            hint = f"make the same change in {template.name}"
            raise VictorError(f"{page}: its text is not that of its template; {hint}") from None
    page.write_text(_PLACE.sub(lambda place: parts[place[1]], text), "utf-8")


def _present(template: str, page: str) -> dict[str, str]:
    """The parts of a page by name: the texts between the fixed texts of its template."""
    fixed = _PLACE.split(template)
    names, seen = fixed[1::2], 0
    found: dict[str, str] = {}
    for name, before, after in zip(names, fixed[:-1:2], fixed[2::2], strict=True):
        start = page.index(before, seen) + len(before)
        seen = page.index(after, start) if after.strip() else len(page) - len(after)
        found.setdefault(name, page[start:seen])
    return found
