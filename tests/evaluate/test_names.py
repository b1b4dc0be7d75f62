"""Names of pages, systems and annotators in tables and reports: any character may be in them."""

import json
from html.parser import HTMLParser

import pytest

from victor.commands import main

NAME = "a&b\"'<i>|\u2028 \x1b[2J\nq"
MARKUP = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&|`"
PAGE = "<title>%s</title><p>A paragraph of running text here.</p><div>Menu</div>"
GOLD = "# url: http://x/%s\n# labels: p paragraph, o other\n[p] A paragraph of running text here.\n"


@pytest.fixture
def corpus(tmp_path, monkeypatch):
    """Two folders of annotations of three pages with such names, by two annotators."""
    monkeypatch.chdir(tmp_path)
    for folder, menu in (("one", "[o] Menu\n"), ("two", "[p] Menu\n")):
        (tmp_path / folder).mkdir()
        for number in range(3):
            file = tmp_path / folder / f"{number}{NAME}.html"
            file.write_text(PAGE % MARKUP.replace("<", "&lt;"), "utf-8")
            file.with_suffix(".anno").write_text(GOLD % MARKUP + menu, "utf-8")
    return tmp_path


def rows(text):
    return [line for line in text.split("\n") if line.startswith("|")]


COMMANDS = (["evaluate", "one", "--config", "web-crf"], ["agreement", "one", "two"])


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda one: one[0])
def test_tables_keep_a_row_on_a_line(corpus, capsys, arguments):
    assert main(arguments) == 0
    made = capsys.readouterr().out
    assert all(line.endswith("|") for line in rows(made))
    assert not {"\x1b", "\u2028"} & set(made)


class Tags(HTMLParser):
    """The tags and attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag, attrs):
        self.found |= {tag, *(name for name, _ in attrs)}


def test_names_are_no_markup_in_reports(corpus):
    results = corpus / "results.json"
    assert main(["evaluate", "one", "--config", "web-crf", "--json", str(results)]) == 0
    text = results.read_text("utf-8").replace('"model web-crf"', json.dumps(MARKUP + NAME))
    other = corpus / f"{NAME}.json"
    other.write_text(text, "utf-8")
    assert main(["report", "one", "--config", "web-crf", "--compare", str(other)]) == 0
    report = (corpus / "report.html").read_text("utf-8")
    tags = Tags()
    tags.feed(report)
    assert not {"img", "i", "onerror", "src"} & tags.found
    assert report.count("<script") == 2


def test_a_directory_as_output_is_refused_before_the_work(corpus, capsys):
    assert main(["report", "one", "--config", "web-crf", "-o", "two"]) == 2
    assert "-o two: expected a file, found a directory" in capsys.readouterr().err
    assert main(["evaluate", "one", "--config", "web-crf", "--json", "."]) == 2
    assert "--json .: expected a file, found a directory" in capsys.readouterr().err
