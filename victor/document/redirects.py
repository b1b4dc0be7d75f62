"""Pages that only send the reader to another page."""

import re
from collections.abc import Callable
from urllib.parse import urljoin

from victor.text.regex import regex
from victor.tree.blocks import Blocks

_FEW_WORDS = 100  # a page has fewer if it only says that it redirects
_SOON = 15  # seconds; pages that reload for news wait longer
_UNSEEN = regex(r"<noscript\b.*?(?:</noscript|$)|<!--.*?(?:-->|$)", re.IGNORECASE | re.DOTALL)
_REFRESH = regex(r"<meta\b[^>]*\bhttp-equiv\s*=\s*[\"']?refresh\b[^>]*>", re.IGNORECASE)
_TARGET = regex(
    r"\bcontent\s*=\s*[\"']?\s*(\d+)[\d.]*\s*[;,]\s*(?:url\s*=)?\s*[\"']?([^\"'\s>]+)",
    re.IGNORECASE,
)


def redirect(blocks: Blocks, html: Callable[[], str], url: str | None = None) -> str | None:
    """The URL to which a page with little text sends browsers soon; None if it sends them nowhere.

    Args:
        blocks: the text blocks of the page.
        html: returns the page; called only if it has little text.
        url: its URL; a page may reload itself.
    """
    if blocks.total_words >= _FEW_WORDS or "http-equiv" not in (text := html()).lower():
        return None
    found = _REFRESH.search(_UNSEEN.sub("", text))
    target = found and _TARGET.search(found.group())
    if not target or int(target[1]) > _SOON:
        return None
    other = urljoin(url or "", target[2])
    return None if other.partition("#")[0] == (url or "").partition("#")[0] else other
