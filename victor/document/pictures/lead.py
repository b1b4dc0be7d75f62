"""The lead image of an article: the one that the page states for itself, above its text."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import takewhile
from urllib.parse import unquote

import numpy as np

from victor.arrays import Bools, Ints, places, some
from victor.document.kinds.elements import IMAGE, Kinds
from victor.document.metadata import schema
from victor.document.pictures.images import addresses_in
from victor.document.pictures.sizes import pixels_in, stated_sides
from victor.document.pictures.versions import PREVIEW, file_name, without_format
from victor.text.regex import regex
from victor.tree.tree import Tree

_STATED = ("meta:og:image", "meta:og:image:url", "meta:twitter:image")
_IMAGE_KEY = '"image"'
_TYPES = regex(r"article|posting|report|recipe|product|event")
_MOST = 20  # images near the heading
_TEXTS = 6  # first texts of the content: a standfirst may be above the image
_BEFORE = 10  # texts above the heading, where the image may be
_SMALL = 100  # largest side in pixels of a linked image that leads to another page
_LEAST = 5  # characters of the name of a file, which may be "1"
_IDENTIFIER = regex(r"(?=\D*\d)[\w.-]{16,}")  # a name that needs no known format
# What WordPress, Timber and Vox add to the names of the versions of an image.
_VERSION = regex(r"(?:-scaled|[-_]\d{2,5}x\d{1,5}(?:-c-\w{1,20})?|@\dx|\.\d|-e\d{10,13})+$")
_OF_TYPO3 = regex(r"csm_(.+)_[\da-f]{10}")
_SIZE = regex(r"\d{1,5}x\d{1,5}")
_SIGNS = "-_."  # between the words of a name
_WORDS = regex(rf"[{_SIGNS}]+")
_LEAST_WORDS = 3  # that the names of two versions share
_NUMBER = regex(r"(?!(?:19|20)\d{4}(?:\d\d)?$)\d{6,}")  # identifies an image; no date
_COUNTER = regex(r"\d{1,3}")


def lead_image(tree: Tree, kind: Kinds, texts: Bools, shown: Ints) -> list[int]:
    """The lead image, if no image with its name is shown anyway.

    It is near the heading of the page, before the first content or among it, often with a byline,
    which is boilerplate. Its file is that of ``og:image`` or of JSON-LD, perhaps in another size,
    or else one of a similar name.

    Args:
        tree: the page's tree.
        kind: [m] see :class:`~victor.document.kinds.settled.Settled`.
        texts: [t] whether each text is content.
        shown: the images that are shown anyway.
    """
    names = _stated(tree)
    near = _near(tree, kind, texts, shown) if names and some(texts) else {}
    for is_stated in (names.__contains__, lambda name: _is_like(name, names)):
        lead = [one for one, name in near.items() if is_stated(name)]
        lead = [one for one in lead if not _is_teaser(tree, one)]
        if lead:
            is_shown = any(map(is_stated, map(version_of, addresses_in(tree, shown))))
            return [] if is_shown else [_whole(tree, lead)]
    return []


def _is_teaser(tree: Tree, image: int) -> bool:
    """Whether an image states that it is small and is in a link, as in a list of other pages."""
    if min(stated_sides(tree.attributes[image]), default=_SMALL + 1) > _SMALL:
        return False
    return bool(tree.nearest(tree.named(("a",)))[image])


def _whole(tree: Tree, lead: Sequence[int]) -> int:
    """The first of some images, or the one that a script replaces it with if it is a preview."""
    place = tree.opened[lead[0]]
    beside = [one for one in lead if tree.opened[one] == place]
    sizes = [*map(pixels_in, addresses_in(tree, np.array(beside, np.int32)))]
    return beside[sizes.index(max(sizes))] if sizes[0] <= PREVIEW else beside[0]


def _stated(tree: Tree) -> set[str]:
    """The names of the images that the page states for itself, without its logo."""
    names = {version_of(one) for one in _stated_in_head(tree) or _stated_in_schema(tree)}
    names = {one for one in names if len(one) >= _LEAST and not _SIZE.fullmatch(one)}
    return {one for one in names if "logo" not in one.lower()}


def _stated_in_head(tree: Tree) -> list[str]:
    return [tree.head[name] for name in _STATED if name in tree.head]


def _stated_in_schema(tree: Tree) -> list[str]:
    """The URLs of the images of articles and products in JSON-LD."""
    if not any(_IMAGE_KEY in script for script in tree.schema):
        return []
    objects = schema.read_objects(tree.schema)
    likely = (one for one in objects if _TYPES.search(" ".join(schema.types(one))))
    return [url for one in likely for url in schema.texts(one.get("image"), ("url", "@id"))]


def _near(tree: Tree, kind: Kinds, texts: Bools, shown: Ints) -> dict[int, str]:
    """The names of the images near the heading, or above the text; none if all are shown."""
    heading, first = tree.first_h1, places(texts)[:_TEXTS]
    found = places((kind == IMAGE) & (tree.opened <= first[-1]))
    if heading:
        found = found[tree.opened[found] >= tree.opened[heading] - _BEFORE]
    if not len(found):
        return {}
    found = found[tree.nearest(tree.named(("nav",)) | tree.hidden)[found] == 0]
    found = found[:_MOST] if heading else found[-_MOST:]
    if {*shown.tolist()}.issuperset(found.tolist()):
        return {}
    names = map(version_of, addresses_in(tree, found))
    return dict(zip(found.tolist(), names, strict=True))


def _is_like(name: str, names: Collection[str]) -> bool:
    """Whether a name is one of some, but for what may state the version: the end or a word."""
    return any(_is_version(name, other) for other in names)


def _is_version(one: str, other: str) -> bool:
    """Whether two names share a number at the start, or all words but for one at the end.

    Those that end in different short numbers are of a series.
    """
    if one[:1] != other[:1] and one[:1] not in _SIGNS:  # nearly always: the first words differ
        return False
    first, second = _WORDS.split(one), _WORDS.split(other)
    pairs = zip(first, second, strict=False)
    count = len([*takewhile(lambda pair: pair[0] == pair[1], pairs)])
    if _NUMBER.fullmatch(first[0]) and count:
        return True
    in_series = len(first) == len(second) and all(map(_COUNTER.fullmatch, (first[-1], second[-1])))
    return count >= max(_LEAST_WORDS, len(first) - 1, len(second) - 1) and not in_series


@lru_cache(64)  # images near the heading are shown
def version_of(address: str) -> str:
    """What the URLs of all versions of an image have in common: mostly the file's name.

    Args:
        address: of the image.
    """
    segment = address.partition("?")[0][-500:]
    segment = (unquote(segment) if "%" in segment else segment).rpartition("/")[2].partition("&")[0]
    stem = without_format(segment)
    if stem == segment and not _IDENTIFIER.fullmatch(stem):
        return file_name(address)
    return _VERSION.sub("", _OF_TYPO3.sub(r"\1", stem) if "csm_" in stem else stem)
