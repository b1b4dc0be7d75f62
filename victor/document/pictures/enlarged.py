"""Images in links to their own files, to see a larger version, or to the page itself."""

from collections.abc import Iterator, Mapping

from victor.document.building.addresses import Addresses, plain_address
from victor.document.parts import Part
from victor.document.pictures.lead import version_of
from victor.document.pictures.versions import FORMATS
from victor.text.regex import regex
from victor.tree.tree import Tree

_LEVELS = 3  # from an image up at which its link may be
_PAGE_OF_BLOGGER = regex(r"/(s\d{2,4})-h(?=/)")  # folder of pages with the file in ``/s1600/``


def enlarging_links(
    tree: Tree,
    pictures: Mapping[int, Part | None],
    attributes: Mapping[int, Mapping[str, str]],
    addresses: Addresses,
) -> Iterator[tuple[int, Part, str]]:
    """The links without text around an image that lead to its file, the image, and their targets.

    Links to the page itself lead to the image as it is.

    Args:
        tree: the page's tree.
        pictures: by element; None if it is not shown.
        attributes: of links, by element.
        addresses: of the page.
    """
    own = {*map(plain_address, filter(None, (addresses.page, tree.url)))}
    for element, image in pictures.items():
        link = _link_around(tree, element, attributes) if image and image.kind == "image" else 0
        if link and image and tree.opened[link] == tree.closed[link]:
            target = addresses.resolve(attributes[link]["href"])
            if _is_same_file(target, image.attributes["address"]):
                yield link, image, _PAGE_OF_BLOGGER.sub(r"/\1", target)
            elif plain_address(target) in own:
                yield link, image, image.attributes["address"]


def _link_around(tree: Tree, image: int, attributes: Mapping[int, Mapping[str, str]]) -> int:
    """The link that an image is in; 0 if there is none near it."""
    for _ in range(_LEVELS):
        image = int(tree.parent[image])
        if "href" in attributes.get(image, ()):
            return image
    return 0


def _is_same_file(target: str, address: str) -> bool:
    """Whether a link leads to a version of an image, rather than to a page about it."""
    if target == address:
        return True
    is_file = FORMATS.search(target.partition("?")[0]) is not None
    return is_file and version_of(target) == version_of(address)
