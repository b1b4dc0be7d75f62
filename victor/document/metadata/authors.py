"""The authors of a page."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Any

from victor.document.metadata import schema
from victor.document.metadata.bylines import names_reporters
from victor.document.metadata.evidence import Evidence
from victor.document.metadata.likeness import host, overlap
from victor.document.metadata.names import (
    inverted,
    is_byline,
    is_label,
    is_newsroom,
    is_person,
    name_after_date,
    names_in,
    stated_names,
    unique,
    without_sentences,
)
from victor.text.regex import regex
from victor.tree.blocks import Blocks
from victor.tree.html_tags import HEADINGS

# The elements of the head, best first.
_META = """
    parsely-author sailthru.author citation_author author article:author byl dc.creator creator
    dcterms.creator article:author_name cxenseparse:author og:author og:article:author authors
    article.author
""".split()
_CUES = ("author", "byline", "autor", "auteur", "username", "writer", "posted")
_STARTS = "|".join(_CUES)
# A cue at the start of a word, also of "postAuthor" and "bigusername"; not that of "runasusername"
# or "postedit".
_CUE = regex(
    r"(?:(?<![^\W\d_])(?i:post|entry|article|news|blog|story|content|item|by|meta|big)?"
    rf"(?i:{_STARTS})|(?<=[a-z])(?:{_STARTS.title()}))(?!ef|it)"
)
_POSTS = frozenset(("article", "section", "main", "body", "li"))
_OF_POSTS = regex(r"(?<![\w-])author-[\w-]*")  # a post in a list of posts of many authors
# Parts of marks of elements that hold more than names, or those of others. A vcard is a name
# (https://microformats.org/wiki/hcard).
_OTHERS = regex(
    r"comment|avatar|image|img|photo|bio|related|list|box|(?<!v)card|social|desc|title|icon|follow|role"
    r"|job|count|date|authori|sidebar|widget|footer|reply|position|location|info-link"
)
# Of the name in a box about the author, as plugins of WordPress mark it: "author-box__name".
_BOX = regex(r"(?:author-?box|saboxplugin)(?=[-_]{1,2}(?:author-?)?name(?![\w-]))")
# What is below the address of members and is no member.
_ACCOUNT = (
    r"(?:log-?(?:in|out)|sign[_-]?(?:in|up|out)|register|registration|password|reset|edit|settings"
    r"|new|account|me)(?:[/?#]|$)"
)
_PROFILE = regex(
    r"/(?:authors?|people|profiles?|users?|by|contributors?|staff|members?|autor(?:es|en)?|auteurs?"
    r"|redakteure?|journalists?|reporters?|writers?|u)/"
    rf"(?!{_ACCOUNT})[^/]|[?&]author=[^&]"
)
# Whose pages of members are not those of the authors of other sites.
_NETWORKS = frozenset(
    """
    youtube.com facebook.com twitter.com x.com instagram.com linkedin.com pinterest.com tiktok.com
    reddit.com bsky.app creativecommons.org
    """.split()
)
_INVERTED = frozenset(("citation_author", "dc.creator", "dcterms.creator"))
# Types of schema.org whose author is that of the page; others are of comments, reviews and goods.
_TYPES = regex(r"(?:article|(?<!job)posting|report|question|recipe)(?:\s|$)")
_THREADS = regex("question|forum")
# Those whose author is that of the page if the page is about them.
_WORKS = regex(r"(?:video|audio|podcastepisode|radioepisode)(?:object)?(?:\s|$)")
_TITLED = 0.8  # share of the words of an item's name that are in the title of a page about it
_AGENCY = regex(r"[A-Z]{2,5}")  # AFP
_OUTLET = regex(r"^Do (?=[A-Z\d]{2,}(?:\s|$))")
_STATED = ("json-ld", "meta")
_ELSEWHERE = (*_STATED, "microdata")  # than in bylines
_MARKED = ("microdata", "rel=author", "link to an author", "byline element")
_HANDLE = regex(r"[A-Za-z][\w.-]{5,60}", re.ASCII)  # one word, as in the address of a profile
_LEAST_LETTERS = 6  # of a name that a handle is made of
_MOST = 30  # authors of a page
_BEFORE, _AFTER = 6, 40  # texts around the title that are searched
_LINES_BEFORE, _LINES_AFTER = 3, 12  # blocks
_LINKS = 15
_LONGER = 150  # characters that the text around a link in a byline may have more than it
_ELEMENTS = 15
_TEXTS = 12  # of an element
_INSIDE = 30  # elements of an author
_INITIALS = 2  # characters
_DEPTH = 4  # elements around the initials of an avatar
_BYLINE_TEXTS = 6  # after the first of several authors
_LONGEST_MARK = 400  # characters of a class, an id or an itemprop
_LONGEST_ELEMENT = 200  # characters
_COLON = regex("[:：]")  # before which another label is, no name
_MARK = " | "  # between texts, at which names are cut
_LONGEST = 60  # characters of a line with only a name
_BETWEEN = regex(r"(?:[,;|/&·•、]\s?)?(?:and|und|et|y|e|og|och|en)?", re.IGNORECASE)  # authors
_BETWEEN_TEXTS = 3  # most texts between two of several authors
_SURNAME_FIRST = regex(r"[^\W\d_a-z][^\s,]+, (?:[^\W\d_a-z]\.[\s-]?){1,3}")  # "Lovelace, A. K."
# What stands before the author's name at the end of an article.
_SIGNED = regex(
    r"(?:(?:written|authored) by|geschrieben von|verfasst von|escrito por|écrit par|rédigé par"
    r"|scritto da|geschreven door|skrevet a[fv]|skriven av)[\s:]\s?(?=\w)|(?:"
    r"(?:(?:article|post|story) )?by|authors?|author\(s\)|contributors?|autor(?:in|es|e|zy|ka)?"
    r"|auteurs?|autore|автор(?:ы|ка)?|penulis|yazar|szerző|συντάκτης|作者|글쓴이|著者|執筆"
    r")\s?[:：]\s?(?=\w)",
    re.IGNORECASE,
)
# What stands beside those who wrote a film, a song or a book that an article is about.
_CREDIT = regex(
    r"(?:cast|composed|directed|edition|format|genre|isbn|language|licen[cs]e|lyrics|music|pages"
    r"|performed|produced|publisher|released?|starring|title|version|year|verlag|éditeur|editorial"
    r"|editora|издательство|год|жанр)\b|出版",
    re.IGNORECASE,
)
_QUOTED = ("blockquote", "figure", "figcaption", "ul", "ol", "dl", "aside")  # what others wrote
_LABEL_AFTER = regex(r"[\s|/]{1,9}[^\W\d_]{1,20}\s?[:：].*", re.DOTALL)  # " Photo: Bob Ray"
_SENTENCE = regex(r".{20,}[.!?…。！？][\"'”’»)\]]{0,2}", re.DOTALL)
_NO_NAME = regex(r"[,，、]|(?:mon|tues|wednes|thurs|fri|satur|sun)day\b", re.IGNORECASE)
# Of two words or more, or of letters that are neither small nor capital. Where those of a name
# have no space between, a space may be between two people.
_FULL_NAME = regex(
    r"(?![\u3040-\u30ff\u3400-\u9fff])[^\W\d_a-z][\w.'’-]{0,30}(?:\s(?:van|von|de[lnr]?|d[aiou]|la|le|[^\W\d_a-z][\w.'’-]{0,30})){1,4}"
    r"|[\u0590-\u10ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2,8}"
)


def authors(page: Evidence, others: Collection[str]) -> tuple[list[str], str]:
    """The authors, and where they were found.

    Organisations that are stated as authors are returned if no person is found, and so are names of
    agencies, such as AFP. The site itself is the author of an article whose byline names it.

    Args:
        page: the page.
        others: names of the site, case folded and without spaces.
    """
    stand_in: tuple[list[str], str] = [], ""
    newsrooms: list[tuple[list[str], str]] = []
    candidates = chain(_candidates(page), _signed(page))
    for names, source in candidates:
        found = [_without_article(page, name) for name in unique(names)][:_MOST]
        people = [name for name in found if is_person(name, others)]
        if persons := [name for name in people if not _AGENCY.fullmatch(name)]:
            longer = _spelled_out(persons, candidates)
            if not longer and len(persons) == 1 and source.startswith(_ELSEWHERE):
                longer = _with_others(page, persons[0], others)
            return longer or (persons, source)
        if found and not stand_in[0] and (people or source.startswith(_STATED)):
            stand_in = found, source
        if source in _MARKED and (newsroom := [one for one in found if is_newsroom(one, others)]):
            newsrooms.append((newsroom, source))
    return stand_in if stand_in[0] or not newsrooms or not _is_article(page) else newsrooms[0]


def _is_article(page: Evidence) -> bool:
    """Whether the page states to be an article, or seems to be one."""
    return page.is_article or page.says_article or page.kind[0] == "article"


def _spelled_out(
    handles: Sequence[str], candidates: Iterable[tuple[list[str], str]]
) -> tuple[list[str], str] | None:
    """The names that all of some handles are made of: "Ada Quill" for "ada-quill" or "AdaQuillMP".

    Some sites state the handles of their authors before their names.
    """
    if not all(map(_HANDLE.fullmatch, handles)):
        return None
    for names, source in candidates:
        own = [_letters(name) for name in names if " " in name]
        starts = tuple(name for name in own if len(name) >= _LEAST_LETTERS)
        if all(_letters(handle).startswith(starts) for handle in handles):
            return list(unique(names))[:_MOST], source
    return None


def _with_others(
    page: Evidence, stated: str, others: Collection[str]
) -> tuple[list[str], str] | None:
    """The names of a byline that has the only stated one, and more.

    Some programs state the first of several authors.
    """
    if not _is_article(page):
        return None
    own = _letters(stated)
    for names, source in _bylines(page):
        found = [name for name in unique(names) if is_person(name, others)][:_MOST]
        if own in map(_letters, found):
            return (found, source) if len(found) > 1 and all(map(_is_full, found)) else None
    return None


def _is_full(name: str) -> bool:
    """Whether a name has several words and no number, as those of desks may have: "G1 Harbour"."""
    return _FULL_NAME.fullmatch(name) is not None and not any(map(str.isdigit, name))


def _letters(name: str) -> str:
    """The letters of a name without accents, case folded."""
    return "".join(filter(str.isalpha, unicodedata.normalize("NFKD", name.casefold())))


def _without_article(page: Evidence, name: str) -> str:
    """``Do UOL``, as a newsroom signs in Portuguese, as ``UOL``; elsewhere Do is a name."""
    return _OUTLET.sub("", name) if (page.language or "").startswith("pt") else name


def _candidates(page: Evidence) -> Iterator[tuple[list[str], str]]:
    """Names, best first."""
    is_wiki = any(map(schema.is_wikimedia, schema.texts(page.field("publisher"))))
    for key in ("author", "creator"):
        value = page.field(key)
        if value and not (is_wiki and _is_organisation(value)):
            yield _stated(schema.texts(_people(value))), "json-ld"
    for name in page.known(_META):
        values = page.every(name)
        if name == "author" and not (page.is_article or page.says_article):
            distinct = list(unique(values))[:_MOST]
            values = [one for one in distinct if not page.is_of_review(one)]
        if name in _INVERTED:
            values = [inverted(one) for value in values for one in value.split(";")]
        yield _stated(values), f"meta {name}"
    for number in ("1", "2"):
        label = page.content_of(f"twitter:label{number}").strip()
        if label and is_label(label):
            yield _stated(page.every(f"twitter:data{number}")), f"meta twitter:data{number}"
    if page.is_home or page.is_product or page.is_unsigned:
        return
    yield from _microdata(page)
    yield from _bylines(page)
    if page.is_article or page.says_article:
        yield from _anywhere(page)


def _bylines(page: Evidence) -> Iterator[tuple[list[str], str]]:
    """Names near the title, best first."""
    yield from _links(page)
    yield from _elements(page)
    yield from _lines(page)


def _stated(values: Iterable[str]) -> list[str]:
    """The names in what is stated; nobody is named before the comma of ", The Harbour Journal"."""
    first, *others = [*values] or [""]
    named = others if first.lstrip().startswith(",") else [first, *others]
    return [name for value in filter(None, named) for name in stated_names(value)]


def _is_organisation(value: Any) -> bool:
    return isinstance(value, dict) and "organization" in schema.types(value)


def _people(value: Any) -> Any:
    """Of a list of people and organisations, the people."""
    if isinstance(value, list):
        people = [one for one in value if isinstance(one, dict) and "person" in schema.types(one)]
        return people or value
    return value


def _microdata(page: Evidence) -> Iterator[tuple[list[str], str]]:
    """The authors of the first article or the like in microdata that has any; one of a thread."""
    opened = page.tree.opened
    marked = (one for one, _ in page.marked("author") if _has(page, one, "itemprop", "author"))
    found = [one for one in marked if _is_of_page(page, one)]
    if not found or (opened[found[0]] >= page.teaser and not _is_of_heading(page, found[0])):
        return
    holder, last = page.holder(found[0]), opened[found[0]] + _BYLINE_TEXTS
    most = 1 if _THREADS.search(page.holder_types(found[0])) else _MOST
    mine = [one for one in found if page.holder(one) == holder and opened[one] <= last][:most]
    yield [name for one in mine for name in _names_of_item(page, one)], "microdata"


def _is_of_page(page: Evidence, element: int) -> bool:
    """Whether the item of schema.org that an element is in is of a type that pages are about.

    Articles have videos of others in them: a video must have the page's title.
    """
    types = page.holder_types(element)
    return _TYPES.search(types) is not None or (
        _WORKS.search(types) is not None
        and not (page.is_article or page.says_article)
        and _has_title(page, page.holder(element))
    )


def _has_title(page: Evidence, holder: int) -> bool:
    """Whether an item of schema.org is stated to have the name that is the page's title."""
    return overlap(page.tree.names.get(holder, ""), page.tree.title) >= _TITLED


