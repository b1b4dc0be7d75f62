"""The neural CRF: arrays against torch, the loss against enumeration, learning on sample pages."""

import importlib.util
import sys
import tracemalloc
from itertools import product

import numpy as np
import pytest
from conftest import DATA
from hypothesis import given, settings
from hypothesis import strategies as st
from networks import COLUMNS, LABELS, WIDTH, labeler, random_weights, score, values
from pages import blocks

from victor import config, decode, model, pipeline
from victor.data import Potentials, Table
from victor.errors import VictorError
from victor.evaluate import learning
from victor.evaluate.gold import read_gold
from victor.labelers import Instance
from victor.labelers.base import Training
from victor.labelers.neural import network as _network

needs_torch = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None, reason="torch is not installed"
)


def check(weights, columns=None):
    return labeler(columns).check(weights)


# The columns


def test_ranks_are_what_interpolation_column_by_column_gives():
    edges, ranks = _network.curves(values(5000))
    apply = _network.ranking({"edges": edges, "ranks": ranks})
    fresh = np.concatenate([values(400, 9), [[9] * COLUMNS, [-9] * COLUMNS]]).astype(np.float32)
    for column, found in enumerate(apply(fresh).T):
        places, first = np.unique(edges[column], return_index=True)
        wanted = np.interp(fresh[:, column], places, ranks[column][first])
        assert np.allclose(found, wanted, atol=0.02), column  # read from a table


def test_two_values_become_zero_and_one_and_others_spread_out():
    table = values(5000)
    edges, ranks = _network.curves(table)
    found = _network.ranking({"edges": edges, "ranks": ranks})(table)
    assert (found[:, 0] == table[:, 0]).all()
    assert not found[:, 1].any()
    for column in (2, 3, 4, 5):
        assert found[:, column].min() < -0.4
        assert found[:, column].max() > 0.7
        order = np.argsort(table[:, column], kind="stable")
        assert (np.diff(found[order, column]) >= 0).all()


# The network


@needs_torch
@settings(max_examples=15, deadline=None)
@given(st.lists(st.integers(1, 200), min_size=1, max_size=5), st.integers(0, 99))
def test_arrays_equal_torch(lengths, seed):
    from victor.labelers.neural import torch_network

    torch = pytest.importorskip("torch")
    weights = random_weights(seed)
    pages = [
        torch_network.TrainingPage(values(n, i), np.zeros(n, np.int32), np.ones(n, np.float32))
        for i, n in enumerate(lengths)
    ]
    batch = torch_network.padded(pages, _network.ranking(weights))
    names = [name for name in weights if name != "columns"]
    theirs = torch_network.scores({name: torch.tensor(weights[name]) for name in names}, batch)
    for page, found in zip(pages, theirs.numpy(), strict=True):
        assert np.allclose(score(weights, page.values).state, found[: len(page.y)], atol=1e-4)


@pytest.mark.parametrize("n", [0, 1, 2, 63, 64, 65])
def test_pages_of_few_blocks(n):
    found = score(random_weights(), values(n))
    assert found.state.shape == (n, LABELS)
    assert found.state.dtype == np.float64
    assert np.isfinite(found.state).all()
    assert decode.marginals(found).shape == (n, LABELS)


def test_chunks_of_a_long_page_are_scored_as_one(monkeypatch):
    table = values(300)
    whole = score(random_weights(), table).state
    monkeypatch.setattr(_network, "_CHUNK", 7)
    assert np.allclose(score(random_weights(), table).state, whole, atol=1e-4)


def test_a_very_long_page_needs_little_memory():
    table = values(100_000)
    tracemalloc.start()
    found = score(random_weights(), table).state
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert np.isfinite(found).all()
    assert peak < 12 * 100_000 * WIDTH * 4


def test_great_logits_do_not_overflow():
    weights = random_weights()
    weights["key"] = weights["key"] * 1e4
    assert np.isfinite(score(weights, values(90)).state).all()


# The loss


