"""Line breaks before images, which the text, where breaks are known, has after these."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from victor.arrays import Ints, places
from victor.document.builder import Source, joined_texts
from victor.document.parts import Part, text_in


class _Images(NamedTuple):
    """The images, by element, that have a line break between them and a text beside them."""

    after: frozenset[int]  # a break, or the image before it has one
    before: frozenset[int]


def with_breaks_before_images(parts: Sequence[Part], source: Source) -> None:
    """Move line breaks between a text and an image to where they are.

    Args:
        parts: block-level parts, which are changed.
        source: what they are made from.
    """
    tree = source.details.tree
    if not source.details.pictures or "br" not in tree.tags:
        return
    images = _images(source, places(tree.named(("br",))))
    if not images.after:
        return
    for part in parts:
        for line in part.walk():
            if line.kind == "paragraph" and len(line.children) > 1:
                line.children[:] = joined_texts(_moved(line.children, images))


def _images(source: Source, breaks: Ints) -> _Images:
    """Where breaks are, given their elements."""
    tree, pictures = source.details.tree, source.details.pictures
    shown = [element for element, one in pictures.items() if one and one.kind == "image"]
    found = np.array(sorted(shown), np.int64)
    numbers = np.concatenate(([-1], source.numbers, [len(tree.text)]))
    following = np.searchsorted(numbers, tree.opened[found])
    opened = np.concatenate(([-1], tree.opened[breaks], [len(tree.text) + 1]))
    place = np.searchsorted(breaks, found)  # of the break before each, as the first is none
    after = opened[place] > numbers[following - 1]
    after[1:] &= (place[1:] > place[:-1]) | (following[1:] > following[:-1])
    before = opened[place + 1] <= numbers[following]
    return _Images(frozenset(found[after].tolist()), frozenset(found[before].tolist()))


def _moved(children: Sequence[Part | str], images: _Images) -> list[Part | str]:
    """What is in a line, with a break before images after one and none after others."""
    out, image, moved = list[Part | str](), 0, False
    for child in children:
        if _is_break(child) and moved and image not in images.before:
            child = " "
        image = _image(child) or image
        if _image(child) in images.after and out:
            _strip(out)
            out.append(Part("break"))
            moved = True
        elif _is_break(child) or text_in([child]).strip():
            moved = False
        out.append(child)
    return out


def _is_break(child: Part | str) -> bool:
    return isinstance(child, Part) and child.kind == "break"


def _image(child: Part | str) -> int:
    """The element of the image that a part is or begins with; 0 for none."""
    while isinstance(child, Part) and child.kind != "image" and child.children:
        child = child.children[0]
    return child.element if isinstance(child, Part) and child.kind == "image" else 0


def _strip(children: list[Part | str]) -> None:
    """Remove white space at the end of children."""
    if isinstance(children[-1], str):
        children[-1] = children[-1].rstrip()
        if not children[-1]:
            del children[-1]