def _is_of_heading(page: Evidence, element: int) -> bool:
    """Whether the item of schema.org that an element is in has the heading in it, or its title."""
    tree, holder = page.tree, page.holder(element)
    place = tree.opened[page.heading]
    has_heading = page.heading and tree.opened[holder] <= place < tree.closed[holder]
    return bool(has_heading) or _has_title(page, holder)


def _names_of_item(page: Evidence, element: int) -> list[str]:
    """The names in an author's item; that of a person without text is stated for machines.

    Newspapers without text are stated beside the shown names of who wrote for them.
    """
    if page.tree.holds[element]:
        return _names(page, _within(page, element, "itemprop", "name"))
    is_person = "organization" not in page.tree.attribute(element, "itemtype").lower()
    return _stated([page.tree.names.get(element, "")]) if is_person else []


def _within(page: Evidence, element: int, attribute: str, name: str) -> int:
    """The first element in another with a word in an attribute; the other itself without one."""
    opened, closed = page.tree.opened, page.tree.closed
    for inner in range(element + 1, min(element + _INSIDE, len(opened))):
        if closed[inner] > closed[element]:
            break
        if opened[inner] < closed[inner] and _has(page, inner, attribute, name):
            return inner
    return element


def _has(page: Evidence, element: int, attribute: str, name: str) -> bool:
    """Whether one of the words in an attribute of an element is ``name``."""
    return name in page.tree.attribute(element, attribute).lower()[:_LONGEST_MARK].split()


