"""Bytes to :class:`Page`: character set, CleanEval's wrapper, URL."""

import codecs
import html as entities
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

# WHATWG's Encoding Standard: what browsers decode when a page claims one of these.
_BROWSER_CODEC = {
    "ascii": "windows-1252", "us-ascii": "windows-1252", "iso-8859-1": "windows-1252",
    "iso8859-1": "windows-1252", "iso_8859-1": "windows-1252", "latin1": "windows-1252",
    "latin-1": "windows-1252", "cp1252": "windows-1252", "x-cp1252": "windows-1252",
    "iso-8859-9": "windows-1254", "latin5": "windows-1254",
    "iso-8859-11": "windows-874", "tis-620": "windows-874", "windows-874": "windows-874",
    "gb2312": "gb18030", "gbk": "gb18030", "x-gbk": "gb18030", "gb_2312-80": "gb18030",
    "shift_jis": "cp932", "shift-jis": "cp932", "sjis": "cp932", "x-sjis": "cp932",
    "windows-31j": "cp932",
    "euc-kr": "cp949", "ks_c_5601-1987": "cp949", "ksc5601": "cp949",
    "big5": "big5hkscs", "big5-hkscs": "big5hkscs", "x-x-big5": "big5hkscs",
    "x-mac-cyrillic": "mac-cyrillic", "macintosh": "mac-roman", "x-user-defined": "windows-1252",
}  # fmt: skip
_PYTHON_NAME = {"windows-874": "cp874"}
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_META_CHARSET = re.compile(
    rb"<(?:meta\b[^>]*?\bcharset|\?xml\b[^>]*?\bencoding)\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE
)
_HEAD_BYTES = 16_384  # within which a character set is declared
_DOCTYPE_WITHIN = 1_000
_WRAPPER = re.compile(r"\A[\s\ufeff]*<text\s(?P<attributes>[^<]*?)>(?=\s*(?:<|\Z))", re.IGNORECASE)
_WRAPPER_ATTRIBUTE = re.compile(
    r"\b(id|title|encoding)\s*=\s*\"(.*?)\"(?=\s+\w+=|\s*\Z)", re.DOTALL
)
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


def decode(
    data: bytes, charset: str | None = None, transport_charset: str | None = None
) -> tuple[str, str]:
    """The text of a page and the character set that gave it.

    In order: byte order mark, override, bytes that are valid UTF-8 whatever was declared (by
    chance they hardly ever are), what transport or page declare, detection.
    """
    for mark, name in _BOMS:
        if data.startswith(mark):
            return data[len(mark) :].decode(name, "replace"), name
    if charset and (codec := codec_name(charset)):
        return _decode_leniently(data, codec), codec
    if wide := _utf16_without_mark(data):
        return data.decode(wide, "replace"), wide
    # Shift sequences are plain ASCII bytes: valid UTF-8, and still not what they say.
    shifts = b"\x1b" in data
    if not shifts and (text := _strict_utf8(data)) is not None:
        return text, "utf-8"
    declared = [*_known_codecs(transport_charset), *_declared_codecs(data[:_HEAD_BYTES])]
    shifts = shifts and any(name.startswith("iso2022") for name in declared)
    if not shifts and (text := _strict_utf8(data)) is not None:
        return text, "utf-8"
    return _decode_legacy(data, declared)


def _strict_utf8(data: bytes) -> str | None:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def codec_name(label: str) -> str | None:
    """Python's codec for a charset label, read as browsers read it; None if there is none."""
    label = label.strip().lower()
    name = _BROWSER_CODEC.get(label, label)
    try:
        codec = codecs.lookup(_PYTHON_NAME.get(name, name))
        "".encode(codec.name)  # refuses hex, rot13 and others that are not of text
    except (LookupError, ValueError, UnicodeError):
        return None
    return codec.name


def unwrap(html: str) -> tuple[str, dict[str, str]]:
    """The page within CleanEval's wrapper, and the wrapper's attributes (empty if there is none).

    The published files do not escape quotes inside the title, so that a value ends only where
    another attribute or the tag's end follows.
    """
    found = _WRAPPER.match(html)
    if not found:
        return html, {}
    pairs = _WRAPPER_ATTRIBUTE.findall(found["attributes"])
    body = re.sub(r"</text>\s*\Z", "", html[found.end() :], flags=re.IGNORECASE)
    return body, {key.lower(): entities.unescape(value) for key, value in pairs}


