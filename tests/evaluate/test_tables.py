"""Tables: the same cells in Markdown and in HTML."""

from dataclasses import replace
from math import nan

import pytest
from conftest import DATA

from victor.evaluate import evaluation, learning
from victor.evaluate.calibration import diagnostics
from victor.evaluate.gold import read_gold
from victor.evaluate.tables import Grid, Interval, cell_text, evaluation_grids, markdown
from victor.pipeline import load
from victor.report import overview


@pytest.fixture(scope="module")
def result():
    """An evaluation with pages of two types."""
    cleaner = load("boilerpipe")
    data = list(learning.examples(list(read_gold([DATA]))[:4], cleaner.plan))
    pages = evaluation.evaluate_model(
        cleaner.plan, cleaner.model.weights, data, evaluation.DEFAULT_SCORES
    )
    typed = [replace(page, kind="forum" if i else "news") for i, page in enumerate(pages)]
    return evaluation.Evaluation(cleaner.plan.task, typed)


def test_cells_of_markdown():
    rows = [("a|b", 1234, 0.25, Interval(0.5, 0.25, 1)), ("none", "", nan, Interval(0, 0, 0, -1))]
    lines = markdown([Grid(("name", "pages", "score", "interval"), rows)]).splitlines()
    assert lines[1] == "|---|---:|---:|---:|"
    assert lines[2] == r"| a\|b | 1,234 | 0.250 | 0.250 - 1.000 |"
    assert lines[3] == "| none |  | - | +0.000 to +0.000 |"


def test_html_has_the_cells_of_every_table(result):
    parts = evaluation_grids(result, diagnostics(result))
    assert list(parts) == ["Scores", "Labels", "Calibration", "Averages over classes",
                           "Pages ranked by confidence", "Precision-recall trade-off"]  # fmt: skip
    grids = [grid for part in parts.values() for grid in part]
    assert "By page type" in {grid.caption for grid in grids}
    for grid in grids:
        made = overview.table(grid)
        assert made.findtext(".//caption") == grid.caption
        heads, *rows = made.findall(".//tr")
        assert {len(row) for row in rows} == {len(heads)}
        for row, cells in zip(rows, grid.rows, strict=True):
            shown = [cell.text or "" for cell in row if cell.find("svg") is None]
            assert shown == [cell_text(cell, grid.digits) for cell in cells]
