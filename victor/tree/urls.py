"""Resolve the URLs of a page."""

from urllib.parse import urljoin, urlsplit

from victor.text.regex import regex

_LONGEST = 20_000  # maximum characters of a URL
_ABSOLUTE = regex(  # nothing to resolve
    r"https?://[A-Za-z0-9.-]+/[A-Za-z0-9_./~+%,=:@!$&'()*-]*"
    r"(?:\?[A-Za-z0-9_./~+%,=:@!$&'()*;?-]+)?"
)


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
