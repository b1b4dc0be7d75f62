"""The README as a newcomer follows it: every block as printed, in a copy of the checkout."""

import os
import shutil
import subprocess

import pytest
from conftest import ROOT
from documentation import blocks

LEFT_OUT = shutil.ignore_patterns(".*", "site", "tests", "experiments", "*.so", "__pycache__")


def commands():
    """All blocks but the last, which runs these tests."""
    *shown, last = (block for block in blocks(ROOT / "README.md") if block.runs)
    assert last.text.rstrip().endswith("pytest")
    for block in shown:
        is_python = block.language == "python"
        yield f"python - <<'END'\n{block.text}END" if is_python else block.text


@pytest.mark.slow
def test_every_command_runs_as_printed_in_the_environment_that_it_sets_up(tmp_path):
    checkout = tmp_path / "victor"
    shutil.copytree(ROOT, checkout, ignore=LEFT_OUT)
    hidden = ("PYTHONPATH", "VIRTUAL_ENV", "PYTHONDONTWRITEBYTECODE")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    script = "\n".join(["set -euo pipefail", *commands()])
    found = subprocess.run(
        ["bash", "-c", script], cwd=checkout, env=environment, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    if "No matching distribution" in found.stderr:
        pytest.skip("the dependencies cannot be had here")
    assert found.returncode == 0, found.stderr
    assert found.stdout.startswith("# Council backs tidal footbridge")
    assert "/html" in found.stdout
    written = ("cleaned/news-en.txt", "articles.jsonl", "mine.model/weights.npz")
    assert all((checkout / name).stat().st_size > 100 for name in written)
