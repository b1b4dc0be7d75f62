"""Remove bullets and numbers that pages write as text at the start of list items."""

import re
from collections.abc import Sequence, Set

from victor.document.parts import Part, blocks_in
from victor.text.characters import DIGITS
from victor.text.regex import regex

CERTAIN = "•‣◦▪●■➢・◆◇▢"  # bullets and nothing else
_POSSIBLE = "-*–·⁃∙"
BULLETS = frozenset(_POSSIBLE + CERTAIN)
# Before a number, some are minus or multiplication signs.
_BULLET = regex(rf"[{_POSSIBLE}]\s+(?!\d)|[{CERTAIN}](?:\s+|(?=\w)|$)")
_ONES = DIGITS[1::10]
_FIRST = regex(rf"[{_ONES}](?:$|[.)、．）]|\s?[-–])|[(（][{_ONES}][)）]")
_OF_FIRST = frozenset((*_ONES, *"(（"))
# Numbers such as "1.", "1)", "(1)" and "1、", but not those of "1.5" and "1.jpg"; in Arabic, "1-".
NUMBER = regex(r"[(（]?(\d{1,3})(?:[.)、．）](?=\s|[^\W\da-z_]|$)|\s?[-–](?=\s?[\u0600-\u06ff]|$))")
_NUMBER = regex(rf"{NUMBER.pattern}\s*")
_LONE_BULLET, _LONE_NUMBER = regex(rf"[{_POSSIBLE}]$"), regex(r"(\d{1,3})$")  # whole paragraphs
_FEWEST = 2  # items with numbers


def without_bullets(parts: Sequence[Part], texts: Sequence[str], starts: Set[str]) -> None:
    """Remove bullets from the lists whose items all begin with the same one, and typed numbers.

    Args:
        parts: block-level parts; modified in place.
        texts: the page's texts; if none begins with a bullet or the first number, nothing is done.
        starts: their first characters.
    """
    bulleted = not starts.isdisjoint(BULLETS)
    numbered = not starts.isdisjoint(_OF_FIRST)
    numbered = numbered and any(_FIRST.match(text) for text in texts if text[:1] in _OF_FIRST)
    if bulleted or numbered:
        for part in blocks_in(parts):
            if part.kind == "list":
                items = [item for item in part.parts if _first_line(item)]
                _remove(items)
                if numbered and len(items) >= _FEWEST and len(items) == len(part.parts):
                    _number(part, items)


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


def _number(part: Part, items: Sequence[Part]) -> None:
    """Make a list ordered if its items begin with all numbers from 1 on, and remove these."""
    found = [_match(_NUMBER, _LONE_NUMBER, item) for item in items]
    wanted = [*range(1, len(items) + 1)]
    is_counted = part.get("start") != 1 or part.get("reversed")
    if [match and int(match[1]) for match in found] != wanted or (
        part.get("ordered") and is_counted
    ):
        return
    if any(item.get("number") is not None for item in items):
        return
    part.attributes.update(ordered=True, start=1)
    _cut(items, found)


def _remove(items: Sequence[Part]) -> None:
    """Remove the bullets if all items have the same one, and those that are lines of their own."""
    found = [_match(_BULLET, _LONE_BULLET, item) for item in items]
    if len({match and match[0][0] for match in found}) == 1:
        _cut(items, found)
    else:
        _cut(items, [match if match and _is_lone(match) else None for match in found])


def _is_lone(match: re.Match[str]) -> bool:
    """Whether a text is nothing but a bullet."""
    return match.string.strip() in BULLETS


def _match(marker: re.Pattern[str], lone: re.Pattern[str], item: Part) -> re.Match[str] | None:
    """The marker at the start of an item that begins with text."""
    start = str(item.parts[0].children[0])
    return marker.match(start) or (lone.match(start) if _is_alone(item) else None)


def _is_alone(item: Part) -> bool:
    """Whether the first text of an item is a whole paragraph, before other parts."""
    return len(item.parts[0].children) == 1 and len(item.children) > 1


def _cut(items: Sequence[Part], found: Sequence[re.Match[str] | None]) -> None:
    """Remove what was found at the start of items, but for items with nothing else."""
    for item, match in zip(items, found, strict=True):
        line, rest = item.parts[0], match.string[match.end() :] if match else ""
        if match and (rest or len(line.children) > 1):
            line.children[:1] = [rest] if rest else []
        elif match and _is_alone(item):
            del item.children[0]
