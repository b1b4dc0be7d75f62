"""Find the name of a page's site."""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from victor.document.metadata import schema
from victor.document.metadata.dates import in_text
from victor.document.metadata.evidence import SEPARATOR, Evidence
from victor.document.metadata.hosts import (
    HOST,
    LEAST_OWN,
    begins_like,
    is_akin,
    is_host,
    label_of,
    may_be_same,
    spellings,
)
from victor.document.metadata.likeness import host, key_of, words
from victor.document.metadata.site_names import LONGEST, SITE_META, START_PAGES
from victor.document.metadata.statements import Found
from victor.text.regex import regex

# A title of phpBB: the forum, "View topic" in its language, the topic.
_OF_TOPIC = regex(r"([^•:]{2,80}?) (?:•|::) [^•:–-]{4,40} - (\S.{0,300})", re.DOTALL)
# A title of early WordPress: the site, "Blog Archive" in its language, the post.
_OF_POST = regex(
    r"([^»]{2,80}?) » [^»]{0,20}(?:archi|arkiv|arquivo|архив|アーカイブ)[^»]{0,20} » (\S.{0,300})",
    re.DOTALL | re.IGNORECASE,
)
_OF_TEXINFO = ("texi2any", "makeinfo")  # generators; before version 5, without parentheses
_TAGLINE = regex(r"\s?[,，、،]")  # after a name: "Wikipedia, la enciclopedia libre"
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
_LEAST_AKIN = 3  # minimum length of a host label that may be a word or the initials of a name
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
    r"(?:.{0,80}?[©ⓒ]|copyright(?=\W{1,3}(?:19|20)\d\d))\W*(?:copyright\W*)?"
    r"(?:(?:by\s|(?:19|20)\d\d)\W*){0,4}",
    re.IGNORECASE,
)
_NO_NAMES = START_PAGES.union(
    "start index blog news documentation".split(), ("official website", "official site")
)
_MOST_SHOWN = 8  # words of a name
_MOST_AFTER = 6  # words of a name that only follows the heading in the title
_COLON = regex(r"\s:\s")  # before a subtitle
_CHARACTERS = 2  # of an unspaced script that count as a word of a name
# Two or more capitalised words, as of a name between or after sections.
_NAME = regex(
    r"[^\W\d_a-z][^\s:,]*(?:\s(?:[^\W\d_a-z][^\s:,]*|&|of|and|the|de|del|la|für|der)){1,3}"
    r"(?<!News)(?<!\s[A-Z]{2})"
)
_LEAST_HEADLINE, _MOST_SECTION = 3, 3  # words of a headline and of a section
# Endings of hosts, without those that are also endings of file names and programs.
_DOMAINS = frozenset(
    "com net org info tv at au be br ca ch cn cz de dk es eu fi fr gr hu ie il in it jp kr lt lv mx"
    " nl no nz pt ro ru se si sk tr tw ua uk us za".split()
)
_NO_NAME = regex(r"(?:by|von|por|par|di|door|free|page|seite|página)\b", re.IGNORECASE)


def site(page: Evidence) -> Found | None:
    """The name of the site."""
    stated = (Found(text.rstrip(" -–—:|"), source) for text, source in _stated_sites(page))
    named = (Found(_without_more(page, text), source) for text, source in stated)
    named = (found for found in named if found.value.casefold() not in _NO_NAMES)
    return next((found for found in named if words(found.value)), None)


def _stated_sites(page: Evidence) -> Iterator[Found]:
    """Candidates for the name of the site, best first."""
    yield from _instead_of_section(page)
    if stated := next(_objects(page), None):
        yield from page.meta("og:site_name")
        yield from _in_title(page, stated.value)
        yield stated
    yield from page.meta(*SITE_META)
    if name := of_topic(page)[0]:
        yield Found(name, "title")
    if name := page.name_in_brackets:
        yield Found(name, "title")
    yield from _called_as_host(page)
    yield from _shown(page)
    yield from _after_channels(page)
    yield from _named_after_host(page)
    yield from _shown_first(page)
    yield from _named_as_host(page)
    yield from _akin_to_host(page)
    yield from _host_in_title(page)
    yield from _beside_headline(page)
    yield from _begun_like_holder(page)


def _instead_of_section(page: Evidence) -> Iterator[Found]:
    """The last part of the title if it is the host's name and ``og:site_name`` is another.

    Some sites state the name of a section there: "Economy" for ``tide.example``.
    """
    own = label_of(page.host)
    stated = next(page.meta("og:site_name"), None) if own else None
    if not stated or may_be_same(stated.value, own):
        return
    *before, name = _parts_of_title(page)
    if before and key_of(name) in spellings(own):
        yield Found(name.strip("- "), "title")


