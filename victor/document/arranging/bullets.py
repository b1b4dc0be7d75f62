"""Remove bullets and numbers that pages write as text at the start of list items."""

import re
from collections.abc import Sequence

from victor.document.parts import Part, blocks_in
from victor.text.regex import regex

CERTAIN = "•‣◦▪●■➢・◆◇"  # bullets and nothing else
BULLETS = frozenset("-*–·⁃∙" + CERTAIN)
# Before a number, some are minus or multiplication signs.
_BULLET = regex(rf"[-*–·⁃∙]\s+(?!\d)|[{CERTAIN}](?:\s+|(?=\w)|$)")
_FIRST_NUMBERS = frozenset(("1.", "1)", "1. ", "1) "))
_NUMBER = regex(r"(\d{1,3})[.)](?:\s+|$)")
_FEWEST = 2  # items with numbers


def without_bullets(parts: Sequence[Part], texts: Sequence[str]) -> None:
    """Remove bullets from the lists whose items all begin with the same one, and typed numbers.

    Args:
        parts: block-level parts; modified in place.
        texts: the page's texts; if none begins with a bullet or the first number, nothing is done.
    """
    starts = {text[:3] for text in texts}
    bulleted = any(start[:1] in BULLETS for start in starts)
    numbered = not starts.isdisjoint(_FIRST_NUMBERS)
    if bulleted or numbered:
        for part in blocks_in(parts):
            if part.kind == "list":
                lines = [_first_line(item) for item in part.parts]
                _remove([line for line in lines if line])
                if numbered and len(lines) >= _FEWEST and all(lines):
                    _number(part, [line for line in lines if line])


def begins_with_bullet(item: Part) -> bool:
    """Whether the text of an item begins with a bullet.

    Args:
        item: a list item.
    """
    line = _first_line(item)
    return line is not None and _BULLET.match(str(line.children[0])) is not None


def _first_line(item: Part) -> Part | None:
    """The paragraph at the start of an item, if it begins with text."""
    line = item.parts[0] if item.children else None
    if line is None or line.kind != "paragraph" or not line.children:
        return None
    return line if isinstance(line.children[0], str) else None


def _number(part: Part, lines: Sequence[Part]) -> None:
    """Make a list ordered if its items begin with all numbers from 1 on, and remove these."""
    found = [_NUMBER.match(str(line.children[0])) for line in lines]
    wanted = [str(number) for number in range(1, len(lines) + 1)]
    is_counted = part.get("start") != 1 or part.get("reversed")
    if [match and match[1] for match in found] != wanted or (part.get("ordered") and is_counted):
        return
    if any(item.get("number") is not None for item in part.parts):
        return
    part.attributes.update(ordered=True, start=1)
    _cut(lines, found)


def _remove(lines: Sequence[Part]) -> None:
    """Remove the bullets if all lines have the same one."""
    found = [_BULLET.match(str(line.children[0])) for line in lines]
    if len({match and match[0][0] for match in found}) == 1:
        _cut(lines, found)


def _cut(lines: Sequence[Part], found: Sequence[re.Match[str] | None]) -> None:
    """Remove what was found at the start of lines, but for lines with nothing else."""
    for line, match in zip(lines, found, strict=True):
        rest = match.string[match.end() :] if match else ""
        if match and (rest or len(line.children) > 1):
            line.children[:1] = [rest] if rest else []
