"""Scores against plain references and known values."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from victor.evaluate.metrics import cleaneval, labels
from victor.evaluate.metrics.characters import character_scores
from victor.evaluate.metrics.intervals import mean_interval
from victor.evaluate.metrics.words import word_scores

word_lists = st.lists(st.sampled_from("a b c d <p> <h>".split()), max_size=12)


def test_word_scores():
    assert word_scores("The cat sat", "the cat sat on THE mat") == (1.0, 0.5, pytest.approx(2 / 3))
    assert word_scores("", "") == (1, 1, 1)
    assert word_scores("x", "") == (0, 0, 0)
    assert word_scores("", "x") == (0, 0, 0)


def alignment(a, b):
    """Edit distance and the length of the alignment, by the textbook table."""
    table = np.zeros((len(a) + 1, len(b) + 1), int)
    table[:, 0], table[0] = range(len(a) + 1), range(len(b) + 1)
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            change = table[i - 1, j - 1] + (a[i - 1] != b[j - 1])
            table[i, j] = min(change, table[i - 1, j] + 1, table[i, j - 1] + 1)
    return table[-1, -1]


@given(word_lists, word_lists)
def test_edit_similarity(a, b):
    distance = alignment(a, b)
    found = cleaneval.edit_similarity(a, b)
    low, high = max(len(a), len(b), 1), max(len(a) + len(b), 1)
    assert 1 - distance / low - 1e-9 <= found <= 1 - distance / high + 1e-9
    assert cleaneval.edit_similarity(a, a) == 1


def test_cleaneval_scores():
    gold = "URL: http://a.example/\n\n<h>Title\n\n<p>One two three\n\n<l>item"
    assert cleaneval.task_scores(gold, gold) == {
        "text_and_markup": 1, "text_only": 1, "total": 1,
    }  # fmt: skip
    found = cleaneval.task_scores(gold.replace("<l>", "<p>"), gold)
    assert found["text_only"] == 1
    assert found["text_and_markup"] == pytest.approx(7 / 8)
    scores = cleaneval.evert_scores(gold.replace("<l>", "<p>"), gold)
    assert scores["evert_words_f1"] == scores["match_words_f1"] == 1
    assert scores["evert_markers_f1"] == pytest.approx(2 / 3)
    assert scores["evert_markers_unlabelled_f1"] == 1


def test_character_scores():
    assert character_scores("", "") == (1, 1, 1)
    assert character_scores("a", "") == (0, 0, 0)
    assert character_scores("", "a") == (0, 0, 0)
    precision, recall, f1 = character_scores("four five  ten", "ten\nfour five")
    assert (precision, recall) == (8 / 11, 8 / 11)  # in order, ten is not found
    assert np.isclose(f1, 8 / 11)
    precision, recall, _ = character_scores("menu text", "text and more")
    assert (precision, recall) == (1 / 2, 4 / 11)


@given(*[st.lists(st.sampled_from(("a", "bb", "cc", "ddd")), max_size=8)] * 2)
def test_characters_are_those_of_the_heaviest_common_subsequence(ours, theirs):
    """By the textbook's table over words."""
    table = np.zeros((len(ours) + 1, len(theirs) + 1))
    for i, one in enumerate(ours):
        for j, other in enumerate(theirs):
            same = table[i, j] + len(one) if one == other else 0
            table[i + 1, j + 1] = max(table[i, j + 1], table[i + 1, j], same)
    total = sum(map(len, ours))
    precision = character_scores(" ".join(ours), " ".join(theirs))[0]
    assert np.isclose(precision, table[-1, -1] / total if total else not theirs)


def test_labels():
    gold, ours = np.array([0, 0, 1, 2], np.int32), np.array([0, 1, 1, 2], np.int32)
    counts = labels.confusion(gold, ours, 3)
    assert labels.accuracy(counts) == 0.75
    assert labels.accuracy(labels.content_boilerplate(counts, other=2)) == 1
    assert labels.per_label(counts, "abc")["a"] == (1.0, 0.5, pytest.approx(2 / 3))


def test_intervals_hold_the_mean_and_do_not_vary():
    values = np.random.default_rng(0).random(50).tolist()
    mean, low, high = mean_interval(values)
    assert low < mean < high
    assert mean_interval(values) == (mean, low, high)


def test_the_scores_of_evert_do_not_begin_matches_with_frequent_words():
    words = " ".join(f"the w{i}" for i in range(200))
    scores = cleaneval.evert_scores(f"<p>{words}", f"<p>{words.replace('w', 'v')}")
    assert scores["match_words_f1"] == pytest.approx(0.5)
    assert scores["evert_words_f1"] < 0.1
