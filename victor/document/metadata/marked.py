"""Find authors in the markup: microdata, links to profiles, elements marked by class or id."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from victor.arrays import places
from victor.document.metadata.byline_words import FULL_NAME
from victor.document.metadata.evidence import Evidence
from victor.document.metadata.likeness import host, overlap
from victor.document.metadata.names import (
    LONGEST_LINE,
    MOST_NAMES,
    inverted,
    is_byline,
    is_label,
    names_in,
    names_of_all,
    stated_names,
)
from victor.text.characters import COLONS
from victor.text.regex import regex
from victor.tree.html_tags import HEADINGS

_CUES = ("author", "byline", "autor", "auteur", "username", "writer", "posted", "postuser")
_PERSONS = ("ltx_personname",)  # of LaTeXML, which writes affiliations between the authors
_STARTS = "|".join(_CUES)
# A cue at the start of a word, or in "postAuthor" and "bigusername"; not in "runasusername" or
# "postedit".
_CUE = regex(
    r"(?:(?<![^\W\d_])(?i:post|entry|article|news|blog|story|content|item|by|meta|big)?"
    rf"(?i:{_STARTS})|(?<=[a-z])(?:{_STARTS.title()}))(?!ef|it)"
)
_POSTS = frozenset(("article", "section", "main", "body", "li"))
_OF_POSTS = regex(r"(?<![\w-])author-[\w-]*")  # a post in a list of posts of many authors
# Parts of the marks (class, id, itemprop) of elements with more than names, or with other people's
# names. A vcard is a name (https://microformats.org/wiki/hcard).
_OTHERS = regex(
    r"comment|avatar|image|img|photo|bio|related|list|box|(?<!v)card|social|desc|title|icon|follow|role"
    r"|job(?!ber)|count|date|authori|sidebar|widget|footer|reply|position|location|info-link"
    r"|login|categor|origin|quote|testimonial|stats|fields|(?<![a-z])tags?(?![a-z])"
)
# Marks of the name in the author box of WordPress plugins: "author-box__name".
_BOX = regex(r"(?:author-?box|saboxplugin)(?=[-_]{1,2}(?:author-?)?name(?![\w-]))")
# Pages below the path of profiles that are not profiles.
_ACCOUNT = (
    r"(?:log-?(?:in|out)|sign[_-]?(?:in|up|out)|register|registration|password|reset|edit|settings"
    r"|new|account|me|add|badges|comment-?policy)(?:[/?#.]|$)"
)
_PROFILE = regex(
    r"/(?:authors?|by|contributors?|staff|autor(?:es|en)?|auteurs?|redakteure?|journalists?|reporters?"
    rf"|writers?)/(?!{_ACCOUNT})[^/]"
    # Below these, longer paths lead to articles and to tools.
    rf"|/(?:people|profiles?|users?|members?|u)/(?!{_ACCOUNT})[^/?#]+(?<!\.aspx)(?<!\.shtml)"
    r"(?:/(?!add\b)[^/?#]*(?<!\.aspx))?/?(?:[?#]|$)"
    r"|\?author=[^&]|&author=[^&]"  # each alternative begins with a sign, which is found fast
)
_LIKELY = ("/aut", "/Aut", "/AUT")
_OF_AUTHOR = regex(r"/(?:authors?|autor(?:es|en)?|auteurs?)/[^/]")  # in the URL of a profile
# Networks, whose profiles do not name the authors of other sites.
_NETWORKS = frozenset(
    """
    youtube.com facebook.com twitter.com x.com instagram.com linkedin.com pinterest.com tiktok.com
    reddit.com bsky.app creativecommons.org
    """.split()
)
# schema.org types whose author is the page's; others are of comments, reviews and products.
_TYPES = regex(r"(?:article|(?<!job)posting|report|question|recipe)(?:\s|$)")
_THREADS = regex("question|forum")
# schema.org types whose author is the page's if the page is about the item.
_WORKS = regex(r"(?:video|audio|podcastepisode|radioepisode)(?:object)?(?:\s|$)")
_TITLED = 0.8  # minimum share of the words of an item's name in the title of a page about it
_AFTER = 40  # texts after the start of the title that are searched
_LINKS = 15
_CLOSE = 8  # texts after the start of the title in which there are no comments
_ENDS = regex(r"(?:\s\S+){3}[.!?…][\"'”’»)\]]{0,2}$")  # of a sentence
_LONGER = 150  # most characters beside a link in a byline
ELEMENTS = 15
_TEXTS = 12  # most texts of a marked element
_INSIDE = 30  # elements searched inside another
_INITIALS = 2  # most characters of initials
_DEPTH = 4  # ancestors of initials that may be the avatar
_BYLINE_TEXTS = 6  # texts after the first of several authors
_LONGEST_MARK = 400  # characters of a class, an id or an itemprop
_LONGEST_ELEMENT = 200  # characters
_MARK = " | "  # separates texts; names are cut at it
_BETWEEN = regex(r"(?:[,;|/&·•、]\s?)?(?:and|und|et|y|e|og|och|en)?", re.IGNORECASE)  # two authors
_BETWEEN_TEXTS = 3  # most texts between two of several authors
_SURNAME_FIRST = regex(r"[^\W\d_a-z][^\s,]+, (?:[^\W\d_a-z]\.[\s-]?){1,3}")  # "Lovelace, A. K."
_MOST_INSIDE = 60  # most elements in one with the names of authors
# A link to one person, "Lovelace, Ada", rather than to agencies: "AFP, Reuters".
_ONE_PERSON = regex(
    r"(?![A-Z]+,)[^\W\d_a-z][\w'’-]{2,}, (?![A-Z]+(?:\s|$))[^\W\d_a-z][\w'’-]+"
    r"(?: [^\W\d_a-z][\w.'’-]*){0,2}"
)


def microdata(page: Evidence) -> Iterator[tuple[list[str], str]]:
    """Authors of the first article-like item in microdata that has any; only one of a thread."""
    opened = page.tree.opened
    marked = (one for one, _ in page.marked("author") if _has(page, one, "itemprop", "author"))
    found = [one for one in marked if _is_of_page(page, one)]
    if not found or (opened[found[0]] >= page.teaser and not _is_of_heading(page, found[0])):
        return
    holder, last = page.holder(found[0]), opened[found[0]] + _BYLINE_TEXTS
    most = 1 if _THREADS.search(page.holder_types(found[0])) else MOST_NAMES
    mine = [one for one in found if page.holder(one) == holder and opened[one] <= last][:most]
    yield [name for one in mine for name in _names_of_item(page, one)], "microdata"


def _is_of_page(page: Evidence, element: int) -> bool:
    """Whether the schema.org item around an element is of a type that pages are about.

    A video must have the page's title, as articles embed videos of others.
    """
    types = page.holder_types(element)
    return _TYPES.search(types) is not None or (
        _WORKS.search(types) is not None
        and not page.states_article
        and _has_title(page, page.holder(element))
    )


def _has_title(page: Evidence, holder: int) -> bool:
    """Whether the page's title contains the name of a schema.org item, or most of its words."""
    return overlap(page.tree.names.get(holder, ""), page.tree.title) >= _TITLED


