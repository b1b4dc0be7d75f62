"""The pictures of docs/pictures/: what is committed is what the code draws, and loads nothing."""

import re
from xml.etree import ElementTree

import pytest
from conftest import ROOT

from experiments.pictures import run, svg

FOLDER = ROOT / "docs" / "pictures"


@pytest.mark.parametrize("name", run.DRAWN)
def test_a_picture_is_what_the_code_draws(name):
    made = (FOLDER / f"{name}.svg").read_text("utf-8")
    assert made == run.DRAWN[name](), f"python -m experiments.pictures.run {name}"


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.svg")), ids=lambda file: file.stem)
def test_a_picture_loads_nothing_from_elsewhere(file):
    text = file.read_text("utf-8")
    assert ElementTree.fromstring(text).tag.endswith("svg")
    assert not re.search(r"url\(['\"]?http|href=|@import|<script", text)
    assert file.stat().st_size < 200_000


def test_the_picture_of_the_readme_is_small():
    assert (FOLDER / "before-after.png").stat().st_size < 200_000


def test_every_picture_is_shown():
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    text = "".join(page.read_text("utf-8") for page in pages)
    for file in FOLDER.iterdir():
        assert f"pictures/{file.name}" in text, file.name


def test_text_of_a_page_cannot_leave_its_place():
    drawn = svg.picture(10, 10, "a < b & c", [svg.text(0, 0, "<script>&amp;\"'")])
    root = ElementTree.fromstring(drawn)
    assert [one.text for one in root if one.tag.endswith("text")] == ["<script>&amp;\"'"]
    assert not any(one.tag.endswith("script") for one in root.iter())
