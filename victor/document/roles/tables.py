"""Which tables hold data."""

import numpy as np

from victor.arrays import Bools, Ints
from victor.document.roles.cued_page import CuedPage
from victor.tree.tables import NO_DATA
from victor.tree.tree import Tree


def data_tables(page: CuedPage) -> Ints:
    """The tables that hold data: those without tables inside, with two rows and columns or more.

    Layout tables hold paragraphs, or rows of different lengths.
    """
    found, tree = page.elements("table"), page.tree
    if not len(found):
        return found
    of = tree.nearest(tree.named({"table"}))
    nested = tree.mask(of[tree.parent[found]])
    rows, cells, heads = (
        np.bincount(of[tree.named(names)], minlength=len(tree.tag))[found]
        for names in ({"tr"}, {"td", "th"}, {"th"})
    )
    words = page.words(found) / np.maximum(cells, 1)
    regular = (rows >= 2) & (cells >= 2 * rows - 1) & (words <= np.where(heads, 60, 15))
    return found[regular & ~nested[found] & ~_of_layout(tree, found)]


def _of_layout(tree: Tree, tables: Ints) -> Bools:
    """[e] whether tables have an ARIA role for tables without data."""
    return tree.matching("role", NO_DATA.__contains__)[tables]
