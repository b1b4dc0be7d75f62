"""texrex: its columns by example and by plain references, the perceptron against torch."""

import importlib.util
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pages import markup, text_of, texts

from victor import config, features, pipeline
from victor.baselines.texrex import perceptron
from victor.data import Table
from victor.decode import decode
from victor.labelers import EMPTY_CODES, Instance, Space
from victor.labelers.base import Training
from victor.labelers.crf.template import layout
from victor.page import read_page
from victor.pipeline import blocks_of

PLAN = pipeline.plan(config.load("texrex"))
needs_torch = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None, reason="torch is not installed"
)


def blocks(html):
    return blocks_of(PLAN, read_page(html))


def column(page, name):
    return features.compute(page, [f"texrex.{name}"], PLAN.task).values[:, 0]


# The columns


def test_there_are_as_many_as_in_the_paper():
    assert len(PLAN.columns) == 37


@given(markup())
def test_all_columns_are_between_0_and_1(html):
    values = features.compute(blocks(html), PLAN.columns, PLAN.task).values
    assert np.isfinite(values).all()
    assert ((values >= 0) & (values <= 1)).all()


def test_markup_is_the_bytes_of_tags_beside_those_of_the_text():
    page = blocks('<html><body><p class="x">Grün</p><p>b</p></body></html>')
    first = len("<html><body><p class='x'>")
    second = len("</p><p>")
    whole = first + second + len("</p></body></html>")
    assert np.allclose(column(page, "markup"), [first / (first + 5), second / (second + 1)])
    assert np.allclose(column(page, "page_markup"), whole / (whole + 6))


@given(texts)
def test_windows_are_means_with_the_ends_repeated(lines):
    page = text_of(*lines)
    own = column(page, "markup").tolist()
    for name, reach in (("markup_3", 1), ("markup_5", 2)):
        around = [
            [own[min(max(i + d, 0), len(own) - 1)] for d in range(-reach, reach + 1)]
            for i in range(len(own))
        ]
        assert np.allclose(column(page, name), [np.mean(row) for row in around], atol=1e-6)


@given(texts)
def test_what_is_counted_is_counted_block_by_block(lines):
    page = text_of(*lines)
    for name, pattern in (("urls", r"(?:https?://|www\.)\S+"), ("emails", r"@[\w-]+\.\w")):
        wanted = [len(re.findall(pattern, t)) / len(re.sub(r"\s", "", t)) for t in page.text]
        assert np.allclose(column(page, name), wanted)


def test_containers_tags_and_empty_blocks():
    page = blocks("<body><div><p></p><p></p>a <a href=x>b</a><h2>c</h2>d</div>e</body>")
    assert list(page.text) == ["a b", "c", "d", "e"]
    assert column(page, "in_div").tolist() == [1, 0, 1, 0]
    assert column(page, "in_heading").tolist() == [0, 1, 0, 0]
    assert column(page, "outside").tolist() == [0, 0, 1, 1]
    assert np.allclose(column(page, "empty_before"), [2 / 20, 0, 0, 0])
    assert np.allclose(column(page, "anchors"), [1 / 2, 0, 0, 0])
    assert np.allclose(column(page, "opening")[1:], [1 / 2, 0, 0])


def test_places_are_measured_from_the_middle():
    page = text_of("aa", "bb", "cc", "dd")
    assert np.allclose(column(page, "block_distance"), [1, 0.5, 0, 0.5])
    assert np.allclose(column(page, "text_distance"), [0.75, 0.25, 0.25, 0.75])
    assert np.allclose(column(page, "length_share"), 0.25)
    assert np.allclose(column(page, "length"), 0.002)


def test_characters_and_sentences():
    page = text_of("Ab. cD! 2013", "© no end", "12:30")
    assert np.allclose(column(page, "upper"), [0.5, 0, 0])
    assert np.allclose(column(page, "num"), [0.4, 0, 0.8])
    assert np.allclose(column(page, "punct"), [0.2, 0, 0.2])
    assert np.allclose(column(page, "years"), [0.1, 0, 0])
    assert column(page, "copyright").tolist() == [0, 1, 0]
    assert column(page, "no_sentence").tolist() == [0, 1, 1]
    assert np.allclose(column(page, "sentences"), [0.2, 0.1, 0.1])
    assert np.allclose(column(page, "sentence_length"), [0.06, 0.08, 0.05])


