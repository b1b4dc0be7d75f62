"""The title of a page, and the name of its site."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from urllib.parse import unquote

import numpy as np
from numpy.typing import NDArray

from victor.document.metadata import schema
from victor.document.metadata.evidence import Evidence, Found, host, overlap, similarity, words
from victor.text.regex import regex
from victor.tree.blocks import Blocks
from victor.tree.tree import Tree

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
_SEPARATOR = regex(r"(\s[-–—|·•»«:/~<>]+\s|\s?[|»·•]\s?)")
_EAST_ASIAN = regex("[\u3040-\u30ff\u3400-\u9fff]")
_CHANNEL = regex(r"\s?(?:_+|-+|\|+|<+)")
_LEAST_EAST_ASIAN = 8  # characters of a title before a sign
# One underscore before each channel and the site, which are short; after several, the last is not.
_UNDERSCORES = regex(
    rf"([^_]{{{_LEAST_EAST_ASIAN},}})_\s?[\u3040-\u30ff\u3400-\u9fff][^_]{{0,9}}"
    r"(?:_[^_]{1,10})*(?:_[^_]{1,10}_[^_]{1,40})?"
)
# Labels of hosts that are not the name of a site.
_GENERAL = frozenset(
    """
    ac co com edu go gob gouv gov govt ne net or org blog blogs community developer docs en forum
    forums help learn m news shop support
    """.split()
)
# Names under which others have their sites: "quill" is the site of quill.blogspot.com.
_PLATFORMS = frozenset(
    """
    blogger blogspot github gitlab hatenablog jimdofree livejournal medium netlify over-blog
    substack tumblr typepad vercel webnode weebly wixsite wordpress
    """.split()
)
# Of several words, or with a capital within one: a single word may be a section, as "Sport".
_OF_SUBDOMAIN = regex(r"^(?![Tt]he\s\S+$)\S+\s|[^\W\d_][A-Z]")
_LEAST_LABEL = 5  # characters of a label that a name may begin with
_NAMED = regex(r"([^:]{3,80}): (\S.*)", re.DOTALL)  # by the site, as Blogger does
_UNFILLED = regex(r"\s*\|[^|]*")  # only a site's name, where a program had no title to write
# What a company or a shop adds to its name: "REI Co-op" for "REI".
_FORMS = frozenset("co op coop inc ltd llc gmbh ag sa bv official site website store shop".split())
_SMALL = frozenset("and for in of the".split())  # words between those of a name
_ADDED = regex(r"\s[|/([·•–—-]")  # what follows a title
_HOST = regex(r"(?:www\.)?(?:[a-z0-9-]{1,60}\.){1,3}[a-z]{2,14}", re.IGNORECASE)
_TAGLINE = regex(r"\s?[,，、،]")  # after a name: "Wikipedia, la enciclopedia libre"
_PHONE = regex(r"(?<=\w)\s\(?\d{3}(?:\)\s?|[ .-])\d{3}[ .-]\d{4}$")  # after the name of a firm
# Not a phrase, which ends with a small word, nor the name of a product, which ends with a number.
_LONGER_NAME = regex(r"(?:[^\s:]++\s){0,3}[^\s:a-z][^\s:]*(?<![!?.\d])")
_MOST_WORDS = 4  # of the name of a site; more are a slogan
_LEAST_WORDS = 3  # of a title that is part of a heading
_LEAST_ALIKE = 0.35  # of a heading of one word and a title
_NAMES = 0.8  # share of the words of an address
_RESEMBLES, _RESEMBLES_CLOSELY = 0.5, 0.6  # share of words; the second of short headings
_MANY = 4  # times the words of a heading, above which titles must resemble it closely


# What editors and programs write where nobody wrote a title.
_UNTITLED = frozenset(
    one.strip()
    for one in """
    untitled|untitled document|untitled page|untitled 1|new page|new page 1|no title|index|default
    |home|homepage|home page|page title|title|loading...|react app
    |unbenanntes dokument|unbenannt|startseite|documento sin título|documento senza titolo
    |documento sem título|document sans titre|document sans nom|naamloos document
    |dokument bez tytułu|новый документ|документ без названия|無題ドキュメント|無題
    |无标题文档|无标题|無標題文件
    """.split("|")
)


def read_title(
    tree: Tree,
    url: str | None = None,
    blocks: Blocks | None = None,
    content: NDArray[np.bool_] | None = None,
) -> str | None:
    """The title alone, in a fraction of the time that all metadata take.

    Args:
        tree: see :func:`~victor.document.metadata.reader.read_metadata`, also for ``url``,
            ``blocks`` and ``content``.
    """
    page = Evidence(tree, url or None, None, blocks, content)
    found = title(page, site_names(page, site(page)))
    return found.value if found else None


def title(page: Evidence, sites: Sequence[str]) -> Found | None:
    """The title, without the name of the site.

    The heading comes first if it resembles what the head states: it is what readers see, and the
    head's are shortened, extended or written for search engines. So does one that the page's
    address resembles, where the head is the same on all pages of a site.

    Args:
        page: the page.
        sites: names of the site, from :func:`site_names`.
    """
    stated: dict[str, Found] = {}
    for found in _stated(page):
        if found.value in stated or (page.heading and _UNFILLED.fullmatch(found.value)):
            continue
        text = _after_colon(page, found.value, sites)
        core = Found(without_site(text, sites), found.source)
        if schema.plain(core.value) and core.value.casefold() not in _UNTITLED:
            stated[found.value] = core
    if page.heading and (shown := _of_heading(page, stated, sites)):
        return shown
    known = [core for text, core in stated.items() if words(text)]
    named = (core for core in known if not _HOST.fullmatch(core.value))
    best = next(named, next(iter(known), None))
    return Found(_without_channels(page, best.value[:_LONGEST]), best.source) if best else None


def _without_channels(page: Evidence, title: str) -> str:
    """A title in Chinese or Japanese without channels and site, set off by signs without spaces.

    What is before a sign is the title if it is a text of the page, but no link, which may name a
    topic, or if only underscores with short names follow, which sentences do not have:
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
    """The heading, or the title as the head states it; None if the heading is of something else."""
    heading = schema.plain(page.heading_text[:_LONGEST]).rstrip("¶# ")
    heading = _without_addition(page, heading, stated)
    least = _RESEMBLES if _is_long(heading) and not page.is_home else _RESEMBLES_CLOSELY
    if _is_site(heading, sites):
        return None
    if not (_is_title(heading, stated, least) or _is_named(page, heading)):
        return None
    if len(words(heading)) == 1 and _is_of_section(page, heading, stated):
        return None
    shorter = without_site(heading, sites)
    shown = Found(shorter if _is_long(shorter) else heading, "h1")
    return _stated_form(page, heading, list(stated.values())) or shown


