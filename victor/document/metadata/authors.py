"""The authors of a page."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Any

from victor.document.metadata import schema
from victor.document.metadata.byline_words import FULL_NAME
from victor.document.metadata.bylines import names_reporters
from victor.document.metadata.dated_names import name_after_date, name_beside_date
from victor.document.metadata.dates import in_text
from victor.document.metadata.evidence import Evidence
from victor.document.metadata.hosts import HOST
from victor.document.metadata.likeness import host, key_of, words
from victor.document.metadata.marked import anywhere, below, elements, links, microdata
from victor.document.metadata.names import (
    LONGEST_LINE,
    MOST_NAMES,
    inverted,
    is_byline,
    is_label,
    names_in,
    names_of_all,
    unique,
    without_sentences,
    writer_in,
)
from victor.document.metadata.persons import OUTLETS, is_newsroom, is_person
from victor.document.metadata.signed import LINES_AFTER, LINES_BEFORE, signed
from victor.document.metadata.sites import holders
from victor.document.metadata.statements import STATED
from victor.text.regex import regex

# Names of ``meta`` elements, best first.
_META = """
    parsely-author sailthru.author citation_author citation_authors author article:author byl
    dc.creator creator dcterms.creator article:author_name cxenseparse:author og:author
    og:article:author authors article.author dc.contributor
