"""Metadata of any page: no error, and linear time."""

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pages import blocks

from victor.document.metadata import Metadata
from victor.document.metadata.reader import read_metadata
from victor.document.metadata.schema import read_objects


def test_a_page_without_anything_has_no_metadata():
    made = blocks("")
    assert read_metadata(made.tree, None, None, made) == Metadata()
    assert read_metadata(made.tree) == Metadata()


PIECES = st.sampled_from(
    (
        "<h1>", "<h2>", "</h1>", "<a rel=author href='//['>", "</a>", "<time datetime='20']>",
        "<base href='http://['>", "<link rel=canonical href='http://[::1'>", "<p class=author>By ",
        "<script type=application/ld+json>{\"@type\":", '"Article","author":[[{', "}]]",
        "</script>",
        '"url":"http://[","headline":{"name":[1,null]}', "<meta property=og:title content='&#0;|'>",
        "<meta name=author content=', and,'>", "99/99/9999", "By Ada", "١٧ 0000", "<title>", " | ",
        "</title>", "\ud7ff", "<meta name=date content='99999999999999'>",
        "<p class=title>", "the harbour bridge", "© ", "{{ title }}", "<p>", " - ", "\u200b",
    )
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES, max_size=30).map("".join))
def test_any_page_gives_a_result(html):
    made = blocks(html)
    found = read_metadata(made.tree, "http://[bad", None, made)
    assert found == read_metadata(made.tree, "http://[bad", None, made)
    for kept in (np.ones(len(made), bool), np.zeros(len(made), bool)):
        read_metadata(made.tree, None, None, made, kept)


LARGE = 300_000


@pytest.mark.parametrize(
    "script",
    [
        '{"@type":"Article","headline":"' + '\\"' * LARGE,
        '{"a":' * LARGE,
        "[" * LARGE,
        '{"@type":"Article",' + '" ' * LARGE,
        "{" + "/*" * LARGE,
        "{'" + " " * LARGE + '"' * 1000,
    ],
    ids=range(6),
)
def test_large_scripts_take_linear_time(script):
    start = time.process_time()
    read_objects([script])
    assert time.process_time() - start < 3


@pytest.mark.parametrize(
    "unit", ["author ", "By A. ", "1.1.", "a@", "| ", "(", "17 May ", "a{b:c}", "<br"]
)
def test_large_texts_take_linear_time(unit):
    text = unit * (LARGE // len(unit))
    made = blocks(
        f"<title>{text}</title><meta name=author content='{text}'><meta name=date content='{text}'>"
        f"<h1>{text}</h1><p class='{text}'>{text}</p><p>By {text}"
    )
    start = time.process_time()
    read_metadata(made.tree, "http://x.example/" + text, None, made, np.ones(len(made), bool))
    assert time.process_time() - start < 3
