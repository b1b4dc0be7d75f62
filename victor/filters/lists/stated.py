"""Text that a page states as its content (schema.org): answers, descriptions and recipes.

With them go the questions, and the headings of a list of ingredients or steps.
"""

from collections.abc import Iterable, Iterator, Set

from victor.arrays import Bools, indices
from victor.text.characters import TOKEN
from victor.text.runs import Run, is_within, runs
from victor.tree.blocks import HEADING, Blocks
from victor.tree.html_tags import HEADINGS

_LEAST = 5  # minimum words of a block that is looked up in the stated texts
_START, _FIRST = 100, 5  # characters and runs at the start of a block
_LINKED = 0.5  # link density from which a block is not looked up
_LONGEST_LINE = 300  # characters of a block that is compared with a line
_BETWEEN = 8  # maximum headings and buttons above a list of lines: "Ingredients", "1x", "2x"
_SHORT = 2  # maximum words of a label between them: "Scale"


def lost_statements(kept: Bools, blocks: Blocks) -> list[int]:
    """Blocks of stated texts, and questions and headings above, that are labelled boilerplate.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    stated = blocks.tree.stated
    if not stated:  # true of most pages
        return []
    known = {run for one in stated for run in runs(one.text)}
    likely = ~kept & (blocks.words >= _LEAST) & (blocks.link_share < _LINKED)
    begun = (one for one in indices(likely).tolist() if _begins(blocks.text[one], known))
    found = [one for one in begun if is_within(blocks.text[one], known)]
    asked = _questions(~kept, blocks)
    answered = {*found, *(one + 1 for one in asked if is_within(blocks.text[one + 1], known))}
    found += [one for one in asked if one + 1 in answered]
    found += _lines(~kept, blocks)
    return [*{blocks.text[block]: block for block in reversed(found)}.values()]


def _lines(lost: Bools, blocks: Blocks) -> list[int]:
    """The lost blocks that are stated lines, and the lost headings above stated lines."""
    known = {_words(one.text) for one in blocks.tree.stated if one.is_line} - {()}
    if not known:
        return []
    short = [one for one, text in enumerate(blocks.text) if len(text) <= _LONGEST_LINE]
    found = [one for one in short if _words(blocks.text[one]) in known]
    return [*(one for one in found if lost[one]), *headings_above(found, lost, blocks)]


def _words(text: str) -> tuple[str, ...]:
    return tuple(TOKEN.findall(text.lower()))


def headings_above(found: Iterable[int], lost: Bools, blocks: Blocks) -> Iterator[int]:
    """The lost headings above some blocks, with only buttons and short texts between.

    Of several headings, each is of a higher level than the one below it.

    Args:
        found: some of the n blocks.
        lost: [n] whether each block is labelled boilerplate.
        blocks: the n blocks.
    """
    is_heading = blocks.signs & HEADING > 0
    between = lost & (is_heading | (blocks.button > 0) | (blocks.words <= _SHORT))
    for one in found:
        above, lowest = one - 1, len(HEADINGS) + 1
        while above >= max(0, one - _BETWEEN) and between[above]:
            level = blocks.heading_level.item(above)
            if is_heading[above] and level < lowest and blocks.button[above] == 0:
                yield above
                lowest = level
            above -= 1


def _begins(text: str, known: Set[Run]) -> bool:
    """Whether one of the first runs of a text is known; a cheap test."""
    return not known.isdisjoint(runs(text[:_START])[:_FIRST])


def _questions(lost: Bools, blocks: Blocks) -> list[int]:
    """The lost blocks that are stated questions; a single question is the title of the page."""
    questions = {one.question.casefold() for one in blocks.tree.stated} - {""}
    if len(questions) < 2:
        return []
    return [one for one in indices(lost[:-1]).tolist() if blocks.text[one].casefold() in questions]
