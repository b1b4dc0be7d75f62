r"""Pages stored as JSON strings whose escapes were not decoded: ``<p class=\"lead\">A\nB</p>``."""

import json
import re

from victor.text.regex import regex

_SEARCHED = 5_000  # characters or bytes of the page in which the first attribute is searched
_LEAST = 3  # minimum attributes with escaped quotation marks
_SHARE = 20  # minimum number of them for each one with plain marks
_ESCAPES = regex(r"(?:\\u[\da-fA-F]{4})+|\\[\"\\/bfnrt]")  # a character above U+FFFF has two


def unescaped(source: str | bytes) -> str | bytes:
    """The page with escapes decoded if nearly all of its attributes have escaped quotation marks.

    Args:
        source: the page, as text or UTF-8; the same object is returned if nothing changes.
    """
    if not _is_escaped(source):
        return source
    return _ESCAPES.sub(_meant, source if isinstance(source, str) else source.decode())


def _is_escaped(source: str | bytes) -> bool:
    if isinstance(source, bytes):
        return b'=\\"' in source[:_SEARCHED] and _are(source.count(b'=\\"'), source.count(b'="'))
    return '=\\"' in source[:_SEARCHED] and _are(source.count('=\\"'), source.count('="'))


def _are(escaped: int, plain: int) -> bool:
    return escaped >= max(_LEAST, _SHARE * plain)


def _meant(found: re.Match[str]) -> str:
    return str(json.loads(f'"{found[0]}"'))