def _links(page: Evidence) -> Iterator[tuple[list[str], str]]:
    """The links to authors near the title: ``rel=author``, or an address of a profile."""
    tree = page.tree
    signed: list[int] = []
    profiles: list[int] = []
    for link in page.near(("a",), _BEFORE, _AFTER)[:_LINKS]:
        if "author" in tree.attribute(link, "rel").lower().split():
            signed.append(link)
        elif _is_profile(page, link) and not _is_within_text(page, link):
            profiles.append(link)
    for link in signed:
        yield _names_of_series(page, _series(page, signed, link)), "rel=author"
    if profiles:
        link = min(profiles, key=lambda one: _is_avatar(page, one))  # the first that has a name
        yield _names_of_series(page, _series(page, profiles, link)), "link to an author"


def _is_avatar(page: Evidence, element: int) -> bool:
    """Whether an element begins with the initials of an avatar, and names nobody after them."""
    return _has_initials(page, element) and _after_initials(page, element) == element


def _has_initials(page: Evidence, element: int) -> bool:
    """Whether the first text of an element stands for the image of an avatar."""
    tree, place = page.tree, page.tree.opened[element]
    if len(tree.text[place].strip()) > _INITIALS:
        return False
    inner, parent = int(tree.node[place]), int(tree.parent[element])
    for _ in range(_DEPTH):
        if inner == parent:
            return False
        if "avatar" in tree.attribute(inner, "class")[:_LONGEST_MARK].lower():
            return True
        inner = int(tree.parent[inner])
    return False


