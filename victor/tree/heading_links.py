"""Links of headings to themselves, beside the heading and with words: "Section titled Options".

Screen readers read them, and a style sheet shows an icon instead.
"""

import re
from collections.abc import Mapping
from typing import Any

from victor.text.regex import regex

_GENERATORS = ("Astro", "Starlight")
_LINK = regex(
    rb"(</h[1-6]>\s{0,9})<a\b[^<>]{0,400}?\shref=\"#([^\"<>]{1,300})\"[^<>]{0,400}>"
    rb"(?:[^<]|<(?!/?a\b)){0,3000}</a>"
)
_HEADING = 3_000  # maximum bytes of a heading


def without_links(html: str | bytes, head: Mapping[Any, str]) -> str | bytes:
    """The page without the links that follow a heading and lead to it.

    Args:
        html: the same object is returned if it has none.
        head: what the page states about itself.
    """
    if not head.get("meta:generator", "").startswith(_GENERATORS):
        return html
    source = html if isinstance(html, bytes) else html.encode("utf-8", "replace")
    shorter = _LINK.sub(_before, source)
    return html if shorter == source else shorter


def _before(found: re.Match[bytes]) -> bytes:
    """What precedes a link if it leads to the heading there; else all of it."""
    start = found.string.rfind(b"<h", max(0, found.start() - _HEADING), found.start())
    leads = b'id="%b"' % found[2] in found.string[start : found.start()]
    return found[1] if start >= 0 and leads else found[0]
