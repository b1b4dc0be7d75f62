"""Images before and between the paragraphs of a text, with at most a few words of boilerplate.

Such words are a credit, a caption, or a notice: the image of an article is content all the same.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import islice

import numpy as np

from victor.arrays import Bools, Ints, Numbers, places, sums_before
from victor.document.building.addresses import attributes_of
from victor.document.pictures.sizes import stated_sides
from victor.text.regex import regex
from victor.tree.tree import Tree

PARAGRAPHS = 3  # least number of them beside the box with the image
_LONGEST = 300  # characters in the box
_LONGEST_OPENING = 160  # of a box that a text opens with
_LISTS = ("ul", "ol", "li", "button", "table")  # around an image that opens no text
_TEASER = 3  # most words of a link in the box
_LEAST = 80  # pixels of a side
_MOST = 200  # images of a page
_ELSEWHERE = ("aside", "nav", "footer", "header", "form")
_OTHER_BOX = regex(
    r"(?:^|[\s_-])(?:authors?|avatar|bio|byline|profile|promo\w*|relat\w+|recommend\w*|newsletter"
    r"|sponsor\w*|ads?|advert\w*|widget|shar(?:e|ing)|social|subscri\w+|sign-?up|banner|cta|logo"
    r"|(?:post|entry|article)[_-]?(?:info|meta)|user\w*|teaser|more|rating|buy|podcast)"
    r"(?:[\s_-]|$)",
    re.IGNORECASE,
)
# Mostly an icon or a logo.
_DRAWING = regex(r"\.(?:svg|gif)(?:[?#]|$)|(?<![a-z])logos?(?![a-z])", re.IGNORECASE)


def inserted_images(tree: Tree, images: Ints, texts: Bools, holds: Bools, shown: Ints) -> list[int]:
    """The images in boxes without content that stand between paragraphs, or before the first one.

    Args:
        tree: the page's tree.
        images: those that are not shown anyway.
        texts: [t] whether each text is content.
        holds: [m] the elements that hold content.
        shown: the images that are shown anyway; a text that opens with an image has none before it.
    """
    around = tree.nearest(holds)
    images = between_paragraphs(tree, images[:_MOST], holds, around)
    if len(images):
        images = images[[*map(_is_large, attributes_of(tree, images))]]
    if not len(images):
        return []
    before = sums_before(texts)
    inserted = [one for one in images.tolist() if _is_inserted(tree, one, int(around[one]), before)]
    first = min((*inserted, *shown.tolist()), default=len(holds))
    above = images[images < first].tolist()
    opening = (one for one in above if _opens(tree, one, int(around[one]), before))
    return [*inserted, *islice(opening, 1)]


def inserted_elements(tree: Tree, elements: Ints, texts: Bools, holds: Bools) -> list[int]:
    """The elements in boxes without content that stand between paragraphs.

    Args:
        tree: the page's tree.
        elements: without content.
        texts: [t] see :func:`inserted_images`, also for ``holds``.
    """
    around, before = tree.nearest(holds), sums_before(texts)
    found = between_paragraphs(tree, elements, holds, around).tolist()
    return [one for one in found if _is_inserted(tree, one, int(around[one]), before)]


def between_paragraphs(
    tree: Tree, elements: Ints, holds: Bools, around: Ints, least: int = PARAGRAPHS
) -> Ints:
    """The visible elements whose holder has some paragraphs of content, perhaps in boxes.

    Args:
        tree: the page's tree.
        elements: without content.
        holds: [m] the elements that hold content.
        around: [m] the nearest of these.
        least: number of paragraphs.
    """
    paragraphs = places(holds & tree.named(("p",)))
    if len(paragraphs) < least:
        return elements[:0]
    above = tree.parent[paragraphs]
    count = np.bincount(np.concatenate((above, tree.parent[above])), minlength=len(holds))
    elements = elements[count[around[elements]] >= least]
    if not len(elements):
        return elements
    elsewhere = tree.nearest(tree.named(_ELSEWHERE) | tree.hidden)
    return np.asarray(elements[elsewhere[elements] == 0])


def _is_inserted(tree: Tree, element: int, holder: int, before: Numbers) -> bool:
    """Whether an element in a box stands between the content of its holder."""
    path = _path(tree, element, holder)
    first, last = int(tree.opened[path[-1]]), int(tree.closed[path[-1]])
    follows = before[first] > before[tree.opened[holder]]
    is_followed = before[tree.closed[holder]] > before[last]
    return bool(follows and is_followed) and _may_be_of_text(tree, path)


def _opens(tree: Tree, image: int, holder: int, before: Numbers) -> bool:
    """Whether an image is the first thing in its holder, directly before content."""
    path = _path(tree, image, holder)
    first, last = int(tree.opened[path[-1]]), int(tree.closed[path[-1]])
    is_first = first == tree.opened[holder] and last < len(tree.text)
    if not is_first or before[last + 1] == before[last] or tree.linked[first:last].any():
        return False
    is_listed = any(tree.tag_of(one) in _LISTS for one in path)
    is_short = sum(map(len, tree.text[first:last])) <= _LONGEST_OPENING
    return is_short and not is_listed and _may_be_of_text(tree, path)


def _path(tree: Tree, element: int, holder: int) -> list[int]:
    """The element and those around it, below the holder."""
    path = [element]
    while (above := int(tree.parent[path[-1]])) != holder:
        path.append(above)
    return path


def _may_be_of_text(tree: Tree, path: Sequence[int]) -> bool:
    """Whether the box that ends a path has few words and is not named after something else."""
    if not _is_plain(tree, int(tree.opened[path[-1]]), int(tree.closed[path[-1]])):
        return False
    names = (tree.attribute(one, name) for one in path[1:] for name in ("class", "id"))
    return not any(map(_OTHER_BOX.search, names))


def _is_plain(tree: Tree, first: int, last: int) -> bool:
    """Whether texts are short and link to nothing that they describe."""
    texts = tree.text[first:last]
    linked = zip(texts, tree.linked[first:last].tolist(), strict=True)
    is_teaser = any(is_linked and len(text.split()) > _TEASER for text, is_linked in linked)
    return sum(map(len, texts)) <= _LONGEST and not is_teaser


def _is_large(attributes: Mapping[str, str]) -> bool:
    """Whether an image may be a photo by the size that it states and by its format."""
    is_small = min(stated_sides(attributes), default=_LEAST) < _LEAST
    return not is_small and not _DRAWING.search(attributes.get("src", "")[-500:])
