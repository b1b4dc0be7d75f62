"""Decode bytes into a :class:`Page` and remove CleanEval's wrapper."""

import codecs
import re
from dataclasses import dataclass, field

from victor.errors import check_text
from victor.page.encodings import check_encoding, decode
from victor.page.wrapper import unwrap

_DOCTYPE_WITHIN = 1_000
_DOCTYPE = re.compile(r"<!doctype[^>]*>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Page:
    """A decoded page, not yet parsed."""

    id: str
    html: str
    url: str | None = None
    encoding: str = "utf-8"  # that the page was decoded from
    doctype: str | None = None
    language: str | None = None  # declared by an HTTP header
    utf8: bytes | None = field(default=None, repr=False)  # the source, if it is ``html`` in UTF-8


def read_page(
    source: bytes | str,
    id: str = "",
    url: str | None = None,
    encoding: str | None = None,
    transport_encoding: str | None = None,
) -> Page:
    """Decode a page and remove CleanEval's ``<text id= title= encoding=>`` around it.

    Bytes that cannot be decoded become U+FFFD; no bytes raise an error.

    Args:
        source: the page; text is not decoded.
        id: the name of the page in outputs.
        url: the address of the page; by default the one in CleanEval's wrapper.
        encoding: overrides the declared encoding.
        transport_encoding: the encoding that an HTTP header declares.

    Raises:
        VictorError: ``encoding`` is unknown, unlike what is declared, of which that is ignored.
    """
    if encoding is not None:
        check_encoding(encoding)
    check_text("url", url)
    if isinstance(source, str):
        text, used = source.removeprefix("\ufeff"), "str"
    else:
        text, used = decode(source, encoding, transport_encoding, url)
    body, wrapper = unwrap(text)
    # Not with a byte order mark, a wrapper or replaced bytes: then the bytes are not the text.
    utf8 = source if isinstance(source, bytes) and used == "utf-8" and body is text else None
    if utf8 and (utf8.startswith(codecs.BOM_UTF8) or "\ufffd" in text):
        utf8 = None
    found = _DOCTYPE.search(body[:_DOCTYPE_WITHIN])
    return Page(
        id=id,
        html=body,
        url=url or wrapper.get("id"),
        encoding=used,
        doctype=found.group() if found else None,
        utf8=utf8,
    )
