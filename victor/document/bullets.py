"""The signs that pages write before items of lists, which the items of a document do not need."""

import re
from collections.abc import Sequence
from itertools import chain

from victor.document.parts import Part

_BULLETS = frozenset("-*–•·‣⁃∙●○◦▪▫■□◆►▶➤✓✔")
_BULLET = re.compile(rf"[{re.escape(''.join(sorted(_BULLETS)))}]\s+|[•·‣∙●◦▪■](?=\S)")


def without_bullets(parts: Sequence[Part], texts: Sequence[str]) -> None:
    """Remove the sign at the start of each item.

    Args:
        parts: block-level parts, which are changed.
        texts: of the page; where none begins with a sign, there is nothing to do.
    """
    if any(text[:1] in _BULLETS for text in texts):
        for part in chain.from_iterable(one.walk() for one in parts):
            if part.kind == "item":
                _remove(part)


def _remove(item: Part) -> None:
    line = item.parts[0] if item.children else None
    if line is None or line.kind != "paragraph" or not line.children:
        return
    text = line.children[0]
    if isinstance(text, str) and (found := _BULLET.match(text)):
        rest = text[found.end() :]
        if rest or len(line.children) > 1:  # a sign alone is what the item says
            line.children[:1] = [rest] if rest else []
