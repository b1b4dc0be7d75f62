"""The title of a page, without the name of its site."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from urllib.parse import unquote

import numpy as np

from victor.arrays import Bools
from victor.document.metadata import schema
from victor.document.metadata.evidence import SEPARATOR, Evidence
from victor.document.metadata.headlines import headline, is_long, is_shown, shown_part
from victor.document.metadata.hosts import HOST
from victor.document.metadata.likeness import key_of, overlap, similarity, words
from victor.document.metadata.site_names import (
    LONGEST,
    START_PAGES,
    is_site,
    site_names,
    without_site,
)
from victor.document.metadata.sites import of_topic, site
from victor.document.metadata.statements import Found
from victor.text.regex import regex
from victor.tree.blocks import Blocks
from victor.tree.tree import Tree

_META = (
    "og:title",
    "citation_title",
    "parsely-title",
    "twitter:title",
    "dcterms.title",
    "dc.title",
)
_EAST_ASIAN = regex("[\u3040-\u30ff\u3400-\u9fff]")
_CHANNEL = regex(r"\s?(?:_+|-+|\|+|<+)")
_LEAST_EAST_ASIAN = 8  # minimum characters of a title before a separator
# Channels and the site, each short and after an underscore; after several, the last may be longer.
_UNDERSCORES = regex(
    rf"([^_]{{{_LEAST_EAST_ASIAN},}})_\s?[\u3040-\u30ff\u3400-\u9fff][^_]{{0,9}}"
    r"(?:_[^_]{1,10})*(?:_[^_]{1,10}_[^_]{1,40})?"
)
_NAMED = regex(r"([^:]{3,80}): (\S.*)", re.DOTALL)  # after the site's name, as in Blogger
# A site's name after an empty title, or after the identifier of a page, as in DokuWiki.
_UNFILLED = regex(
    r"\s*(?:\||[-–—_·»](?![\s\d]*\d))[^|–—]*|(?:(?![A-Z])[\w.:-]){1,80} \[[^\]]{1,60}\]"
)
_DASH = regex(r"\s[-–—]\s")
# The name of a page in its URL, which some systems state as its title.
_SLUG = regex(r"[a-z\d]+(?:[-_][a-z\d]+){2,}")
# The date of a post between its title and its section, before the site's name, as in uCoz.
_DATE_PART = regex(r"\s[-–—|]\s\d{1,2}\.?\s[^\W\d]{3,12}\s\d{4}\s[-–—|]\s(?=[^-–—|]+\s[-–—|]\s)")
# Labels and prefixes that forum software puts before the title of a thread.
_THREAD = regex(
    r"(?:thread|thema|discussion|hilo|tópico|discussione|onderwerp|тема|konu)\s?:\s|[\[【][^\[\]【】]{1,12}[\]】]\s?",
    re.IGNORECASE,
)
_ADDED = regex(r"\s[|/([·•–—-]")  # the start of an addition to a title
_LEAST_ALIKE = 0.35  # minimum similarity of a one-word heading and a title
_NAMES = 0.8  # minimum share of a URL's words in a heading
_RESEMBLES, _RESEMBLES_CLOSELY = 0.5, 0.6  # share of words; the second for short headings
_MANY = 4  # times a heading's words, above which a title must resemble it closely


# Default titles of editors and programs.
_UNTITLED = START_PAGES.union(
    one.strip()
    for one in """
    untitled|untitled document|untitled page|untitled 1|new page|new page 1|no title|index|default
    |page title|title|loading...|react app|unbenanntes dokument|unbenannt|documento sin título
    |documento senza titolo|documento sem título|document sans titre|document sans nom
    |naamloos document|dokument bez tytułu|новый документ|документ без названия
    |無題ドキュメント|無題
    |无标题文档|无标题|無標題文件
    """.split("|")
)


def read_title(
    tree: Tree,
    url: str | None = None,
    blocks: Blocks | None = None,
    content: Bools | None = None,
) -> str | None:
    """Read only the title, in a fraction of the time that all metadata take.

    Args:
        tree: see :func:`~victor.document.metadata.reader.read_metadata`, also for ``url``,
            ``blocks`` and ``content``.
    """
    page = Evidence(tree, url or None, None, blocks, content)
    found = title(page, site_names(page, site(page)))
    return found.value if found else None


def title(page: Evidence, sites: Sequence[str]) -> Found | None:
    """The title, without the name of the site.

    The heading comes first if it resembles a title in the head: readers see the heading, while
    titles in the head may be shortened, extended or written for search engines. So does a heading
    that resembles the page's URL, as the head may be the same on all pages of a site.

    Args:
        page: the page.
        sites: names of the site, from :func:`site_names`.
    """
    stated: dict[str, Found] = {}
    for found in _stated(page):
        if found.value in stated or (page.heading and _UNFILLED.fullmatch(found.value)):
            continue
        if _SLUG.fullmatch(found.value) and found.value not in page.title:
            continue
        text = found.value.removesuffix(f" [{page.name_in_brackets}]")
        text = _after_colon(page, text, sites)
        core = Found(without_site(text, sites), found.source)
        if schema.plain(core.value) and core.value.casefold() not in _UNTITLED:
            stated[found.value] = core
    if page.heading and (shown := _of_heading(page, stated, sites)):
        return shown
    if stated and not page.is_home and (shown := _instead_of_word(page, stated)):
        return shown
    known = [core for text, core in stated.items() if words(text)]
    named = (core for core in known if not HOST.fullmatch(core.value))
    best = next(named, next(iter(known), None))
    return _as_shown(page, best, sites) if best else headline(page, sites) or _of_start(page)


def _instead_of_word(page: Evidence, stated: Mapping[str, Found]) -> Found | None:
    """The heading, if it is long and the only stated title is one word, such as the site's name."""
    heading = schema.plain(page.heading_text[:LONGEST])
    is_word = all(
        core.source == "title" and len(words(core.value)) == 1 and core.value.isascii()
        for core in stated.values()
    )
    return Found(heading, "h1") if is_word and is_long(heading) else None


