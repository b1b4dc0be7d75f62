"""Links of headings to themselves: beside the heading ("Section titled Options"), or around it.

Screen readers read the former, and a style sheet shows an icon instead.
"""

import re
from collections.abc import Mapping
from typing import Any

from victor.text.regex import regex
from victor.tree.tree import Tree

_GENERATORS = ("Astro", "Starlight")
_LINK = regex(
    rb"(</h[1-6]>\s{0,9})<a\b[^<>]{0,400}?\shref=\"#([^\"<>]{1,300})\"[^<>]{0,400}>"
    rb"(?:[^<]|<(?!/?a\b)){0,3000}</a>"
)
_HEADING = 3_000  # maximum bytes of a heading
_INSIDE = 20  # elements at and in a heading that are searched


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


def leads_to_itself(tree: Tree, heading: int) -> bool:
    """Whether a heading holds links, and all lead to it, to an anchor in it or to its section.

    Args:
        tree: the page's tree.
        heading: its element.
    """
    stop = int(tree.opened.searchsorted(tree.closed[heading]))
    inside = range(heading, min(heading + _INSIDE, stop))
    links = set[str]()
    for one in inside:
        if link := tree.attribute(one, "href").strip():
            if not link.startswith("#"):  # true of most headings with links
                return False
            links.add(link)
    around = (int(tree.parent[heading]), *inside)
    return bool(links) and links <= {f"#{tree.attribute(one, 'id')}" for one in around}
