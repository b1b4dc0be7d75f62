"""The best URL of an image that its element offers, and which images to leave out."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import unescape
from itertools import pairwise
from operator import eq, itemgetter
from string import punctuation
from typing import NamedTuple
from urllib.parse import unquote, urljoin

from victor.arrays import Ints
from victor.document.building.addresses import attributes_of
from victor.text.regex import regex
from victor.tree.players import is_pixel
from victor.tree.tree import Tree
from victor.tree.urls import is_advertising

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
_NO_URL = ("data:", "about:", "{", "[", "#", "//:", "http://:", "https://:")  # the last lack a host
_UNSET = frozenset(("null", "undefined", "none", "false", "true"))  # what scripts leave
# Attributes without URLs, and ``src``.
_PLAIN = frozenset(
    """
    src alt title class id style width height border align hspace vspace loading decoding sizes
    fetchpriority itemprop role usemap aria-hidden aria-label
    """.split()
)
_SETS = ("srcset", "data-srcset", "data-lazy-srcset", "nitro-lazy-srcset")
# File names, perhaps with a hash that a build tool adds; whole names that editors and sliders use;
# or fields for a script to fill: ``_{width}x.jpg``, ``?w={width}`` (but no formula after a ``?``).
_PLACEHOLDER = regex(
    r"(?:^|[/_.-])(?:blank|spacer|pixel|place-?holder|transparent|1x1|clear|loading)[\w-]*"
    r"(?:\.[0-9a-f]{6,32})?\.(?:gif|png|svg|jpe?g)"
    r"|/(?:(?:empty|dummy)\.(?:gif|png|svg)|(?:space(?:ball)?|dot|shim|trans)\.gif)(?:[?#]|$)"
    r"|(?:^[^?]*[^a-z?]|=)(?:\{|%7b)(?:width|height|size|quality|format)(?:\}|%7d)",
    re.IGNORECASE,
)
_SIGNS = (
    *("blank", "spacer", "pixel", "placeholder", "place-holder", "transparent", "1x1", "clear"),
    *("loading", "/empty.", "/dummy.", "/space.", "/spaceball.", "/dot.", "/shim.", "/trans."),
    *("{", "%7b"),
)
_ICON, _DRAWN_ICON = 24, 32  # largest side of an icon, and of one that is no photo, in pixels
_THIN = 10  # smallest side of a line, a gap or a corner, in pixels
_CONTROL = 100  # largest side of an image that is a part of a button
PREVIEW = 200  # maximum pixels of a preview that a script replaces
# A ``srcset`` with a size for each URL, none of which has a comma.
_SIZED = regex(r"(?:[^\s,]+\s+\d{1,9}[wxh],\s+)*[^\s,]+\s+\d{1,9}[wxh],?")
_CANDIDATE = regex(r"([^\s,]+)\s+(\d+)[wxh]")
# Words in URLs of decoration: of any image, and of images without alternative text.
_AVATAR = regex(
    r"(?:^|[/_.-])(?:gr|profile)?avatars?(?=[/_.\d-]|$)|/avatarimages/"
    r"|/profile_images/[^?]*_(?:normal|bigger|mini)\.",
    re.IGNORECASE,
)
# Alternative texts of user pictures; not "A scene from Avatar", "Change your profile picture".
_OF_USER = regex(
    r"(?i:user |profile )?[Aa]vatar(?: (?:of|for|from|de|von) .{1,60})?"
    r"|(?:[^\Wa-z]\S{0,30} ){1,2}avatar"
    r"|(?i:(?:.{1,60}['’]s? |user )?profile (?:pic(?:ture)?|photo|image)(?: (?:of|for) .{1,60})?)"
)
_DECORATIONS = (
    *("icon", "arrow", "bullet", "spinner", "loader", "sprite", "share", "facebook", "twitter"),
    *("pinterest", "instagram", "linkedin", "whatsapp", "youtube"),
)
_DECORATION = regex(
    r"(?:^|[/_.-])(?:icons?|arrows?|bullets?|spinner|loader|sprites?|share|facebook|twitter|pinterest"
    r"|instagram|linkedin|whatsapp|youtube)(?=[/_.\d-]|$)",
    re.IGNORECASE,
)
# Buttons of social networks: their file names, and their alternative texts.
_NETWORK = (
    r"facebook|twitter|pinterest|instagram|linkedin|whatsapp|youtube|telegram|reddit|tumblr|google"
    r"|bluesky|mastodon|threads|e-?mail|print"
)
_BUTTON = regex(
    rf"(?:^|/)(?:(?:icons?|ico|btn|button|menu|social|share|follow)[_-])*(?:{_NETWORK}|share)"
    r"(?:[_-](?:icon|button|small|medium|large|plus|[a-z]{1,2}|[\da-f]{8,64}))*\.(?:gif|png|svg)$",
    re.IGNORECASE,
)
_SHARE = regex(
    rf"(?:(?:share|follow|like|find|join)(?: (?:us|this|me))? (?:on|via|with|by) )?"
    rf"(?:{_NETWORK}|share)(?: (?:plus|icon|button|share))*",
    re.IGNORECASE,
)
# Icons of vBulletin, MyBB and phpBB for users, posts and buttons, which have alternative texts.
_OF_BOARDS = regex(
    r"/(?:statusicon/(?:user|post|thread|forum|subforum)[\w-]*|reputation/reputation_\w+"
    r"|buttons/(?:viewpost|up_dis|down_dis|collapse_)[\w-]*|misc/quote_icon|buddy_(?:on|off)line"
    r"|(?:imageset(?:/[\w-]{2,8})?|images/lang_\w{2,20})/icon_\w+|icon_minipost\w*)"
    r"\.(?:gif|png|svg)$",
    re.IGNORECASE,
)
# Icons of controls, which have alternative texts: "Open", "External link".
_OF_CONTROLS = regex(
    r"(?:^|[/_.-])(?:chevrons?|carets?|(?:icon|ico)[_-]external[_-]link|external[_-]link[_-]icon"
    r"|(?:icon|ico)[_-](?:info|arrow|plus|minus|close|menu|search|print)"
    r"|(?:info|arrow|plus|minus|close|menu|search|print)[_-](?:icon|ico)|dropdown|hamburger)"
    r"(?:[_-](?:up|down|left|right|small|large|white|black|gr[ae]y|\d{1,3}|[\da-f]{8,64}))*"
    r"\.(?:gif|png|svg)$",
    re.IGNORECASE,
)
# Names of files with buttons, such as "Print" and "Send".
_OF_BUTTONS = regex(r"btn[_-][\w-]*\.(?:gif|png|svg)", re.IGNORECASE)
# Names of files with the tools of a page, whose alternative texts are in any language: to print,
# send or share it, and to change the size of its text. A ``mail.png`` may be a screenshot.
_TOOL = (
    r"print(?:er)?|e?-?mail|rss|digg(?:it)?|stumble(?:upon)?|del\.?icio\.?us|g(?:oogle)?[_-]?plus"
    r"|(?:font|te?xt)(?:[_-]?size)?[_-](?:plus|minus|up|down|increase|decrease|larger|smaller)"
)
_OF_TOOLS = regex(
    rf"(?!(?:{_TOOL})[_-]?(?:\d*|large)\.png)"
    rf"(?:(?:ico(?:ns?)?|btn|button|func|a?tools?|menu)[_-]?){{0,2}}(?:{_TOOL})"
    r"(?:[._-]?(?:this|page|friendly|(?:to_)?a?_?friend|alerts?|icons?|button|small|large|light|on"
    r"|off|dn|\d{1,3}|(?=\d*[a-f])[\da-f]{8,64})){0,3}\.(?:gif|png|svg)",
    re.IGNORECASE,
)
_DRAWINGS = (".gif", ".png", ".svg")  # formats of icons and buttons
_NO_WORDS = frozenset(("", *punctuation))  # alternative texts; smileys have longer ones
_TAG = regex(r"</?[a-zA-Z][^<>]{0,200}>")
_FILE_NAME = regex(r"[^\n]{1,200}\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?)", re.IGNORECASE)
_LEAST_NAME = 5  # characters of a text that is the name of a file without ending
_SAYS_NOTHING = frozenset(
    (
        *"image img picture photo thumbnail placeholder default null undefined ... .".split(),
        *("enter image description here", "image for post", "no caption provided", "alt text"),
        *("article image", "featured image", "main image", "hero image", "image description"),
    )
)
# Pages that share the page with the image around which the link is.
_SHARES = regex(
    r"//(?:[\w-]+\.)*(?:pinterest\.\w+/pin/create|facebook\.com/(?:sharer|dialog)"
    r"|(?:twitter|x)\.com/(?:share|intent)|linkedin\.com/share|plus\.google\.com/share"
    r"|stumbleupon\.com/submit|reddit\.com/submit|tumblr\.com/share)",
    re.IGNORECASE,
)
# The text of an icon ("Delivery icon"), but for those in comparisons.
_OF_ICON = regex(
    r"(?!(?:check|tick|x|cross|yes|no)\b)(?:\w{1,40}\W{1,4}){0,5}icon\W{0,4}", re.IGNORECASE
)
_LONGEST_OF_ICON = 100  # characters of it
_LARGE = 100  # a side from which an image is no icon, whatever its text
_LONGEST = 20_000  # characters of a ``srcset``
_MOST_SOURCES = 20
_SPECIAL = regex(r"max-width|width\s*<|dark|print")  # of ``media``
_LEAST_SLIDES = 3
_SIGN = 4  # occurrences from which an image without alternative text is a mere marker
# The alternative text of a marker: "White check mark", "right-arrow", "Bullet".
_NAMED_SIGN = regex(
    r"(?:(?:a|an|the|of|in|to|circled?|icons?|small|large|solid|outline|symbol|sign|white|black|green"
    r"|red|blue|gr[ae]y|orange|yellow|purple|right|left|up|down|list|point|stage"
    r"|check(?:ed|s|box|marks?)?|marks?|tick|bullet(?:point)?|arrows?|chevron|caret|stars?|dollar"
    r"|info|information|expand|collapse|open|close|plus|minus|quot(?:es?|ation)|share)(?:[\s_-]+|$))+",
    re.IGNORECASE,
)
_CHECK, _CROSS = regex(r"check|tick", re.IGNORECASE), regex(r"\b(?:x|cross)\b", re.IGNORECASE)
_LONGEST_SIGN = 40  # characters of it
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
# The end of a version's file name, perhaps with a hash: for a theme or a kind of screen.
_OF_VERSION = regex(
    r"[._-](?:(dark|mobile|tablet)|light|desktop)(?:[_-]mode)?(?:\.[\da-f]{8})?$", re.IGNORECASE
)
# The file name of a photo, also in the query of a program that scales images.
_PHOTO = regex(r"[^/%]{1,200}\.(?:jpe?g|webp|avif)(?=[?&#]|$)")
_END = 300  # characters of a URL in which this name is searched
FORMATS = regex(r"(?:\.(?:jpe?g|png|gif|webp|avif|svg))+$", re.IGNORECASE)


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
        known[element] = _image_address(attributes, sources(tree, element))
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
    sides = (stated_side(attributes.get(name, "")) for name in ("width", "height"))
    return any(side is not None and side <= _THIN for side in sides)


def _written(attributes: Mapping[str, str], others: Sequence[str]) -> str:
    if not others and _PLAIN.issuperset(attributes):  # the usual case
        address = attributes.get("src", "").strip()
        return address if address and _is_real(address) else ""
    for address in map(largest, filter(None, (*others, *map(attributes.get, _SETS)))):
        if address and _is_real(address):
            return address.strip()
    for name in (*_LATER, "src"):
        address = attributes.get(name, "").strip()
        if address and _is_real(address) and (name != "data-url" or _FILE.fullmatch(address)):
            return address
    elsewhere = (attributes.get(name, "").strip() for name in _ELSEWHERE)
    found = next((one for one in elsewhere if _ADDRESS.match(one) and _is_real(one)), "")
    return found or _in_any_attribute(attributes)


def _in_any_attribute(attributes: Mapping[str, str]) -> str:
    """The URL of an image in an attribute that only some site's script knows; ``""`` for none."""
    for name, value in attributes.items():
        if ("src" in name or name.startswith("data-")) and not _OTHER_VERSION.search(name):
            address = largest(value) if "srcset" in name else value.strip()
            is_url = name.endswith("-src") and _WHOLE.fullmatch(address)
            if (is_url or _FILE.fullmatch(address)) and _is_real(address):
                return address
    return ""


