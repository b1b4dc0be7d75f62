"""Images of emoji, smileys and signs, which stand for a few characters of the text."""

import re
from collections.abc import Mapping
from html.entities import html5

from victor.document.parts import Part
from victor.document.texts.tidy import joined_texts
from victor.text.regex import regex

SMILEYS = regex(  # their classes
    r"(?:^|\s)(?:(?:tw)?emoji|wp-smiley|smil(?:ie|ey)s?|emoticons?)(?:\s|$)", re.IGNORECASE
)
SMILEY_SIGNS = ("moji", "smil", "moticon")
# In the URLs of those without such a class. HighWire's journals have signs in ``/math/``.
SMILEY_FOLDERS = ("/smil", "/emoji", "/emoticon", "/math/")
_FOLDER = regex(r"/(?:smil(?:ie|ey)s?|emojis?|emoticons?|math)/", re.IGNORECASE)
_TEXT = regex(r":[\w+-]{2,40}:|[^\w\s]\S{0,15}")  # no names, such as "Big Grin"


def smiley_of_image(attributes: Mapping[str, str]) -> str:
    """The characters for which an image stands; ``""`` for other images.

    Args:
        attributes: of the image.
    """
    text = attributes.get("alt", "").strip()
    if not _TEXT.fullmatch(text):  # true of nearly all images
        return ""
    is_named = SMILEYS.search(attributes.get("class", "")) is not None
    if not is_named and not _FOLDER.search(attributes.get("src", "")):
        return ""
    return html5.get(f"{text[1:-1]};", text) if text[0] == "{" else text  # "{alpha}"


def write_smileys(part: Part) -> None:
    """Replace the parts of the kind ``smiley`` in a part by their characters.

    Args:
        part: modified in place.
    """
    for one in part.parts:
        write_smileys(one)
    if any(one.kind == "smiley" for one in part.parts):
        part.children[:] = joined_texts(
            str(one.children[0]) if isinstance(one, Part) and one.kind == "smiley" else one
            for one in part.children
        )
