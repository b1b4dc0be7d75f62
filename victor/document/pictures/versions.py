"""Adjacent versions of an image, of which one is shown: in several sizes, or for scripts."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from victor.document.pictures.sizes import pixels_in, without_size
from victor.text.regex import regex

PREVIEW = 200  # maximum pixels of a preview that a script replaces
# The end of a version's file name, perhaps with a hash: for a theme or a kind of screen.
_OF_VERSION = regex(
    r"[._-](?:(dark|mobile|tablet)|light|desktop)(?:[_-]mode)?(?:\.[\da-f]{8})?$", re.IGNORECASE
)
# The file name of a photo, also in the query of a program that scales images.
_PHOTO = regex(r"[^/%]{1,200}\.(?:jpe?g|webp|avif)(?=[?&#]|$)")
_END = 300  # characters of a URL in which this name is searched
FORMATS = regex(r"(?:\.(?:jpe?g|png|gif|webp|avif|svg))+$", re.IGNORECASE)


class Shown(NamedTuple):
    """An image or a formula, for :func:`other_sizes`."""

    address: str
    text: str  # alternative text, or LaTeX of a formula
    place: tuple[int, int]  # equal for adjacent images
    unscripted: bool  # in ``noscript``
    linked: bool


def other_sizes(images: Mapping[int, Shown]) -> Iterator[int]:
    """The images that repeat an adjacent one: smaller versions, and those in ``noscript``.

    Args:
        images: by element, in order.
    """
    kept = 0
    for image, shown in images.items():
        better = _better(images[kept], shown) if kept else None
        if better:
            yield kept if better is shown else image
        kept = image if better is None or better is shown else kept


def _better(one: Shown, other: Shown) -> Shown | None:
    """The one to keep of two versions of an image: a link may lead to a larger one; else None."""
    if (one.place, one.text) != (other.place, other.text):
        return None
    if one.unscripted != other.unscripted and file_name(one.address) == file_name(other.address):
        scripted, plain = (other, one) if one.unscripted else (one, other)
        pixels = pixels_in(scripted.address)
        is_preview = pixels <= PREVIEW and 2 * pixels <= pixels_in(plain.address)
        return plain if is_preview else scripted
    if one.address == other.address:
        return (other if other.linked else one) if is_photo(one.address) else None
    if not _are_versions(one, other):
        return None
    return max(one, other, key=_rank)


def _are_versions(one: Shown, other: Shown) -> bool:
    """Whether two images differ in size or, if they have a text, in crop, theme or screen."""
    if without_size(one.address) == without_size(other.address):
        return True
    return bool(one.text) and _without_version(one.address) == _without_version(other.address)


def _without_version(address: str) -> str:
    """The URL of a file without its query, its format, and what its name says about the version."""
    plain = without_size(address).partition("?")[0]
    stem = without_format(plain)
    return _OF_VERSION.sub("", stem) if stem != plain else address


def _rank(image: Shown) -> tuple[bool, bool, float]:
    """The rank of a version: few readers see those for dark pages and small screens."""
    found = _OF_VERSION.search(file_name(image.address))
    return image.linked, not (found and found[1]), pixels_in(image.address)


def is_photo(address: str) -> bool:
    """Whether an image has a format of photos and no name of signs that count something.

    Args:
        address: of the image.
    """
    found = _PHOTO.search(address[-_END:].lower())
    return found is not None and "star" not in found[0]


def without_format(name: str) -> str:
    """The name of a file without the formats of images at its end.

    Args:
        name: of the file, perhaps with its folders.
    """
    found = FORMATS.search(name, max(name.rfind("/"), name.find("."), 0))
    return name[: found.start()] + name[found.end() :] if found else name


def file_name(address: str) -> str:
    """The name of an image's file without size and format, or else its URL without the size.

    Args:
        address: of the image.
    """
    plain = without_size(address)
    name = plain.partition("?")[0].rpartition("/")[2]
    stem = without_format(name[-500:])
    return stem if stem and stem != name[-500:] else plain