def alternative_text(attributes: Mapping[str, str], address: str) -> str:
    """The alternative text or title of an image, without tags; ``""`` if it says nothing.

    Args:
        attributes: of the element.
        address: of the image.
    """
    for name in ("alt", "title"):
        text = attributes.get(name, "")
        if "&" in text:
            text = unescape(text)  # some pages escape it twice
        text = " ".join((_TAG.sub(" ", text) if "<" in text else text).split())
        if text and not _is_name_of_file(text, address) and text.lower() not in _SAYS_NOTHING:
            return text
    return ""


def _is_name_of_file(text: str, address: str) -> bool:
    """Whether a text is the name of an image's file, with or without its ending."""
    if "." in text and _FILE_NAME.fullmatch(text):
        return True
    is_word = len(text) >= _LEAST_NAME and " " not in text
    is_word = is_word and ("_" in text or any(map(str.isdecimal, text)))
    return is_word and text.lower() in unquote(address[-500:]).rpartition("/")[2].lower()


def shares(address: str) -> bool:
    """Whether a link shares the page in a social network.

    Args:
        address: of the link.
    """
    return _SHARES.search(address[:200]) is not None


def stated_side(text: str) -> int | None:
    """A side of an image in pixels; ``None`` if it is not stated so, or has over four digits.

    Args:
        text: the attribute ``width`` or ``height``; empty if there is none.
    """
    number = text.removesuffix("px")
    return int(number) if number.isdecimal() and len(number) < 5 else None


