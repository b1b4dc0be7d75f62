"""Images of cards: of products, articles or people, in a link of their own beside the text."""

from collections.abc import Iterator

from victor.arrays import Bools, Ints, places
from victor.tree.tree import Tree

_MOST = 1_000  # images of a page
_NEAR = 12  # texts between an image and a link with the same target
_LEAST = 3  # images: cards are in rows


def card_images(tree: Tree, images: Ints, texts: Bools, shown: Ints) -> list[int]:
    """The images in links to the same target as a link of the content near them.

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
    found = [(one, link.item(one), {*links}) for one, links in _near(tree, images, linked, link)]
    if len(found) < _LEAST:
        return []
    target_of = {
        one: _target(tree, one) for one in {one for _, at, near in found for one in (at, *near)}
    }
    pairs = [
        (one, target_of[at])
        for one, at, near in found
        if target_of[at] in map(target_of.__getitem__, near)
    ]
    if len(pairs) < _LEAST:  # on most pages
        return []
    known = {"#", *(_target(tree, one) for one in {*link[shown].tolist()})}
    first = {target: one for one, target in reversed(pairs) if target not in known}
    return sorted(first.values()) if len(first) >= _LEAST else []


def _near(tree: Tree, images: Ints, linked: Ints, link: Ints) -> Iterator[tuple[int, list[int]]]:
    """Each of the images with the links of the texts near it, if there are any.

    Args:
        tree: the page's tree.
        images: of the page.
        linked: the texts in links to choose from.
        link: [m] the link at or above each element.
    """
    place, links = tree.opened[images], link[tree.node[linked]].tolist()
    ends = linked.searchsorted(place - _NEAR), linked.searchsorted(place + _NEAR, side="right")
    for image, first, end in zip(*(one.tolist() for one in (images, *ends)), strict=True):
        if first < end:
            yield image, links[first:end]


def _target(tree: Tree, link: int) -> str:
    """The target of a link; ``#`` if it has none."""
    return tree.attribute(link, "href").strip() or "#"
