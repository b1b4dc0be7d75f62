"""Text that a page states as its content (schema.org): answers with questions, and descriptions."""

import numpy as np

from victor.arrays import Bools, places
from victor.text.runs import is_within, runs
from victor.tree.blocks import Blocks

_LEAST = 5  # minimum words of a block that is looked up in the stated texts


def lost_statements(kept: Bools, blocks: Blocks) -> list[int]:
    """Blocks of stated texts, and of questions directly above, that are labelled boilerplate.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    if not blocks.tree.stated:  # true of most pages
        return []
    known = {run for one in blocks.tree.stated for run in runs(one.text)}
    long = places(blocks.words >= _LEAST).tolist()
    stated = np.zeros(len(kept) + 1, bool)
    stated[[block for block in long if is_within(blocks.text[block], known)]] = True
    found = places(stated[:-1] & ~kept).tolist() + _asked(kept, stated, blocks)
    return [*{blocks.text[block]: block for block in reversed(found)}.values()]


def _asked(kept: Bools, stated: Bools, blocks: Blocks) -> list[int]:
    """The lost questions above answers; a single question is the title of the page."""
    questions = {one.question.casefold() for one in blocks.tree.stated} - {""}
    if len(questions) < 2:
        return []
    above = places(~kept & ~stated[:-1] & stated[1:]).tolist()
    return [block for block in above if blocks.text[block].casefold() in questions]
