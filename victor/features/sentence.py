"""``sentence.*``: sentences, in any script (thesis, section 4.2).

Sentence ends are defined in :mod:`victor.text.statistics`. As in the thesis, abbreviations are not
detected.
"""

from collections.abc import Sequence

from victor.config import Task
from victor.features.columns import Columns
from victor.features.texts import FAMILIES, columns_of

# Number of sentences, average length in words, and whether the block begins or ends one.
NAMES = FAMILIES["sentence"]


def prepare(names: Sequence[str], task: Task) -> Columns:
    """A block without sentence ends counts as one sentence in ``avg_length``."""
    return columns_of("sentence", names)
