"""Feature families: each computes columns for all blocks of a page at once.

A family is a module with the names of its columns, ``NAMES``, and a function ``prepare``. To add
one, write the module and list it in ``FAMILIES``.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

import numpy as np

from victor.config import Task
from victor.config.patterns import matching, starts
from victor.data import Table
from victor.features.columns import Columns, as_slice
from victor.registry import Registry
from victor.tree.blocks import Blocks


class Family(Protocol):
    """The interface of a feature family.

    A family whose columns depend on the task has a function ``known(task)`` instead of ``NAMES``;
    it raises a VictorError for invalid settings.
    """

    NAMES: Sequence[str]  # of its columns, without the prefix ``family.``

    def prepare(self, names: Sequence[str], task: Task) -> Columns:
        """A function from the n > 0 blocks of a page to the values [len(names), n] of the columns.

        Values are neither NaN nor infinite. Work that does not depend on the page is done here.

        Args:
            names: some of the family's columns, in any order.
            task: the task.
        """


FAMILIES: Registry[Family] = Registry(
    "feature family",
    {
        "container": "victor.features.container",
        "split": "victor.features.split",
        "char": "victor.features.texts:char",
        "token": "victor.features.texts:token",
        "sentence": "victor.features.texts:sentence",
        "duplicate": "victor.features.duplicate",
        "regexp": "victor.features.regexp",
        "bullet": "victor.features.bullet",
        "div_group": "victor.features.group:div",
        "td_group": "victor.features.group:td",
        "position": "victor.features.texts:position",
        "document": "victor.features.document",
        "density": "victor.features.texts:density",
        "ancestor": "victor.features.ancestor",
        "repeat": "victor.features.repeat",
        "attribute": "victor.features.attribute",
        "title": "victor.features.title_words",
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
    return _columns_of(FAMILIES, task)


def named_columns(pattern: str, task: Task) -> list[str]:
    """The known columns that match a pattern; imports only the families that it can name.

    Args:
        pattern: names with braces and wildcards.
        task: the task.
    """
    heads = starts(pattern)
    families = [
        family
        for family in FAMILIES
        if any(head.startswith(f"{family}.") or f"{family}.".startswith(head) for head in heads)
    ]
    return matching(pattern, _columns_of(families, task))


def _columns_of(families: Iterable[str], task: Task) -> list[str]:
    return [f"{family}.{name}" for family in families for name in known(family, task)]


def compute(blocks: Blocks, columns: Sequence[str], task: Task) -> Table:
    """The features of a page.

    Args:
        blocks: the n blocks of the page.
        columns: names as ``family.name``, in the order of the table's columns.
        task: the task.
    """
    return prepared(columns, task)(blocks)


def prepared(columns: Sequence[str], task: Task) -> Callable[[Blocks], Table]:
    """A reusable function from the blocks of a page to its features.

    Args:
        columns: see :func:`compute`, also for ``task``.
    """
    names, by_family = tuple(columns), _by_family(columns)
    parts = [
        FAMILIES[family].prepare([names[i].partition(".")[2] for i in places], task)
        for family, places in by_family.items()
    ]
    order = [place for places in by_family.values() for place in places]
    rows = as_slice(np.argsort(order).tolist()) if order else slice(0)

    def table(blocks: Blocks) -> Table:
        if not len(blocks) or not parts:
            return Table(names, np.zeros((len(blocks), len(names)), np.float32))
        # Column-major in memory, as columns are computed and discretised one by one.
        return Table(names, np.concatenate([part(blocks) for part in parts])[rows].T)

    return table


def _by_family(columns: Sequence[str]) -> dict[str, list[int]]:
    """The positions of the columns of each family."""
    places: dict[str, list[int]] = {}
    for place, column in enumerate(columns):
        places.setdefault(column.partition(".")[0], []).append(place)
    return places
