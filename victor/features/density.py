"""``density.link`` and ``density.text``: shallow text features.

Kohlschuetter, Fankhauser, Nejdl, *Boilerplate Detection using Shallow Text Features* (2010),
section 3: link density is the share of a block's words inside links, text density the words per
line of a block that is wrapped at 80 characters, the last line left out where there are several
(equation 1).
"""

from collections.abc import Sequence

import numpy as np

from victor.blocks import Blocks, Floats, Numbers
from victor.config import Task
from victor.features._columns import ratio, stack

_NAMES = ("link", "text", "page_link")
_WRAP = 80


def known(task: Task) -> Sequence[str]:
    """Link density, text density, and the link density of the whole page."""
    return _NAMES


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """[n, len(names)]."""
    lines = np.maximum(blocks.lengths // _WRAP, 1)
    full = np.where(lines > 1, lines * _WRAP / np.maximum(blocks.lengths, 1), 1)
    linked = 1 - ratio(blocks.free_words.sum(), float(blocks.words.sum()))
    columns: dict[str, Numbers] = {
        "link": blocks.link_share,
        "text": np.minimum(full, 1) * blocks.words / lines,
        "page_link": np.full(len(blocks), linked),
    }
    return stack(columns, names)
