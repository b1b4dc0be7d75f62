"""The field `columns`: the other columns of the rows of a table go with its pages."""

import json

import pytest

PAGE = "<p>The ferry to the island left at noon, and nobody on the pier had expected it.</p>"
OTHERS = {"lang": "en", "score": 0.5, "tags": ["a", {"b": None}], "bad": float("nan")}
IN_JSON = {**OTHERS, "bad": None}


@pytest.fixture
def lines(tmp_path):
    path = tmp_path / "pages.jsonl"
    rows = [{"html": PAGE, "id": "a", **OTHERS}, {"html": None, "id": "b", "lang": "cs"}]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def test_rows_keep_the_other_columns_of_json_lines(cli, lines):
    asked = ("--format", "jsonl", "--fields", "id,columns,text")
    out = cli("clean", "--workers", 1, *asked, lines)[1]
    rows = [json.loads(line) for line in out.splitlines()]
    assert [row["columns"] for row in rows] == [IN_JSON, {"lang": "cs"}]
    assert list(rows[0]) == ["id", "columns", "text"]


def test_rows_have_no_other_columns_unless_asked(cli, lines):
    out = cli("clean", "--workers", 1, "--format", "jsonl", lines)[1]
    assert "columns" not in json.loads(out.splitlines()[0])


def test_parquet_has_a_map_of_texts(cli, lines, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    target = tmp_path / "out.parquet"
    cli("clean", "--workers", 1, "--fields", "columns", "-o", target, lines)
    first, second = parquet.read_table(target).to_pylist()
    texts = {"lang": "en", "score": "0.5", "tags": '["a", {"b": null}]', "bad": None}
    assert dict(first["columns"]) == texts
    assert dict(second["columns"]) == {"lang": "cs"}


@pytest.mark.parametrize("ending", ["jsonl", "parquet"])
def test_the_name_of_a_column_may_be_no_text(cli, tmp_path, ending):
    pytest.importorskip("pyarrow.parquet")
    path, target = tmp_path / "pages.jsonl", tmp_path / f"out.{ending}"
    path.write_text(f'{{"html": "{PAGE}", "k\\ud800": "v\\udfff"}}\n', "utf-8")
    status, _, err = cli("clean", "--workers", 1, "--fields", "columns", "-o", target, path)
    assert (status, err) == (0, "victor: 1 input: 1 cleaned\n")


@pytest.mark.parametrize("name", ["x", "id"])
@pytest.mark.parametrize("levels", [190, 400, 900])
def test_a_column_that_is_nested_too_deeply_loses_no_other_page(cli, tmp_path, name, levels):
    path = tmp_path / "pages.jsonl"
    deep = json.dumps(PAGE) + f', "{name}": {"[" * levels}{"]" * levels}'
    path.write_text(f'{{"html": {deep}}}\n{{"html": {json.dumps(PAGE)}}}\n', "utf-8")
    asked = ("--format", "jsonl", "--fields", "status,reason,columns")
    out = cli("clean", "--workers", 1, *asked, path)[1]
    first, second = map(json.loads, out.splitlines())
    assert second["status"] == "cleaned"
    wrong = f"damaged record: column {name!r} is nested too deeply"
    assert first["reason"] == (None if levels < 200 else wrong)


def test_the_columns_of_parquet_keep_their_order(cli, tmp_path):
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "pages.parquet"
    table = pa.table({"z": [1], "html": [PAGE], "a": [b"\xff"], "url": ["https://a.example/"]})
    parquet.write_table(table, path)
    asked = ("--format", "jsonl", "--fields", "url,columns")
    row = json.loads(cli("clean", "--workers", 1, *asked, path)[1])
    assert list(row["columns"].items()) == [("z", 1), ("a", "\ufffd")]


def test_pages_without_a_table_have_none(cli, tmp_path):
    page = tmp_path / "page.html"
    page.write_text(PAGE, "utf-8")
    out = cli("clean", "--workers", 1, "--format", "jsonl", "--fields", "id,columns", page)[1]
    assert json.loads(out)["columns"] is None