def _is_of_heading(page: Evidence, element: int) -> bool:
    """Whether the schema.org item around an element contains the heading, or has its title."""
    tree, holder = page.tree, page.holder(element)
    place = tree.opened[page.heading]
    has_heading = page.heading and tree.opened[holder] <= place < tree.closed[holder]
    return bool(has_heading) or _has_title(page, holder)


def _names_of_item(page: Evidence, element: int) -> list[str]:
    """The names in an author's item; if it has no text, the stated name, but only of a person.

    Items of newspapers without text accompany the visible names of their writers.
    """
    if page.tree.holds[element]:
        return _names(page, _within(page, element, "itemprop", "name"))
    is_person = "organization" not in page.tree.attribute(element, "itemtype").lower()
    return names_of_all([page.tree.names.get(element, "")]) if is_person else []


def _within(page: Evidence, element: int, attribute: str, name: str) -> int:
    """The first descendant with text and a word in an attribute; the element itself if none."""
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


def links(page: Evidence) -> Iterator[tuple[list[str], str]]:
    """Authors in links near the title: with ``rel=author``, or to profiles."""
    signed: list[int] = []
    profiles: list[int] = []
    may_be_signed = page.may_have_relation("author")
    for link in page.near(("a",), _AFTER)[:_LINKS]:
        if may_be_signed and page.has_relation(link, "author"):
            signed.append(link)
        elif _is_profile(page, link) and not _is_within_text(page, link):
            profiles.append(link)
    for link in signed:
        yield _names_of_series(page, _series(page, signed, link)), "rel=author"
    if profiles := _not_of_readers(page, profiles):
        link = min(profiles, key=lambda one: _is_avatar(page, one))  # the first that has a name
        yield _names_of_series(page, _series(page, profiles, link)), "link to an author"


def _is_avatar(page: Evidence, element: int) -> bool:
    """Whether an element starts with the initials of an avatar and no name follows them."""
    return _has_initials(page, element) and _after_initials(page, element) == element


def _has_initials(page: Evidence, element: int) -> bool:
    """Whether the first text of an element is initials in place of an avatar."""
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
    """The element of the name after an avatar's initials; the element itself without one."""
    tree = page.tree
    place, last = tree.opened[element] + 1, tree.closed[element]
    inner = int(tree.node[place]) if place < last else element
    is_name = "name" in tree.attribute(inner, "class")[:_LONGEST_MARK].lower()
    return inner if is_name and inner > element and _has_initials(page, element) else element


