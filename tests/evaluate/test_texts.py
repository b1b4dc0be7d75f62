"""Texts of other systems, scored through the command line."""

import json

import pytest
from conftest import DATA


@pytest.fixture(scope="module")
def means():
    """The mean word scores in the output of ``victor evaluate``."""

    def of(out):
        rows = [line.split("|") for line in out.splitlines() if line.startswith("| word")]
        return [row[2].strip() for row in rows[:3]]

    return of


def test_texts_that_victor_writes_score_like_its_model(cli, sample_model, means, tmp_path):
    pages = sorted(DATA.glob("news-*.html"))
    gold = [page.with_suffix(".anno") for page in pages]
    folder, rows = tmp_path / "texts", tmp_path / "rows.jsonl.gz"
    clean = ("clean", "--model", sample_model)
    assert cli(*clean, "--format", "text", "-o", folder, *pages)[0] == 0
    assert cli(*clean, "-o", rows, *pages)[0] == 0
    status, expected, _ = cli("evaluate", "--model", sample_model, *gold)
    assert status == 0
    for texts in (folder, rows):
        status, out, err = cli("evaluate", "--texts", texts, *gold)
        assert (status, "without a text" in err) == (0, False)
        ours, theirs = map(float, means(out)), map(float, means(expected))
        assert list(ours) == pytest.approx(list(theirs), abs=0.01)
        assert "label accuracy" not in out
        assert out.startswith(f"corpus: data, how: texts of {texts}; ")


def test_pages_without_a_text_count_as_empty(cli, means, tmp_path):
    (tmp_path / "deep").mkdir()
    gold = [DATA / "news-en.anno", DATA / "blog-en.anno"]
    text = "\n".join(line for line in gold[0].read_text("utf-8").splitlines())
    (tmp_path / "deep" / "news-en.md").write_text(text, "utf-8")
    status, out, err = cli("evaluate", "--texts", tmp_path, "--scores", "words", *gold)
    assert status == 0
    assert "1 page without a text, scored as empty: blog-en.html" in err
    assert 0.4 < float(means(out)[1]) <= 0.5


def test_texts_are_compared_with_a_model_page_by_page(cli, sample_model, tmp_path):
    gold = sorted(DATA.glob("news-*.anno"))
    (tmp_path / "rows.jsonl").write_text(
        "\n".join(json.dumps({"id": f"{one.stem}.html", "text": ""}) for one in gold)
    )
    for options in (("--model", sample_model), ("--texts", tmp_path / "rows.jsonl")):
        file = tmp_path / f"{options[0][2:]}.json"
        assert cli("evaluate", *options, "--json", file, *gold)[0] == 0
    status, out, err = cli("compare", tmp_path / "model.json", tmp_path / "texts.json")
    assert (status, err) == (0, "")
    assert f"| all pages | {len(gold)} |" in out
    assert " 0.000 | -0." in out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--texts", "nowhere"), "nowhere: no such file or directory"),
        (("--texts", DATA / "news-en.html"), "expected a directory of texts"),
        (("--texts", DATA), "no text of any page, such as 'blog-en.html', found texts"),
        (("--texts", DATA, "--scores", "evert"), "texts have only words and characters"),
        (("--texts", DATA, "--model", "web"), "--model has no effect on --texts"),
        (("--texts", DATA, "--prefer", "recall"), "--prefer has no effect on --texts"),
        (("--texts", DATA, "--ceiling"), "not allowed with"),
        (("--start", "web"), "--start needs --folds"),
        (("--folds", "3", "--convention", "naeb"), "--convention has no effect: each fold learns"),
        (("--weights", "all", "--ceiling"), "--weights needs --folds"),
    ],
)
def test_what_cannot_be_scored_is_reported(cli, options, message):
    status, _, err = cli("evaluate", *options, DATA)
    assert status == 2
    assert message in err


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("{", "damaged record: not a line of JSON"),
        ('{"id": "a", "body": "x"}', "rows.jsonl: text: no such column; known: body, id"),
        ('{"id": "a", "txet": "x"}', "rows.jsonl: text: no such column; did you mean 'txet'?"),
        (
            '{"id": "a", "text": "x"}\n{"id": "a.html", "text": "y"}',
            "several texts of the page 'a'",
        ),
    ],
)
def test_damaged_rows_are_reported(cli, tmp_path, row, message):
    (tmp_path / "rows.jsonl").write_text(row + "\n")
    status, _, err = cli("evaluate", "--texts", tmp_path / "rows.jsonl", DATA)
    assert status == 2
    assert message in err


@pytest.mark.parametrize("texts", [False, True])
def test_pages_that_are_annotated_twice_are_named(cli, sample_model, tmp_path, texts):
    folder = tmp_path / "gold"
    folder.mkdir()
    for name in ("news-en.html", "news-en.anno", "news-de.html", "news-de.anno"):
        (folder / name).write_bytes((DATA / name).read_bytes())
    (folder / "again.anno").write_bytes((DATA / "news-en.anno").read_bytes())
    (tmp_path / "rows.jsonl").write_text('{"id": "news-en", "text": "Words"}\n')
    system = ("--texts", tmp_path / "rows.jsonl") if texts else ("--model", sample_model)
    status, _, err = cli("evaluate", *system, folder)
    assert status == 0
    assert "victor: 2 pages have the text of another page: again, news-en\n" in err
