"""Names of tabs above the code that they show: "npm", "Yarn"."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from victor.arrays import Ints, places
from victor.document.parts import Part, text_in
from victor.text.regex import regex
from victor.tree.tree import Tree

_SIGNS = ("tabpanel", "tabbed-block", "sd-tab-content", "vp-code-group")
_PANEL = regex(r"(?:^|\s)(?:tabbed-block|sd-tab-content)(?:\s|$)")  # of MkDocs and Sphinx
_CLIMB = 3  # levels from a panel up to the element with its tab
_LONGEST = 40  # characters of a name
_HOLDERS = frozenset(("item", "definition", "quotation"))
_OF_HOLDERS = frozenset(("list", "definitions"))


class Tabs(NamedTuple):
    """The names of tabs."""

    of_panel: Mapping[int, str]
    texts: frozenset[str]


def tab_names(tree: Tree) -> Tabs:
    """The panels of tabs of which one has code, with the names of their tabs.

    Args:
        tree: the page's tree.
    """
    if "pre" not in tree.tags or not tree.looked_at.has(*_SIGNS):  # true of most pages
        return Tabs({}, frozenset())
    panels = tree.matching("role", "tabpanel".__eq__) | tree.matching("class", _PANEL.search)
    panels |= tree.matching("class", "blocks".__eq__)[tree.parent]  # in VitePress
    tabs = tree.matching("role", "tab".__eq__) | tree.named(("label",))
    tabs &= (tree.nearest(panels) == 0) & tree.holds
    shown, code = places(panels & tree.holds).tolist(), tree.starts_within(tree.named(("pre",)))
    found, every = dict[int, str](), places(tabs)
    starts = tree.opened[every]
    for around, beside in groupby(shown, lambda panel: int(tree.parent[panel])):
        of_set = [*beside]
        if len(of_set) > 1 and any(code[of_set]):
            found |= zip(of_set, _names(tree, every, starts, around, len(of_set)), strict=False)
    return Tabs(found, frozenset(found.values()))


def _names(tree: Tree, tabs: Ints, starts: Ints, around: int, count: int) -> list[str]:
    """The names of the tabs in the nearest element with as many; empty if there is none."""
    for _ in range(_CLIMB):
        low, high = starts.searchsorted((tree.opened[around], tree.closed[around])).tolist()
        if high - low == count:
            names = [_name(tree, tab) for tab in tabs[low:high].tolist()]
            return names if all(names) else []
        around = int(tree.parent[around])
    return []


def _name(tree: Tree, tab: int) -> str:
    """The text of a tab; empty if it is long."""
    first, last = tree.bounds(tab)
    text = " ".join("".join(tree.text[first : min(last, first + _LONGEST)]).split())
    return text if len(text) <= _LONGEST else ""


def with_tab_names(parts: Sequence[Part], names: Tabs, within: Ints) -> list[Part]:
    """Put the names of tabs before what they show, and drop lines that are only such names.

    Args:
        parts: block-level parts.
        names: see :func:`tab_names`.
        within: [m] the panel that each element is in; 0 for none.
    """
    out = list[Part]()
    for panel, some in groupby(parts, lambda part: int(within[part.element])):
        shown = [*some]
        if panel:
            out.append(Part("paragraph", [Part("strong", [names.of_panel[panel]], panel)], panel))
            out[-1].first = out[-1].last = shown[0].first
        else:
            shown = [part for part in shown if not _names_tabs(part, names)]
            for part in shown:
                for one in part.parts if part.kind in _OF_HOLDERS else [part]:
                    if one.kind in _HOLDERS:
                        one.children[:] = with_tab_names(one.parts, names, within)
        out += shown
    return out


def _names_tabs(part: Part, names: Tabs) -> bool:
    """Whether a paragraph or a list has only names of tabs."""
    lines = part.parts if part.kind == "list" else [part] if part.kind == "paragraph" else []
    texts = {text_in(line.children).strip() for line in lines}
    return bool(texts) and texts <= names.texts
