"""What a release consists of: one version everywhere, a citation, an sdist, type information."""

import os
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest
import yaml
from conftest import DATA, ROOT
from tools import tool

import victor

CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
PROGRAM = """
import victor
cleaner = victor.load("web")
result = cleaner.clean(b"")
reveal_type(result.text)
reveal_type(result.confidence)
reveal_type(victor.extract("<p>x</p>"))
for block in result.blocks:
    reveal_type(block.label)
"""


def run(*command, cwd, **environment):
    found = subprocess.run(
        [str(part) for part in command],
        cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert found.returncode == 0, found.stdout + found.stderr
    return found.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """An sdist, and the wheel that is built from it without a compiler."""
    folder = tmp_path_factory.mktemp("built")
    build = (sys.executable, "-m", "build", "--no-isolation", "-o", folder)
    run(*build, cwd=ROOT, CC="false")  # the sdist, then the wheel from the sdist
    (sdist,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return sdist, wheel


def test_the_citation_is_valid_and_names_this_version_and_the_paper():
    check = tool("check-jsonschema"), "--builtin-schema", "vendor.citation-file-format"
    run(*check, ROOT / "CITATION.cff", cwd=ROOT)
    assert CITATION["version"] == victor.__version__
    (paper,) = CITATION["references"]
    assert [one["family-names"] for one in paper["authors"]] == ["Marek", "Pecina", "Spousta"]


def test_the_changelog_begins_with_this_version():
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.search(r"^## \[(.+?)\]", text, re.M)[1] == victor.__version__


@pytest.mark.slow
def test_the_sdist_has_the_sources_and_the_wheel_what_runs(built):
    sdist, wheel = built
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"native/parse.c", "native/doors.h", "hatch_build.py", "CITATION.cff"} <= names
    assert not any(name.startswith((".ci", "site/")) or name.endswith(".so") for name in names)
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {"victor/py.typed", "victor/configs/web.yaml", "victor/report/report.js"} <= names
    assert not any(name.startswith(("tests", "native", "docs", "data")) for name in names)
    assert wheel.stat().st_size < 3_000_000


@pytest.mark.slow
def test_a_wheel_from_the_sdist_cleans_a_page(built, tmp_path):
    python = environment(tmp_path, built[1])
    page = DATA / "news-en.html"
    text = run(python, "-m", "victor", "clean", "--format", "text", page, cwd=tmp_path)
    assert len(text.split()) > 100


@pytest.mark.slow
def test_a_users_program_is_type_checked_with_the_wheel(built, tmp_path):
    python = environment(tmp_path, built[1])
    (tmp_path / "program.py").write_text(PROGRAM)
    check = (tool("mypy"), "--strict", "--python-executable", python, "--cache-dir", tmp_path / "c")
    found = run(*check, "program.py", cwd=tmp_path)
    assert re.findall(r'type is "(.+)"', found) == ["str", "float", "str", "str"]


def environment(folder: Path, wheel: Path) -> Path:
    """Python of an environment with a wheel, whose dependencies are those of the tests."""
    venv.create(folder / "venv", with_pip=False)
    (site,) = (folder / "venv").glob("lib/python*/site-packages")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    packages = next(path for path in sys.path if path.endswith("site-packages"))
    for path in Path(packages).iterdir():
        if "victor" not in path.name:
            (site / path.name).symlink_to(path)
    return folder / "venv" / "bin" / "python"
