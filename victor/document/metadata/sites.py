"""Find the name of a site, and remove it from titles."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

from victor.document.metadata import schema
from victor.document.metadata.dates import in_text
from victor.document.metadata.evidence import Evidence
from victor.document.metadata.likeness import host, words
from victor.document.metadata.statements import Found
from victor.text.regex import regex

LONGEST = 400  # characters of a title
_SITE = ("og:site_name", "application-name", "apple-mobile-web-app-title", "dc.publisher")
SEPARATOR = regex(r"(\s[-–—－|·•»«:/~<>]+\s|\s?[|｜»·•]\s?)")
# A title of phpBB: the forum, "View topic" in its language, the topic.
_OF_TOPIC = regex(r"([^•:]{2,80}?) (?:•|::) [^•:–-]{4,40} - (\S.{0,300})", re.DOTALL)
# A title of early WordPress: the site, "Blog Archive" in its language, the post.
_OF_POST = regex(
    r"([^»]{2,80}?) » [^»]{0,20}(?:archi|arkiv|arquivo|архив|アーカイブ)[^»]{0,20} » (\S.{0,300})",
    re.DOTALL | re.IGNORECASE,
)
# Labels of hosts that do not name a site.
_GENERAL = frozenset(
    """
    ac co com edu go gob gouv gov govt ne net or org blog blogs community developer docs en forum
    forums help learn m news shop support
    """.split()
)
# Platforms that host sites of others: "quill" is the site of quill.blogspot.com.
_PLATFORMS = frozenset(
    """
    blogger blogspot github gitlab hatenablog jimdofree livejournal medium netlify over-blog
    substack tumblr typepad vercel webnode weebly wixsite wordpress
    """.split()
)
# A name of several words or with an inner capital; a single word may be a section, such as "Sport".
_OF_SUBDOMAIN = regex(r"^(?![Tt]he\s\S+$)\S+\s|[^\W\d_][A-Z]")
_LEAST_LABEL = 5  # minimum length of a host label that a name may start with
# Words that companies and shops add to their names: "REI Co-op" for "REI".
_FORMS = frozenset("co op coop inc ltd llc gmbh ag sa bv official site website store shop".split())
_SMALL = frozenset("and for in of the".split())  # words without initials in an acronym
HOST = regex(r"(?:www\.)?(?:[a-z0-9-]{1,60}\.){1,3}[a-z]{2,14}", re.IGNORECASE)
_TAGLINE = regex(r"\s?[,，、،]")  # after a name: "Wikipedia, la enciclopedia libre"
_PHONE = regex(r"(?<=\w)\s\(?\d{3}(?:\)\s?|[ .-])\d{3}[ .-]\d{4}$")  # after the name of a firm
# Not a phrase, which ends with a lower-case word, or a product name, which ends with a number.
_LONGER_NAME = regex(r"(?:[^\s:]++\s){0,3}[^\s:a-z][^\s:]*(?<![!?.\d])")
_CHANNELS = regex(r"\s?(?:_+|-+|\|+|<+|[－—｜]+)\s?")
# Words that end the names of sites: net, news, portal, forum, community, blog, paper, encyclopedia.
_SITE_WORD = regex(
    r"[A-Z\d\u3040-\u30ff\u3400-\u9fff](?:网|網|新闻|新聞|网站|網站|论坛|論壇|社区|社區|博客|部落格|日报|日報|晚报|晚報"
    r"|时报|時報|百科|知道|文库|文庫|在线|線上|ニュース|ブログ|オンライン)$"
)
# Such a name before a channel: "net", but not "Internet" and the like.
_NET = regex(r"[\d\u3400-\u9fff](?<![联聯互官上])[网網]$")
_LEAST_TITLE, _MOST_CHARACTERS = 8, 12  # characters of the title before, and of such a name
_LEAST_OWN = 4  # minimum length of a host label that is the name of its site
_LEAST_AKIN = 3  # minimum length of one that may be a word or the initials of a name
_NAME_ENDS = regex(r"\s[-–—|·•»]\s|\s?[|;：]|[:,]\s")
_HOLDER_ENDS = regex(
    r"[.,]\s|\s(?:all rights|alle rechte|tous droits|inc|ltd|llc|limited|company)\b", re.IGNORECASE
)
# What a link to the start page says about the name, phrases, and names of several holders.
_NO_AKIN = regex(
    r"^(?i:back|click|copyright|current|follow|go|homepage|individual|link|logo|of|part|return|shop"
    r"|try|visit|welcome|zur?)\s|(?-i:[A-Z].*\s[a-z]+$)|\w/\w|//|(?:\S+\s){6}"
)
# Languages whose sites have names in their own script.
_OTHER_SCRIPTS = frozenset("ar fa he hi ja ko ru th uk zh".split())
_MOST_WORDS = 4  # of a site's name; more are a slogan
# A copyright notice up to its holder: the sign, or the word before a year.
_NOTICE = regex(
    r"(?:.{0,80}?©|copyright(?=\W{1,3}(?:19|20)\d\d))\W*(?:copyright\W*)?"
    r"(?:(?:by\s|(?:19|20)\d\d)\W*){0,4}",
    re.IGNORECASE,
)
_NO_NAMES = frozenset("home startseite accueil inicio start index blog news".split())
_MOST_SHOWN = 8  # words of a name
_MOST_AFTER = 6  # words of a name that only follows the heading in the title
_NO_NAME = regex(r"(?:by|von|por|par|di|door|free|page|seite|página)\b", re.IGNORECASE)


def site(page: Evidence) -> Found | None:
    """The name of the site."""
    stated = (Found(text.rstrip(" -–—:|"), source) for text, source in _stated_sites(page))
    named = (Found(_without_more(page, text), source) for text, source in stated)
    return next((found for found in named if words(found.value)), None)


def _stated_sites(page: Evidence) -> Iterator[Found]:
    """Candidates for the name of the site, best first."""
    yield from _instead_of_section(page)
    if stated := next(_objects(page), None):
        yield from page.meta("og:site_name")
        yield from _in_title(page, stated.value)
        yield stated
    yield from page.meta(*_SITE)
    if name := of_topic(page.title)[0]:
        yield Found(name, "title")
    yield from _called_as_host(page)
    yield from _shown(page)
    yield from _after_channels(page)
    yield from _named_after_host(page)
    yield from _shown_first(page)
    yield from _named_as_host(page)
    yield from _akin_to_host(page)


def _instead_of_section(page: Evidence) -> Iterator[Found]:
    """The last part of the title if it is the host's name and ``og:site_name`` is another.

    Some sites state the name of a section there: "Economy" for ``tide.example``.
    """
    own, _ = _own_labels(page.host)
    stated = next(page.meta("og:site_name"), None) if own else None
    if not stated or _is_like(stated.value, own):
        return
    *before, name = _parts_of_title(page)
    if before and key_of(name) in _spellings(own):
        yield Found(name.strip("- "), "title")


def _is_like(name: str, label: str) -> bool:
    """Whether a name and a host's label may be the same: "Harbour Daily Post" for ``hdp.example``.

    Names in other scripts than that of hosts cannot be compared.
    """
    bare = "".join(filter(str.isascii, unicodedata.normalize("NFKD", name)))
    key = key_of(bare)
    initials = "".join(word[0] for word in words(bare) if word not in _SMALL)
    is_part = len(key) >= _LEAST_OWN and key in label
    return not key or is_part or label in key or label in initials


def of_topic(title: str) -> tuple[str, str]:
    """The site's name and the topic in a title of phpBB or WordPress; empty for other titles.

    ``Mushroom advice • View topic - Bolete?``, ``The Tide » Blog Archive » Bridge``, in many
    languages.
    """
    found = _OF_TOPIC.fullmatch(title) if " • " in title or " :: " in title else None
    if not found and " » " in title:
        found = _OF_POST.fullmatch(title)
    return (found[1], found[2]) if found else ("", "")


def _in_title(page: Evidence, publisher: str) -> Iterator[Found]:
    """The site's name at the end of the title, if the publisher's name does not match the host.

    A publisher may have several sites: the Wikimedia Foundation has one per language.
    """
    *before, name = SEPARATOR.split(page.title[-LONGEST:])
    if not before or _is_host(page, publisher) or HOST.fullmatch(name):
        return
    if schema.is_wikimedia(publisher):
        yield Found(_TAGLINE.split(name)[0], "title")
    elif _is_host(page, name) and len(name.split()) <= _MOST_WORDS:
        yield Found(name, "title")


def _called_as_host(page: Evidence) -> Iterator[Found]:
    """The part of the title that matches the site's host: the last, or else the first.

    A part that only starts like the host may be a product or a phrase: "Tide Boats 2024".
    """
    first, *rest = _parts_of_title(page)
    if not rest:  # "Lost in Tides: A bridge opens", as in Blogger
        first, *rest = first.split(": ", 1)
    if rest and page.host:
        names = [_TAGLINE.split(rest[-1].strip("- "))[0], first]
        exact = [one for one in names if _is_host(page, one, whole=True)]
        longer = [one for one in names[:1] if _is_begun(page, one) and _LONGER_NAME.fullmatch(one)]
        yield from (Found(one, "title") for one in (*exact, *longer) if not HOST.fullmatch(one))


def _shown(page: Evidence) -> Iterator[Found]:
    """The last part of the title if the page shows it as the name of its site.

    It is then in a link to the start page or in a copyright notice, or the rest of the title is the
    heading of the page.
    """
    *before, last = _parts_of_title(page)
    name, heading = last.strip("- ©®™"), words(page.heading_text)
    if not before or not _may_be_shown(page, name):
        return
    follows = heading and words(" ".join(before)) == heading and _may_be_name(name)
    if follows or _is_on_start(page, name) or _has_rights(page, name):  # cheapest first
        yield Found(name, "title")


def _shown_first(page: Evidence) -> Iterator[Found]:
    """The first part of the title, also before a colon, if the rest is the heading.

    Otherwise, a link to the start page or a copyright notice must have it.
    """
    title = page.title[:LONGEST]
    firsts = dict.fromkeys((SEPARATOR.split(title)[0], title.partition(": ")[0]))
    for name in (one for one in firsts if words(one) != words(title) and _may_be_shown(page, one)):
        if _precedes_heading(page, name, title):
            yield Found(name, "title")
        # A short name on a link to the start page may be that of a product.
        if _has_rights(page, name) or (len(name) >= _LEAST_OWN and _is_on_start(page, name)):
            yield Found(name, "title")


def _precedes_heading(page: Evidence, name: str, title: str) -> bool:
    """Whether a title is a name that may be the site's, and then the heading of the page."""
    rest = words(title.removeprefix(name))
    is_heading = rest and rest == words(page.heading_text)
    return bool(is_heading) and ": " not in name and _may_be_name(name)


