"""Bytes to :class:`Page`: encoding, CleanEval's wrapper, URL."""

import codecs
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from victor.page.encodings import decode
from victor.page.wrapper import unwrap

_DOCTYPE_WITHIN = 1_000
_DOCTYPE = re.compile(r"<!doctype[^>]*>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Page:
    """A page as text, before anything is parsed."""

    id: str
    html: str
    url: str | None = None
    charset: str = "utf-8"
    doctype: str | None = None
    meta: Mapping[str, str] = field(default_factory=dict)
    utf8: bytes | None = field(default=None, repr=False)  # the page's bytes, if they are ``html``


def host(url: str | None) -> str:
    """The host that an address names; empty where it names none, or is none."""
    try:
        return urlsplit(url or "").hostname or ""
    except ValueError:
        return ""


def read_page(
    source: bytes | str,
    id: str = "",
    url: str | None = None,
    charset: str | None = None,
    transport_charset: str | None = None,
) -> Page:
    """Decode a page and unwrap CleanEval's ``<text id= title= encoding=>``.

    ``charset`` overrides everything; ``transport_charset`` is what an HTTP header declared.
    Undecodable bytes become U+FFFD; nothing is raised, whatever the bytes.
    """
    if isinstance(source, str):
        text, used = source.removeprefix("\ufeff"), "str"
    else:
        text, used = decode(source, charset, transport_charset)
    body, wrapper = unwrap(text)
    # A byte order mark, a wrapper or damage would show in the length or the text.
    utf8 = source if isinstance(source, bytes) and used == "utf-8" and body is text else None
    if utf8 and (utf8.startswith(codecs.BOM_UTF8) or "\ufffd" in text):
        utf8 = None
    text = body
    found = _DOCTYPE.search(text[:_DOCTYPE_WITHIN])
    return Page(
        id=id,
        html=text,
        url=url or wrapper.get("id"),
        charset=used,
        doctype=found.group() if found else None,
        meta={key: value for key, value in wrapper.items() if key != "id"},
        utf8=utf8,
    )
