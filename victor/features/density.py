"""``density.link`` and ``density.text``: shallow text features.

Kohlschuetter, Fankhauser, Nejdl, *Boilerplate Detection using Shallow Text Features* (2010),
section 3: link density is the share of a block inside links (here of its characters), text density
the words per line of a block that is wrapped at 80 characters, the last line left out where there
are several (equation 1; here with words spread evenly over the lines).
"""

from collections.abc import Sequence

import numpy as np

from victor.arrays import Floats, Numbers
from victor.config import Task
from victor.features.columns import ratio, stack
from victor.tree.blocks import Blocks

_NAMES = ("link", "text", "page_link")
_WRAP = 80


def known(task: Task) -> Sequence[str]:
    """Link density, text density, and the link density of the whole page."""
    return _NAMES


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """[n, len(names)]."""
    wrapped = blocks.lengths > _WRAP
    linked = 1 - ratio(blocks.free_words.sum(), float(blocks.words.sum()))
    columns: dict[str, Numbers] = {
        "link": blocks.link_share,
        "text": np.where(wrapped, blocks.words * _WRAP / blocks.lengths, blocks.words),
        "page_link": np.full(len(blocks), linked),
    }
    return stack(columns, names)
