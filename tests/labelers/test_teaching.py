"""Conventions learned from a few pages, without torch: the derivative, and what changes."""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from networks import COLUMNS, LABELS, WIDTH, instance, labeler, random_weights, values

from victor.data import Table
from victor.decode import marginals
from victor.labelers import EMPTY_CODES, Instance
from victor.labelers.base import Training, without
from victor.labelers.neural import network as _network
from victor.labelers.neural import roles, site, teaching

OTHER = LABELS - 1
VECTORS = tuple(_network.CONVENTION.values())


def with_conventions(names=("captions", "titles")):
    """Weights of a small network with random conventions that is sure of what it says.

    It keeps a third of the blocks, and under the second convention another third.
    """
    random = np.random.default_rng(16)
    wanted = _network.convention_shapes(WIDTH, LABELS, len(names))
    weights = random_weights(16)
    weights |= {name: random.normal(0, 1, shape) for name, shape in wanted.items()}
    weights |= {name: 8 * weights[name] for name in _network.SCORES if name != "transition"}
    vectors = {name: weights[name].astype(np.float32) for name in (*VECTORS, *_network.SCORES)}
    return weights | vectors | {"conventions": np.array(names)}


def page(table, words=10.0):
    """A page of which only the columns and the words are known."""
    names = tuple(f"column.{i}" for i in range(COLUMNS))
    known = SimpleNamespace(
        words=np.full(len(table), words, np.float32),
        text=[""] * len(table),
        place=np.zeros(len(table), np.uint64),
    )
    return Instance(known, Table(names, table), EMPTY_CODES)


def content(weights, table, convention=None):
    """[n] whether each block is content, under a convention of the weights."""
    return chances(weights, table, convention) > 0.5


def chances(weights, table, convention=None):
    made = labeler()
    known = made.under(weights, convention) if convention else weights
    found = marginals(made.scorer(known)(instance(table)))
    return 1 - found[:, OTHER]


def teach(weights, pages, gold, name="mine"):
    y = [np.where(one, 0, OTHER).astype(np.int32) for one in gold]
    data = Training(list(map(page, pages)), y, start=weights, taught=name)
    # test_site.py and test_roles.py have what is left out
    return without(labeler().learn(data), (*site.NAMES, *roles.NAMES))


def loss(weights, pages, gold, convention):
    """The mean cross-entropy of what blocks are."""
    p = np.concatenate([chances(weights, one, convention) for one in pages])
    right = np.where(np.concatenate(gold), p, 1 - p)
    return float(-np.log(np.maximum(right, 1e-12)).mean())


# The network and its derivative


def product(network, table):
    return _network.ranking(network)(table) @ network["input"] + network["input_bias"]


@given(st.integers(1, 150), st.integers(0, 99))
def test_the_network_is_the_one_that_cleans(n, seed):
    weights, table = random_weights(seed), values(n, seed)
    found, _ = teaching._forward(weights, product(weights, table))
    assert np.allclose(found, _network.forward(weights)(table), atol=1e-3)


@pytest.mark.parametrize(("n", "seed"), [(1, 0), (2, 1), (40, 1), (33, 2), (100, 3)])
def test_the_gradient_is_what_small_steps_show(n, seed):
    """Without transitions, where the messages of the chain are constant indeed."""
    weights = random_weights(seed)
    network = {name: a.astype(np.float64) for name, a in weights.items() if name != "columns"}
    network["transition"] *= 0
    table = values(n, seed + n)
    lesson = teaching.Lesson(table, table[:, 3] > 0.5, 1 + 20 * table[:, 4], 2 * table[:, 2] - 1)
    (taught,) = teaching._pages(network, [lesson], np.arange(LABELS) != OTHER)
    step, moves = 2**-16, np.eye(WIDTH + LABELS) * 2**-16
    _, slope = teaching._gradient(network, taught, np.zeros(WIDTH + LABELS))
    losses = [[teaching._gradient(network, taught, p)[0] for p in (one, -one)] for one in moves]
    wanted = [(above - below) / (2 * step) for above, below in losses]
    assert np.abs(wanted).max() > 0.01
    assert np.allclose(slope, wanted, atol=1e-3)


# What is learned


def test_pages_of_a_known_convention_teach_it():
    """And pages that were not taught are labelled as under that convention."""
    weights = with_conventions()
    pages = [values(60, seed) for seed in range(40)]
    gold = [content(weights, one, "titles") for one in pages]
    learned = teach(weights, pages, gold)
    assert loss(learned, pages, gold, "mine") < loss(weights, pages, gold, None) / 2
    fresh = values(400, 99)
    wanted = content(weights, fresh, "titles")
    before = (content(weights, fresh) == wanted).mean()
    after = (content(learned, fresh, "mine") == wanted).mean()
    assert before < 0.75
    assert after > 0.9


def test_more_pages_teach_more():
    weights, fresh = with_conventions(), values(400, 99)
    pages = [values(60, seed) for seed in range(60)]
    gold = [content(weights, one, "titles") for one in pages]
    wanted = content(weights, fresh, "titles")
    taught = [teach(weights, pages[:count], gold[:count]) for count in (10, 25, 60)]
    right = [(content(one, fresh, "mine") == wanted).mean() for one in taught]
    assert (content(weights, fresh) == wanted).mean() < right[0] < right[1] < right[2]


