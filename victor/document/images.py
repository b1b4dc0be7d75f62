"""The address of an image: the best of what its element offers."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import eq, itemgetter
from urllib.parse import unquote

from victor.text.regex import regex
from victor.tree.tree import Tree

# Where pages put the address of an image that a script loads later, best first.
_LATER = (
    "data-src",
    "data-lazy-src",
    "nitro-lazy-src",
    "data-original",
    "data-url",
    "data-full-src",
    "data-hi-res-src",
)
# Where some have it whose ``src`` is that of no picture; elsewhere these may say other things.
_ELSEWHERE = ("data-lazyload", "data-delayed-url", "data-lazy", "data-img-url")
# How an address begins, or that of an image ends, if an attribute may say other things.
_ADDRESS = regex(
    r"(?:https?:/)?/[^\s]|[^?#]{1,500}\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#]|$)", re.IGNORECASE
)
_SETS = ("srcset", "data-srcset", "data-lazy-srcset", "nitro-lazy-srcset")
# With a hash as programs add it; or whole names of files that editors and sliders write; or what a
# script has yet to put in: ``_{width}x.jpg``, ``?w={width}``. Formulas after a ``?`` have more.
_PLACEHOLDER = regex(
    r"(?:^|[/_.-])(?:blank|spacer|pixel|placeholder|transparent|1x1|clear|loading)[\w-]*"
    r"(?:\.[0-9a-f]{6,32})?\.(?:gif|png|svg|jpe?g)"
    r"|/(?:(?:empty|dummy)\.(?:gif|png|svg)|space\.gif)(?:[?#]|$)"
    r"|(?:^[^?]*[^a-z?]|=)(?:\{|%7b)(?:width|height|size|quality|format)(?:\}|%7d)",
    re.IGNORECASE,
)
_SIGNS = (
    *("blank", "spacer", "pixel", "placeholder", "transparent", "1x1", "clear", "loading"),
    *("/empty.", "/dummy.", "/space.", "{", "%7b"),
)
_PIXEL = frozenset(("0", "1", "0px", "1px"))
# Words of the addresses of images that say nothing, those of all and of images without a text.
_AVATAR = regex(r"(?:^|[/_.-])(?:gr)?avatars?(?=[/_.\d-]|$)", re.IGNORECASE)
_DECORATION = regex(
    r"(?:^|[/_.-])(?:icons?|arrows?|bullets?|spinner|loader|sprites?|share|facebook|twitter|pinterest"
    r"|instagram|linkedin|whatsapp|youtube)(?=[/_.\d-]|$)",
    re.IGNORECASE,
)
# Icons of vBulletin and MyBB, of users, posts and their buttons: these have texts for each.
_OF_BOARDS = regex(
    r"/(?:statusicon/(?:user|post|thread|forum|subforum)[\w-]*|reputation/reputation_\w+"
    r"|buttons/(?:viewpost|up_dis|down_dis|collapse_)[\w-]*|misc/quote_icon|buddy_(?:on|off)line)"
    r"\.(?:gif|png|svg)$",
    re.IGNORECASE,
)
_LONGEST = 20_000  # characters of a ``srcset``
_MOST_SOURCES = 20
_LEAST_SLIDES = 3
_SIGN = 4  # times that an image without a text is on a page where it is but a sign
# What of an address says how large the image is: folders, the end of a name, and parameters.
_SIZE_FOLDER = regex(
    r"/(?:(?:max|fit|width|size)/\d{2,4}|\d{2,4}x\d{2,4}(?:_\w+)?|\d{2,4}(?:w|px)|resize:[\w:]+"
    r"|format:\w+|s\d{2,4}-c|w\d{2,4}-h\d{2,4}(?:-[\w-]+)?)(?=/)"
)
_SIZE_ENDING = regex(r"-(\d{2,5}x\d{2,5})(?=\.\w{2,5}$)")
_PIXELS = regex(
    r"(?:w|h|wid|hei|(?:im)?(?:width|height)|size)=\d{2,5}(?:px)?|(?:resize|fit)=\d{2}[\w,:*%]*"
)
# These may say other things with other values: words to search for, or the data of a chart.
_NO_PIXELS = regex(
    r"(?:q|quality)=(?:\d{1,2}|100)|dpr=\d(?:\.\d+)?|crop=[01]|strip=all|is-pending-load=1"
    r"|fit=(?:crop|clip|max|cover|contain|fill|scale)|auto=(?:format|compress|webp)[\w,%]*"
    r"|(?:fm|format)=(?:auto|webp|avif|p?jpe?g|png|gif)"
)
_FORMATS = regex(r"(?:\.(?:jpe?g|png|gif|webp|avif))+$", re.IGNORECASE)


def image_address(attributes: Mapping[str, str], others: Sequence[str] = ()) -> str:
    """The address of an ``img`` as written; ``""`` for placeholders and images of a pixel.

    Args:
        attributes: of the element.
        others: values of ``srcset`` of the ``source`` elements beside it.
    """
    if _is_pixel(attributes):
        return ""
    for address in map(largest, filter(None, (*others, *map(attributes.get, _SETS)))):
        if address and is_real(address):
            return address.strip()
    for name in (*_LATER, "src"):
        address = attributes.get(name, "")
        if address and is_real(address):
            return address.strip()
    elsewhere = (attributes.get(name, "").strip() for name in _ELSEWHERE)
    return next((one for one in elsewhere if _ADDRESS.match(one) and is_real(one)), "")


def is_decoration(address: str, text: str) -> bool:
    """Whether an image is that of a user, an icon of a board, or an icon without a text.

    Args:
        address: of the image.
        text: the alternative one.
    """
    path = address.partition("?")[0][-500:]
    if _AVATAR.search(path) or _OF_BOARDS.search(path):
        return True
    return not text and _DECORATION.search(path) is not None


def repeated_signs(
    keys: Mapping[int, tuple[str, str]], places: Sequence[int], meant: Sequence[bool]
) -> list[int]:
    """The images without a text that are on a page several times: bullets, dividers, pins.

    Equal ones side by side count something, as stars do, and three side by side are a gallery.

    Args:
        keys: the address and the text of each.
        places: of each, in texts.
        meant: whether each is content where it stands: in a sentence, or alone in a cell.
    """
    at = [*zip(keys.values(), places, strict=True)]
    crowd = Counter(places)
    stay = {key for (key, place), one in zip(at, meant, strict=True) if one or crowd[place] > 2}
    stay |= {one[0] for one, after in pairwise(at) if one == after}
    count = Counter(key for key, _ in at)
    signs = {key for key, size in count.items() if size >= _SIGN and not key[1]} - stay
    return [element for element, key in keys.items() if key in signs]


def repeated_slides(
    runs: Iterable[Sequence[int]], keys: Mapping[int, tuple[str, str]]
) -> Iterator[int]:
    """The images of galleries that stand before in the same one, or all in others before.

    Galleries have three images or more; equal ones side by side count something, as stars do.

    Args:
        runs: images without text between.
        keys: the address and the text of each.
    """
    seen = set[tuple[str, str]]()
    for run in runs:
        slides = [keys[one] for one in run]
        if len(set(slides)) < _LEAST_SLIDES or any(map(eq, slides, slides[1:])):
            continue
        first = dict(zip(slides[::-1], run[::-1], strict=True))
        is_copy = seen.issuperset(slides)
        yield from (one for one in run if is_copy or first[keys[one]] != one)
        seen.update(slides)


@dataclass(frozen=True)
class Shown:
    """An image or a formula, for :func:`other_sizes`."""

    address: str
    text: str  # the alternative one, or that of a formula
    place: tuple[int, int]  # those beside each other have the same
    unscripted: bool  # in ``noscript``
    linked: bool


def other_sizes(images: Mapping[int, Shown]) -> Iterator[int]:
    """The images that show what the one beside them shows: smaller, or for want of scripts.

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
    """The one of two images that is to stay, if they are one: a link may lead to a larger one."""
    if (one.place, one.text) != (other.place, other.text):
        return None
    if one.unscripted != other.unscripted and _file(one.address) == _file(other.address):
        return other if one.unscripted else one
    if one.address == other.address or _without_size(one.address) != _without_size(other.address):
        return None
    return max(one, other, key=lambda image: (image.linked, _pixels(image.address)))


