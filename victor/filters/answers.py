"""Answers to questions that a page states as its content (schema.org), with their questions."""

import numpy as np

from victor.arrays import Bools, places
from victor.text.runs import is_within, runs
from victor.tree.blocks import Blocks

_SEVERAL = 2  # questions of a page that answers frequent ones
_LEAST = 5  # minimum words of a block that is looked up in the answers


def lost_answers(kept: Bools, blocks: Blocks) -> list[int]:
    """Blocks of stated answers, and of questions directly above, that are labelled boilerplate.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    stated = blocks.tree.answers
    if not stated:  # true of most pages
        return []
    known = {run for answer in stated for run in runs(answer.text)}
    long = places(blocks.words >= _LEAST).tolist()
    answered = np.zeros(len(kept) + 1, bool)
    answered[[block for block in long if is_within(blocks.text[block], known)]] = True
    found = places(answered[:-1] & ~kept).tolist() + _asked(kept, answered, blocks)
    return [*{blocks.text[block]: block for block in reversed(found)}.values()]


def _asked(kept: Bools, answered: Bools, blocks: Blocks) -> list[int]:
    """The lost questions above answers; a single question is the title of the page."""
    questions = {answer.question.casefold() for answer in blocks.tree.answers}
    if len(questions) < _SEVERAL:
        return []
    above = places(~kept & ~answered[:-1] & answered[1:]).tolist()
    return [block for block in above if blocks.text[block].casefold() in questions]