def _may_be_shown(page: Evidence, name: str) -> bool:
    """Whether a part of the title may be the name of the site, not the heading or a section."""
    found = words(name)
    if name.casefold() in _NO_NAMES or not any(map(str.isalpha, name)):
        return False
    return found != words(page.heading_text) and len(found) <= _MOST_SHOWN


def _is_on_start(page: Evidence, name: str) -> bool:
    """Whether a link to the start page has a name, or its image."""
    return words(name) in map(words, page.labels_of_start)


def _has_rights(page: Evidence, name: str) -> bool:
    """Whether the holder in a copyright notice starts with a name."""
    found = words(name)
    return any(one[: len(found)] == found for one in holders(page))


def _after_channels(page: Evidence) -> Iterator[Found]:
    """The last piece of a Chinese or Japanese title, after channels, if it ends like a site's name.

    ``橋がふたたび開通した朝_社会_港新聞``; or the one before the last: ``大桥今天开通_港湾网_社会``
    """
    first, *rest = (one.strip() for one in _CHANNELS.split(page.title[:LONGEST]))
    patterns = zip(rest[::-1], (_SITE_WORD, _NET), strict=False)
    names = (name for name, ends in patterns if len(name) <= _MOST_CHARACTERS and ends.search(name))
    if len(first) >= _LEAST_TITLE and (name := next(names, None)):
        yield Found(name, "title")


