"""Texts beside code that repeat its lines' numbers, or that only screen readers read."""

from collections.abc import Iterable, Iterator

from victor.arrays import Ints
from victor.text.regex import regex
from victor.tree.code_languages import outermost_code
from victor.tree.tree import Tree

_NUMBERED = regex(r"(?:^|[\s_-])(?i:line-?num|lineno|gutter)")  # classes of line numbers
_UNSEEN = regex(r"(?:^|\s)(?:sr-only|visually-hidden|screen-reader-text)(?=\s|$)")
_NEAR = 3  # levels from such a label up to the element with the code


def notes_of_code(tree: Tree) -> list[int]:
    """The texts before and after code blocks that are only the numbers of their lines.

    Their elements have a class that says so. Of texts for screen readers only the one directly
    before the code, in the same box: "Terminal window".

    Args:
        tree: the page's tree.
    """
    found, every = list[int](), outermost_code(tree)
    in_code = tree.enclosing_count(tree.mask(every)) if len(every) else every
    for code in every.tolist():
        first, last = tree.bounds(code)
        found += _only_numbers(tree, in_code, range(first - 1, -1, -1))
        found += _only_numbers(tree, in_code, range(last, len(tree.text)))
        if first and _is_unseen(tree, first - 1, first):
            found.append(first - 1)
    return found


def _only_numbers(tree: Tree, in_code: Ints, beside: Iterable[int]) -> Iterator[int]:
    """The texts up to the first that is code or no number in an element for line numbers."""
    for place in beside:
        if in_code[place]:
            return
        node = int(tree.node[place])
        near = node, *_above(tree, node, 2)
        is_number = tree.text[place].strip().isdecimal()
        if not is_number or not any(_NUMBERED.search(tree.attribute(one, "class")) for one in near):
            return
        yield place


def _is_unseen(tree: Tree, place: int, code: int) -> bool:
    """Whether a text is for screen readers by its class and in a box with the text ``code``."""
    node = int(tree.node[place])
    if not _UNSEEN.search(tree.attribute(node, "class")):
        return False
    return any(tree.closed[one] > code for one in _above(tree, node, _NEAR))


def _above(tree: Tree, element: int, levels: int) -> Iterator[int]:
    """The elements above an element, without the root."""
    for _ in range(levels):
        element = int(tree.parent[element])
        if element:
            yield element
