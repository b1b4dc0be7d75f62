"""``landmark.*``: where a block stands to the page's ``main``, its articles and its first ``h1``.

``container.main`` says that a block is inside; on a page that has a ``main``, to be outside says
more. Outermost ``article`` elements are counted: an article holds those of its comments.
"""

from collections.abc import Sequence

import numpy as np

from victor.arrays import Bools, Floats, Numbers
from victor.config import Task
from victor.features.columns import ratio, stack
from victor.tree.blocks import Blocks
from victor.tree.tree import Tree, nearest

_OF_ARTICLES = ("articles", "article_number", "article_words", "outside_articles")
_NAMES = ("outside_main", *_OF_ARTICLES, "steps_to_h1")
_FAR = 12  # steps; also where the page has no h1


def known(task: Task) -> Sequence[str]:
    """Outside the page's ``main``; articles, and which of them; steps up towards the ``h1``."""
    return _NAMES


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """[n, len(names)].

    ``articles``: how many the page has; ``article_number``: which of them holds the block, 0 for
    none; ``article_words``: that one's share of the page's words; ``outside_articles``: the page
    has some, and the block is in none. ``steps_to_h1``: from the element that the block is in up
    to the one that holds the first ``h1`` as well.
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
    """[n] whether there are such elements with text, and the block is in none."""
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
    """[n] at most _FAR."""
    tree = blocks.tree
    if not tree.first_h1:
        return np.full(len(blocks), _FAR)
    _, steps = nearest(_with_those_above(tree, tree.first_h1), tree.parent)
    return np.asarray(np.minimum(steps[blocks.node], _FAR))


def _with_those_above(tree: Tree, element: int) -> Bools:
    """[m] True for an element and all that hold it."""
    out = np.zeros(len(tree.tag), bool)
    while element:
        out[element] = True
        element = int(tree.parent[element])
    return out
