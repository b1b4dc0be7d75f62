"""Extract the names of authors from bylines and stated values."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from victor.document.metadata.byline_words import (
    BY,
    COLON,
    DONE,
    DONE_ON,
    FULL_NAME,
    LONGEST_BYLINE,
    MARKS,
    ON,
    PARTICLES,
    ROLES_BEFORE,
)
from victor.document.metadata.bylines import plain_byline
from victor.document.metadata.dates import in_text
from victor.document.metadata.persons import (
    ABBREVIATED,
    CREDIT,
    PLACEHOLDERS,
    ROLE,
    ends_in_surname,
    is_calendar,
    is_day,
    is_name,
)
from victor.text.characters import DIRECTIONS
from victor.text.regex import alternatives, regex

_LONGEST = 400  # characters of a string that are read
MOST_NAMES = 30  # of a page or a string
LONGEST_LINE = 60  # characters of a line with only a name
_TWO_NAMES = (
    rf"[^\W\d_a-z]\S+\s(?:(?:{PARTICLES}|van|de[rnl]?|d[aou]|la|dela|delos)\s){{0,2}}[^\W\d_a-z]"
)
_ARABIC = "[\u0620-\u064a]{2,20}"
# "Wrote" or the like, of a man or a woman, before a full name.
_WROTE = (
    rf"كتبت?\s(?:-\s)?(?={_ARABIC}\s{_ARABIC})"
    r"|(?i:подготовила?|беседовала?|підготу(?:вав|вала)|розмовля(?:в|ла)|rozmawiała?|opracowała?"
    r"|zpracovala?|připravila?|pripravila?|razgovarala?|napisała?|opublikowała?|napsala?|publikovala?"
    r"|napísala?|napisa(?:o|la|l)|objavi(?:o|la)|kirjoittanut|julkaissut|közzétette|írta"
    rf"|опубликовала?|написала?|опублік(?:ував|увала)|написа(?:в|ла))\s(?={_TWO_NAMES})"
)
_HOST = r"(?:[\w-]{1,60}\.){1,3}[a-z]{2,10}"
_WRITINGS = r"(?:(?:all|more)\s)?(?:articles|posts|stories)"
_PREFIX = regex(
    rf"(?i:(?:(?:{DONE}|{_WRITINGS}) by|{BY}|{ROLES_BEFORE}|{DONE})"
    r"(?:\s*[:：՝៖ঃ/|／｜丨＝]\s*|\s+))"
    rf"|(?i:(?:{DONE_ON})\s(?:{PARTICLES}|da|przez|bởi|oleh|από)(?:\s*:\s*|\s+))"
    rf"|{_WROTE}|About\s(?!The\s|This\s|Us\s)(?={_TWO_NAMES})|[Bb]y(?=[A-Z])|(?i:{PARTICLES})[\s:]+(?={_TWO_NAMES}|{_HOST}\s*$)"
)
_LONE_PARTICLE = regex(rf"^(?i:{PARTICLES})(?:\s\|\s|[\s:]+(?=[^\W\d_a-z]\S+(?:$|\s\|\s))|$)")
_COLON = regex(COLON)
_LABEL = regex(rf"(?i:(?:{DONE}) by|{BY}|{ROLES_BEFORE}|{PARTICLES})\s?{COLON}?")
_BYLINE = regex(
    rf"(?i:(?:(?:{DONE}) by|{BY})[\s:：/／｜丨]+\S|(?:{ROLES_BEFORE})\s?[:：՝៖ঃ/／｜丨＝]\s?\S)"
    rf"|(?i:{PARTICLES})[\s:]+{_TWO_NAMES}|{_WROTE}|From\s?:\s?[^@:]{{3,60}}\w@\w"
)
_POSTED = regex(r"(?:posted|published|submitted) by\s(?=.*\d)", re.IGNORECASE)
_TOPICS = regex(r"(?:categor(?:y|ies)|tags?|topics?)\s?[:：]", re.IGNORECASE)
# "By signing up, I agree", but not "By ada, May 3".
_DOING = regex(r"By [a-z]{1,20}(?: [a-z]{1,20})?, \D{1,400}$")
_ADDRESS = regex(r"(?:https?:|www\.)[^\s)]+|\S+@\S+\.\S+|(?<!\w)@\w+")
_IN_ADDRESS = ("@", "http", "www.")
_LINE_BREAK = regex(r"<br\s?/?>", re.IGNORECASE)
_BRACKETS = regex(
    r"\([^()]{0,100}\)|\[[^\[\]]{0,100}\]|\s<[^<>]{0,100}(?:>|$)"
    r"|(?<=[\u3040-\u30ff\u3400-\u9fff])(?:（[^（）]{0,100}）|【[^【】]{0,100}】)"
)
# Words that end a name in a line of text.
_AFTER = alternatives(
    """
    on|published|updated|posted|last|in|at|for|is|am|um|reviewed|fact[- ]checked|edited
    |medically|follow|about|min|در|بتاريخ|(?:เมื่อ)?วันที่|เมื่อ
    """
)
_NO_COMMENTS = alternatives(
    """
    no comments?|keine kommentare|kein kommentar|aucun commentaire|sin comentarios
    |sem comentários|nessun commento|geen reacties|brak komentarzy|нет комментариев
    """
)
_DATE = "date|tarihi|tarixi|तिथि|तारीख|मिति|তারিখ|தேதி|తేదీ|ದಿನಾಂಕ"
_TITLES = "dr mr mrs ms st prof rev hon gen sen lt".split()  # their dot does not end a name
_NO_TITLE = "".join(rf"(?<!\b{one}\.)" for one in _TITLES)
# An article before a day; in a name, a capital letter follows: Anne Le Goff, Ali el Amrani.
_ARTICLE = r"(?:(?i:le|el|il)\s(?=\d|[^\W\dA-ZÀ-Þ])|(?:le|el|il)\s(?=\S+\s\d))"
# Words before a day; none of them begins the last word of a name.
_BEFORE_DAY = alternatives(
    """
    al|em|op|om|den|dne|dnia|w dniu|på|pe|la|pada|vào(?: lúc| ngày)?|lúc|ngày|στις|в|на|у
    """
)
# What ends the names in a line. Each alternative begins with a sign, by which most are skipped.
_CUT = regex(
    rf"\s(?:[-–—]+\s|\s*[|•·»›●◆/]|(?i:{_AFTER})\s|{_ARTICLE}|(?:{_BEFORE_DAY})\s(?=\d)|(?i:{DONE_ON})\s?:|\d"
    rf"|(?:Follow|Become a fan|(?i:{_NO_COMMENTS}))(?!\S)|(?i:all rights reserved))"
    r"|[|•·»›●◆/]|—(?=\d)|\.\s(?i:all rights reserved)"
    rf"|\.(?<![A-Z]\.)(?i:{_NO_TITLE})\s(?=[A-Z][a-z]{{3}})"
)
# The label of others after a name: "Text: Ada Quill Pictures: Ben Ink".
_NEXT_LABEL = regex(
    rf"(?<=\S)\s(?:(?i:(?:{DONE_ON})(?:\s(?:{ON}))?)|[^\s\d:：,;|/／-]{{2,20}}(?:\s(?:{_DATE}))?)\s?[:：／]"
)
_AND = regex(
    r"\s?[;、，&]\s?(?:and\s)?|\s\+\s|\s?,\s?(?:and\s|und\s|et\s|y\s|e\s|with\s)?"
    r"(?!\s?(?:Jr|Sr|I{2,3})\b(?!\.\s[A-Z]))"
    r"|\s(?:and|AND|und|et|ed|og|och|и|та|with|with contributions from)\s"
    # Within a name, these are before its last word: "José Ortega y Gasset".
    r"|\s(?:y|e)\s(?=\S+\s\S)"
)
_DAY = regex(r"\s*\d")
_LIFE = regex(r"(?:\s\([^()]{1,80}\))?,\s\d{3,4}\??\s?[-–](?:\s?\d{3,4}\??)?\.?$")
# Labels with a colon that no author follows.
_OF_OTHERS = regex(
    r"(?:photo|image|picture|foto|bild|credit|source|quelle|fuente|fonte|kaynak|categor|tag|topic|view"
    r"|comment|read|share|来源|來源|出典|출처|источник|zdroj|źródło|kép)",
    re.IGNORECASE,
)
# A copyright notice before a named holder, such as an agency: "(c) dpa Meier".
_RIGHTS = regex(
    r"\W{0,3}(?:(?:©|\(c\)|copyright\b)\s?){1,2}(?:by\s)?"
    r"(?=[^\W\d])(?!all rights|alle rechte|tous droits|todos los|todos os|tutti i"
    r"|.{0,80}\b(?:inc|ltd|llc|gmbh|ag|corp|co|s\.?a)\b)",
    re.IGNORECASE,
)
_HAN = regex("[\u3400-\u9fff]")
_INSTITUTIONS = tuple("院所部会會司社局室")
_ENDS = tuple("。？！?!")
_PHRASE = regex(r"(?:an?|the|my|our|your) [^A-Z]+")  # "By the numbers"
_VIETNAMESE = regex("(?i)[ăđơưạ-ỹ]")  # "Thu" and "Mai" are common names there
_LONG = regex(r"(?!del(?:a|os)$).{4,}|the")  # words in lower case that are no part of a name
_MOST_IN_BYLINE = 8  # most words of a byline that ends like a sentence
_LONGEST_HAN = 8  # most Han characters of a name
_COMPANY = regex(r"\S\s(?:GmbH|AG|SE|Inc|LLC|Ltd|S\.?A|S\.?L|B\.?V|S\.?r\.?l|Pty|Corp)\.?$")
_PLACE = regex(r"[A-Z][a-zà-ÿ]{3,20}")  # of one word
_WRITERS = alternatives(
    """
    author|writer|editor|reporter|correspondent|columnist|journalist|contributor|blogger
    |autor(?:in|a)?|redakteur(?:in)?|journalist(?:in)?|korrespondent(?:in)?|volontär(?:in)?
    |auteure?|journaliste|rédact(?:eur|rice)|correspondante?|redactora?|periodista|corresponsal
    |redatora?|jornalista|giornalista|redattore|redattrice|redacteur|verslaggever|redaktor
    |dziennikarz|dziennikarka|автор|журналист(?:ка)?|корреспондент
    """
)
_WRITER = regex(rf"(?:[^\W\d]+\s){{0,3}}(?:{_WRITERS})(?:\sin\s(?:chief|charge))?", re.IGNORECASE)
_BETWEEN_PARTS = regex(r"\s?[|·•,]\s?|\s[–—-]\s")
# A name with an e-mail address, as archives of mailing lists write it.
_SENDER = regex(r"(.{3,60}?)\s[<(]?[\w.+-]{1,60}(?:@| at )(?:[\w-]{1,60}\.){1,4}[a-z]{2,14}[>)]?")


def writer_in(line: str, following: str = "") -> str:
    """The name in a line that states only a writer's name and role, perhaps a date; else empty.

    Args:
        line: "Ada Quill | Staff Writer | 3 May 2024", or "Ada Quill ada at tide.example".
        following: the line after it, in which the role may be; after an address, the date.
    """
    if not FULL_NAME.match(line):  # a cheap test
        return ""
    has_address = "@" in line or " at " in line
    if has_address and (sender := _SENDER.fullmatch(line)):
        return sender[1] if next(in_text(following), "") else ""
    parts = _BETWEEN_PARTS.split(line, 2) if len(line) <= LONGEST_BYLINE else []
    if len(parts) == 1:
        parts.append(following.lstrip("| "))
    name, role, *rest = parts or ["", ""]
    if not FULL_NAME.fullmatch(name) or not _WRITER.fullmatch(role) or ROLE.search(name):
        return ""
    return name if not rest or next(in_text(rest[0]), "") else ""


def names_in(line: str) -> list[str]:
    """The names in a line of text, such as ``By Ada Lovelace and Charles Babbage | 3 May``.

    Args:
        line: only the first 400 characters are read.
    """
    if _DOING.match(line) or _TOPICS.match(line):
        return []
    text = _LONE_PARTICLE.sub("", _tidied(line))
    cuts = (one for one in _CUT.finditer(text) if one[0] != "»" or "«" not in text[: one.start()])
    end = cut.start() if (cut := next(cuts, None)) else len(text)
    is_dated = _DAY.match(text, end) is not None
    return [name for name in stated_names(text[:end], is_dated) if not _is_phrase(name)]


def stated_names(text: str, is_dated: bool = False) -> list[str]:
    """The names in a value that contains only names, such as that of ``meta name=author``.

    Args:
        text: the value.
        is_dated: whether a number follows the text, so that a month at its end belongs to a date.
    """
    return list(_stated_names(text[:_LONGEST], is_dated))


@lru_cache(64)  # a page states its authors in several places
def _stated_names(text: str, is_dated: bool) -> tuple[str, ...]:
    named = _tidied(_RIGHTS.sub("", text, 1)).partition(" | ")[0]
    found = [name for piece in _pieces(named)[:MOST_NAMES] if (name := _trim(piece, is_dated))]
    in_capitals = bool(found) and found[0].isupper() and " " in found[0]
    names = [name for place, name in enumerate(found) if is_name(name, place, in_capitals)]
    # After a capitalised name, a piece in lower case is not a name: "photo by the author".
    return tuple(name for name in names if not (names[0][0].isupper() and name[0].islower()))


def _pieces(text: str) -> list[str]:
    """The parts of a list of names, without a place after full names: "Ada Quill, Nairobi".

    Nor the address of a company: "Tide GmbH, Hamburg, Germany".
    """
    pieces = [side for piece in _AND.split(text) for side in _sides(piece)]
    if len(pieces) > 1 and _COMPANY.search(pieces[0]):
        return pieces[:1]
    *before, last = pieces
    is_place = text.endswith(f", {last}") and _PLACE.fullmatch(last)
    if is_place and all(map(FULL_NAME.fullmatch, before)) and last.casefold() not in PLACEHOLDERS:
        return before
    return pieces


def _sides(piece: str) -> list[str]:
    """The full names between slashes, "Ada Quill/Ben Ink"; else the whole."""
    sides = [one.strip() for one in piece.split("/")] if "/" in piece else []
    return sides if sides and all(map(FULL_NAME.fullmatch, sides)) else [piece]


def names_of_all(values: Iterable[str]) -> list[str]:
    """The names in several stated values.

    A first value that starts with a comma, such as ", The Harbour Journal", is not a name.
    """
    first, *others = [*values] or [""]
    named = others if first.lstrip().startswith(",") else [first, *others]
    return [name for value in filter(None, named) for name in stated_names(value)]


@lru_cache(64)  # of a line, and then of its names
def _tidied(text: str) -> str:
    if CREDIT.match(text):
        return ""
    text = plain_byline(text[:_LONGEST])
    if "<" in text:
        text = _LINE_BREAK.sub(" | ", text)
    if any(map(text.__contains__, _IN_ADDRESS)):
        text = _ADDRESS.sub(" ", text)
    text = " ".join(_BRACKETS.sub(" ", text).split()) + " "
    for _ in range(2):
        match = _PREFIX.match(text)
        if not match:
            break
        text = _NEXT_LABEL.split(text[match.end() :], 1)[0]
    return text.rstrip()


def inverted(name: str) -> str:
    """Turn ``Lovelace, Ada`` into ``Ada Lovelace``; leave other names unchanged.

    Catalogues add the years of a life: ``Lovelace, Ada (Augusta Ada), 1815-1852``.
    """
    name = _LIFE.sub("", name)
    last, comma, first = name.partition(", ")
    return f"{first} {last}" if comma and "," not in first and "," not in last else name


def is_byline(line: str) -> bool:
    """Whether a short line starts like a byline."""
    return len(line) <= LONGEST_BYLINE and _BYLINE.match(line.lstrip(DIRECTIONS)) is not None


def is_posted(line: str) -> bool:
    """Whether a short line states who wrote something and when: ``Posted by Ada at 10:30``."""
    return len(line) <= LONGEST_BYLINE and _POSTED.match(line) is not None


def is_label(line: str) -> bool:
    """Whether a line is only the label of a byline, such as ``Written by``."""
    return len(line) <= 40 and _LABEL.fullmatch(line) is not None


def without_sentences(names: Sequence[str], line: str) -> list[str]:
    """Remove sentences and phrases from the names in a line; return none if it reads as prose.

    In an interview, speech follows a reporter's label; in a headline, words other than a name may
    follow a number and "by".
    """
    if _is_prose(names, line):
        return []
    others = [name for name in names if not (_is_sentence(name) or _PHRASE.fullmatch(name))]
    is_said = any(name.endswith(_ENDS) for name in names) or "，" in line
    return [] if is_said and len(others) < len(names) else others


def _is_prose(names: Sequence[str], line: str) -> bool:
    """Whether a line is a sentence that starts like a byline: "By closing the bridge, ..."."""
    is_long = len(line.split()) > _MOST_IN_BYLINE and line.rstrip().endswith((*_ENDS, "."))
    return is_long and any(name[:1].islower() for name in names)


def _is_sentence(name: str) -> bool:
    """Whether a supposed name ends like a sentence or is long and of Han characters.

    Names of institutions may be long.
    """
    if name.endswith(_ENDS):
        return True
    is_whole = not name.endswith(_INSTITUTIONS) and not any(sign in name for sign in " ・")
    return is_whole and len(_HAN.findall(name)) > _LONGEST_HAN


def unique(names: Iterable[str]) -> Iterator[str]:
    """The distinct names, ignoring case; the first spelling is kept."""
    seen = set()
    for name in names:
        if (key := name.casefold()) not in seen:
            seen.add(key)
            yield name


def _trim(piece: str, is_dated: bool) -> str:
    """Strip punctuation and trailing months and days from a name; initials keep their dot.

    ``CNN: Ada Lovelace`` becomes the part after the colon; ``Photo: Ada Lovelace`` and labels such
    as ``Filed under:`` become empty.
    """
    before, *rest = _COLON.split(piece, 1)
    if rest:
        after = rest[0].strip(MARKS)
        piece = "" if _OF_OTHERS.search(before) else after
    if not ABBREVIATED.search(piece):
        piece = piece.strip(MARKS)
    words = piece.split()
    while len(words) > 1 and is_calendar(words[-1]):
        if (not is_dated and ends_in_surname(words)) or _VIETNAMESE.search(words[-2]):
            break
        words.pop()
    if is_dated and len(words) > 2 and is_day(words[-1]) and not words[-1][0].isupper():
        words.pop()
    return " ".join(words)


def _is_phrase(name: str) -> bool:
    """Whether long lower-case words follow the first: "How it works", not "Ada van der Quill"."""
    words = name.split()
    if len(words) == 2 and name.islower():
        return False
    return any(word[0].islower() and _LONG.fullmatch(word) for word in words[1:])