""".split()
_INVERTED = frozenset(
    ("citation_author", "citation_authors", "dc.creator", "dcterms.creator", "dc.contributor")
)
_AGENCY = regex(r"[A-Z]{2,5}|[\w-]{2,40}\.(?:com|net|org|co\.[a-z]{2}|[A-Z]{2})")  # AFP, Tide.com
_FOR = regex(r"\sfor\s(?:the\s)?", re.IGNORECASE)  # after a person, before an employer
_OUTLET = regex(r"^Do (?=[A-Z\d]{2,}(?:\s|$))")
# "By" in languages where it also begins other lines or names. Names keep their case endings.
_BY_IN = {
    language: regex(rf"^(?:{by})\s(?={FULL_NAME.pattern})")
    for language, by in {
        "sw": "Na", "ca": "Per", "tl": "Nina|Ni", "fil": "Nina|Ni", "sq": "Nga", "cy": "Gan",
        "is": "Eftir", "ha": "Daga", "el": "Του|Της|Των", "th": "โดย", "lo": "ໂດຍ", "km": "ដោយ",
    }.items()
}  # fmt: skip
_FURTHER = regex(r"\s[|(]")  # what follows the name of an organisation
_OUTLET_WORDS = "|".join([*sorted(OUTLETS), "nachrichten"])
_OUTLET_WORD = regex(rf"\s(?:{_OUTLET_WORDS}|gmbh|inc|ltd|llc)\.?$", re.IGNORECASE)
# In a list with people: "The Harbour", "Tide Daily News", "Harbour Writers".
_OUTLET_NAME = regex(
    rf"^The\s|\s(?:{_OUTLET_WORDS}|report|mail|writers|network|foundation|inc|ltd|llc|gmbh)$",
    re.IGNORECASE,
)
_BY = regex(r"(?:written )?by:?\s", re.IGNORECASE)  # begins a byline
_WIKI = "MediaWiki"  # below a title, "De Wikipedia", where "de" is "from"
_LINES_BELOW = 7  # blocks after the title that may hold it
_ELSEWHERE = (*STATED, "microdata")  # sources other than bylines
_SIGNED = "rel=author"
_HANDLE = regex(r"[A-Za-z][\w.-]{5,60}", re.ASCII)  # one word, as in a profile URL
_LEAST_LETTERS = 6  # of a name that a handle may abbreviate
_SITE = regex(r"(?<!\w)(?:https?://|www\.)((?:[\w-]+\.)+[a-z]{2,14})", re.IGNORECASE)  # in a value
_COLON = regex("[:：]")  # marks another label, not a name


def authors(page: Evidence, others: Collection[str]) -> tuple[list[str], str]:
    """The authors, and where they were found.

    If no person is found, fall back to organisations that are stated as authors and to agencies
    such as AFP, then, for articles, to the site itself if a byline names it.

    Args:
        page: the page.
        others: names of the site, case-folded and without spaces.
    """
    stand_in: tuple[list[str], str] = [], ""
    newsrooms: list[tuple[list[str], str]] = []
    candidates = chain(_candidates(page), signed(page), below(page))
    for names, source in candidates:
        plain = (_without_employer(name, others) for name in names)
        found = [_without_article(page, name) for name in unique(plain)][:MOST_NAMES]
        people = [name for name in found if is_person(name, others)]
        if persons := _without_outlets([one for one in people if not _AGENCY.fullmatch(one)]):
            longer = _spelled_out(persons, candidates)
            if not longer and len(persons) == 1 and source == _SIGNED:
                longer = _with_others(page, persons[0], others, _lines(page))
            if not longer and len(persons) == 1 and source.startswith(_ELSEWHERE):
                longer = _with_others(page, persons[0], others, _bylines(page))
                longer = longer or _instead_of_outlet(page, persons[0], source, others)
                longer = longer or _instead_of_uploader(page, persons[0], others)
            return longer or (persons, source)
        if found and not stand_in[0] and (people or source.startswith(STATED)):
            stand_in = found, source
        newsroom = [one for one in found if is_newsroom(one, others)]
        if newsroom and not source.startswith(STATED):
            newsrooms.append((newsroom, source))
    return stand_in if stand_in[0] or not newsrooms or not page.seems_article else newsrooms[0]


def _without_outlets(names: list[str]) -> list[str]:
    """The names without those of outlets, if others are full names of people."""
    outlets = [name for name in names if _OUTLET_NAME.search(name)]
    if outlets and any(_is_full(name) for name in names if name not in outlets):
        return [name for name in names if name not in outlets]
    return names


def _spelled_out(
    handles: Sequence[str], candidates: Iterable[tuple[list[str], str]]
) -> tuple[list[str], str] | None:
    """The full names that handles are formed from: "Ada Quill" for "ada-quill" or "AdaQuillMP".

    Some sites state their authors' handles before their names.
    """
    if not all(map(_HANDLE.fullmatch, handles)):
        return None
    for names, source in candidates:
        own = [_letters(name) for name in names if " " in name]
        starts = tuple(name for name in own if len(name) >= _LEAST_LETTERS)
        if all(_letters(handle).startswith(starts) for handle in handles):
            return list(unique(names))[:MOST_NAMES], source
    return None


def _with_others(
    page: Evidence,
    stated: str,
    others: Collection[str],
    bylines: Iterable[tuple[list[str], str]],
) -> tuple[list[str], str] | None:
    """All names of a byline that has the stated author and others.

    Some programs state only the first of several authors, or link only to the first one.
    """
    if not page.seems_article:
        return None
    own = _letters(stated)
    for names, source in bylines:
        found = _without_outlets(_persons(names, others))
        if own in map(_letters, found):
            return (found, source) if len(found) > 1 and all(map(_is_full, found)) else None
    return None


def _instead_of_outlet(
    page: Evidence, stated: str, source: str, others: Collection[str]
) -> tuple[list[str], str] | None:
    """The people that a byline names, if the stated author is the outlet that they write for."""
    if not _is_outlet(page, stated, source):
        return None
    for names, found_in in chain(_bylines(page), signed(page)):
        if found := _persons(names, others):
            alike = any(_letters(one) in _letters(stated) for one in found)
            return (found, found_in) if all(map(_is_full, found)) and not alike else None
    return None


def _instead_of_uploader(
    page: Evidence, stated: str, others: Collection[str]
) -> tuple[list[str], str] | None:
    """The people in a line such as "By Ada Quill" below the title, if none is the stated author.

    The page must not show the stated one: others sign what is next to the article.
    """
    for line in filter(_BY.match, page.lines(0, _LINES_BELOW)):
        names = without_sentences(names_in(line), line) if is_byline(line) else []
        found = _persons(names, others)
        if found and all(map(_is_full, found)):
            is_other = {*words(stated)}.isdisjoint(words(" ".join(found)))
            return (found, "byline") if is_other and not _is_shown(page, stated) else None
    return None


def _is_shown(page: Evidence, name: str) -> bool:
    """Whether a text of the page has a name."""
    return any(name in text for text in (page.blocks.text if page.blocks else ()))


def _persons(names: Iterable[str], others: Collection[str]) -> list[str]:
    """The first names that are of people."""
    return [name for name in unique(names) if is_person(name, others)][:MOST_NAMES]


def _is_outlet(page: Evidence, name: str, source: str) -> bool:
    """Whether a stated author is an organisation, a host, or who holds the rights of the page."""
    value = page.field("author")
    if source == "json-ld" and _is_organisation(value):
        return True
    if HOST.fullmatch(name) or _OUTLET_WORD.search(name):
        return True
    stated = value if isinstance(value, list) else [value]
    is_person = any(isinstance(one, dict) and "person" in schema.types(one) for one in stated)
    own = words(name)
    return not is_person and any(one[: len(own)] == own for one in holders(page))


def _is_full(name: str) -> bool:
    """Whether a name is a full one without digits, unlike names of desks such as "G1 Harbour"."""
    return FULL_NAME.fullmatch(name) is not None and not any(map(str.isdigit, name))


def _letters(name: str) -> str:
    """The letters of a name, case-folded and without accents."""
    return "".join(filter(str.isalpha, unicodedata.normalize("NFKD", name.casefold())))


def _without_article(page: Evidence, name: str) -> str:
    """Shorten a Portuguese newsroom's ``Do UOL`` to ``UOL``, or a name after a special "by".

    Elsewhere Do is a name.
    """
    if (page.language or "").startswith("pt"):
        return _OUTLET.sub("", name)
    by = _own_by(page)
    return by.sub("", name) if by else name


def _own_by(page: Evidence) -> re.Pattern[str] | None:
    """The pattern of "by" in the page's language, if it is special."""
    return _BY_IN.get((page.language or "").partition("-")[0])


