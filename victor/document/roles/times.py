"""The date of each post."""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import numpy as np

from victor.arrays import Ints
from victor.document.date_words import CHANGED, PUBLISHED
from victor.document.roles.cued_page import (
    HEAD,
    CuedPage,
    elements_within,
    following,
    is_around,
    text_of,
)
from victor.document.roles.cues import BITS
from victor.document.roles.patterns import ANY_YEAR, DATE, DIGIT, LONGEST, LONGEST_NAME, is_date
from victor.document.roles.stated import stated_attributes
from victor.text.regex import regex
from victor.tree.attributes import values_of
from victor.tree.tree import Tree

_DATED_TEXTS = 3  # most texts of an element that is a date
_NUMBER = regex(r"#\s?\d+")  # of a post
_ISO = regex(r"^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.]*(?: ?Z| ?[+-]\d\d:?\d\d)?).*", re.DOTALL)
_CHANGED = regex(
    rf"(?:last )?(?:edited|{CHANGED})|(?:zuletzt )?(?:bearbeitet|geändert)|éditée?|editado"
    r"|编辑于|最后编辑|отредактировано|last edit\b|letzte änderung|dernière édition"
    r"|última (?:modificación|edição)|ultima modifica|последнее редактирование",
    re.IGNORECASE,
)
_CLOCK = regex(
    r"(?<![\d:.])\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?:\s?[ap]\.?m\.?)?(?![\d:]|\.\d)", re.IGNORECASE
)
_YEAR = regex(rf"(?<!\d){ANY_YEAR}(?!\d)")
# Words before dates of other events than the writing of a post.
_NOT_WRITTEN = regex(
    rf"{_CHANGED.pattern}|\b(?:joined|registered|since|seen|visit|active|login|online|wrote|said|"
    r"inscrit|membre|écrit|beigetreten|registriert|mitglied|schrieb|iscritto|registrado|escribió|"
    r"зарегистрирован|регистрация|писал)\b|注册|登録|가입",
    re.IGNORECASE,
)
_WEEKDAY = (
    r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?|(?:mo|di|mi|do|fr|sa|so)(?=[.,])"
    r"|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend"
    r"|(?:lun|mar|mer(?:cre)?|jeu|ven(?:dre)?|sam(?:e)?)(?:di)?|dim(?:anche)?"
    r"|lunes|martes|mi[eé](?:rcoles)?|jue(?:ves)?|vie(?:rnes)?|s[aá]b(?:ado)?|dom(?:ingo|enica)?"
    r"|(?:lune|marte|mercole|giove|vener)d[iì]|gio|sabato"
    r"|(?:maan|dins|woens|donder|vrij|zater|zon)dag|(?:ma|wo|vr|za|zo)(?=[.,])"
    r"|(?:mån|tis|tirs?|ons|tors?|fre|lör|lør|sön|søn)(?:dag)?|pon|wto|śro|czw|pią|sob|nie"
    r"|понедельник|вторник|среда|четверг|пятница|суббота|воскресенье|пн|вт|ср|чт|пт|сб|вс"
)
_POSTED = (
    rf"{PUBLISHED}|written|sent|submitted|geschrieben|verfasst|erstellt|gepostet|posté|envoyé|enviado"
    r"|escrito|inviato|scritto|skrevet|skrivet|wysłan[yo]|napisan[yo]|dodano|добавлено|отправлено"
    r"|написано|发表于|发布于|發表於"
)
_BY_WHOM = "by|von|par|por|da|door|przez|от"
_ON = "on|am|vom|den|le|el|il|от"  # a day
# The date of a post, perhaps after a word such as "posted" and the author. Other words before a
# date name an event on that day: "Meeting 12 May 2020 10:00".
_WRITTEN = regex(
    rf"(?:(?:{_POSTED})\s(?:(?:{_BY_WHOM})\s\D{{1,60}}?\s)?"
    rf"|(?:{_POSTED}|{_BY_WHOM})\b\D{{0,60}}?[»·•|:,]\s?)?"
    rf"(?:(?:(?:reply|antwort|réponse|respuesta|risposta|ответ)\s{{1,2}})?(?:{_ON})\s?:?\s)?"
    rf"((?:{_CLOCK.pattern}[\s,–-]{{1,3}})?(?:(?:{_WEEKDAY})[.,]{{0,2}}\s)?(?:{DATE.pattern}).*)",
    re.IGNORECASE,
)
_SIGNS = " ·|,-–—»•:"
# Attributes that may contain a date; the last one is that of a common library for tooltips.
_STATED = ("datetime", "title", "content", "data-tippy-content")
# Words before a date in an attribute: "Sender's time: ...", "See timeline at ...".
_BEFORE_DATE = regex(
    r"^[^\W\d_][^\d:|]{0,30}(?::\s(?=\D{0,20}\d)|\s(?:at|am|le|el)\s(?=\d|[^\W\d_]{3,12}\.?\s\d))"
)
_TIMES = ("data-timestamp",)  # attributes of posts
_STAMP = regex(r"(1\d{9})(?:\d{3})?")  # seconds or milliseconds since 1970


