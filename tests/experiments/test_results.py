"""The page of results and its plot."""

import json

import pytest
from conftest import ROOT

from benchmarks import command_line
from experiments.results import run, tradeoff


def test_the_same_numbers_give_the_same_plot(tmp_path):
    pytest.importorskip("matplotlib")
    betas = [
        {"beta": beta, "word_precision": 0.9 - beta / 20, "word_recall": 0.7 + beta / 20}
        for beta in (0.5, 1, 2)
    ]
    page = {
        "word_precision": {"victor": 1, "other": 0.8},
        "word_recall": {"victor": 1, "other": 0.7},
    }
    for name in tradeoff.MODELS:
        command_line.write_json({"tradeoff": betas}, tmp_path / f"{name}.json")
    command_line.write_json({"pages": [page]}, tmp_path / "systems.json")
    made = []
    for name in ("one.svg", "two.svg"):
        tradeoff.plot(tmp_path, tmp_path / name)
        made.append((tmp_path / name).read_text("utf-8"))
    assert made[0] == made[1]
    assert ">other</text>" in made[0]
    assert ">victor</text>" not in made[0]


def test_parts_without_a_file_are_left_out(tmp_path):
    row = {"fold": 1, "pages": 3, "as_is": 0.5, "other_script": 0.49}
    (tmp_path / "language.json").write_text(json.dumps({"folds": 5, "rows": [row]}))
    parts = run.parts_of(tmp_path)
    assert list(parts) == ["language"]
    assert "| 1 of 5 | 3 | 0.5000 | 0.4900 | -1.00 |" in parts["language"]
    assert "{{language}}" in (ROOT / "docs" / "results.in.md").read_text("utf-8")
