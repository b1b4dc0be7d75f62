"""Mojibake: UTF-8 that was decoded as windows-1252 or Latin-1 and encoded again, as *donâ€™t*.

It is detected by C1 control characters, which pages do not use on purpose, by the first two
characters of damaged quotation marks and dashes (â€), by lower-case letters before Ã© etc., and by
digits beside Â£, Â° etc.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from html import unescape

from victor.page.page import Page
from victor.text.regex import possessive, regex

# The characters of the bytes 80 to 9F in windows-1252, and of 80 to BF in either encoding.
_MARKS = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"
_NEXT = f"[\x80-\xbf{_MARKS}]"
_BYTES = {ord(sign): sign.encode("windows-1252").decode("latin-1") for sign in _MARKS}
_ONE = regex(f"[Â-ß]{_NEXT}|[à-ï]{_NEXT}{{2}}|[ð-ô]{_NEXT}{{3}}")  # one character
# One or more characters; starts with a single set, which is much faster to search.
_RUN = regex(
    f"[Â-ô](?:(?<=[Â-ß]){_NEXT}|(?<=[à-ï]){_NEXT}{{2}}|(?<=[ð-ô]){_NEXT}{{3}})"
    + possessive(_ONE.pattern)
)
# A character reference, and several, as in *don&acirc;&euro;&trade;t*, also beside characters.
_REFERENCE = regex(r"&(?:[a-zA-Z]{2,6}\d{0,2}|#\d{3,4}|#[xX][\da-fA-F]{2,4});")
_REFERENCES = regex(f"(?:{_REFERENCE.pattern}|[Â-ô]|{_NEXT}){{2,}}")
# In UTF-8: controls, and Ã© etc.; both start with a fixed byte, which is fast to search.
_CONTROLS, _ACCENTS = regex(rb"\xc2[\x80-\x9f]"), regex(rb"\xc3\x83\xc2[\xa0-\xbf]")
_SIGN = regex("Â[¢£¥°µº¼-¾]")  # beside numbers; Â² may be the square of an operator
_AMOUNT = regex(rf"\d{_SIGN.pattern}|{_SIGN.pattern}\d")
_QUOTES, _OF_SIGNS = "â€".encode(), "Â".encode()
_CONTROL = regex("[\x80-\x9f]")
# Single bytes of windows-1252 that were encoded as if they were Latin-1, as in *don\x92t*.
_SINGLE = {byte: chr(sign) for sign, byte in _BYTES.items()}
_CERTAIN = regex(f"â€[\x80-\xbf{_MARKS}]|â‚¬|â„¢")
_SPACED = regex("â€[“”¦\x93\x94\xa6]")  # a dash or an ellipsis
# An accented letter or a symbol, unless a capital precedes it: AMANHÃ®.
_LIKELY = regex("[ÂÃ][\xa0«»]|[ÂÃÄÅ][\xa1-\xaa\xac-\xba\xbc-\xbf€ƒ†‡ˆ‰Š‹ŒŽ•˜™š›œžŸ]")
_LONG = 5  # minimum characters of a run that is not coincidence
# Of pages damaged throughout: minimum runs in words, maximum share of other non-ASCII characters.
_MANY, _OTHERS = 5, 0.05
_TIMES = 3  # maximum number of times that text was damaged


def is_damaged(text: str) -> bool:
    """Whether a text probably contains mojibake.

    Args:
        text: the text of a page.
    """
    if text.isascii():
        return False
    data = text.encode("utf-8", "replace")
    if _holds(data, _QUOTES) or _has_controls(data):
        return True
    return _has_accents(data) or (_holds(data, _OF_SIGNS) and _AMOUNT.search(text) is not None)


def _has_accents(data: bytes) -> bool:
    if not _holds(data, b"\xc3\x83"):
        return False
    accents = (found.start() for found in _ACCENTS.finditer(data))
    return any(data[place - 1 : place].islower() for place in accents)


def _has_controls(data: bytes) -> bool:
    return b"\xc2" in data and _CONTROLS.search(data) is not None


def _holds(data: bytes, sign: bytes) -> bool:
    """Whether ``data`` contains ``sign``; a search for one byte, the last, is much faster."""
    return sign[-1:] in data and sign in data


def repaired(page: Page) -> Page:
    """Return the page with mojibake decoded; the same object if nothing changes.

    Args:
        page: a decoded page with mojibake.
    """
    html = written = _REFERENCES.sub(_without_references, page.html)
    for _ in range(_TIMES):
        before, html = html, _decoded(html)
        if html == before or not is_damaged(html):
            break
    if _has_controls(html.encode("utf-8", "replace")):  # a set of characters is slow to search
        html = _CONTROL.sub(_from_single, html)
    return page if html == written else replace(page, source=html)


def _without_references(found: re.Match[str]) -> str:
    """Character references as text if they may be mojibake, else as they are."""
    text = _REFERENCE.sub(_referred, found[0])
    return text if _RUN.search(text) else found[0]


def _referred(found: re.Match[str]) -> str:
    """The character of a reference, unless it may be markup; some stand for several characters."""
    sign = unescape(found[0])
    return found[0] if len(sign) > 1 or sign.isascii() else sign


def _decoded(text: str) -> str:
    """The text with all runs decoded if it is damaged throughout, else with the certain ones."""
    runs = [*_RUN.finditer(text)]
    whole = _is_throughout(text, runs)
    pieces, end = [], 0
    for run in runs:
        pieces += [text[end : run.start()], _meant(run[0]) if whole or _is_sure(run) else run[0]]
        end = run.end()
    return "".join([*pieces, text[end:]])


def _is_throughout(text: str, runs: Sequence[re.Match[str]]) -> bool:
    """Whether a text has enough runs in words and hardly any other non-ASCII characters."""
    inside = sum(len(run[0]) for run in runs)
    others = len(text) - len(text.encode("ascii", "ignore")) - inside
    words = sum(map(_is_in_word, runs))
    return words >= max(_MANY, len(runs) / 4) and others <= _OTHERS * inside


def _is_in_word(run: re.Match[str]) -> bool:
    """Whether a run is a word or part of one, rather than an example of mojibake."""
    return len(run[0]) >= _LONG or any(map(str.isalpha, _beside(run)))


def _beside(run: re.Match[str]) -> tuple[str, str]:
    """The characters before and after a run; empty at the ends of the text."""
    text, (start, end) = run.string, run.span()
    return text[max(start - 1, 0) : start], text[end : end + 1]


def _is_sure(run: re.Match[str]) -> bool:
    """Whether a run is certainly mojibake within otherwise undamaged text."""
    if _CONTROL.search(run[0]):
        return True
    if _SIGN.fullmatch(run[0]) and any(map(str.isdecimal, _beside(run))):
        return True
    if not _is_in_word(run):
        return _SPACED.fullmatch(run[0]) is not None and _is_between_spaces(run)
    if _LIKELY.match(run[0]):
        return not _beside(run)[0].isupper()
    return len(run[0]) >= _LONG or _CERTAIN.search(run[0]) is not None


def _is_between_spaces(run: re.Match[str]) -> bool:
    """Whether a run has white space on both sides, as dashes have, and no quotation marks."""
    return all(map(str.isspace, _beside(run)))


def _meant(run: str) -> str:
    """Decode a run, except for characters that are not UTF-8."""
    return _ONE.sub(_character, run)


def _from_single(found: re.Match[str]) -> str:
    return _SINGLE.get(found[0], found[0])


def _character(found: re.Match[str]) -> str:
    try:
        meant = found[0].translate(_BYTES).encode("latin-1").decode("utf-8")
    except UnicodeDecodeError:
        return found[0]
    return found[0] if _CONTROL.match(meant) else meant
