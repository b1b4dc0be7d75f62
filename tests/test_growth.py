"""Pages that are large, or damaged over and over: no text is lost, and time is not quadratic."""

import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pages import blocks, markup

from victor import features, pipeline
from victor.filters.lists.notes import lost_notes
from victor.page import read_page
from victor.pipeline import blocks_of
from victor.text.hashing import hashes
from victor.tree import parse
from victor.tree.soup import parse_plainly, parse_with_soup

CLEANER = pipeline.load("web")
END = "<!-- <p>"  # at which libxml2 stops early
KINDS = parse.kinds_of(frozenset(), frozenset(), True, False)


@pytest.mark.parametrize(
    "rest",
    [
        "<!-- b <c d='e' <![CDATA[ f",
        "<b c='d> e <p>f</p>",
        '</b><<a c="d> e <p>f</p>',
        "<b c",
        "<!b",
    ],
)
def test_text_behind_markup_that_is_never_closed_is_kept(rest):
    """Also by versions of `html.parser` that drop it, as browsers do."""
    text = " ".join(parse_with_soup(f"<p>a</p>{rest}", KINDS).text)
    assert text.startswith("a ")
    assert "f" not in rest or "f" in text


@pytest.mark.parametrize("piece", ["a < b <c ", "<!-- b > ", "<![CDATA[ b > ", "</a b ", "<? b "])
def test_markup_that_is_never_closed_takes_no_square_of_time(piece):
    result = CLEANER.clean(f"<p>Before.</p><!-- {piece * 40_000}")
    text = " ".join(block.text for block in result.document.blocks)
    assert "Before." in text
    assert text.count(" b") >= 40_000


@pytest.mark.parametrize("html", ["plain text", "<text " * 100, "<a<a" * 100])
def test_a_page_without_an_element(html):
    result = CLEANER.clean(html)
    assert len(result.blocks) == 1


_NOTE = "<p>a<a href='#fn1'><sup>1</sup></a><ol><li id=fn1>b <a href='#r'>↩</a></ol><p>"
_ARTICLES = ",".join('{"@type": "Article", "headline": "a b"}' for _ in range(2_000))


@pytest.mark.parametrize(
    "html",
    [
        f"{_NOTE}{'<i>a ' * 6_000}",
        f"<title>{'word ' * 100_000}</title><script type=application/ld+json>[{_ARTICLES}]",
        "<b><a rel=tag href=/tag/a>a</a>" * 9_000,
        f"<div class=tags>{'<div><a href=/tag/a>a</a></div>' * 20_000}</div>",
        "<p>\\(\\def\\a" + "\n" * 40_000,
        f"<p>a</p><button>{';' * 20_000}a</button><p>b</p>",
        "<meta name=keywords content='a'>" * 100_000,
        "<blockquote><cite>A:</cite>a</blockquote>" * 30_000,
        "é <iframe src=//player.vimeo.com/video/1></iframe>" * 20_000,
        "<pre class=line-numbers>1</pre>" * 4_000,
        f"<p style='white-space: pre'>a\nb</p>{'<!-- ' * 20_000}",
        "<p style='white-space: pre'>a\n" * 20_000,
    ],
    ids=lambda html: html[:35],
)
def test_documents_and_metadata_take_no_square_of_time(html):
    start = time.process_time()
    result = pipeline.load("keep-everything").clean(f"<p>{'word ' * 100}</p>{html}")
    assert "word" in result.markdown
    assert result.metadata.site is None
    assert time.process_time() - start < 2


def test_headings_around_a_long_text_take_no_square_of_time():
    count = 10_000
    start = time.process_time()
    result = pipeline.load("keep-everything").clean("<p>a</p>" + "<h2>" * count + "word " * count)
    assert result.text.count("word") == count
    assert time.process_time() - start < 2


def test_quotations_that_a_model_loses_take_no_square_of_time():
    pairs = (
        f"<p>{'word ' * 15}<blockquote>Quotation {i} of a text</blockquote>" for i in range(15_000)
    )
    made = blocks(f"{''.join(pairs)}<p>The end.")
    start = time.process_time()
    kept = np.array([not text.startswith("Quotation") for text in made.text])
    assert len(lost_notes(kept, made)) == 15_000
    assert time.process_time() - start < 2


def test_a_page_that_is_one_heading():
    lines = "<br>".join(f"Line {i} of the heading" for i in range(40_000))
    made = blocks_of(CLEANER.plan, read_page(f"<title>Line 7</title><h1>{lines}"))
    found = features.compute(made, ("title.is_h1", "title.overlap"), CLEANER.plan.task).values
    assert found[:, 0].all()
    assert found[7, 1] == pytest.approx(2 / 5)


@given(st.integers(0, 5), st.integers(-2, 2), st.data())
def test_hashes_against_the_polynomial(stretches, more, data):
    size = 1 << 18
    points = np.arange(1, max(1, stretches * size + more) + 1, dtype=np.uint32)
    places = st.integers(max(0, len(points) - size - 20), len(points))
    start, end = sorted((data.draw(places), data.draw(places)))
    end = min(end, start + 50)
    base = 0x9E3779B97F4A7C15
    wanted = sum(int(x) * base**i for i, x in enumerate(points[start:end])) % (1 << 64)
    assert int(hashes(points, np.array([start]), np.array([end]))[0]) == wanted


@pytest.mark.slow
@pytest.mark.parametrize("piece", ["<div><b></q></i>w", "<li>-<form>w<!"])
def test_depth_takes_no_square_of_time(piece):
    result = CLEANER.clean("<p>Before." + piece * 40_000 + ">" + END)
    assert sum(block.text.count("w") for block in result.document.blocks) == 40_000
    assert result.block_columns.tree.parser == "beautifulsoup"


@pytest.mark.slow
@pytest.mark.parametrize(
    "html",
    ["<table>" * 40_000 + "w" * 9 + "<Body>" * 40_000, "</x-y><img alt=x>" * 40_000 + f"w{END}"],
    ids=["body tags in depth", "end tags after empty elements"],
)
def test_tags_that_parsers_look_for_take_no_square_of_time(html, monkeypatch):
    assert "w" in CLEANER.clean("<p>Before." + html).document.blocks[-1].text
    monkeypatch.setattr("victor.tree.soup.parse_with_soup", None)  # which is not asked
    assert CLEANER.clean("<p>Before." + html).block_columns.tree.parser == "beautifulsoup"


def test_depth_in_which_nothing_is_searched_needs_no_other_parser():
    result = CLEANER.clean("<p>Before." + "<b><i>" * 50_000 + "w" * 9)
    assert "w" * 9 in result.document.blocks[-1].text
    assert result.block_columns.tree.parser == "libxml2"


@given(markup())
def test_pages_are_read_alike_with_a_tree_and_without(html):
    for one in (html, f"<ul>{html}<script>a<b</script><br/></br></x>"):
        plain, reader = parse_plainly(one, KINDS)
        soup = parse_with_soup(one, KINDS)
        assert plain.text == soup.text
        assert (plain.tag, plain.parent, plain.closed) == (soup.tag, soup.parent, soup.closed)
        assert reader.depth >= 0
