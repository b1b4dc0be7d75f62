"""The dates of a page: when it was published and modified."""

import re
from collections.abc import Iterator

import numpy as np

from victor.document.metadata import schema
from victor.document.metadata.dates import in_address, in_text, iso
from victor.document.metadata.evidence import Evidence, Found

_PUBLISHED = """
    article:published_time og:article:published_time datepublished article:published
    article.published parsely-pub-date sailthru.date citation_publication_date citation_online_date
    citation_date dc.date.issued dcterms.issued dc.date.created dcterms.created date.created
    article.created article_date_original og:published_time published_time publish_date
    og:publish_date publishdate publish-date publication_date pubdate pub_date og:pubdate
    cxenseparse:recs:publishtime cxenseparse:publishtime bt:pubdate originalpublicationdate
    displaydate rnews:datepublished datecreated uploaddate date dc.date dcterms.date
    dc.date.available dcterms.available release_date
""".split()
_MODIFIED = """
    article:modified_time og:article:modified_time og:updated_time datemodified dcterms.modified
    dc.date.modified article:modified article.updated last-modified revised lastmod modified
""".split()
_TIMES = frozenset(("time", "relative-time", "time-ago", "local-time"))
_CUES = ("date", "time", "publish", "posted", "meta", "byline")
_DATES = ("date", "publish")
_OTHERS = re.compile(r"update|modif|comment|related|widget|sidebar|footer|event")
_TEXTS = 12  # of an element
_BEFORE, _AFTER = 6, 25  # texts around the title
_ELEMENTS = 20
_LINES_BEFORE, _LINES_AFTER = 3, 8  # blocks
_LONGEST = 120  # characters of a line with a date


def published(page: Evidence) -> Found | None:
    """When the page was published."""
    return next(_published(page), None)


def modified(page: Evidence) -> Found | None:
    """When the page was last modified."""
    values = [Found(text, "json-ld") for text in schema.texts(page.field("dateModified"))]
    for value, source in (*values, *page.meta(*_MODIFIED)):
        if day := iso(value, page.language):
            return Found(day, source)
    return None


def _published(page: Evidence) -> Iterator[Found]:
    if page.is_work:
        for key in ("datePublished", "dateCreated", "uploadDate"):
            for text in schema.texts(page.field(key)):
                yield from _read(page, text, "json-ld")
    for found in page.meta(*_PUBLISHED):
        yield from _read(page, *found)
    if page.is_home:
        return
    yield from _times(page)
    yield from _elements(page)
    yield from _lines(page)
    for key in page.tree.head:
        if key.startswith("meta:") and "publish" in key and "publisher" not in key:
            yield from _read(page, page.tree.head[key], key.replace(":", " ", 1))
    yield from _only_time(page)
    if page.is_article or page.says_article:
        yield from _only_element(page)
    if page.url and (day := in_address(page.url)):
        yield Found(day, "address")


def _read(page: Evidence, text: str, source: str) -> Iterator[Found]:
    if day := iso(text, page.language):
        yield Found(day, source)


def _times(page: Evidence) -> Iterator[Found]:
    for element in page.near(page.tree.named(_TIMES), _BEFORE, _AFTER)[:_ELEMENTS]:
        attributes = page.tree.attributes[element]
        text = attributes.get("datetime") or attributes.get("title") or page.text(element, 100)
        yield from _read(page, text, "time")


def _only_time(page: Evidence) -> Iterator[Found]:
    """The day of all ``time`` elements, wherever they are, if there is only one."""
    times = np.flatnonzero(page.tree.named(_TIMES))[:_ELEMENTS].tolist()
    if times and page.tree.opened[times[0]] > page.teaser:
        return
    stated = [page.tree.attributes[one].get("datetime") or page.text(one, 100) for one in times]
    found = [day for text in stated if (day := iso(text, page.language))]
    if found and all(day[:10] == found[0][:10] for day in found):
        yield Found(found[0], "time")


def _only_element(page: Evidence) -> Iterator[Found]:
    """The day of all elements whose names mark a date, wherever they are, if there is only one."""
    marked = [one for one, mark in page.marked(*_DATES) if not _OTHERS.search(mark)]
    short = [one for one in marked if page.tree.closed[one] - page.tree.opened[one] <= _TEXTS]
    days = {next(in_text(page.text(one, _LONGEST), page.language), "") for one in short[:60]}
    if len(days - {""}) == 1:
        yield Found(max(days), "date element")


def _elements(page: Evidence) -> Iterator[Found]:
    tree, chosen = page.tree, np.zeros(len(page.tree.tag), bool)
    chosen[[element for element, _ in page.marked(*_CUES)]] = True
    for element in page.near(chosen, _BEFORE, _AFTER)[:_ELEMENTS]:
        if tree.closed[element] - tree.opened[element] <= _TEXTS:
            for day in in_text(page.text(element, _LONGEST), page.language):
                yield Found(day, "date element")


def _lines(page: Evidence) -> Iterator[Found]:
    for line in page.lines(_LINES_BEFORE, _LINES_AFTER):
        if len(line) <= _LONGEST:
            for day in in_text(line, page.language):
                yield Found(day, "dateline")
