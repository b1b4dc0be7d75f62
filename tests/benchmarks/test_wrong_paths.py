"""Benchmarks and experiments end with one clear message if a path is wrong."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for part in ("benchmarks", "experiments")
    for path in (ROOT / part).rglob("*.py")
    if '__name__ == "__main__"' in path.read_text("utf-8")
)


def run(*arguments: str, **options: Path) -> tuple[int, list[str]]:
    """The exit status of ``python -m`` and the lines on standard error."""
    command = [sys.executable, "-m", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, **options)
    return done.returncode, done.stderr.splitlines()


@pytest.mark.parametrize("module", MODULES)
def test_every_module_reports_errors_in_the_same_way(module):
    source = (ROOT / Path(*module.split("."))).with_suffix(".py").read_text("utf-8")
    assert source.endswith('\n\nif __name__ == "__main__":\n    command_line.run(main)\n')


@pytest.mark.parametrize(
    "arguments",
    [
        ["benchmarks.doors", "missing"],
        ["benchmarks.doors", "."],
        ["benchmarks.scale", "."],
        ["benchmarks.campaign", "--samples", "."],
        ["experiments.ladder.run", "missing"],
        ["experiments.ladder.run", "."],
        ["experiments.sites.run", ".", "--models", "missing"],
        ["experiments.sites.run", ".", "--models", "."],
        ["experiments.pool.run", ".", "-o", "pool"],
    ],
    ids=" ".join,
)
def test_a_wrong_path_is_one_message(arguments, tmp_path):
    status, lines = run(*arguments, cwd=tmp_path)
    assert status == 2
    assert not [line for line in lines if line.startswith("Traceback")]
    assert lines[-1].startswith(("victor: ", f"python -m {arguments[0]}: error: argument "))
