"""Decoding against enumeration of all labellings."""

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from victor.data import Labels, Potentials
from victor.decode import UNSURE, decode, expected_f1, greatest_expected_f1, marginals, viterbi


@st.composite
def potentials(draw):
    seed, n, k = draw(st.integers(0, 10_000)), draw(st.integers(0, 6)), draw(st.integers(2, 3))
    random = np.random.default_rng(seed)
    transition = random.normal(size=(k, k)) * 2 if draw(st.booleans()) else None
    return Potentials(random.normal(size=(n, k)) * 3, transition)


def score(p, y):
    total = sum(p.state[i, label] for i, label in enumerate(y))
    if p.transition is not None:
        total += sum(p.transition[a, b] for a, b in pairwise(y))
    return total


@given(potentials())
def test_marginals_are_sums_over_all_labellings(p):
    n, k = p.state.shape
    expected = np.zeros((n, k))
    for y in product(range(k), repeat=n):
        for i, label in enumerate(y):
            expected[i, label] += np.exp(score(p, y))
    expected /= np.maximum(expected.sum(axis=1, keepdims=True), 1e-300)
    assert np.allclose(marginals(p), expected)


@given(potentials())
def test_viterbi_finds_the_best_labelling(p):
    n, k = p.state.shape
    found = viterbi(p).tolist()
    best = max(score(p, y) for y in product(range(k), repeat=n))
    assert score(p, found) == pytest.approx(best)


def test_long_pages_neither_overflow_nor_vanish():
    random = np.random.default_rng(0)
    p = Potentials(random.normal(size=(20_000, 5)) * 30, random.normal(size=(5, 5)) * 10)
    scores = marginals(p)
    assert np.isfinite(scores).all()
    assert np.allclose(scores.sum(axis=1), 1)


page = st.lists(st.tuples(st.floats(0.001, 0.999), st.integers(1, 50)), min_size=1, max_size=8)
betas = st.floats(0.05, 20)


def expected(p, words, chosen, beta=1.0):
    """F-beta of sums; for an empty set, the probability that nothing is content."""
    chosen = np.array(chosen, bool)
    if not chosen.any():
        return np.prod(1 - p)
    below = words[chosen].sum() + beta**2 * (words * p).sum()
    return (1 + beta**2) * (words * p)[chosen].sum() / below


@given(page, betas)
def test_the_chosen_set_has_the_greatest_expected_f_beta(blocks, beta):
    """Of all sets: the best is always a prefix."""
    p, words = (np.array(column, float) for column in zip(*blocks, strict=True))
    best = max(expected(p, words, c, beta) for c in product((0, 1), repeat=len(p)))
    found = greatest_expected_f1(p, words, beta)
    assert expected(p, words, found, beta) == pytest.approx(best)


@given(page, st.integers(0, 255))
def test_expected_f1_of_any_choice(blocks, choice):
    p, words = (np.array(column, float) for column in zip(*blocks, strict=True))
    chosen = np.array([choice >> i & 1 for i in range(len(p))])
    labels = Labels(1 - chosen.astype(np.int32), np.stack((p, 1 - p), axis=1))
    found = expected_f1(labels, words, other=1)
    assert found == pytest.approx(expected(p, words, chosen))
    assert 0 <= found <= 1


@given(page, st.tuples(betas, betas).map(sorted))
def test_a_greater_beta_chooses_supersets(blocks, pair):
    p, words = (np.array(column, float) for column in zip(*blocks, strict=True))
    less, more = (greatest_expected_f1(p, words, beta) for beta in pair)
    assert not less.any() or not more.any() or (more >= less).all()


@given(page, betas, betas)
def test_a_page_that_is_unsure_is_decided_with_another_beta(blocks, beta, unsure):
    p, words = (np.array(column, float) for column in zip(*blocks, strict=True))
    usual = greatest_expected_f1(p, words, beta)
    changes = usual.any() and p.max() < UNSURE and 1 <= beta < unsure
    wanted = greatest_expected_f1(p, words, unsure) if changes else usual
    assert (greatest_expected_f1(p, words, beta, unsure) == wanted).all()


def test_more_is_kept_of_an_unsure_page_and_of_no_other():
    """Blocks of ten words each, in a chain without transitions: content, or boilerplate."""
    words, none = np.full(4, 10.0), np.zeros((2, 2))
    sure, unsure = (
        Potentials(np.log([[p, 1 - p] for p in page]), none)
        for page in ((0.9, 0.8, 0.2, 0.1), (0.39, 0.3, 0.1, 0.02))
    )

    def kept(potentials, *betas):
        return (decode(potentials, words, 1, "expected_f1", *betas).y == 0).tolist()

    assert kept(sure, 1, 4) == kept(sure) == [True, True, False, False]
    assert kept(unsure) == [True, True, False, False]
    assert kept(unsure, 1, 4) == [True, True, True, False]
    assert kept(unsure, 0.9, 4) == kept(unsure, 0.9)


@given(potentials(), betas)
def test_beta_is_a_cost_of_missed_content_for_the_other_methods(p, beta):
    n, k = p.state.shape
    words, other = np.ones(n), k - 1
    boilerplate = np.log(beta**2) * (np.arange(k) == other)

    def cost(y):
        return score(p, y) - sum(boilerplate[label] for label in y)

    found = decode(p, words, other, "viterbi", beta).y.tolist()
    assert cost(found) == pytest.approx(max(cost(y) for y in product(range(k), repeat=n)))
    scores = marginals(p) / np.exp(boilerplate)
    y = decode(p, words, other, "marginal", beta).y
    assert np.allclose(scores[np.arange(n), y], scores.max(axis=1, initial=0))


@pytest.mark.parametrize("method", ["viterbi", "marginal", "expected_f1"])
def test_a_page_without_blocks_decodes(method):
    labels = decode(Potentials(np.zeros((0, 5)), np.zeros((5, 5))), np.zeros(0), 4, method)
    assert labels.y.shape == (0,)
    assert labels.scores.shape == (0, 5)
    assert expected_f1(labels, np.zeros(0), 4) == 1


def test_expected_f1_keeps_labels_within_the_choice():
    p = Potentials(np.array([[2.0, 1, 0], [0, 0, 9], [1, 2, 0]]), np.zeros((3, 3)))
    labels = decode(p, np.array([10, 10, 10.0]), other=2, method="expected_f1")
    assert labels.y.tolist() == [0, 2, 1]
