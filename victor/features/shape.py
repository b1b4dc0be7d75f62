"""``shape.*``: properties of the page that indicate its type, equal for all its blocks.

The same block may be content in a forum but boilerplate in an article or a list of products.
"""

import re
from collections.abc import Sequence

import numpy as np

from victor.arrays import Floats
from victor.config import Task
from victor.features.columns import (
    indicators,
    quotient,
    same_for_all,
    tag_bits,
    tag_sets,
)
from victor.tree.blocks import Blocks
from victor.tree.tree import Tree

_LONG = 20  # least number of words of a block that is likely to be prose
# Columns that depend on a tag class, which a task need not define.
_CLASSES = {
    "heading_count": "header",
    "list_share": "list",
    "form_share": "form",
    "table_share": "table",
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
_WORD = re.compile("[a-z]+")
_SHARES = {
    "p_share": "p",
    "list_share": "class_list",
    "form_share": "class_form",
    "table_share": "class_table",
}  # the tags that words are inside of


def known(task: Task) -> Sequence[str]:
    """Shares of words in tag classes of ``task``, block lengths, headings, declared page types."""
    by_class = (name for name, tag_class in _CLASSES.items() if tag_class in task.tag_classes)
    declared = (f"said_{kind}" for kind in _TYPES)
    return ("p_share", "long_share", "median_words", *by_class, *declared)


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """Proportions from 0 to 1, counts, and indicators."""
    known = {**_shares(blocks, names, task), **dict.fromkeys(_declared(blocks.tree), 1.0)}
    for name, value in _VALUES.items():
        if name in names:
            known[name] = value(blocks, task)
    return same_for_all([known.get(name, 0.0) for name in names], len(blocks))


def _declared(tree: Tree) -> set[str]:
    """The columns of the page types that a page declares."""
    texts = [tree.head.get("meta:og:type", "")]
    texts += [one.get(name, "") for one in tree.frame_attributes for name in _DECLARING]
    words = _WORD.findall(" ".join(texts).lower())
    return {_KINDS[word] for word in words if word in _KINDS}


def _shares(blocks: Blocks, names: Sequence[str], task: Task) -> dict[str, float]:
    """The proportions of the page's words inside the elements of each column."""
    chosen = [name for name in names if name in _SHARES]
    sets = tag_sets([_SHARES[name] for name in chosen], task)
    inside = indicators(blocks.around(tag_bits(blocks.tree, sets)), len(sets))
    words = np.einsum("kn,n->k", inside, blocks.words).tolist()  # BLAS would start threads
    shares = [quotient(one, blocks.total_words) for one in words]
    return dict(zip(chosen, shares, strict=True))


def _long_share(blocks: Blocks, task: Task) -> float:
    long = blocks.words[blocks.words >= _LONG]
    return quotient(float(long.sum()), blocks.total_words)


def _median_words(blocks: Blocks, task: Task) -> float:
    middle = len(blocks) // 2
    return float(np.partition(blocks.words, middle)[middle])


def _heading_count(blocks: Blocks, task: Task) -> float:
    tree = blocks.tree
    return float(np.count_nonzero(tree.named(task.tag_classes["header"]) & tree.holds))


_VALUES = {
    "long_share": _long_share,
    "median_words": _median_words,
    "heading_count": _heading_count,
}
