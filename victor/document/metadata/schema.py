"""Read the objects in a page's JSON-LD, even if it is broken.

The strict parser reads a script up to the first error. From there on, a lenient reader joins tokens
regardless of commas, comments and missing ends.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from html import unescape
from itertools import islice
from typing import Any

from victor.text.characters import CONTROLS
from victor.text.regex import possessive, regex
from victor.tree.json_state import DECODER

Object = Mapping[str, Any]

_LARGEST = 1_000_000  # characters of a script that are read
_MOST = 2_000  # values of a page that are visited
_DEEPEST = 40  # depth of nested values that are read
_FRAME = regex(r"\s*(?:<!--|//\s*<!\[CDATA\[|/\*\s*<!\[CDATA\[\s*\*/|<!\[CDATA\[|;|,)?\s*")
# A quotation mark ends a string only where a string may end. Possessive, as a failed attempt at
# every quotation mark would take quadratic time.
_STRING = possessive(r'[^"\\]|\\.|"(?!\s{0,20}(?:[,:}\]]|$))')
_TOKEN = regex(
    rf'"({_STRING})"?'
    r"|(//[^\n]*+|/\*" + possessive(r"[^*]|\*(?!/)") + r"(?:\*/)?|<!--|-->)"
    r"|([{}\[\]:])"
    r"|([^\s{}\[\],:\"]++)",
    re.DOTALL,
)
_ESCAPE = regex(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "", "f": ""}
_INVISIBLE = regex("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
_START = regex(r"[{\[]")
# Unfilled placeholders of a template: "{{page.title}} | {{site.name}}".
_OPENING = ("{{", "${", "<%", "{%")
_PLACEHOLDERS = regex(
    r"(?:(?:\{\{[^{}]*\}\}|\$\{[^{}]*\}|<%[^<>]*%>|\{%[^{}]*%\})[\s|·:–-]*+){1,20}"
)
_NAMES = {"true": True, "false": False, "null": None}
# Keys whose values may be about the page; others are about people, other pages or comments.
_INSIDE = ("@graph", "mainEntity", "mainEntityOfPage")


def read_objects(scripts: Sequence[str]) -> list[Object]:
    """The typed objects in a page's scripts, in order, including those in ``@graph``."""
    found: list[Object] = []
    pending = [*read_values(scripts)][::-1]
    visits = 0
    while pending and visits < _MOST:
        value, visits = pending.pop(), visits + 1
        if isinstance(value, list):
            pending.extend(value[::-1])
        elif isinstance(value, dict):
            if "@type" in value:
                found.append(value)
            pending.extend(value[key] for key in reversed(_INSIDE) if key in value)
    return found


def read_values(scripts: Sequence[str]) -> Iterator[Any]:
    """The values in scripts or attributes that contain JSON."""
    return (value for text in scripts for value in _values(text[:_LARGEST]))


def types(item: Object) -> list[str]:
    """The names of an object's types, lowercased and without their URLs."""
    given = item.get("@type")
    names = given if isinstance(given, list) else [given]
    return [one.rpartition("/")[2].lower() for one in names if isinstance(one, str)]


def is_wikimedia(publisher: str) -> bool:
    """Whether a publisher is Wikipedia's, whose pages state an organisation as their author."""
    return publisher.startswith("Wikimedia Foundation")


def texts(value: Any, keys: Sequence[str] = ("name",)) -> Iterator[str]:
    """The strings of a value: itself, those of a list, or the first of ``keys`` of an object.

    Of a list, the first 100 values are read, without lists in it; at most 40 levels are.
    """
    pending = [(value, 0)] if value else []
    while pending:
        one, depth = pending.pop()
        if isinstance(one, str):
            if text := plain(one):
                yield text
        elif depth >= _DEEPEST:
            continue
        elif isinstance(one, list):
            inner = [item for item in one[:100] if not isinstance(item, list)]
            pending.extend((item, depth + 1) for item in reversed(inner))
        elif isinstance(one, dict):
            named = (one[key] for key in (*keys, "@value") if one.get(key))
            pending.append(
                (next((item for item in named if type(item) is not dict), None), depth + 1)
            )


@lru_cache(64)  # titles are read for several fields
def plain(text: str) -> str:
    """Decode entities and normalise white space; ``""`` for placeholders of templates.

    Surrogates, which JSON may contain, become characters in pairs and are dropped alone.
    """
    if "&" in text:
        text = unescape(unescape(text))
    if not text.isascii():
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")
    text = text[:20_000]
    if text.startswith(_OPENING) and _PLACEHOLDERS.fullmatch(text):
        return ""
    if not text.isprintable():  # nearly none
        text = text.translate(CONTROLS)
    return " ".join((text if text.isascii() else _INVISIBLE.sub("", text)).split())


def _values(text: str) -> Iterator[Any]:
    """The values of a script, which may contain several in a row."""
    if "&quot;" in text and '"' not in text:
        text = unescape(text)
    at = _frame(text, 0)
    with suppress(ValueError, RecursionError):
        while at < len(text):
            value, end = DECODER.raw_decode(text, at)
            yield value
            at = _frame(text, end)
    if start := _START.search(text, at):
        yield from _Reader().read(text[start.start() :])


def _frame(text: str, at: int) -> int:
    match = _FRAME.match(text, at)
    return match.end() if match else at


class _Reader:
    """Join tokens to values, whatever is missing between them."""

    def __init__(self) -> None:
        self.top: list[Any] = []
        self.open: list[Any] = [self.top]
        self.keys: list[str | None] = [None]
        self.skipped = 0  # open containers beyond the depth limit

    def read(self, text: str) -> list[Any]:
        """All values of ``text``."""
        for match in _TOKEN.finditer(text):
            string, _, mark, word = match.groups()
            if mark:
                self._mark(mark)
            elif string is not None:
                self._add(_ESCAPE.sub(_unescaped, string))
            elif word:
                self._add(_NAMES.get(word, word))
        return self.top

    def _mark(self, mark: str) -> None:
        if mark in "{[":
            if self.skipped or len(self.open) > _DEEPEST:
                self.skipped += 1
                return
            inner: Any = {} if mark == "{" else []
            self._add(inner)
            self.open.append(inner)
            self.keys.append(None)
        elif mark in "}]":
            if self.skipped:
                self.skipped -= 1
            elif len(self.open) > 1:
                self.open.pop()
                self.keys.pop()

    def _add(self, value: Any) -> None:
        """Add a value to the innermost container; in an object, keys and values alternate."""
        inner = self.open[-1]
        if self.skipped:
            return
        if isinstance(inner, list):
            inner.append(value)
        elif self.keys[-1] is None:
            self.keys[-1] = str(value) if not isinstance(value, dict | list) else ""
        else:
            inner.setdefault(self.keys[-1], value)
            self.keys[-1] = None


def _unescaped(match: re.Match[str]) -> str:
    if match[1]:
        return chr(int(match[1], 16))
    return _ESCAPED.get(match[2], match[2])


def with_references(objects: Sequence[Object]) -> Callable[[Any], Any]:
    """A function that replaces a reference (an object with ``@id``, without name) by its object."""
    named = {one["@id"]: one for one in objects if isinstance(one.get("@id"), str)}

    def resolve(value: Any) -> Any:
        if isinstance(value, list):
            return [resolve(one) for one in islice(value, 100) if not isinstance(one, list)]
        if isinstance(value, dict) and "name" not in value and isinstance(value.get("@id"), str):
            return named.get(value["@id"], value)
        return value

    return resolve
