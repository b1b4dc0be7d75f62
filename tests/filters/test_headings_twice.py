"""``repeats``: of equal headings side by side, one stays."""

import pytest

import victor

CLEANER = victor.load("web")
TEXT = "<p>Der Anleger liegt hinter dem alten Speicher, zehn Minuten vom Bahnhof.</p>"


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<h5>Die Fähre</h5><h1>Die Fähre</h1>{}", ["# Die Fähre"]),
        ("<h3>Preise</h3><h3>Preise</h3>{}", ["### Preise"]),
        ("<h2>Luxemburg</h2><h3>Luxemburg</h3>{}", ["## Luxemburg", "### Luxemburg"]),
        ("<h2>Preise</h2>{}<h2>Preise</h2>", ["## Preise", "## Preise"]),
        ("<h2>Preise</h2><h2>Zeiten</h2>{}", ["## Preise", "## Zeiten"]),
        ("<h2>Ja</h2>{}<p>Ja</p>", ["## Ja"]),
    ],
)
def test_equal_headings_side_by_side(page, expected):
    lines = CLEANER.clean(page.format(TEXT * 3)).markdown.splitlines()
    assert [line for line in lines if line.startswith("#")] == expected
