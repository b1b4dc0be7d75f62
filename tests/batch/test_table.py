"""Batches of tables."""

import math

import numpy as np
import pyarrow as pa
import pytest
from crawls import SAMPLES

import victor
from victor.batch.sinks.parquet import schema
from victor.batch.table import clean_table
from victor.output.schema import FIELDS, ROW

TASK = "boilerpipe"
URLS = [f"http://a.example/{name}" for name, _ in SAMPLES]
HTML = [html for _, html in SAMPLES]


@pytest.fixture(scope="module")
def texts():
    cleaner = victor.load(TASK)
    return [cleaner.clean(html).text for html in HTML]


@pytest.mark.parametrize("kind", [list, lambda one: np.array(one, dtype=object)])
def test_a_mapping_of_columns(texts, kind):
    batch = {"url": kind(URLS), "html": kind(HTML), "shard": kind(range(len(HTML)))}
    found = clean_table(batch, TASK, ("text", "title", "url"))
    assert list(found) == ["shard", "text", "title", "url"]
    assert (found["text"], found["url"]) == (texts, URLS)
    assert found["shard"] == list(range(len(HTML)))


def test_an_arrow_table_has_the_types_of_parquet(texts):
    batch = pa.table({"page": HTML, "url": URLS, "shard": range(len(HTML))})
    found = clean_table(batch, victor.load(TASK), columns={"html": "page"})
    assert found["text"].to_pylist() == texts
    rows = found.drop_columns(["shard"]).schema
    assert rows == schema({name: ROW[name] for name in FIELDS})


def test_what_is_no_page_is_a_row_with_a_reason():
    found = clean_table({"html": ["<p>a", None, 7, b"%PDF-1.7 "]}, "keep-everything", ("reason",))
    assert found["reason"][0] is None
    assert found["reason"][1] == "not HTML: column 'html' is null"
    assert found["reason"][2] == "damaged record: column 'html' has no text"
    assert found["reason"][3].startswith("not HTML")


class NAType:
    """As in pandas: what a comparison returns is neither true nor false."""

    def __bool__(self) -> bool:
        raise TypeError("boolean value of NA is ambiguous")


@pytest.mark.parametrize("missing", [None, math.nan, np.float32("nan"), NAType()])
def test_missing_values_are_no_text(missing):
    page = '<link rel="canonical" href="http://a.example/x"><p>Some words.'
    batch = {"html": [page, missing], "url": [missing] * 2, "id": [missing] * 2, "n": [missing] * 2}
    found = clean_table(batch, "keep-everything", ("id", "url", "status", "reason"))
    assert found["id"] == ["table#0", "table#1"]
    assert found["url"] == ["http://a.example/x", None]
    assert found["status"] == ["cleaned", "skipped"]
    assert found["reason"][1] == "not HTML: column 'html' is null"
    assert found["n"] == [missing] * 2


@pytest.mark.parametrize(
    ("batch", "options", "message"),
    [
        ({"htlm": []}, {}, "no column 'html'; did you mean 'htlm'"),
        ({"html": []}, {"fields": ["titel"]}, "unknown field 'titel'; did you mean 'title'"),
        ({"html": []}, {"fields": None}, "fields: expected a list of names, found None"),
        ({"html": []}, {"cleaner": 5}, "cleaner: expected a Cleaner, a name or a path, found 5"),
        (
            {"html": []},
            {"columns": {"htm": "x"}},
            "columns: unknown key 'htm'; did you mean 'html'",
        ),
        ({"html": []}, {"columns": {"url": "ulr"}}, "columns: url: no column 'ulr'; known: html"),
        ({"html": []}, {"columns": "html"}, "columns: expected a mapping like .*, found 'html'"),
        (
            {"html": []},
            {"columns": {"url": 5}},
            "columns: url: expected the name of a column, found",
        ),
        ({"html": []}, {"max_bytes": "20M"}, "max_bytes: expected an integer of 1 or more"),
        (["<p>One"], {}, "batch: expected a table or a mapping of columns, found"),
        (np.array(["<p>One"]), {}, "batch: expected a table or a mapping of columns, found"),
        ({"html": "<p>One"}, {}, "batch: column 'html': expected a list of values, found"),
        ({1: ["<p>One"]}, {}, "batch: expected the name of a column, found 1"),
        ({"html": ["a"], "id": []}, {}, "expected columns of one length, found html 1, id 0"),
    ],
)
def test_wrong_usage_is_reported(batch, options, message):
    with pytest.raises(victor.VictorError, match=message):
        clean_table(batch, **{"cleaner": TASK, **options})
