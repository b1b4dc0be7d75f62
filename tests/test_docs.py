"""What the documentation shows is run; what it should name is named."""

import dataclasses
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import crawls
import pytest
from conftest import ROOT

from victor import config, features
from victor.batch.sinks import SINKS
from victor.batch.sources import SOURCES
from victor.commands import COMMANDS
from victor.features import FAMILIES
from victor.filters import FILTERS
from victor.labelers import LABELERS
from victor.output import OUTPUTS

README = (ROOT / "README.md").read_text("utf-8")
SHELL = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
CONFIGURATION = ROOT / "docs" / "configuration.md"


@pytest.fixture
def checkout(tmp_path):
    """A folder with the sample pages, and `victor` on the path."""
    shutil.copytree(ROOT / "data", tmp_path / "data")
    (tmp_path / "crawl").mkdir()
    crawls.write("warc.gz", tmp_path / "crawl", crawls.SAMPLES)
    tools = tmp_path / "bin"
    tools.mkdir()
    (tools / "victor").write_text(f'#!/bin/sh\nexec {sys.executable} -m victor "$@"\n')
    (tools / "victor").chmod(0o755)
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"
    python_path = f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    return tmp_path, {**os.environ, "PATH": path, "PYTHONPATH": python_path}


def run(command, checkout):
    folder, environment = checkout
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def test_the_first_command_cleans_a_page(checkout):
    """Its last part; the wheel's test sets up an environment from nothing."""
    command = SHELL[0].strip().rpartition("&& ")[2].replace(".venv/bin/", "")
    found = run(["bash", "-c", command], checkout)
    assert found.returncode == 0, found.stderr
    assert len(found.stdout.split()) > 100


def test_the_second_command_is_what_ci_runs():
    assert SHELL[1].strip().endswith("pytest")
    assert "\npytest\n" in (ROOT / ".ci" / "run").read_text()


@pytest.mark.slow
def test_everything_else_the_readme_shows_runs(checkout):
    commands = "\n".join(SHELL[2:])
    found = run(["bash", "-euo", "pipefail", "-c", commands], checkout)
    assert found.returncode == 0, found.stderr
    assert (checkout[0] / "cleaned" / "news-en.jsonl").is_file()
    assert (checkout[0] / "mine" / "forum-en.anno").is_file()
    assert (checkout[0] / "cleaned.parquet").is_file()


@pytest.mark.slow
def test_what_the_page_on_reports_shows_runs(checkout):
    text = (ROOT / "docs" / "report.md").read_text("utf-8")
    commands = "\n".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL))
    found = run(["bash", "-euo", "pipefail", "-c", commands], checkout)
    assert found.returncode == 0, found.stderr
    for name in ("page", "corpus", "systems"):
        assert (checkout[0] / f"{name}.html").stat().st_size > 50_000


def test_the_python_of_the_readme_runs(checkout):
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    found = run([sys.executable, "-c", code], checkout)
    assert found.returncode == 0, found.stderr
    assert "/html" in found.stdout


def test_the_pipeline_of_the_page_on_scale_runs(checkout):
    pytest.importorskip("datatrove", reason="needs the extra 'cluster'")
    page = (ROOT / "docs" / "scale.md").read_text("utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    found = run([sys.executable, "-c", code], checkout)
    assert found.returncode == 0, found.stderr
    assert len(list((checkout[0] / "cleaned").iterdir())) == 2


def test_links_lead_somewhere():
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / link).exists(), f"{page.name}: {link}"


def documented():
    kinds = [
        config.Task,
        config.Preclean,
        config.Segment,
        config.Template,
        config.Window,
        config.Conjunction,
        config.Decode,
        *(module.Options for module in (*LABELERS.values(), *FILTERS.values())),
    ]
    names = {field.name for kind in kinds for field in dataclasses.fields(kind)} - {"source"}
    task = config.load("web")
    for family in FAMILIES:
        if family not in ("container", "split"):
            names |= {f"{family}.{name}" for name in features.known(family, task)}
    return sorted(
        names
        | set(LABELERS)
        | set(FILTERS)
        | set(OUTPUTS)
        | set(config.resources.names("configs")) - {"_shared"}
    )


@pytest.mark.parametrize("name", documented())
def test_the_reference_names_every_key_and_column(name):
    assert f"`{name}`" in CONFIGURATION.read_text("utf-8")


@pytest.mark.parametrize("name", [*SOURCES, *SINKS])
def test_every_source_and_sink_is_documented(name):
    assert f"| `{name}` |" in (ROOT / "docs" / "formats.md").read_text("utf-8")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_documented(name):
    pages = [README, *(p.read_text("utf-8") for p in (ROOT / "docs").glob("*.md"))]
    assert any(f"victor {name}" in page for page in pages)


def test_the_columns_of_shipped_tasks_exist():
    known = set(features.known_columns(config.load("web")))
    assert {"container.p", "token.alpha_rel", "div_group.word_ratio"} <= known


def test_the_repository_speaks_of_the_project_alone():
    for path in [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "victor").rglob("*.py"),
    ]:
        text = path.read_text("utf-8")
        assert not re.search(r"(?:^|[\s(`])/(?:tmp|root|home|work)/", text), path
        assert isinstance(path, Path)
