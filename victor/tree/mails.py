"""Addresses of mail that Cloudflare hides from programs, and a script writes for readers."""

from collections.abc import Iterator, Mapping, Sequence

from victor.tree.attributes import Written

ATTRIBUTE = "data-cfemail"
SHOWN = "[email\u00a0protected]"  # to readers without scripts
_PAGE = "/cdn-cgi/l/email-protection"
_LONGEST = 2_000  # hexadecimal digits


def revealed(digits: str) -> str:
    """An address of mail from hexadecimal digits; ``""`` if they hide none.

    The first byte is the key: exclusive or with it gives the others.
    """
    try:
        key, *rest = bytes.fromhex(digits[:_LONGEST])
    except ValueError:
        return ""
    text = bytes(one ^ key for one in rest).decode("utf-8", "replace")
    return text if "@" in text and text.isprintable() and " " not in text else ""


def address_of(attributes: Mapping[str, str]) -> str | None:
    """Where a link to a hidden address leads, ``""`` if nobody can tell; None for other links."""
    page, _, digits = attributes.get("href", "").partition("#")
    if not page.endswith(_PAGE):
        return None
    mail = revealed(digits) or revealed(attributes.get(ATTRIBUTE, ""))
    return f"mailto:{mail}" if mail else ""


def hidden(attributes: Sequence[Mapping[str, str]]) -> Iterator[tuple[int, str]]:
    """The elements that show an address to readers alone, and the address of each."""
    if isinstance(attributes, Written):
        if ATTRIBUTE not in attributes.names:  # nearly every page
            return
        elements = attributes.elements_with(ATTRIBUTE)
    else:
        elements = [place for place, found in enumerate(attributes) if ATTRIBUTE in found]
    for element in elements:
        if mail := revealed(attributes[element][ATTRIBUTE]):
            yield element, mail
