"""Take a thread's author and date from its opening post: :func:`with_opening_post`."""

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from victor.document.metadata.dates import iso
from victor.document.metadata.fields import Metadata
from victor.text.regex import regex

if TYPE_CHECKING:
    from victor.document.roles import Post

# URLs of later pages or single posts of a thread in forum software.
_LATER = regex(
    r"[?&](?:page(?:_?no|_?num(?:ber)?)?|pg|start|st|limitstart|offset)=(?!0*1?(?:[&#]|$))\d"
    r"|[?&](?:p|pid)=\d|[?&]s=(?![01](?:[&#]|$))\d{1,4}(?:[&#]|$)"
    r"|[?&;/]topic[=,]\d+\.(?:[1-9]|msg)"
    r"|/t\d{1,12}p[1-9]\d{0,5}-|-t\d{1,12}-(?!1\.)[1-9]\d{0,5}\.html"
    r"|/forum/\d{1,12}/(?!1(?:\D|$))\d{1,3}/?(?:[?#]|$)"
    r"|[/-]page[/-]?(?!0*1(?:\D|$))\d|/thread-\d+-(?!1-)\d+-\d+\.html"
    r"|/t/[^/?#]{1,300}/\d{1,12}/(?!1(?:\D|$))\d|/d/\d{1,12}[^/?#]{0,300}/(?!1(?:\D|$))\d",
    re.IGNORECASE,
)
_LONGEST = 2_000  # characters of a URL
# In English, 07-12-2021 may be in July or in December.
_AMBIGUOUS = regex(r"(?<!\d)(?:0?[1-9]|1[0-2])([/-])(?:0?[1-9]|1[0-2])\1(?:\d\d){1,2}(?!\d)")


def with_opening_post(found: Metadata, opening: "Post", url: str | None) -> Metadata:
    """Add a missing author or date of a thread from its opening post.

    Known values must agree with the post; otherwise it is not the opening post.

    Args:
        found: the metadata.
        opening: the first post of the page.
        url: the URL of the page.
    """
    if opening.depth or _LATER.search((url or "")[:_LONGEST]):
        return found
    day = _day(opening.date, found.language)
    if not found.authors and opening.author and (not found.date or _is_day(day, found.date)):
        sources = {**found.sources, "authors": "opening post"}
        found = replace(found, authors=(opening.author,), sources=sources)
    if not found.date and day and opening.author in found.authors:
        found = replace(found, date=day, sources={**found.sources, "date": "opening post"})
    return found


def _day(text: str, language: str | None) -> str | None:
    is_clear = not (language or "en").startswith("en") or not _AMBIGUOUS.search(text[:_LONGEST])
    return iso(text, language) if is_clear else None


def _is_day(one: str | None, other: str) -> bool:
    return one is not None and one[:10] == other[:10]
