"""Code blocks without ``pre``: highlighters write an element for each line, with ``code`` in it."""

import re

import numpy as np

from victor.arrays import Bools, some
from victor.tree.tables import layout_tables
from victor.tree.tree import Tree

_LEAST_LINES = 2
_LINES = frozenset(("div", "p", "tr"))
_AROUND = frozenset(("div", "td", "section", "figure", "table"))  # what may hold the lines
_NO_CODE = frozenset("a img amp-img h1 h2 h3 h4 h5 h6 input select textarea".split())
_SIGN = re.compile(r"[(){}\[\];=<>$\\\"'|]")
_ITEMS = frozenset(("li", "dt", "dd", "blockquote"))  # in which each line stands for itself


def code_listings(tree: Tree) -> Bools | None:
    """[m] the outermost elements that hold lines of ``code`` and no other text; None without any.

    Each line is a ``div``, a ``p`` or a row with one cell; there are two or more. What is in a
    ``pre`` is none, nor is what holds items, headings, images or links, or no sign of code.

    Args:
        tree: of the page.
    """
    code = tree.named(("code",)) & tree.holds
    if np.count_nonzero(code) < _LEAST_LINES:
        return None
    code &= tree.nearest(tree.named(("pre",))) == 0
    only = tree.holds & ~_holding(tree, tree.enclosing_count(code) == 0)
    lines = _innermost(tree, only & tree.named(_LINES))
    chosen = only & tree.named(_AROUND) & (tree.starts_within(lines) >= _LEAST_LINES)
    chosen &= tree.starts_within(only & tree.named(("td", "th"))) <= tree.starts_within(lines)
    if not some(chosen):
        return None
    chosen &= ~_above(tree, chosen, tree.named(_NO_CODE | _ITEMS)) & ~_in_data(tree, chosen)
    signs = np.fromiter((_SIGN.search(text) is not None for text in tree.text), bool)
    chosen &= _holding(tree, signs)
    return np.asarray(chosen & (tree.nearest(chosen)[tree.parent] == 0))


def _holding(tree: Tree, texts: Bools) -> Bools:
    """[m] whether an element holds one of the chosen texts [t]."""
    before = np.concatenate(([0], np.cumsum(texts)))
    return np.asarray(before[tree.closed] > before[tree.opened])


def _above(tree: Tree, chosen: Bools, elements: Bools) -> Bools:
    """[m] those of the chosen elements that hold one of others."""
    nearest, held = tree.nearest(chosen), np.zeros(len(chosen), bool)
    found = np.unique(nearest[elements])
    while len(found := found[(found > 0) & ~held[found]]):
        held[found] = True
        found = np.unique(nearest[tree.parent[found]])
    return held


def _in_data(tree: Tree, chosen: Bools) -> Bools:
    """[m] the chosen cells of tables that are data."""
    cells = chosen & tree.named(("td",))
    if some(cells):
        layout = np.zeros(len(chosen), bool)
        layout[layout_tables(tree, tree.holds)] = True
        cells &= ~layout[tree.nearest(tree.named(("table",)))]
    return cells


def _innermost(tree: Tree, elements: Bools) -> Bools:
    """[m] those of the chosen elements with none of them inside."""
    inner = elements.copy()
    inner[tree.nearest(elements)[tree.parent[elements]]] = False
    return inner
