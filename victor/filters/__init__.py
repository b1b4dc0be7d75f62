"""Filters: labels to labels, after decoding.

A filter is a module with ``Options`` and ``apply``. To add one: a module, and its line in
``FILTERS``.
"""

from collections.abc import Mapping
from typing import Any, Protocol

from victor.baselines.ancestors import filter as ancestor
from victor.baselines.boilerpipe import largest_block, main_content
from victor.config import Task
from victor.data import Labels
from victor.filters import attach, minimum, repeats
from victor.tree.blocks import Blocks


class Filter(Protocol):
    """What a filter module offers."""

    Options: type[Any]

    def apply(self, labels: Labels, blocks: Blocks, task: Task, options: Any) -> Labels:
        """New labels of the same blocks."""


FILTERS: Mapping[str, Filter] = {
    "ancestor": ancestor,
    "attach": attach,
    "minimum": minimum,
    "repeats": repeats,
    "largest_block": largest_block,
    "main_content": main_content,
}
