"""Decode mail addresses that Cloudflare or Joomla obfuscates and a script restores for readers."""

from base64 import b64decode
from collections.abc import Iterator, Mapping, Sequence

from victor.tree.attributes import values_of

_ATTRIBUTE = "data-cfemail"
SHOWN = "[email\u00a0protected]"  # the placeholder without scripts
_PAGE = "/cdn-cgi/l/email-protection"
_LONGEST = 2_000  # maximum hexadecimal digits
JOOMLA = "joomla-hidden-mail"  # tag; the attributes "first" and "last" hold the parts in base64


def _revealed(digits: str) -> str:
    """Decode a mail address from hexadecimal digits; ``""`` if they hold none.

    The other bytes are XORed with the first.
    """
    try:
        key, *rest = bytes.fromhex(digits[:_LONGEST])
    except ValueError:
        return ""
    return _plain(bytes(one ^ key for one in rest))


def _plain(found: bytes) -> str:
    """The mail address in bytes; ``""`` if they hold none."""
    text = found.decode("utf-8", "replace")
    return text if "@" in text and text.isprintable() and " " not in text else ""


def in_joomla(attributes: Mapping[str, str]) -> str:
    """The address of an element of Joomla that hides it; ``""`` if it is unknown.

    Its text asks readers to enable JavaScript.
    """
    try:
        parts = [b64decode(attributes.get(name, "")[:_LONGEST]) for name in ("first", "last")]
    except ValueError:
        return ""
    return _plain(b"@".join(parts)) if all(parts) else ""


def address_of(attributes: Mapping[str, str]) -> str | None:
    """The target of a link to a hidden address, ``""`` if it is unknown; None for other links."""
    page, _, digits = attributes.get("href", "").partition("#")
    if not page.endswith(_PAGE):
        return None
    mail = _revealed(digits) or _revealed(attributes.get(_ATTRIBUTE, ""))
    return f"mailto:{mail}" if mail else ""


def hidden(attributes: Sequence[Mapping[str, str]]) -> Iterator[tuple[int, str]]:
    """The elements with an obfuscated address in an attribute, each with the address."""
    for element, digits in values_of(attributes, _ATTRIBUTE).items():
        if mail := _revealed(digits):
            yield element, mail
