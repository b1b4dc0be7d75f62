"""Pages of more tags or blocks than memory is meant for: a clear error, or a counted skip."""

import json

import pytest

import victor
from victor import pipeline
from victor.errors import TooLargeError

PAGE = b"<p>One paragraph of text<p>Another<p>And a third one"


@pytest.mark.parametrize(
    ("limit", "wanted"),
    [("MOST_TAGS", "3 tags, more than 2"), ("MOST_BLOCKS", "3 blocks, more than 2")],
)
def test_the_limits_of_a_page(cli, tmp_path, monkeypatch, limit, wanted):
    monkeypatch.setattr(pipeline, limit, 2)
    with pytest.raises(TooLargeError, match=wanted):
        victor.load("web").clean(PAGE)
    page = tmp_path / "page.html"
    page.write_bytes(PAGE)
    status, _, err = cli("clean", page)
    assert status == 1
    assert wanted in err
    (found,) = victor.clean_many([PAGE], "web")
    assert found.reason == f"too large: {wanted}"


def test_millions_of_tags_take_no_time():
    with pytest.raises(TooLargeError, match="5,000,000 tags"):
        victor.load("web").clean(b"<p>x" * 5_000_000)


def test_a_row_says_how_large_the_page_is(cli, tmp_path):
    page = tmp_path / "page.html"
    page.write_bytes(b"<p>x" * 1_600_000)
    cli("clean", "--workers", 1, "-o", tmp_path / "rows.jsonl", page)
    row = json.loads((tmp_path / "rows.jsonl").read_text("utf-8"))
    assert row["reason"] == "too large: 1,600,000 tags, more than 1,500,000"
