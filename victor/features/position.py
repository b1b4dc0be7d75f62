"""``position.*``: position in the document (thesis, section 4.3)."""

from collections.abc import Sequence

from victor.config import Task
from victor.features.columns import Columns
from victor.features.texts import FAMILIES, columns_of

# Relative position from 0 to 1, blocks before and after, and proportion of words before.
NAMES = FAMILIES["position"]


def prepare(names: Sequence[str], task: Task) -> Columns:
    """Positions in blocks, except for ``words_before``."""
    return columns_of("position", names)
