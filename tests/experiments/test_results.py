"""The pages of results: what is committed is what the commands write."""

import json
import re

import pytest
from conftest import ROOT

from benchmarks import templates
from experiments.results import collect, figures, run

DOCS = ROOT / "docs"
PLACE = re.compile(r"\{\{([\w-]+)\}\}")


def places(page):
    return PLACE.findall((DOCS / f"{page}.in.md").read_text("utf-8"))


def test_the_first_page_is_what_the_scores_say():
    parts = figures.parts(collect.load())
    assert set(places("results")) <= set(parts)
    template = (DOCS / "results.in.md").read_text("utf-8")
    page = PLACE.sub(lambda place: parts[place[1]], template)
    assert (DOCS / "results.md").read_text("utf-8") == page, "python -m experiments.results.run"


def test_the_table_of_the_readme_is_that_of_the_results():
    table = figures.summary(collect.load())
    readme = (ROOT / "README.md").read_text("utf-8")
    header = table.split("\n")[0]
    assert header not in readme or table in readme


@pytest.mark.parametrize("page", run.PAGES)
def test_the_text_of_a_page_is_that_of_its_template(page):
    fixed = PLACE.split((DOCS / f"{page}.in.md").read_text("utf-8"))[::2]
    text = (DOCS / f"{page}.md").read_text("utf-8")
    assert re.fullmatch(".+?".join(map(re.escape, fixed)), text, re.DOTALL)
    assert "{{" not in text


def test_every_table_is_on_one_page_only():
    found = [place for page in run.PAGES for place in places(page)]
    assert len(found) == len(set(found))


def test_the_best_system_of_a_corpus_is_bold():
    lines = figures.accuracy(collect.load()).split("\n")[2:]
    for line in lines:
        values = [cell.strip() for cell in line.split("|")[3:-1]]
        best = max(values, key=lambda cell: float(cell.strip("*")))
        assert [cell for cell in values if cell.startswith("**")] == [best]


def test_parts_without_a_file_are_left_out(tmp_path):
    row = {"fold": 1, "pages": 3, "as_is": 0.5, "other_script": 0.49}
    (tmp_path / "language.json").write_text(json.dumps({"folds": 5, "rows": [row]}))
    parts = run.parts_of(tmp_path)
    assert list(parts) == ["language"]
    assert "| 1 of 5 | 3 | 0.5000 | 0.4900 | -1.00 |" in parts["language"]


def test_a_part_that_is_not_measured_keeps_its_text(tmp_path, monkeypatch):
    monkeypatch.setattr(templates, "DOCS", tmp_path)
    (tmp_path / "page.in.md").write_text("# Page\n\n{{one}}\n\nand\n\n{{two}}\n")
    (tmp_path / "page.md").write_text("# Page\n\nold\n\nand\n\nkept\n")
    templates.fill("page", {"one": "new"})
    assert (tmp_path / "page.md").read_text() == "# Page\n\nnew\n\nand\n\nkept\n"
