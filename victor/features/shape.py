"""``shape.*``: properties of the page that indicate its type, equal for all its blocks.

The same block may be content in a forum but boilerplate in an article or a list of products.
"""

from collections.abc import Sequence

import numpy as np

from victor.arrays import Bits, Doubles, Floats, Ints, unpack_bits
from victor.compiled import door
from victor.config import Task
from victor.features.columns import (
    Columns,
    bits_by_tag,
    chosen_by,
    quotient,
    same_for_all,
    set_bits,
    tag_sets,
)
from victor.text.regex import regex
from victor.tree.blocks import Blocks
from victor.tree.nesting import bits_around
from victor.tree.tree import Tree

_LONG = 20  # minimum number of words of a block that is likely to be prose
# Columns that depend on a tag class that a task need not define.
_CLASSES = {
    "heading_count": "header",
    "list_share": "list",
    "form_share": "form",
    "table_share": "table",
}
# Columns of shares of the page's words, and the tags in which these are.
_SHARES = {
    "p_share": "p",
    "list_share": "class_list",
    "form_share": "class_form",
    "table_share": "class_table",
}
# Page types by words in ``og:type`` and in classes, ids and types of html and body.
_TYPES = {
    "article": "article single post blogpost newsarticle blogposting story news",
    "product": "product pdp item",
    "listing": "archive category tag taxonomy collection catalog search list listing blog author",
    "home": "home front frontpage homepage index website",
    "forum": "topic thread forum discussion discussionforumposting question qapage",
    "document": "page doc docs documentation wiki profile",
}
_KINDS = {word: f"said_{kind}" for kind, words in _TYPES.items() for word in words.split()}
_DECLARING = ("class", "id", "itemtype")
_WORD = regex("[a-z]+")


def known(task: Task) -> Sequence[str]:
    """Shares of words in tag classes of ``task``, block lengths, headings, declared page types."""
    by_class = (name for name, tag_class in _CLASSES.items() if tag_class in task.tag_classes)
    declared = (f"said_{kind}" for kind in _TYPES)
    return ("p_share", "long_share", "median_words", *by_class, *declared)


def prepare(names: Sequence[str], task: Task) -> Columns:
    """Proportions from 0 to 1, counts, and indicators.

    ``p_share``, ``list_share``, ``form_share``, ``table_share``: share of the page's words in such
    elements. ``long_share``: in blocks of 20 words or more. ``median_words``: of its blocks.
    ``heading_count``: number of headings with text. ``said_TYPE``: the page declares the type.
    """
    bits = bits_by_tag(tag_sets([*_SHARES.values(), "class_header"], task))

    def same(blocks: Blocks) -> Floats:
        known = _measures(blocks, bits)
        known.update(dict.fromkeys(_declared(blocks.tree), 1.0))
        return same_for_all([known.get(name, 0.0) for name in names], len(blocks))

    return same


def _measures(blocks: Blocks, bits: dict[str, int]) -> dict[str, float]:
    """The columns about words and headings."""
    tree, total = blocks.tree, blocks.total_words
    places = tree.tag, tree.parent, tree.opened, tree.closed, tree.node, blocks.first
    sets = set_bits(tree.tags, bits)
    headings, median, *words = page_shape(sets, *places, blocks.words, _LONG, len(_SHARES)).tolist()
    shares = [quotient(one, total) for one in words]
    known = dict(zip((*_SHARES, "long_share"), shares, strict=True))
    return known | {"heading_count": headings, "median_words": median}


@door("columns")
def page_shape(
    sets: Bits,
    tag: Ints,
    parent: Ints,
    opened: Ints,
    closed: Ints,
    node: Ints,
    first: Ints,
    words: Floats,
    long: float,
    k: int,
) -> Doubles:
    """[3 + k] headings, median words per block, words in k sets of elements, words of long blocks.

    Args:
        sets: [c] the sets of each tag code, as bits; bit k is the set of headings.
        tag: [m] see :class:`~victor.tree.tree.Tree`, also for ``parent``, ``opened``, ``closed``
            and ``node`` [t].
        first: [n + 1] see :class:`~victor.tree.blocks.Blocks`.
        words: [n] words of each block.
        long: minimum words of a long block.
        k: number of sets; at most 63.
    """
    headings = np.count_nonzero(chosen_by(sets, k, tag) & (closed > opened))
    middle = len(words) // 2
    inside = unpack_bits(bits_around(sets[tag], parent, node, first), k)
    held = (inside * words.astype(np.float64)).sum(axis=1)
    most = words[words >= long].sum(dtype=np.float64)
    return np.array([headings, np.partition(words, middle)[middle], *held, most])


def _declared(tree: Tree) -> set[str]:
    """The columns of the page types that the page declares."""
    texts = [tree.head.get("meta:og:type", "")]
    texts += [one.get(name, "") for one in tree.frame_attributes for name in _DECLARING]
    words = _WORD.findall(" ".join(texts).lower())
    return {_KINDS[word] for word in words if word in _KINDS}
