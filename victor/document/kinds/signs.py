"""Signs: substrings of attribute values that indicate the kind of an element, found all at once."""

import re
from functools import cache
from typing import NamedTuple

import numpy as np

from victor.arrays import Bools, Ints, some
from victor.document.kinds.formulas import NAMES_OF_IMAGES
from victor.document.pictures.icons import ICON_SIGNS
from victor.document.pictures.smileys import SMILEY_SIGNS
from victor.text.cues import signs_in
from victor.tree.marks import BOXES
from victor.tree.tree import Tree

FORMULA_SIGNS = ("katex-html", "MathJax")
DRAWN_SIGNS = (
    *("editsection", "jump-", "printfooter", "hw-author-orcid-logo", "viewcode-link"),
    *("view-source", "click-advice", "rompt"),
)
DRAWN_NAME_SIGNS = ("siteSub", "jump-")
NOTE_SIGNS = ("ltx_",)
CALLOUT_SIGNS = (*BOXES, "alert")
BLOCK_SIGNS, CODE_SIGNS = ("block", "multiline"), ("code",)
VERBATIM_SIGNS = ("white-space",)
FIGURE_SIGNS, QUOTATION_SIGNS = ("wp-caption", "thumbinner"), ("uote",)
_SIGNS = (
    *(*FORMULA_SIGNS, *DRAWN_SIGNS, "siteSub", *CODE_SIGNS, *CALLOUT_SIGNS, *BLOCK_SIGNS),
    *(*VERBATIM_SIGNS, *FIGURE_SIGNS, *QUOTATION_SIGNS, *ICON_SIGNS),
    *(*NOTE_SIGNS, *NAMES_OF_IMAGES, *SMILEY_SIGNS),
)


class Signs(NamedTuple):
    """The signs in attribute values, as bits by their index in ``_SIGNS``."""

    of_value: Ints  # [v]
    any: int  # those that any value has: pages have few


def signs_of(tree: Tree) -> Signs:
    """The signs in the values of a page's attributes."""
    of_value = signs_in(tree.looked_at.values, _SIGNS)
    return Signs(of_value, int(np.bitwise_or.reduce(of_value)))


@cache
def bits_of(signs: tuple[str, ...]) -> int:
    """The bits of some signs."""
    return sum(1 << _SIGNS.index(sign) for sign in signs)


def matching(
    tree: Tree,
    signs: Signs,
    name: str,
    pattern: re.Pattern[str],
    wanted: tuple[str, ...],
    tags: tuple[str, ...] = (),
) -> Bools | None:
    """[m] the elements whose attribute ``name`` matches a pattern; None if there are none.

    Args:
        tree: the page's tree.
        signs: the signs in the page's attribute values.
        name: of the attribute.
        pattern: searched for in values with one of the signs ``wanted``.
        tags: of the elements; by default all.
    """
    bits = bits_of(wanted)
    if not signs.any & bits:
        return None
    seen, likely = tree.looked_at, (signs.of_value & bits).nonzero()[0].tolist()
    found = [value for value in likely if pattern.search(seen.values[value])]
    if not found:
        return None
    rows, passes = seen.rows(name), np.zeros(len(seen.values), bool)
    passes[found] = True
    chosen = tree.mask(seen.element[rows[passes[seen.value[rows]]]])
    chosen &= tree.named(tags) if tags else True
    return chosen if some(chosen) else None
