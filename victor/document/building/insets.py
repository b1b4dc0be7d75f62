"""Formulas and players: their parts, where these are added, and the spaces around formulas."""

import numpy as np

from victor.document.building.details import Details
from victor.document.building.lines import Lines
from victor.document.building.source import Source
from victor.document.kinds.formulas import is_display, latex
from victor.document.parts import Part
from victor.document.vocabulary import LINES
from victor.tree.players import is_player
from victor.tree.tree import Tree

_GROUPS = frozenset(("\\begingroup", "\\endgroup"))  # formulas that show nothing
ATTACHED = ("^", "_", "'", "{}^", "{}_")  # how formulas begin that belong to the word before


def part_of_inset(details: Details, number: int) -> Part | None:
    """The part of a formula, or the link to what a player plays; None if nothing is shown.

    Args:
        details: the attributes of parts.
        number: of the inset, as a row of ``inset`` of the tree.
    """
    tree = details.tree
    source = tree.source[number]
    if is_player(source):
        return details.player(number)
    tex = latex(source)
    if not tex or tex.strip() in _GROUPS:
        return None
    return Part("formula", [tex], int(tree.inset[number, 2]), display=is_display(tree, number))


def add_inset(lines: Lines, part: Part, anchor: int, mark: int, level: int, space: bool) -> None:
    """Add a formula, or a player, which is a paragraph, or a link in a heading or caption.

    Args:
        lines: the lines of the page.
        part: the formula, or the link to what the player plays.
        anchor: see :class:`~victor.document.building.source.Events`, also for ``mark`` and
            ``level``.
        space: whether a space precedes a formula.
    """
    if part.kind == "formula":
        add_formula(lines, part, anchor, mark, level, space)
        return
    top = lines.climb(anchor)
    if top.kind in LINES:
        lines.inline(part, anchor, 0, level, bool(top.children))
    elif top.kind != "code":
        lines.add(Part("paragraph", [part], level))


def add_formula(lines: Lines, part: Part, anchor: int, mark: int, level: int, space: bool) -> None:
    """Add a formula or smiley to the line, or as a block-level part if it is displayed as one.

    Args:
        lines: see :func:`add_inset`, also for the other arguments.
    """
    space = space or lines.writer.follows("formula")
    top = lines.climb(anchor)
    part.attributes["display"] &= not (top.kind in LINES or top.kind == "code")
    if part.attributes["display"]:
        lines.add(part)
    else:
        lines.inline(part, anchor, mark, level, space)


def is_spaced_before(source: Source, text: int) -> bool:
    """Whether white space is between the content before a text and a formula there.

    That between two tags is only known to be before or after the formula, unless a script has drawn
    it; it is assumed between words.

    Args:
        source: of the page.
        text: its number in the tree.
    """
    tree, place = source.details.tree, int(np.searchsorted(source.numbers, text)) - 1
    last = int(source.numbers[place]) if place >= 0 else -1
    if _is_drawn(source, last + 1):
        return bool(tree.spaced[last + 1])
    end = tree.text[last][-1:] if last >= 0 else ""
    return end.isspace() or (end.isalnum() and bool(tree.spaced[last + 1 : text + 1].any()))


def is_spaced_after(source: Source, text: int) -> bool:
    """Whether white space is between a formula and a text; see :func:`is_spaced_before`.

    Args:
        source: of the page.
        text: its number in the tree.
    """
    tree = source.details.tree
    start = tree.text[text][:1]
    if _is_drawn(source, text - 1):
        return bool(tree.spaced[text])
    return start.isspace() or (start.isalnum() and _is_spaced_behind(tree, text))


def _is_spaced_behind(tree: Tree, text: int) -> bool:
    """Whether white space precedes a text, only behind a formula that ends the text before."""
    place = int(np.searchsorted(tree.inset[:, 0], text)) - 1
    before, offset = tree.inset[place, :2].tolist() if place >= 0 else (-1, 0)
    if before == text - 1 and offset:
        return tree.text[before][offset:].isspace()
    return bool(tree.spaced[text])


def _is_drawn(source: Source, text: int) -> bool:
    """Whether a script has drawn a text from a formula."""
    drawn = source.drawn
    return drawn is not None and 0 <= text < len(drawn) and bool(drawn[text])
