"""``document.*``: properties of the page, equal for all its blocks (thesis, section 4.3)."""

from collections.abc import Callable, Mapping, Sequence

from victor.arrays import Floats
from victor.config import Task
from victor.features.columns import Columns, same_for_all
from victor.features.group import group_sizes
from victor.tree.blocks import Blocks

_VALUES: Mapping[str, Callable[[Blocks], float]] = {
    "word_count": lambda blocks: blocks.total_words,
    "sentence_count": lambda blocks: float(blocks.sentences.sum()),
    "block_count": len,
    "max_div_group": lambda blocks: float(group_sizes(blocks, "div")[0].max()),
    "max_td_group": lambda blocks: float(group_sizes(blocks, "td")[0].max()),
}
# Number of words, sentences and blocks; largest proportion of words of div and td groups.
NAMES = tuple(_VALUES)


def prepare(names: Sequence[str], task: Task) -> Columns:
    """Only the requested columns are computed."""
    values = [_VALUES[name] for name in names]

    def same(blocks: Blocks) -> Floats:
        return same_for_all([value(blocks) for value in values], len(blocks))

    return same
