"""The wheel in an empty environment, used from another folder."""

import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest
from conftest import DATA, ROOT


def run(*command: object, cwd: Path) -> subprocess.CompletedProcess:
    return subprocess.run(
        [str(part) for part in command], cwd=cwd, capture_output=True, text=True, check=False
    )


def build(folder: Path) -> Path:
    built = run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", folder, cwd=ROOT)
    assert built.returncode == 0, built.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Python of an environment that holds the wheel and its core dependencies only."""
    folder = tmp_path_factory.mktemp("wheel")
    wheel = build(folder)
    venv.create(folder / "empty", with_pip=True)
    python = folder / "empty" / "bin" / "python"
    found = run(python, "-m", "pip", "install", "-q", wheel, cwd=folder)
    if found.returncode and "No matching distribution" in found.stderr:
        pytest.skip("the dependencies cannot be had here")
    assert found.returncode == 0, found.stderr
    return python


@pytest.mark.slow
def test_a_page_is_cleaned_with_nothing_but_the_wheel(installed, tmp_path):
    (tmp_path / "page.html").write_bytes((DATA / "news-de.html").read_bytes())
    for name in ("web", "web-crf", "cleaneval"):
        command = ("clean", "--config", name, "--format", "text", "page.html")
        found = run(installed, "-m", "victor", *command, cwd=tmp_path)
        assert found.returncode == 0, found.stderr
        assert len(found.stdout.split()) > 100
    assert "cleaneval-exp3" in run(installed, "-m", "victor", "configs", cwd=tmp_path).stdout


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("cc"), reason="there is no compiler")
def test_the_wheel_is_compiled(installed, tmp_path):
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        pytest.skip("there are no headers of Python")
    assert "compiled" in run(installed, "-m", "victor", "--version", cwd=tmp_path).stdout


def test_without_a_compiler_the_wheel_is_pure(tmp_path, monkeypatch):
    monkeypatch.setenv("CC", "false")
    assert build(tmp_path).name.endswith("-py3-none-any.whl")


@pytest.mark.slow
def test_reports_say_which_extra_they_need_and_bring_their_parts(installed, tmp_path):
    found = run(installed, "-m", "victor", "report", DATA / "news-de.html", cwd=tmp_path)
    assert found.returncode == 2
    assert "victor-cleaner[report]" in found.stderr
    listed = "from importlib.resources import files; print(*files('victor.report').iterdir())"
    parts = run(installed, "-c", listed, cwd=tmp_path).stdout
    assert all(f"{name}" in parts for name in ("frame.js", "report.js", "report.css", "frame.css"))


@pytest.mark.slow
def test_learning_says_which_extra_it_needs(installed, tmp_path):
    found = run(installed, "-m", "victor", "learn", "-o", "m", DATA, cwd=tmp_path)
    assert found.returncode == 2
    assert "victor-cleaner[learn]" in found.stderr