def _is_profile(page: Evidence, link: int) -> bool:
    """Whether a link leads to a profile; on social networks, only if the page is there too."""
    address = page.targets.get(link, "").lower()[:500]
    if not _PROFILE.search(address):
        return False
    site, own = ".".join(host(address).split(".")[-2:]), page.host
    if not site or own.endswith(site):
        return True
    # Elsewhere, an author in the query is often that of books.
    return site not in _NETWORKS and (not own or "author=" not in address)


def _not_of_readers(page: Evidence, found: Iterable[int]) -> list[int]:
    """The elements outside comments.

    Forum software may call its posts comments; the first is then that of the author.
    """
    elements = [*found]
    own = [one for one in elements if not _in_comment(page, one)]
    return own or (elements if page.kind[0] == "forum" else [])


def _in_comment(page: Evidence, element: int) -> bool:
    """Whether an element is in comments and not close to the title."""
    return bool(page.tree.opened[element] - page.start > _CLOSE) and page.is_comment(element)


def _is_within_text(page: Evidence, link: int) -> bool:
    """Whether a link is in running text, with more than a label such as "By" before it."""
    if page.blocks is None:
        return False
    block = int(page.blocks.of_text[page.tree.opened[link]])
    name, text = page.text(link, 200), page.blocks.text[block]
    before, _, after = text.partition(name)
    if is_label(before.strip()):
        return False
    if page.content is not None and page.content[block] and _ENDS.search(after):
        return True
    return len(text) - len(name) > _LONGER and bool(before.strip())


def elements(page: Evidence) -> Iterator[tuple[list[str], str]]:
    """Authors in elements near the title whose class, id or itemprop marks an author.

    Those of reviews of a product are not of the page.
    """
    persons = [one for one, _ in page.marked_near(_PERSONS, _AFTER)]
    yield [name for one in persons for name in _names(page, one)], "byline element"
    marked = _not_of_readers(page, _short(page, page.marked_near(_CUES, _AFTER)))
    if page.names_reviewers:
        marked = [one for one in marked if not page.is_comment(one)]
    for element in marked[:ELEMENTS]:
        yield _names_of_series(page, _series(page, marked, element), _MARK), "byline element"


def _series(page: Evidence, elements: Sequence[int], first: int) -> list[int]:
    """An element and the similar ones that follow it, with only "and" or a comma between."""
    tree, found = page.tree, [first]
    for element in elements[elements.index(first) + 1 :]:
        start, stop = tree.closed[found[-1]], tree.opened[element]
        if stop < start:
            continue  # inside the previous one
        between = "".join(tree.text[start:stop]).strip() if stop - start <= _BETWEEN_TEXTS else "?"
        # In boxes about several people of a site, the names are headings.
        if tree.tag_of(element) in HEADINGS or not _is_like(page, element, first):
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
    """The names in a series of elements; see :func:`_names` for ``between``.

    The surname comes first if each of several elements has one comma ("Lovelace, Ada"), or if the
    only element has just initials after the comma ("Lovelace, A.") or is a link, or has such links.
    """
    texts = [page.text(element, LONGEST_LINE) for element in elements]
    commas = [text.count(",") == 1 for text in texts]
    if all(commas) and (len(texts) > 1 or _SURNAME_FIRST.fullmatch(texts[0])):
        return [name for text in texts for name in stated_names(inverted(text))]
    if "," in texts[0] and len(texts) == 1 and (persons := _linked_persons(page, elements[0])):
        return [name for text in persons for name in stated_names(inverted(text))]
    first = _marked_names(page, elements[0], between)
    others = elements[1:] if first else []  # not after a link without a name
    return first + [name for one in others for name in _marked_names(page, one, between)]


def _linked_persons(page: Evidence, element: int) -> list[str]:
    """The texts of the links in an element if each names one person, surname first."""
    own = [element] if page.tree.tag_of(element) == "a" else []
    linked = [*own, *_links_in(page, element, _MOST_INSIDE)]
    texts = [page.text(one, LONGEST_LINE) for one in linked]
    return texts if all(map(_ONE_PERSON.fullmatch, texts)) else []


def _marked_names(page: Evidence, element: int, between: str = _MARK) -> list[str]:
    """The names in a marked element (see :func:`_names`); of a vcard, the formatted name."""
    is_card = _has(page, element, "class", "vcard")
    return _names(page, _within(page, element, "class", "fn") if is_card else element, between)