def test_pages_that_agree_with_the_model_change_little():
    weights = with_conventions()
    pages = [values(60, seed) for seed in range(5)]
    learned = teach(weights, pages, [content(weights, one) for one in pages])
    fresh = values(400, 99)
    assert (content(learned, fresh, "mine") == content(weights, fresh)).mean() > 0.9


@pytest.mark.parametrize("wanted", [True, False])
def test_a_model_without_conventions_learns_to_keep_more_or_less(wanted):
    weights = random_weights()
    pages = [values(50, seed) for seed in range(4)]
    learned = teach(weights, pages, [np.full(50, wanted)] * 4)
    difference = chances(learned, values(300, 9), "mine") - chances(weights, values(300, 9))
    assert (difference if wanted else -difference).min() > 0
    assert labeler().conventions(learned) == ["mine"]


def test_nothing_else_of_the_model_changes():
    weights = with_conventions()
    pages = [values(30, seed) for seed in range(3)]
    learned = teach(weights, pages, [one[:, 0] > 0 for one in pages])
    assert labeler().check(learned) is None
    assert labeler().conventions(learned) == ["captions", "titles", "mine"]
    for name, array in weights.items():
        rows = learned[name][:2] if name in ("conventions", *VECTORS) else learned[name]
        assert np.array_equal(rows, array), name


def test_a_convention_taught_again_takes_the_place_of_the_first():
    weights = with_conventions()
    pages = [values(30, seed) for seed in range(3)]
    gold = [one[:, 0] > 0 for one in pages]
    first = teach(weights, pages, [~one for one in gold])
    again, fresh = teach(first, pages, gold), teach(weights, pages, gold)
    assert labeler().conventions(again) == ["captions", "titles", "mine"]
    assert loss(again, pages, gold, "mine") < loss(first, pages, gold, "mine")
    assert loss(again, pages, gold, "mine") < 1.1 * loss(fresh, pages, gold, "mine")


def test_the_same_pages_teach_the_same():
    weights, pages = with_conventions(), [values(40, seed) for seed in range(3)]
    gold = [one[:, 4] > 0.5 for one in pages]
    one, again = (teach(weights, pages, gold) for _ in range(2))
    assert all(np.array_equal(one[name], again[name]) for name in one)


def test_one_wrong_page_among_ten_does_not_decide():
    weights = with_conventions()
    pages = [values(60, seed) for seed in range(10)]
    gold = [content(weights, one, "titles") for one in pages]
    nine = teach(weights, pages[:9], gold[:9])
    ten = teach(weights, pages, [*gold[:9], ~gold[9]])
    fresh = values(400, 99)
    wanted = content(weights, fresh, "titles")
    right = [(content(one, fresh, "mine") == wanted).mean() for one in (nine, ten)]
    assert min(right) > 0.8
    assert abs(right[0] - right[1]) < 0.02


def test_a_page_that_contradicts_the_model_loses_weight():
    weights = with_conventions()
    network = {name: a for name, a in weights.items() if a.dtype.kind == "f"}
    tables = [values(60, seed) for seed in range(5)]
    gold = [content(weights, one) for one in tables]
    gold[2] = ~gold[2]
    words = np.ones(60, np.float32)
    none = np.zeros(60)
    lessons = [teaching.Lesson(*one, words, none) for one in zip(tables, gold, strict=True)]
    pages = teaching._pages(network, lessons, np.arange(LABELS) != OTHER)
    found = [one.weight.sum() for one in teaching._trusted(network, pages)]
    assert np.argmin(found) == 2
    assert found[2] < max(found) / 2


def test_a_gradient_counts_as_far_as_the_pages_agree():
    alike, opposed = np.full(10, 0.3), np.tile([1.0, -1.0], 5)
    most = np.where(np.arange(10) < 8, 1.0, 0.0)
    columns = np.array([alike, -alike, opposed, most]).T
    found = teaching._agreed(columns)
    assert np.allclose(found[:3], [0.3, -0.3, 0])
    assert 0.5 < found[3] < 0.8
    assert np.array_equal(teaching._agreed(columns[3:4]), columns[3])


def test_no_gradient_is_longer_than_the_median():
    columns = np.random.default_rng(1).normal(0.5, 0.1, (10, 4))
    scale = np.where(np.arange(10) == 2, 100.0, 1.0)[:, None]
    longer, longest = (teaching._agreed(columns * factor) for factor in (scale, scale**2))
    assert np.allclose(longer, longest)
    assert np.allclose(longer, teaching._agreed(columns), atol=0.1)


def test_pages_of_few_blocks_and_of_very_many(monkeypatch):
    monkeypatch.setattr(teaching, "_WINDOW", 50)
    weights = with_conventions()
    pages = [values(n, n) for n in (0, 1, 2, 33, 200)]
    gold = [one[:, 4] > 0.5 for one in pages]
    learned = teach(weights, pages, gold)
    assert labeler().check(learned) is None
    cut = teach(weights, [one[:50] for one in pages[1:]], [one[:50] for one in gold[1:]])
    assert all(np.array_equal(learned[name], cut[name]) for name in learned)
