"""Images beside text: large ones in paragraphs become their own, captions describe others.

Editors put a photo that floats beside a text, or stands above it, in the paragraph of the text.
"""

import re
from collections.abc import Collection, Mapping, Sequence

import numpy as np

from victor.arrays import Bools, Ints
from victor.document.building.details import Details
from victor.document.parts import Part, blocks_in, text_in
from victor.document.pictures.sizes import stated_side
from victor.text.characters import word_count
from victor.text.regex import regex
from victor.tree.tree import Tree

_HOLDERS = frozenset(("post", "quotation"))
_OF_TEXT = frozenset(("paragraph", "heading"))
_LARGE = 100  # pixels: least width of an image that does not belong to a line of text
_MOST_TEXTS = 30  # of a figure
_SHORT = 60  # characters of an alternative text that a caption may replace
_LEAST = 3  # words of a caption that becomes an alternative text
_LONGEST = 300  # characters of it
_OF_CAPTIONS = regex(r"(?:^|[\s_-])caption", re.IGNORECASE)
_CREDITS = "credit copyright attribution source photographer author badge price".split()
_OF_CREDITS = regex(rf"(?:^|[\s_-])(?:credits|{'|'.join(_CREDITS)})(?=[\s_-]|$)", re.IGNORECASE)
_CREDIT = regex(
    r"\W{0,3}(?:(?:photo(?:graph)?s?|images?|picture|foto|bild)(?:\s*[:/|©(]|\s+(?:by|via|courtesy"
    r"|credits?|von|par|de|di)\b|$)|(?:sources?|credits?|quelle|courtesy|getty|reuters|ap photo|afp"
    r"|shutterstock)\b|\(c\))|\([^()]*\)$|©",
    re.IGNORECASE,
)
_BESIDE = regex(r"(?:^|\s)(?:align(?:left|right|center|none)|size-(?:full|large|medium))(?=\s|$)")


def photos(details: Details) -> set[int]:
    """The elements of the large images that are shown.

    Args:
        details: of the page's parts.
    """
    found = (one for one, part in details.pictures.items() if part and part.kind == "image")
    return {one for one in found if _is_large(details.attributes[one])}


def _is_large(attributes: Mapping[str, str]) -> bool:
    width = stated_side(attributes.get("width", ""))
    if width is not None:
        return width >= _LARGE
    return _BESIDE.search(attributes.get("class", "")) is not None


def with_own_paragraphs(parts: Sequence[Part], images: Collection[int]) -> list[Part]:
    """Separate the images from the text of paragraphs; those in items and cells stay.

    Args:
        parts: block-level parts; modified in place.
        images: the elements of large images.
    """
    out = list[Part]()
    for part in parts:
        if part.kind in _HOLDERS:
            part.children[:] = with_own_paragraphs(part.parts, images)
        is_mixed = part.kind in _OF_TEXT and len(part.children) > 1
        out += _separated(part, images) if is_mixed else [part]
    return out


def described(parts: Sequence[Part], details: Details) -> None:
    """Describe the only image of a figure by a caption that is not content.

    This replaces alternative texts that say less. One that a caption below repeats is removed.

    Args:
        parts: block-level parts; modified in place.
        details: of these parts.
    """
    tree = details.tree
    figures = [one for one in blocks_in(parts) if one.kind == "figure"]
    figures = [one for one in figures if tree.holds[one.element]]
    silent = [pair for figure in figures if (pair := _without_text(figure))]
    if silent:
        elements = [figure.element for figure, _ in silent]
        caption, credit = (tree.nearest(chosen)[tree.node] for chosen in _marked(tree, elements))
        for figure, image in silent:
            said = _caption(figure.element, details, caption, credit)
            if _says_more(said, image.attributes["alt"]):
                image.attributes["alt"] = said


