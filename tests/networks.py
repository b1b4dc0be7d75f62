"""A small network that tests share: weights, values and scores."""

import numpy as np

from victor.data import Table
from victor.labelers import EMPTY_CODES, Instance, Space
from victor.labelers.crf.template import layout
from victor.labelers.neural import network as _network
from victor.labelers.neural.labeler import NeuralCRF, Options

COLUMNS, WIDTH, LABELS = 6, 16, 3


def random_weights(seed=0):
    """Weights of a small network, all of them non-zero."""
    random = np.random.default_rng(seed)
    wanted = _network.shapes(COLUMNS, WIDTH, LABELS)
    weights = {name: random.normal(0, 0.4, shape) for name, shape in wanted.items()}
    weights["edges"], weights["ranks"] = _network.curves(values(500, seed))
    names = np.array([f"column.{i}" for i in range(COLUMNS)])
    return {n: w.astype(np.float32) for n, w in weights.items()} | {"columns": names}


def values(n, seed=0):
    """Columns of several kinds: two values, one value, counts, a peak at zero, even, skewed."""
    random = np.random.default_rng(seed)
    even = random.random(n)
    columns = (even > 0.7, np.zeros(n), random.poisson(3, n), even * (even > 0.6), even, even**3)
    return np.stack(columns, axis=1).astype(np.float32)


def instance(table):
    names = tuple(f"column.{i}" for i in range(table.shape[1]))
    return Instance(None, Table(names, table), EMPTY_CODES)


def labeler(columns=None, labels=LABELS, **options):
    """The labeler for the small network's columns."""
    names = columns or [f"column.{i}" for i in range(COLUMNS)]
    roles = ("paragraph", "list", "other")[-labels:]
    return NeuralCRF(Options(**options), Space(tuple(names), roles, layout((), ())))


def score(weights, table):
    return labeler().scorer(weights)(instance(table))
