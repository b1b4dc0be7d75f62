"""``token.*``: tokens by class, words, lengths and capitals.

Thesis, section 4.2: tokens are runs of characters other than white space, with letters, digits,
both or neither. Added: the average length of tokens in characters, the longest run of tokens with
letters and without digits, and the proportions of capitalised and of upper-case tokens.
"""

from collections.abc import Sequence

from victor.config import Task
from victor.features.columns import Columns
from victor.features.texts import columns_of

_CLASSES = ("alpha", "num", "mixed", "other")
# Counts and proportions of four classes; words, average length, longest run, capitals.
NAMES = (
    *(f"{name}_{kind}" for name in _CLASSES for kind in ("abs", "rel")),
    *("words", "avg_length", "word_run", "capital_rel", "upper_rel"),
)


def prepare(names: Sequence[str], task: Task) -> Columns:
    """Counts, and proportions of the block's tokens from 0 to 1."""
    return columns_of("token", names)