def is_icon(attributes: Mapping[str, str], address: str, text: str) -> bool:
    """Whether an image is an icon: its words say so, or it has none and states that it is small.

    Args:
        attributes: of the element.
        address: of the image.
        text: the alternative text.
    """
    if text and "icon" not in text[-8:].lower():  # true of nearly all images with a text
        return False
    sides = [stated_side(attributes.get(name, "")) for name in ("width", "height")]
    numbers = [side for side in sides if side is not None]
    is_drawn = address.partition("?")[0].lower().endswith(_DRAWINGS)
    if not text:
        most = _DRAWN_ICON if is_drawn else _ICON
        return len(numbers) == len(sides) and max(numbers) <= most
    if not is_drawn or len(text) > _LONGEST_OF_ICON or max(numbers, default=0) > _LARGE:
        return False
    return _OF_ICON.fullmatch(text) is not None


def is_decoration(address: str, text: str) -> bool:
    """Whether an image is decoration.

    That is a user picture, an icon of a forum, a button, an icon without words, an advertisement,
    or an image that counts visitors.

    Args:
        address: of the image.
        text: the alternative text.
    """
    path = address.partition("?")[0][-500:]
    lower = path.lower()  # searched first, as in `_is_real`
    if ("avatar" in lower or "profile_images" in lower) and _AVATAR.search(path):
        return True
    if ("vatar" in text or "rofile" in text) and _OF_USER.fullmatch(text):
        return True
    if lower.endswith(_DRAWINGS) and _is_button(path, text):
        return True
    is_likely = text in _NO_WORDS and any(map(lower.__contains__, _DECORATIONS))
    if is_likely and _DECORATION.search(path):
        return True
    return is_advertising(address)


