"""Decode pages: find the encoding and turn bytes into text."""

import codecs
import re
from encodings.aliases import aliases

import numpy as np

from victor.arrays import Bools
from victor.compiled import door
from victor.errors import VictorError, check_text, most_similar, shown
from victor.page.detection import likely_codec
from victor.page.urls import host
from victor.page.wrapper import unwrap
from victor.text.regex import regex

# WHATWG Encoding Standard: the codecs that browsers use for these labels.
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
    "unicode-1-1-utf-8": "utf-8", "unicode11utf8": "utf-8", "unicode20utf8": "utf-8",
    "x-unicode20utf8": "utf-8", "utf8-sig": "utf-8", "unicode": "utf-16-le", "ucs-2": "utf-16-le",
    "iso-10646-ucs-2": "utf-16-le", "csunicode": "utf-16-le", "dos-874": "windows-874",
    "iso-8859-8-i": "iso-8859-8", "logical": "iso-8859-8", "visual": "iso-8859-8",
    "csiso88598i": "iso-8859-8", "csiso88598e": "iso-8859-8", "x-euc-jp": "euc-jp",
    "cseucpkdfmtjapanese": "euc-jp", "ks_c_5601-1989": "cp949", "ksc_5601": "cp949",
    "windows-949": "cp949", "cseuckr": "cp949", "koi8-ru": "koi8-u", "cn-big5": "big5hkscs",
    "csbig5": "big5hkscs", "x-mac-roman": "mac-roman", "csmacintosh": "mac-roman",
    "mac": "mac-roman", "csgb2312": "gb18030", "x-mac-ukrainian": "mac-cyrillic",
    "csshiftjis": "cp932", "ms932": "cp932", "ms_kanji": "cp932",
    "x-mac-cyrillic": "mac-cyrillic", "macintosh": "mac-roman", "x-user-defined": "windows-1252",
}  # fmt: skip
_PYTHON_NAME = {"windows-874": "cp874"}
# Python's codecs that pages do not use.
_NOT_OF_PAGES = frozenset(
    "idna punycode unicode-escape raw-unicode-escape undefined utf-7 u7 mbcs oem".split()
)
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_META_CHARSET = regex(
    rb"<(?:meta\b[^>]*?\bcharset|\?xml\b[^>]*?\bencoding)\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE
)
# ISO 8859 codecs, and the Windows codecs that pages in fact use if they have C1 controls.
_WINDOWS = {"iso8859-2": "cp1250", "iso8859-7": "cp1253", "iso8859-8": "cp1255",
            "iso8859-13": "cp1257"}  # fmt: skip
_CONTROLS = regex(rb"[\x80-\x9f]")
_TO_JAPANESE = regex(rb"\x1b\$[@B]")  # a shift sequence
_HEAD_BYTES = 16_384  # searched for a declared encoding
_MANY = 20  # valid characters beyond ASCII that are no chance
_RARE = 8  # times as many zero bytes are on one side in UTF-16 as on the other


def decode(
    data: bytes,
    encoding: str | None = None,
    transport_encoding: str | None = None,
    url: str | None = None,
) -> tuple[str, str]:
    """The text of a page and the name of the codec that decoded it.

    In order: byte order mark, ``encoding``, UTF-16 without a mark, UTF-8 if the bytes are valid
    (text in other encodings rarely is), declarations of transport and page, detection.

    Args:
        data: the page.
        encoding: overrides the declared encoding.
        transport_encoding: the encoding that an HTTP header declares.
        url: the URL of the page; detection uses its domain.
    """
    text, codec = decode_unless_utf8(data, encoding, transport_encoding, url)
    return text if isinstance(text, str) else text.decode(), codec


def decode_unless_utf8(
    data: bytes,
    encoding: str | None = None,
    transport_encoding: str | None = None,
    url: str | None = None,
) -> tuple[str | bytes, str]:
    """Like :func:`decode`, but valid UTF-8 stays bytes: most pages are never needed as text."""
    for mark, name in _BOMS:
        if data.startswith(mark):
            return _decode_marked(data[len(mark) :], name), name
    if encoding and (codec := codec_name(encoding)):
        return _decode_leniently(data, codec), codec
    if wide := _utf16_without_mark(data):
        return data.decode(wide, "replace"), wide
    is_valid = is_utf8(data)[0]
    if is_valid and b"\x1b" not in data:
        return data, "utf-8"
    declared = _declared_codecs(data, transport_encoding) or _shifted(data)
    if is_valid and not any(name.startswith("iso2022") for name in declared):
        return data, "utf-8"
    return _decode_legacy(data, declared, url)


def _shifted(data: bytes) -> list[str]:
    """The codec of Japanese text in ISO-2022, whose shift sequences are valid UTF-8."""
    return ["iso2022_jp"] if _TO_JAPANESE.search(data) else []


