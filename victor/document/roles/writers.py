"""The author of each post."""

import re
from collections.abc import Iterator, Sequence

from victor.arrays import Ints
from victor.document.roles.cued_page import (
    FIRST,
    HEAD,
    LINKS,
    CuedPage,
    elements_within,
    following,
    is_around,
    name_of,
)
from victor.document.roles.patterns import AUTHORS, HOST, LONGEST, LONGEST_NAME, MATTER, is_date
from victor.document.roles.stated import WRITERS, stated_attributes
from victor.text.regex import regex
from victor.tree.buttons import is_button
from victor.tree.tree import Tree

_BY_WORD = regex(r"^(?:by|von|par|por|от|作者)\b\s*[:：]?", re.IGNORECASE)
# Verbs after a name, in lower case as names are not: "Ann says:" in WordPress.
_SAYS = regex(
    r"\s(?:says?|said|wrote|writes|commented|replied|sagte?|schreibt|schrieb|meinte?|(?:a )?dit"
    r"|(?:a )?écrit|dice|dijo|escribió|ha (?:dicho|detto|scritto)|scrive|diz|disse|escreveu|zegt"
    r"|schreef|säger|sier|siger|skriver|skrev|sanoo|mówi|pisze|napisała?|říká|píše|napsala?|spune"
    r"|szerint|diyor ki|dedi ki|пишет|написала?|говорит|сказала?|ответила?|каже|пише|λέει)$"
)
# Names with "user" for text that users wrote, and for text that can be selected.
_NO_NAME = regex(rf"{MATTER.pattern}|user-?select", re.IGNORECASE)
_ABOUT_USERS = regex(
    r"(?:author|user|poster|member)[-_]?"
    r"(?:location|title|rank|role|registered|joined|since|totalposts|postcount|likes|stat"
    r"|picture|photo|image|avatar|journal|homepage)",
    re.IGNORECASE,
)
_BRACKETED = regex(r"[\[(（【].*[\])）】]", re.DOTALL)
# Labels before the name of an author.
_LABEL = regex(
    r"(?:(?:(?:user|member|display|nick|screen)[ -]?)?names?|author|user|poster"
    r"|(?:posted|written) by|autor(?:in|e|a)?|verfasser(?:in)?|benutzer(?:name)?|auteur|utilisateur"
    r"|pseudo|usuario|nombre|nome|nom|utente|gebruiker|naam|автор|имя|пользователь|作者|投稿者|名前|글쓴이|작성자)\s?[:：]?",
    re.IGNORECASE,
)
# Parts of a path that follow those in ``AUTHORS`` but are not names.
_NO_PROFILE = regex(
    r"(?:(?:log|sign)[-_]?(?:in|up|out)|register|auth|password|new|me|)(?:[/?#.]|$)", re.IGNORECASE
)
# Paths of users in forums and of federated services; not "/u/0/", which Google adds.
_OF_MEMBERS = regex(r"/(?:u|members?)/(?!\d/)|/[~@](?=[^/?#]{1,80}/?$)", re.IGNORECASE)
_ADDRESS = regex(r"^@|@\S+\.|://|^www\.")  # a mention, or the address of a page or of mail
_AROUND_NAMES = " :,|·•-–—@"
_CONTROLS = frozenset(("只看该作者", "只看該作者"))  # beside names in Discuz
_NO_NAMES = frozenset(("true", "false", "undefined", "null", "none"))


def authors_of_posts(
    page: CuedPage, elements: Ints, whole: Sequence[int], ends: Sequence[int]
) -> list[str]:
    """The author of each post: the name that readers see, or that an attribute states for programs.

    The stated name replaces a shown name that is part of it, such as an initial, or contains it,
    such as a name with a rank.

    Args:
        page: the page.
        elements: [e] the posts.
        whole: [e] the elements of the posts with author and date; see
            :func:`~victor.document.roles.stated.whole_posts`.
        ends: [e] the block after the last of each post; replies are other posts.
    """
    pairs = list(zip(whole, ends, strict=True))
    stated = _stated_authors(page.tree, elements)
    rows = list(zip(stated, pairs, strict=True))
    shown = [_shown_author(page, *pair, who) if who else "" for who, pair in rows]
    if not _are_writers(shown, stated):
        shown = stated
    return [
        (who if not name or name in who or who in name else name) or author_of(page, *pair)
        for name, (who, pair) in zip(shown, rows, strict=True)
    ]


def _shown_author(page: CuedPage, element: int, high: int, stated: str) -> str:
    """The name of an author that readers see: the stated one if the post shows it, too."""
    tree = page.tree
    low = int(tree.opened[element])
    texts = tree.text[low : min(int(tree.closed[element]), low + HEAD)]
    is_shown = any(text.strip() == stated for text in texts)
    return stated if is_shown else _named_author(page, element, high)[0]


def _are_writers(shown: Sequence[str], stated: Sequence[str]) -> bool:
    """Whether most posts show a name, and each name belongs to exactly one stated author.

    A text beside several authors is a status such as "Offline", or a person mentioned in posts.
    """
    pairs = {(name, who) for name, who in zip(shown, stated, strict=True) if name}
    is_usual = 2 * sum(map(bool, shown)) > sum(map(bool, stated))
    return is_usual and len({name for name, _ in pairs}) == len(pairs)