def _is_title(heading: str, stated: Mapping[str, Found], least: float) -> bool:
    """Whether a heading resembles what is stated, or nothing is."""
    return bool(words(heading)) and (
        not stated
        or any(overlap(heading, text) >= _least_of(heading, text, least) for text in stated)
        or any(overlap(core.value, heading) >= least for core in stated.values())
    )


def _least_of(heading: str, stated: str, least: float) -> float:
    """The least share of a heading's words in a title; a text of many words has some by chance."""
    is_much_longer = len(words(stated)) > _MANY * len(words(heading))
    return _RESEMBLES_CLOSELY if is_much_longer else least


def _is_of_section(page: Evidence, heading: str, stated: Mapping[str, Found]) -> bool:
    """Whether a heading is only one of many words within all titles: of a section or a column.

    Not where only ``title`` has more, which may be written for search engines, or where the address
    has that word too.
    """
    own, address = words(heading), unquote(page.url or "").casefold()
    if not page.content_of("og:title") or own[0].removesuffix("s") in address:
        return False
    parts = (part for text in stated for part in _SEPARATOR.split(text)[::2])
    begins = any(words(part)[:1] == own for part in parts)
    alike = max((similarity(heading, core.value) for core in stated.values()), default=1.0)
    return heading.isascii() and not begins and alike < _LEAST_ALIKE


def _without_addition(page: Evidence, heading: str, stated: Iterable[str]) -> str:
    """The first text of a heading where the head begins with it and has nothing of the rest.

    The rest may be buttons: "IAM overview Stay organized with collections".
    """
    first = page.first_of_heading
    rest = heading.removeprefix(first)
    if rest == heading or not words(rest) or (len(words(first)) < 2 and first.isascii()):
        return heading
    added = _CHANNEL if _EAST_ASIAN.search(first) else _ADDED
    begun = [text for text in stated if text.startswith(first) and added.match(text, len(first))]
    has_rest = any(overlap(rest, text) >= _RESEMBLES for text in (*stated, _name(page)))
    return first if begun and not has_rest else heading


def _is_named(page: Evidence, heading: str) -> bool:
    """Whether the address ends with the words of a heading: "/2024/harbour-bridge-opens"."""
    name = _name(page)
    return _is_long(name) and overlap(name, heading) >= _NAMES


def _name(page: Evidence) -> str:
    """The last part of the page's address."""
    path = unquote((page.url or "").partition("?")[0].rstrip("/"))
    return path.rpartition("/")[2].replace("_", " ")


