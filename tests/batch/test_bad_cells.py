"""Tables with cells that Python or Arrow cannot read: every input has its row all the same."""

import json

import pytest

pa = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

ROWS = 40  # more than a chunk


def pages():
    texts = [f"<p>Some words of page {i}, long enough for a paragraph.</p>".encode()
             for i in range(ROWS)]  # fmt: skip
    texts[5] = "<p>Größe und mehr Wörter, die für einen Absatz reichen.</p>".encode("cp1252")
    array = pa.array(texts, pa.binary())
    return pa.Array.from_buffers(pa.string(), ROWS, array.buffers())  # says that it is UTF-8


def times(value, kind):
    return pa.array([value + i for i in range(ROWS)], pa.int64()).cast(kind)


@pytest.mark.parametrize(
    ("dates", "wanted"),
    [
        (times(10**18 + 1, pa.timestamp("ns")), "2001-09-09 01:46:40.000000001"),
        (times(2**62, pa.timestamp("us")), None),
        (times(10**9, pa.timestamp("s", "Mars/Olympus")), None),
    ],
    ids=["nanoseconds", "out of range", "odd time zone"],
)
def test_every_row_of_a_table_with_odd_cells_is_cleaned(cli, tmp_path, dates, wanted):
    table = pa.Table.from_arrays([pages(), dates], names=["html", "date"])
    rows = cleaned(cli, tmp_path, table)
    assert rows[0]["crawl_date"] == wanted
    assert "Wörter" in rows[5]["text"]


def test_of_two_columns_with_one_name_the_first_is_read(cli, tmp_path):
    others = pa.array(["<p>Something else</p>"] * ROWS)
    rows = cleaned(cli, tmp_path, pa.Table.from_arrays([pages(), others], names=["html", "html"]))
    assert "page 7" in rows[7]["text"]


def cleaned(cli, folder, table):
    parquet.write_table(table, folder / "pages.parquet")
    target = folder / "out.jsonl"
    status, _, err = cli("clean", "--workers", 1, "-o", target, folder / "pages.parquet")
    assert status == 0, err
    rows = [json.loads(line) for line in target.read_text("utf-8").splitlines()]
    assert [row["status"] for row in rows] == ["cleaned"] * ROWS
    return rows
