"""Articles of which the markup of a page has only the beginning: a script has the rest as data.

Sites with subscriptions do so. The rest is inserted into the markup, as a script would do.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import islice

from victor.text.regex import regex
from victor.tree.json_state import (
    ENOUGH,
    SENTENCE,
    Passage,
    Script,
    articles,
    has_prose,
    lacking,
    length,
)
from victor.tree.rich_text import SEVERAL

_SHORT = 4_000  # of a page's prose in characters, from which it is no beginning
_MOST = 200  # maximum articles that are searched in the page
_END = 60  # characters of a paragraph by whose words its end is found
_LEAST_END = 12  # minimum characters of these words
_WORDS = regex(r"\w+")
# What may be between two words of a paragraph, and between the last one and its end tag.
_BETWEEN = r"(?:&#?\w{1,8};|[^\w<]|<[^<>]{0,300}>){1,12}"
_AFTER = r"(?:&#?\w{1,8};|[^\w<]|<(?!/?(?:p|div)\b)[^<>]{0,300}>){0,12}</(?:p|div)\s*>"


def completed(html: str | bytes, scripts: Iterable[Script], texts: Sequence[str]) -> str | bytes:
    """The page with the rest of its article; the same object if it has all of it.

    Args:
        html: the page; bytes must be UTF-8.
        scripts: of the page.
        texts: of the page.
    """
    if has_prose(texts, _SHORT):
        return html
    found = (article for article in articles(scripts) if len(article) >= SEVERAL)
    page = ""
    for article in islice(found, _MOST):
        page = page or " ".join(" ".join(texts).split())
        if start := _first_missing(article, page):
            return _inserted(html, article[start - 1], article[start:])
    return html


def _first_missing(article: Sequence[Passage], page: str) -> int:
    """The first block of an article that a page lacks; 0 if it is not only the rest that it lacks.

    The page must have the first paragraph and lack at least half of the text.
    """
    long = [i for i, one in enumerate(article) if len(one.plain) >= SENTENCE]
    if not long or lacking(article[long[0] : long[0] + 1], page):  # of nearly all articles
        return 0
    missing = {one.plain for one in lacking(article, page)}
    rest = [one for one in article if one.plain in missing]
    if length(rest) < ENOUGH or 2 * length(rest) < length(article):
        return 0
    first = next((i for i in long if article[i].plain in missing), 0)
    shown = [i for i in range(first) if article[i].plain not in missing]
    return shown[-1] + 1 if shown and shown[-1] >= long[0] else 0


def _inserted(html: str | bytes, last: Passage, rest: Iterable[Passage]) -> str | bytes:
    """The page with blocks after a paragraph; the same object if this is not found."""
    words = _WORDS.findall(last.plain[-_END:])[1:]
    if sum(map(len, words)) < _LEAST_END:
        return html
    source = html if isinstance(html, str) else html.decode("utf-8", "replace")
    found = re.search(_BETWEEN.join(map(re.escape, words)) + _AFTER, source)
    if not found:
        return html
    more = "".join(one.text for one in rest)
    whole = source[: found.end()] + more + source[found.end() :]
    return whole if isinstance(html, str) else whole.encode("utf-8", "replace")