def _of_start(page: Evidence) -> Found | None:
    """The name beside a word such as "Home" in the title of a start page."""
    for found in _stated(page):
        pieces = [one.strip() for one in SEPARATOR.split(found.value[:LONGEST])[::2]]
        names = [one for one in pieces if words(one) and one.casefold() not in _UNTITLED]
        if len(names) == 1 < len(pieces):
            return Found(names[0], found.source)
    return None


def _as_shown(page: Evidence, stated: Found, sites: Sequence[str]) -> Found:
    """A title without what the page does not show near its content, or the headline there."""
    title = _without_channels(page, stated.value[:LONGEST])
    if part := shown_part(page, title, sites):
        return Found(part, stated.source)
    # All pages of a site may have the same title.
    is_other = stated.source == "title" and not is_shown(page, title) and not page.offers
    return (headline(page, sites) if is_other else None) or Found(title, stated.source)


def _without_channels(page: Evidence, title: str) -> str:
    """Strip channels and site after a separator without spaces from a Chinese or Japanese title.

    The part before a separator is the title if it is a text of the page outside links, which may
    name topics, or if only short names after underscores follow:
    ``橋がふたたび開通した朝_社会_港の新聞``.
    """
    if not _EAST_ASIAN.search(title):
        return title
    starts = [title[: sign.start()] for sign in _CHANNEL.finditer(title)]
    long = [start for start in starts if len(start) >= _LEAST_EAST_ASIAN]
    texts = _unlinked(page.tree) if long else frozenset()
    whole = next((start for start in reversed(long) if start in texts), None)
    first = _UNDERSCORES.fullmatch(title)
    return whole or (first[1].rstrip() if first else title)