@door("text")
def is_utf8(data: bytes) -> Bools:
    """[1] whether bytes are valid UTF-8."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return np.array([False])
    return np.array([True])


def _decode_marked(data: bytes, codec: str) -> str | bytes:
    return data if codec == "utf-8" and is_utf8(data)[0] else data.decode(codec, "replace")


def codec_name(label: str) -> str | None:
    """Python's codec for an encoding label, as browsers interpret it; None if it is unknown."""
    label = label.strip().lower()
    name = _BROWSER_CODEC.get(label, label)
    if name.replace("_", "-") in _NOT_OF_PAGES:
        return None
    try:
        codec = codecs.lookup(_PYTHON_NAME.get(name, name))
        "".encode(codec.name)  # raises for hex, rot13 and other codecs that are not text encodings
    except (LookupError, ValueError, UnicodeError):
        return None
    return codec.name


def check_encoding(label: str | None, where: str = "encoding") -> None:
    """Check an encoding that a caller passes.

    Args:
        label: its name, or None.
        where: the argument or option, for the message.

    Raises:
        VictorError: the encoding is unknown; the message suggests the nearest name.
    """
    check_text(where, label)
    if label is not None and not codec_name(label):
        # Other aliases, such as "utf" and "8859", are hardly known.
        names = {name.replace("_", "-") for pair in aliases.items() for name in pair if "_" in name}
        known = sorted(name for name in names | {*_BROWSER_CODEC} if codec_name(name))
        close = most_similar(label.lower(), known)
        hint = f"did you mean {close!r}?" if close else "e.g. utf-8, windows-1252, shift_jis"
        raise VictorError(f"{where}: unknown encoding {shown(label)}; {hint}")


def _utf16_without_mark(data: bytes) -> str | None:
    head = data[:512]
    if len(head) < 8 or head.count(0) < len(head) // 3:
        return None
    even, odd = head[::2].count(0), head[1::2].count(0)
    if even * _RARE < odd and odd > len(head) // 3:
        return "utf-16-le"
    return "utf-16-be" if odd * _RARE < even and even > len(head) // 3 else None


def _declared_codecs(data: bytes, transport_encoding: str | None) -> list[str]:
    head = data[:_HEAD_BYTES]
    labels = [label.decode("ascii", "ignore") for label in _META_CHARSET.findall(head)]
    wrapper = unwrap(head.decode("latin-1"))[1]
    labels = [transport_encoding or "", *labels, wrapper.get("encoding", "")]
    return [codec for label in labels if (codec := codec_name(label))]


def _decode_legacy(data: bytes, declared: list[str], url: str | None) -> tuple[str, str]:
    domain = host(url).rpartition(".")[2]
    for codec in declared:
        if codec.startswith("utf-"):
            if _mostly_utf8(data, is_declared=True):
                return data.decode("utf-8", "replace"), "utf-8"
            continue
        codec = _corrected(codec, data, domain)
        if codec in ("cp1252", "cp1254", "cp874") or _decodes(data, codec):
            return _decode_leniently(data, codec), codec
    if _mostly_utf8(data):
        return data.decode("utf-8", "replace"), "utf-8"
    codec = likely_codec(data, domain)
    return _decode_leniently(data, codec), codec


def _corrected(codec: str, data: bytes, domain: str) -> str:
    """The codec of a page that declares one which is often wrong, as it is a default of software.

    Latin-1 needs strong evidence against it; an ISO 8859 codec, C1 controls that are letters.
    """
    if codec == "cp1252":
        return likely_codec(data, domain, codec)
    windows = _WINDOWS.get(codec)
    if windows and _CONTROLS.search(data) and likely_codec(data, domain) == windows:
        return windows
    return codec


def _mostly_utf8(data: bytes, is_declared: bool = False) -> bool:
    """Whether bytes are damaged UTF-8: at most a tenth of the non-ASCII characters is invalid.

    Short texts in other encodings have some valid ones by chance, long ones have hardly any: beside
    20 valid ones, half may be invalid. If UTF-8 is declared, a fifth may be, and the last character
    may be incomplete, as in pages that are cut.
    """
    text, _ = codecs.utf_8_decode(data, "replace", not is_declared)
    if not (bad := text.count("\ufffd")):
        return True
    ascii_bytes = int(np.count_nonzero(np.frombuffer(data, np.uint8) < 128))
    every = len(text) - ascii_bytes
    if every - bad >= _MANY:
        return bad * 2 <= every
    return bad * (5 if is_declared else 10) <= every


def _decodes(data: bytes, codec: str) -> bool:
    text = data.decode(codec, "replace")
    return text.count("\ufffd") * 200 <= len(text)


def _decode_leniently(data: bytes, codec: str) -> str:
    text = data.decode(codec, "victor-c1" if codec == "cp1252" else "replace")
    # Browsers decode these two bytes as a space, Python as a character of private use.
    return text.replace("\ue5e5", "\u3000") if codec == "gb18030" else text


def _c1_controls(error: UnicodeError) -> tuple[str, int]:
    """Decode the five bytes that windows-1252 leaves undefined as C1 controls, as browsers do."""
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error("victor-c1", _c1_controls)
