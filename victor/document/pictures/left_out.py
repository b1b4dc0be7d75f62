"""The images that are left out because of others or of what they are in."""

from collections.abc import Mapping, Sequence

import numpy as np

from victor.arrays import places
from victor.document.parts import Part
from victor.document.pictures.decoration import is_control, is_icon, is_profile, shares
from victor.document.pictures.repeated import repeated_signs, repeated_slides
from victor.document.pictures.shown import Images
from victor.document.pictures.versions import Shown, other_sizes
from victor.tree.tree import Tree

_CARD = 2  # texts of a link that is a card of another page
_PHOTO = 200  # pixels: least width of a photo
_Keys = Mapping[int, tuple[str, str]]  # the URL and the alternative text of each image


def left_out(images: Images, found: Mapping[int, Part | None]) -> list[int]:
    """The icons, the controls, and the images that repeat others.

    Images are repeated in another size, as markers, and as slides of galleries.

    Args:
        images: of the page.
        found: what each becomes; None if it is not shown anyway.
    """
    keys = {
        one: (part.attributes["address"], part.attributes["alt"])
        for one, part in found.items()
        if part is not None and part.kind == "image"
    }
    out = _other_sizes(images, found)
    if not keys:
        return out
    out += [*_icons(images, keys), *_controls(images, keys)]
    if len(set(keys.values())) == len(keys):
        return out
    tree = images.blocks.tree
    quoted = tree.nearest(tree.named(("blockquote",)))
    free = {one: key for one, key in keys.items() if not quoted[one]}
    signs = repeated_signs(free, *_standing(images, list(free)))
    return [*out, *signs, *repeated_slides(_runs(images, list(keys)), keys)]


def _controls(images: Images, keys: _Keys) -> list[int]:
    """Images in links to share the page, to a profile, to other pages, and small ones of buttons.

    A photo may be in a link of the first two kinds, too; it states its size. Links to other pages
    are cards without content, as no other link there has any. Images of buttons have no words.
    """
    tree, elements = images.blocks.tree, [*keys]
    link = tree.nearest(tree.named(("a",)))[elements].tolist()
    pairs = [(one, at) for one, at in zip(elements, link, strict=True) if at]
    out = [one for one, at in pairs if _leads_away(tree, one, at)]
    out = [one for one in out if not _is_wide(images.attributes[one])]
    cards = {one: at for one, at in pairs if _is_card(tree, at)}
    shown = _shown_addresses(images) if cards else frozenset()
    out += [one for one, at in cards.items() if tree.attribute(at, "href") not in shown]
    if "button" in tree.tags:
        button = tree.nearest(tree.named(("button",)))
        out += [one for one, key in keys.items() if button[one] and is_control(*key)]
    return out


def _leads_away(tree: Tree, image: int, link: int) -> bool:
    """Whether a link shares the page, or leads to a profile and has no other text."""
    address = tree.attribute(link, "href")
    return shares(address) or (is_profile(address) and tree.bounds(link) == tree.bounds(image))


def _is_card(tree: Tree, link: int) -> bool:
    """Whether a link has several texts, as cards of other pages."""
    return bool(tree.closed[link] - tree.opened[link] >= _CARD)


def _shown_addresses(images: Images) -> frozenset[str]:
    """The addresses of the links whose text is content, at least in part."""
    tree = images.blocks.tree
    low, high = (images.numbers.searchsorted(one) for one in (tree.opened, tree.closed))
    links = places(tree.named(("a",)) & (high > low)).tolist()
    return frozenset(tree.attribute(one, "href") for one in links)


def _is_wide(attributes: Mapping[str, str]) -> bool:
    """Whether an image states the width of a photo."""
    width = attributes.get("width", "").strip()[:20]
    return width.isascii() and width.isdecimal() and int(width) >= _PHOTO


def _icons(images: Images, keys: _Keys) -> list[int]:
    """The icons, unless they are meant where they are."""
    icons = [one for one, key in keys.items() if is_icon(images.attributes[one], *key)]
    meant = _standing(images, icons)[1] if icons else []
    return [one for one, is_meant in zip(icons, meant, strict=True) if not is_meant]


def _other_sizes(images: Images, found: Mapping[int, Part | None]) -> list[int]:
    """The images and formulas that only repeat an adjacent one."""
    tree, shown = images.blocks.tree, {one: part for one, part in found.items() if part is not None}
    places = images.numbers.searchsorted(tree.opened[list(shown)]).tolist()
    if len({*places}) == len(places):  # none are adjacent
        return []
    within = (("li", "td", "th"), ("noscript",), ("a",))
    holder, noscript, link = (tree.nearest(tree.named(tags))[list(shown)] for tags in within)
    around = zip(holder.tolist(), (noscript > 0).tolist(), (link > 0).tolist(), strict=True)
    versions = {
        one: Shown(*_said(part), (place, cell), *rest)
        for (one, part), place, (cell, *rest) in zip(shown.items(), places, around, strict=True)
    }
    return list(other_sizes(versions))


def _standing(images: Images, elements: Sequence[int]) -> tuple[list[int], list[bool]]:
    """The text that follows each image, and whether it is in a line or alone in a cell."""
    tree = images.blocks.tree
    place = tree.opened[elements]
    starts = np.append(np.diff(images.blocks.of_text, prepend=-1) > 0, True)
    cell = tree.nearest(tree.named(("td", "th")))[elements]
    alone = (cell > 0) & (tree.opened[cell] == tree.closed[cell])
    return place.tolist(), (alone | ~starts[place]).tolist()


def _runs(images: Images, elements: Sequence[int]) -> list[list[int]]:
    """Runs of images without text between, each unlinked, alone in its element, in no table."""
    tree = images.blocks.tree
    around = tree.nearest(images.blocks.level)[tree.parent[elements]]
    alone = tree.opened[around] == tree.closed[around]
    alone &= np.bincount(around)[around] == 1
    alone &= tree.nearest(tree.named(("a", "td", "th")))[elements] == 0
    runs: dict[int, list[int]] = {}
    places = tree.opened[elements].tolist()
    for one, place, is_alone in zip(elements, places, alone.tolist(), strict=True):
        if is_alone:
            runs.setdefault(place, []).append(one)
    return list(runs.values())


def _said(part: Part) -> tuple[str, str]:
    """The URL and alternative text of an image; ``""`` and the text of a formula or smiley."""
    if part.kind == "image":
        return part.attributes["address"], part.attributes["alt"]
    return "", "".join(one for one in part.children if isinstance(one, str))
