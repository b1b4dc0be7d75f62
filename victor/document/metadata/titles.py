"""The title of a page, and the name of its site."""

import re
from collections.abc import Iterator, Sequence

from victor.document.metadata import schema
from victor.document.metadata.evidence import Evidence, Found, host, overlap, words

_LONGEST = 400  # characters of a title
_META = (
    "og:title",
    "citation_title",
    "parsely-title",
    "twitter:title",
    "dcterms.title",
    "dc.title",
)
_SITE = ("og:site_name", "application-name", "apple-mobile-web-app-title", "dc.publisher")
_SEPARATOR = re.compile(r"(\s[-–—|·•»«:/~<>]+\s|\s?[|»·•]\s?)")
_LEAST_WORDS = 3  # of a title that is part of a heading
_RESEMBLES = 0.6  # share of words


def title(page: Evidence, sites: Sequence[str]) -> Found | None:
    """The title, without the name of the site.

    The heading comes first if it resembles what the head states: it is what readers see, and the
    head's are shortened, extended or written for search engines.

    Args:
        page: the page.
        sites: names of the site, from :func:`site_names`.
    """
    stated = [found for found in _stated(page) if found.value]
    if page.heading:
        heading = schema.plain(page.text(page.heading)[:_LONGEST]).rstrip("¶# ")
        if _is_title(heading, [found.value for found in stated], sites):
            return _without_kicker(heading, stated, sites) or Found(heading, "h1")
    for found in stated:
        if words(found.value):
            return Found(without_site(found.value, sites)[:_LONGEST], found.source)
    return None


def _without_kicker(heading: str, stated: Sequence[Found], sites: Sequence[str]) -> Found | None:
    """The title that the heading ends with, if a topic or the like stands before it."""
    end = heading.rpartition(" ")[2]
    for found in stated:
        if found.value == heading or end not in found.value:
            continue
        core = without_site(found.value, sites)
        if len(words(core)) >= _LEAST_WORDS and core != heading and heading.endswith(core):
            return Found(core, found.source)
    return None


def _stated(page: Evidence) -> Iterator[Found]:
    if page.is_work:
        for text in schema.texts([page.field("headline"), page.field("name")]):
            yield Found(text, "json-ld")
    yield from page.meta(*_META)
    if page.tree.title:
        yield Found(page.tree.title, "title")
    yield from page.meta("title", "headline")


def _is_title(heading: str, stated: Sequence[str], sites: Sequence[str]) -> bool:
    if not words(heading) or _is_site(heading, sites):
        return False
    if not stated:
        return True
    return any(
        overlap(heading, one) >= _RESEMBLES
        or overlap(without_site(one, sites), heading) >= _RESEMBLES
        for one in stated
    )


def site(page: Evidence) -> Found | None:
    """The name of the site."""
    for key in ("publisher", "isPartOf"):
        for text in schema.texts(page.field(key)):
            return next(page.meta("og:site_name"), Found(text, "json-ld"))
    for item in page.objects:
        if "website" in schema.types(item):
            for text in schema.texts(item.get("name")):
                return next(page.meta("og:site_name"), Found(text, "json-ld"))
    return next(page.meta(*_SITE), None)


def site_names(page: Evidence, site: Found | None) -> list[str]:
    """What the page calls its site, and its host, as words without spaces between."""
    name = host(page.url)
    known = [site.value] if site else []
    known += [found.value for found in page.meta(*_SITE)]
    return [_key(one) for one in (*known, name, name.rpartition(".")[0]) if _key(one)]


def without_site(title: str, sites: Sequence[str]) -> str:
    """A title without the site's name, and what is beyond it, at its start or end."""
    pieces = _SEPARATOR.split(title[:_LONGEST])
    segments = pieces[::2]
    if len(segments) < 2:
        return title
    for place in range(len(segments) - 1, 0, -1):
        if _is_site(segments[place], sites):
            return "".join(pieces[: 2 * place - 1])
    if _is_site(segments[0], sites):
        return "".join(pieces[2:])
    return title


def _is_site(text: str, sites: Sequence[str]) -> bool:
    key = _key(text)
    return bool(key) and any(key == one or (len(key) > 3 and key in one) for one in sites)


def _key(text: str) -> str:
    return "".join(words(text))
