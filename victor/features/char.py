"""``char.CLASS_abs`` and ``char.CLASS_rel``: characters of a class (thesis, section 4.2)."""

from collections.abc import Sequence

from victor.config import Task
from victor.features.columns import Columns
from victor.features.texts import columns_of

_CLASSES = ("alpha", "num", "punct", "white", "other")
# Absolute counts, and proportions of the block's length, of five classes.
NAMES = tuple(f"{name}_{kind}" for name in _CLASSES for kind in ("abs", "rel"))


def prepare(names: Sequence[str], task: Task) -> Columns:
    """Counts of code points, and proportions from 0 to 1."""
    return columns_of("char", names)