def _named_after_host(page: Evidence) -> Iterator[Found]:
    """The host's name as the page writes it on the link to the start page or after a ©.

    Not on pages in scripts without capitals, where the site's name is in that script.
    """
    own, _ = _own_labels(page.host)
    if len(own) < _LEAST_OWN or (page.language or "")[:2] in _OTHER_SCRIPTS:
        return
    keys = _spellings(own)
    notices = (_prefix(one, keys) for one in (*_texts_of_holders(page), *_before_rights(page)))
    found = [one for one in (*page.labels_of_start, *notices) if key_of(one) in keys]
    spelled = (one for one in found if one != one.lower() and not HOST.fullmatch(one))
    if name := next(spelled, None):
        yield Found(name, "text")


def _named_as_host(page: Evidence) -> Iterator[Found]:
    """The host as the page writes it: "Harbour.org" at the end of the title, or as a site's name.

    It is in the title, the link to the start page or a copyright notice.
    """
    own = page.host
    parts = [one.strip("- ") for one in _parts_of_title(page)]
    texts = [*parts[::-1], *page.labels_of_start, *_texts_of_holders(page)]
    for text in texts:
        name = next((one.strip(".,;|®™()") for one in text.split()[:1]), "")
        if HOST.fullmatch(name) and host(f"https://{name.lower()}") == own:
            yield Found(name[4:] if name.lower().startswith("www.") else name, "text")


