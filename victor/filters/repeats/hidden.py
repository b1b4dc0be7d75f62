"""Hidden copies of visible text that are divided into other blocks.

Pages hold the full text of a shortened comment, or the whole article as one block.
"""

from itertools import compress

from victor.arrays import Bools, indices, some
from victor.config import Task
from victor.text.runs import is_within, runs
from victor.tree.blocks import Blocks

_LEAST = 12  # words of a hidden block


def hidden_copies(kept: Bools, blocks: Blocks, task: Task) -> list[int]:
    """Hidden content blocks whose text visible content has, too; not in code and data tables.

    Args:
        kept: [n] whether each block is content.
        blocks: the n blocks.
        task: defines the tags of code.
    """
    hidden = kept & blocks.hidden
    if not some(hidden):  # true of most pages
        return []
    hidden &= blocks.words >= _LEAST
    code = blocks.inside(blocks.tree.named(task.tag_classes.get("code", ())))
    found = indices(hidden & ~code & ~blocks.tabular).tolist()
    visible = compress(blocks.text, (kept & ~blocks.hidden).tolist())
    seen = set(runs("\n".join(visible))) if found else set()
    return [block for block in found if is_within(blocks.text[block], seen)]
