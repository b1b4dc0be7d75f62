"""``document.*``: properties of the page, equal for all its blocks (thesis, section 4.3)."""

from collections.abc import Callable, Sequence
from typing import Any

from victor.arrays import Floats
from victor.config import Task
from victor.features.columns import same_for_all
from victor.features.group import group_sizes
from victor.tree.blocks import Blocks

# Number of words, sentences and blocks; largest proportion of words of div and td groups.
NAMES = ("word_count", "sentence_count", "block_count", "max_div_group", "max_td_group")


def compute(blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
    """Only the requested columns are computed."""
    values: dict[str, Callable[[], Any]] = {
        "word_count": lambda: blocks.total_words,
        "sentence_count": lambda: blocks.sentences.sum(),
        "block_count": lambda: len(blocks),
        "max_div_group": lambda: group_sizes(blocks, "div_group")[0].max(),
        "max_td_group": lambda: group_sizes(blocks, "td_group")[0].max(),
    }
    return same_for_all([float(values[name]()) for name in names], len(blocks))
