"""Parse dates in markup, URLs and text into ISO 8601."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta, timezone
from functools import lru_cache
from itertools import takewhile

from victor.document.metadata.months import (
    AMBIGUOUS,
    FIRST_PIECES,
    FIRST_WORDS,
    MONTHS,
    SOLAR_MONTHS,
    folded,
    month_of,
)
from victor.text.characters import NO_DIRECTIONS
from victor.text.regex import regex

_LONGEST = 300  # characters of a line that are searched
_YEARS = range(1991, 2100)  # the first web page dates from 1991
_LAST_CENTURY, _FAR = 91, 40  # two-digit years: 91 is 1991, 39 is 2039
_THAI = 543  # years by which the Buddhist calendar is ahead
_SOLAR_YEARS = range(1370, 1431)  # Solar Hijri (Iran); 8 in 33 are leap years
_SOLAR_START = date(2020, 3, 20).toordinal() - 1 - (365 * 1399 + 339)  # 339 leap days before 1399
_LUNAR_YEARS = 1411  # first year that is read as lunar Hijri: 1990
_SOLAR = regex(
    r"(?<![\d/.-])(?:(\d{4})\s?([/-])\s?(\d\d?)\s?\2\s?(\d\d?)"
    r"|(\d\d?)\s?([/-])\s?(\d\d?)\s?\6\s?(\d{4}))(?![\d/]|[.-]\d)"
)
_ERAS = {"令和": 2018, "平成": 1988, "民國": 1911, "民国": 1911}  # year before each era
_SECONDS = r"(\d{2})(?:[.,]\d{1,9})?"
_ANY_SECONDS = r"(\d{1,2})(?:[.,]\d{1,9})?"  # also one digit: 08:30:0Z
# Abbreviations with one meaning, and CST: in China, UTC+8.
_ZONES = {"EDT": "-04:00", "EST": "-05:00", "CDT": "-05:00", "CST": "-06:00", "MDT": "-06:00",
    "MST": "-07:00", "PDT": "-07:00", "PST": "-08:00", "CET": "+01:00", "CEST": "+02:00",
    "EET": "+02:00", "EEST": "+03:00", "MSK": "+03:00", "JST": "+09:00", "KST": "+09:00",
    "AEST": "+10:00", "AEDT": "+11:00"}  # fmt: skip
_UTC = ("UTC", "GMT")
# +02:00, GMT+0200, UTC+2, EST, and +02 right after the seconds.
_OFFSET = (
    r"(?:(?:UTC|GMT)\s?)?[+-](?:\d{2}:?|\d:)\d{2}(?!-?\d)"
    r"|(?:UTC|GMT)\s?[+-]\d{1,2}(?![:\d])"
    rf"|(?<=:\d\d:\d\d)[+-]\d{{2}}(?![:\d])|(?:Z|{'|'.join((*_UTC, *_ZONES))})(?!\w)"
)
_ZONE = rf"\s?({_OFFSET})?"
_ISO = regex(
    r"(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})"
    rf"(?:[T ]{{1,2}}(\d{{2}}):(\d{{2}})(?::{_ANY_SECONDS})?{_ZONE})?",
    re.IGNORECASE,
)
# Without marks in the day, and perhaps in the time: 20240517T080000Z, 20240517 08:00:00.
_COMPACT = regex(
    rf"(\d{{4}})(\d{{2}})(\d{{2}})(?:[T ]?(\d{{2}}):?(\d{{2}})(?::?{_SECONDS})?{_ZONE})?",
    re.IGNORECASE,
)
_SLASHES = regex(
    r"(?<![\d/])(\d{4})/(\d{1,2})/(\d{1,2})"
    rf"[T ]{{1,2}}(\d{{2}}):(\d{{2}})(?::{_SECONDS})?{_ZONE}",
    re.IGNORECASE,
)
_COMMENT = r"(?: \([^()]{1,60}\))?"  # the name of the zone
# The time in a mail (RFC 5322, 3.3 and 4.3): Tue, 15 Sep 2020 10:01:41 EDT.
_OF_MAIL = regex(
    rf"[A-Z][a-z]{{2}},.* \d{{4}} (\d\d):(\d\d)(?::{_SECONDS})?"
    rf"(?: ([+-]\d{{4}}|[A-Z]{{3,4}}))?{_COMMENT}"
)
# The time as programs print it: Tue Sep 15 2020 10:01:41 GMT-0400 (Eastern Daylight Time) in
# JavaScript, Tue Sep 15 10:01:41 EDT 2020 in Java and C.
_OF_PROGRAM = regex(
    rf"[A-Z][a-z]{{2}} [A-Z][a-z]{{2}} [ \d]?\d(?: \d{{4}})? (\d\d):(\d\d):{_SECONDS}"
    rf"(?: ({_OFFSET}))?(?: \d{{4}})?{_COMMENT}"
)
_WESTERNMOST, _EASTERNMOST = timedelta(hours=-11), timedelta(hours=14)
_QUARTER = timedelta(minutes=15)
_STAMP = regex(r"1\d{9}(?:\d{3})?")  # seconds or milliseconds since 1970, up to 2033
_PATH = regex(
    r"/((?:19|20)\d\d)(?:(?P<mark>[/_-])(\d\d?|[a-z]{3,9})(?P=mark)(\d\d?)|(\d\d)(\d\d))(?=[/_.-]|$)"
)
_PIECE = regex(r"\d+|[^\s\d.,:;/()\[\]|·•_'’׳״«»“”،؛၊॰–—-]+")  # Thai vowels are not in \w
_EAST_ASIAN = regex(r"(\d{4})\s?[年년]\)?\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日号號일]")
_MONGOLIAN = regex(
    r"(\d{4})\s?оны?\s(\d{1,2})(?:\s?-?\s?(?:р|[дт][уү]г[аэ]{2}р))?\s?сарын\s(\d{1,2})"
)
# As programs write with an English format: 5月 17, 2024 and 17 5월 2024.
_MONTH_SIGN = regex(
    r"(?<!\d)(?:(\d{1,2})\s?[月월]\s(\d{1,2}),|(\d{1,2})\.?\s(\d{1,2})\s?[月월],?)\s(\d{4})(?![\d年년])"
)
_ERA = regex(rf"({'|'.join(_ERAS)})\s?(元|\d{{1,3}})\s?年\)?\s?(\d{{1,2}})\s?月\s?(\d{{1,2}})\s?日")
# Years of the Republic of China without its name: 113年5月7日, and 發布日期：113-05-07.
_OF_TAIWAN = regex(
    r"(?<![\d國国和成前])(1[01]\d)\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日"
    r"|日期\s?:\s?(1[01]\d)[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)"
)
_MARKS = ("-", ".", "/")  # in every date of numbers only
_NUMERIC = regex(r"(?<![\d./-])(\d{1,4})([./-])\s?(\d{1,2})\2\s?(\d{2,4})(?![\d/]|[.-]\d)")
# One-digit days, only with spaces or slashes (2024. 5. 7. or 2024/5/7): 2024.5.7 may be a version.
_YEAR_FIRST = regex(r"(?<![\d./-])(\d{4})(?:/|\.\s)(\d{1,2})(?:/|\.\s)(\d)(?![\d/])")
_TENS = {"بيست": 20, "سي": 30}
_PERSIAN_DAYS = {
    folded(name): day
    for day, name in enumerate(
        """
        یکم دوم سوم چهارم پنجم ششم هفتم هشتم نهم دهم یازدهم دوازدهم سیزدهم چهاردهم پانزدهم شانزدهم
        هفدهم هجدهم نوزدهم بیستم
        """.split(),
        1,
    )
} | {"اول": 1}
_DIGIT = regex(r"\d")
_NUMBERS = regex(r"\d{4}|\d[./-]\s?\d")  # in every date without an era; a cheap test
_CLOCK = regex(r"\d{1,2}:\d{2}(?::\d{2})?")
_AROUND = 4  # pieces read on either side of a month's name, including "of", "de", "năm"
_LINKS = frozenset(("de", "d", "թ", "ж"))  # the last two abbreviate "year"
_LONGEST_NAME = 3  # pieces of a month's name: "tháng mười hai"


def iso(text: str, language: str | None = None) -> str | None:
    """Parse a date in markup, such as ``datePublished``, into ISO 8601.

    Args:
        text: a date in any notation, with or without a time.
        language: BCP 47; decides whether 3/4/2024 starts with the month or the day, and which
            zone is CST.

    Returns:
        ``2024-05-17``, or with a time ``2024-05-17T08:00:00+02:00``; None if there is no date.
    """
    text = text.strip()[:_LONGEST]
    if not _DIGIT.search(text):
        return None
    if (match := _ISO.search(text)) and (found := _with_time(match, language)):
        return found
    if (match := _COMPACT.fullmatch(text)) and (found := _with_time(match, language)):
        return found
    if _STAMP.fullmatch(text):
        instant = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=int(text[:10]))
        return f"{instant:%Y-%m-%dT%H:%M:%SZ}"
    found = next(in_text(text, language), None)
    return _with_clock(found, text, language) if found else None


def zone_between(local: str, other: str) -> str | None:
    """The zone of a local time, if another time with a zone states the same instant.

    Times that differ by whole quarters of an hour are the same instant, unless round ones may
    differ so by chance.

    Args:
        local: an ISO 8601 date with a time without a zone.
        other: another ISO 8601 date, of any kind.

    Returns:
        ``Z`` or an offset such as ``-08:00``; None if the other time has no zone, or is that of
        another instant.
    """
    here, there = datetime.fromisoformat(local), datetime.fromisoformat(other)
    offset = there.utcoffset()
    if offset is None:
        return None
    ahead = here - (there.replace(tzinfo=None) - offset)
    if not _WESTERNMOST <= ahead <= _EASTERNMOST or ahead % _QUARTER:
        return None
    is_round = not here.second and not here.minute % 15
    if is_round and (not here.minute or ahead % timedelta(hours=1)):
        return None
    if ahead == offset:
        return other[len(local) :]
    return here.replace(tzinfo=timezone(ahead)).isoformat()[len(local) :]


def in_address(url: str) -> str | None:
    """The date in the path of a URL, such as ``/2024/05/17/`` or ``/2024-may-17-``."""
    match = _PATH.search(url.lower()[:2_000])
    if not match:
        return None
    year, *rest = match.group(1, 3, 4, 5, 6)
    month, day = filter(None, rest)
    return _day(year, month if month.isdecimal() else MONTHS.get(month, 0), day)


def in_text(line: str, language: str | None = None) -> Iterator[str]:
    """The dates in a line of text, in order of notation, not of position.

    Args:
        line: only the first 300 characters are searched.
        language: see :func:`iso`.
    """
    return iter(_in_text(line[:_LONGEST], language))


@lru_cache(256)  # the lines near a title are read for several fields
def _in_text(line: str, language: str | None) -> tuple[str, ...]:
    if not _DIGIT.search(line):
        return ()
    if not line.isascii():
        line = unicodedata.normalize("NFKC", line).translate(NO_DIRECTIONS)
    eras = tuple(_of_eras(line)) if "年" in line or "日期" in line else ()
    return tuple(_in_normalized(line, language, eras)) if _NUMBERS.search(line) else eras


def _in_normalized(line: str, language: str | None, eras: Iterable[str]) -> Iterator[str]:
    """The dates in a line after compatibility normalization, of which some have era years."""
    is_ascii, is_numeric = line.isascii(), any(map(line.__contains__, _MARKS))
    if is_numeric:
        yield from _days(_ISO, line)
    if not is_ascii:
        yield from _days(_EAST_ASIAN, line)
    yield from eras
    if not is_ascii or (language or "").startswith("fa"):
        yield from _solar_numbers(line, language)
    yield from _with_names(line, language)
    if not is_ascii:
        yield from _with_month_signs(line)
        yield from _days(_MONGOLIAN, line)
    if is_numeric:
        yield from filter(None, (_numeric(one, language) for one in _NUMERIC.finditer(line)))
        yield from _days(_YEAR_FIRST, line)


def _days(pattern: re.Pattern[str], line: str) -> Iterator[str]:
    """The valid dates that a year-month-day pattern matches."""
    for match in pattern.finditer(line):
        if day := _day(match[1], match[2], match[3]):
            yield day


def _with_month_signs(line: str) -> Iterator[str]:
    """Dates such as 5月 17, 2024 and 17 5월 2024."""
    for month, day, other_day, other_month, year in _MONTH_SIGN.findall(line):
        if found := _day(year, month or other_month, day or other_day):
            yield found


def _of_eras(line: str) -> Iterator[str]:
    """Dates with an era year: 令和2年5月17日 is in 2020; the first year of an era is 元年."""
    for era, year, month, day in _ERA.findall(line):
        if found := _day(_ERAS[era] + (1 if year == "元" else int(year)), month, day):
            yield found
    for match in _OF_TAIWAN.finditer(line):
        year, month, day = filter(None, match.groups())
        if found := _day(_ERAS["民國"] + int(year), month, day):
            yield found


def _solar_numbers(line: str, language: str | None) -> Iterator[str]:
    """Numeric Solar Hijri dates, in Persian digits or in a Persian text.

    Higher years are those of the lunar calendar, which Arabic pages use.
    """
    for match in _SOLAR.finditer(line):
        year, month, day = match.group(1, 3, 4) if match[1] else match.group(8, 7, 5)
        is_persian = (language or "").startswith("fa") or year[0] == "۱"
        if is_persian and int(year) < _LUNAR_YEARS and (found := _solar(year, int(month), day)):
            yield found


def _day(year: str | int, month: str | int, day: str | int) -> str | None:
    """An ISO date, also from a Buddhist year; None for an invalid day or a year out of range."""
    number = int(year)
    if number - _THAI in _YEARS and number not in _YEARS:
        number -= _THAI
    try:
        return date(number, int(month), int(day)).isoformat() if number in _YEARS else None
    except ValueError:
        return None


def _with_clock(day: str, text: str, language: str | None) -> str:
    """The day found in a text with the time of a program, a mail or a date with slashes."""
    if (match := _SLASHES.search(text)) and _day(match[1], match[2], match[3]) == day:
        return _with_time(match, language) or day
    printed = _OF_MAIL.fullmatch(text) or _OF_PROGRAM.fullmatch(text)
    if not printed:
        return day
    hour, minute, second, zone = printed.groups()
    return _timed(day, hour, minute, second, zone, language)


def _with_time(match: re.Match[str], language: str | None) -> str | None:
    day, (hour, minute, second, zone) = _day(match[1], match[2], match[3]), match.group(4, 5, 6, 7)
    return _timed(day, hour, minute, second, zone, language) if day and hour else day


def _timed(
    day: str, hour: str, minute: str, second: str | None, zone: str | None, language: str | None
) -> str:
    """A day with a time, if this is valid."""
    if int(hour) > 23 or int(minute) > 59:
        return day
    found = f"{day}T{hour}:{minute}:{second or '':0>2}{_offset(zone or '', language)}"
    try:
        datetime.fromisoformat(found)
    except ValueError:  # 08:00:99
        return day
    return found


def _offset(zone: str, language: str | None) -> str:
    """A zone in ISO 8601: ``Z`` of UTC, ``+02:00`` of GMT+0200 or UTC+2."""
    zone = zone.upper()
    if zone == "CST" and (language or "").startswith("zh"):
        return "+08:00"
    if zone in ("Z", *_UTC):
        return "Z"
    zone = _ZONES.get(zone, zone).removeprefix("UTC").removeprefix("GMT").lstrip()
    if zone[:1] not in ("+", "-"):
        return zone
    digits = zone[1:].replace(":", "")
    hours, minutes = (digits[:-2], digits[-2:]) if len(digits) > 2 else (digits, "00")
    return f"{zone[0]}{hours:0>2}:{minutes}"


def _with_names(line: str, language: str | None) -> Iterator[str]:
    """Dates with the name of a month."""
    line = folded(line)
    pieces = _PIECE.findall(_CLOCK.sub(" ", line) if ":" in line else line)
    for place in (place for place, piece in enumerate(pieces) if piece in FIRST_PIECES):
        name, size = _name(pieces, place)
        month = month_of(name, language)
        if not month and name not in SOLAR_MONTHS:
            continue
        if beside := _year_and_day(pieces, place, size):
            year, day = beside
            if found := _day(year, month, day) if month else _solar(year, SOLAR_MONTHS[name], day):
                yield found


def _spelled_out(before: Sequence[str]) -> list[str]:
    """The day of the month in Persian words before a month, "بیست و دوم", as a number."""
    if before[-2:] == ["سي", "ام"]:
        return ["30"]
    tens = _TENS.get(before[-3], 0) if before[-2:-1] == ["و"] and len(before) > 2 else 0
    day = _PERSIAN_DAYS.get("".join(before[-1:]), 0)
    return [str(day + tens)] if day else []


def _year_and_day(pieces: Sequence[str], place: int, size: int) -> tuple[str, str] | None:
    """The year and day around a month's name of ``size`` pieces; None without both."""
    name = "_".join(pieces[place : place + size])
    numbers = _beside if name in AMBIGUOUS else _numbers
    before = _up_to_month(pieces[max(0, place - _AROUND) : place][::-1], name)[::-1]
    after = _up_to_month(pieces[place + size : place + size + _AROUND], name)
    days = numbers(before[::-1])
    if not days and name in SOLAR_MONTHS:
        days = _spelled_out(before)
    return _around(days, numbers(after))


