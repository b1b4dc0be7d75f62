"""Headlines near the content of a page that are not the heading that its title resembles."""

from collections.abc import Sequence

import numpy as np

from victor.document.metadata import schema
from victor.document.metadata.dates import in_text
from victor.document.metadata.evidence import Evidence
from victor.document.metadata.headings import ALIKE
from victor.document.metadata.likeness import dice, overlap, words
from victor.document.metadata.names import is_byline
from victor.document.metadata.site_names import is_site
from victor.document.metadata.statements import Found
from victor.text.regex import regex
from victor.tree.html_tags import HEADINGS

# Signs between a headline and what precedes or follows it in a title.
_SIGNS_BEFORE, _SIGNS_AFTER = "-–—|·•:»>/~_]", "-–—|·•:»<>/~_("
_SIGN = regex(r"[-–—|·•:»<>/~_(\]]")
_MARK = regex(r"(?i:head|title)")  # in the class or id of a headline
_BEFORE, _AFTER = 60, 10  # blocks around the start of the content that may show a title
_ABOVE, _BELOW = 8, 2  # blocks around the start of the content that may be a marked headline
_FIRST, _LONG = 5, 100  # first blocks of a text, of which one has so many characters
_LEAST_WORDS, _MOST_WORDS = 3, 25  # of a headline
_MOST_OF_TITLE = 0.75  # minimum share of a title's words in a text that shows it


def is_long(text: str) -> bool:
    """Whether a text has as many words as most headlines."""
    return len(words(text)) >= _LEAST_WORDS


def shown_part(page: Evidence, title: str, sites: Sequence[str]) -> str:
    """The longest part of a title that is a block without links near the content.

    Old pages have their headline in no heading, and the site or sections before or after it in the
    title. Empty without such a part, or if the rest of the title is also shown.
    """
    if page.is_home or not _SIGN.search(title):
        return ""
    texts = _without_links(page, _BEFORE, _AFTER).values()
    parts = (text for text in texts if _is_part(text, title) and not is_site(text, sites))
    part = max(parts, key=len, default="")
    rest = {words(one) for one in title.split(part, 1)} if part else set()
    return "" if any(words(text) in rest for text in texts if is_long(text)) else part


def is_shown(page: Evidence, title: str) -> bool:
    """Whether a block near the content resembles a title and has most of its words.

    A block with fewer of them may be a section in a menu, for a title such as "The Tide: Sport".
    """
    texts, mine = page.texts_at_content(_BEFORE, _AFTER), frozenset(words(title))
    alike = (text for text in texts if dice(mine, frozenset(words(text))) >= ALIKE)
    return any(overlap(title, text) >= _MOST_OF_TITLE for text in alike)


def headline(page: Evidence, sites: Sequence[str]) -> Found | None:
    """The first headline near the start of a text: a heading or marked as one; None without one."""
    if page.is_home or not _has_text(page):
        return None
    texts = _without_links(page, _ABOVE, _BELOW)
    likely = (row for row, text in texts.items() if _may_be_headline(text, sites))
    marked = (texts[row] for row in likely if _is_marked(page, row))
    return next((Found(text, "heading") for text in marked), None)


def _without_links(page: Evidence, before: int, after: int) -> dict[int, str]:
    """The blocks around the start of the content that have no links, by number."""
    rows = page.rows_at_content(before, after)
    if page.blocks is None or not rows:
        return {}
    linked = page.blocks.any_of(page.tree.linked)
    return {row: schema.plain(page.blocks.text[row]) for row in rows if not linked[row]}


def _is_part(text: str, title: str) -> bool:
    """Whether a text is a part of a title between signs; not a date or only one or two words."""
    if not is_long(text):  # nor empty, as placeholders of templates are
        return False
    before, found, after = title.partition(text)
    if not found or not (before or after):
        return False
    is_own = before.rstrip()[-1:] in _SIGNS_BEFORE and after.lstrip()[:1] in _SIGNS_AFTER
    return is_own and not next(in_text(text), None)


def _has_text(page: Evidence) -> bool:
    """Whether one of the first blocks of the content is a long text."""
    return any(len(text) >= _LONG for text in page.texts_at_content(0, _FIRST))


def _may_be_headline(text: str, sites: Sequence[str]) -> bool:
    """Whether a text has the length of a headline and is not a sentence, byline, date or arrow."""
    if not is_long(text) or len(words(text)) > _MOST_WORDS or text.endswith((".", ":", "»")):
        return False
    if text.startswith("«") and "»" not in text:  # the previous page; not a quotation
        return False
    return not (is_byline(text) or is_site(text, sites) or next(in_text(text), None))


def _is_marked(page: Evidence, row: int) -> bool:
    """Whether a block is all text of a heading, or of an element marked as a headline."""
    tree, blocks = page.tree, page.blocks
    if blocks is None:
        return False
    first, end = blocks.first[row : row + 2].tolist()
    own = np.flatnonzero((tree.opened == first) & (tree.closed == end)).tolist()
    marks = (f"{tree.attribute(one, 'class')} {tree.attribute(one, 'id')}" for one in own)
    is_heading = any(tree.tag_of(one) in HEADINGS for one in own)
    return is_heading or any(map(_MARK.search, marks))