def _stated_times(tree: Tree, elements: Ints) -> list[str]:
    """The time of each post in UTC, from an attribute with a Unix timestamp; "" if it has none."""
    stated = (_STAMP.fullmatch(text) for text in stated_attributes(tree, elements, _TIMES))
    times = [datetime.fromtimestamp(int(one[1]), UTC) if one else None for one in stated]
    return [f"{one:%Y-%m-%dT%H:%M:%SZ}" if one else "" for one in times]


def dates_of_posts(
    page: CuedPage, elements: Ints, whole: Sequence[int], ends: Sequence[int]
) -> list[str]:
    """The date of each post: of an element named as a date, of an attribute, or else of its text.

    Attributes may use another time zone than the text that readers see. Texts are only used if
    most of the posts without another date have one there. If no post has a date, titles of
    their elements may state some, else the element before each may be named as one.

    Args:
        page: the page.
        elements: [e] the posts.
        whole: [e] the elements of the posts with author and date; see
            :func:`~victor.document.roles.stated.whole_posts`.
        ends: [e] the block after the last of each post; replies are other posts.
    """
    pairs = list(zip(whole, ends, strict=True))
    named = [_named_date(page, element, high) for element, high in pairs]
    stated = _stated_times(page.tree, elements)
    dates = [sure or other for (sure, _), other in zip(named, stated, strict=True)]
    rows = zip(pairs, dates, strict=True)
    written = ["" if date else _written_date(page, *pair) for pair, date in rows]
    if 2 * sum(map(bool, written)) > dates.count(""):
        dates = [date or text for date, text in zip(dates, written, strict=True)]
    dates = dates if any(dates) else _titled_dates(page, pairs)
    dates = dates if any(dates) else _dates_before(page, elements)
    return [date or poor for date, (_, poor) in zip(dates, named, strict=True)]


def _titled_dates(page: CuedPage, pairs: Sequence[tuple[int, int]]) -> list[str]:
    """The first title in each post that is a date with a time of day, as in Redmine and Trac.

    Most posts must have one: else they may be of links to other pages.
    """
    tree, found = page.tree, list[str]()
    titles = {
        one: text.strip()
        for one, text in values_of(tree.attributes, "title").items()
        if tree.holds[one] and _CLOCK.search(text[:LONGEST_NAME])
    }
    titled = np.array([one for one, text in titles.items() if is_date(text)], np.int32)
    for element, high in pairs:
        inside = following(titled, element, 1)
        inside = [one for one in inside if tree.opened[one] < page.blocks.first[high]]
        found += [_BEFORE_DATE.sub("", titles[one]) for one in inside] or [""]
    return found if 2 * sum(map(bool, found)) > len(found) else [""] * len(found)


def _dates_before(page: CuedPage, elements: Ints) -> list[str]:
    """The date in the element before each post, as in bbPress; "" for all if some have none."""
    headers = [_previous(page.tree, element) for element in elements.tolist()]
    none = [""] * len(headers)
    if not all(page.tree.holds[one] for one in headers):
        return none
    between = page.tree.opened[headers[1:]] >= page.tree.closed[elements[:-1]]
    if not between.all() or np.isin(headers, elements).any():
        return none
    ends = page.range(np.array(headers, np.int32))[1].tolist()
    found = [_named_date(page, *pair)[0] for pair in zip(headers, ends, strict=True)]
    return found if all(found) else none


def _previous(tree: Tree, element: int) -> int:
    """The element before one, in the same; 0 if there is none."""
    one, around = element - 1, tree.parent[element]
    while one > around and tree.parent[one] != around:
        one = int(tree.parent[one])
    return one if one > around else 0