def _without_text(figure: Part) -> tuple[Part, Part] | None:
    """A figure without text and its only image, if that has at most a short alternative text."""
    images = [one for one in figure.walk() if one.kind == "image"]
    shown = " ".join(text_in(figure.children).split())
    for image in images:
        if image.attributes["alt"] == shown:
            image.attributes["alt"] = ""
    is_silent = not shown and len(images) == 1 and len(images[0].attributes["alt"]) <= _SHORT
    return (figure, images[0]) if is_silent else None


def _says_more(caption: str, text: str) -> bool:
    """Whether a caption has more than a credit besides an alternative text with hardly any words.

    The text may have more words if the caption begins with it.
    """
    if not text:
        return bool(caption)
    rest = caption.removeprefix(text)
    if rest == caption and word_count(text) >= _LEAST:
        return False
    words = (word for word in rest.split() if word[:1].isalpha() and not word[:1].isupper())
    told = sum(map(word_count, words))
    return told >= _LEAST and not _CREDIT.match(rest.lstrip(" .,;:|–-"))


def _marked(tree: Tree, figures: Sequence[int]) -> tuple[Bools, Bools]:
    """[m] the elements in figures that hold captions, and those that hold credits."""
    within = tree.nearest(tree.mask(figures)) > 0
    caption = tree.named(("figcaption",)) | tree.matching("class", _is_caption, within)
    credit = tree.named(("cite", "small", "button")) | tree.matching("class", _is_credit, within)
    return caption, credit


def _is_caption(name: str) -> bool:
    return "caption" in name.lower() and _OF_CAPTIONS.search(name) is not None  # rarely searched


def _is_credit(name: str) -> bool:
    small = name.lower()
    return any(map(small.__contains__, _CREDITS)) and _OF_CREDITS.search(name) is not None


def _caption(figure: int, details: Details, caption: Ints, credit: Ints) -> str:
    """The caption of a figure without credits; empty if it is long or only a credit.

    Args:
        figure: an element.
        details: of the page's parts.
        caption: [t] the nearest caption around each text; 0 for none.
        credit: [t] the nearest credit.
    """
    first, last = details.tree.bounds(figure)
    place = np.arange(first, min(last, first + _MOST_TEXTS))
    place = place[(caption[place] > figure) & (credit[place] <= caption[place])]
    blocks = dict.fromkeys(details.of_text[place].tolist())
    text = " ".join(dict.fromkeys(details.text[one] for one in blocks))
    is_credit = _CREDIT.match(text) or word_count(text) < _LEAST
    return "" if is_credit or len(text) > _LONGEST else text


def _separated(part: Part, images: Collection[int]) -> list[Part]:
    """A paragraph without the images around its text, and each of these in a paragraph."""
    children = part.children
    low, high = 0, len(children)
    while low < high and _is_image(children[low], images):
        low += 1
    while high > low and _is_image(children[high - 1], images):
        high -= 1
    if high - low == len(children) or not text_in(children[low:high]).strip():
        return [part]
    before, after = ([one for one in some if isinstance(one, Part)]
                     for some in (children[:low], children[high:]))  # fmt: skip
    part.children[:] = _trimmed(children[low:high])
    above, below = [*map(_paragraph, before)], [*map(_paragraph, after)]
    # An image in a heading belongs to the text below.
    return [part, *above, *below] if part.kind == "heading" else [*above, part, *below]


def _is_image(child: Part | str, images: Collection[int]) -> bool:
    """Whether a child is a large image, perhaps in a link or a mark, or white space beside one."""
    if isinstance(child, str):
        return not child.strip()
    if child.kind in ("image", "break"):
        return child.kind == "break" or child.element in images
    return bool(child.children) and all(_is_image(one, images) for one in child.children)


def _trimmed(children: Sequence[Part | str]) -> list[Part | str]:
    """Children without white space at the ends."""
    out = list(children)
    if isinstance(out[0], str):
        out[0] = out[0].lstrip()
    if isinstance(out[-1], str):
        out[-1] = out[-1].rstrip()
    return [one for one in out if one]


def _paragraph(image: Part) -> Part:
    return Part("paragraph", [image], image.element)
