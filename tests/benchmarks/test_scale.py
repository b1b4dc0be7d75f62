"""Scripts that make what the documentation shows."""

import json
import os
import subprocess
import sys

import pytest
from conftest import DATA, ROOT


def test_the_plot_of_the_dial_is_the_same_for_the_same_numbers(tmp_path):
    pytest.importorskip("matplotlib")
    tradeoff = [
        {"beta": beta, "word_precision": 0.9 - beta / 20, "word_recall": 0.7 + beta / 20}
        for beta in (0.5, 1, 2)
    ]
    page = {"word_precision": {"victor": 1, "peer": 0.8}, "word_recall": {"victor": 1, "peer": 0.7}}
    for name in ("web-crf", "web"):
        (tmp_path / f"{name}.json").write_text(json.dumps({"tradeoff": tradeoff}))
    (tmp_path / "peers.json").write_text(json.dumps({"pages": [page]}))
    made = []
    for name in ("one.svg", "two.svg"):
        command = [sys.executable, ROOT / "scripts" / "tradeoff.py", tmp_path, tmp_path / name]
        subprocess.run(command, check=True)
        made.append((tmp_path / name).read_text("utf-8"))
    assert made[0] == made[1]
    assert ">peer</text>" in made[0]
    assert ">victor</text>" not in made[0]


@pytest.mark.skipif(sys.platform != "linux", reason="memory is looked up in /proc")
def test_what_is_said_of_scale_comes_from_what_is_measured(tmp_path):
    pytest.importorskip("fastwarc")
    pytest.importorskip("matplotlib")

    def run(*arguments):
        command = [sys.executable, *map(str, arguments)]
        done = subprocess.run(
            command, cwd=ROOT / "scripts", capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    kinds = ("prose", "short blocks", "one script")
    growth = ["growth.py", DATA, "--megabytes", 0.2, "--json", tmp_path / "growth.json"]
    said = run(*growth, "--plot", tmp_path / "growth.svg", "--kinds", *kinds)
    assert all(f"| {kind} |" in said for kind in kinds)
    run("crawl.py", DATA, "--pages", 40, "--json", tmp_path / "crawl.json",
        "--plot", tmp_path / "memory.svg", "--workers", 1)  # fmt: skip
    (tmp_path / "bench.json").write_text(json.dumps({"pages_per_second": {"victor": 36.0}}))
    code = (
        "import json, sys, pathlib; sys.path.insert(0, '.'); import scale;"
        f"print(json.dumps(scale.parts_of(pathlib.Path({str(tmp_path)!r}))))"
    )
    parts = json.loads(run("-c", code))
    assert "| the same, cleaning alone | 36.0 |" in parts["cost"]
    assert "| prose |" in parts["kinds"]
    slowest = json.loads((tmp_path / "growth.json").read_text())["corpora"]["data"]["slowest"]
    assert all(page["id"].endswith(".html") for page in slowest)
    places = (ROOT / "docs" / "scale.in.md").read_text("utf-8")
    assert all(f"{{{{{part}}}}}" in places for part in parts)
    assert "resident memory" in (tmp_path / "memory.svg").read_text("utf-8")


def printed(script, *arguments):
    command = [sys.executable, ROOT / "scripts" / script, *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        command, check=True, capture_output=True, text=True, env=environment
    ).stdout


def test_canolas_table_is_found_again_and_its_formula_is_named(tmp_path):
    """Three nodes, two annotators; the table has a fourth node that all called boilerplate."""
    votes = ["3 1 1", "9 3 3", "9 3 1"]
    rows = [f"{n}\tx\tkrdwrd-tag-{a}\tkrdwrd-tag-{b}" for n, a, b in map(str.split, votes)]
    (tmp_path / "stats").mkdir()
    head = ["# submitted : 2", "# tokens\tmerged\t4\t7"]
    rows.append("1\tundefined\tkrdwrd-tag-1\tkrdwrd-tag-1")
    (tmp_path / "stats" / "7.stats").write_text("\n".join([*head, *rows]) + "\n")
    (tmp_path / "agreement").mkdir()
    expected = 2 * (5**2 + 3**2) / (4 * 8) ** 2
    table = f'"page_id","A_o","A_e","nodes"\n"1",7,0.75,{expected},4\n'
    (tmp_path / "agreement" / "agreement.csv").write_text(table)
    found = printed("agreement.py", tmp_path)
    assert "| 7 | 2 | 3 / 4 | 0.7500 / 0.7500 |" in found
    assert "1 of 1 pages come out as they were published" in found
    kappa = (0.75 - 34 / 64) / (1 - 34 / 64)
    assert f"| {kappa:.3f} / " in found


def test_keypresses_are_timed():
    pytest.importorskip("textual")
    assert printed("keypress.py", "30").startswith("label ")