def of_topic(page: Evidence) -> tuple[str, str]:
    """The site's name and the topic in a title of phpBB, WordPress, Texinfo or Doxygen; else empty.

    ``Mushroom advice • View topic - Bolete?``, ``The Tide » Blog Archive » Bridge``, in many
    languages, ``Bolete (The Book of Mushrooms)`` and ``Mushrooms: Spore Class Reference``.
    """
    title, generator = page.title, page.content_of("generator")
    if title.endswith(")") and generator.startswith(_OF_TEXINFO):
        topic, _, name = title[:-1].rpartition(" (")
        return ("", name) if topic == "Top" else (name, title if topic == "Index" else topic)
    if ": " in title and generator.startswith("Doxygen"):
        name, _, topic = title.partition(": ")
        return ("", name) if topic == "Main Page" else (name, topic)
    found = _OF_TOPIC.fullmatch(title) if " • " in title or " :: " in title else None
    if not found and " » " in title:
        found = _OF_POST.fullmatch(title)
    return (found[1], found[2]) if found else ("", "")


def _in_title(page: Evidence, publisher: str) -> Iterator[Found]:
    """The site's name at the end of the title, if the publisher's name does not match the host.

    A publisher may have several sites: the Wikimedia Foundation has one per language.
    """
    *before, name = SEPARATOR.split(page.title[-LONGEST:])
    if not before or is_host(page.host, publisher) or HOST.fullmatch(name):
        return
    if schema.is_wikimedia(publisher):
        yield Found(_TAGLINE.split(name)[0], "title")
    elif is_host(page.host, name) and len(name.split()) <= _MOST_WORDS:
        yield Found(name, "title")


def _called_as_host(page: Evidence) -> Iterator[Found]:
    """The part of the title that matches the site's host: the last, or else the first.

    A part that only starts like the host may be a product or a phrase: "Tide Boats 2024".
    """
    first, *rest = parts = _parts_of_title(page)
    for part in parts if page.host and rest else ():  # "the tide.example blog"
        if page.host in part.casefold().split() and 1 < len(part.split()) < _MOST_WORDS:
            yield Found(part.strip("- "), "title")
    if not rest:  # "Lost in Tides: A bridge opens", as in Blogger
        first, *rest = first.split(": ", 1)
    if rest and page.host:
        names = [_TAGLINE.split(rest[-1].strip("- "))[0], first]
        exact = [one for one in names if is_host(page.host, one, whole=True)]
        begun = [one for one in names[:1] if begins_like(page.host, one)]
        longer = filter(_LONGER_NAME.fullmatch, begun)
        yield from (Found(one, "title") for one in (*exact, *longer) if not HOST.fullmatch(one))


def _shown(page: Evidence) -> Iterator[Found]:
    """The last part of the title if the page shows it as the name of its site.

    It is then in a link to the start page or in a copyright notice, or the rest of the title is the
    heading of the page, or a text of a page that begins with a link which has the name.
    """
    *before, last = _parts_of_title(page)
    name, heading = last.strip("- ©®™"), words(page.heading_text)
    if not before or not _may_be_shown(page, name):
        return
    rest = words(" ".join(before))
    is_heading = rest == heading or (len(rest) == 1 and rest == heading[1:])  # "Function strength"
    follows = rest and is_heading and _may_be_name(name)
    is_shown = follows or _is_on_start(page, name) or _has_rights(page, name)  # cheapest first
    if is_shown or _begins(page, name, before):
        yield Found(name, "title")


def _begins(page: Evidence, name: str, before: Sequence[str]) -> bool:
    """Whether a page begins with a link that has a name and shows the rest of its title.

    Hacker News has no headings.
    """
    texts = page.tree.text
    if not texts or not page.tree.linked[0] or words(texts[0]) != words(name):
        return False
    return any(text.strip() in before for text in texts)


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
        if _has_rights(page, name) or (len(name) >= LEAST_OWN and _is_on_start(page, name)):
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
    return found != words(page.heading_text) and _is_short(name, _MOST_SHOWN)


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
    own = label_of(page.host)
    if len(own) < LEAST_OWN or (page.language or "")[:2] in _OTHER_SCRIPTS:
        return
    keys = spellings(own)
    notices = (_prefix(one, keys) for one in (*_texts_of_holders(page), *_before_rights(page)))
    found = [one for one in (*page.labels_of_start, *notices) if key_of(one) in keys]
    spelled = (one for one in found if one != one.lower() and not HOST.fullmatch(one))
    if name := next(spelled, None):
        yield Found(name, "text")


def _named_as_host(page: Evidence) -> Iterator[Found]:
    """The host as the page writes it: "Harbour.org" at the end of the title, or as a site's name.

    It is in the title, the link to the start page or a copyright notice.
    """
    parts = [one.strip("- ") for one in _parts_of_title(page)]
    for text in (*parts[::-1], *page.labels_of_start, *_texts_of_holders(page)):
        name = next((one.strip(".,;|®™()") for one in text.split()[:1]), "")
        if HOST.fullmatch(name) and host(f"https://{name.lower()}") == page.host:
            yield Found(_without_www(name), "text")


