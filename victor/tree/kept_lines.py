"""Lines that only a style sheet keeps, as in mails and posts: ``white-space: pre-wrap``.

Each line feed in the text of such an element becomes a ``br``, which needs no style sheet.
"""

import re
from collections.abc import Iterator

from victor.text.regex import regex
from victor.tree.marks import KEPT_LINES
from victor.tree.tree import Tree

_TOKEN = regex(
    r"<!--.*?-->|<(/?)([a-z][\w-]*)((?:\"[^\"]*\"|'[^']*'|[^\"'<>])*)>|[^<]+|<",
    re.IGNORECASE | re.DOTALL,
)
_STYLE = regex(r"white-space\s*:\s*(?:pre|pre-wrap|pre-line|break-spaces)\s*(?=[;!\"']|$)")
_CLASS = regex(
    r"class\s*=\s*[\"']?(?:[^\"']*\s)?whitespace-(?:pre(?:-wrap|-line)?|break-spaces)\b(?!-)"
)
# The class of mails in HyperKitty, the archive of Mailman, whose style sheet says so.
_MAIL = regex(r"class\s*=\s*[\"']?(?:[^\"']*\s)?email-body(?=[\s\"'])")
_ARCHIVE = "hyperkitty"
# Elements whose lines are kept anyway, or that hold no text.
_VERBATIM = frozenset("pre textarea listing xmp script style code svg".split())
_INLINE = frozenset(
    "a abbr b bdi cite del em i ins kbd mark q s small span strong sub sup u".split()
)
_VOID = frozenset("br hr img input meta link wbr area base col embed source track".split())
_FEED = regex(r"[ \t]*\r?\n")


def with_kept_lines(html: str | bytes, tree: Tree) -> str | bytes:
    """The page with a ``br`` for each line feed that is a line break because of its style.

    Args:
        html: the same object is returned if there are none.
        tree: the tree of the page.
    """
    if tree.looked_at.marks.isdisjoint(KEPT_LINES):  # true of nearly all pages
        return html
    source = html if isinstance(html, str) else html.decode("utf-8", "replace")
    written = "".join(_written(source))
    if written == source:
        return html
    return written if isinstance(html, str) else written.encode("utf-8", "replace")


def _written(source: str) -> Iterator[str]:
    """Yield the parts of a page, with breaks within the elements that keep lines."""
    keeping, verbatim, before = _Open(), _Open(), ""
    in_archive = _ARCHIVE in source
    for token in _TOKEN.finditer(source):
        end, name, attributes = token[1], (token[2] or "").lower(), token[3] or ""
        if name:
            verbatim.see(name, bool(end), name in _VERBATIM)
            keeping.see(name, bool(end), not verbatim and _keeps(attributes, in_archive))
            before = name
        if name or not keeping or verbatim or not token[0].strip():
            yield token[0]
        else:
            yield _broken(token[0], before in _INLINE, _is_inline(source, token.end()))


class _Open:
    """Whether an element of some kind is open, by the number of open elements of its name."""

    def __init__(self) -> None:
        self.name, self.depth = "", 0

    def __bool__(self) -> bool:
        return self.depth > 0

    def see(self, name: str, is_end: bool, is_meant: bool) -> None:
        """Count a tag; ``is_meant``: its element is of the kind."""
        if name in _VOID:
            return
        if self.depth and name == self.name:
            self.depth += -1 if is_end else 1
        elif not self.depth and is_meant and not is_end:
            self.name, self.depth = name, 1


def _keeps(attributes: str, in_archive: bool) -> bool:
    """Whether the attributes of an element say that it keeps lines."""
    found = _STYLE.search(attributes) or _CLASS.search(attributes)
    return found is not None or (in_archive and _MAIL.search(attributes) is not None)


def _is_inline(source: str, place: int) -> bool:
    """Whether a tag of an inline element begins at a place."""
    tag = _TOKEN.match(source, place)
    return tag is not None and (tag[2] or "").lower() in _INLINE


def _broken(text: str, follows: bool, goes_on: bool) -> str:
    """A text with breaks instead of line feeds, except at its ends if blocks are there."""
    start = 0 if follows else len(text) - len(text.lstrip())
    end = len(text) if goes_on else len(text.rstrip())
    return text[:start] + _FEED.sub("<br>\n", text[start:end]) + text[end:]
