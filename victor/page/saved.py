"""Pages that an archive, a browser or another program has saved: their own URL and links.

Archives that replay pages (the Wayback Machine, pywb) rewrite their links, as in
``https://web.archive.org/web/20200115093021/https://tide.example/``. Google Translate puts each
text in two elements. Browsers and other programs state the page's URL in a comment. Project
Gutenberg puts a header and a licence around each book.
"""

from collections import Counter

from victor.arrays import some
from victor.page.retagged import retagged
from victor.text.cues import signs_within
from victor.text.regex import regex

_SIDE = 4_096  # first and last characters or bytes, in which signs are searched
_STATED_WITHIN = 100_000  # characters
_OF_BOOKS = "Project Gutenberg"
_OF_ARCHIVES = "__wm.", "wbinfo."
_OF_ARCHIVES_AT_END = b"FILE ARCHIVED ON "
_OF_OTHERS = (
    *("aved from ", "saved with SingleFile", " by HTTrack ", "data-scrapbook-source"),
    *("translated-", _OF_BOOKS),
)
_SIGNS = (*_OF_ARCHIVES, *_OF_OTHERS)
# Before the URLs of an archived page: all have the time of its capture.
_TIMED = r"(?:[\w.~-]{1,60}\\?/){0,3}(\d{14})(?:[a-z]{2}_)?\\?/(?=(?:https?|mailto|ftp):)"
_REWRITTEN = regex(rf"(?a)(?<![\w/\\.-])(?:(?:https?:)?(?:\\?/){{2}}[\w.:-]{{1,100}})?\\?/{_TIMED}")
_ARCHIVED = regex(
    r"(?ai)https?://(?:web\.archive\.org/web/\d{1,14}(?:[a-z]{2}_)?/(?=https?:)"
    rf"|[\w.:-]{{1,100}}/{_TIMED})"
)
_TOOLBAR = "<!-- BEGIN WAYBACK TOOLBAR INSERT -->", "<!-- END WAYBACK TOOLBAR INSERT -->"
# The URL of a page: in what archives add, or in a comment, where that of an e-mail is no URL.
# monolith writes "Saved from"; WebScrapBook writes an attribute.
_STATED = regex(
    r"(?:\b__wm\.wombat\(\"|\bwbinfo\.url = \"|\bid=\"wmtbURL\" value=\""
    r"|<!-- saved from url=\(\d{1,6}\)|Page saved with SingleFile\s{1,9}url: "
    r"|<!-- Saved from (?=\S+ at \S+ using monolith)|\bdata-scrapbook-source=\")"
    r"(?!http://internet\.e-mail)(https?://[^\s\"<>]+)"
    r"|<!-- Mirrored from (?!\w{1,9}:/)([^\s<>]+) by HTTrack "
)
_BODY, _BOOK = regex(r"(?i)<body\b[^<>]{0,2000}>"), r"OF TH(?:E|IS) PROJECT GUTENBERG EBOOK"
_BOOK_BEGINS = regex(rf"\*{{3}} ?START {_BOOK}[^<*]{{0,300}}\*{{3}}")
_BOOK_ENDS = regex(rf"(?:End of [^<*]{{1,300}})?\*{{3}} ?END {_BOOK}")
_FONTS = regex(r"(?i)<(/?)font\b([^<>]*)>")
_OF_TRANSLATIONS = "vertical-align: inherit"


def as_served(source: str | bytes, url: str | None) -> tuple[str | bytes, str | None]:
    """A page with the links and elements that it had before it was saved, and its URL.

    Args:
        source: the page, as text or UTF-8; the same object is returned if nothing changes.
        url: as given; that of a copy in an archive becomes that of the page.
    """
    is_archived, is_saved = _signs(source)
    if not (is_archived or is_saved or (url and _ARCHIVED.match(url))):
        return source, url
    page = source if isinstance(source, str) else source.decode()
    url = url or _stated(page)
    copy = _ARCHIVED.match(url) if url else None
    is_raw = copy is not None and copy[0].endswith("id_/")  # as it was, with its links to archives
    served = _restored(page) if is_archived or (copy and not is_raw) else page
    served = _book(retagged(served, _FONTS, _OF_TRANSLATIONS))
    if served != page:
        source = served if isinstance(source, str) else served.encode()
    return source, url[copy.end() :] if url and copy else url


def _signs(source: str | bytes) -> tuple[bool, bool]:
    """Whether a page has a sign of an archive, and one of another program that saved it."""
    start, end = source[:_SIDE], source[-_SIDE:]
    if isinstance(start, str) or isinstance(end, str):
        start, end = (str(side).encode(errors="replace") for side in (start, end))
    found = signs_within(start, _SIGNS)
    is_archived = some(found[: len(_OF_ARCHIVES)]) or _OF_ARCHIVES_AT_END in end
    return is_archived, some(found[len(_OF_ARCHIVES) :])


def _stated(page: str) -> str | None:
    """The URL that the start of a saved page states."""
    found = _STATED.search(page, 0, _STATED_WITHIN)
    if not found:
        return None
    if found[1]:
        return found[1].replace("&amp;", "&")
    secure = f"https://{found[2].partition('/')[0]}"  # HTTrack leaves the scheme out
    return f"{'https' if secure in page else 'http'}://{found[2]}"


def _restored(page: str) -> str:
    """A page without what an archive has added: a toolbar, and what is before its URLs."""
    start, end = map(page.find, _TOOLBAR)
    if 0 <= start < end:
        page = page[:start] + page[end + len(_TOOLBAR[1]) :]
    times = Counter(_REWRITTEN.findall(page)).most_common(1)
    if not times:
        return page
    return _REWRITTEN.sub(lambda found: "" if found[1] == times[0][0] else found[0], page)


def _book(page: str) -> str:
    """A book of Project Gutenberg without the header before it and the licence after it.

    The header of some books begins an element for preformatted text that the book ends.
    """
    body, begin, end = (one.search(page) for one in (_BODY, _BOOK_BEGINS, _BOOK_ENDS))
    if not (body and begin and end and body.end() <= begin.start() < begin.end() <= end.start()):
        return page
    header = page[body.end() : begin.start()].lower()
    opened = "<pre>" if header.rfind("<pre") > header.rfind("</pre") else ""
    return page[: body.end()] + opened + page[begin.end() : end.start()]