def _file(address: str) -> str:
    """The name of the file of an image less its size and format, or the address less the size."""
    plain = _without_size(address)
    name = plain.partition("?")[0].rpartition("/")[2]
    stem = _FORMATS.sub("", name[-500:])
    return stem if stem and stem != name[-500:] else plain


def _without_size(address: str) -> str:
    """An address less what says how large the image is, and that it is loaded later."""
    path, _, query = address.partition("?")
    rest = [
        one for one in query.split("&") if not (_PIXELS.fullmatch(one) or _NO_PIXELS.fullmatch(one))
    ]
    plain = _SIZE_ENDING.sub("", _SIZE_FOLDER.sub("", path))
    return "?".join((plain, "&".join(rest))) if any(rest) else plain


def _pixels(address: str) -> float:
    """The width of an image as its address says it: infinite if it does not."""
    path, _, query = address.partition("?")
    said = [*_SIZE_FOLDER.findall(path), *_SIZE_ENDING.findall(path)]
    said += [unquote(one) for one in query.split("&") if _PIXELS.fullmatch(one)]
    numbers = [int(one) for one in re.findall(r"\d{1,5}", " ".join(said))]
    return max(numbers, default=math.inf)


def sources(tree: Tree, element: int) -> list[str]:
    """The ``srcset`` of each ``source`` in the ``picture`` around an image, or what later is it.

    Args:
        tree: of the page.
        element: the image.
    """
    found = list[str]()
    if "source" not in tree.tags:
        return found
    while (element := element - 1) > 0 and tree.tags[tree.tag[element]] == "source":
        attributes = tree.attributes[element]
        found += (attributes.get(name, "") for name in _SETS[::-1] if name in attributes)
    return found[::-1][:_MOST_SOURCES]


