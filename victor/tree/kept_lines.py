"""Lines that only a style sheet keeps, as in mails and posts: ``white-space: pre-wrap``.

Each line feed in the text of such an element becomes a ``br``, which needs no style sheet.
"""

import re
from bisect import bisect_right
from collections.abc import Generator, Iterator

from victor.arrays import indices
from victor.text.regex import regex
from victor.tree.marks import KEPT_LINES
from victor.tree.tree import Tree

# Elements whose lines are kept anyway, or that hold no text.
_VERBATIM = frozenset("pre textarea listing xmp script style code svg".split())
_INLINE = frozenset(
    "a abbr b bdi cite del em i ins kbd mark q s small span strong sub sup u".split()
)
_VOID = frozenset("br hr img input meta link wbr area base col embed source track".split())
_COMMENT = "<!--(?:.*?-->|.*)"  # to the end of the page if it is not closed
_TOKEN = regex(
    rf"{_COMMENT}|<(/?)([a-z][\w-]*)((?:\"[^\"]*\"|'[^']*'|[^\"'<>])*)>|[^<]+|<",
    re.IGNORECASE | re.DOTALL,
)
_SKIPPED = regex(
    rf"{_COMMENT}|<({'|'.join(sorted(_VERBATIM))})\b(?:.*?</\1\b|.*)", re.IGNORECASE | re.DOTALL
)
_SIGN = regex("white-?space|email-body")
_LONGEST = 3_000  # characters of a tag
_TAG = regex(rf"<([a-z][\w-]*)([^<>]{{1,{_LONGEST}}})>", re.IGNORECASE)
_STYLE = regex(r"white-space\s*:\s*(?:pre|pre-wrap|pre-line|break-spaces)\s*(?=[;!\"']|$)")
_KEEPING = r"whitespace-(?:pre(?:-wrap|-line)?|break-spaces)(?![\w-])"  # of Tailwind
_NAMED = regex(rf"(?:^|\s)(?:{_KEEPING}|email-body(?!\S))")
_CLASS = regex(rf"class\s*=\s*[\"']?(?:[^\"']*\s)?{_KEEPING}")
# The class of mails in HyperKitty, the archive of Mailman, whose style sheet says so.
_MAIL = regex(r"class\s*=\s*[\"']?(?:[^\"']*\s)?email-body(?=[\s\"'])")
_ARCHIVE = "hyperkitty"
_FEED = regex(r"[ \t]*\r?\n")


def with_kept_lines(html: str | bytes, tree: Tree) -> str | bytes:
    """The page with a ``br`` for each line feed that is a line break because of its style.

    Args:
        html: the same object is returned if there are none.
        tree: the tree of the page.
    """
    if tree.looked_at.marks.isdisjoint(KEPT_LINES) or not _has_lines(tree):
        return html  # nearly all pages
    source = html if isinstance(html, str) else html.decode("utf-8", "replace")
    written = "".join(_written(source))
    if written == source:
        return html
    return written if isinstance(html, str) else written.encode("utf-8", "replace")


def _has_lines(tree: Tree) -> bool:
    """Whether an element that keeps lines may have a text of several lines."""
    found = tree.matching("style", _STYLE.search, signs=("white-space",))
    found |= tree.matching("class", _NAMED.search, signs=("whitespace-", "email-body"))
    inside = indices(tree.enclosing_count(found & ~tree.named(_VERBATIM)) > 0)
    return any("\n" in tree.text[place] for place in inside.tolist())


def _written(source: str) -> Iterator[str]:
    """Yield the parts of a page, with breaks within the elements that keep lines."""
    done = 0
    for start, end, name in _keeping(source):
        if start >= done:  # not within another
            yield source[done:end]
            done = yield from _with_breaks(source, end, name)
    yield source[done:]


def _keeping(source: str) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and name of each tag that opens an element that keeps lines."""
    in_archive = _ARCHIVE in source
    skipped: list[tuple[int, int]] | None = None
    for sign in _SIGN.finditer(source):
        start = source.rfind("<", max(0, sign.start() - _LONGEST), sign.start())
        tag = _TAG.match(source, start) if start >= 0 else None
        if tag and tag.end() > sign.start() and _keeps(tag[1], tag[2], in_archive):
            if skipped is None:
                skipped = [one.span() for one in _SKIPPED.finditer(source)]
            at = bisect_right(skipped, (start, len(source))) - 1
            if at < 0 or start >= skipped[at][1]:
                yield start, tag.end(), tag[1].lower()


def _keeps(name: str, attributes: str, in_archive: bool) -> bool:
    """Whether an element of some name and attributes keeps lines."""
    if name.lower() in _VOID:
        return False
    found = _STYLE.search(attributes) or _CLASS.search(attributes)
    return found is not None or (in_archive and _MAIL.search(attributes) is not None)


def _with_breaks(source: str, place: int, name: str) -> Generator[str, None, int]:
    """Yield the content of an element, with breaks; the value is where the element ends.

    Args:
        source: the page.
        place: the end of the start tag of the element.
        name: the name of the element.
    """
    depth, verbatim, before = 1, "", name
    for token in _TOKEN.finditer(source, place):
        tag, is_end = (token[2] or "").lower(), bool(token[1])
        if verbatim:
            verbatim = "" if is_end and tag == verbatim else verbatim
        elif tag == name:
            depth += -1 if is_end else 1
        elif tag in _VERBATIM and not is_end:
            verbatim = tag
        if not depth:
            return token.start()
        before = tag or before
        if tag or verbatim or token[0].startswith("<!--") or not token[0].strip():
            yield token[0]
        else:
            yield _broken(token[0], before in _INLINE, _is_inline(source, token.end()))
    return len(source)


def _is_inline(source: str, place: int) -> bool:
    """Whether a tag of an inline element begins at a place."""
    tag = _TOKEN.match(source, place)
    return tag is not None and (tag[2] or "").lower() in _INLINE


def _broken(text: str, follows: bool, goes_on: bool) -> str:
    """A text with breaks instead of line feeds, except at its ends if blocks are there."""
    start = 0 if follows else len(text) - len(text.lstrip())
    end = len(text) if goes_on else len(text.rstrip())
    return text[:start] + _FEED.sub("<br>\n", text[start:end]) + text[end:]
