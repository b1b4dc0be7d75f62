"""A few generated inputs of every kind; ``python -m benchmarks.campaign`` runs any number."""

import random
import sys
from dataclasses import replace

import pytest

from benchmarks.campaign import generators, pumps, targets
from benchmarks.campaign.running import Journal, outcome, run, summary, survived
from benchmarks.campaign.running import generated as make
from benchmarks.campaign.targets import TARGETS

QUICK = [name for name, one in TARGETS.items() if one.tested]
needs_proc = pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")


@pytest.mark.parametrize("target", QUICK)
def test_nothing_is_found(target, tmp_path):
    """Seed 0 is that of a campaign, so that what is found here can be replayed."""
    for number in range(TARGETS[target].tested):
        found = outcome(target, make(target, 0, number), number)
        assert found.finding is None, f"{target} {number}: {found.finding}\n{found.traceback}"


@pytest.mark.slow
def test_killed_runs_resume():
    found = outcome("kills", make("kills", 0, 0))
    assert found.finding is None


@pytest.mark.parametrize("target", TARGETS)
def test_a_seed_gives_the_same_input(target):
    assert make(target, 1, 2) == make(target, 1, 2)
    assert len({make(target, seed, number) for seed in (1, 2) for number in range(5)}) > 2


# What a campaign does with what it finds.


def _check(data: bytes) -> str | None:
    if data == b"3":
        return "three"
    if data == b"5":
        raise ValueError("five")
    return None


@pytest.fixture
def numbers(monkeypatch):
    """A target whose inputs are 0, 1, ... and of which 3 and 5 are findings."""
    made = iter(range(1000))
    target = targets.Target(lambda chance: str(next(made)).encode(), _check, ".txt")
    monkeypatch.setitem(TARGETS, "numbers", target)


@pytest.mark.usefixtures("numbers")
def test_exceptions_findings_and_time_are_outcomes(monkeypatch):
    assert outcome("numbers", b"1").finding is None
    assert outcome("numbers", b"3").finding == "three"
    found = outcome("numbers", b"5")
    assert found.finding.startswith("ValueError at test_campaign.py:")
    assert "Traceback" in found.traceback
    monkeypatch.setitem(TARGETS, "numbers", replace(TARGETS["numbers"], seconds=-1))
    assert "more than -1 s" in outcome("numbers", b"1").finding


@needs_proc
def test_a_campaign_goes_on_and_adds(tmp_path):
    journal = Journal(tmp_path, "exports", 7)
    run([journal], 3, 1)
    with journal.file.open("a") as file:
        file.write('\n{"number": 3, "fin')  # cut off by a kill
    assert [one.number for one in journal.read()] == [0, 1, 2]
    run([journal], 5, 2)
    assert [one.number for one in journal.read()] == [0, 1, 2, 3, 4]
    assert "| exports | 5 | 0 |" in summary([journal])


def test_a_finding_is_written_with_the_command_that_repeats_it(tmp_path):
    journal = Journal(tmp_path, "pages", 0)
    found = replace(outcome("pages", make("pages", 0, 4), 4), finding="wrong")
    journal.add([found])
    path = tmp_path / "pages-0-4.html"
    assert path.read_bytes() == make("pages", 0, 4)
    said = path.with_name(path.name + ".txt").read_text()
    assert said.startswith("wrong\n")
    assert f"python -m benchmarks.campaign pages --replay {path}" in said
    assert str(path) in summary([journal])


@needs_proc
def test_a_process_that_dies_or_hangs_is_a_finding(monkeypatch):
    """Child processes import this module again, so the target must be defined in it."""
    found = survived("fuzz-no-such-target", 0, [0, 1], patience=30)
    assert [one.number for one in found] == [0, 1]
    assert all("died" in one.finding for one in found)


# What the checks would find.


def test_a_lost_line_is_found(monkeypatch):
    monkeypatch.setattr(targets, "rows", lambda name, data: [])
    assert targets.check_lines(b"{}\n{}\n") == "2 lines, 0 rows"
    name, record = generators.warc_records()[0]
    assert targets.check_warc(record) == f"no row for ['{name}']"
    data = generators.table(random.Random(1))
    assert targets.check_table(data) != "nothing"


def test_an_error_inside_a_row_is_found(monkeypatch):
    monkeypatch.setattr(targets, "rows", lambda name, data: [{"reason": "error: ValueError: x"}])
    assert "error: ValueError: x" in targets.check_lines(b"{}\n")


def test_a_difference_from_the_reference_is_found(monkeypatch):
    texts = iter([{"text": "a"}, {"text": "b"}])
    monkeypatch.setattr(targets, "_written", lambda outcome: next(texts))
    assert "the reference gives other ['text']" in targets.check_page(b"<p>x")


def test_a_square_of_time_is_found(monkeypatch):
    assert pumps.pumped(b'{"before": "a", "piece": "b", "after": "c", "each": "d"}', 4) == b"abbcdd"
    pump = make("pumps", 0, 0)
    monkeypatch.setattr(pumps, "seconds", lambda html, rounds=1: len(html) ** 2)
    assert pumps.check(pump).startswith("superlinear")
    monkeypatch.setattr(pumps, "seconds", lambda html, rounds=1: len(html))
    assert pumps.check(pump) is None


def test_what_a_command_says_is_looked_at(monkeypatch, tmp_path):
    assert targets.command("clean", tmp_path / "none.html") is None
    monkeypatch.setattr(targets.commands, "main", lambda arguments: 1)
    assert targets.command("clean") == "exit status 1 without a message"