def looks_binary(data: bytes) -> str | None:
    """What a file is if it is no page at all, None if it may be one."""
    kinds = {
        b"%PDF-": "a PDF file",
        b"\x89PNG": "a PNG image",
        b"\xff\xd8\xff": "a JPEG image",
        b"GIF8": "a GIF image",
        b"PK\x03\x04": "a ZIP archive",
        b"\x1f\x8b": "a gzip archive",
        b"\x7fELF": "a program",
    }
    for start, kind in kinds.items():
        if data.startswith(start):
            return kind
    head = data[:4096]
    controls = sum(byte < 9 or 13 < byte < 27 or 27 < byte < 32 for byte in head)
    wide = head[:2] in (b"\xff\xfe", b"\xfe\xff") or b"<\x00" in head or b"\x00<" in head
    return "binary data" if controls * 10 > len(head) and not wide else None


def _utf16_without_mark(data: bytes) -> str | None:
    head = data[:512]
    if len(head) < 8 or head.count(0) < len(head) // 3:
        return None
    even, odd = head[::2].count(0), head[1::2].count(0)
    if not even and odd > len(head) // 3:
        return "utf-16-le"
    return "utf-16-be" if not odd and even > len(head) // 3 else None


def _known_codecs(label: str | None) -> list[str]:
    codec = codec_name(label) if label else None
    return [codec] if codec else []


def _declared_codecs(head: bytes) -> list[str]:
    labels = [label.decode("ascii", "ignore") for label in _META_CHARSET.findall(head)]
    if found := _WRAPPER.match(head.decode("latin-1")):
        values = dict(_WRAPPER_ATTRIBUTE.findall(found["attributes"]))
        labels.append(values.get("encoding", ""))
    return [codec for label in labels for codec in _known_codecs(label)]


def _decode_legacy(data: bytes, declared: list[str]) -> tuple[str, str]:
    for codec in declared:
        if codec.startswith("utf-"):
            if _mostly_utf8(data):
                return data.decode("utf-8", "replace"), "utf-8"
            continue
        if codec in ("cp1252", "cp1254", "cp874") or _decodes(data, codec):
            return _decode_leniently(data, codec), codec
    if _mostly_utf8(data):
        return data.decode("utf-8", "replace"), "utf-8"
    codec = _detect(data)
    return _decode_leniently(data, codec), codec


def _mostly_utf8(data: bytes) -> bool:
    """Whether at most one in ten sequences of non-ASCII bytes is not UTF-8: damaged, not other."""
    text = data.decode("utf-8", "replace")
    bad = text.count("\ufffd")
    return bad * 10 <= sum(1 for char in text if char > "\x7f") if bad else True


def _decodes(data: bytes, codec: str) -> bool:
    text = data.decode(codec, "replace")
    return text.count("\ufffd") * 200 <= len(text)


def _detect(data: bytes) -> str:
    """A guess by charset-normalizer on the part that is not ASCII; windows-1252 if it has none."""
    first = next((i for i, byte in enumerate(data) if byte > 0x7F), None)
    if first is None or data.count(0) * 20 > len(data):
        return "cp1252"
    import charset_normalizer

    sample = data[max(0, first - 2_000) : first + 20_000]
    best = charset_normalizer.from_bytes(sample, steps=4, chunk_size=1024).best()
    codec = codec_name(best.encoding) if best else None
    # One-byte Western code pages differ in letters that hardly occur: take the common one.
    western = {"cp1250", "cp1252", "latin_1", "iso8859-1", "cp437", "cp850", "mac-roman", "utf-8"}
    return codec if codec and codec not in western | {"ascii"} else "cp1252"


def _decode_leniently(data: bytes, codec: str) -> str:
    return data.decode(codec, "victor-c1" if codec == "cp1252" else "replace")


def _c1_controls(error: UnicodeError) -> tuple[str, int]:
    """The five bytes that windows-1252 leaves open become C1 controls, as in browsers."""
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error("victor-c1", _c1_controls)