def is_real(address: str) -> bool:
    """Whether it is an address, and not that of a placeholder."""
    if address.lstrip().startswith(("data:", "about:", "{", "[", "#")):
        return False
    end = address[-200:]
    lower = end.lower()  # searched first, as most addresses have none of the signs
    return not (any(map(lower.__contains__, _SIGNS)) and _PLACEHOLDER.search(end))


def largest(srcset: str) -> str:
    """The largest of the candidates of a ``srcset`` (HTML, 4.8.4.2.1).

    Addresses may have commas; a candidate ends at one after its size, or at the end of an address.
    Frameworks have their own syntax for it, in brackets, which is not read.

    Args:
        srcset: the value of the attribute.
    """
    candidates, address = list[tuple[float, str]](), ""
    if srcset.lstrip().startswith("["):
        return ""
    for token in (*_tokens(srcset[:_LONGEST]), ","):
        size = _size(token) if address else None
        if size is None and address:
            candidates.append((1.0, address.rstrip(",")))
        if size is not None:
            candidates.append((size, address))
        address = "" if size is not None else token
    candidates.sort(key=itemgetter(0), reverse=True)
    return next((address for _, address in candidates if is_real(address)), "")


def _tokens(srcset: str) -> Iterator[str]:
    """What white space separates, and a comma between a size and an address."""
    for token in srcset.split():
        size, _, address = token.partition(",")
        yield from (size, address) if address and _size(size) is not None else (token,)


def _size(token: str) -> float | None:
    """The number of ``640w`` or ``2x,``; None for anything else."""
    plain = token.rstrip(",")
    if plain[-1:] not in ("w", "x", "h") or not plain[:-1].replace(".", "", 1).isdigit():
        return None
    return float(plain[:-1])


def _is_pixel(attributes: Mapping[str, str]) -> bool:
    return attributes.get("width") in _PIXEL or attributes.get("height") in _PIXEL