@pytest.mark.parametrize(
    ("declared", "wanted"),
    [
        ("<!DOCTYPE html>", "html5"),
        ('<!doctype HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">', "html4"),
        ('<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN">', "xhtml"),
        ("", ""),
    ],
)
def test_the_doctype_is_one_of_three_or_none(declared, wanted):
    page = blocks(f"{declared}<p>x</p>")
    for name in ("html4", "html5", "xhtml"):
        assert column(page, f"doctype_{name}").tolist() == [name == wanted]


# The perceptron


def random_weights(columns=5, hidden=3, labels=2, threshold=0.5, seed=0):
    random = np.random.default_rng(seed)
    shapes = perceptron._shapes(columns, hidden, labels)
    weights = {name: random.normal(0, 1, shape) for name, shape in shapes.items()}
    return {
        "columns": np.array([f"column.{i}" for i in range(columns)]),
        "threshold": np.array([threshold], np.float32),
        **{name: array.astype(np.float32) for name, array in weights.items()},
    }


def labeler(columns=5, labels=2, **options):
    names = tuple(f"column.{i}" for i in range(columns))
    roles = ("paragraph", *("header", "list", "continuation")[: labels - 2], "other")
    space = Space(names, roles, layout((), ()))
    return perceptron.Perceptron(perceptron.Options(**options), space)


def instance(values):
    names = tuple(f"column.{i}" for i in range(values.shape[1]))
    return Instance(None, Table(names, values.astype(np.float32)), EMPTY_CODES)


@needs_torch
@given(st.integers(0, 20), st.integers(2, 5), st.integers(0, 99))
def test_arrays_give_what_torch_gives(n, labels, seed):
    import torch

    weights = random_weights(labels=labels, seed=seed)
    values = np.random.default_rng(seed).random((n, 5)).astype(np.float32)
    free = {k: torch.from_numpy(w) for k, w in weights.items() if w.dtype.kind == "f"}
    wanted = perceptron.outputs(torch.from_numpy(values), free).numpy()
    assert np.allclose(perceptron.forward(weights, values), wanted, atol=1e-6)


@given(st.floats(0.05, 0.95), st.integers(0, 99))
def test_boilerplate_is_what_scores_above_the_threshold(threshold, seed):
    weights = random_weights(threshold=threshold, seed=seed)
    page = instance(np.random.default_rng(seed).random((30, 5)))
    scores = perceptron.forward(weights, page.table.values)[:, 0]
    potentials = labeler().scorer(weights)(page)
    found = decode(potentials, np.ones(30, np.float32), 1, "marginal").y
    sure = np.abs(scores - threshold) > 1e-5
    assert (found[sure] == (scores > weights["threshold"][0])[sure]).all()


@needs_torch
def test_it_learns_what_no_straight_line_divides():
    random = np.random.default_rng(0)
    values = random.random((400, 4)).astype(np.float32)
    y = ((values[:, 0] > 0.5) ^ (values[:, 1] > 0.5)).astype(np.int32)
    errors = []
    network = labeler(4, hidden=6, epochs=400)
    weights = network.learn(
        Training([instance(values)], [y], lambda _, error: errors.append(error))
    )
    found = perceptron.forward(weights, values)[:, 0] > 0.5
    assert len(errors) == 400
    assert (found == y).mean() > 0.95
    assert weights["input"].shape == (4, 6)
    assert network.check(weights) is None


@pytest.mark.parametrize("name", list(random_weights()))
def test_weights_that_do_not_fit_are_reported(name):
    assert labeler().check(random_weights()) is None
    assert labeler(labels=3).check(random_weights())
    assert labeler(columns=4).check(random_weights())
    assert name in labeler().check({k: w for k, w in random_weights().items() if k != name})
