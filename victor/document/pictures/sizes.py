"""The size of an image, as its attributes and its URL state it."""

import math
import re
from collections.abc import Mapping
from urllib.parse import unquote

from victor.text.regex import regex

# Parts of a URL that state the size of the image: folders, name endings, and parameters.
_SIZE_FOLDER = regex(
    r"/(?:(?:max|fit|width|size)/\d{2,4}|\d{2,4}x\d{2,4}(?:_\w+)?|\d{2,4}(?:w|px)|resize:[\w:]+"
    r"|format:\w+|s\d{2,4}-c|w\d{2,4}-h\d{2,4}(?:-[\w-]+)?)(?=/)"
)
_SIZE_ENDING = regex(r"-(\d{2,5}x\d{2,5})(?=\.\w{2,5}$)")
_PIXELS = regex(
    r"(?:w|h|wid|hei|(?:im)?(?:width|height)|size)=\d{2,5}(?:px)?|(?:resize|fit)=\d{2}[\w,:*%]*"
)
# With other values, these may mean something else: words to search for, or the data of a chart.
_NO_PIXELS = regex(
    r"(?:q|quality)=(?:\d{1,2}|100)|dpr=\d(?:\.\d+)?|crop=[01]|strip=all|is-pending-load=1"
    r"|fit=(?:crop|clip|max|cover|contain|fill|scale)|auto=(?:format|compress|webp)[\w,%]*"
    r"|(?:fm|format)=(?:auto|webp|avif|p?jpe?g|png|gif)"
)


def stated_side(text: str) -> int | None:
    """A side of an image in pixels; ``None`` if it is not stated so, or has over four digits.

    Args:
        text: the attribute ``width`` or ``height``; empty if there is none.
    """
    number = text.removesuffix("px")
    return int(number) if number.isdecimal() and len(number) < 5 else None


def stated_sides(attributes: Mapping[str, str]) -> list[int]:
    """The width and height of an image in pixels, as far as they are stated.

    Args:
        attributes: of the image.
    """
    sides = (stated_side(attributes.get(name, "")) for name in ("width", "height"))
    return [side for side in sides if side is not None]


def without_size(address: str) -> str:
    """A URL without size, quality and format of the image, and without lazy loading.

    Args:
        address: of the image.
    """
    path, _, query = address.partition("?")
    rest = [
        one for one in query.split("&") if not (_PIXELS.fullmatch(one) or _NO_PIXELS.fullmatch(one))
    ]
    plain = _SIZE_ENDING.sub("", _SIZE_FOLDER.sub("", path))
    return "?".join((plain, "&".join(rest))) if any(rest) else plain


def pixels_in(address: str) -> float:
    """The largest dimension of an image in its URL; infinite if none is stated.

    Args:
        address: of the image.
    """
    path, _, query = address.partition("?")
    said = [*_SIZE_FOLDER.findall(path), *_SIZE_ENDING.findall(path)]
    said += [unquote(one) for one in query.split("&") if _PIXELS.fullmatch(one)]
    numbers = [int(one) for one in re.findall(r"\d{1,5}", " ".join(said))]
    return max(numbers, default=math.inf)
