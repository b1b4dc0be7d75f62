"""Compare texts by their words, and URLs by page and host."""

import re
from functools import lru_cache
from urllib.parse import unquote, urlsplit

from victor.text.characters import UNSPACED_RANGE
from victor.text.regex import regex

_WORDS = regex(rf"[{UNSPACED_RANGE}]|[^\W{UNSPACED_RANGE}]+")
_ASCII_WORDS = regex(r"[a-z\d_]+", re.ASCII)  # the same in lower-case ASCII, found faster
# Match nearly all URLs without splitting them by the rules of RFC 3986.
_WITH_HOST = regex(r"https?://(?:www\.)?([a-z0-9.-]+)(?:[/?#]|$)")
_WITH_PATH = regex(r"https?://[a-z0-9.-]+/[A-Za-z0-9_.~-]")


def words(text: str) -> tuple[str, ...]:
    """The words in the first 1,000 characters of a text, case-folded."""
    return _words(text[:1_000])


@lru_cache(256)  # titles are compared with many texts
def _words(text: str) -> tuple[str, ...]:
    text = text.casefold()
    return tuple((_ASCII_WORDS if text.isascii() else _WORDS).findall(text))


@lru_cache(256)  # so are names
def key_of(text: str) -> str:
    """The words of a text, case-folded and joined without spaces."""
    return "".join(words(text))


def overlap(one: str, other: str) -> float:
    """The share of the distinct words of ``one`` that occur in ``other``."""
    mine = frozenset(words(one))
    return len(mine.intersection(words(other))) / len(mine) if mine else 0.0


def similarity(one: str, other: str) -> float:
    """The Dice coefficient of the distinct words of two texts."""
    return dice(frozenset(words(one)), frozenset(words(other)))


def dice(one: frozenset[str], other: frozenset[str]) -> float:
    """The Dice coefficient of two sets of words; 0 if one is empty."""
    return 2 * len(one & other) / (len(one) + len(other)) if one and other else 0.0


def same_page(one: str, other: str | None) -> bool:
    """Whether two URLs are the same page, ignoring scheme, ``www.``, query and fragment."""
    return bool(other) and _page(one) == _page(other or "") != ""


def _page(address: str) -> str:
    address = unquote(address[:2_000]).lower().partition("#")[0].partition("?")[0]
    return address.partition("//")[2].removeprefix("www.").rstrip("/")


def host(address: str | None) -> str:
    """The host of a URL without ``www.``; empty if it has none."""
    if not address:
        return ""
    if found := _WITH_HOST.match(address):
        return found[1]
    try:
        return (urlsplit(address).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def is_root(address: str) -> bool:
    """Whether a URL is the start page of a site."""
    if _WITH_PATH.match(address):
        return False
    try:
        parts = urlsplit(address[:2_000])
    except ValueError:
        return False
    return bool(parts.netloc) and parts.path in ("", "/") and "=" not in parts.query
