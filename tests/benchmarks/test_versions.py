"""Two checkouts are compared: here, this one with itself, and with one that is none."""

import subprocess
import sys

from conftest import DATA

from benchmarks.versions import ROOT


def compare(checkout, *options):
    command = [sys.executable, "-m", "benchmarks.versions", str(checkout), str(DATA), *options]
    options = {"capture_output": True, "text": True, "cwd": ROOT}
    return subprocess.run([*command, "--pages", "2", "--rounds", "1"], **options)


def test_a_version_writes_the_same_as_itself():
    rows = compare(ROOT, "--outcomes", "markdown", "metadata").stdout.splitlines()[2:]
    cells = [row.strip("| ").split(" | ") for row in rows]
    assert [one[:2] for one in cells] == [["data", "markdown"], ["data", "metadata"]]
    assert all(float(one[4]) > 0 and one[5] == "0" for one in cells)


def test_an_outcome_that_a_version_lacks_is_named(tmp_path):
    (tmp_path / "victor").mkdir()
    (tmp_path / "victor" / "__init__.py").write_text("load = None")
    found = compare(tmp_path)
    assert found.returncode == 2
    assert f"{tmp_path}: this version cannot write 'text'" in found.stderr