def _stated_form(page: Evidence, heading: str, stated: Sequence[Found]) -> Found | None:
    """The title as the head states it, where the heading has more or lacks its topic.

    Args:
        page: the page.
        heading: its heading.
        stated: titles without the site's name.
    """
    for core in stated:
        topic = core.value.removesuffix(f": {heading}")
        if topic != core.value and page.is_near_heading(topic):
            return core
        if _is_long(core.value) and _has_kicker(page, heading, core.value):
            return core
    if any(words(heading) == words(core.value) for core in stated):
        return None
    if found := _shortened(heading, stated):
        return found
    last = page.last_of_heading
    if found := _without_last(heading, last, stated):
        return found
    for core in stated:
        if last == heading or not core.value.endswith(last) or not _is_long(last):
            continue
        # Where the head has all of the heading, only signs may go.
        if words(last) == words(heading) or not set(words(heading)) <= set(words(core.value)):
            return Found(last, "h1")
    return None


def _has_kicker(page: Evidence, heading: str, title: str) -> bool:
    """Whether a heading is more than a title at its end, before which a sign or a text ends."""
    kicker = heading.removesuffix(title).rstrip()
    if not kicker or len(kicker) == len(heading):
        return False
    return not kicker[-1].isalnum() or title in page.ends_of_heading


def _without_last(heading: str, last: str, stated: Sequence[Found]) -> Found | None:
    """The title as the head states it, where another ends with the last text of the heading.

    Then this is the name of the site, set in the heading too.
    """
    rest = heading.removesuffix(last).rstrip()
    is_end = rest and any(_SEPARATOR.split(core.value)[-1] == last for core in stated)
    return next((core for core in stated if is_end and core.value == rest), None)


def _shortened(heading: str, stated: Sequence[Found]) -> Found | None:
    """The title as the head states it, without what the heading adds after a sign."""
    if any(heading in core.value for core in stated):
        return None
    for core in stated:
        if heading.startswith(core.value) and _ADDED.match(heading, len(core.value)):
            return core
    return None


def _is_long(text: str) -> bool:
    return len(words(text)) >= _LEAST_WORDS


def _stated(page: Evidence) -> Iterator[Found]:
    if page.is_work:
        for text in schema.texts([page.field("headline"), page.field("name")]):
            yield Found(text, "json-ld")
    yield from page.meta(*_META)
    if text := schema.plain(page.tree.title):
        yield Found(text, "title")
    yield from page.meta("title", "headline")


def site(page: Evidence) -> Found | None:
    """The name of the site."""
    named = (Found(_without_more(page, text), source) for text, source in _stated_sites(page))
    return next((found for found in named if words(found.value)), None)


def _stated_sites(page: Evidence) -> Iterator[Found]:
    """What the page calls its site, best first."""
    if stated := next(_objects(page), None):
        yield from page.meta("og:site_name")
        yield from _in_title(page, stated.value)
        yield stated
    yield from page.meta(*_SITE)
    yield from _called_as_host(page)


def _in_title(page: Evidence, publisher: str) -> Iterator[Found]:
    """The name of the site at the end of the title, where a publisher has another than the host.

    Publishers have several sites: the Wikimedia Foundation has those of many languages.
    """
    *before, name = _SEPARATOR.split(schema.plain(page.tree.title)[-_LONGEST:])
    if not before or _is_host(page, publisher) or _HOST.fullmatch(name):
        return
    if schema.is_wikimedia(publisher):
        yield Found(_TAGLINE.split(name)[0], "title")
    elif _is_host(page, name) and len(name.split()) <= _MOST_WORDS:
        yield Found(name, "title")


def _called_as_host(page: Evidence) -> Iterator[Found]:
    """The part of the title that the site's host is called by: the last, or else the first.

    One that only begins as the host does may be a product or a phrase: "Tide Boats 2024".
    """
    first, *rest = _SEPARATOR.split(schema.plain(page.tree.title)[:_LONGEST])[::2]
    if rest and page.url:
        names = [_TAGLINE.split(rest[-1].strip("- "))[0], first]
        exact = [one for one in names if _is_host(page, one, whole=True)]
        longer = [one for one in names[:1] if _is_begun(page, one) and _LONGER_NAME.fullmatch(one)]
        yield from (Found(one, "title") for one in (*exact, *longer) if not _HOST.fullmatch(one))


def _objects(page: Evidence) -> Iterator[Found]:
    """The names of publishers and sites in JSON-LD."""
    for key in ("publisher", "isPartOf"):
        for text in schema.texts(page.field(key)):
            yield Found(text, "json-ld")
    for item in page.objects:
        if "website" in schema.types(item):
            for text in schema.texts(item.get("name")):
                yield Found(text, "json-ld")