def anywhere(page: Evidence) -> Iterator[tuple[list[str], str]]:
    """Authors in marked elements anywhere on the page; nothing if the elements disagree."""
    marked = islice(_short(page, page.marked(*_CUES)), ELEMENTS)
    if names := _common(_marked_names(page, element) for element in marked):
        yield names, "byline element"
    yield from _linked(page)


def _common(found: Iterable[list[str]]) -> list[str]:
    """The names that several elements have; none if the elements disagree."""
    named = filter(None, found)
    first = next(named, [])
    return first if all(names == first for names in named) else []


def below(page: Evidence) -> Iterator[tuple[list[str], str]]:
    """Authors in elements and links directly below the text that are marked, if they agree.

    Default themes of WordPress have them there.
    """
    opened = page.tree.opened
    if page.shows_others or not page.below:
        return
    links = [one for one in page.related("author") if opened[one] in page.below]
    marked = _short(page, (pair for pair in page.marked(*_CUES) if opened[pair[0]] in page.below))
    chosen = islice(chain(links, marked), ELEMENTS)
    if names := _common(_marked_names(page, element) for element in chosen):
        yield names, "rel=author" if links else "byline element"


def _linked(page: Evidence) -> Iterator[tuple[list[str], str]]:
    """The author to whom all links to authors lead; nothing if the links disagree."""
    tree, found = page.tree, dict[str, None]()
    if not any(map(page.joined_targets.__contains__, _LIKELY)):  # true of most pages
        return
    menus = tree.nearest(tree.named(("nav", "header")))
    for link in places(tree.named(("a",)) & tree.holds & (menus == 0)).tolist():
        address = page.targets.get(link, "").lower()[:500]
        is_likely = _LIKELY[0] in address and _OF_AUTHOR.search(address)
        if is_likely and _is_profile(page, link):
            names = names_in(page.text(link, LONGEST_LINE))
            found |= dict.fromkeys(names if len(names) == 1 else ["", "?"])
            if len(found) > 1:
                return
    if len(found) == 1 and FULL_NAME.fullmatch(name := next(iter(found))):
        yield [name], "link to an author"


def _short(page: Evidence, marked: Iterable[tuple[int, str]]) -> Iterator[int]:
    """The short elements that are marked as an author and nothing else."""
    opened, closed = page.tree.opened, page.tree.closed
    short = (one for one, _ in marked if 0 < closed[one] - opened[one] <= _TEXTS)
    return (element for element in dict.fromkeys(short) if _is_of_author(page, element))


def _is_of_author(page: Evidence, element: int) -> bool:
    """Whether the class, id and itemprop of an element mark an author and nothing else."""
    tree = page.tree
    values = (tree.attribute(element, name)[:_LONGEST_MARK] for name in ("class", "id", "itemprop"))
    marks = " ".join(values)
    if tree.tag_of(element) in _POSTS:
        marks = _OF_POSTS.sub("", marks)
    if not _CUE.search(marks) or _OTHERS.search(_BOX.sub("", marks.lower())):
        return False
    return "quote" not in tree.attribute(int(tree.parent[element]), "class")[:_LONGEST_MARK]


def _names(page: Evidence, element: int, between: str = "") -> list[str]:
    """The names in the first block of an element, or in the one after a label like "Written by".

    Args:
        page: the page.
        element: the element.
        between: inserted between texts that no white space separates.
    """
    line, element = "", _after_initials(page, element)
    for part in _from_byline(page.parts(element, _LONGEST_ELEMENT, between)):
        separator = " " if line.endswith(COLONS) else _MARK
        line = f"{line}{separator}{part}" if line and not is_label(line) else part
    return [_as_linked(page, element, name) for name in names_in(line)]


def _from_byline(parts: list[str]) -> list[str]:
    """The texts from a byline or its label on, unless a name is the first: "Tide", "by Ada"."""
    if len(parts) < 2 or FULL_NAME.match(parts[0]):
        return parts
    first = (place for place, part in enumerate(parts) if is_byline(part) or is_label(part))
    return parts[next(first, 0) :]


def _as_linked(page: Evidence, element: int, name: str) -> str:
    """A name without what follows its link in an element: "Ada Quill Tide News", "ada Members"."""
    if " " not in name:
        return name
    for link in _links_in(page, element):
        text = page.text(link, LONGEST_LINE)
        if name.startswith(f"{text} ") and (FULL_NAME.fullmatch(text) or _is_profile(page, link)):
            return text
    return name


def _links_in(page: Evidence, element: int, most: int = _INSIDE) -> Iterator[int]:
    """The links with text among the first elements in an element."""
    tree = page.tree
    for inner in range(element + 1, min(element + most, len(tree.tag))):
        if tree.opened[inner] >= tree.closed[element]:
            return
        if tree.tag_of(inner) == "a" and tree.holds[inner]:
            yield inner