def _after_initials(page: Evidence, element: int) -> int:
    """The name after the initials of an avatar in an element; the element itself without one."""
    tree = page.tree
    place, last = tree.opened[element] + 1, tree.closed[element]
    inner = int(tree.node[place]) if place < last else element
    is_name = "name" in tree.attribute(inner, "class")[:_LONGEST_MARK].lower()
    return inner if is_name and inner > element and _has_initials(page, element) else element


def _is_profile(page: Evidence, link: int) -> bool:
    """Whether a link is to a member of a site, not one of a network that other sites link to."""
    address = page.tree.attribute(link, "href").lower()[:500]
    if not _PROFILE.search(address):
        return False
    site, own = ".".join(host(address).split(".")[-2:]), host(page.url)
    return site not in _NETWORKS or own == "" or own.endswith(site)


def _is_within_text(page: Evidence, link: int) -> bool:
    """Whether a link has much text of its block around it, and more than "By" before it."""
    if page.blocks is None:
        return False
    block = int(page.blocks.of_text[page.tree.opened[link]])
    name, text = page.text(link, 200), page.blocks.text[block]
    before = text.partition(name)[0].strip()
    return len(text) - len(name) > _LONGER and bool(before) and not is_label(before)


def _elements(page: Evidence) -> Iterator[tuple[list[str], str]]:
    """Elements near the title whose class, id or itemprop marks an author."""
    marked = _short(page, page.marked_near(_CUES, _BEFORE, _AFTER))
    for element in marked[:_ELEMENTS]:
        yield _names_of_series(page, _series(page, marked, element), _MARK), "byline element"