def _akin_to_host(page: Evidence) -> Iterator[Found]:
    """A name with the host's label: "Harbour Daily Post" for ``hdp.example``.

    It is on the link to the start page, at the end of the title or in a copyright notice.
    """
    own, _ = _own_labels(page.host)
    if len(own) < _LEAST_AKIN or (page.language or "")[:2] in _OTHER_SCRIPTS:
        return
    before = [one for part in _parts_of_title(page)[:0:-1] if (one := part.strip("- "))][:1]
    notices = (_HOLDER_ENDS.split(one, 1)[0] for one in _texts_of_holders(page))
    for text in (*page.labels_of_start, *filter(_LONGER_NAME.fullmatch, before), *notices):
        name = _NAME_ENDS.split(text, 1)[0].strip(" .,;|®™")
        if name != name.lower() and not _NO_AKIN.search(name) and _is_akin(name, own):
            yield Found(name, "text")


def _is_akin(name: str, own: str) -> bool:
    """Whether a name has a host's label as a word or as its initials, or begins like it."""
    found, key = words(name), key_of(name).removeprefix("the")
    initials = ["".join(word[0] for word in found)]
    initials.append("".join(word[0] for word in found if word not in _SMALL))
    is_part = len(key) >= max(_LEAST_OWN, len(own) / 2)
    is_longer = len(own) >= _LEAST_LABEL and key.startswith(own)
    return own in (*found, *initials) or is_longer or (is_part and own.startswith(key))


def _prefix(line: str, keys: Sequence[str]) -> str:
    """The first words of a line with one of ``keys``, without final punctuation; else empty."""
    pieces = line.split()[:_MOST_WORDS]
    starts = (" ".join(pieces[: size + 1]) for size in range(len(pieces)))
    return next((one.strip(" .,;:|®™") for one in starts if key_of(one) in keys), "")


def _may_be_name(name: str) -> bool:
    """Whether what follows the heading in the title may be a site: not an author or a date."""
    is_other = _NO_NAME.match(name) or next(in_text(name), "")
    return not is_other and len(name.split()) <= _MOST_AFTER


def _parts_of_title(page: Evidence) -> list[str]:
    return SEPARATOR.split(page.title[:LONGEST])[::2]


def holders(page: Evidence) -> Iterator[tuple[str, ...]]:
    """The words of copyright notices, from their holder on."""
    return map(words, _texts_of_holders(page))


def _texts_of_holders(page: Evidence) -> Iterator[str]:
    texts = page.tree.text
    for place in page.notices:
        line = texts[place].lstrip()[:LONGEST]
        if notice := _NOTICE.match(line):
            following = "".join(texts[place + 1 : place + 2])  # if the name is in a link
            yield line[notice.end() :] or following[:LONGEST]


def _before_rights(page: Evidence) -> Iterator[str]:
    """What precedes the sign of a copyright notice, perhaps in another element: "Tide © 2022"."""
    texts = page.tree.text
    for place in page.notices:
        if "©" in (text := texts[place]):
            before = text[:LONGEST].partition("©")[0]
            yield before if before.strip() else "".join(texts[max(0, place - 1) : place])[:LONGEST]


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
        if name.startswith(title) and (mark := SEPARATOR.match(name, len(title))):
            return name[mark.end() :]
    is_title = page.url and name in (page.tree.title, page.content_of("og:title"))
    return "" if is_title else name