def _without_employer(name: str, others: Collection[str]) -> str:
    """Shorten ``Ada Quill for The Harbour Journal`` to the person, if that is the site's name.

    After a dash, the rest need not be the site's: ``Ada Quill - Harbour Team``.
    """
    person, *outlet = _FOR.split(name, 1)
    if outlet and key_of(outlet[0]) in others:
        return person
    person, dash, _ = name.partition(" - ")
    return person if dash and " " in person and not any(map(str.isdigit, person)) else name


def _candidates(page: Evidence) -> Iterator[tuple[list[str], str]]:
    """Candidate names with their source, best first."""
    yield from _in_json_ld(page)
    yield from _in_meta(page)
    yield from _in_labels(page)
    if not page.shows_others:
        yield from microdata(page)
        yield from _bylines(page)
        if page.states_article:
            yield from anywhere(page)
        yield from _beside_dates(page)
    for key in ("author", "authors"):
        yield names_of_all(schema.texts(page.parsely.get(key))), "meta parsely-page"


def _in_json_ld(page: Evidence) -> Iterator[tuple[list[str], str]]:
    for key in ("author", "creator"):
        value = page.field(key)
        is_organisation = _is_organisation(value)
        if value and not (is_organisation and _is_of_wiki(page)):
            found = schema.texts(_people(value))
            whole = [_FURTHER.split(name)[0] for name in found] if is_organisation else []
            yield whole or names_of_all(found), "json-ld"


def _is_of_wiki(page: Evidence) -> bool:
    """Whether the page is one of Wikipedia or a sister project."""
    return any(map(schema.is_wikimedia, schema.texts(page.field("publisher"))))


def _in_meta(page: Evidence) -> Iterator[tuple[list[str], str]]:
    for name in page.known(_META):
        if name == "author" and page.names_reviewers:
            continue
        values = [one for one in page.every(name) if not _is_of_maker(page, one)]
        if name in _INVERTED:
            values = [inverted(one) for value in values for one in value.split(";")]
        yield names_of_all(values), f"meta {name}"


