"""The largest image in a ``srcset``."""

from collections.abc import Iterator, Sequence
from operator import itemgetter

from victor.document.pictures.placeholders import is_real
from victor.text.regex import regex

_SIZES, _DIGITS = regex(r"(?:\d{1,9}[wxh], )*\d{1,9}[wxh],?"), regex(r"\d+")
_LONGEST = 20_000  # characters of a ``srcset``


def largest(srcset: str) -> str:
    """The URL of the largest candidate of a ``srcset`` (HTML, 4.8.4.2.1).

    URLs may contain commas; a candidate ends at a comma after its size or after its URL.
    The bracketed syntax of some frameworks is not read.

    Args:
        srcset: the value of the attribute.
    """
    srcset = srcset.strip()
    if srcset.startswith("["):
        return ""
    srcset = srcset[:_LONGEST]
    candidates = _sized(srcset.split()) or [*_candidates(srcset)]
    candidates.sort(key=itemgetter(0), reverse=True)
    return next((address for _, address in candidates if is_real(address)), "")


def _sized(tokens: Sequence[str]) -> list[tuple[float, str]]:
    """The sizes and URLs if each URL has a size and no comma, as is usual; else none.

    Args:
        tokens: the words of a ``srcset``.
    """
    addresses, sizes = tokens[::2], " ".join(tokens[1::2])
    if len(tokens) % 2 or not _SIZES.fullmatch(sizes) or "," in "".join(addresses):
        return []
    return [*zip(map(float, _DIGITS.findall(sizes)), addresses, strict=True)]


def _candidates(srcset: str) -> Iterator[tuple[float, str]]:
    """The sizes and URLs in a ``srcset``."""
    address = ""
    for token in (*_tokens(srcset), ","):
        size = _size(token) if address else None
        if size is None and address:
            yield 1.0, address.rstrip(",")
        if size is not None:
            yield size, address
        address = "" if size is not None else token


def _tokens(srcset: str) -> Iterator[str]:
    """Split at white space, and at a comma between a size and a URL."""
    for token in srcset.split():
        size, _, address = token.partition(",")
        yield from (size, address) if address and _size(size) is not None else (token,)


def _size(token: str) -> float | None:
    """The number of ``640w``, ``640h`` or ``2.5x,``; None for anything else."""
    plain = token.rstrip(",")
    digits = plain[:-1].replace(".", "", 1)
    is_size = plain[-1:] in ("w", "x", "h") and digits.isascii() and digits.isdigit()
    return float(plain[:-1]) if is_size else None
