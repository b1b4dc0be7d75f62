"""Resolve the URLs of a page, and recognise those of advertisements."""

import re
from urllib.parse import urljoin, urlsplit

from victor.text.regex import regex

_LONGEST = 20_000  # maximum characters of a URL
_ABSOLUTE = regex(  # nothing to resolve
    r"https?://[A-Za-z0-9.-]+/[A-Za-z0-9_./~+%,=:@!$&'()*-]*"
    r"(?:\?[A-Za-z0-9_./~+%,=:@!$&'()*;?-]+)?"
)
# Hosts that serve advertisements and count visitors, and paths of programs that do.
_ADVERTISING = regex(
    r"(?:https?:)?//(?:(?:ads?|adserver|banner)\.(?:[\w-]{1,60}\.){1,4}[a-z]{2,20}"
    r"|(?:[\w-]{1,60}\.){0,4}(?:(?:doubleclick|quantserve|scorecardresearch|statcounter|sitemeter"
    r"|histats|serving-sys|advertserve|2mdn|googlesyndication|imrworldwide|omtrdc|2o7)\.(?:com|net)"
    r"|(?:adtech|adspirit)\.de))(?:[:/?]|$)",
    re.IGNORECASE,
)
_ADVERTISING_PATHS = (
    *("/RealMedia/ads/", "/servlet/view/banner/", "/adserver/", "/banner_ads/"),
    *("/adview.php?", "/delivery/avw.php?"),  # of phpAdsNew, OpenX and Revive
)


def is_advertising(address: str) -> bool:
    """Whether a URL with a host is that of an advertisement, or of an image that counts visitors.

    Args:
        address: of an image.
    """
    is_served = _ADVERTISING.match(address) is not None
    return is_served or any(map(address[:300].__contains__, _ADVERTISING_PATHS))


def stripped(address: str) -> str:
    """A URL without the line breaks and tabs that browsers ignore (URL, 4.4)."""
    for sign in "\n\r\t":
        if sign in address:
            address = address.replace(sign, "")
    return address.strip()


def absolute(address: str, base: str | None) -> str | None:
    """An HTTP or HTTPS URL, resolved against ``base``; None for other or very long URLs."""
    if len(address) > _LONGEST:
        return None
    address = stripped(address)
    if not address or address.startswith(("data:", "javascript:", "#")):
        return None
    if _ABSOLUTE.fullmatch(address):
        return address
    try:
        joined = urljoin(base, address) if base else address
        parts = urlsplit(joined)
    except ValueError:
        return None
    return joined if parts.scheme in ("http", "https") and parts.netloc else None
