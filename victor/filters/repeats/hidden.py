"""Hidden copies of visible text that are divided into other blocks.

Pages hold the full text of a shortened comment, the whole article as one block, or, in a
``textarea``, the source of a text that its author may edit.
"""

from itertools import compress

import numpy as np

from victor.arrays import Bools, indices, some
from victor.config import Task
from victor.text.runs import is_within, runs_of
from victor.tree.blocks import Blocks

_LEAST = 12  # words of a hidden block


def hidden_copies(kept: Bools, blocks: Blocks, task: Task) -> list[int]:
    """Hidden content blocks whose text visible content has, too; not in code and data tables.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
        task: defines the tags of code.
    """
    source = _sources(kept, blocks)
    hidden = kept & blocks.hidden
    for lines in source:
        hidden[lines] = True
    if not some(hidden):  # true of most pages
        return []
    code = blocks.inside(blocks.tree.named(task.tag_classes.get("code", ())))
    whole = kept & blocks.hidden & ~code & ~blocks.tabular & (blocks.words >= _LEAST)
    found = [*([one] for one in indices(whole).tolist()), *source]
    visible = compress(blocks.text, (kept & ~hidden).tolist())
    seen = runs_of(visible) if found else set()
    copies = (part for part in found if is_within("\n".join(blocks.text[i] for i in part), seen))
    return [block for part in copies for block in part]


def _sources(kept: Bools, blocks: Blocks) -> list[list[int]]:
    """The content blocks of each hidden field with a source: one for each line."""
    if blocks.hidden_field is None:  # true of nearly all pages
        return []
    field = np.where(kept, blocks.hidden_field, 0)
    lines = indices(field > 0)
    parts = np.split(lines, np.flatnonzero(np.diff(field[lines])) + 1)
    return [part.tolist() for part in parts if len(part)]
