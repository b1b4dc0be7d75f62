"""Weights of decision trees from elsewhere: what the arrays say is checked before it is used."""

import numpy as np
import pytest

from victor.labelers.base import Space
from victor.labelers.crf.template import layout
from victor.labelers.trees.tree import Split, TreeLabeler, arrays

SPACE = Space(("token.words", "density.link"), ("paragraph", "other"), layout((), (2, 2)))
WEIGHTS = arrays(Split("token.words@-1", 5.0, (0.1, 0.9), (0.8, 0.2)))


def problem(**changed):
    return TreeLabeler((), SPACE).check({**WEIGHTS, **changed})


def test_a_tree_has_no_problem():
    assert problem() is None


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"column": WEIGHTS["column"].astype(np.float64)}, "not numbered by integers"),
        ({"low": WEIGHTS["low"] + 0.5}, "not numbered by integers"),
        ({"low": WEIGHTS["low"] * 0}, "do not form a tree"),
        ({"high": WEIGHTS["high"] + 9}, "do not form a tree"),
        ({"column": WEIGHTS["column"] + 9}, "do not form a tree"),
        ({"columns": np.array(["token.words@²"])}, "not a column at an offset"),
        ({"columns": np.array([f"token.words@{10**30}"])}, "not a column at an offset"),
        ({"columns": np.array(["token.wrods@1"])}, "not among the task's features"),
        ({"share": WEIGHTS["share"][:, :1]}, "has shape"),
    ],
)
def test_a_tampered_tree_is_refused(changed, said):
    assert said in problem(**changed)