def _stated_authors(tree: Tree, elements: Ints) -> list[str]:
    """The author of each post in an attribute; "" if it has none."""
    stated = (text.strip() for text in stated_attributes(tree, elements, WRITERS))
    return [one if _is_name(one) and one.lower() not in _NO_NAMES else "" for one in stated]


def author_of(page: CuedPage, element: int, high: int) -> str:
    """The author of a post: an element named so, else a link to a profile, else a doubtful name."""
    name, doubtful = _named_author(page, element, high)
    return name or _linked_author(page, element, high) or doubtful


def _named_author(page: CuedPage, element: int, high: int) -> tuple[str, str]:
    """The first short text named as the author of a post, and a doubtful one; avatars come last.

    If a link in such an element is named so, too, its text is the name. Buttons, labels, text in
    brackets such as "[author]", ranks and places are often beside the name: these are doubtful,
    and returned, second, only if there is no other.
    """
    doubtful = ""
    for one, name in _authors(page, element, high):
        is_sign = _BRACKETED.fullmatch(name) or _LABEL.fullmatch(name) or is_button(page.tree, one)
        if not (is_sign or _ABOUT_USERS.search(page.tree.attribute(one, "class"))):
            return name, ""
        doubtful = doubtful or name
    return "", doubtful


def _authors(page: CuedPage, element: int, high: int) -> Iterator[tuple[int, str]]:
    """Yield the elements of a post named as its author or a user, with the names in them."""
    tree, avatars = page.tree, page.avatars
    bylines, users = (elements_within(page, cue, element, high) for cue in ("byline", "user"))
    links = [one for one in users if tree.linked[tree.opened[one]] and one not in avatars]
    links = [one for one in links if not _ABOUT_USERS.search(tree.attribute(one, "class"))]
    for one in sorted([*bylines, *users], key=avatars.__contains__):
        inner = next((link for link in links if one < link and is_around(tree, one, link)), None)
        inner = inner or _full_name(page, one, high) or _head_of_profile(page, one) or one
        name = _BY_WORD.sub("", name_of(page, inner)).strip(_AROUND_NAMES)
        name = _SAYS.sub("", name).rstrip(_AROUND_NAMES)
        least = 2 if one in avatars else 1  # an avatar may be an initial
        is_other = _NO_NAME.search(tree.attribute(one, "class")) or _is_matter(page, inner)
        if least <= len(name) and _is_name(name) and not is_other:
            yield inner, name


def _full_name(page: CuedPage, element: int, high: int) -> int:
    """The first element in another that microformats or schema.org mark as a name; else 0."""
    for cue in ("user", "title"):
        for one in elements_within(page, cue, element, high):
            classes, of_item = (page.tree.attribute(one, name) for name in ("class", "itemprop"))
            if "fn" in classes.split() or of_item == "name":
                return one
    return 0


def _head_of_profile(page: CuedPage, element: int) -> int:
    """The term that a list begins with, if it is the only one, which the rest describes; else 0.

    If the term is a label such as "Author", its description is the name.
    """
    tree, of_text = page.tree, page.blocks.of_text
    low, high = tree.bounds(element)
    inside = [one for one in following(page.terms, element, 2) if tree.opened[one] < high]
    if not inside or tree.opened[inside[0]] != low:
        return 0
    if _LABEL.fullmatch(name_of(page, inside[0])):
        return _described(page, inside[0], high)
    return inside[0] if len(inside) == 1 and of_text[high - 1] - of_text[low] > 1 else 0


def _described(page: CuedPage, term: int, high: int) -> int:
    """The description that follows a term of a list before text ``high``; 0 if there is none."""
    after = following(page.descriptions, term, 1)
    return next((one for one in after if page.tree.opened[one] < high), 0)


def _is_name(text: str) -> bool:
    """Whether a text may be a name."""
    if text in _CONTROLS:
        return False
    return len(text) <= LONGEST_NAME and any(map(str.isalpha, text)) and not is_date(text)


def _is_matter(page: CuedPage, element: int) -> bool:
    """Whether an element is more than a name: without links, and of more than two blocks."""
    tree, of_text = page.tree, page.blocks.of_text
    low, high = tree.bounds(element)
    return of_text[high - 1] - of_text[low] > 1 and not tree.linked[low:high][:FIRST].any()


def _linked_author(page: CuedPage, element: int, high: int) -> str:
    """The text of a link to a profile on the same site before the prose of a post."""
    tree, blocks = page.tree, page.blocks
    prose = page.first_prose(int(blocks.of_text[tree.opened[element]]), high)
    end = int(blocks.first[prose])
    for link in following(page.links, element, LINKS):
        if tree.closed[link] > end:
            break
        name = name_of(page, link)
        if _is_name(name) and not _ADDRESS.search(name) and _to_profile(page, link):
            return name
    return ""


def _to_profile(page: CuedPage, link: int) -> bool:
    """Whether a link leads to the page of a user or author on the same site, or one around it."""
    href = page.tree.attribute(link, "href")[:LONGEST]
    found = AUTHORS.search(href) or _OF_MEMBERS.search(href)
    if found is None or _NO_PROFILE.match(href, found.end()):
        return False
    host = HOST.match(href)
    return host is None or f".{page.host}".endswith(f".{host[1].lower()}")
