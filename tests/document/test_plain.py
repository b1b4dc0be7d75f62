"""Plain text that is made without the parts has the lines of the parts, whatever the labels."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pages import markup

import victor
from victor.compiled import using
from victor.document.plain import plain_text
from victor.document.structure import structure
from victor.output.text import of_parts

EVERYTHING = victor.load("keep-everything")
TABLE = "<table><tr><th>a<th>b<th>c<tr><td><td>d<p>e<td>f</table>"
PAGES = {
    f"<p>before</p>{TABLE}<p>after</p>": "before\n\na\tb\tc\n\td e\tf\n\nafter",
    f"<ul><li>one<li>two {TABLE}</ul>": "one\ntwo\na\tb\tc\n\td e\tf",
    "<table><caption>About</caption><tr><td>a<td>b<tr><td>c</table>": "About\na\tb\nc",
    "<p>run</p><pre>if x:\n    y()\n\nz()</pre><p>it</p>": "run\n\nif x:\n    y()\n\nz()\n\nit",
    "<p>soft\u00adly</p><p>spoken</p>": "softly\n\nspoken",
    "<dl><dt>term<dd>means<dd>this</dl>": "term\nmeans\nthis",
    "<h2 id=a>Set up<a href=#a>#</a></h2><p>Unpack it.": "Set up\n\nUnpack it.",
    "<p>one</p><p><i class=material-icons>chevron_right</i></p><p>two</p>": "one\n\ntwo",
    "<p>two <i class=material-icons>star</i> <b>lines": "two lines",
    "<p>See <a href=/a><img src=/emoji/a.png alt=''>the map</a>": "See the map",
    "<ul><li><p>one<p>two<ul><li>a<li>b</ul><p>three</ul>": "one\n\ntwo\n\na\nb\n\nthree",
}


def content_of(page, labels="p"):
    """The content of a page whose blocks have some labels, in turn."""
    content = EVERYTHING.clean(page).document.content
    label = np.resize(np.array(list(labels)), len(content.kept))
    chosen = {"headings": label == "h", "items": label == "l", "continues": label == "c"}
    return replace(content, kept=label != "o", **chosen)


@pytest.mark.parametrize(("page", "text"), PAGES.items())
def test_tables_code_and_lists_have_their_lines(page, text):
    assert EVERYTHING.clean(f"<html><body>{page}").text == f"{text}\n"
    assert plain_text(content_of(f"<html><body>{page}")) == text


@given(markup(), st.text("ppphlco", min_size=1, max_size=9))
@example("<div>a</div><div>b</div><ul><li>c</ul><div>d</div><hr><div>e</div>", "plllll")
@example("a<br>b<br>c<p>d", "hchp")
@example("<ul><li>a</ul><div>b</div><div>c</div>", "pll")
@example("<ul><li><p>a<p>b<p>c<h2>d</h2><table><tr><td>e<td>f</table></ul>", "plphpl")
def test_the_lines_are_those_of_the_parts(page, labels):
    content = content_of(f"<html><body>{page}", labels)
    text = plain_text(content)
    assert text is None or text == of_parts(structure(content, marked=False))


def test_content_that_is_only_generated_has_no_text():
    page = "<html><body><p><i class=material-icons>star_rate</i></p>"
    with using("checked"):
        assert EVERYTHING.clean(page).text == ""


def test_a_break_in_what_is_left_out_breaks_no_line():
    page = "<html><body><p>Die Brücke<div>Anzeige<br>Nur hier</div>steht"
    content = content_of(page, "pooc")
    assert plain_text(content) == "Die Brücke steht"
    assert of_parts(structure(content, marked=False)) == "Die Brücke steht"


def test_a_hidden_image_beside_a_break_does_not_change_the_text():
    page = "<html><body><ul><li>a<div><img src=a.gif width=1 height=1><br>ad</div>b</ul>"
    content = content_of(page, "poc")
    lines = {of_parts(structure(content, marked=marked)) for marked in (True, False)}
    assert lines == {plain_text(content)} == {"a b"}


def test_an_empty_line_is_a_break():
    content = content_of("<html><body><div>Roses,</div><div><br></div><div>violets</div>", "pc")
    assert plain_text(content) == "Roses,\nviolets"


def test_no_output_has_signs_that_are_not_shown():
    words = "The fer\u2063ry carries fur\u00adniture and peo\u200bple across the bay every morning."
    page = f"<h1>The ferry</h1><p>{words}</p><p>{words[:-1]}, and twice on Sundays.</p>"
    for output in ("text", "markdown", "cleaneval"):
        found = victor.extract(page, output=output)
        assert "furniture and people" in found


def test_white_space_beside_invisible_characters_stays():
    page = "<p><span>The ferry, and</span>\u200b t<span>he bay</span>\u200b <b>too</b>."
    assert victor.load("keep-everything").clean(page).text == "The ferry, and the bay too.\n"
