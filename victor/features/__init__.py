"""Feature families: each computes columns for all blocks of a page at once.

A family is a module with the names of its columns, ``NAMES``, and a function ``compute``. To add
one, write the module and list it in ``FAMILIES``.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

import numpy as np

from victor.arrays import Floats
from victor.config import Task
from victor.data import Table
from victor.features.columns import as_slice
from victor.registry import Registry
from victor.tree.blocks import Blocks


class Family(Protocol):
    """The interface of a feature family.

    A family whose columns depend on the task has a function ``known(task)`` in place of ``NAMES``;
    it raises a VictorError for settings that are invalid.
    """

    NAMES: Sequence[str]  # of its columns, without the prefix ``family.``

    def compute(self, blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
        """[n, len(names)] values of columns, without NaN or infinity.

        Args:
            blocks: the n blocks of a page; n > 0.
            names: some of the family's columns, in any order.
            task: the task.
        """


FAMILIES: Registry[Family] = Registry(
    "feature family",
    {
        "container": "victor.features.container",
        "split": "victor.features.split",
        "char": "victor.features.char",
        "token": "victor.features.token",
        "sentence": "victor.features.sentence",
        "duplicate": "victor.features.duplicate",
        "regexp": "victor.features.regexp",
        "bullet": "victor.features.bullet",
        "div_group": "victor.features.group:div",
        "td_group": "victor.features.group:td",
        "position": "victor.features.position",
        "document": "victor.features.document",
        "density": "victor.features.density",
        "ancestor": "victor.features.ancestor",
        "repeat": "victor.features.repeat",
        "attribute": "victor.features.attribute",
        "title": "victor.features.title",
        "landmark": "victor.features.landmark",
        "shape": "victor.features.shape",
        "generator": "victor.features.generator",
        "shallow": "victor.baselines.boilerpipe.shallow",
        "texrex": "victor.baselines.texrex.features",
    },
)


def known(family: str, task: Task) -> Sequence[str]:
    """The names of a family's columns for a task, without the prefix."""
    names = getattr(FAMILIES[family], "known", None)
    return names(task) if names else FAMILIES[family].NAMES


def known_columns(task: Task) -> list[str]:
    """The names of all columns of all families for a task, as ``family.name``."""
    return [f"{family}.{name}" for family in FAMILIES for name in known(family, task)]


def compute(blocks: Blocks, columns: Sequence[str], task: Task) -> Table:
    """The features of a page.

    Args:
        blocks: the n blocks of the page.
        columns: names as ``family.name``, in the order of the table's columns.
        task: the task.
    """
    # Column-major in memory, as columns are computed and discretised one by one.
    values = np.empty((len(columns), len(blocks)), np.float32).T
    if len(blocks):
        for family, places, names in _by_family(tuple(columns)):
            values[:, places] = FAMILIES[family].compute(blocks, names, task)
    return Table(tuple(columns), values)


@lru_cache(maxsize=64)
def _by_family(columns: tuple[str, ...]) -> list[tuple[str, slice | list[int], tuple[str, ...]]]:
    """Each family with the positions of its columns, and their names without the prefix."""
    places: dict[str, list[int]] = {}
    for place, column in enumerate(columns):
        places.setdefault(column.partition(".")[0], []).append(place)
    return [
        (family, as_slice(chosen), tuple(columns[i].partition(".")[2] for i in chosen))
        for family, chosen in places.items()
    ]