def _akin_to_host(page: Evidence) -> Iterator[Found]:
    """A name with the host's label: "Harbour Daily Post" for ``hdp.example``.

    It is on the link to the start page, at the end of the title or in a copyright notice.
    """
    own = label_of(page.host)
    if len(own) < _LEAST_AKIN or (page.language or "")[:2] in _OTHER_SCRIPTS:
        return
    before = [one for part in _parts_of_title(page)[:0:-1] if (one := part.strip("- "))][:1]
    notices = (_HOLDER_ENDS.split(one, 1)[0] for one in _texts_of_holders(page))
    for text in (*page.labels_of_start, *filter(_LONGER_NAME.fullmatch, before), *notices):
        name = _NAME_ENDS.split(text, 1)[0].strip(" .,;|®™")
        if name != name.lower() and not _NO_AKIN.search(name) and is_akin(name, own):
            yield Found(name, "text")


def _host_in_title(page: Evidence) -> Iterator[Found]:
    """A host that is a part of the title, if that of the page is unknown: ``Bridge - Tide.com``.

    Names of programs such as "Node.js" do not end like hosts.
    """
    parts = [one.strip("- ") for one in _parts_of_title(page)]
    if page.host or HOST.fullmatch(page.title):
        return
    for part in (*parts[::-1], parts[0].partition(": ")[0]):
        if HOST.fullmatch(part) and part.rpartition(".")[2].lower() in _DOMAINS:
            yield Found(_without_www(part), "title")


def _without_www(name: str) -> str:
    return name[4:] if name.lower().startswith("www.") else name


def _beside_headline(page: Evidence) -> Iterator[Found]:
    """The part of the title after or before the headline that the page shows above its text.

    Between may be sections, ``Bridge opens - World - Harbour Post``, and after it a slogan.
    """
    parts = _parts_of_title(page)
    if len(parts) == 1 or page.is_home or _COLON.search(page.title):
        return
    text = page.blocks.text[int(page.blocks.of_text[page.start])] if page.blocks else ""
    shown = {words(one) for one in (page.heading_text, text) if len(words(one)) >= _LEAST_HEADLINE}
    ends = [end for end in range(1, len(parts)) if words(" ".join(parts[:end])) in shown]
    name = _after_headline(parts[ends[-1] :]) if ends else ""
    if not ends and words(" ".join(parts[1:])) in shown:
        name = parts[0]
    is_name = any(map(str.isalpha, name)) and name.casefold() not in _NO_NAMES
    if is_name and _is_short(name, _MOST_AFTER) and _may_be_name(name):
        yield Found(name.strip("- "), "title")


def _begun_like_holder(page: Evidence) -> Iterator[Found]:
    """The last or first part of the title that begins like a holder in a copyright notice.

    "Harbour Post Online" for "© The Harbour Post Company".
    """
    parts = [one.strip("- ") for one in _parts_of_title(page)]
    named = [_without_article(words(holder)) for holder in _texts_of_holders(page)]
    if len(parts) == 1 or not named or page.is_home:
        return
    likely = [one for one in (parts[-1], parts[0]) if _may_begin(page, one)]
    common = [max(_alike(_without_article(words(one)), name) for name in named) for one in likely]
    if best := max(common, default=0):
        yield Found(likely[common.index(best)], "title")


def _may_begin(page: Evidence, name: str) -> bool:
    """Whether a part of the title may be a name that begins like a holder."""
    is_phrase = len(name.split()) > _MOST_WORDS or name == name.lower() or _NO_AKIN.search(name)
    return not is_phrase and _may_be_shown(page, name)


def _without_article(found: Sequence[str]) -> Sequence[str]:
    """Words without "the" or "of" before them."""
    return found[1:] if found[:1] in (("the",), ("of",)) else found


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """The number of words with which both begin; 0 if the first is short."""
    if not one or len(one[0]) < _LEAST_AKIN:
        return 0
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _after_headline(parts: Sequence[str]) -> str:
    """The name among the parts of a title that follow its headline; empty if it is unclear."""
    *sections, last = parts
    if not sections:
        return last
    if len(sections) == 1 and len(last.split()) > _MOST_WORDS:
        return sections[0] if _NAME.fullmatch(sections[0]) else ""
    own = {word for section in sections for word in words(section)}
    is_clear = _NAME.fullmatch(last) and own.isdisjoint(words(last)) and not sections[-1].isupper()
    return last if is_clear and all(len(one.split()) <= _MOST_SECTION for one in sections) else ""


def _prefix(line: str, keys: Sequence[str]) -> str:
    """The first words of a line with one of ``keys``, without final punctuation; else empty."""
    pieces = line.split()[:_MOST_WORDS]
    starts = (" ".join(pieces[: size + 1]) for size in range(len(pieces)))
    return next((one.strip(" .,;:|®™") for one in starts if key_of(one) in keys), "")


def _may_be_name(name: str) -> bool:
    """Whether what follows the heading in the title may be a site: not an author or a date."""
    is_other = _NO_NAME.match(name) or next(in_text(name), "")
    return not is_other and len(name.split()) <= _MOST_AFTER


def _is_short(name: str, most: int) -> bool:
    """Whether a name has at most so many words; in unspaced scripts, twice as many characters."""
    return len(name.split()) <= most and len(words(name)) <= _CHARACTERS * most


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
    own = [one for one in segments if is_host(page.host, one)]
    return own[0] if len(own) == 1 else ""
