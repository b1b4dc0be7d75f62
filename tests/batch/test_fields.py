"""Fields of rows that are formats with options."""

import json

import pytest
from conftest import DATA

PAGE = DATA / "news-en.html"


def test_rows_have_the_text_in_formats_with_options(cli, sample_model, tmp_path):
    file, fields = tmp_path / "rows.jsonl", "id,markdown,markdown-links-images,text+title"
    clean = ("clean", "--model", sample_model, "--fields", fields, "-o")
    assert cli(*clean, file, PAGE)[0] == 0
    row = json.loads(file.read_text("utf-8"))
    assert list(row) == fields.split(",")
    assert "](http" in row["markdown"]
    assert "](http" not in row["markdown-links-images"]
    assert row["text+title"].startswith("Council backs tidal footbridge")


def test_a_table_has_them_too(cli, sample_model, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "rows.parquet"
    clean = ("clean", "--model", sample_model, "--fields", "id,markdown-links", "-o")
    (tmp_path / "no.html").write_bytes(b"%PDF-1.7")
    assert cli(*clean, file, PAGE, tmp_path / "no.html")[0] == 0
    page, skipped = parquet.read_table(file).to_pylist()
    assert "footbridge" in page["markdown-links"]
    assert skipped == {"id": "no.html", "markdown-links": None}


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("markdown-lnks", "--fields: markdown has no option 'lnks'; did you mean 'links'?"),
        ("title-links", "--fields: unknown field 'title-links'"),
        ("html+title", "--fields: html has no option 'title'"),
    ],
)
def test_unknown_options_are_named(cli, tmp_path, field, message):
    status, _, err = cli("clean", "--fields", field, "-o", tmp_path / "x.jsonl", PAGE)
    assert status == 2
    assert message in err
