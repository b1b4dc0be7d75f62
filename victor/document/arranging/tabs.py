"""Names of tabs above what they show: "npm", "Yarn"; "Description", "Specifications"."""

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np

from victor.arrays import Bools, Ints, places
from victor.document.parts import Part, text_in
from victor.text.regex import regex
from victor.tree.attributes import values_of
from victor.tree.marks import TABS
from victor.tree.tree import Tree

_PANEL = regex(  # of MkDocs, Sphinx, Bootstrap, Foundation, Divi, WPBakery and Magento
    r"(?:^|\s)(?:tabbed-block|sd-tab-content|tab-pane|tabs-panel|et_pb_tab|vc_tta-panel"
    r"|data item content)(?:\s|$)"
)
_SWITCHER = regex(r"^blocks$|(?:^|\s)uk-switcher(?:\s|$)")  # of panels: in VitePress and UIkit
_SWITCHER_SIGNS, _BAR_SIGNS = ("blocks", "uk-switcher"), ("et_pb_tabs_controls", "uk-tab")
_BAR = regex(r"(?:^|\s)(?:et_pb_tabs_controls|uk-tab)(?:\s|$)")  # of Divi and UIkit
_CLIMB = 3  # levels from a panel up to the element with its tab, and from a tab up to its list
_LONGEST = 40  # characters of a name
_BESIDE = regex(r"\s*(?:\(\d[\d,.]*\)|:)\s*$")  # a number of comments, for example
_OF_CAROUSEL = regex(r"(?:(?:go to )?(?:item|slide|image|photo|page) )?\d+$", re.IGNORECASE)
_HOLDERS = frozenset(("item", "definition", "quotation"))
_OF_HOLDERS = frozenset(("list", "definitions"))
_LINES = frozenset(("heading", "paragraph"))


class Tabs(NamedTuple):
    """The names of tabs."""

    of_panel: Mapping[int, str]
    texts: frozenset[str]
    bars: frozenset[int]  # the tabs, and the elements around them


def tab_names(tree: Tree, texts: Ints, code: Ints) -> Tabs:
    """The panels of tabs with the names of their tabs, if several panels have content.

    Args:
        tree: the page's tree.
        texts: [c] the numbers of its texts that are content, without those of code.
        code: the elements that are code.
    """
    none = Tabs({}, frozenset(), frozenset())
    if tree.looked_at.marks.isdisjoint(TABS):  # true of most pages
        return none
    shown = texts.searchsorted(tree.closed) > texts.searchsorted(tree.opened)
    shown |= tree.starts_within(tree.mask(code)) > 0
    panels = _panels(tree)
    if not (sets := _sets(tree, panels, shown)):
        return none
    outside = (tree.nearest(panels) == 0) & tree.holds
    tabs = _tabs(tree) & outside
    stated, every = _stated(tree, panels, tabs, outside), places(tabs)
    found = dict[int, int]()
    for around, of_set in sets:
        found |= _named(tree, of_set, stated, _in_order(tree, every, around, len(of_set)))
    names = {panel: _name(tree, tab) for panel, tab in found.items()}
    return Tabs(names, frozenset(names.values()), _around(tree, found.values()))


def _panels(tree: Tree) -> Bools:
    """[m] the panels of tabs with text."""
    panels = tree.matching("role", "tabpanel".__eq__)
    panels |= tree.matching("class", _PANEL.search, signs=TABS)
    panels |= tree.matching("class", _SWITCHER.search, signs=_SWITCHER_SIGNS)[tree.parent]
    return np.asarray(panels & tree.holds)


def _tabs(tree: Tree) -> Bools:
    """[m] the elements that are tabs by their role or place."""
    bars = tree.matching("class", _BAR.search, signs=_BAR_SIGNS)
    tabs = tree.matching("role", "tab".__eq__) | tree.named(("label",))
    return np.asarray(tabs | (tree.named(("li",)) & bars[tree.parent]))


def _sets(tree: Tree, panels: Bools, shown: Bools) -> list[tuple[int, list[int]]]:
    """The sets of panels of which several have content, each with the element around it."""
    every = groupby(places(panels).tolist(), lambda one: int(tree.parent[one]))
    sets = [(around, [*of_set]) for around, of_set in every]
    return [one for one in sets if np.count_nonzero(shown[one[1]]) > 1]


