"""Images of cards: of products, articles or people, in a link of their own beside the text."""

import numpy as np

from victor.arrays import Bools, Ints, places
from victor.tree.tree import Tree

_MOST = 1_000  # images of a page
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
    link = tree.nearest(tree.named(("a",)))
    images = images[link[images] > 0][:_MOST]
    if len(images) < _LEAST:
        return []
    images = images[tree.nearest(tree.hidden)[images] == 0]
    linked = places(texts & (link[tree.node] > 0))
    if len(images) < _LEAST or not len(linked):
        return []
    targets = {"#", *(_target(tree, one) for one in np.unique(link[shown]).tolist())}
    chosen = list[int]()
    for image, around in zip(images.tolist(), _around(tree, images, linked), strict=True):
        target = _target(tree, int(link[image]))
        if target not in targets and target in {_target(tree, one) for one in link[around]}:
            chosen.append(image)
            targets.add(target)
    return chosen if len(chosen) >= _LEAST else []


def _around(tree: Tree, images: Ints, linked: Ints) -> Ints:
    """[i, 2] the elements of the nearest texts before and after each image.

    Args:
        tree: the page's tree.
        images: [i].
        linked: the texts to choose from.
    """
    after = np.searchsorted(linked, tree.opened[images])
    sides = (np.maximum(after - 1, 0), np.minimum(after, len(linked) - 1))
    return np.asarray(tree.node[linked[np.stack(sides, 1)]])


def _target(tree: Tree, link: int) -> str:
    """The target of a link; ``#`` if it has none."""
    return tree.attribute(link, "href").strip() or "#"
