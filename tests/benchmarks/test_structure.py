"""Items of Markdown, and how two pieces of Markdown are compared."""

import gzip
import json
from collections import Counter
from pathlib import Path

import pytest

from benchmarks import fixtures, structure
from benchmarks.markdown_items import items, parsed, parsed_gold, text_of
from benchmarks.structure import by_words, counts
from victor.errors import VictorError

URL = "https://obec.example/clanky/most.html"


def found(kind, markdown, url=URL):
    return list(items(parsed(markdown), url).get(kind, Counter()).elements())


@pytest.mark.parametrize(
    ("kind", "markdown", "expected"),
    [
        ("headings", "## Der *neue* Steg\n\nText", [("Der neue Steg",)]),
        ("headings, level", "## Der Steg", [("2", "Der Steg")]),
        ("list items", "1. eins\n\n   mehr\n2. zwei", [("eins mehr",), ("zwei",)]),
        ("list items", "- vnější\n  - vnitřní", [("vnější",), ("vnitřní",)]),
        ("list items, depth", "- a\n  - b", [("1", "a"), ("2", "b")]),
        ("code blocks", "````\na\n\n  ```b\n````", [("a\n\n  ```b",)]),
        ("code, language", "```Python run\nx\n```", [("python", "x")]),
        ("code, language", "```\nx\n```", []),
        ("table rows", "|a|b|\n|-|-|\n|1 \\| 2|*c*|\n|||", [("a", "b"), ("1|2", "c")]),
        ("table rows", "<table><tr><td>a<td>b<tr><td></table>", [("a", "b")]),
        ("links", "[a *b*](../x?y=1#z)", [("a b", "https://obec.example/x?y=1#z")]),
        ("link addresses", "[a](https://k.example)", [("https://k.example/",)]),
        ("link texts", "[![alt](i.png)](x)", []),
        ("images", "[![alt](i.png)](x)", [("https://obec.example/clanky/i.png",)]),
        ("quotations", "> dehors\n> > dedans", [("dehors",), ("dedans",)]),
        ("quotations", "> [!note] Rada\n> text", [("Rada text",)]),
        ("emphasis", "*un* et **deux**", [("un",)]),
        ("strong", "*un* et **deux**", [("deux",)]),
        ("formulas", "$a + b$ und $$\nc\n$$", [("a+b",), ("c",)]),
        ("formulas", "$$\n\\frac 1 2\n$$", [("\\frac12",)]),
        ("formulas", "from $5 to $10, or $ 3 $", []),
        ("footnotes", "x[^1]\n\n[^1]: dolů\n[^2]: níže", [("dolů",), ("níže",)]),
    ],
)
def test_items(kind, markdown, expected):
    assert found(kind, markdown) == expected


def test_text_is_compared_without_escapes_and_differences_of_white_space():
    written = "- a\\_b\u00a0c\u200b <br>d: *n* -by- *n*"
    assert found("list items", written) == found("list items", "- a_b c d:*n*-by-*n*")


def test_words_that_ran_together_differ():
    assert found("list items", "- see[here](x)") != found("list items", "- see [here](x)")


def test_rendered_text_has_a_space_between_blocks_and_no_addresses():
    markdown = "# A\n\nb [c](d)!\n\n- e\n- f\n\n|g|h|\n|-|-|\n\n![i](j)"
    assert text_of(parsed(markdown)) == "A b c! e f g h"


@pytest.mark.parametrize("markdown", ["", "<!-- -->", "[a](http://[b)", "> " * 300 + "x", "[^1]:"])
def test_any_markdown_has_items(markdown):
    assert isinstance(items(parsed(markdown), URL), dict)
    assert isinstance(text_of(parsed(markdown)), str)


def test_every_line_of_the_gold_is_a_block():
    listed = "Úvod\n- první\n- druhá\nkonec\n---\n2. dvě\n    odsazeno\n"
    gold = items(parsed_gold(f"{listed}## Oddíl\n|a|b|\n|-|-|\n|c|d|"))
    assert set(gold["list items"]) == {("první",), ("druhá",), ("dvě odsazeno",)}
    assert set(gold["headings"]) == {("Oddíl",)}
    assert set(gold["table rows"]) == {("a", "b"), ("c", "d")}
    assert "code blocks" not in gold


def test_code_of_the_gold_stays_as_it_is():
    assert list(items(parsed_gold("```\na\nb\n```"))["code blocks"]) == [("a\nb",)]


def test_the_corpus_is_compared_by_words_and_rows_by_the_words_of_all_cells():
    ours = by_words(items(parsed("## Don’t stop!\n\n|a|b c|\n|-|-|"), URL))
    gold = by_words(items(parsed("### Don't stop\n\n|a b|c|\n|-|-|"), URL))
    assert counts(ours["headings"], gold["headings"]) == (1, 1, 1)
    assert counts(ours["headings, level"], gold["headings, level"]) == (0, 1, 1)
    assert counts(ours["table rows"], gold["table rows"]) == (1, 1, 1)


def test_a_link_without_words_is_no_item_of_the_corpus():
    assert not by_words(items(parsed("[![alt](i.png)](x) [»](y)"), URL))["links"]


# The corpus


