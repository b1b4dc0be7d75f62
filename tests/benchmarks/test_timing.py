"""Measures take turns; nothing is timed that cleaning does not do."""

import os

import numpy as np
import pytest
from conftest import DATA

from benchmarks import stages
from benchmarks.corpus import samples
from benchmarks.timing import in_child, interleaved, milliseconds
from victor import features, pipeline

CLEANER = pipeline.load("web")
HTML = (DATA / "forum-en.html").read_bytes()


def test_the_stages_timed_are_those_that_clean():
    run = CLEANER.run(HTML, "output", clock=iter(range(100)).__next__)
    assert run.seconds == dict.fromkeys(pipeline.STAGES, 1)
    assert run.text == CLEANER.clean(HTML).text


def test_the_families_timed_are_those_of_the_stage(monkeypatch):
    computed = {}

    def prepared(columns, task):
        def compute(blocks):
            found = original(columns, task)(blocks)
            computed.update(zip(columns, found.values.T, strict=True))
            return found

        return compute

    original = features.prepared
    shared = stages.shared_columns(CLEANER, [HTML])
    monkeypatch.setattr(features, "prepared", prepared)
    monkeypatch.setattr(stages, "clock", iter(range(100)).__next__)
    seconds = stages.family_seconds(CLEANER, HTML, shared)
    table = CLEANER.run(HTML, "features").table
    assert list(computed) == list(table.names)
    assert np.array_equal(np.array(list(computed.values())).T, table.values)
    families = {name.partition(".")[0] for name in table.names}
    assert seconds == {stages.SHARED: 1, **dict.fromkeys(families, 0)}  # a call is subtracted


def test_columns_that_two_families_use_are_shared_and_come_after_those_they_need():
    shared = stages.shared_columns(CLEANER, [HTML])
    assert ("blocks", "free_words") in shared
    assert shared.index(("blocks", "text_stats")) < shared.index(("blocks", "words"))
    assert len(shared) == len(set(shared))


def test_stages_and_families_add_up():
    """Loosely: the machine may be busy. The ratio for a corpus is printed by benchmarks.speed."""
    by_stage, by_family = stages.measured(CLEANER, [page.html for page in samples(DATA, 6)])
    assert 0.7 < by_stage.ratio < 1.4
    assert 0.6 < by_family.ratio < 1.7
    assert "| sum |" in stages.split_table(by_stage, "whole")


def test_measures_take_turns_and_the_round_with_the_smallest_total_counts():
    calls = []

    def measure(name, times):
        def run(item):
            calls.append((name, item))
            return {"x": times[len(calls) % len(times)], "y": 1}

        return run

    measures = {"a": measure("a", [5, 3]), "b": measure("b", [4])}
    found = interleaved(measures, ["p", "q"], rounds=2)
    assert calls[:2] == [("a", "p"), ("b", "p")]  # before anything counts
    assert calls[2:] == [
        *(("a", "p"), ("b", "p"), ("b", "q"), ("a", "q")),
        *(("b", "p"), ("a", "p"), ("a", "q"), ("b", "q")),
    ]
    assert found["b"] == [{"x": 4, "y": 1}] * 2
    assert found["a"][1] == {"x": 3, "y": 1}
    assert milliseconds(found["b"]) == {"x": 4000, "y": 1000}


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="memory is read from /proc")  # noqa: PTH110
def test_a_child_process_that_crashes_has_no_peak():
    items, peak = in_child(range, 2)
    assert items == [0, 1]
    assert 1 < peak < 1000
    assert in_child(int, "no number") == ([], None)
