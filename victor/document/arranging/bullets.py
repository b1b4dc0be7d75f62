"""Remove bullets that pages write as text at the start of list items."""

from collections.abc import Sequence
from itertools import chain

from victor.document.parts import Part
from victor.text.regex import regex

CERTAIN = "•‣◦▪●■➢"  # bullets and nothing else
BULLETS = frozenset("-*–·⁃∙" + CERTAIN)
# Before a number, some are minus or multiplication signs.
_BULLET = regex(rf"[-*–·⁃∙]\s+(?!\d)|[{CERTAIN}](?:\s+|(?=\w)|$)")


def without_bullets(parts: Sequence[Part], texts: Sequence[str]) -> None:
    """Remove bullets from the lists whose items all begin with the same one.

    Args:
        parts: block-level parts; modified in place.
        texts: the page's texts; if none begins with a bullet, nothing is done.
    """
    if any(text[:1] in BULLETS for text in texts):
        for part in chain.from_iterable(one.walk() for one in parts):
            if part.kind == "list":
                _remove([line for item in part.parts if (line := _first_line(item))])


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


def _remove(lines: Sequence[Part]) -> None:
    """Remove the bullets if all lines have the same one; keep those of lines with nothing else."""
    found = [_BULLET.match(str(line.children[0])) for line in lines]
    if len({match and match[0][0] for match in found}) != 1:
        return
    for line, match in zip(lines, found, strict=True):
        rest = match.string[match.end() :] if match else ""
        if match and (rest or len(line.children) > 1):
            line.children[:1] = [rest] if rest else []
