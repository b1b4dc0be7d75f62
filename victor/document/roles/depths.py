"""The depth of each post in a discussion."""

import numpy as np

from victor.arrays import Ints, some
from victor.document.roles.cued_page import FIRST
from victor.document.roles.patterns import LONGEST
from victor.text.regex import regex
from victor.tree.tree import Tree

# Attributes that state the depth or indentation of a post, most reliable first.
_INDENT = {
    **dict.fromkeys(
        ("data-depth", "data-level", "data-indent", "aria-level", "indent"),
        regex(r"^(\d{1,4})"),
    ),
    "class": regex(r"(?:^|[\s_-])(?:depth|level|indent)-?(\d{1,3})(?!\d)"),
}
_LEVELS = tuple(_INDENT)
_DEEPEST = 100  # levels of lists
_SPACES = regex(r"(?:margin|padding)-(left|right)\s?:\s?(\d{1,4})")


def depths_of_posts(tree: Tree, elements: Ints) -> list[int]:
    """The depth of each post: by nesting, else by stated levels or indentation, else by lists."""
    depths = _nested(tree, elements)
    if any(depths):
        return depths
    stated = _indentations(tree, elements)
    stated = stated if any(stated) else _listed(tree, elements)
    levels = {level: rank for rank, level in enumerate(sorted(set(stated)))}
    return [levels[level] for level in stated]


def _nested(tree: Tree, elements: Ints) -> list[int]:
    """How many other elements contain each; one at the start of another is no deeper."""
    depths, around = list[int](), list[tuple[int, int, int]]()
    ends = tree.closed[elements].tolist()
    for start, end in zip(tree.opened[elements].tolist(), ends, strict=True):
        while around and around[-1][1] <= start:
            around.pop()
        first, _, depth = around[-1] if around else (start, end, 0)
        depths.append(depth + (first < start))
        around.append((start, end, depths[-1]))
    return depths


def _listed(tree: Tree, elements: Ints) -> list[float]:
    """How many lists are around each post, if an item holds a post and the list of its replies."""
    around = tree.nearest(tree.named(("ul", "ol")))
    levels, above = np.zeros(len(elements)), around[elements]
    for _ in range(_DEEPEST):
        if not some(above > 0):
            break
        levels += above > 0
        above = around[tree.parent[above]]
    least = levels[levels > 0].min(initial=_DEEPEST)
    return list(np.maximum(levels - least, 0.0).tolist())


def _indentations(tree: Tree, elements: Ints) -> list[float]:
    """The level that each post states, else that of a post which starts with the same text."""
    is_rtl = any(one.get("dir", "").lower() == "rtl" for one in tree.frame_attributes)
    stated, before = list[float](), -1
    for element, start in zip(elements.tolist(), tree.opened[elements].tolist(), strict=True):
        around = stated[-1] if start == before else 0.0
        stated.append(_indentation(tree, element, is_rtl) or around)
        before = start
    return stated


def _indentation(tree: Tree, element: int, is_rtl: bool) -> float:
    """The level or indentation that a post or one of its first elements states; 0 if none does."""
    for place in range(element, min(element + FIRST, len(tree.tag))):
        if place > element and tree.parent[place] < element:
            break
        attributes = tree.attributes[place]
        for name in _LEVELS:
            found = _INDENT[name].search(attributes.get(name, "")[:LONGEST])
            if found and not (name == "aria-level" and attributes.get("role") == "heading"):
                return float(found[1])
        if indent := _indent(attributes.get("style", "")[:LONGEST], is_rtl):
            return indent
    return 0.0


def _indent(style: str, is_rtl: bool) -> float:
    """How much more a style indents the start of lines than their end."""
    left, right = (
        sum(float(size) for one, size in _SPACES.findall(style) if one == side)
        for side in ("left", "right")
    )
    return max(right - left if is_rtl else left - right, 0.0)
