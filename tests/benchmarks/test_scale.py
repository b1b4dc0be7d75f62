"""Growth, crawl and scale; keypresses."""

import json
import os
import subprocess
import sys

import pytest
from conftest import DATA, ROOT

from benchmarks import scale


def run(module, *arguments):
    command = [sys.executable, "-m", f"benchmarks.{module}", *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    found = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    return found.stdout


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_the_page_on_scale_is_written_from_the_measurements(tmp_path):
    pytest.importorskip("fastwarc")
    pytest.importorskip("resiliparse")
    pytest.importorskip("matplotlib")
    kinds = ("prose", "short blocks", "one script")
    growth = (DATA, "--megabytes", 0.2, "--json", tmp_path / "growth.json")
    printed = run("growth", *growth, "--plot", tmp_path / "growth.svg", "--kinds", *kinds)
    assert all(f"| {kind} |" in printed for kind in kinds)
    run("crawl", DATA, "--pages", 40, "--json", tmp_path / "crawl.json",
        "--plot", tmp_path / "memory.svg", "--workers", 1)  # fmt: skip
    (tmp_path / "speed.json").write_text(json.dumps({"pages_per_second": {"victor": 36.0}}))
    parts = scale.parts_of(tmp_path)
    assert "| pages per second and core, cleaning only | 36.0 |" in parts["cost"]
    assert "| prose |" in parts["kinds"]
    slowest = json.loads((tmp_path / "growth.json").read_text())["corpora"]["data"]["slowest"]
    assert all(page["id"].endswith(".html") for page in slowest)
    places = (ROOT / "docs" / "scale.in.md").read_text("utf-8")
    assert all(f"{{{{{part}}}}}" in places for part in parts)
    assert "resident memory" in (tmp_path / "memory.svg").read_text("utf-8")


@pytest.mark.slow
def test_keypresses_are_timed():
    pytest.importorskip("textual")
    assert run("keypress", "30").startswith("label ")
