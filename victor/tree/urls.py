"""Resolve the URLs of a page."""

from urllib.parse import urljoin, urlsplit

from victor.text.regex import regex

_LONGEST = 20_000  # maximum characters of a URL
_ABSOLUTE = regex(  # nothing to resolve
    r"https?://[A-Za-z0-9.-]+/[A-Za-z0-9_./~+%,=:@!$&'()*-]*"
    r"(?:\?[A-Za-z0-9_./~+%,=:@!$&'()*;?-]+)?"
)


def absolute(address: str, base: str | None) -> str | None:
    """An HTTP or HTTPS URL, resolved against ``base``; None for other addresses."""
    address = "".join(address[:_LONGEST].split("\n")).strip()
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