def _series(page: Evidence, elements: Sequence[int], first: int) -> list[int]:
    """An element and those like it that follow, with no more than "and" or a comma between."""
    tree, found = page.tree, [first]
    for element in elements[elements.index(first) + 1 :]:
        start, stop = tree.closed[found[-1]], tree.opened[element]
        if stop < start:
            continue  # within the one before
        between = "".join(tree.text[start:stop]).strip() if stop - start <= _BETWEEN_TEXTS else "?"
        # Boxes about several people of a site have their names in headings.
        if tree.tags[tree.tag[element]] in HEADINGS or not _is_like(page, element, first):
            break
        if not _BETWEEN.fullmatch(between):
            break
        found.append(element)
    return found


def _is_like(page: Evidence, one: int, other: int) -> bool:
    """Whether two elements have the same tag and class."""
    tree = page.tree
    has_class = tree.attribute(one, "class") == tree.attribute(other, "class")
    return bool(tree.tag[one] == tree.tag[other]) and has_class


def _names_of_series(page: Evidence, elements: Sequence[int], between: str = "") -> list[str]:
    """The names in some elements; see :func:`_names` for ``between``.

    The surname is first where each of several has one comma: "Lovelace, Ada"; or, where there is
    but one element, if only initials follow: "Lovelace, A.".
    """
    texts = [page.text(element, _LONGEST) for element in elements]
    commas = [text.count(",") == 1 for text in texts]
    if all(commas) and (len(texts) > 1 or _SURNAME_FIRST.fullmatch(texts[0])):
        return [name for text in texts for name in stated_names(inverted(text))]
    first = _marked_names(page, elements[0], between)
    others = elements[1:] if first else []  # those after a link that names nobody are no authors
    return first + [name for one in others for name in _marked_names(page, one, between)]


def _marked_names(page: Evidence, element: int, between: str = _MARK) -> list[str]:
    """The names in a marked element, see :func:`_names`; in a vcard, the formatted name."""
    is_card = _has(page, element, "class", "vcard")
    return _names(page, _within(page, element, "class", "fn") if is_card else element, between)


