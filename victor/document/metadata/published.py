"""When a page was published."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import chain

import numpy as np

from victor.document.date_words import PUBLISHED
from victor.document.metadata import schema
from victor.document.metadata.dates import in_address, in_text, iso, zone_between
from victor.document.metadata.evidence import Evidence
from victor.document.metadata.modified import (
    AFTER,
    ELEMENTS,
    LABELLED,
    ONLY_DAY,
    TIMES,
    changes_near,
    date_of,
    shown_change,
)
from victor.document.metadata.ordered import in_order_of_page
from victor.document.metadata.redated import (
    LINES_AFTER,
    LINES_BEFORE,
    LONGEST,
    UPDATED,
    corrected,
    days_from,
    is_prose,
)
from victor.document.metadata.statements import STATED, Found
from victor.text.characters import COLONS
from victor.text.regex import regex

_PUBLISHED = """
    article:published_time og:article:published_time datepublished article:published
    article.published parsely-pub-date sailthru.date citation_publication_date citation_date
    citation_online_date dc.date.issued dcterms.issued dc.date.created dcterms.created date.created
    article.created article_date_original og:published_time published_time publish_date
    og:publish_date publishdate publish-date publication_date pubdate pub_date og:pubdate
    cxenseparse:recs:publishtime cxenseparse:publishtime bt:pubdate originalpublicationdate
    displaydate rnews:datepublished datecreated uploaddate date dc.date dcterms.date
    dc.date.available dcterms.available release_date
""".split()
_CUES = ("date", "time", "publish", "posted", "meta", "byline")
_DATES = ("date", "publish")
_OTHERS = regex(r"update|modif|comment|related|widget|sidebar|footer|event")
# Labels before the date of publication, perhaps with a name between: "Posted by Ada on 3 May 2024".
_UNSPACED = (
    r"(?:(?:发布|發[布佈]|发表|發表)(?:时间|時間|日期|于|於)|(?:張貼|上版)日期|(?:입력|승인)(?=\s?[:\d])|(?:公開|掲載|投稿|配信)日時?"
    r"|(?:등록|게시|작성|입력|발행)일시?|เผยแพร่(?:เมื่อ)?)[\s:：]*"
)
_LABEL = regex(
    rf"(?:(?:first )?(?:{PUBLISHED})|napsala?|geschrieben|verfasst|escrito|écrit|napisała?"
    r"|дата (?:публикации|публікації|размещения)|размещено|data (?:publikacji|dodania|publicării)"
    r"|datum (?:vydání|zveřejnění|objave)|ημερομηνία (?:δημοσίευσης|ανάρτησης)|δημοσίευση"
    r"|(?:yayın(?:lanma)?|giriş) tarihi|haber giriş|ngày đăng|đăng ngày|xuất bản|diposting"
    r"|tanggal (?:terbit|publikasi)|nailathala|تاریخ اشاعت|نشر بتاريخ|תאריך פרסום|प्रकाशन तिथि"
    r"|нийтэлсэн)(?!\w)"
    rf"[\s:]*(?:(?:on|le|el|em|am|il|op|dnia|den|pada|noong)(?!\w))?|{_UNSPACED}",
    re.IGNORECASE,
)
# In scripts without spaces, other labels may precede: "瀏覽：167 發布日期：2019-04-25".
_LABEL_WITHIN = regex(rf"{_UNSPACED}(?<=[:：])")
# Labels of dates that are not of the page.
_OTHER_DATE = regex(
    r"(?:founded|established|born|deadline|expires?|expiry|valid|due|closing|application|event|starts?|begins?"
    r"|ends?|when|gegründet|geboren|gültig|fondée?|valable|fundad[oa]|vence"
    # of an event, or until which one may apply
    r"|wann|beginn|ende|termin|\w*frist|\w*schluss|(?:date de )?(?:début|fin)|quand|date limite"
    r"|échéance|cu[aá]ndo|(?:fecha de )?(?:inicio|fin)|plazo|fecha límite|quando"
    r"|(?:data (?:di |de )?)?(?:inizio|fine|início|fim)|scad(?:e|enza)|aanvang|einde|wanneer"
    r"|początek|koniec|kiedy|začátek|konec|kdy|начало|окончание|когда"
    # of the member who wrote a post
    r"|join(?:ed|\s+date)|regist(?:ered|rado|rada|r[ae]ted|riert)|member\s+since|registrován[ay]?"
    r"|dabei\s+seit|mitglied\s+seit|beigetreten|zarejestrowan[ay]|rejestracja|dołączył[a]?"
    r"|inscrite?|inscription|membre\s+depuis|miembro\s+desde|iscritto|iscritta|geregistreerd"
    r"|lid\s+sinds|regisztrált|зарегистрирован[а]?|регистрация|üyelik\s+tarihi)(?!\w)",
    re.IGNORECASE,
)
_TEXTS = 12  # most texts of a date element
_EVENT = ("startDate", "endDate")
# Classes of the days of an event, also in the microformat hCalendar.
_OF_EVENTS = ("event", "dtstart", "start-date", "start_date", "startdate")
_EVENT_DAY = regex(
    r"dtstart|(?<![a-z])start[-_]?date"
    r"|events?[-_]{0,2}(?:start[-_]?)?(?:date|time|day|when|schedule)"
)
# Several days of a month at the start of a line or after a sign: 10–12 June 2024.
_DAYS = regex(
    r"(?:^|[(,:|·•]\s?|(?<!\w)(?:from|vom|du|del|dal)\s)(\d{1,2})\.?\s?(?:[-–—]|to|bis|au|al?)\s?"
    r"\d{1,2}\.?\s(?:de\s)?[^\W\d_]{3,}\.?,?\s(?:de\s)?\d{4}",
    re.IGNORECASE,
)
_HOURS = regex(
    r"(?<![\d:T])\d{1,2}:\d{2}(?:\s?[ap]\.?m\.?)?\s?[-–—]\s?\d{1,2}:\d{2}(?![:\d])", re.IGNORECASE
)  # from when to when
_UTC = ("Z", "+00:00")


def published(page: Evidence, changed: Found | None = None) -> Found | None:
    """When the page was published.

    Args:
        page: the page.
        changed: when it was last modified.
    """
    first = _as_labelled(page, next(_not_of_event(page, _published(page)), None))
    found = _before_change(page, in_order_of_page(page, first) if first else None)
    shown = corrected(page, found, changed, lambda: _near(page)) if found else None
    return _with_zone(page, _with_time(page, _as_counted(page, shown)))


def _not_of_event(page: Evidence, found: Iterator[Found]) -> Iterator[Found]:
    """Dates without those of shown days of the event that the page is about."""
    days = {*_event_days(page)}
    if not days:  # true of most pages
        return found
    return (one for one in found if one.source.startswith(STATED) or one.value[:10] not in days)


def _event_days(page: Evidence) -> Iterator[str]:
    """The days of an event: by https://schema.org/Event, or near the title by a class or a line."""
    stated = (text for key in _EVENT for text in schema.texts(page.field(key)))
    yield from (day[:10] for text in stated if (day := iso(text, page.locale)))
    marked = page.marked_near(_OF_EVENTS, AFTER)[:ELEMENTS]
    shown = (page.text(one, LONGEST) for one, mark in marked if _EVENT_DAY.search(mark))
    yield from (day[:10] for text in shown for day in in_text(text, page.locale))
    for line in page.lines(LINES_BEFORE, LINES_AFTER):
        if len(line) <= LONGEST:
            yield from _days_in_a_row(line, page.locale)


