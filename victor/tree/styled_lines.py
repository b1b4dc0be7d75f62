"""Lines that only a style makes: ``<span style="display: block">``, ``<span class="d-block">``."""

import numpy as np

from victor.arrays import places
from victor.text.regex import regex
from victor.tree.tree import Tree

_INLINE = ("span", "b", "strong", "em", "i", "small", "font", "label", "cite")
_CODE = ("pre", "code", "textarea")
# Not beside the text: large first letters, numbers and bullets.
_STYLE = regex(r"(?i)(?!.*(?:float|position)\s*:\s*[lra])(?:.*[\s;])?display\s*:\s*block")
_CLASS = regex(r"(?:^|\s)(?:d-)?block(?:\s|$)")  # of Tailwind and Bootstrap
# Attributes, tests of their values, and signs of which one is in each value that passes.
_TESTS = (
    ("style", _STYLE.match, ("display:block", "display: block")),
    ("class", _CLASS.search, ("block",)),
)
_SIGNS = (*_TESTS[0][2], "\nblock\n", "\nblock ", " block\n", " block ", "d-block")


def styled_lines(tree: Tree) -> list[int]:
    """The texts at the start of such lines, and those after them in the same line of the source.

    Neither the first text of an element around, nor code.

    Args:
        tree: the page's tree.
    """
    if not tree.looked_at.has(*_SIGNS):  # true of most pages
        return []
    inline = tree.named(_INLINE) & tree.holds
    found = [tree.matching(name, test, inline, signs) for name, test, signs in _TESTS]
    lines = places(np.logical_or.reduce(found))
    if not len(lines):
        return []
    code = tree.nearest(tree.named(_CODE))
    lines = lines[code[lines] == 0]
    around = tree.parent[lines]
    begins = tree.opened[lines][tree.opened[lines] > tree.opened[around]]
    ends = tree.closed[lines][tree.closed[lines] < tree.closed[around]]
    return sorted({*begins.tolist(), *ends.tolist()})