@needs_torch
@settings(max_examples=20, deadline=None)
@given(st.lists(st.integers(1, 6), min_size=1, max_size=4), st.integers(0, 999))
def test_the_loss_against_all_sequences(lengths, seed):
    from victor.labelers.neural import torch_network

    torch = pytest.importorskip("torch")
    random = np.random.default_rng(seed)
    pages = [
        torch_network.TrainingPage(
            np.zeros((n, 1), np.float32),
            random.integers(0, LABELS, n).astype(np.int32),
            random.integers(0, 300, n).astype(np.float32),
        )
        for n in lengths
    ]
    state = random.normal(0, 2, (len(pages), max(lengths), LABELS)).astype(np.float32)
    transition = random.normal(0, 1, (LABELS, LABELS)).astype(np.float32)
    batch = torch_network.padded(pages, lambda rows: rows)
    found = torch_network.loss(torch.tensor(state), torch.tensor(transition), batch)
    for page, scores, one in zip(pages, state, found.tolist(), strict=True):
        wanted = _loss_by_enumeration(scores[: len(page.y)], transition, page)
        assert one == pytest.approx(wanted, abs=1e-4)


def _loss_by_enumeration(state, transition, page):
    n = len(state)
    paths = np.array(list(product(range(LABELS), repeat=n)))
    totals = state[np.arange(n), paths].sum(axis=1)
    totals = totals + transition[paths[:, :-1], paths[:, 1:]].sum(axis=1)
    chance = np.exp(totals - totals.max())
    chance /= chance.sum()
    own = np.array([chance[paths[:, i] == page.y[i]].sum() for i in range(n)])
    weight = 1 + np.minimum(page.words, 100)
    chain = -np.log(chance[(paths == page.y).all(axis=1)].sum()) / n
    return chain - (np.log(own) * weight).sum() / weight.sum()


@needs_torch
def test_messages_are_the_decoders_marginals():
    from victor.labelers.neural import torch_network

    torch = pytest.importorskip("torch")
    random = np.random.default_rng(1)
    state, transition = random.normal(0, 2, (3, 37, LABELS)), random.normal(0, 1, (LABELS, LABELS))
    lengths = (37, 1, 18)
    real = np.array([[[float(i < n)] for i in range(37)] for n in lengths])
    given = (torch.tensor(array, dtype=torch.float32) for array in (state, transition, real))
    forward, backward = torch_network.messages(*given)
    found = (forward + backward).softmax(-1).numpy()
    for n, scores, marginals in zip(lengths, state, found, strict=True):
        wanted = decode.marginals(Potentials(scores[:n], transition))
        assert np.allclose(marginals[:n], wanted, atol=1e-4)


# Weights that do not fit


def test_weights_that_fit_are_let_through():
    assert check(random_weights()) is None


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"convolution": np.zeros((1, 3, WIDTH, WIDTH))}, "the array 'convolution' has shape"),
        ({"output_bias": np.full(LABELS, np.nan)}, "values that are not numbers"),
        ({"query": np.full((WIDTH, WIDTH), "x")}, "values that are not numbers"),
        ({"input_bias": np.zeros(6)}, "not a multiple of 4"),
        ({"columns": np.zeros((2, 2))}, "the array 'columns' is missing"),
        ({"columns": np.array(["column.0"])}, "learned with 1 columns, the task has 6"),
    ],
)
def test_weights_that_do_not_fit_are_reported(change, message):
    assert message in check(random_weights() | change)


@pytest.mark.parametrize("name", _network.shapes(1, 4, 2))
def test_missing_arrays_are_reported(name):
    weights = random_weights()
    del weights[name]
    assert f"{name!r} is missing" in check(weights)


def test_other_columns_are_reported():
    columns = [*random_weights()["columns"].tolist()[:-1], "other.name"]
    assert check(random_weights(), columns) == (
        "learned with the column 'column.5' where the task has 'other.name'"
    )


# Learning


def plan(**options):
    changes = {"labeler": {"neural_crf": {"width": 32, "min_steps": 0, **options}}}
    return pipeline.plan(config.override(config.load("web"), changes))


