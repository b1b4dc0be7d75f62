"""The generated pages of docs/."""

import shutil

import pytest

from benchmarks import templates

NAMES = sorted(file.name.removesuffix(".in.md") for file in templates.DOCS.glob("*.in.md"))


@pytest.fixture
def docs(tmp_path, monkeypatch):
    for file in templates.DOCS.glob("*.md"):
        shutil.copy(file, tmp_path)
    monkeypatch.setattr(templates, "DOCS", tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", NAMES)
def test_a_page_that_is_filled_with_nothing_stays_the_same(docs, name):
    before = (docs / f"{name}.md").read_text("utf-8")
    templates.fill(name, {})
    assert (docs / f"{name}.md").read_text("utf-8") == before


def test_a_part_replaces_its_place(docs):
    templates.fill("regions", {"scores": "a table"})
    assert (docs / "regions.md").read_text("utf-8").endswith("\n\na table\n")
