"""Names beside dates: "3 May 2024 by Ada Quill", "Ada Quill | 3 May 2024"."""

import re

from victor.document.metadata.byline_words import (
    DONE_ON,
    FULL_NAME,
    LONGEST_BYLINE,
    MARKS,
    PARTICLES,
)
from victor.document.metadata.dates import in_text
from victor.document.metadata.names import is_byline, names_in
from victor.document.metadata.persons import JOINS, LONGEST_NAME, OUTLETS, ROLE, is_ago, is_calendar
from victor.text.regex import alternatives, regex

# Before a name, or a user name at the end of a line.
_BY_NAME = regex(
    rf"(?<!\w)(?:(?:({PARTICLES}|durch)|[Bb]y|oleh|przez) (?=[^\W\d_a-z])"
    r"|(von|par|por|by|av|af|door) (?=[a-z][\w.-]{3,30}\s*$))"
)
# A time of day, a month and year, or a reading time, if only that precedes a particle and a name.
_YESTERDAY = alternatives(
    """
    heute|gestern|aujourd['’]hui|hier|hoy|ayer|oggi|ieri|vandaag|gisteren|i ?dag|i ?går|hoje|ontem
    """
)
_READING = "lesezeit|lecture|lectura|lettura|leitura|leestijd|lästid|læsetid|lesetid"
_TIME_ALONE = regex(
    rf"\W*(?:(?:(?:{_YESTERDAY})\W{{1,3}}(?:(?:um|à|a las|alle|às|om|kl\.?)\s)?)?"
    r"\d{1,2}[:.h]\d\d(?:\s?(?:uhr|h|[ap]\.?m))?"
    r"|(?:0?[1-9]|1[0-2])[/.](?:19|20)\d\d"
    rf"|(?:(?:(?:temps|tiempo|tempo|durée) (?:de |di )?)?(?:{_READING})\s?:?\s(?:de\s)?)?"
    rf"\d{{1,3}}\s?min\w{{0,7}}(?:\.?\s(?:read|{_READING}|d[ei] \w{{1,8}}))?)\W*",
    re.IGNORECASE,
)
# Particles of names, and what precedes them in one: "3 May 2024 | Ana de Souza".
_IN_NAMES = ("de", "di")
_BEGUN = regex(r"\d\.?\s?[|·•–—-]\s[^\W\d_a-z][^\W\d_]+\s?$")
# A date, with words after its last digit.
_DATE_FIRST = regex(r"(.*\d(?:日|일|\s?[гр](?=\.))?)([\s|·•,./–—-]{1,4})(\D+)")
_WITH_INITIAL = regex(r"[^\W\d_a-z]\.[^\W\d_a-z][^\W\d_]{2,20}")  # in one word
_AGENCY = regex(r"[^\W\d_a-z]{2,5}")
_NO_FIRST = frozenset(
    "af all av by door from in our par por the uhr vom von".split()
)  # words that begin no person's name
_YEAR = regex(r"(?<!\d)(?:19|20)\d\d(?!\d)")
# In every date and every time ago; a cheap test.
_LIKELY = regex(r"\d|(?:an?|one)\s(?:second|minute|hour|day|week|month|year)")
_WORD = regex(r"[^\W\d_]{2,}")
# Most words besides a date before a particle and a name; more after "published" or the like.
_MOST_BESIDE_DATE, _MOST_PUBLISHED = 3, 6
_PUBLISHED = regex(rf"\W*(?:\w{{1,20}}\s){{0,2}}(?:{DONE_ON})(?!\w)", re.IGNORECASE)


def name_after_date(line: str) -> str:
    """The text after "by" in a line that starts with a date; empty for other lines.

    "By" needs only a number before it; "von" and "de" occur in any sentence and need a date. Any
    byline may follow a mark: "14. März 2024 · Von Ada Quill".
    """
    if len(line) > LONGEST_BYLINE or not _LIKELY.search(line):
        return ""
    parts = _DATE_FIRST.fullmatch(line)
    if parts and parts[2].strip(" ,") and is_byline(parts[3]) and _is_date(parts[1]):
        return parts[3].removesuffix(" In")
    for match in _BY_NAME.finditer(line):
        before = line[: match.start()]
        if match[1] in _IN_NAMES and _BEGUN.search(before):
            return ""
        if _is_date(before) if match[1] or match[2] else any(map(str.isdecimal, before)):
            return line[match.end() :].removesuffix(" In")
    return ""


def name_beside_date(line: str, following: str) -> str:
    """The full name of a line that states only it and a date, or that is above one; else empty.

    Args:
        line: "Ada Quill | 3 May 2024" or "3 May 2024, Ada Quill".
        following: the line after it.
    """
    if len(line) > LONGEST_BYLINE or not (_LIKELY.search(line) or _LIKELY.search(following)):
        return ""
    named = [one for one in names_in(line) if not _AGENCY.fullmatch(one)]
    name = ", ".join(named)
    if line.removeprefix("By").startswith(name) and _is_of_person(name):
        dated = line.partition(name)[2].strip(MARKS) or following.strip(MARKS)
        return name if len(dated) <= LONGEST_NAME and _is_date(dated) else ""
    parts = _DATE_FIRST.fullmatch(line)
    return parts[3] if parts and _is_of_person(parts[3]) and _is_date(parts[1]) else ""


def _is_of_person(name: str) -> bool:
    """Whether a name has two or three words like those of a person, not of a role or an outlet."""
    if _WITH_INITIAL.fullmatch(name):
        return True
    pieces = name.casefold().split()
    if not 2 <= len(pieces) <= 3 or not FULL_NAME.fullmatch(name) or name.isupper():
        return False
    if name[0].isupper() and name.split()[-1][0].islower():  # not in ASCII: "Publicat în"
        return False
    is_other = pieces[0] in _NO_FIRST or pieces[-1] in OUTLETS or ROLE.search(name)
    return not (is_other or any(map(is_calendar, pieces)) or any(map(str.isdigit, name)))


def _is_date(text: str) -> bool:
    """Whether a text is a date with few words, "Publié le 3 mai 2024 à", or only a time."""
    if _TIME_ALONE.fullmatch(text) or is_ago(text.strip(MARKS)):
        return True
    named = [word for word in _WORD.findall(text) if not JOINS.fullmatch(word.lower())]
    count = sum(not is_calendar(word) for word in named)
    if named and not count and _YEAR.search(text):  # "Mai 2024"
        return True
    most = _MOST_PUBLISHED if _PUBLISHED.match(text) else _MOST_BESIDE_DATE
    return count <= most and next(in_text(text), None) is not None
