"""Find code blocks without ``pre``: highlighters use an element per line, with ``code`` in it.

Doxygen, GitHub and LaTeXML do not use ``code``, but mark lines by class. Forums and older
highlighters write an ordered list of lines in an element with a class of theirs, and GeSHi one of
lines with such a class.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from victor.arrays import Bools, Ints, places, some, union
from victor.text.regex import regex
from victor.tree.attributes import value_of
from victor.tree.events import Columns
from victor.tree.marks import LISTINGS
from victor.tree.papers import is_by_latexml
from victor.tree.tables import layout_tables
from victor.tree.tree import Tree

_TAGS = frozenset(("code", "table", "ol"))  # of listings except those of Doxygen and LaTeXML
_LEAST_LINES = 2
_LINES = frozenset(("div", "p", "tr"))
_AROUND = frozenset(("div", "td", "section", "figure", "table"))  # may hold the lines
_NO_CODE = frozenset("a img amp-img h1 h2 h3 h4 h5 h6 input select textarea".split())
_SIGN = regex(r"[(){}\[\];=<>$\\\"'|]")
_CERTAIN_SIGN = regex(r"[{}=<>\\]|;\s*$|^(?:[ \t]{2}|\$ )")
_OF_CODE = ("code", "kbd", "samp")
_NAMED_CODE = regex(r"code|highlight|brush|lang|pretty|terminal|console|shell", re.IGNORECASE)
_OF_VERSE = ("-verse", "verseblock", "poem")
_VERSE = regex(r"(?:^|[\s-])(?:verse|verseblock|poem)(?:\s|$)")  # of WordPress and Asciidoctor, too
_NO_VERSE = regex(r"\S\s{3,}\S|[\[\]{}|<>$=]|--")
_ITEMS = frozenset(("li", "dt", "dd", "blockquote"))  # each line in them is separate
# Classes of Doxygen's blocks, of lines, and of tooltips.
_FRAGMENT, _FRAGMENT_LINES = "fragment", ("line", "ttc")
_DOXYGEN = "Doxygen"
# Classes of GitHub's cells, in files and embedded gists: lines, and their numbers.
_FILE_LINE, _FILE_NUMBER = "js-file-line", "blob-num"
# Classes of the lines of LaTeXML's listings, which algorithms have, too.
_LISTING_LINES = frozenset(("ltx_listingline", "ltx_listing_data"))
# Classes of lists of code, at the list or around it: those of Discuz, google-code-prettify and
# SyntaxHighlighter, also in its first version, which names the language.
_LIST_CLASSES = frozenset(
    """blockcode linenums prettyprint prettyprinted syntaxhighlighter dp-highlighter dp-c dp-cpp
    dp-css dp-default dp-delphi dp-j dp-perl dp-php dp-py dp-rb dp-ruby dp-sh dp-sql dp-vb
    dp-xml""".split()
)
# Classes that other lists have, too, such as those in the boxes that Ad Inserter numbers.
_LIKELY_CLASSES = frozenset("code code-block codeblock code-snippet codesnippet".split())
_NUMBERED_BOX = "code-block-"
_GESHI = frozenset(("de1", "de2"))  # classes of the only element of each item in GeSHi's lists
# One of these is in the attributes of a page with such lists; a cheap test.
_LIST_SIGNS = ("code", "linenums", "prettyp", "syntaxh", "dp-", "\nde1\n", "\nde2\n")
_CERTAIN, _LIKELY, _BOX = 1, 2, 4  # bits of an element with such classes
_CLIMB = 2  # elements above a list that may name it
# Elements in lists of code; others, as in lists of instructions, are not part of a line.
_IN_LINES = frozenset(
    "li br wbr span font a b i em strong u s small big code tt kbd samp var mark sub sup".split()
)
# Source of pages with white space of code, by Doxygen, GitHub and LaTeXML.
_EXACT = {
    "div": '<div class="fragment"><div class="line">',
    "td": ' js-file-line">',
    "span": LISTINGS,
}


def exact_tags(html: str | bytes, columns: Columns) -> list[str]:
    """The tags besides ``pre`` and ``code`` in which white space may be code.

    Args:
        html: the source of a page.
        columns: the columns of the page.
    """
    likely = ["div"] if _is_by_doxygen(columns.head) else []
    likely += ["td"] if "td" in columns.tags else []
    likely += ["span"] if is_by_latexml(columns) else []
    if isinstance(html, bytes):
        exact = [tag for tag in likely if _EXACT[tag].encode() in html]
    else:
        exact = [tag for tag in likely if _EXACT[tag] in html]
    if "ol" in columns.tags:
        lists = places(np.frombuffer(columns.tag, np.int32) == columns.tags["ol"]).tolist()
        exact += ["ol"] if _named_lists(lists, columns.parent, columns.attributes) else []
    return exact


def prose_in_pre(tree: Tree) -> Bools | None:
    """[m] the ``pre`` elements that are no code: paragraphs or verse; None if there are none.

    Editors of shops use them for descriptions, WordPress and Asciidoctor for poems.
    """
    if "pre" not in tree.codes:
        return None
    return union((_paragraphs_in_pre(tree), _verse_in_pre(tree)))


def _paragraphs_in_pre(tree: Tree) -> Bools | None:
    """[m] the ``pre`` elements with paragraphs that are no code; None if there are none."""
    if "p" not in tree.codes:
        return None
    within = tree.nearest(tree.named(("pre",)))
    lines = within * (tree.named(("p",)) & tree.holds)
    if not some(lines):  # true of nearly all pages
        return None
    found = tree.mask(lines) & tree.named(("pre",))
    found[within * tree.named(_OF_CODE)] = False
    named = tree.matching("class", _NAMED_CODE.search)
    found &= ~(named | named[tree.parent])
    found &= tree.sums(_signed(tree, _CERTAIN_SIGN)) == 0
    return found if some(found) else None


def _verse_in_pre(tree: Tree) -> Bools | None:
    """[m] the ``pre`` elements that a class, perhaps around them, names as verse; None if none.

    Chords above lyrics are aligned by spaces. Git's manual writes commands as verse.
    """
    if not tree.looked_at.has(*_OF_VERSE):
        return None
    named = tree.matching("class", _VERSE.search)
    found = tree.named(("pre",)) & (named | named[tree.parent]) & tree.holds
    found[tree.nearest(tree.named(("pre",))) * tree.named(_OF_CODE)] = False
    for one in places(found).tolist():
        lines = tree.text[tree.opened[one] : tree.closed[one]]
        found[one] = not any(map(_NO_VERSE.search, lines))
    return found if some(found) else None


def _is_by_doxygen(head: Mapping[Any, str]) -> bool:
    return head.get("meta:generator", "").startswith(_DOXYGEN)


def code_listings(tree: Tree) -> Bools | None:
    """[m] whether an element is an outermost code listing; None if there are none."""
    is_marked = _is_by_doxygen(tree.head) or LISTINGS in tree.looked_at.marks
    if not is_marked and tree.codes.keys().isdisjoint(_TAGS):
        return None  # true of most pages
    found = union(find(tree) for find in (_of_code, _fragments, _files, _latex, _lists))
    return found if found is None else tree.outermost(found)


def _fragments(tree: Tree) -> Bools | None:
    """[m] listings of Doxygen; None if there are none. Other pages use ``fragment`` otherwise."""
    if not _is_by_doxygen(tree.head):
        return None
    around = tree.matching("class", _FRAGMENT.__eq__) & tree.named(("div",))
    return _made_of(tree, around, tree.matching("class", _FRAGMENT_LINES.__contains__))


def _files(tree: Tree) -> Bools | None:
    """[m] tables of GitHub that hold the lines of a file; None if there are none."""
    if "table" not in tree.codes or not tree.looked_at.has(_FILE_LINE):
        return None
    cells = tree.named(("td",))
    lines = cells & tree.matching("class", lambda value: _FILE_LINE in value.split())
    numbers = cells & tree.matching("class", lambda value: _FILE_NUMBER in value.split())
    tables = tree.named(("table",))
    return _made_of(tree, tree.mask(tree.nearest(tables)[lines]) & tables, lines | numbers)


def _latex(tree: Tree) -> Bools | None:
    """[m] listings of LaTeXML; None if there are none."""
    if LISTINGS not in tree.looked_at.marks:
        return None
    found = tree.named(("div",))
    around = found & tree.matching("class", lambda value: LISTINGS in value.split())
    lines = tree.matching("class", lambda value: not _LISTING_LINES.isdisjoint(value.split()))
    return _made_of(tree, around, found & lines)


def _lists(tree: Tree) -> Bools | None:
    """[m] lists named as code, or of GeSHi, that hold only lines of text; None if there are none.

    If other lists have such a name, too, at least half of the items have code characters.
    """
    if "ol" not in tree.codes or not tree.looked_at.has(*_LIST_SIGNS):
        return None
    found = places(tree.named(("ol",)) & tree.holds).tolist()
    named = _named_lists(found, tree.parent, tree.attributes)
    if not named:
        return None
    chosen = tree.mask(list(named))
    likely = tree.mask([one for one, is_certain in named.items() if not is_certain])
    items = tree.named(("li",))
    inner = tree.nearest(chosen)[tree.parent]
    lines = tree.named(("div",)) & tree.matching("class", _GESHI.__contains__)
    chosen[inner[~(tree.named(_IN_LINES) | (lines & items[tree.parent]))]] = False
    chosen[tree.node[tree.named(("ol",))[tree.node]]] = False  # text outside items
    chosen &= ~likely | _with_signs(tree, items)
    chosen &= tree.nearest(tree.named(("pre",))) == 0
    return chosen if some(chosen) else None


def _named_lists(
    lists: Sequence[int], parent: Sequence[int] | Ints, attributes: Sequence[Mapping[str, str]]
) -> dict[int, bool]:
    """The lists that a class at, in or around them names as code, and whether it is certain.

    Args:
        lists: elements.
        parent: [m] see :class:`~victor.tree.tree.Tree`, also for ``attributes``.
        attributes: [m].
    """
    named: dict[int, bool] = {}
    signs: dict[int, int] = {}  # by element: lists may share one with many attributes
    for one in lists:
        found, element = _CERTAIN * _is_by_geshi(one, parent, attributes), one
        for _ in range(_CLIMB + 1):
            if element not in signs:
                signs[element] = _name_signs(attributes, element)
            found |= signs[element]
            element = int(parent[element])
        if found & _CERTAIN or found == _LIKELY:
            named[one] = found & _CERTAIN > 0
    return named


def _is_by_geshi(
    one: int, parent: Sequence[int] | Ints, attributes: Sequence[Mapping[str, str]]
) -> bool:
    """Whether the first item of a list begins with a line by GeSHi."""
    line = one + 2
    is_line = line < len(parent) and parent[line] == one + 1
    return bool(is_line) and value_of(attributes, line, "class") in _GESHI


def _name_signs(attributes: Sequence[Mapping[str, str]], element: int) -> int:
    """Whether an element's classes name code, as bits."""
    words = value_of(attributes, element, "class").lower().split()
    if not words:
        return 0
    is_box = any(word.startswith(_NUMBERED_BOX) for word in words)
    found = 0 if _LIST_CLASSES.isdisjoint(words) else _CERTAIN
    found |= 0 if _LIKELY_CLASSES.isdisjoint(words) else _LIKELY
    return found | (_BOX if is_box else 0)


