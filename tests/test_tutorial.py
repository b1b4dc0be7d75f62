"""The tutorial: every command runs, and prints the figures of the page."""

import json
import re
from statistics import fmean

import pytest
from documentation import DOCS, checkout

TEXT = (DOCS / "tutorial.md").read_text("utf-8")
__all__ = ["checkout"]


def table(header):
    """The rows below a table's header, as cells."""
    part = TEXT[TEXT.index(header) :].split("\n\n")[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines()[2:]]


@pytest.fixture
def done(checkout):
    """The folder after all commands of the page, and what they printed."""
    return checkout.folder, checkout.run_page(DOCS / "tutorial.md")


def scores(file):
    pages = json.loads(file.read_text("utf-8"))["pages"]
    return [fmean(page[f"word_{name}"] for page in pages) for name in ("precision", "recall", "f1")]


@pytest.mark.slow
def test_ten_annotated_pages_teach_what_web_does_not_know(done):
    folder, out = done
    before, quick, after = (
        scores(folder / f"{name}.json") for name in ("before", "quick", "after")
    )
    assert before[2] + 0.1 < min(quick[2], after[2])
    for row, found in zip(table("| | precision"), (before, quick, after), strict=True):
        assert [float(cell) for cell in row[1:]] == pytest.approx(found, abs=0.02)
    played = re.findall(r"^\| (\S+) \| (\d+) \| (\d+) \|$", out, re.MULTILINE)
    *shown, each, _ = table("| page | blocks | sugg")
    assert [row[:2] for row in shown] == [list(row[:2]) for row in played[: len(shown)]]
    assert int(played[len(shown) - 1][2]) == pytest.approx(int(shown[-1][2]), rel=0.2)
    assert float(each[2]) == pytest.approx(int(shown[-1][1]) / int(shown[-1][2]), abs=0.01)
    assert "| list | paragraph |" in out  # on which the two annotators differ
