"""The best URL of an image that its element offers."""

import re
from collections.abc import Mapping, Sequence
from urllib.parse import unquote, urljoin

from victor.arrays import Ints
from victor.document.building.addresses import attributes_of
from victor.document.pictures.placeholders import is_real
from victor.document.pictures.sizes import stated_sides
from victor.document.pictures.srcset import largest
from victor.text.regex import regex
from victor.tree.players import is_pixel
from victor.tree.tree import Tree

# Attributes with the URL of an image that a script loads later, best first.
_LATER = (
    "data-src",
    "data-lazy-src",
    "nitro-lazy-src",
    "data-original",
    "data-url",  # only of a file: elsewhere, it is that of a page
    "data-full-src",
    "data-hi-res-src",
)
# Attributes for images whose ``src`` is a placeholder; on others, they may mean something else.
_ELSEWHERE = ("data-lazyload", "data-delayed-url", "data-lazy", "data-img-url")
# The start of a URL, or the end of an image's, for attributes that may hold other things.
_ADDRESS = regex(
    r"(?:https?:/)?/[^\s]|[^?#]{1,500}\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#]|$)", re.IGNORECASE
)
# The URL of a file with an image, for attributes whose meaning is unknown.
_FILE = regex(
    r"(?:(?:https?:)?//|/|\.\.?/)?[\w%.-][^\s?#]{0,500}\.(?:jpe?g|png|webp|avif)(?:[?#]\S{0,500})?",
    re.IGNORECASE,
)
_WHOLE = regex(r"(?:https?:)?//\S{1,2000}")  # a URL with a host
# The URL of an image that a server of Next.js scales, in that of the result.
_SERVED = regex(r"/_(?:next|vercel)/image\?(?:[^#]{0,200}&)?url=([^&#]{1,2000})")
_OTHER_VERSION = regex(r"fallback|placeholder|hover|error|logo|icon|avatar")  # in their names
# Attributes without URLs, and ``src``.
_PLAIN = frozenset(
    """
    src alt title class id style width height border align hspace vspace loading decoding sizes
    fetchpriority itemprop role usemap aria-hidden aria-label
    """.split()
)
_SETS = ("srcset", "data-srcset", "data-lazy-srcset", "nitro-lazy-srcset")
_THIN = 10  # smallest side of a line, a gap or a corner, in pixels
_MOST_SOURCES = 20
_SPECIAL = regex(r"max-width|width\s*<|dark|print")  # of ``media``


def addresses_in(tree: Tree, images: Ints) -> list[str]:
    """The URLs of images, each read once; ``""`` for placeholders and one-pixel images.

    Args:
        tree: the page's tree.
        images: their elements.
    """
    known, elements = tree.image_addresses, images.tolist()
    if not known.keys() >= {*elements}:
        for element, attributes in zip(elements, attributes_of(tree, images), strict=True):
            address_in(tree, element, attributes)
    return [known[element] for element in elements]


def address_in(tree: Tree, element: int, attributes: Mapping[str, str]) -> str:
    """The URL of an image; see :func:`addresses_in`.

    Args:
        tree: the page's tree.
        element: the image.
        attributes: of the image.
    """
    known = tree.image_addresses
    if element not in known:
        known[element] = _image_address(attributes, _sources(tree, element))
    return known[element]


def _image_address(attributes: Mapping[str, str], others: Sequence[str]) -> str:
    """The URL of an ``img`` beside ``source`` elements with values of ``srcset``."""
    unseen = is_pixel(attributes) or _is_thin(attributes)
    written = "" if unseen else _written(attributes, others)
    served = _SERVED.search(written) if "/image?" in written else None
    return urljoin(written, unquote(served[1])) if served else written


def _is_thin(attributes: Mapping[str, str]) -> bool:
    """Whether an image without words is a line, a gap or a corner by a side that it states."""
    if attributes.get("alt") or attributes.get("title"):
        return False
    return min(stated_sides(attributes), default=_THIN + 1) <= _THIN


def _written(attributes: Mapping[str, str], others: Sequence[str]) -> str:
    """The URL that the attributes offer; ``""`` if they have only placeholders."""
    if not others and _PLAIN.issuperset(attributes):  # the usual case
        address = attributes.get("src", "").strip()
        return address if address and is_real(address) else ""
    sets = filter(None, (*others, *map(attributes.get, _SETS)))
    if best := next(filter(None, map(largest, sets)), ""):
        return best
    for name in (*_LATER, "src"):
        address = attributes.get(name, "").strip()
        if address and is_real(address) and (name != "data-url" or _FILE.fullmatch(address)):
            return address
    elsewhere = (attributes.get(name, "").strip() for name in _ELSEWHERE)
    found = next((one for one in elsewhere if _ADDRESS.match(one) and is_real(one)), "")
    return found or _in_any_attribute(attributes)


def _in_any_attribute(attributes: Mapping[str, str]) -> str:
    """The URL of an image in an attribute that only some site's script knows; ``""`` for none."""
    for name, value in attributes.items():
        if ("src" in name or name.startswith("data-")) and not _OTHER_VERSION.search(name):
            address = largest(value) if "srcset" in name else value.strip()
            is_url = name.endswith("-src") and _WHOLE.fullmatch(address)
            if (is_url or _FILE.fullmatch(address)) and is_real(address):
                return address
    return ""


def _sources(tree: Tree, element: int) -> list[str]:
    """The ``srcset`` (or its lazy form) of each ``source`` in the ``picture`` around an image.

    Sources for small screens, dark pages and printers are left out.
    """
    found = list[str]()
    if "source" not in tree.tags:
        return found
    while (element := element - 1) > 0 and tree.tag_of(element) == "source":
        attributes = tree.attributes[element]
        if not _SPECIAL.search(attributes.get("media", "")):
            found += (attributes.get(name, "") for name in _SETS[::-1] if name in attributes)
    return found[::-1][:_MOST_SOURCES]
