"""The alternative text of an image, if it says anything."""

import re
from collections.abc import Mapping
from html import unescape
from urllib.parse import unquote

from victor.document.texts.pieces import INVISIBLE
from victor.text.regex import regex

_TAG = regex(r"</?[a-zA-Z][^<>]{0,200}>")
_FILE_NAME = regex(r"[^\n]{1,200}\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?)\]?", re.IGNORECASE)
# Names that cameras, programs and editors give to files, with spaces: "Screen Shot 2024-05-02 at
# 9.26.15 AM", "DSC 7667", the parts of a UUID.
_OF_DEVICE = regex(
    r"(?=[^\d\n]{0,40}\d)(?:screen ?shot|screen ?cap(?:ture)?|bildschirmfoto|capture d.écran"
    r"|captura de (?:pantalla|tela)|schermata|снимок экрана|スクリーンショット|屏幕截图|屏幕快照"
    r"|whatsapp (?:image|video)|img|dsc[nf]?|pxl)\b[\W\d_]*"
    r"(?:(?:at|um|à|a las|às|alle|в)\b[\W\d_]*)?(?:[ap]\.?m\.?)?[\W\d_]*"
    r"|[0-9a-f]{8}(?:[ -][0-9a-f]{4}){3}[ -][0-9a-f]{12}",
    re.IGNORECASE,
)
_LEAST_NAME = 5  # characters of a text that is the name of a file without ending
_SAYS_NOTHING = frozenset(
    (
        *"image img picture photo thumbnail placeholder default null undefined ... .".split(),
        *("enter image description here", "image for post", "no caption provided", "alt text"),
        *("article image", "featured image", "main image", "hero image", "image description"),
        *("refer to caption", "main product photo"),
    )
)


def alternative_text(attributes: Mapping[str, str], address: str) -> str:
    """The alternative text or title of an image in plain text; ``""`` if it says nothing.

    Args:
        attributes: of the element.
        address: of the image.
    """
    for name in ("alt", "title"):
        text = attributes.get(name, "")
        if "&" in text:
            text = unescape(text)  # some pages escape it twice
        text = " ".join((_TAG.sub(" ", text) if "<" in text else text).split())
        if not text.isprintable():
            text = " ".join(text.translate(INVISIBLE).split())
        if text and not _is_name_of_file(text, address) and text.lower() not in _SAYS_NOTHING:
            return text
    return ""


def _is_name_of_file(text: str, address: str) -> bool:
    """Whether a text is the name of an image's file, with or without its ending."""
    if ("." in text and _FILE_NAME.fullmatch(text)) or _OF_DEVICE.fullmatch(text):
        return True
    is_word = len(text) >= _LEAST_NAME and " " not in text
    is_word = is_word and ("_" in text or any(map(str.isdecimal, text)))
    return is_word and text.lower() in unquote(address[-500:]).rpartition("/")[2].lower()
