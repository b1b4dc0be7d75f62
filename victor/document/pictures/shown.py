"""What each image of a page shows: an image, a formula, a smiley or an embedded post."""

from collections.abc import Mapping
from typing import NamedTuple

from victor.arrays import Ints, some
from victor.document.building.addresses import Addresses
from victor.document.kinds.formulas import is_written, latex_of_image, stated_latex
from victor.document.kinds.settled import IMAGES
from victor.document.parts import Part
from victor.document.pictures.alternatives import alternative_text
from victor.document.pictures.decoration import is_decoration
from victor.document.pictures.embedded import TAG as POST
from victor.document.pictures.embedded import post_of
from victor.document.pictures.images import address_in
from victor.document.pictures.smileys import smiley_of_image
from victor.text.regex import regex
from victor.tree.blocks import Blocks

_DISPLAY = regex(r"(?:^|[\s_-])(?:block|display|Display)(?:\s|$)")  # classes of formulas


class Images(NamedTuple):
    """The images of a page that are content, with formulas stated in attributes and posts."""

    elements: Ints
    attributes: Mapping[int, Mapping[str, str]]  # by element, also of links, cells and ``ol``
    blocks: Blocks
    numbers: Ints  # the texts that are content
    addresses: Addresses


def are_written(images: Images) -> bool:
    """Whether an image or a drawing stands for a formula or a smiley.

    Args:
        images: of the page.
    """
    if some(~images.blocks.tree.named(IMAGES)[images.elements]):
        return True
    return any(is_written(images.attributes[one]) for one in images.elements.tolist())


def picture(images: Images, element: int) -> Part | None:
    """The image, formula, smiley or link that an image becomes; None if it is not shown.

    Args:
        images: of the page.
        element: one of them.
    """
    tree, found = images.blocks.tree, images.attributes[element]
    tag = tree.tag_of(element)
    if tag == POST:
        return _embedded_post(images, element)
    if tag not in IMAGES:
        return _stated_formula(images, element)
    if tex := latex_of_image(found):
        return Part("formula", [tex], display=False)
    if smiley := smiley_of_image(found):
        return Part("smiley", [smiley], display=False)
    address = images.addresses.resolve(address_in(tree, element, found))
    alt = alternative_text(found, address)
    if not address or is_decoration(address, found.get("alt", "").strip()):
        return None
    return Part("image", None, element, address=address, alt=alt)


def _embedded_post(images: Images, element: int) -> Part | None:
    """The link to an embedded post that is not content."""
    address, line = post_of(images.blocks, element)
    address = images.addresses.resolve(address)
    return Part("link", [line], element, address=address) if address else None


def _stated_formula(images: Images, element: int) -> Part:
    """The formula that an attribute states for what a script has drawn in an element."""
    tree = images.blocks.tree
    near = (int(tree.parent[element]), *range(element, len(tree.tag))[:2])
    named = (_DISPLAY.search(tree.attribute(one, "class")) for one in near)
    return Part("formula", [stated_latex(images.attributes[element])], display=any(named))
