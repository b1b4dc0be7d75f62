"""Text that a page states as its content (schema.org): answers with questions, and descriptions."""

from collections.abc import Set

from victor.arrays import Bools, places
from victor.text.runs import Run, is_within, runs
from victor.tree.blocks import Blocks

_LEAST = 5  # minimum words of a block that is looked up in the stated texts
_START, _FIRST = 100, 5  # characters and runs at the start of a block
_LINKED = 0.5  # link density from which a block is not looked up


def lost_statements(kept: Bools, blocks: Blocks) -> list[int]:
    """Blocks of stated texts, and of questions directly above, that are labelled boilerplate.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    stated = blocks.tree.stated
    if not stated:  # true of most pages
        return []
    known = {run for one in stated for run in runs(one.text)}
    likely = ~kept & (blocks.words >= _LEAST) & (blocks.link_share < _LINKED)
    begun = (one for one in places(likely).tolist() if _begins(blocks.text[one], known))
    found = [one for one in begun if is_within(blocks.text[one], known)]
    asked = _questions(~kept, blocks)
    answered = {*found, *(one + 1 for one in asked if is_within(blocks.text[one + 1], known))}
    found += [one for one in asked if one + 1 in answered]
    return [*{blocks.text[block]: block for block in reversed(found)}.values()]


def _begins(text: str, known: Set[Run]) -> bool:
    """Whether one of the first runs of a text is known; a cheap test."""
    return not known.isdisjoint(runs(text[:_START])[:_FIRST])


def _questions(lost: Bools, blocks: Blocks) -> list[int]:
    """The lost blocks that are stated questions; a single question is the title of the page."""
    questions = {one.question.casefold() for one in blocks.tree.stated} - {""}
    if len(questions) < 2:
        return []
    return [one for one in places(lost[:-1]).tolist() if blocks.text[one].casefold() in questions]
