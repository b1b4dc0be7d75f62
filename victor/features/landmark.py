"""``landmark.*``: position relative to the page's ``main``, ``article`` and first ``h1`` elements.

Being outside of an existing ``main`` is more informative than ``container.main``. Only outermost
``article`` elements count, as an article may contain those of its comments.
"""

from collections.abc import Sequence

import numpy as np

from victor.arrays import Bools, Floats, Numbers, some
from victor.config import Task
from victor.features.columns import pick, ratio
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
    tree = blocks.tree
    table = np.zeros((len(NAMES), len(blocks)), np.float32)
    table[0] = _outside_main(blocks)
    if "article" in tree.tags:
        table[1:5] = _articles(blocks)
    table[5] = _steps_to_h1(blocks)
    return pick(table, NAMES, names)


def _outside_main(blocks: Blocks) -> Bools | float:
    """[n] whether some block is inside a ``main``, but this one is not."""
    tree = blocks.tree
    chosen = tree.matching("role", "main".__eq__)
    if "main" in tree.tags:
        chosen |= tree.named(("main",))
    if not some(chosen):
        return 0.0
    inside = blocks.inside(chosen)
    return ~inside & some(inside)


def _articles(blocks: Blocks) -> tuple[Numbers, ...]:
    """The columns of articles."""
    tree, first = blocks.tree, blocks.first[:-1]
    articles = tree.named({"article"}) & tree.holds
    above = tree.nearest(articles)[tree.parent]
    outermost = (articles & (above == 0)).nonzero()[0]
    number = np.searchsorted(tree.opened[outermost], first, side="right")
    inside = np.append(0, tree.closed[outermost])[number] > first
    number = np.where(inside, number, 0)
    words = np.bincount(number, weights=blocks.words)
    words[0] = 0
    shares = ratio(words, blocks.total_words)[number]
    outside = (number == 0) & (len(outermost) > 0)
    return np.full(len(blocks), len(outermost)), number, shares, outside


def _steps_to_h1(blocks: Blocks) -> Numbers | float:
    """[n] levels to the common ancestor with the first ``h1``, at most ``_FAR``."""
    tree = blocks.tree
    if not tree.first_h1:
        return _FAR
    _, steps = nearest(_with_ancestors(tree, tree.first_h1), tree.parent)
    found: Numbers = np.minimum(steps[blocks.node], _FAR)
    return found


def _with_ancestors(tree: Tree, element: int) -> Bools:
    """[m] True for an element and its ancestors."""
    out = np.zeros(len(tree.tag), bool)
    while element:
        out[element] = True
        element = int(tree.parent[element])
    return out
