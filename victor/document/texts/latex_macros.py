"""Definitions of LaTeX commands in the text, which a script reads but does not show."""

import re

import numpy as np

from victor.arrays import Bools, some
from victor.text.regex import regex
from victor.tree.tree import Tree

_LEAST = 2  # adjacent definitions
_VERBATIM = ("pre", "code", "kbd", "samp", "textarea")
_LONGEST = 100_000  # characters of a text
_COMMAND = regex(
    r"\s*\\(?:(?:(?:re|provide)?newcommand\*?|DeclareMathOperator\*?|def)\s*"
    r"(?:\{\s*\\[A-Za-z]{1,60}\s*\}|\\[A-Za-z]{1,60})\s*+(?:\[[^\[\]{}\\]{0,20}\]|#\d)*"
    r"|definecolor\s*\{\w{1,60}\}\s*\{\w{1,60}\})\s*(?=\{)"
)
_OPENING = regex(r"\s*\\?\(")  # authors may forget the backslash
_CLOSING = regex(r"\s*(?:%[^\\]{0,60})?\\\)\s*")
_BRACE = regex(r"\\.|[{}]", re.DOTALL)


def without_definitions(tree: Tree, texts: Bools) -> Bools:
    """Drop texts of formulas that do nothing but define commands, if there are several in a row.

    Args:
        tree: the page's tree.
        texts: [t] whether each text is content; not modified.
    """
    if "\\" not in tree.joined:
        return texts
    likely = [place for place, text in enumerate(tree.text) if "\\" in text and texts[place]]
    count = np.zeros(len(texts), np.int64)
    count[likely] = [_definitions(tree.text[place]) for place in likely]
    if count.sum() < _LEAST:
        return texts
    count *= tree.nearest(tree.named(_VERBATIM))[tree.node] == 0
    run = np.cumsum(count == 0)  # adjacent texts with definitions share a number
    gone = (count > 0) & (np.bincount(run, count)[run] >= _LEAST)
    return texts & ~gone if some(gone) else texts


def _definitions(text: str) -> int:
    """The number of defining formulas that a text consists of; 0 if it has anything else."""
    place, count = 0, 0
    while place < len(text) <= _LONGEST:
        end = _end(text, place)
        if end < 0:
            return 0
        place, count = end, count + 1
    return count


def _end(text: str, place: int) -> int:
    """The end of the formula at ``place`` if it defines a command, else -1."""
    opening = _OPENING.match(text, place)
    command = _COMMAND.match(text, opening.end()) if opening else None
    end = _end_of_group(text, command.end()) if command else -1
    closing = _CLOSING.match(text, end) if end > 0 else None
    return closing.end() if closing else -1


def _end_of_group(text: str, place: int) -> int:
    """The end of the group in braces that begins at ``place``; -1 if it is not closed."""
    depth = 0
    for found in _BRACE.finditer(text, place):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if not depth:
            return found.end()
    return -1
