"""Calibration, confidence and the precision-recall trade-off, against plain references."""

import json

import numpy as np
import pytest
from conftest import DATA
from hypothesis import given
from hypothesis import strategies as st

from victor.evaluate.calibration import confidence
from victor.evaluate.evaluation import BETAS, Prediction
from victor.evaluate.metrics.calibration import (
    calibration_error,
    precision_at,
    precision_recall,
    recall_at,
    reliability,
    spearman,
)

items = st.lists(
    st.tuples(
        st.one_of(st.floats(0, 1), st.sampled_from([0.0, 0.1, 0.3, 0.7, 1.0])),
        st.booleans(),
        st.integers(0, 20),
    ),
    max_size=30,
)


def columns(rows):
    return [np.array([row[i] for row in rows], kind) for i, kind in enumerate((float, bool, int))]


@given(items)
def test_calibration_error_is_that_of_a_plain_loop(rows):
    bins = {}
    for p, content, weight in rows:
        bins.setdefault(min(int(p * 10), 9), []).append((p, content, weight))
    whole = sum(weight for _, _, weight in rows)
    error = 0.0
    for inside in bins.values():
        weight = sum(w for _, _, w in inside)
        if weight:
            predicted = sum(p * w for p, _, w in inside) / weight
            observed = sum(content * w for _, content, w in inside) / weight
            error += weight / whole * abs(predicted - observed)
    found = reliability(*columns(rows))
    assert len(found) == 10
    assert sum(one.weight for one in found) == whole
    assert calibration_error(found) == pytest.approx(error)


@given(items)
def test_precision_and_recall_of_every_threshold(rows):
    total = sum(weight for _, content, weight in rows if content)
    expected = []
    for threshold in sorted({p for p, _, weight in rows if weight}, reverse=True):
        taken = [row for row in rows if row[0] >= threshold]
        right = sum(weight for _, content, weight in taken if content)
        expected.append((right / sum(row[2] for row in taken), right / (total or 1)))
    precision, recall = curve = precision_recall(*columns(rows))
    pairs = list(zip(precision, recall, strict=True))
    assert pairs == [pytest.approx(pair) for pair in expected]
    assert precision_at(0.9, curve) == max((p for p, r in pairs if r >= 0.9), default=0)
    assert recall_at(0.95, curve) == max((r for p, r in pairs if p >= 0.95), default=0)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=12))
def test_spearman_is_the_correlation_of_mean_ranks(pairs):
    def rank(values):
        return [
            sum(v < value for v in values) + (sum(v == value for v in values) + 1) / 2
            for value in values
        ]

    first, second = ([pair[i] for pair in pairs] for i in (0, 1))
    found = spearman(first, second)
    if len(set(first)) < 2 or len(set(second)) < 2:
        assert found == 0
    else:
        assert found == pytest.approx(np.corrcoef(rank(first), rank(second))[0, 1])


def test_confidence_shows_both_ends():
    empty = np.zeros(0)
    predictions = [Prediction(i / 20, empty, empty, empty, ()) for i in range(20)]
    found = confidence(predictions, [i / 40 for i in range(20)])
    assert found["spearman"] == pytest.approx(1)
    groups = {group["part"]: group for group in found["groups"]}
    assert groups["least confident tenth"]["pages"] == 2
    assert groups["least confident tenth"]["confidence"] == pytest.approx(0.025)
    assert groups["most confident quarter"]["word_f1"] == pytest.approx(17 / 40)
    assert groups["all"]["pages"] == 20


@pytest.mark.slow
def test_diagnostics_of_evaluate(cli, tmp_path):
    report, again = tmp_path / "scores.json", tmp_path / "again.json"
    options = ("evaluate", "--config", "web-crf", "--folds", 3, "--scores", "words", DATA, "--json")
    status, out, _ = cli(*options, report)
    assert cli(*options, again, "--workers", 2)[0] == 0
    assert again.read_bytes() == report.read_bytes()
    assert status == 0
    for line in ("| probability of content |", "| least confident tenth | 1 |", "| prefer ("):
        assert line in out
    row = json.loads(report.read_text())
    blocks = sum(map(sum, row["confusion"]))
    assert sum(one["weight"] for one in row["calibration"]["blocks"]["bins"]) == blocks
    assert [one["beta"] for one in row["tradeoff"]] == list(BETAS)
    unchanged = row["tradeoff"][BETAS.index(1)]
    for name in ("word_precision", "word_recall", "word_f1"):
        assert unchanged[name] == pytest.approx(row["means"][name]["mean"])
    recall = [one["word_recall"] for one in row["tradeoff"]]
    assert recall == pytest.approx(sorted(recall), abs=0.02)
    assert all(0 <= page["confidence"] <= 1 for page in row["pages"])


def test_prefer_of_evaluate_is_a_point_of_the_tradeoff(cli, tmp_path, sample_model):
    def measure(*options):
        report = tmp_path / "scores.json"
        command = ("evaluate", "--model", sample_model, "--scores", "words", "--json", report)
        assert cli(*command, *options, DATA)[0] == 0
        return json.loads(report.read_text())

    row, plain = measure("--prefer", "4"), measure()
    assert row["how"].endswith("prefer 4")
    assert row["tradeoff"] == plain["tradeoff"]
    assert row["means"]["word_recall"]["mean"] == pytest.approx(row["tradeoff"][-1]["word_recall"])


def test_without_words_there_is_calibration_alone(cli, tmp_path, sample_model):
    report = tmp_path / "scores.json"
    options = ("--model", sample_model, "--scores", "cleaneval", "--json", report)
    assert cli("evaluate", *options, DATA)[0] == 0
    row = json.loads(report.read_text())
    assert {"calibration", "confidence", "tradeoff"} & set(row) == {"calibration"}


def test_projected_gold_has_no_diagnostics(cli, tmp_path):
    report = tmp_path / "scores.json"
    assert cli("evaluate", "--ceiling", "--scores", "words", "--json", report, DATA)[0] == 0
    row = json.loads(report.read_text())
    assert not {"calibration", "confidence", "tradeoff"} & set(row)
    assert "confidence" not in row["pages"][0]
