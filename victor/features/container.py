"""``container.TAG``, ``container.class_NAME``: whether a block is inside an element.

Thesis, section 4.1. Added: ``container.hidden``, inside an element whose attributes hide it
(``hidden``, ``aria-hidden``, ``display:none``, ``visibility:hidden``), unless it is the panel of a
tab. Elements whose class says that they are captions of pictures count as ``figcaption``.
"""

import re
from collections.abc import Sequence

import numpy as np

from victor.arrays import Bits, Bools, Floats, Ints, places, unpack_bits
from victor.compiled import door
from victor.config import Task
from victor.features.columns import Columns, bits_by_tag, in_groups, set_bits, tag_sets
from victor.text.regex import regex
from victor.tree.blocks import Blocks
from victor.tree.html_tags import HEADINGS, TAGS
from victor.tree.nesting import bits_around
from victor.tree.tree import Tree

# `wp-caption-text`, `article__image-caption`, `caption` alone, but neither sizes of type
# (`text-caption`, `price caption`) nor parts of products and slides (`card-figcaption`) nor states
# of other elements (`has-media-caption`).
_CAPTION = regex(
    r"(?:^|\s)(?!\S*(?:card|item|product|slide|carousel|tile)|(?:has|hide|show|with|no)[-_])(?:[\w-]*[-_])?"
    r"(?:wp|im(?:g|age)|photo(?:graph)?|foto|pic(?:ture)?|media|fig(?:ure)?|embed)s?[-_]*caption"
    r"(?:s|[-_]*(?:text|body|inner|wrap(?:per)?|container|content|label))?(?!\S)"
    r"|^\s*caption(?:[-_]*text)?\s*$",
    re.IGNORECASE,
)
_PICTURES = ("img", "picture", "figure", "video", "iframe", "object", "embed", "svg", "canvas")
_NEAR = 3  # maximum texts between a picture and its caption


def known(task: Task) -> Sequence[str]:
    """Every HTML tag, the tag classes of ``task``, and ``hidden``."""
    return ["hidden", *TAGS, *(f"class_{name}" for name in task.tag_classes)]


def prepare(names: Sequence[str], task: Task) -> Columns:
    """Values are 1 or 0; also 1 if only part of the block is inside."""
    return in_groups(names, lambda some: _prepare(some, task))


def _prepare(names: Sequence[str], task: Task) -> Columns:
    """The columns of at most 64 names, one bit each."""
    bits, k = bits_by_tag(tag_sets(names, task)), len(names)
    place = names.index("hidden") if "hidden" in names else k

    def inside(blocks: Blocks) -> Floats:
        tree = blocks.tree
        tags, tag = _tags(tree) if "figcaption" in names else (tree.tags, tree.tag)
        hidden = tree.concealed if place < k else np.zeros(len(tag), bool)
        columns = tag, hidden, tree.parent, tree.node, blocks.first
        return inside_sets(set_bits(tags, bits), *columns, place, k)

    return inside


def _tags(tree: Tree) -> tuple[Sequence[str], Ints]:
    """The tags of a tree, and [m] their codes; those of captions are ``figcaption``."""
    if not tree.looked_at.has("caption"):
        return tree.tags, tree.tag
    named = places(tree.matching("class", _is_caption))
    start, end = tree.opened[named], tree.closed[named]
    has_heading = _any_between(tree.opened[tree.named(HEADINGS)], start, end - 1)
    is_near = _any_between(tree.opened[tree.named(_PICTURES)], start - _NEAR, end + _NEAR)
    tag = tree.tag.copy()
    tag[named[is_near & ~has_heading]] = len(tree.tags)
    return [*tree.tags, "figcaption"], tag


def _any_between(values: Ints, first: Ints, last: Ints) -> Bools:
    """[k] whether any of some values is from ``first`` [k] to ``last`` [k], inclusive."""
    values = np.sort(values)
    return values.searchsorted(first) < values.searchsorted(last, "right")


def _is_caption(name: str) -> bool:
    return "caption" in name.lower() and _CAPTION.search(name) is not None  # rarely searched


@door("columns")
def inside_sets(
    sets: Bits,
    tag: Ints,
    hidden: Bools,
    parent: Ints,
    node: Ints,
    first: Ints,
    place: int,
    k: int,
) -> Floats:
    """[k, n] 1 where some text of a block is inside an element of a set, else 0.

    Args:
        sets: [c] the sets of each tag code, as bits.
        tag: [m] see :class:`~victor.tree.tree.Tree`, also for ``parent`` and ``node`` [t].
        hidden: [m] whether each element is also in the set ``place``.
        first: [n + 1] see :class:`~victor.tree.blocks.Blocks`.
        place: index of a set; k for none.
        k: number of sets; at most 64.
    """
    bits = sets[tag]
    if place < k:
        bits |= hidden.astype(np.uint64) << np.uint64(place)
    return unpack_bits(bits_around(bits, parent, node, first), k)