def _stated(tree: Tree, panels: Bools, tabs: Bools, outside: Bools) -> dict[int, int]:
    """The panels and the elements before them that refer to their IDs: tabs, or the last."""
    ids = {f"#{tree.attribute(panel, 'id')}": panel for panel in places(panels).tolist()}
    links = [*values_of(tree.attributes, "href").items()]
    links += [(one, f"#{to}") for one, to in values_of(tree.attributes, "aria-controls").items()]
    found = dict[int, int]()
    for element, value in links:
        panel = ids.get(value, 0) if value != "#" else 0
        if element < panel and outside[element]:
            known = found.get(panel, 0)
            found[panel] = element if tabs[element] or not tabs[known] else known
    return found


def _in_order(tree: Tree, tabs: Ints, around: int, count: int) -> list[int]:
    """The tabs in the nearest element with as many; empty if there is none."""
    starts = tree.opened[tabs]
    for _ in range(_CLIMB):
        low, high = starts.searchsorted((tree.opened[around], tree.closed[around])).tolist()
        if high - low == count:
            return list(tabs[low:high].tolist())
        around = int(tree.parent[around])
    return []


def _named(
    tree: Tree, panels: Sequence[int], stated: Mapping[int, int], in_order: Sequence[int]
) -> dict[int, int]:
    """The panels of a set and their tabs; empty if one of these has no short name."""
    tabs = dict(zip(panels, in_order, strict=False))
    tabs |= {panel: stated[panel] for panel in panels if panel in stated}
    return tabs if all(_name(tree, tab) for tab in tabs.values()) else {}


def _name(tree: Tree, tab: int) -> str:
    """The text of a tab; empty if it is long, or the number of a slide."""
    first, last = tree.bounds(tab)
    text = " ".join("".join(tree.text[first : min(last, first + _LONGEST)]).split())
    return text if len(text) <= _LONGEST and not _OF_CAROUSEL.match(text) else ""


def _around(tree: Tree, tabs: Collection[int]) -> frozenset[int]:
    """Tabs and the elements a few levels above them."""
    found, level = {*tabs}, {*tabs}
    for _ in range(_CLIMB):
        level = {int(tree.parent[one]) for one in level}
        found |= level
    return frozenset(found)


def with_tab_names(parts: Sequence[Part], names: Tabs, within: Ints) -> list[Part]:
    """Put the names of tabs before what they show, and drop lines that are only such names.

    Args:
        parts: block-level parts.
        names: see :func:`tab_names`.
        within: [m] the panel that each element is in; 0 for none.
    """
    out, named = list[Part](), set[int]()
    for panel, some in groupby(parts, lambda part: int(within[part.element])):
        shown = [*some]
        if panel and panel not in named:
            named.add(panel)
            out += _title(names.of_panel[panel], panel, out, shown)
        elif not panel:
            shown = [part for part in shown if not _names_tabs(part, names)]
            for part in shown:
                for one in part.parts if part.kind in _OF_HOLDERS else [part]:
                    if one.kind in _HOLDERS:
                        one.children[:] = with_tab_names(one.parts, names, within)
        out += shown
    return out


def _title(name: str, panel: int, before: Sequence[Part], shown: Sequence[Part]) -> list[Part]:
    """The name of a tab above its panel, unless a line there says it."""
    lines = [part for part in (*before[-1:], *shown[:1]) if part.kind in _LINES]
    if _plain(name) in [_plain(text_in(part.children)) for part in lines]:
        return []
    title = Part("paragraph", [Part("strong", [name], panel)], panel)
    title.first = title.last = shown[0].first
    return [title]


def _plain(text: str) -> str:
    """A text for comparison: without a number in brackets or a colon at its end, in lower case."""
    return _BESIDE.sub("", text).strip().casefold()


def _names_tabs(part: Part, names: Tabs) -> bool:
    """Whether a paragraph or a list has only names of tabs, where the tabs are."""
    if part.element not in names.bars:
        return False
    lines = part.parts if part.kind == "list" else [part] if part.kind == "paragraph" else []
    texts = {text_in(line.children).strip() for line in lines}
    return bool(texts) and texts <= names.texts