def _unlinked(tree: Tree) -> frozenset[str]:
    """The texts of a page that are not in links."""
    free = np.flatnonzero(tree.enclosing_count(tree.named({"a"})) == 0).tolist()
    return frozenset(schema.plain(tree.text[place]) for place in free)


def _of_heading(page: Evidence, stated: Mapping[str, Found], sites: Sequence[str]) -> Found | None:
    """The heading, or its form in the head; None if the heading is not the page's title."""
    heading = schema.plain(page.heading_text[:LONGEST])
    heading = _without_addition(page, heading, stated)
    least = _RESEMBLES if is_long(heading) and not page.is_home else _RESEMBLES_CLOSELY
    if is_site(heading, sites):
        return None
    if not (_is_title(heading, _comparable(page, stated), least) or _is_named(page, heading)):
        return None
    if len(words(heading)) == 1 and _is_of_section(page, heading, stated):
        return None
    shorter = without_site(heading, sites)
    shown = Found(shorter if is_long(shorter) else heading, "h1")
    return _stated_form(page, heading, list(stated.values())) or shown


def _comparable(page: Evidence, stated: Mapping[str, Found]) -> Mapping[str, Found]:
    """The stated titles that may confirm the heading.

    If this links to another page, it may be that of a section, whose name is part of ``title``.
    """
    others = {text: core for text, core in stated.items() if core.source != "title"}
    return others if others and page.leads_elsewhere(page.heading) else stated


def _is_title(heading: str, stated: Mapping[str, Found], least: float) -> bool:
    """Whether a heading resembles a stated title, or no title is stated."""
    return bool(words(heading)) and (
        not stated
        or any(overlap(heading, text) >= _least_of(heading, text, least) for text in stated)
        or any(overlap(core.value, heading) >= least for core in stated.values())
    )


def _least_of(heading: str, stated: str, least: float) -> float:
    """The minimum share of a heading's words in a title; long titles have some by chance."""
    is_much_longer = len(words(stated)) > _MANY * len(words(heading))
    return _RESEMBLES_CLOSELY if is_much_longer else least


def _is_of_section(page: Evidence, heading: str, stated: Mapping[str, Found]) -> bool:
    """Whether a one-word heading names a section or column: no title starts with or resembles it.

    Not without ``og:title``, as ``title`` may be written for search engines, or if the URL has the
    word too.
    """
    own, address = words(heading), unquote(page.url or "").casefold()
    if not page.content_of("og:title") or own[0].removesuffix("s") in address:
        return False
    parts = (part for text in stated for part in SEPARATOR.split(text)[::2])
    begins = any(words(part)[:1] == own for part in parts)
    alike = max((similarity(heading, core.value) for core in stated.values()), default=1.0)
    return heading.isascii() and not begins and alike < _LEAST_ALIKE


def _without_addition(page: Evidence, heading: str, stated: Iterable[str]) -> str:
    """The first text of a heading if a title starts with it and none has the rest.

    The rest may be buttons: "IAM overview Stay organized with collections".
    """
    first = page.first_of_heading
    rest = heading.removeprefix(first)
    if rest == heading or not words(rest) or (len(words(first)) < 2 and first.isascii()):
        return heading
    added = _CHANNEL if _EAST_ASIAN.search(first) else _ADDED
    begun = [text for text in stated if text.startswith(first) and added.match(text, len(first))]
    others = *stated, _name(page)
    added_words = [word for word in words(rest) if word not in words(first)] or words(rest)
    has_rest = any(overlap(" ".join(added_words), text) >= _RESEMBLES for text in others)
    return first if begun and not has_rest else heading


def _is_named(page: Evidence, heading: str) -> bool:
    """Whether the URL ends with words of a heading: "/2024/harbour-bridge-opens"."""
    name = _name(page)
    return is_long(name) and overlap(name, heading) >= _NAMES


def _name(page: Evidence) -> str:
    """The last path segment of the page's URL, decoded."""
    path = unquote((page.url or "").partition("?")[0].rstrip("/"))
    return path.rpartition("/")[2].replace("_", " ")


