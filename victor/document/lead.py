"""The lead image of an article: the one that the page states for itself, above its text."""

import numpy as np

from victor.arrays import Bools, Ints, places
from victor.document.elements import IMAGE, Kinds, hold
from victor.document.images import file_name, image_address, sources
from victor.tree.tree import Tree

_STATED = ("meta:og:image", "meta:og:image:url", "meta:twitter:image")
_MOST = 20  # images near the heading
_TEXTS = 6  # first texts of the content: a standfirst may be above the image
_BEFORE = 10  # texts above the heading, where the image may be
_LEAST = 5  # characters of the name of a file, which may be "1"


def with_lead_image(
    tree: Tree, kind: Kinds, texts: Bools, images: Ints, holds: Bools
) -> tuple[Ints, Bools]:
    """The images that are shown, and the elements that hold them or content, with the lead image.

    It is near the heading of the page, before the first content or among it, often with a byline,
    which is boilerplate. Its file is that of ``og:image``.

    Args:
        tree: the page's tree.
        kind: [m] see :class:`~victor.document.settled.Settled`.
        texts: [t] whether each text is content.
        images: the images that are shown without it.
        holds: [m] the elements that hold content or one of these images.
    """
    lead = _lead_image(tree, kind, texts)
    if not lead or lead in images:
        return images, holds
    holds, images = holds.copy(), np.union1d(images, [lead]).astype(np.int32)
    hold(holds, tree.parent, images)
    return images, holds


def _lead_image(tree: Tree, kind: Kinds, texts: Bools) -> int:
    """The lead image; 0 if there is none."""
    stated = next((tree.head[name] for name in _STATED if name in tree.head), "")
    name, heading = file_name(stated), tree.first_h1
    if len(name) < _LEAST or "logo" in name.lower() or not heading or not texts.any():
        return 0
    first = places(texts)[:_TEXTS]
    above = (kind == IMAGE) & (tree.opened >= tree.opened[heading] - _BEFORE)
    above &= (tree.opened <= first[-1]) & (tree.nearest(tree.named(("nav",))) == 0)
    found = places(above & (tree.nearest(tree.hidden) == 0))[:_MOST].tolist()
    addresses = ((one, image_address(tree.attributes[one], sources(tree, one))) for one in found)
    return next((one for one, address in addresses if file_name(address) == name), 0)