def _days_in_a_row(line: str, language: str | None) -> Iterator[str]:
    """The days of an event such as 10–12 June 2024, or 10 June 2024, 19:00–21:00."""
    if _HOURS.search(line):
        yield from (day[:10] for day in in_text(line, language))
    if match := _DAYS.search(line):
        for last in in_text(match[0], language):
            days = range(int(match[1]), int(last[8:]) + 1)
            yield from (f"{last[:8]}{day:02}" for day in days)


def _as_labelled(page: Evidence, found: Found | None) -> Found | None:
    """The date of a line such as "Published on 3 May 2024" if it is before one without a label.

    The other may be the current day; comments are later.
    """
    if not found or found.source != "dateline" or page.is_product:
        return found
    return next((one for one in _labelled(page) if one.value[:10] < found.value), found)


def _with_zone(page: Evidence, found: Found | None) -> Found | None:
    """The date with the zone of its time, if other sources agree on it and it has none.

    Many systems mark local times as UTC in the head: such a mark of the same time is no evidence.
    """
    if not found or len(found.value) != len("2024-05-17T08:30:00"):
        return found
    sources = chain(_stated(page), _counted(page), _times(page))
    zones = {(zone_between(found.value, one.value), one.source == "time") for one in sources}
    likely = {zone for zone, is_shown in zones if zone and (is_shown or zone not in _UTC)}
    is_clear = len({datetime.fromisoformat(f"{found.value}{zone}") for zone in likely}) == 1
    return found._replace(value=f"{found.value}{max(likely)}") if is_clear else found