def date_of(page: CuedPage, element: int, high: int) -> str:
    """The date of a post in an element named as one; a poor date only without another."""
    return next(filter(None, _named_date(page, element, high)), "")


def _named_date(page: CuedPage, element: int, high: int) -> tuple[str, str]:
    """The date of a post in elements named as dates (an attribute, else text), and a poor date.

    The date when the author joined never counts. The date of a change is poor, and so is a time
    without a day: these are only returned, second, if there is no other.
    """
    tree, poor = page.tree, ""
    for cue in ("time", "date"):
        for one in elements_within(page, cue, element, high):
            if _is_elsewhen(page, one):
                continue
            for text in _stated_dates(tree, one):
                text = _BEFORE_DATE.sub("", text) if is_date(text) else text
                text = _ISO.sub(r"\1", _NUMBER.sub("", text)).strip(_SIGNS)
                if 0 < len(text) <= LONGEST_NAME and DIGIT.search(text):
                    if not (_is_change(tree, one) or _CLOCK.fullmatch(text)):
                        return text, ""
                    poor = poor or text
    return "", poor


def _is_change(tree: Tree, element: int) -> bool:
    """Whether an element or its short parent begins by stating that a post was changed."""
    around = int(tree.parent[element])
    low, high = tree.bounds(around)
    start = tree.text[low] if high - low <= _DATED_TEXTS else ""
    return any(_CHANGED.match(text.lstrip(" .,([")) for text in (text_of(tree, element), start))


def _written_date(page: CuedPage, element: int, high: int) -> str:
    """The date in the first texts of a post before its prose, if possible with a time of day.

    Lists in a post are skipped, as they describe its author.
    """
    tree, found = page.tree, ""
    low, end = tree.bounds(element)
    prose = page.first_prose(int(page.blocks.of_text[low]), high)
    end = min(end, int(page.blocks.first[prose]), low + HEAD)
    listed = page.items[low:end] > page.items[low:end].min(initial=len(tree.tag))
    for place in (np.flatnonzero(~(page.undated[low:end] | listed)) + low).tolist():
        if _is_day(tree.text[place]):
            text = _NUMBER.sub("", " ".join(tree.text[place].split())).strip(f"{_SIGNS}«@")
            when = _WRITTEN.fullmatch(text)
            if when is None or _NOT_WRITTEN.search(f"{_before(page, place)} {text}"):
                continue
            if _CLOCK.search(text):
                return when[1].rstrip(" (")
            found = found or when[1]
    return found


def _before(page: CuedPage, text: int) -> str:
    """The end of the text before one in the same block, which may say what it is."""
    of_text = page.blocks.of_text
    is_same = text > 0 and of_text[text - 1] == of_text[text]
    return page.tree.text[text - 1][-LONGEST_NAME:] if is_same else ""


def _is_day(text: str) -> bool:
    """Whether a text is a date with a year and few other words."""
    return _YEAR.search(text[:LONGEST_NAME]) is not None and is_date(text.strip())


def _is_elsewhen(page: CuedPage, element: int) -> bool:
    """Whether an element, or a parent that holds little else, is named as another date."""
    around = int(page.tree.parent[element])
    named = page.own[[element, around]] & np.uint64(BITS["elsewhen"]) != 0
    size = int(page.tree.closed[around] - page.tree.opened[around])
    after = following(page.elements("user"), around, 1)
    is_alone = size <= _DATED_TEXTS and not any(is_around(page.tree, around, e) for e in after)
    return bool(named[0] or (named[1] and is_alone))


def _stated_dates(tree: Tree, element: int) -> Iterator[str]:
    """Yield what may be the date of a post, most reliable first: attributes, then text."""
    attributes = tree.attributes[element]
    names = _STATED if tree.tag_of(element) != "time" else _STATED[:1]
    yield from (attributes.get(name, "").strip() for name in names)
    for inner in range(element + 1, min(element + 3, len(tree.tag))):
        if tree.parent[inner] < element:
            break
        stated = (tree.attribute(inner, name).strip() for name in _STATED)
        yield from (text for text in stated if DATE.search(text[:LONGEST]))
    yield text_of(tree, element)
    yield " ".join(" ".join(tree.text[tree.opened[element] : tree.closed[element]]).split())
