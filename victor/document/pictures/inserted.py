"""Images between the paragraphs of a text, each with a few words that are boilerplate.

Such words are a credit, a caption, or a notice: the image of an article is content all the same.
"""

import re

import numpy as np

from victor.arrays import Bools, Ints, places
from victor.text.regex import regex
from victor.tree.tree import Tree

_PARAGRAPHS = 3  # least number of them beside the box with the image
_LONGEST = 300  # characters in the box
_TEASER = 3  # most words of a link in the box
_LEAST = 80  # pixels of a side
_MOST = 200  # images of a page
_ELSEWHERE = ("aside", "nav", "footer", "header", "form")
_OTHER_BOX = regex(
    r"(?:^|[\s_-])(?:authors?|avatar|bio|byline|profile|promo\w*|relat\w+|recommend\w*|newsletter"
    r"|sponsor\w*|ads?|advert\w*|widget|shar(?:e|ing)|social|subscri\w+|sign-?up|banner|cta|logo"
    r"|(?:post|entry|article)[_-]?(?:info|meta)|user\w*|teaser|more|rating|buy)(?:[\s_-]|$)",
    re.IGNORECASE,
)
_DRAWING = regex(r"\.svg(?:[?#]|$)", re.IGNORECASE)  # mostly an icon


def inserted_images(tree: Tree, images: Ints, texts: Bools, holds: Bools) -> list[int]:
    """The images in boxes without content that stand between paragraphs.

    Args:
        tree: the page's tree.
        images: those that are not shown anyway.
        texts: [t] whether each text is content.
        holds: [m] the elements that hold content.
    """
    images = images[:_MOST]
    around = tree.nearest(holds)
    paragraphs = places(holds & tree.named(("p",)))
    count = np.bincount(tree.parent[paragraphs], minlength=len(holds))
    images = images[count[around[images]] >= _PARAGRAPHS]
    elsewhere = tree.nearest(tree.named(_ELSEWHERE) | tree.hidden)
    before = np.concatenate(([0], np.cumsum(texts)))  # texts of content before each place
    found = images[elsewhere[images] == 0].tolist()
    return [one for one in found if _is_inserted(tree, one, int(around[one]), before)]


def _is_inserted(tree: Tree, image: int, holder: int, before: Ints) -> bool:
    path = [image]
    while (above := int(tree.parent[path[-1]])) != holder:
        path.append(above)
    first, last = int(tree.opened[path[-1]]), int(tree.closed[path[-1]])
    follows = before[first] > before[tree.opened[holder]]
    is_followed = before[tree.closed[holder]] > before[last]
    if not (follows and is_followed and _is_plain(tree, first, last) and _is_large(tree, image)):
        return False
    names = (tree.attribute(one, name) for one in path for name in ("class", "id"))
    return not any(map(_OTHER_BOX.search, names))


def _is_plain(tree: Tree, first: int, last: int) -> bool:
    """Whether texts are short and link to nothing that they describe."""
    texts = tree.text[first:last]
    linked = zip(texts, tree.linked[first:last].tolist(), strict=True)
    is_teaser = any(is_linked and len(text.split()) > _TEASER for text, is_linked in linked)
    return sum(map(len, texts)) <= _LONGEST and not is_teaser


def _is_large(tree: Tree, image: int) -> bool:
    """Whether an image may be a photo by the size that it states and by its format."""
    sides = [tree.attribute(image, name).removesuffix("px") for name in ("width", "height")]
    small = any(side.isdecimal() and len(side) < 5 and int(side) < _LEAST for side in sides)
    return not small and not _DRAWING.search(tree.attribute(image, "src")[-500:])
