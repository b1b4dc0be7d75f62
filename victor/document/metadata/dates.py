"""Dates as pages write them, in markup, addresses and text, to ISO 8601."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta

from victor.document.metadata.months import MONTHS

_LONGEST = 300  # characters of a line that are searched
_YEARS = range(1991, 2100)  # the first web page is of 1991
_THAI = 543  # years of the Buddhist calendar in advance
_ISO = re.compile(
    r"(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})"
    r"(?:[T ]{1,2}(\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?",
    re.IGNORECASE,
)
_COMPACT = re.compile(r"(\d{4})(\d{2})(\d{2})(?:T?\d{4,6}Z?)?")
_STAMP = re.compile(r"\d{10}(?:\d{3})?")
_PATH = re.compile(
    r"/((?:19|20)\d\d)(?:(?P<mark>[/_-])(\d\d?|[a-z]{3,9})(?P=mark)(\d\d?)|(\d\d)(\d\d))(?=[/_.-]|$)"
)
_PIECE = re.compile(r"\d+|[^\s\d.,:;/()\[\]|·•_-]+")  # vowel signs of Thai are no letters
_EAST_ASIAN = re.compile(r"(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日号일]")
_NUMERIC = re.compile(r"(?<![\d./-])(\d{1,4})([./-])\s?(\d{1,2})\2\s?(\d{2,4})(?![\d/]|[.-]\d)")
_DIGIT = re.compile(r"\d")
_CLOCK = re.compile(r"\d{1,2}:\d{2}(?::\d{2})?")
_AROUND = 4  # pieces between a month's name and its day or year: "of", "de", "tháng"


def iso(text: str, language: str | None = None) -> str | None:
    """The date of a value in markup, such as ``datePublished``, as ISO 8601.

    Args:
        text: a date in any notation, with or without a time.
        language: BCP 47; decides whether the month or the day of 3/4/2024 is first.

    Returns:
        ``2024-05-17``, or with a time ``2024-05-17T08:00:00+02:00``; None if there is no date.
    """
    text = text.strip()[:_LONGEST]
    if match := _ISO.search(text):
        return _with_time(match)
    if match := _COMPACT.fullmatch(text):
        return _day(*match.groups())
    if _STAMP.fullmatch(text):
        day = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=int(text[:10]))
        return _day(day.year, day.month, day.day)
    return next(in_text(text, language), None)


def in_address(url: str) -> str | None:
    """The date in the path of an address, as in ``/2024/05/17/`` or ``/2024-may-17-``."""
    match = _PATH.search(url.lower()[:2_000])
    if not match:
        return None
    year, *rest = match.group(1, 3, 4, 5, 6)
    month, day = filter(None, rest)
    return _day(year, month if month.isdecimal() else MONTHS.get(month, 0), day)


def in_text(line: str, language: str | None = None) -> Iterator[str]:
    """The dates in a line of text, in order of notation: with names of months, then of numbers.

    Args:
        line: of which the first 300 characters are searched.
        language: see :func:`iso`.
    """
    line = line[:_LONGEST]
    if not _DIGIT.search(line):
        return
    line = unicodedata.normalize("NFKC", line)
    for pattern in (_ISO, _EAST_ASIAN):
        for match in pattern.finditer(line):
            if day := _day(match[1], match[2], match[3]):
                yield day
    yield from _with_names(line)
    for match in _NUMERIC.finditer(line):
        if day := _numeric(match, language):
            yield day


def _day(year: str | int, month: str | int, day: str | int) -> str | None:
    """An ISO date, None if there is no such day."""
    number = int(year)
    if number - _THAI in _YEARS and number not in _YEARS:
        number -= _THAI
    try:
        return date(number, int(month), int(day)).isoformat() if number in _YEARS else None
    except ValueError:
        return None


def _with_time(match: re.Match[str]) -> str | None:
    day = _day(match[1], match[2], match[3])
    if not day or not match[4] or int(match[4]) > 23 or int(match[5]) > 59:
        return day
    zone = (match[7] or "").upper()
    zone = "Z" if zone in ("Z", "UTC", "GMT") else zone
    if len(zone) == 5:
        zone = f"{zone[:3]}:{zone[3:]}"
    return f"{day}T{match[4]}:{match[5]}:{match[6] or '00'}{zone}"


def _with_names(line: str) -> Iterator[str]:
    """Dates whose month has a name: its day and year are the numbers beside it."""
    pieces = _PIECE.findall(_CLOCK.sub(" ", line.lower()))
    for place in range(len(pieces)):
        month, size = _month(pieces, place)
        if month:
            before = pieces[max(0, place - _AROUND) : place][::-1]
            after = pieces[place + size : place + size + _AROUND]
            if day := _around(month, _numbers(before), _numbers(after)):
                yield day


def _month(pieces: Sequence[str], place: int) -> tuple[int, int]:
    """The month at a place, 0 for none, and its pieces; ``tháng 5`` is the fifth."""
    if pieces[place] == "tháng" and place + 1 < len(pieces) and pieces[place + 1].isdecimal():
        return int(pieces[place + 1][:3]), 2
    return MONTHS.get(pieces[place], 0), 1


def _numbers(pieces: Sequence[str]) -> list[str]:
    return [one for one in pieces if one.isdecimal()]


def _around(month: int, before: Sequence[str], after: Sequence[str]) -> str | None:
    """The date of a month: 17 May 2024, May 17, 2024, 2024 May 17, 2024. május 17."""
    for day, year in (
        (before[:1], after[:1]),
        (after[:1], after[1:2]),
        (after[:1], before[:1]),
        (before[:1], before[1:2]),
        (before[:1], after[1:2]),
    ):
        if day and year and len(day[0]) <= 2 and len(year[0]) == 4:
            return _day(year[0], month, day[0])
    return None


def _numeric(match: re.Match[str], language: str | None) -> str | None:
    """17.05.2024, 2024/05/17, 5/17/2024 or 17/5/24."""
    first, mark, second, third = match.groups()
    if len(first) == 4:
        return _day(first, second, third) if len(third) <= 2 else None
    if len(third) == 3 or len(first) == 3 or (len(third) == 2 and mark == "-"):
        return None
    year = int(third) + (2000 if len(third) == 2 else 0)
    months_first = mark == "/" and (language or "en").lower() in ("en", "en-us", "en-ca", "en-ph")
    day, month = (second, first) if months_first else (first, second)
    return _day(year, month, day) or _day(year, day, month)
