"""``density.link`` and ``density.text``: shallow text features.

Kohlschuetter, Fankhauser, Nejdl, *Boilerplate Detection using Shallow Text Features* (2010),
section 3: link density is the proportion of a block inside links (here of its characters); text
density is the number of words per line after wrapping at 80 characters, excluding the last of
several lines (equation 1; here approximated by spreading words evenly over the lines).
"""

from collections.abc import Sequence

from victor.config import Task
from victor.features.columns import Columns
from victor.features.texts import FAMILIES, columns_of

# Link density and text density of the block, and link density of the page in words.
NAMES = FAMILIES["density"]


def prepare(names: Sequence[str], task: Task) -> Columns:
    """Link densities from 0 to 1; text density in words per line."""
    return columns_of("density", names)