def _is_button(path: str, text: str) -> bool:
    """Whether an image is the icon of a forum or of a control, or the button of a network."""
    name = path.rpartition("/")[2]
    if _OF_BOARDS.search(path) or _OF_CONTROLS.search(name):
        return True
    if _OF_BUTTONS.fullmatch(name) or _OF_TOOLS.fullmatch(name):
        return True
    return _SHARE.fullmatch(text.strip()) is not None and _BUTTON.search(path) is not None


def is_control(address: str, text: str) -> bool:
    """Whether an image in a button is a part of it, such as a colour, rather than one to enlarge.

    Args:
        address: of the image, which states its size.
        text: the alternative text.
    """
    return not text and pixels_in(address) <= _CONTROL


def repeated_signs(
    keys: Mapping[int, tuple[str, str]], places: Sequence[int], meant: Sequence[bool]
) -> list[int]:
    """The images that a page repeats, without alternative text or with one that names a marker.

    These are bullets, check marks, dividers and pins. Adjacent equal ones count something, as stars
    do, and three adjacent images are a gallery.

    Args:
        keys: the URL and the alternative text of each image.
        places: the text that each image precedes.
        meant: whether each is content where it is: in a sentence, or alone in a cell.
    """
    at = [*zip(keys.values(), places, strict=True)]
    crowd = Counter(places)
    stay = {key for (key, place), one in zip(at, meant, strict=True) if one or crowd[place] > 2}
    stay |= {one[0] for one, after in pairwise(at) if one == after}
    count = Counter(key for key, _ in at)
    signs = {key for key, size in count.items() if size >= _SIGN and _is_sign(*key)} - stay
    if any(_CROSS.search(text) for _, text in count):  # check marks then say something, too
        signs = {key for key in signs if not _CHECK.search(key[1])}
    return [element for element, key in keys.items() if key in signs]


def _is_sign(address: str, text: str) -> bool:
    """Whether a repeated image is a marker: its alternative text is empty or names one."""
    if not text or len(text) > _LONGEST_SIGN:
        return not text
    return _NAMED_SIGN.fullmatch(text) is not None and not _is_photo(address)


