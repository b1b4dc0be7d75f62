"""Find code blocks without ``pre``: highlighters use an element per line, with ``code`` in it.

Doxygen and GitHub do not use ``code``, but mark lines by class.
"""

from collections.abc import Collection, Mapping

import numpy as np

from victor.arrays import Bools, some
from victor.text.regex import regex
from victor.tree.tables import layout_tables
from victor.tree.tree import Tree

_TAGS = frozenset(("code", "table"))  # in all listings except those of Doxygen
_LEAST_LINES = 2
_LINES = frozenset(("div", "p", "tr"))
_AROUND = frozenset(("div", "td", "section", "figure", "table"))  # may hold the lines
_NO_CODE = frozenset("a img amp-img h1 h2 h3 h4 h5 h6 input select textarea".split())
_SIGN = regex(r"[(){}\[\];=<>$\\\"'|]")
_ITEMS = frozenset(("li", "dt", "dd", "blockquote"))  # each line in them is separate
# Classes of Doxygen's blocks, of lines, and of tooltips.
_FRAGMENT, _FRAGMENT_LINES = "fragment", ("line", "ttc")
_DOXYGEN = "Doxygen"
# Classes of GitHub's cells, in files and embedded gists: lines, and their numbers.
_FILE_LINE, _FILE_NUMBER = "js-file-line", "blob-num"
# Source that precedes the white space of code, in Doxygen and GitHub.
_EXACT = {"div": '<div class="fragment"><div class="line">', "td": ' js-file-line">'}


def exact_tags(html: str | bytes, tags: Collection[str], head: Mapping[str, str]) -> list[str]:
    """The tags besides ``pre`` and ``code`` in which white space may be code.

    Args:
        html: the source of a page.
        tags: the tags that occur in it.
        head: the head of the page; see :class:`~victor.tree.tree.Tree`.
    """
    likely = ["div"] if _is_by_doxygen(head) else []
    likely += ["td"] if "td" in tags else []
    if isinstance(html, bytes):
        return [tag for tag in likely if _EXACT[tag].encode() in html]
    return [tag for tag in likely if _EXACT[tag] in html]


def _is_by_doxygen(head: Mapping[str, str]) -> bool:
    return head.get("meta:generator", "").startswith(_DOXYGEN)


def code_listings(tree: Tree) -> Bools | None:
    """[m] whether an element is an outermost code listing; None if there are none."""
    if _TAGS.isdisjoint(tree.tags) and not _is_by_doxygen(tree.head):
        return None  # true of most pages
    found = [_of_code(tree), _fragments(tree), _files(tree)]
    chosen = [one for one in found if one is not None]
    if len(chosen) < 2:
        return chosen[0] if chosen else None
    listings = np.logical_or.reduce(chosen)
    return np.asarray(listings & (tree.nearest(listings)[tree.parent] == 0))


def _fragments(tree: Tree) -> Bools | None:
    """[m] listings of Doxygen; None if there are none. Other pages use ``fragment`` otherwise."""
    if not _is_by_doxygen(tree.head):
        return None
    around = tree.matching("class", _FRAGMENT.__eq__) & tree.named(("div",))
    return _made_of(tree, around, tree.matching("class", _FRAGMENT_LINES.__contains__))


def _files(tree: Tree) -> Bools | None:
    """[m] tables of GitHub that hold the lines of a file; None if there are none."""
    if "table" not in tree.tags or _FILE_LINE not in "\n".join(tree.looked_at.values):
        return None
    cells = tree.named(("td",))
    lines = cells & tree.matching("class", lambda value: _FILE_LINE in value.split())
    numbers = cells & tree.matching("class", lambda value: _FILE_NUMBER in value.split())
    tables = tree.named(("table",))
    around = np.zeros(len(tree.tag), bool)
    around[tree.nearest(tables)[lines]] = True
    return _made_of(tree, around & tables, lines | numbers)


def _made_of(tree: Tree, around: Bools, lines: Bools) -> Bools | None:
    """[m] the elements ``around`` with text in ``lines`` only; None if there are none."""
    chosen = around & tree.holds & ~_holding(tree, tree.enclosing_count(lines) == 0)
    return chosen if some(chosen) else None


def _of_code(tree: Tree) -> Bools | None:
    """[m] outermost elements that hold only lines of ``code``; None if there are none.

    Each line is a ``div``, a ``p`` or a row with one cell; there are two or more. Elements within
    ``pre``, with items, headings, images or links, or without code characters do not count.

    Args:
        tree: the tree of the page.
    """
    if "code" not in tree.tags:
        return None
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
    """[m] whether an element holds any of ``texts`` [t]."""
    before = np.concatenate(([0], np.cumsum(texts)))
    return np.asarray(before[tree.closed] > before[tree.opened])


def _above(tree: Tree, chosen: Bools, elements: Bools) -> Bools:
    """[m] the ``chosen`` elements that hold any of ``elements``."""
    nearest, held = tree.nearest(chosen), np.zeros(len(chosen), bool)
    found = np.unique(nearest[elements])
    while len(found := found[(found > 0) & ~held[found]]):
        held[found] = True
        found = np.unique(nearest[tree.parent[found]])
    return held


def _in_data(tree: Tree, chosen: Bools) -> Bools:
    """[m] the chosen elements that are cells of data tables."""
    cells = chosen & tree.named(("td",))
    if some(cells):
        layout = np.zeros(len(chosen), bool)
        layout[layout_tables(tree, tree.holds)] = True
        cells &= ~layout[tree.nearest(tree.named(("table",)))]
    return cells


def _innermost(tree: Tree, elements: Bools) -> Bools:
    """[m] the ``elements`` that contain no other one."""
    inner = elements.copy()
    inner[tree.nearest(elements)[tree.parent[elements]]] = False
    return inner