def _stated_form(page: Evidence, heading: str, stated: Sequence[Found]) -> Found | None:
    """The title to use if the heading has additions or lacks its topic; None otherwise.

    Args:
        page: the page.
        heading: its heading.
        stated: titles without the site's name.
    """
    if found := next((core for core in stated if _is_completer(page, heading, core.value)), None):
        return found
    label = _THREAD.match(heading)
    rest = heading[label.end() :] if label else ""
    if is_long(rest) and any(core.value.startswith(f"{rest} ") for core in stated):
        return Found(rest, "h1")
    for core in stated:
        if _DASH.sub(" ", core.value, 1) == heading != core.value:
            return core
    if any(words(heading) == words(core.value) for core in stated):
        return None
    last = page.last_of_heading
    found = _shortened(heading, stated) or _without_last(heading, last, stated)
    is_last = any(_ends_with(core.value, last, heading) for core in stated)
    return found or (Found(last, "h1") if is_last else None)


def _is_completer(page: Evidence, heading: str, title: str) -> bool:
    """Whether a title is the heading without a label or kicker, or with its topic."""
    if (label := _THREAD.match(heading)) and words(title) == words(heading[label.end() :]):
        return True
    topic = title.removesuffix(f": {heading}")
    if topic != title and page.is_near_heading(topic):
        return True
    if is_long(title) and _has_kicker(page, heading, title):
        return True
    return title.replace(": ", " ") == heading != title  # the page has the topic on its own line


def _ends_with(title: str, last: str, heading: str) -> bool:
    """Whether a title ends with the last text of a heading that has further words."""
    if last == heading or not title.endswith(last) or not is_long(last):
        return False
    # If the title has all words of the heading, only punctuation may be dropped.
    return words(last) == words(heading) or not set(words(heading)) <= set(words(title))


def _has_kicker(page: Evidence, heading: str, title: str) -> bool:
    """Whether a heading is a kicker and a title, with punctuation or a text boundary between."""
    whole = heading if title.endswith(".") else heading.removesuffix(".")
    kicker = whole.removesuffix(title).rstrip()
    if not kicker or len(kicker) == len(whole):
        return False
    return not kicker[-1].isalnum() or not {title, f"{title}."}.isdisjoint(page.ends_of_heading)


def _without_last(heading: str, last: str, stated: Sequence[Found]) -> Found | None:
    """The stated title that is the heading without its last text, if that ends another title.

    The last text is then the name of the site.
    """
    rest = heading.removesuffix(last).rstrip()
    is_end = rest and any(SEPARATOR.split(core.value)[-1] == last for core in stated)
    return next((core for core in stated if is_end and core.value == rest), None)


def _shortened(heading: str, stated: Sequence[Found]) -> Found | None:
    """The stated title to which the heading adds something after a separator."""
    if any(heading in core.value for core in stated):
        return None
    for core in stated:
        if heading.startswith(core.value) and _ADDED.match(heading, len(core.value)):
            return core
    return None


def _stated(page: Evidence) -> Iterator[Found]:
    if page.is_work:
        named = (page.field(key) for key in ("headline", "name", "title"))  # the last of a job
        for text in schema.texts([*named]):
            yield Found(text, "json-ld")
    yield from page.meta(*_META)
    if text := page.title:
        dated = _DATE_PART.search(text[:LONGEST])
        text = text[: dated.start()] if dated else text
        yield Found(of_topic(page)[1] or text, "title")
    yield from page.meta("title", "headline")


def _after_colon(page: Evidence, title: str, sites: Sequence[str]) -> str:
    """A title without the site's name before a colon, unless a start page or the heading has it."""
    named = _NAMED.match(title)
    if not named or page.is_home or key_of(named[1]) not in sites or not is_long(named[2]):
        return title
    heading = page.heading_text
    is_of_page = heading.startswith(named[1]) and words(heading) != words(named[1])
    return title if is_of_page else named[2]
