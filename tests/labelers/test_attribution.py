"""Attribution by differences: how often a page is scored, and what the parts sum to."""

import numpy as np
import pytest

from victor.data import Table
from victor.labelers.attribution import by_differences

NAMES = tuple(f"{family}.{i}" for family in ("token", "char", "split") for i in range(9))


def found(blocks):
    """The attribution of a page of random values, and how often the page was scored for it."""
    random = np.random.default_rng(0)
    weights = random.normal(size=len(NAMES))
    values = random.normal(size=(blocks, len(NAMES))).astype(np.float32)
    scored = []

    def difference(values):
        scored.append(1)
        return np.tanh(values @ weights)

    made = by_differences(difference, Table(NAMES, values), np.zeros(len(NAMES), np.float32))
    assert made.parts.sum(axis=1) == pytest.approx(np.tanh(values @ weights), abs=1e-5)
    return made, len(scored)


def test_a_page_of_usual_length_is_explained_by_columns():
    made, _ = found(30)
    assert [one.name for one in made.origins] == [*NAMES, "baseline"]


def test_a_long_page_is_explained_by_families_and_scored_less_often():
    made, scored = found(5000)
    assert [one.name for one in made.origins] == ["token.*", "char.*", "split.*", "baseline"]
    assert made.origins[0].columns == NAMES[:9]
    assert scored <= 7
