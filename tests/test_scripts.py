"""Scripts that make what the documentation shows."""

import json
import subprocess
import sys

import pytest
from conftest import ROOT


def test_the_plot_of_the_dial_is_the_same_for_the_same_numbers(tmp_path):
    pytest.importorskip("matplotlib")
    dial = [
        {"beta": beta, "word_precision": 0.9 - beta / 20, "word_recall": 0.7 + beta / 20}
        for beta in (0.5, 1, 2)
    ]
    page = {"word_precision": {"victor": 1, "peer": 0.8}, "word_recall": {"victor": 1, "peer": 0.7}}
    for name in ("web-crf", "web"):
        (tmp_path / f"{name}.json").write_text(json.dumps({"dial": dial}))
    (tmp_path / "peers.json").write_text(json.dumps({"pages": [page]}))
    made = []
    for name in ("one.svg", "two.svg"):
        command = [sys.executable, ROOT / "scripts" / "dial.py", tmp_path, tmp_path / name]
        subprocess.run(command, check=True)
        made.append((tmp_path / name).read_text("utf-8"))
    assert made[0] == made[1]
    assert ">peer</text>" in made[0]
    assert ">victor</text>" not in made[0]
