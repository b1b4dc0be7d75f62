"""Correct a stated date of publication by the dates that the page shows."""

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime, time, timedelta
from itertools import pairwise

from victor.document.date_words import CHANGE_STEMS
from victor.document.metadata.dates import in_address, in_text
from victor.document.metadata.evidence import Evidence
from victor.document.metadata.statements import STATED, Found
from victor.text.characters import word_count
from victor.text.regex import regex

LINES_BEFORE, LINES_AFTER = 3, 8  # blocks near the title
LONGEST = 120  # characters of a line with a date
# Words before the date of a change.
UPDATED = regex(CHANGE_STEMS, re.IGNORECASE)
_PROSE = 10  # words of a line that ends as a sentence does, from which it is no dateline
# The abbreviation of a year or an hour, which ends a date: 2024 г., 10:20 น.
_UNIT = regex(r"\d\s?[^\W\da-zA-Z]\.$")
_TWO_DIGITS = regex(r"\d\d")  # in every date; a cheap test
_NUMERIC = regex(r"\d{1,4}\s?[./-]\s?\d{1,2}\s?[./-]\s?\d{2,4}")
_BESIDE = ("aside", "figcaption", "nav")  # cards, captions and controls next to a text
_WEEKS = 8  # most weeks from publication to a change that is shown as publication
# In UTC: before this hour it is still the day before somewhere; from this one, the day after.
_MORNING, _EVENING = 12, 10


def corrected(
    page: Evidence, found: Found, changed: Found | None, near: Callable[[], Iterator[Found]]
) -> Found:
    """A stated date, or the one that the page shows instead.

    Args:
        page: the page.
        found: the date of publication.
        changed: when the page was last modified.
        near: returns the dates near the title.
    """
    if not found.source.startswith(STATED):
        return found
    if changed and 1 < days_from(found.value, changed.value) <= _WEEKS * 7:
        return _shown_change(page, changed, near) or found
    if page.shows_others or _is_confirmed(page, found):
        return found
    lines = [*_datelines(page)]
    days = {day for _, line in lines for day in in_text(line, page.locale)}
    if len(days) != 1:
        return found
    shown = Found(days.pop(), "dateline")
    if shown.value == swapped(found.value):
        has_time = len(found.value) > len(shown.value)  # programs that write it know the order
        return found if has_time or not _is_clear(lines) else shown
    if _is_local(found.value, days_from(found.value, shown.value)):
        return shown
    is_changed = changed and days_from(found.value, changed.value)
    if is_changed or days_from(shown.value, found.value) <= 1:
        return found
    return found if _has_update(lines) else shown


def _is_confirmed(page: Evidence, found: Found) -> bool:
    """Whether the URL of the page has the stated day."""
    return page.url is not None and in_address(page.url) == found.value[:10]


def swapped(day: str) -> str:
    """An ISO date with its day and month exchanged, as pages may show it."""
    return f"{day[:4]}-{day[8:10]}-{day[5:7]}"


def _is_clear(lines: Iterable[tuple[str, str]]) -> bool:
    """Whether a date of the lines has the name of its month."""
    return any(next(written_out(line), None) for _, line in lines)


def written_out(line: str) -> Iterator[str]:
    """The dates in a line whose month is a word, so that their order is clear."""
    return in_text(_NUMERIC.sub(" ", line))


def days_from(first: str, then: str) -> int:
    """The days from one ISO 8601 date to another, negative if that is earlier."""
    return (date.fromisoformat(then[:10]) - date.fromisoformat(first[:10])).days


def _shown_change(
    page: Evidence, changed: Found, near: Callable[[], Iterator[Found]]
) -> Found | None:
    """The date of a change, if it is the only date shown and is not labelled as an update.

    Ongoing news is redated with each update; an update months later does not make a page new.
    """
    shown = [*near()]
    if {one.value[:10] for one in shown} != {changed.value[:10]}:
        return None
    return None if _has_update(_datelines(page)) else shown[0]


def _is_local(stated: str, days: int) -> bool:
    """Whether a stated date may be an instant in UTC on an adjacent local day.

    Args:
        stated: ISO 8601.
        days: 1 for the next day, -1 for the day before.
    """
    instant = datetime.fromisoformat(stated)
    if instant.utcoffset() != timedelta(0) or instant.time() == time(0):
        return False
    return (days == -1 and instant.hour < _MORNING) or (days == 1 and instant.hour >= _EVENING)


def _datelines(page: Evidence) -> Iterator[tuple[str, str]]:
    """The lines near the title with a date, each with the end of the line before it."""
    near = LINES_BEFORE, LINES_AFTER
    pairs = pairwise(["", *page.lines(*near)])
    for row, (before, line) in zip(page.rows_near(*near), pairs, strict=True):
        if len(line) > LONGEST or not _TWO_DIGITS.search(line) or is_prose(line):
            continue
        if next(in_text(line), None) and not _is_beside(page, row):
            yield before[-LONGEST:], line


def _is_beside(page: Evidence, row: int) -> bool:
    """Whether a block is in an element for what is not of the article."""
    if page.blocks is None:
        return False
    tree, element = page.tree, int(page.tree.node[page.blocks.first[row]])
    return bool(tree.nearest(tree.named(_BESIDE))[element])


def is_prose(line: str) -> bool:
    """Whether a line is a sentence, such as a standfirst, whose date is that of an event."""
    is_ended = line.endswith((".", "!", "?", "。")) and not _UNIT.search(line)
    return is_ended and word_count(line) >= _PROSE


def _has_update(lines: Iterable[tuple[str, str]]) -> bool:
    return any(UPDATED.search(f"{before} {line}") for before, line in lines)
