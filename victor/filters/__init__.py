"""Filters: labels to labels, after decoding.

A filter is a module with ``Options`` and ``apply``. To add one: a module, and its line in
``FILTERS``.
"""

from collections.abc import Mapping
from typing import Any, Protocol

from victor.blocks import Blocks, Labels
from victor.config import Task
from victor.filters import ancestor, attach, largest_block, main_content, minimum, repeats


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
