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
        (
            "<h3><span><div>Zeiten</div></span></h3><div><h3><div>Zeiten</div></h3></div>{}",
            ["### Zeiten"],
        ),
        ("<div><h1>Die Fähre</h1><a href=/f><h2>Die Fähre</h2></a></div>{}", ["# Die Fähre"]),
        ("<div><h1>Die Fähre</h1><h2><a href=/f>Die Fähre</a></h2></div>{}", ["# Die Fähre"]),
    ],
)
def test_equal_headings_side_by_side(page, expected):
    lines = CLEANER.clean(page.format(TEXT * 3)).markdown.splitlines()
    assert [line for line in lines if line.startswith("#")] == expected