def _of_host(page: Evidence, name: str) -> str:
    """The part of a site's name that matches its host; empty if none or several do."""
    segments = [one for piece in SEPARATOR.split(name)[::2] if (one := piece.strip(' "|'))]
    own = [one for one in segments if _is_host(page, one)]
    return own[0] if len(own) == 1 else ""


def _is_host(page: Evidence, name: str, whole: bool = False) -> bool:
    """Whether a name matches the site's host: "The Tide" for ``thetide.example``.

    Args:
        page: the page.
        name: the name.
        whole: whether to reject names that only start like the host, "The Tide Magazine", and words
            that may be a section, "Sport" for ``sport.tide.example``.
    """
    key, address = key_of(name), page.host
    own, labels = _own_labels(address)
    is_exact = key in (*_spellings(own), key_of(address))
    if own and (is_exact or (not whole and _is_begun(page, name))):
        return True
    is_name = not whole or _OF_SUBDOMAIN.search(name) is not None
    return is_name and any(key in (one, f"the{one}") for one in labels)


def _spellings(label: str) -> tuple[str, ...]:
    """The keys of names that a host's label may stand for: as it is, and with or without "the"."""
    bare = label.removeprefix("the")
    return (label, f"the{label}", bare) if len(bare) >= _LEAST_OWN else (label, f"the{label}")


def _is_begun(page: Evidence, name: str) -> bool:
    """Whether a name starts like the site's host: "Tideway Harbour" for ``tideway.example``."""
    own, _ = _own_labels(page.host)
    return len(own) >= _LEAST_LABEL and key_of(name).startswith(own)


@lru_cache(64)  # a host is compared with several names
def _own_labels(address: str) -> tuple[str, list[str]]:
    """The label of a host that names its site, or an empty string, and the labels before it."""
    labels = [one for one in address.split(".")[:-1] if one and one not in _GENERAL]
    if len(labels) > 1 and labels[-1] in _PLATFORMS:
        labels.pop()
    *before, own = [*filter(None, map(key_of, labels))] or [""]
    return own, before


def site_names(page: Evidence, site: Found | None) -> list[str]:
    """The names of the site, and its host, in the form of :func:`key_of`."""
    name = page.host
    known = [site.value] if site else []
    known += [found.value for found in page.meta(*_SITE)]
    return list(filter(None, map(key_of, (*known, name, name.rpartition(".")[0]))))


def without_site(title: str, sites: Sequence[str]) -> str:
    """A title without the site's name at its start or end, and without anything beyond it."""
    pieces = SEPARATOR.split(title[:LONGEST])
    segments = pieces[::2]
    if len(segments) < 2:
        return title
    segments[-1] = _PHONE.sub("", segments[-1])
    if _stands_for_site(segments[-1], sites):
        return "".join(pieces[:-2])
    for place in range(len(segments) - 1, 0, -1):
        if is_site(segments[place], sites):
            return "".join(pieces[: 2 * place - 1])
    if is_site(segments[0], sites):
        return "".join(pieces[2:])
    return title


def is_site(text: str, sites: Sequence[str]) -> bool:
    """Whether a text is one of the names of a site (see :func:`site_names`) or part of one."""
    if "&" in text and is_site(text.replace("&", " and "), sites):
        return True
    key = key_of(text)
    return bool(key) and any(key == one or (len(key) > 3 and key in one) for one in sites)


def _stands_for_site(text: str, sites: Sequence[str]) -> bool:
    """Whether a text is the site's name with a company form, or spells out its initials."""
    if _is_with_form(text, sites):
        return True
    found = [word for word in re.findall(r"\w+", text) if word not in _SMALL]
    initials = "".join(word[0] for word in found)
    return len(initials) > 2 and initials.isupper() and initials.lower() in sites


def _is_with_form(text: str, sites: Sequence[str]) -> bool:
    """Whether a text is the site's name followed by a company form, such as "Ltd" or "Store"."""
    name = [*words(text)]
    while len(name) > 1 and name[-1] in _FORMS:
        name.pop()
        if "".join(name) in sites:
            return True
    return False


def key_of(text: str) -> str:
    """The words of a text, case-folded and joined without spaces."""
    return "".join(words(text))