@pytest.fixture(scope="module")
def samples():
    return list(learning.examples(read_gold([DATA]), plan()))


@pytest.mark.slow
@needs_torch
def test_sample_pages_are_learned_and_cleaned(samples, tmp_path):
    how = plan(epochs=5, min_steps=160)
    steps = []
    learned = learning.learn(how, samples, progress=lambda *step: steps.append(step))
    assert len(steps) * 3 >= 160
    assert [epoch for epoch, _ in steps] == list(range(1, len(steps) + 1))
    assert steps[-1][1] < steps[0][1] / 4
    model.save(learned, tmp_path / "m")
    cleaner = pipeline.load(str(tmp_path / "m"))
    right = [cleaner.score(one.instance).state.argmax(axis=1) == one.y for one in samples]
    assert np.concatenate(right).mean() > 0.95
    text = cleaner.clean((DATA / "news-en.html").read_bytes()).text
    assert len(text.split()) > 50
    assert cleaner.clean(b"").text == ""


@needs_torch
def test_the_same_seed_gives_the_same_bytes_and_another_does_not(samples, tmp_path):
    torch = pytest.importorskip("torch")
    few = samples[:6]
    for name, seed, state in (("one", 1, 5), ("again", 1, 6), ("other", 2, 5)):
        torch.manual_seed(state)  # nothing hangs on it
        model.save(learning.learn(plan(epochs=2, seed=seed), few), tmp_path / name)
    one, again, other = (
        (tmp_path / name / "weights.npz").read_bytes() for name in ("one", "again", "other")
    )
    assert one == again
    assert one != other


@needs_torch
def test_learning_resumes_from_a_model(samples, tmp_path):
    first = learning.learn(plan(epochs=1), samples)
    model.save(first, tmp_path / "m")
    task = config.override(plan(epochs=1, resume_rate=1e-9).task, {"start": str(tmp_path / "m")})
    again = learning.learn(pipeline.plan(task), samples)
    for name, array in first.weights.items():
        if name != "columns":
            assert np.allclose(array, again.weights[name], atol=1e-6), name


@needs_torch
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"without": ["title.*"]}, "does not fit the task: learned with"),
        (
            {"labels": {"x": "paragraph", "o": "other"}},
            "does not fit the task: its labels are p, h, l, c, o",
        ),
        ({"labeler": "crf"}, "the labeler crf cannot start from a model"),
        ({"start": "wob"}, "unknown model 'wob'"),
    ],
)
def test_models_that_cannot_be_resumed(samples, changes, message):
    task = config.override(plan(epochs=1).task, {"start": "web", **changes})
    with pytest.raises(VictorError, match=message):
        learning.learn(pipeline.plan(task), samples[:1])


@needs_torch
def test_long_pages_are_learned_by_windows_and_empty_ones_are_skipped(samples, monkeypatch):
    from victor.labelers.neural import training

    monkeypatch.setattr(training, "_WINDOW", 16)
    monkeypatch.setattr(training, "_STEP", 40)
    seen = []
    padded = training.padded
    monkeypatch.setattr(training, "padded", lambda *given: seen.append(given[0]) or padded(*given))
    how = plan(epochs=1)
    empty = Instance(blocks(""), Table(how.columns, np.zeros((0, len(how.columns)), "f4")), None)
    pages = [empty, *(one.instance for one in samples)]
    how.learn(Training(pages, [np.zeros(0, np.int32), *(one.y for one in samples)]))
    assert sum(map(len, seen)) == len(samples)
    assert all(len(page.y) <= 16 for step in seen for page in step)
    assert all(len(step) * max(len(page.y) for page in step) <= 40 for step in seen)


@needs_torch
def test_a_width_that_the_heads_cannot_divide_is_reported(samples):
    with pytest.raises(VictorError, match="expected a multiple of 4, found 30"):
        learning.learn(plan(width=30), samples)


def test_learning_without_torch_says_what_is_missing(samples, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(VictorError, match=r"victor-cleaner\[neural\]"):
        learning.learn(plan(), samples)