def _up_to_month(pieces: Sequence[str], name: str) -> list[str]:
    """The pieces before the name of another month, as in "April Jones, May 3, 2024".

    In Arabic, two names of the same month may follow each other.
    """
    alike = (0, month_of(name))
    return list(takewhile(lambda one: month_of(one) in alike, pieces))


def _name(pieces: Sequence[str], place: int) -> tuple[str, int]:
    """The possible month name at a place, and its number of pieces: ``tháng 5`` has two."""
    if pieces[place] in FIRST_WORDS:
        for size in range(_LONGEST_NAME, 1, -1):
            if month_of(name := "_".join(pieces[place : place + size])):
                return name, size
    return pieces[place], 1


def _numbers(pieces: Iterable[str]) -> list[str]:
    return [one for one in pieces if one.isdecimal()]


def _beside(pieces: Iterable[str]) -> list[str]:
    """The numbers before the first word other than "de"."""
    return list(takewhile(str.isdecimal, (one for one in pieces if one not in _LINKS)))


def _around(before: Sequence[str], after: Sequence[str]) -> tuple[str, str] | None:
    """The year and day of a month, from the numbers before it (nearest first) and after it.

    17 May 2024, May 17, 2024, 2024 May 17, 2024. május 17.
    """
    for day, year in (
        (before[:1], after[:1]),
        (after[:1], after[1:2]),
        (after[:1], before[:1]),
        (before[:1], before[1:2]),
        (before[:1], after[1:2]),
    ):
        if day and year and len(day[0]) <= 2 and len(year[0]) == 4:
            return year[0], day[0]
    return None