def _in_labels(page: Evidence) -> Iterator[tuple[list[str], str]]:
    """Yield the names beside a label for authors in Twitter's card."""
    for number in ("1", "2"):
        label = page.content_of(f"twitter:label{number}").strip()
        if label and is_label(label):
            yield names_of_all(page.every(f"twitter:data{number}")), f"meta twitter:data{number}"


def _is_of_maker(page: Evidence, value: str) -> bool:
    """Whether a value names who made the site, with another URL: "Quill Design, www.quill.example".

    Nearly always in ``meta name=author``.
    """
    if "www." not in value and "//" not in value:
        return False
    found = _SITE.search(value)
    return (
        found is not None
        and " " in value.strip()
        and host(f"https://{found[1].lower()}") != page.host
    )


def _bylines(page: Evidence) -> Iterator[tuple[list[str], str]]:
    """Names near the title, best first."""
    yield from links(page)
    yield from elements(page)
    yield from _lines(page)


def _is_organisation(value: Any) -> bool:
    return isinstance(value, dict) and "organization" in schema.types(value)


def _people(value: Any) -> Any:
    """The people in a list that has any; other values unchanged."""
    if isinstance(value, list):
        people = [one for one in value if isinstance(one, dict) and "person" in schema.types(one)]
        return people or value
    return value


def _lines(page: Evidence) -> Iterator[tuple[list[str], str]]:
    """Names in lines near the title that are bylines or follow a label such as "Written by"."""
    if page.content_of("generator").startswith(_WIKI):
        return
    near = LINES_BEFORE, LINES_AFTER
    lines, by = page.lines(*near), _own_by(page)
    lines = [by.sub("By ", line) for line in lines] if by else lines
    placed = [*zip(lines, page.rows_near(*near), strict=True), ("", -1)]
    for (line, _), (following, row) in pairwise(placed):
        if is_byline(line):
            yield without_sentences(names_in(line), line), "byline"
        elif is_label(line):
            is_short = len(following) <= LONGEST_LINE and not _COLON.search(following)
            is_title = words(following) == words(page.heading_text)  # below "De", a breadcrumb
            if is_short and not is_title and not _is_header_cell(page, row):
                yield without_sentences(names_in(following), following), "byline"
        elif after := name_after_date(line):
            yield without_sentences(names_in(after), after), "byline"
        elif writer := writer_in(line, following):
            yield [writer], "byline"
    for line in filter(names_reporters, page.lines(0, LINES_AFTER)):
        yield names_in(line), "byline"


def _is_header_cell(page: Evidence, row: int) -> bool:
    """Whether a block is a header of a column: "Von" and "Bis" in a table of dates."""
    if page.blocks is None or row < 0:
        return False
    heads = page.tree.nearest(page.tree.named(("th",)))
    return bool(heads[page.blocks.node[row]])


def _beside_dates(page: Evidence) -> Iterator[tuple[list[str], str]]:
    """Full names beside a date and near the title of an article, without a label.

    Names of topics and sections are in links, in the title or in the text. Only a name alone in
    the text between title and date may occur in the text again.
    """
    if not page.blocks or page.content is None or not page.seems_article:
        return
    text, linked = page.blocks.text, page.blocks.any_of(page.tree.linked)
    title = int(page.blocks.of_text[page.start])
    for row in (*range(title + 1, title + _LINES_BELOW), title - 1):
        if not 0 <= row < len(text) or linked[row]:
            continue
        following = "".join(text[row + 1 : row + 2])
        if page.content[row] and not _has_day(page, text[row], following):
            continue
        name = name_beside_date(text[row], following)
        is_alone = page.content[row] and row == title + 1 and name == text[row]
        others = () if is_alone else _others(page, text[row])
        if name and not any(name in one for one in (page.title, *others)):
            yield [name], "byline"


def _has_day(page: Evidence, line: str, following: str) -> bool:
    """Whether a short line, or the next one, states a day: content may begin with its dateline."""
    if len(line) > LONGEST_LINE:
        return False
    dated = (line, following) if len(following) <= LONGEST_LINE else (line,)
    return any(next(in_text(one, page.locale), "") for one in dated)


def _others(page: Evidence, line: str) -> Iterator[str]:
    """The texts of the content other than a line."""
    return (one for one in page.kept_texts() if one != line)
