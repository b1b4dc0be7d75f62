"""The workflows are valid, ask for no more rights than they need, and name what exists."""

import re
import shlex
import subprocess
import tomllib

import pytest
import yaml
from conftest import ROOT
from tools import tool

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
by_name = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)


def jobs(path):
    return yaml.safe_load(path.read_text("utf-8"))["jobs"]


def steps(path):
    return [step for job in jobs(path).values() for step in job["steps"]]


def commands(path):
    return [step["run"] for step in steps(path) if "run" in step]


def test_the_schema_of_workflows():
    check = [tool("check-jsonschema"), "--builtin-schema", "vendor.github-workflows"]
    found = subprocess.run([*check, *WORKFLOWS], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout


def test_nothing_that_zizmor_warns_of():
    check = [tool("zizmor"), "--offline", "--no-progress", "--config", ".github/zizmor.yml"]
    command = [*check, ".github/workflows"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout


@by_name
def test_rights_time_and_runs_at_once_are_limited(path):
    workflow = yaml.safe_load(path.read_text("utf-8"))
    assert workflow["permissions"] == {"contents": "read"}
    assert workflow["concurrency"]["group"]
    for name, job in workflow["jobs"].items():
        assert job["timeout-minutes"] <= 60, name
        publishes = "write" in (job.get("permissions") or {}).values()
        assert ("if" in job) == publishes, name


@by_name
def test_commands_are_shell(path):
    for command in commands(path):
        found = subprocess.run(["bash", "-n", "-c", command], capture_output=True, check=False)
        assert found.returncode == 0, found.stderr


@by_name
def test_files_extras_and_modules_that_are_named_exist(path):
    text = path.read_text("utf-8")
    for command in commands(path):
        for word in shlex.split(command):
            if re.fullmatch(r"(?:[\w.-]+/)+[\w.-]*", word):
                assert (ROOT / word).exists(), word
            for extra in re.findall(r"^\.\[(.+)\]$", word):
                assert set(extra.split(",")) <= set(PROJECT["project"]["optional-dependencies"])
    for name in re.findall(r"docs/\w+\.md|scripts/\w+\.py|tests/[\w/]+\.py", text):
        assert (ROOT / name).is_file(), name


def test_every_supported_python_is_tested_and_has_wheels():
    prefix = "Programming Language :: Python :: "
    listed = [name.removeprefix(prefix) for name in PROJECT["project"]["classifiers"]]
    versions = [name for name in listed if re.fullmatch(r"3\.\d+", name)]
    tested = jobs(ROOT / ".github" / "workflows" / "tests.yml")["tests"]["strategy"]["matrix"]
    assert versions == tested["python"]
    built = PROJECT["tool"]["cibuildwheel"]["build"].split()
    assert built == [f"cp{version.replace('.', '')}-*" for version in versions]
    assert PROJECT["project"]["requires-python"] == f">={versions[0]}"


def test_workflows_check_what_ci_checks():
    """Except for the gate, whose corpora are not public."""
    lines = map(str.strip, (ROOT / ".ci" / "run").read_text("utf-8").splitlines())
    checks = [line for line in lines if re.match(r"(?:pytest|ruff|mypy|python scripts/)", line)]
    run = {command for path in WORKFLOWS for command in commands(path)}
    for check in checks:
        if "gate.py" not in check:
            alone = re.split(r" (?:--pages|-n) ", check)[0]
            assert any(command.startswith(alone) for command in run), check
    assert len(checks) >= 7