def _anywhere(page: Evidence) -> Iterator[tuple[list[str], str]]:
    """The author whom all marked elements name, wherever they are."""
    marked = _short(page, page.marked(*_CUES))
    found = [_marked_names(page, element) for element in marked[:_ELEMENTS]]
    named = [names for names in found if names]
    if named and all(names == named[0] for names in named):
        yield named[0], "byline element"


def _short(page: Evidence, marked: Iterable[tuple[int, str]]) -> list[int]:
    """The short elements whose marks are of nothing but an author."""
    opened, closed = page.tree.opened, page.tree.closed
    short = (one for one, _ in marked if 0 < closed[one] - opened[one] <= _TEXTS)
    return [element for element in dict.fromkeys(short) if _is_of_author(page, element)]


def _is_of_author(page: Evidence, element: int) -> bool:
    """Whether the class, id and itemprop of an element are of an author."""
    tree = page.tree
    values = (tree.attribute(element, name)[:_LONGEST_MARK] for name in ("class", "id", "itemprop"))
    marks = " ".join(values)
    if tree.tags[tree.tag[element]] in _POSTS:
        marks = _OF_POSTS.sub("", marks)
    return _CUE.search(marks) is not None and not _OTHERS.search(_BOX.sub("", marks.lower()))


def _names(page: Evidence, element: int, between: str = "") -> list[str]:
    """The names in an element: those of its first block, or of the one after "Written by".

    Args:
        page: the page.
        element: the element.
        between: stands between texts without white space between.
    """
    line, element = "", _after_initials(page, element)
    for part in page.parts(element, _LONGEST_ELEMENT, between):
        apart = " " if line.endswith((":", "：")) else _MARK
        line = f"{line}{apart}{part}" if line and not is_label(line) else part
    return names_in(line)


def _lines(page: Evidence) -> Iterator[tuple[list[str], str]]:
    """Lines near the title that begin as bylines do, and lines after "Written by"."""
    lines = page.lines(_LINES_BEFORE, _LINES_AFTER)
    for line, following in pairwise([*lines, ""]):
        if is_byline(line):
            yield without_sentences(names_in(line), line), "byline"
        elif is_label(line):
            if len(following) <= _LONGEST and not _COLON.search(following):
                yield without_sentences(names_in(following), following), "byline"
        elif after := name_after_date(line):
            yield without_sentences(names_in(after), after), "byline"
    for line in filter(names_reporters, page.lines(0, _LINES_AFTER)):
        yield names_in(line), "byline"


def _signed(page: Evidence) -> Iterator[tuple[list[str], str]]:
    """The names that an article is signed with, wherever, if all lines that name any agree."""
    if page.blocks is None or page.is_home or page.is_product or not _is_article(page):
        return
    rows = [row for row, line in enumerate(page.blocks.text) if _is_signed(line)][:_ELEMENTS]
    found = [_signing(page, row) for row in rows if _is_own(page, page.blocks, row)]
    named = [names for names in found if names]
    if named and all(names == named[0] for names in named):
        yield named[0], "byline"


def _is_signed(line: str) -> bool:
    """Whether a line begins as one that names the author, or names reporters, and is short."""
    if len(line) > _LONGEST or line.endswith("."):
        return False
    return _SIGNED.match(line) is not None or names_reporters(line)


def _is_own(page: Evidence, blocks: Blocks, row: int) -> bool:
    """Whether a line follows a sentence of the content, and is not in a comment or a quotation."""
    if not row or page.in_comments[row] or not _SENTENCE.fullmatch(blocks.text[row - 1]):
        return False
    if page.content is not None and not page.content[row - 1]:
        return False
    tree, element = page.tree, int(page.tree.node[blocks.first[row]])
    return not tree.nearest(tree.named(_QUOTED))[element]


def _signing(page: Evidence, row: int) -> list[str]:
    """The full names in a line; none in one among credits, or what is known of a book."""
    lines = page.blocks.text if page.blocks else []
    following = "".join(lines[row + 1 : row + 2])
    others = _is_signed(following) and following != lines[row]
    if others or any(map(_CREDIT.match, lines[row - 1 : row + 2])):
        return []
    named = _LABEL_AFTER.sub("", _SIGNED.sub("", lines[row], 1))
    if _NO_NAME.search(named):
        return []
    names = without_sentences(names_in(named), named)
    return names if all(map(_FULL_NAME.fullmatch, names)) else []