def _solar(year: str, month: int, day: str) -> str | None:
    """Convert a Solar Hijri date (months 1 to 6 have 31 days) to ISO 8601; None if invalid."""
    number, length = int(year), 31
    leap = _leap_days(number + 1) - _leap_days(number)
    if month > 6:
        length = 30 if month < 12 or leap else 29
    if number not in _SOLAR_YEARS or not 1 <= month <= 12 or not 1 <= int(day) <= length:
        return None
    days = 365 * number + _leap_days(number) + 31 * (month - 1) - max(0, month - 7) + int(day)
    return date.fromordinal(_SOLAR_START + days).isoformat()


def _leap_days(year: int) -> int:
    """The number of Solar Hijri leap days before a year."""
    return (8 * year + 21) // 33


def _numeric(match: re.Match[str], language: str | None) -> str | None:
    """The ISO date of 17.05.2024, 2024/05/17, 5/17/2024 or 17/5/24."""
    first, mark, second, third = match.groups()
    if len(first) == 4:
        return _day(first, second, third) if len(third) <= 2 else None
    if len(third) == 3 or len(first) == 3 or (len(third) == 2 and mark == "-"):
        return None
    year = _century(int(third)) if len(third) == 2 else int(third)
    months_first = mark == "/" and (language or "en").lower() in ("en", "en-us", "en-ca", "en-ph")
    day, month = (second, first) if months_first else (first, second)
    return _day(year, month, day) or _day(year, day, month)


def _century(year: int) -> int:
    """The full year of two digits: 98 is 1998; 0 if it is too far in the future."""
    if year >= _LAST_CENTURY:
        return 1900 + year
    return 2000 + year if year < _FAR else 0