@pytest.fixture
def corpus(tmp_path):
    """Pages a to d; c has no Markdown."""
    for folder in ("html", "ground-truth"):
        (tmp_path / folder).mkdir()
    for name in "abcd":
        markdown = None if name == "c" else f"## Nadpis {name}\n\n[odkaz](y)"
        gold = {"url": URL, "ground_truth": {"main_content_markdown": markdown}}
        (tmp_path / f"ground-truth/{name}.json").write_text(json.dumps(gold), "utf-8")
        (tmp_path / f"html/{name}.html.gz").write_bytes(gzip.compress(b"<p>x</p>"))
    return tmp_path


def test_pages_without_markdown_are_left_out_and_counted(corpus, capsys):
    assert [page.id for page in structure.pages(corpus)] == ["a", "b", "d"]
    assert "3 pages with Markdown, 1 without" in capsys.readouterr().out
    assert [page.id for page in structure.pages(corpus, 2)] == ["a", "b"]


def test_a_folder_without_gold_is_refused(tmp_path):
    with pytest.raises(VictorError, match="expected the folders 'html' and 'ground-truth'"):
        structure.pages(tmp_path)


def test_means_are_over_pages_on_which_system_or_gold_have_items(corpus):
    systems = {
        "right": lambda data, url: "## Nadpis a\n\n[odkaz](https://obec.example/clanky/y)",
        "nothing": lambda data, url: "",
    }
    rows = structure.results(systems, structure.pages(corpus))
    assert rows[0]["headings"] == {"right": (1, 1, 1), "nothing": (0, 0, 1)}
    assert rows[1]["links"]["right"] == (1, 1, 1)
    assert rows[0]["word_f1"] == {"right": 1, "nothing": 0}
    macro, pages, *_ = structure.tables(rows).split("\n\n")[1::2]
    assert "| right | 0.778 | 0.333 | 0.333 | - | 1.000 | 1.000 | - |" in macro
    assert "| nothing | 0.000 | 3 | 3 | 0 | 3 | 3 | 0 |" in pages


def test_a_system_that_fails_writes_nothing(monkeypatch):
    def fails(data, url):
        raise RuntimeError

    monkeypatch.setattr(structure, "SYSTEMS", {"x": lambda: fails})
    assert structure.load("x")(b"", "") == ""


def test_an_unknown_system_is_refused():
    with pytest.raises(Exception, match="unknown system 'trafilatur'; did you mean 'trafilatura'"):
        structure.names("victor,trafilatur")


# Fixtures


PAGE = """<!DOCTYPE html>
<!-- {"url":"https://obec.example/a/b"} -->
<html><body><h1>Most</h1><p>Lávka <a href="c">přes řeku</a>.</p></body></html>"""
EXPECTED = """```json
{"title": "Most", "author": "", "site": "Obec ", "published": "2026-03-01T10:00:00Z"}
```

# Most

- lávka
- [přes řeku](https://obec.example/a/c)
"""


@pytest.fixture
def folder(tmp_path):
    for name, text in (("fixtures/x--most.html", PAGE), ("expected/x--most.md", EXPECTED)):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def test_a_fixture_has_an_address_and_metadata(folder):
    (page,) = fixtures.fixtures(folder)
    assert page.url == "https://obec.example/a/b"
    assert page.markdown.startswith("\n# Most")
    assert page.metadata["site"] == "Obec"
    assert page.metadata["published, day"] == "2026-03-01"
    assert fixtures.address("x--most", b"<html>") == "https://most"
    with pytest.raises(VictorError, match="no file matches"):
        fixtures.fixtures(folder, only="lávka")


def test_recall_and_missing_items_of_a_fixture(folder):
    def convert(data, url):
        return "# Most\n\n# Menu\n\n- lávka\n- [přes](c)"

    rows = fixtures.compared(convert, fixtures.fixtures(folder))
    table = fixtures.kinds_table(rows)
    assert "| headings | 1 | 1 | 1 | 1.000 | 1.000 | 0.500 |" in table
    assert "| list items | 1 | 2 | 1 | 0.500 | 0.500 | 0.500 |" in table
    assert "| link addresses | 1 | 1 | 1 | 1.000 | 1.000 | 1.000 |" in table
    lines = fixtures.misses(rows, ["list items", "links"]).split("\n")
    assert lines[1:] == ["x--most", "  list items: 'přes řeku'",
                         "  links: 'přes řeku' | 'https://obec.example/a/c'"]  # fmt: skip


def test_metadata_is_right_wrong_missing_or_spurious(folder):
    def describe(data, url):
        return fixtures.with_day({"title": "Lávka", "author": "Jana", "published": "2026-03-01"})

    page = fixtures.fixtures(folder)
    rows = fixtures.described(describe, page)
    table = fixtures.fields_table(rows)
    assert "| title | 1 | 0.000 | 0 | 1 | 0 | 0 |" in table
    assert "| author | 0 | - | 0 | 0 | 0 | 1 |" in table
    assert "| site | 1 | 0.000 | 0 | 0 | 1 | 0 |" in table
    assert "| published, day | 1 | 1.000 | 1 | 0 | 0 | 0 |" in table
    wrong = fixtures.wrong_fields([{"name": page[0].name}], rows)
    assert "x--most: title: 'Lávka', not 'Most'" in wrong


def test_long_items_are_shown_in_part():
    assert len(fixtures.shown(("a" * 900, "b"))) == 200


def test_files_of_another_kind_are_no_fixtures(folder):
    Path(folder, "expected/x--most.md").write_text("# Most", "utf-8")
    with pytest.raises(VictorError, match="expected a block of JSON at the start"):
        fixtures.fixtures(folder)
