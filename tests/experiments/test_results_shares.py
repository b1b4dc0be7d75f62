"""What a limit of confidence keeps, and what conventions cost."""

import pytest

from experiments.results import collect, figures, run


def test_a_limit_says_how_many_pages_it_keeps_and_how_good_these_and_the_others_are():
    rows = [("article", 0.97, 1.0), ("article", 0.6, 0.5), ("product", 0.4, 0.25)]
    pages = [{"type": kind, "confidence": sure, "word_f1": f1} for kind, sure, f1 in rows]
    lines = run.thresholds({"pages": pages}).split("\n")
    assert "| 0.9 | 33 % | 50 % | 0 % | 1.000 | 0.375 |" in lines
    assert "| 0.5 | 67 % | 100 % | 0 % | 0.750 | 0.250 |" in lines


def test_conventions_are_compared_on_the_same_corpora():
    header, _, *lines = figures.conventions(collect.load()).split("\n")
    assert "wcxb-dev" not in header
    general, *conventions, trafilatura = [float(line.split("|")[-2]) for line in lines]
    assert general == pytest.approx(max(conventions), abs=0.005)  # as docs/conventions.md says
    assert trafilatura < min(general, *conventions)


def test_the_mean_is_that_of_the_corpora_that_are_named():
    found = {name: {"scores": {"a": [0, 0, f1]}} for name, f1 in (("x", 1), ("y", 0))}
    assert figures.mean({"accuracy": found}, "a", ["x"]) == pytest.approx(1)
