"""Decide by the rest of the page whether a numeric date starts with the day or the month."""

import re
from collections.abc import Iterable, Sequence
from datetime import date

from victor.document.metadata.evidence import Evidence
from victor.document.metadata.redated import swapped, written_out
from victor.document.metadata.statements import Found
from victor.text.regex import regex

_SHOWN = ("date element", "dateline")  # sources of dates in the text
_LONGEST, _LONGEST_DAY = 300, 40  # characters of a line, and of one with only the current day
_NUMERIC = regex(r"(?<![\d./-])(\d\d?)([./-])\s?(\d\d?)\2\s?(?:\d\d)?(\d\d)(?![\d/]|[.-]\d)")
_SIGNS = ("-", ".", "/")  # in every numeric date
_WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_WEEKDAY = regex(rf"(?<!\w)(?:{'|'.join(_WEEKDAYS)})(?!\w)", re.IGNORECASE)
_NAME = regex(r"[^\W\d]{3}")  # of a month or weekday


def in_order_of_page(page: Evidence, found: Found) -> Found:
    """A date in the text, with day and month exchanged if the page shows that it is read so.

    In order of evidence: a weekday beside it, the numeric dates that can be read in only one way,
    and the current day above the title, after which nothing is published.
    """
    other = swapped(found.value)
    if found.source not in _SHOWN or page.blocks is None:
        return found
    if other == found.value or not _is_date(other):
        return found
    text = page.blocks.text
    lines = (text[row] for row in page.dated if len(text[row]) <= _LONGEST)
    numeric = (line for line in lines if any(map(line.__contains__, _SIGNS)))
    dates = [one for line in numeric for one in _NUMERIC.finditer(line)]
    own = [one for one in dates if _may_be(one, found.value)]
    if not own:
        return found
    above = text[: int(page.blocks.of_text[page.start])]
    is_other = _by_weekday(own, found.value, other)
    if is_other is None:
        is_other = _by_order(dates, own[0], found.value)
    if is_other is None:
        is_other = _by_current(above, found.value, other)
    return found._replace(value=other) if is_other else found


def _is_date(day: str) -> bool:
    """Whether an exchanged date has a month."""
    return int(day[5:7]) <= 12


def _may_be(numeric: re.Match[str], day: str) -> bool:
    """Whether a numeric date is a day in one of both orders."""
    first, second = int(numeric[1]), int(numeric[3])
    return numeric[4] == day[2:4] and {first, second} == {int(day[5:7]), int(day[8:10])}


def _by_weekday(own: Iterable[re.Match[str]], day: str, other: str) -> bool | None:
    """Whether the weekday in a line with the date is that of the other day; None without one."""
    for named in filter(None, (_WEEKDAY.search(one.string) for one in own)):
        number = _WEEKDAYS.index(named[0].lower())
        weekdays = [date.fromisoformat(one).weekday() for one in (day, other)]
        if number in weekdays:
            return number != weekdays[0]
    return None


def _by_order(dates: Iterable[re.Match[str]], own: re.Match[str], day: str) -> bool | None:
    """Whether all dates that can be read in only one order have another one than the day."""
    alike = [(int(one[1]), int(one[3])) for one in dates if one[2] == own[2]]
    orders = {first > 12 for first, second in alike if (first > 12) != (second > 12)}
    is_day_first = int(own[1]) == int(day[8:10])
    return is_day_first not in orders if len(orders) == 1 else None


def _by_current(above: Sequence[str], day: str, other: str) -> bool:
    """Whether the only day named above the title precedes the day, but not the other one."""
    short = (line for line in above if len(line) <= _LONGEST_DAY and _NAME.search(line))
    days = {found for line in short for found in written_out(line)}
    return len(days) == 1 and other <= max(days) < day
