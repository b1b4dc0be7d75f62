"""Filters: labels to labels, after decoding.

A filter is a module with ``Options`` and ``apply``. To add one: a module, and its line in
``FILTERS``.
"""

from typing import Any, Protocol

from victor.config import Task
from victor.data import Labels
from victor.registry import Registry
from victor.tree.blocks import Blocks


class Filter(Protocol):
    """What a filter module offers."""

    Options: type[Any]

    def apply(self, labels: Labels, blocks: Blocks, task: Task, options: Any) -> Labels:
        """New labels of the same blocks."""


FILTERS: Registry[Filter] = Registry(
    "filter",
    {
        "ancestor": "victor.baselines.ancestors.filter",
        "attach": "victor.filters.attach",
        "minimum": "victor.filters.minimum",
        "repeats": "victor.filters.repeats",
        "largest_block": "victor.baselines.boilerpipe.largest_block",
        "main_content": "victor.baselines.boilerpipe.main_content",
    },
)
