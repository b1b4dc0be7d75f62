"""Every benchmark and experiment starts."""

import sys
from importlib import import_module

import pytest
from conftest import ROOT

MODULES = sorted(
    ".".join(file.relative_to(ROOT).with_suffix("").parts)
    for folder in ("benchmarks", "experiments")
    for file in (ROOT / folder).rglob("*.py")
    if "def main(" in file.read_text("utf-8")
)


@pytest.mark.parametrize("name", MODULES)
def test_help(name, monkeypatch, capsys):
    try:
        module = import_module(name)
    except ModuleNotFoundError as missing:
        pytest.skip(f"needs {missing.name}")
    monkeypatch.setattr(sys, "argv", [name, "--help"])
    with pytest.raises(SystemExit) as stop:
        module.main()
    assert stop.value.code == 0
    assert module.__doc__.splitlines()[0] in capsys.readouterr().out


def test_every_experiment_says_what_was_found():
    for file in (ROOT / "experiments").glob("*/run.py"):
        text = (file.parent / "README.md").read_text("utf-8")
        assert f"python -m experiments.{file.parent.name}." in text, file
        assert "## Findings" in text, file
