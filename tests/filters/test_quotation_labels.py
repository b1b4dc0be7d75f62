"""Lines that say whose words a removed quotation has."""

import numpy as np
import pytest
from pages import blocks

from victor.filters.buttons.quotation_labels import quotation_labels

QUOTE = "<blockquote>The ferry was late.</blockquote>"


@pytest.mark.parametrize(
    ("html", "kept", "gone"),
    [
        (f"<aside><div>Ada Quill:</div>{QUOTE}</aside><p>Not on Monday.</p>", "101", [0]),
        (f"<div><cite>阿达写道：</cite>{QUOTE}</div><p>不对。</p>", "101", [0]),
        (f"<div><a href=/u>Ada</a> <b>said:</b>{QUOTE}</div>Not on Monday.", "101", [0]),
        (f"<aside><div>Ada Quill:</div>{QUOTE}</aside><p>Not on Monday.</p>", "111", []),
        (f"<aside><div>Ada Quill:</div>{QUOTE}</aside><p>Not on Monday.</p>", "001", []),
        (f"<aside><div>It rains</div>{QUOTE}</aside><p>Not on Monday.</p>", "101", []),
        (f"<article><p>One<p>Two<p>As Ada said:</p>{QUOTE}</article>", "1110", []),
        (f"<p>{'A long sentence, ' * 6}which ends:</p>{QUOTE}", "10", []),
        (QUOTE, "0", []),
    ],
)
def test_the_line_above_a_removed_quotation_goes_with_it(html, kept, gone):
    chosen = np.array([sign == "1" for sign in kept])
    made = blocks(html)
    assert len(made) == len(chosen)
    assert quotation_labels(chosen, made) == gone


@pytest.mark.parametrize(
    ("html", "gone"),
    [
        (f"<div><div>Quote:</div>{QUOTE}</div><p>Not on Monday.</p>", [0]),
        ("<table><tr><td><b>Zitat:</b><tr><td class=quote>Sie war spät.</table>Nein.", [0]),
        ("<blockquote><div>引用：</div>船晚了。</blockquote><p>不对。</p>", [0]),
        ("<blockquote><div>Quote</div><p>The ferry was late.</blockquote><p>No.</p>", [0]),
        ("<p>Quote</p><p>The ferry was late.</p><p>No.</p>", []),
        ("<dl><dt>Quote:<dd>The ferry was late.</dl><p>No.</p>", []),
        ("<blockquote>Quote</blockquote><p>No.</p>", []),
        ("<p>Quote of the day:</p><p>The ferry was late.</p><p>No.</p>", []),
        (f"{QUOTE}<p>No.</p><p>Quote:</p>", []),
    ],
)
def test_the_mere_word_for_a_quotation_above_it_goes(html, gone):
    made = blocks(html)
    assert quotation_labels(np.ones(len(made), bool), made) == gone
