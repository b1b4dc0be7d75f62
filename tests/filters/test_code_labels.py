"""What pages write above a code block about the block alone."""

import numpy as np
import pytest
from pages import blocks

import victor
from victor.filters.buttons.code_labels import code_labels


def left(page):
    """The texts of a page's blocks without the labels of code."""
    made = blocks(f"<p>Před</p>{page}<p>Po</p>")
    out = code_labels(np.ones(len(made), bool), made)
    return [text for block, text in enumerate(made.text) if block not in out][1:-1]


@pytest.mark.parametrize(
    "page",
    [
        "<div><p>Code: <a href=#>Select all</a></p><pre>{}</pre></div>",
        "<div><p>Código: <a href=#>Seleccionar todo</a></p><pre>{}</pre></div>",
        "<div><div>Код:</div><div><pre><code>{}</code></pre></div></div>",
        "<div><div><span>html</span></div><pre class='brush: html'><code>{}</code></pre></div>",
        "<div><div>HTML</div><pre>{}</pre></div>",
        "<figure><figcaption><span class=sr-only>Terminal window</span></figcaption>"
        "<pre>{}</pre></figure>",
        "<p>html</p><pre>{}</pre>",
        "<div>Code: <a>[Select]</a></div><pre>{}</pre>",
        "<div><span>Code</span> <a>Auswählen</a> <a>Erweitern</a></div><pre>{}</pre>",
        "<p>html</p><div class=highlight><pre>{}</pre></div>",
    ],
)
def test_the_label_of_a_code_block_goes(page):
    assert left(page.format("x = 1")) == ["x = 1"]


def test_the_label_of_code_with_line_breaks_goes():
    box = "<div class=bbcode_container><div>{}</div><hr><code>{}</code><hr></div>"
    assert left(box.format("Code:", "x = 1<br>y = 2")) == ["x = 1", "y = 2"]
    assert left(box.format("Code:", "SUMMER10")) == ["Code:", "SUMMER10"]
    assert left(box.format("Ausgabe:", "1<br>2")) == ["Ausgabe:", "1", "2"]


@pytest.mark.parametrize(
    "page",
    [
        "<p>Code:</p><pre>x = 1</pre>",
        "<p>HTML</p><pre>x = 1</pre>",
        "<p>Python</p><pre class=language-python>x = 1</pre>",
        "<p>Volejte <span>bash</span></p><pre>x = 1</pre>",
        "<p>text</p><pre>x = 1</pre>",
        "<div><p>Code</p><pre>x = 1</pre></div>",
        "<div><p>Output:</p><pre>x = 1</pre></div>",
        "<div><p>main.py</p><pre class=language-python>x = 1</pre></div>",
        "<div><h3>Code</h3><pre>x = 1</pre></div>",
        "<figure><figcaption><span class=title>a.py</span></figcaption><pre>x = 1</pre></figure>",
        "<dl><dt>Code<dd><pre>x = 1</pre></dl>",
        "<table><tr><td>Code:<td><pre>x = 1</pre></table>",
        "<div><p>Code:</p><pre>x = 1</pre><p>Dies gibt eins aus.</p></div>",
        "<div><p>sql</p><pre class=language-python>x = 1</pre></div>",
    ],
)
def test_what_says_more_stays(page):
    assert "x = 1" in left(page)
    assert len(left(page)) > 1


def test_a_song_is_no_code():
    song = "<div><p>Julia</p><pre>Half of what I say means nothing at all</pre></div>"
    assert left(song) == ["Julia", "Half of what I say means nothing at all"]
    assert victor.extract(song, config="keep-everything", output="markdown").startswith("Julia")


@pytest.mark.parametrize(
    "numbers",
    [
        "<div class=line-numbers-wrapper><span class=line-number>1</span><br>"
        "<span class=line-number>2</span><br></div>",
        "<div class='gutter'><div>1</div><div>2</div></div>",
    ],
)
def test_line_numbers_beside_code_go_and_the_label_with_them(numbers):
    code = "<span class=lang>js</span><pre><code class=language-js>x = 1\ny = 2</code></pre>"
    assert left(f"<div>{code}{numbers}</div>") == ["x = 1", "y = 2"]
    assert left(f"<div>{numbers}<pre>x = 1\ny = 2</pre></div>") == ["x = 1", "y = 2"]


def test_numbers_below_code_are_what_it_prints():
    assert left("<div><pre>x = 1</pre><div>1</div></div>") == ["x = 1", "1"]
