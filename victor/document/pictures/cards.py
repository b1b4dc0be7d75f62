"""Images of cards: of products, articles or people, in a link of their own beside the text."""

import numpy as np

from victor.arrays import Bools, Ints, places
from victor.tree.tree import Tree

_MOST = 1_000  # images of a page
_NEAR = 10  # texts between an image and the link beside it
_LEAST = 3  # images: cards are in rows


def card_images(tree: Tree, images: Ints, texts: Bools, shown: Ints) -> list[int]:
    """The images in links to the same target as the nearest link of the content.

    What is between the two is boilerplate: a badge, a rating, a button. Of several images with the
    same target, such as views of a product, the first is shown.

    Args:
        tree: the page's tree.
        images: those that are not shown anyway.
        texts: [t] whether each text is content.
        shown: the other images.
    """
    if len(images) < _LEAST:
        return []
    link = tree.nearest(tree.named(("a",)))
    images = images[link[images] > 0][:_MOST]
    if len(images) < _LEAST:
        return []
    images = images[tree.nearest(tree.hidden)[images] == 0]
    linked = places(texts & (link[tree.node] > 0))
    images, beside = _near(tree, images, linked) if len(linked) else (images[:0], linked)
    if len(images) < _LEAST:
        return []
    targets = {"#", *(_target(tree, one) for one in np.unique(link[shown]).tolist())}
    chosen = list[int]()
    for image, around in zip(images.tolist(), beside, strict=True):
        target = _target(tree, int(link[image]))
        if target not in targets and target in {_target(tree, one) for one in link[around]}:
            chosen.append(image)
            targets.add(target)
    return chosen if len(chosen) >= _LEAST else []


def _near(tree: Tree, images: Ints, linked: Ints) -> tuple[Ints, Ints]:
    """The images near a text, and [i, 2] the elements of the nearest texts before and after each.

    Args:
        tree: the page's tree.
        images: of the page.
        linked: the texts to choose from.
    """
    place = tree.opened[images]
    next_one = linked.searchsorted(place)
    before = linked[np.maximum(next_one - 1, 0)]
    after = linked[np.minimum(next_one, len(linked) - 1)]
    near = np.minimum(abs(before - place), abs(after - place)) <= _NEAR
    return images[near], tree.node[np.stack((before[near], after[near]), 1)]


def _target(tree: Tree, link: int) -> str:
    """The target of a link; ``#`` if it has none."""
    return tree.attribute(link, "href").strip() or "#"
