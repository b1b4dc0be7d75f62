"""Feature families: each makes columns for all blocks of a page at once.

A family is a module with two functions: ``known`` names its columns for a task, ``compute`` makes
those asked for. To add one: a module, and its line in ``FAMILIES``.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

import numpy as np

from victor.arrays import Floats
from victor.config import Task
from victor.data import Table
from victor.registry import Registry
from victor.tree.blocks import Blocks


class Family(Protocol):
    """What a feature module offers."""

    def known(self, task: Task) -> Sequence[str]:
        """The names of its columns, without the family's.

        Raises:
            VictorError: the task's settings of the family are wrong.
        """

    def compute(self, blocks: Blocks, names: Sequence[str], task: Task) -> Floats:
        """[n, len(names)] the columns of those names."""


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
        "style": "victor.features.style",
        "generator": "victor.features.generator",
        "shallow": "victor.baselines.boilerpipe.shallow",
        "texrex": "victor.baselines.texrex.features",
    },
)


def known_columns(task: Task) -> list[str]:
    """Every column that the families offer under a task, as ``family.name``."""
    return [
        f"{family}.{name}" for family, module in FAMILIES.items() for name in module.known(task)
    ]


def compute(blocks: Blocks, columns: Sequence[str], task: Task) -> Table:
    """The features of a page: one row per block, ``columns`` in their order."""
    # Column by column in memory: that is how columns are made, and how they are discretised.
    values = np.zeros((len(columns), len(blocks)), np.float32).T
    if len(blocks):
        for family, places, names in _by_family(tuple(columns)):
            values[:, places] = FAMILIES[family].compute(blocks, names, task)
    return Table(tuple(columns), values)


@lru_cache(maxsize=64)
def _by_family(columns: tuple[str, ...]) -> list[tuple[str, slice | list[int], list[str]]]:
    """Each family with the places of its columns and their names within it."""
    places: dict[str, list[int]] = {}
    for place, column in enumerate(columns):
        places.setdefault(column.partition(".")[0], []).append(place)
    return [
        (family, _run(chosen), [columns[i].partition(".")[2] for i in chosen])
        for family, chosen in places.items()
    ]


def _run(places: list[int]) -> slice | list[int]:
    """Places in a row as a slice, which is written to faster."""
    run = slice(places[0], places[0] + len(places))
    return run if places == list(range(run.start, run.stop)) else places