def _with_signs(tree: Tree, items: Bools) -> Bools:
    """[m] whether an element has two or more items with text, half of them with code characters."""
    filled = items & tree.holds
    full = np.bincount(tree.parent[filled], minlength=len(items))
    signed = np.bincount(tree.parent[filled & (tree.sums(_signed(tree)) > 0)], minlength=len(items))
    return np.asarray((full >= _LEAST_LINES) & (2 * signed >= full))


def _signed(tree: Tree, sign: re.Pattern[str] = _SIGN) -> Bools:
    """[t] whether a text has code characters."""
    return np.fromiter((sign.search(text) is not None for text in tree.text), bool)


def _made_of(tree: Tree, around: Bools, lines: Bools) -> Bools | None:
    """[m] the elements ``around`` with text in ``lines`` only; None if there are none."""
    chosen = around & tree.holds & (tree.sums(tree.enclosing_count(lines) == 0) == 0)
    return chosen if some(chosen) else None


def _of_code(tree: Tree) -> Bools | None:
    """[m] outermost elements that hold only lines of ``code``; None if there are none.

    Each line is a ``div``, a ``p`` or a row with one cell; there are two or more. Elements within
    ``pre``, with items, headings, images or links, or without code characters do not count.

    Args:
        tree: the tree of the page.
    """
    if "code" not in tree.codes:
        return None
    code = tree.named(("code",)) & tree.holds
    if np.count_nonzero(code) < _LEAST_LINES:
        return None
    code &= tree.nearest(tree.named(("pre",))) == 0
    only = tree.holds & (tree.sums(tree.enclosing_count(code) == 0) == 0)
    lines = _innermost(tree, only & tree.named(_LINES))
    if np.count_nonzero(lines) < _LEAST_LINES:  # true of most pages
        return None
    chosen = only & tree.named(_AROUND) & (tree.starts_within(lines) >= _LEAST_LINES)
    chosen &= tree.starts_within(only & tree.named(("td", "th"))) <= tree.starts_within(lines)
    if not some(chosen):
        return None
    chosen &= ~_above(tree, chosen, tree.named(_NO_CODE | _ITEMS)) & ~_in_data(tree, chosen)
    chosen &= tree.sums(_signed(tree)) > 0
    return tree.outermost(chosen)


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
