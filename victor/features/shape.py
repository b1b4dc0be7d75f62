"""``shape.*``: what kind of page it is; one value for all its blocks.

An article, a forum and a list of products call for different decisions about the same block.
"""

import re
from collections.abc import Sequence

import numpy as np

from victor.blocks import Blocks, Bools, Floats, Tree
from victor.config import Task
from victor.features._columns import ratio

_LONG = 20  # words of a block that is likely to be prose
# Columns that count by a tag class, which a task need not have.
_CLASSES = {
    "heading_count": "header",
    "list_share": "list",
    "form_share": "form",
    "table_share": "table",
}


# What a page says of itself: words of ``og:type`` and of the names that html and body have.
_SAID = {
    "article": "article single post blogpost newsarticle blogposting story news",
    "product": "product pdp item",
    "listing": "archive category tag taxonomy collection catalog search list listing blog author",
    "home": "home front frontpage homepage index website",
    "forum": "topic thread forum discussion discussionforumposting question qapage",
    "document": "page doc docs documentation wiki profile",
}
_KINDS = {word: f"said_{kind}" for kind, words in _SAID.items() for word in words.split()}
_WORD = re.compile("[a-z]+")


def known(task: Task) -> Sequence[str]:
    """Shares of words by what they stand in, headings, length of blocks, what the page says."""
    by_class = (name for name, one in _CLASSES.items() if one in task.tag_classes)
    said = (f"said_{kind}" for kind in _SAID)
    return ("p_share", "long_share", "median_words", *by_class, *said)


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """[n, len(names)]."""
    said = _said(blocks.tree)
    row = np.array(
        [
            name in said if name.startswith("said_") else _value(blocks, name, task)
            for name in names
        ],
        np.float32,
    )
    return np.broadcast_to(row, (len(blocks), len(names)))


def _said(tree: Tree) -> set[str]:
    """The columns of the kinds of page that this one says it is."""
    seen, texts = tree.looked_at, [tree.head.get("meta:og:type", "")]
    rows = seen.rows("class", "id", "itemtype")
    of_page = rows[tree.named(("html", "body"))[seen.element[rows]]]
    texts += [seen.values[value] for value in seen.value[of_page].tolist()]
    words = _WORD.findall(" ".join(texts).lower())
    return {_KINDS[word] for word in words if word in _KINDS}


def _value(blocks: Blocks, name: str, task: Task) -> float:
    tree = blocks.tree
    if name == "long_share":
        return _share(blocks, blocks.words >= _LONG)
    if name == "median_words":
        middle = len(blocks) // 2
        return float(np.partition(blocks.words, middle)[middle])
    elements = tree.named({"p"} if name == "p_share" else task.tag_classes[_CLASSES[name]])
    if name == "heading_count":
        return float(np.sum(elements & (tree.closed > tree.opened)))
    return _share(blocks, blocks.inside(elements))


def _share(blocks: Blocks, chosen: Bools) -> float:
    """The share of the page's words that the chosen blocks [n] have."""
    return float(ratio(blocks.words[chosen].sum(), float(blocks.words.sum())))