def _with_time(page: Evidence, found: Found | None) -> Found | None:
    """The date as another source states it with a time, if the one found has none.

    Midnight is what systems write that know no time.
    """
    if not found or len(found.value) > len("2024-05-17"):
        return found
    sources = chain(_stated(page), _counted(page), _times(page), _clocks(page))
    timed = (one for one in sources if one.value[:11] == f"{found.value}T")
    return next((one for one in timed if one.value[11:19] != "00:00:00"), found)


def _before_change(page: Evidence, found: Found | None) -> Found | None:
    """An earlier date near the title if the one found there is labelled as that of a change."""
    if not found or found.source.startswith((*STATED, "address")):
        return found
    change = shown_change(page, None)
    if not change or change.value != found.value[:10]:
        return found
    return next((one for one in _near(page) if one.value[:10] < change.value), found)


def _as_counted(page: Evidence, found: Found | None) -> Found | None:
    """The date in ``parsely-page`` if it is more than a day from the one found, or none is found.

    Statistics need the day of publication; other elements may state that of a build or an issue.
    """
    counted = next(_counted(page), None)
    if not counted or (found and abs(days_from(found.value, counted.value)) <= 1):
        return found
    return counted


def _counted(page: Evidence) -> Iterator[Found]:
    for text in schema.texts(page.parsely.get("pub_date")):
        yield from _read(page, text, "meta parsely-page")


def _clocks(page: Evidence) -> Iterator[Found]:
    """The dates with a time in short lines near the title: 2024-05-20 14:41."""
    for line in page.lines(LINES_BEFORE, LINES_AFTER):
        for found in _read(page, line, "dateline") if len(line) <= LONGEST else ():
            is_other = UPDATED.search(line) or _OTHER_DATE.match(line)
            if not (is_other or _OTHERS.search(line.lower())):
                yield found


def _stated(page: Evidence) -> Iterator[Found]:
    """The dates that JSON-LD and ``meta`` elements state."""
    if page.is_work:
        for key in ("datePublished", "datePosted", "dateCreated", "uploadDate"):
            for text in schema.texts(page.field(key)):
                yield from _read(page, text, "json-ld")
    for found in page.meta(*_PUBLISHED):
        yield from _read_meta(page, *found)


def _published(page: Evidence) -> Iterator[Found]:
    yield from _stated(page)
    if page.is_home:
        return
    if not page.is_unsigned:
        yield from _as_in_address(page, _near(page))
    for name, text in page.tree.head.items():
        if "publish" in name and "publisher" not in name and name.startswith("meta:"):
            yield from _read_meta(page, text, name.replace(":", " ", 1))
    if not page.is_unsigned:
        yield from _only_time(page)
    if page.states_article:
        yield from _only_element(page)
    if page.url and (day := in_address(page.url)):
        yield Found(day, "address")
    if not page.is_unsigned and not page.is_product:
        yield from _below(page)
        yield from _labelled(page)


def _as_in_address(page: Evidence, found: Iterator[Found]) -> Iterator[Found]:
    """Dates near the title; first that of the page's URL if it differs from the nearest one.

    The nearest one may be that of an event, or has its day and month in an unusual order.
    """
    nearest = next(found, None)
    if not nearest:
        return
    stated = in_address(page.url) if page.url else None
    if stated and abs(days_from(nearest.value, stated)) > 1:
        yield Found(stated, "address")
    yield nearest
    yield from found


def _near(page: Evidence) -> Iterator[Found]:
    """The dates near the title; those in comments, which follow a short text, come last.

    Those of reviews of a product are not of the page.
    """
    found = chain(_times(page, False), _next_to_title(page), _elements(page, False), _lines(page))
    if not page.names_reviewers:
        found = chain(found, _times(page, True), _elements(page, True))
    return _not_of_event(page, found)


def _read(page: Evidence, text: str, source: str) -> Iterator[Found]:
    if day := iso(text, page.locale):
        yield Found(day, source)


def _read_meta(page: Evidence, text: str, source: str) -> Iterator[Found]:
    """The date of a ``meta`` element, but not that of a review in microdata."""
    if source != "meta datepublished" or not page.names_reviewers:
        yield from _read(page, text, source)


def _times(page: Evidence, in_comments: bool | None = None) -> Iterator[Found]:
    """The dates of ``time`` elements near the title, perhaps only of those in comments or not."""
    changes = changes_near(page)
    for element in sorted(page.near(TIMES, AFTER)[:ELEMENTS], key=changes.__contains__):
        is_wanted = in_comments is None or page.is_comment(element) == in_comments
        if is_wanted and not _is_of_other(page, element) and (day := date_of(page, element)):
            yield Found(day, "time")