def repeated_slides(
    runs: Iterable[Sequence[int]], keys: Mapping[int, tuple[str, str]]
) -> Iterator[int]:
    """The repeated images of a gallery, and all images of galleries that only repeat earlier ones.

    Galleries have three different images or more; adjacent equal ones count something.

    Args:
        runs: images without text between.
        keys: the URL and the alternative text of each image.
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
        return (other if other.linked else one) if _is_photo(one.address) else None
    if not _are_versions(one, other):
        return None
    return max(one, other, key=_rank)


def _are_versions(one: Shown, other: Shown) -> bool:
    """Whether two images differ in size or, if they have a text, in crop, theme or screen."""
    if _without_size(one.address) == _without_size(other.address):
        return True
    return bool(one.text) and _without_version(one.address) == _without_version(other.address)


def _without_version(address: str) -> str:
    """The URL of a file without its query, its format, and what its name says about the version."""
    plain = _without_size(address).partition("?")[0]
    stem = FORMATS.sub("", plain)
    return _OF_VERSION.sub("", stem) if stem != plain else address


def _rank(image: Shown) -> tuple[bool, bool, float]:
    """The rank of a version: few readers see those for dark pages and small screens."""
    found = _OF_VERSION.search(file_name(image.address))
    return image.linked, not (found and found[1]), pixels_in(image.address)


def _is_photo(address: str) -> bool:
    """Whether an image has a format of photos and no name of signs that count something."""
    found = _PHOTO.search(address[-_END:].lower())
    return found is not None and "star" not in found[0]


def file_name(address: str) -> str:
    """The name of an image's file without size and format, or else its URL without the size.

    Args:
        address: of the image.
    """
    plain = _without_size(address)
    name = plain.partition("?")[0].rpartition("/")[2]
    stem = FORMATS.sub("", name[-500:])
    return stem if stem and stem != name[-500:] else plain


def _without_size(address: str) -> str:
    """A URL without size, quality and format of the image, and without lazy loading."""
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


def sources(tree: Tree, element: int) -> list[str]:
    """The ``srcset`` (or its lazy form) of each ``source`` in the ``picture`` around an image.

    Sources for small screens, dark pages and printers are left out.

    Args:
        tree: the page's tree.
        element: the image.
    """
    found = list[str]()
    if "source" not in tree.tags:
        return found
    while (element := element - 1) > 0 and tree.tag_of(element) == "source":
        attributes = tree.attributes[element]
        if not _SPECIAL.search(attributes.get("media", "")):
            found += (attributes.get(name, "") for name in _SETS[::-1] if name in attributes)
    return found[::-1][:_MOST_SOURCES]


def _is_real(address: str) -> bool:
    """Whether a value is a URL, and not that of a placeholder."""
    if address.lstrip().startswith(_NO_URL) or address in _UNSET:
        return False
    end = address[-200:]
    lower = end.lower()  # searched first: most URLs contain none of the words
    return not (any(map(lower.__contains__, _SIGNS)) and _PLACEHOLDER.search(end))


def largest(srcset: str) -> str:
    """The URL of the largest candidate of a ``srcset`` (HTML, 4.8.4.2.1).

    URLs may contain commas; a candidate ends at a comma after its size or after its URL.
    The bracketed syntax of some frameworks is not read.

    Args:
        srcset: the value of the attribute.
    """
    srcset = srcset.strip()
    if srcset.startswith("["):
        return ""
    srcset = srcset[:_LONGEST]
    if _SIZED.fullmatch(srcset):  # the usual case
        candidates = [(float(size), address) for address, size in _CANDIDATE.findall(srcset)]
    else:
        candidates = [*_candidates(srcset)]
    candidates.sort(key=itemgetter(0), reverse=True)
    return next((address for _, address in candidates if _is_real(address)), "")


def _candidates(srcset: str) -> Iterator[tuple[float, str]]:
    """The sizes and URLs in a ``srcset``."""
    address = ""
    for token in (*_tokens(srcset), ","):
        size = _size(token) if address else None
        if size is None and address:
            yield 1.0, address.rstrip(",")
        if size is not None:
            yield size, address
        address = "" if size is not None else token


def _tokens(srcset: str) -> Iterator[str]:
    """Split at white space, and at a comma between a size and a URL."""
    for token in srcset.split():
        size, _, address = token.partition(",")
        yield from (size, address) if address and _size(size) is not None else (token,)


def _size(token: str) -> float | None:
    """The number of ``640w``, ``640h`` or ``2.5x,``; None for anything else."""
    plain = token.rstrip(",")
    digits = plain[:-1].replace(".", "", 1)
    is_size = plain[-1:] in ("w", "x", "h") and digits.isascii() and digits.isdigit()
    return float(plain[:-1]) if is_size else None