def _without_more(page: Evidence, name: str) -> str:
    """The name of a site without a slogan or the page's title; empty if it is only the title."""
    if name.startswith(("https://", "http://")):
        return host(name)
    if (own := _of_host(page, name)) or page.is_home:
        return own or name
    heading = page.heading_text
    for title in filter(None, (heading, *(found.value for found in page.meta("og:title")))):
        if name.startswith(title) and (mark := _SEPARATOR.match(name, len(title))):
            return name[mark.end() :]
    is_title = page.url and name in (page.tree.title, page.content_of("og:title"))
    return "" if is_title else name


def _of_host(page: Evidence, name: str) -> str:
    """The part of a site's name that its host is called by; empty if no part is, or several are."""
    segments = [one for piece in _SEPARATOR.split(name)[::2] if (one := piece.strip(' "|'))]
    own = [one for one in segments if _is_host(page, one)]
    return own[0] if len(own) == 1 else ""


def _is_host(page: Evidence, name: str, whole: bool = False) -> bool:
    """Whether a site's host is called by a name: "The Tide" for ``thetide.example``.

    Args:
        page: the page.
        name: the name.
        whole: whether more than the host's name will not do, "The Tide Magazine", nor a word that
            may be a section, "Sport" for ``sport.tide.example``.
    """
    key, address = _key(name), host(page.url)
    own, labels = _own_labels(address)
    if own and (key in (own, f"the{own}", _key(address)) or (not whole and _is_begun(page, name))):
        return True
    is_name = not whole or _OF_SUBDOMAIN.search(name) is not None
    return is_name and any(key in (one, f"the{one}") for one in labels)


def _is_begun(page: Evidence, name: str) -> bool:
    """Whether a name begins as the site's host does: "Tideway Harbour" for ``tideway.example``."""
    own, _ = _own_labels(host(page.url))
    return len(own) >= _LEAST_LABEL and _key(name).startswith(own)


@lru_cache(64)  # a host is compared with several names
def _own_labels(address: str) -> tuple[str, list[str]]:
    """The label of a host that is the name of its site, empty without one, and those before it."""
    labels = [one for one in address.split(".")[:-1] if one and one not in _GENERAL]
    if len(labels) > 1 and labels[-1] in _PLATFORMS:
        labels.pop()
    *before, own = [*filter(None, map(_key, labels))] or [""]
    return own, before


def site_names(page: Evidence, site: Found | None) -> list[str]:
    """What the page calls its site, and its host, as words without spaces between."""
    name = host(page.url)
    known = [site.value] if site else []
    known += [found.value for found in page.meta(*_SITE)]
    return list(filter(None, map(_key, (*known, name, name.rpartition(".")[0]))))


def without_site(title: str, sites: Sequence[str]) -> str:
    """A title without the site's name, and what is beyond it, at its start or end."""
    pieces = _SEPARATOR.split(title[:_LONGEST])
    segments = pieces[::2]
    if len(segments) < 2:
        return title
    segments[-1] = _PHONE.sub("", segments[-1])
    if _stands_for_site(segments[-1], sites):
        return "".join(pieces[:-2])
    for place in range(len(segments) - 1, 0, -1):
        if _is_site(segments[place], sites):
            return "".join(pieces[: 2 * place - 1])
    if _is_site(segments[0], sites):
        return "".join(pieces[2:])
    return title


def _after_colon(page: Evidence, title: str, sites: Sequence[str]) -> str:
    """A title without the name of the site before a colon; start pages and headings may have it."""
    named = _NAMED.match(title)
    if not named or page.is_home or _key(named[1]) not in sites or not _is_long(named[2]):
        return title
    heading = page.heading_text
    return title if heading.startswith(named[1]) else named[2]


def _is_site(text: str, sites: Sequence[str]) -> bool:
    if "&" in text and _is_site(text.replace("&", " and "), sites):
        return True
    key = _key(text)
    return bool(key) and any(key == one or (len(key) > 3 and key in one) for one in sites)


def _stands_for_site(text: str, sites: Sequence[str]) -> bool:
    """Whether a text is the site's name with its form, or its initials are that name."""
    if _is_with_form(text, sites):
        return True
    found = [word for word in re.findall(r"\w+", text) if word not in _SMALL]
    initials = "".join(word[0] for word in found)
    return len(initials) > 2 and initials.isupper() and initials.lower() in sites


def _is_with_form(text: str, sites: Sequence[str]) -> bool:
    """Whether a text is the name of the site and then the form of a company or a shop."""
    name = [*words(text)]
    while len(name) > 1 and name[-1] in _FORMS:
        name.pop()
        if "".join(name) in sites:
            return True
    return False


def _key(text: str) -> str:
    return "".join(words(text))