def _is_of_other(page: Evidence, element: int) -> bool:
    """Whether a label such as "Expires:" is directly before an element."""
    before = int(page.tree.opened[element]) - 1
    label = page.tree.text[before].strip() if before >= 0 else ""
    return label.endswith(COLONS) and _OTHER_DATE.match(label) is not None


def _only_time(page: Evidence) -> Iterator[Found]:
    """The date of ``time`` elements anywhere on the page, if they agree."""
    times = np.flatnonzero(page.tree.named(TIMES))[:ELEMENTS].tolist()
    if times and page.tree.opened[times[0]] > page.teaser:
        return
    if page.names_reviewers:
        times = [one for one in times if not page.is_comment(one)]
    stated = [page.tree.attribute(one, "datetime") or page.text(one, 100) for one in times]
    found = [day for text in stated if (day := iso(text, page.locale))]
    if found and all(day[:10] == found[0][:10] for day in found):
        yield Found(found[0], "time")


def _below(page: Evidence) -> Iterator[Found]:
    """The date of ``time`` elements directly below the text, if they agree."""
    times = np.flatnonzero(page.tree.named(TIMES))
    within = [one for one in times.tolist() if page.tree.opened[one] in page.below]
    days = [day for one in within if (day := date_of(page, one))]
    if days and all(day[:10] == days[0][:10] for day in days):
        yield Found(days[0], "time")


def _only_element(page: Evidence) -> Iterator[Found]:
    """The date of elements with a date class or id anywhere on the page, if they agree."""
    marked = [one for one, mark in page.marked(*_DATES) if not _OTHERS.search(mark)]
    short = [one for one in marked if page.tree.closed[one] - page.tree.opened[one] <= _TEXTS]
    days = {next(in_text(page.text(one, LONGEST), page.locale), "") for one in short[:60]}
    if len(days - {""}) == 1:
        yield Found(max(days), "date element")


def _elements(page: Evidence, in_comments: bool) -> Iterator[Found]:
    tree, changes = page.tree, changes_near(page)
    marked = [element for element, _ in page.marked_near(_CUES, AFTER)[:ELEMENTS]]
    for element in sorted(marked, key=changes.__contains__):
        is_short = tree.closed[element] - tree.opened[element] <= _TEXTS
        if is_short and page.is_comment(element) == in_comments:
            for day in in_text(page.text(element, LONGEST), page.locale):
                yield Found(day, "date element")


def _labelled(page: Evidence) -> Iterator[Found]:
    """The date of lines such as "Published on 3 May 2024" anywhere on the page, if they agree.

    When the page was changed may follow.
    """
    text = page.blocks.text if page.blocks else []
    days = set()
    for place in page.dated:
        line = text[place]
        label = _label(line) if len(line) <= LABELLED else None
        if not label or page.in_comments[place]:
            continue
        change = UPDATED.search(line)
        if not change or change.start() > label.end():
            shown = line[label.end() : change.start() if change else None]
            dated = shown.strip() or _day_after(page, text, place)
            days.add(next(in_text(dated, page.locale), ""))
    if len(days - {""}) == 1:
        yield Found(max(days), "dateline")


def _label(line: str) -> re.Match[str] | None:
    return _LABEL.match(line) or (None if line.isascii() else _LABEL_WITHIN.search(line))


def _day_after(page: Evidence, text: Sequence[str], place: int) -> str:
    """The block after another if it is a date outside comments; empty otherwise."""
    following = "".join(text[place + 1 : place + 2])
    is_day = len(following) <= LABELLED and ONLY_DAY.fullmatch(following)
    return following if is_day and not page.in_comments[place + 1] else ""


def _next_to_title(page: Evidence) -> Iterator[Found]:
    """The date of a block below the title that has nothing else."""
    for line in page.lines(0, LINES_AFTER)[:1]:
        if ONLY_DAY.fullmatch(line) and not UPDATED.search(line) and not _OTHER_DATE.match(line):
            days = [*in_text(line, page.locale)]
            yield from (Found(day, "dateline") for day in days if len(days) == 1)


def _lines(page: Evidence) -> Iterator[Found]:
    """The dates in short lines near the title: those below it, then those above from it on."""
    for line in (*page.lines(0, LINES_AFTER)[:-1], *page.lines(LINES_BEFORE, 0)[::-1]):
        if len(line) <= LONGEST and not _OTHER_DATE.match(line) and not is_prose(line):
            for day in in_text(line, page.locale):
                yield Found(day, "dateline")
