"""Rendered formulas: which are content, and what scripts have drawn from their source.

KaTeX and MathJax write a formula twice: as its source, which is MathML or TeX, and as text that
style sheets lay out. Some pages have only the second, with the source in an attribute or none.
"""

from typing import NamedTuple

import numpy as np

from victor.arrays import Bools, Ints, places, some
from victor.document.kinds.elements import held, holding_content
from victor.document.kinds.formulas import is_of_script, stated_latex
from victor.document.kinds.signs import FORMULA_SIGNS, Signs, matching
from victor.text.regex import regex
from victor.tree.tree import Tree

_DRAWN = regex(r"(?:^|\s)(?:katex-html|MathJax_Preview|MathJax(?:_Display|_SVG|_CHTML)?)(?:\s|$)")
_COPY = "MJX_Assistive_MathML"  # the class of MathML for screen readers beside a script with TeX
_CLIMB = 4  # elements from a drawn formula up to the one whose attribute states its source


class Rendered(NamedTuple):
    """What scripts have drawn from the formulas of a page."""

    texts: Bools | None  # [t] drawn from a source; None if there are none
    stated: Ints  # the elements of drawn formulas whose source is in an attribute


class Formulas(NamedTuple):
    """The formulas that are content."""

    insets: Ints  # as rows of ``tree.inset``
    stated: Ints  # the elements whose attributes state the source


def rendered(tree: Tree, signs: Signs) -> Rendered:
    """Find the texts that are drawn from formulas; those without a source are ordinary texts.

    Args:
        tree: the page's tree.
        signs: the signs in its attribute values.
    """
    drawn = matching(tree, signs, "class", _DRAWN, FORMULA_SIGNS)
    texts = np.zeros(0, bool) if drawn is None else tree.enclosing_count(drawn) > 0
    if drawn is None or not some(texts):
        return Rendered(None, np.zeros(0, np.int32))
    sourced = _beside_sources(tree, texts)
    without = holding_content(texts & ~sourced, tree.opened, tree.closed)
    stated = tree.mask([_stating(tree, element) for element in places(drawn & without).tolist()])
    stated[0] = False  # for those without a source
    found = tree.enclosing_count(stated) > 0
    return Rendered(sourced | found, places(tree.outermost(stated)))


def _beside_sources(tree: Tree, texts: Bools) -> Bools:
    """[t] the texts of runs that begin or end at a formula, or hold one."""
    first, last = _runs(texts)
    sources = np.sort(tree.inset[_are_formulas(tree), 0])
    found = np.searchsorted(sources, last, "right") > np.searchsorted(sources, first)
    return _of_runs(texts, found)


def _runs(texts: Bools) -> tuple[Ints, Ints]:
    """The first text of each run of some texts [t], and the text after its last one."""
    bounds = np.flatnonzero(np.diff(texts, prepend=False, append=False)).astype(np.int32)
    return bounds[::2], bounds[1::2]


def _of_runs(texts: Bools, chosen: Bools) -> Bools:
    """[t] the texts in the chosen runs.

    Args:
        texts: [t] the texts that form runs.
        chosen: of each run.
    """
    out = texts.copy()
    out[texts] = np.repeat(chosen, np.subtract(*_runs(texts)[::-1]))
    return out


def _stating(tree: Tree, element: int) -> int:
    """The nearest element around a drawn formula alone that states its source; 0 if none does."""
    bounds = tree.opened[element], tree.closed[element]
    for _ in range(_CLIMB):
        if (tree.opened[element], tree.closed[element]) != bounds:
            break
        if stated_latex(tree.attributes[element]):
            return element
        element = int(tree.parent[element])
    return 0


def without_drawn(texts: Bools, of: Rendered) -> Bools:
    """[t] some texts without those that are drawn from formulas."""
    return texts if of.texts is None else texts & ~of.texts


def formulas_of(tree: Tree, texts: Bools, kept: Bools, of: Rendered) -> Formulas:
    """The formulas beside or in texts that are content.

    Models often take drawn formulas for boilerplate, as they have no words: they are content if
    the text before them is.

    Args:
        tree: the page's tree.
        texts: [t] whether each text is content.
        kept: [t] whether each text is in a block that is kept.
        of: what scripts have drawn.
    """
    stated = of.stated
    if of.texts is not None:
        first = _runs(of.texts)[0]
        follows = texts[first - 1] & (first > 0)
        texts = texts | (of.texts & kept) | _of_runs(of.texts, follows)
    if len(stated):
        stated = stated[holding_content(texts, tree.opened, tree.closed)[stated]]
    return Formulas(_beside(tree, texts), stated)


def _beside(tree: Tree, texts: Bools) -> Ints:
    """The formulas beside or in texts [t], as rows of ``tree.inset``."""
    if not len(tree.source):
        return np.zeros(0, np.int32)
    around = np.append(texts, False)
    place = np.minimum(tree.inset[:, 0], len(texts))
    beside = around[place] | ((tree.inset[:, 1] == 0) & around[place - 1])
    return places(_are_formulas(tree) & beside)


def _are_formulas(tree: Tree) -> Bools:
    """[k] the insets that are formulas, without copies for screen readers of those that follow."""
    found = np.fromiter((one.startswith("<") for one in tree.source), bool, len(tree.source))
    inset = tree.inset[:, :2]
    near = (inset[:-1] == inset[1:]).all(axis=1) & found[:-1] & found[1:]
    for one in places(near).tolist():
        if is_of_script(tree.source[one + 1]) and not is_of_script(tree.source[one]):
            classes = tree.attribute(int(tree.inset[one, 2]), "class")
            found[one] = _COPY not in classes
    return found


def insets_in(tree: Tree, insets: Ints, texts: Bools) -> Ints:
    """The formulas that are not within a text, or in one that is content.

    Args:
        tree: the page's tree.
        insets: formulas, as rows of ``tree.inset``.
        texts: [t] whether each text is content.
    """
    place = np.minimum(tree.inset[insets, 0], len(texts))
    free = tree.inset[insets, 1] == 0
    return np.asarray(insets[free | np.append(texts, False)[place]])


def holding_formulas(tree: Tree, holds: Bools, formulas: Formulas) -> Bools:
    """[m] the elements that hold content or a formula.

    Args:
        tree: the page's tree.
        holds: [m] the elements that hold content.
        formulas: those that are content.
    """
    if not len(formulas.insets) and not len(formulas.stated):
        return holds
    around = np.append(tree.inset[formulas.insets, 2], tree.parent[formulas.stated])
    return held(holds, tree.parent, around)
