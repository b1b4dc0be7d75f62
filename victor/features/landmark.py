"""``landmark.*``: position relative to the page's ``main``, ``article`` and first ``h1`` elements.

Being outside of an existing ``main`` is more informative than ``container.main``. Only outermost
``article`` elements count, as an article may contain those of its comments.
"""

from collections.abc import Sequence

import numpy as np

from victor.arrays import Bools, Floats, Numbers
from victor.config import Task
from victor.features.columns import ratio, stack
from victor.tree.blocks import Blocks
from victor.tree.tree import Tree, nearest

_OF_ARTICLES = ("articles", "article_number", "article_words", "outside_articles")
# Columns for ``main``, for articles, and for the first ``h1``.
NAMES = ("outside_main", *_OF_ARTICLES, "steps_to_h1")
_FAR = 12  # upper bound of steps; also used if the page has no h1


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """Numbers, indicators, and ``article_words``, a proportion.

    ``outside_main``, ``outside_articles``: the page has such an element, and the block is in none.
    ``articles``: number of articles on the page. ``article_number``: number of the article around
    the block, from 1, or 0. ``article_words``: proportion of the page's words in that article.
    ``steps_to_h1``: levels from the block's element up to one that contains the first ``h1``.
    """
    columns: dict[str, Numbers] = {
        "outside_main": _outside(blocks, blocks.tree.named({"main"}) | _of_role_main(blocks.tree)),
        **_articles(blocks),
        "steps_to_h1": _steps_to_h1(blocks),
    }
    return stack(columns, names)


def _of_role_main(tree: Tree) -> Bools:
    seen, found = tree.looked_at, np.zeros(len(tree.tag), bool)
    for row in seen.rows("role").tolist():
        if seen.values[seen.value[row]] == "main":
            found[seen.element[row]] = True
    return found


def _outside(blocks: Blocks, elements: Bools) -> Bools:
    """[n] whether some block is inside such elements, but this one is not."""
    inside = blocks.inside(elements)
    return ~inside & inside.any()


def _articles(blocks: Blocks) -> dict[str, Numbers]:
    tree, none = blocks.tree, np.zeros(len(blocks), bool)
    if "article" not in tree.tags:
        return dict.fromkeys(_OF_ARTICLES, none)
    articles = tree.named({"article"}) & (tree.closed > tree.opened)
    above = tree.nearest(articles)[tree.parent]
    outermost = np.flatnonzero(articles & (above == 0))
    first = blocks.first[:-1]
    number = np.searchsorted(tree.opened[outermost], first, side="right")
    inside = np.append(0, tree.closed[outermost])[number] > first
    number = np.where(inside, number, 0)
    words = np.bincount(number, weights=blocks.words)
    words[0] = 0
    columns: tuple[Numbers, ...] = (
        np.full(len(blocks), len(outermost)),
        number,
        ratio(words, float(blocks.words.sum()))[number],
        (number == 0) & (len(outermost) > 0),
    )
    return dict(zip(_OF_ARTICLES, columns, strict=True))


def _steps_to_h1(blocks: Blocks) -> Numbers:
    """[n] levels to the common ancestor with the first ``h1``, at most ``_FAR``."""
    tree = blocks.tree
    if not tree.first_h1:
        return np.full(len(blocks), _FAR)
    _, steps = nearest(_with_ancestors(tree, tree.first_h1), tree.parent)
    return np.asarray(np.minimum(steps[blocks.node], _FAR))


def _with_ancestors(tree: Tree, element: int) -> Bools:
    """[m] True for an element and its ancestors."""
    out = np.zeros(len(tree.tag), bool)
    while element:
        out[element] = True
        element = int(tree.parent[element])
    return out
