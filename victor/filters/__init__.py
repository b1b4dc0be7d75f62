"""Filters: functions from labels to labels, applied after decoding.

A filter is a module with ``Options``, which may be :class:`~victor.registry.NoOptions`, and
``apply``. To add one, write the module and list it in ``FILTERS``.
"""

from typing import Any, Protocol

from victor.config import Task
from victor.data import Labels
from victor.registry import Registry
from victor.tree.blocks import Blocks


class Filter(Protocol):
    """The interface of a filter module."""

    Options: type[Any]  # a dataclass, read from the configuration

    def apply(self, labels: Labels, blocks: Blocks, task: Task, options: Any) -> Labels:
        """New labels for the same n blocks; the input is not modified.

        Args:
            labels: labels [n] and label probabilities [n, k].
            blocks: the n blocks of the page; n may be 0.
            task: the task, which defines the boilerplate label.
            options: an instance of ``Options``.
        """


FILTERS: Registry[Filter] = Registry(
    "filter",
    {
        "ancestor": "victor.baselines.ancestors.filter",
        "attach": "victor.filters.attach",
        "buttons": "victor.filters.buttons",
        "lists": "victor.filters.lists",
        "markup": "victor.filters.markup",
        "minimum": "victor.filters.minimum",
        "repeats": "victor.filters.repeats",
        "whole": "victor.filters.whole",
        "largest_block": "victor.baselines.boilerpipe.largest_block",
        "main_content": "victor.baselines.boilerpipe.main_content",
    },
)
