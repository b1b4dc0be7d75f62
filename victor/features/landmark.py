"""``landmark.*``: position relative to the page's ``main``, ``article`` and first ``h1`` elements.

Being outside an existing ``main`` is more informative than ``container.main``. Only outermost
``article`` elements count, as an article may contain comments that are ``article`` elements.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from victor.arrays import Bits, Bools, Floats, Ints, places, some
from victor.compiled import door
from victor.config import Task
from victor.features.columns import Columns, bits_by_tag, chosen_by, picked, ratio, set_bits
from victor.features.title_words import headline
from victor.tree.attributes import LOOKED_AT
from victor.tree.blocks import Blocks
from victor.tree.nesting import holding, nearest

_OF_ARTICLES = ("articles", "article_number", "article_words", "outside_articles")
# Columns for ``main``, for articles, and for the first ``h1``.
NAMES = ("outside_main", *_OF_ARTICLES, "steps_to_h1")
_FAR = 12  # upper bound of steps; also used if the page has no h1
_BITS = bits_by_tag([{"main"}, {"article"}])
_ROLE = LOOKED_AT.index("role")


def prepare(names: Sequence[str], task: Task) -> Columns:
    """Numbers, indicators, and ``article_words``, a proportion.

    ``outside_main``, ``outside_articles``: the page has such elements, but none holds the block.
    ``articles``: number of articles on the page. ``article_number``: number of the article around
    the block, from 1, or 0. ``article_words``: proportion of the page's words in that article.
    ``steps_to_h1``: levels from the block's element up to one that contains the first ``h1``.
    """
    return picked(_table, NAMES, names)


def _table(blocks: Blocks) -> Floats:
    tree, seen = blocks.tree, blocks.tree.looked_at
    of_tree = tree.tag, tree.parent, tree.opened, tree.closed, len(tree.text)
    attributes = seen.element, seen.name, seen.value, seen.values, _ROLE
    of_blocks = blocks.first, blocks.node, blocks.words, blocks.total_words
    sets = set_bits(tree.tags, _BITS)
    return landmarks(sets, *of_tree, *attributes, *of_blocks, headline(blocks), _FAR)


@door("columns", LANDMARKS=len(NAMES))
def landmarks(
    sets: Bits,
    tag: Ints,
    parent: Ints,
    opened: Ints,
    closed: Ints,
    t: int,
    element: Ints,
    name: Ints,
    value: Ints,
    values: Sequence[str],
    role: int,
    first: Ints,
    node: Ints,
    words: Floats,
    total: float,
    h1: int,
    far: int,
) -> Floats:
    """[columns, n] the columns.

    Args:
        sets: [c] bits of each tag code: bit 0 for ``main``, bit 1 for ``article``.
        tag: [m] see :class:`~victor.tree.tree.Tree`, also for ``parent``, ``opened``, ``closed``.
        t: number of texts.
        element: [a] see :class:`~victor.tree.attributes.Attributes`, also for ``name``, ``value``
            and ``values`` [v].
        role: the number of the attribute ``role``.
        first: [n + 1] see :class:`~victor.tree.blocks.Blocks`, also for ``node`` and ``words`` [n].
        total: number of words in all blocks.
        h1: the first ``h1`` with text, 0 for none.
        far: maximum number of levels.
    """
    is_main = chosen_by(sets, 0, tag)
    roles = (name == role) & (value >= 0)
    is_main[element[roles]] |= np.array([values[i] == "main" for i in value[roles]], bool)
    inside = holding(is_main, opened, closed, first, t)
    outermost = _outermost(chosen_by(sets, 1, tag) & (closed > opened), parent)
    articles = _articles(opened[outermost], closed[outermost], first[:-1], words, total)
    columns = (~inside & some(inside), *articles, _steps(h1, parent, node, far))
    return np.array(columns, np.float32)


def _outermost(chosen: Bools, parent: Ints) -> Ints:
    """The chosen elements that are inside no other chosen one."""
    return places(chosen & (nearest(chosen, parent)[parent] == 0))


def _articles(
    opened: Ints, closed: Ints, first: Ints, words: Floats, total: float
) -> tuple[Any, ...]:
    """The four columns about articles."""
    number = np.searchsorted(opened, first, side="right")
    inside = np.append(0, closed)[number] > first
    number = np.where(inside, number, 0)
    held = np.bincount(number, weights=words)
    held[0] = 0
    outside = (number == 0) & (len(opened) > 0)
    return np.full(len(first), len(opened)), number, ratio(held, total)[number], outside


def _steps(h1: int, parent: Ints, node: Ints, far: int) -> Any:
    """[n] levels to the common ancestor with the first ``h1``, at most ``far``."""
    above = np.zeros(len(parent), bool)
    while h1:
        above[h1] = True
        h1 = int(parent[h1])
    if not some(above):
        return np.full(len(node), far)
    steps = np.zeros(len(parent), np.int32)
    for element in np.flatnonzero(~above)[1:].tolist():  # without the root, where climbing ends
        steps[element] = steps[parent[element]] + 1
    return np.minimum(steps[node], far)
