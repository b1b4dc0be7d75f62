"""Code blocks, tables and quotations are content or boilerplate as a whole."""

import numpy as np
import pytest
from pages import blocks, kept_by

from victor.filters import whole


def filtered(made, kept):
    """Which blocks are content after the filter."""
    return kept_by(whole, made, kept)


@pytest.mark.parametrize(
    "page",
    [
        "<pre>{}\n{}\n{}</pre>",
        "<blockquote><p>{}</p><p>{}</p><p>{}</p></blockquote>",
        "<table><tr><td>{}<td>{}<tr><td>{}<td>4</table>",
    ],
)
def test_most_of_the_words_decide(page):
    inner = page.format("eins zwei drei vier", "zwei", "drei")
    made = blocks(f"<p>Vorher</p>{inner}<p>Nachher</p>")
    longest = np.array(["eins" in text for text in made.text])
    inside = made.undivided > 0
    assert np.array(filtered(made, longest))[inside].all()
    assert not np.array(filtered(made, ~longest & (made.words < 4) & inside))[inside].any()


def test_what_is_outside_stays_as_it_is():
    made = blocks("<p>Před</p><blockquote><p>a b c</p><p>d</p></blockquote><p>Po</p>")
    assert filtered(made, np.array([True, True, False, False])) == [True, True, True, False]
    assert filtered(made, np.array([False, False, True, True])) == [False, False, False, True]


def test_layout_tables_are_divided():
    made = blocks("<table><tr><td><p>Ein langer Text im Inhalt</p><p>Werbung</p></table>")
    assert filtered(made, np.array([True, False])) == [True, False]


def test_a_page_without_blocks():
    assert filtered(blocks(""), np.zeros(0, bool)) == []


@pytest.mark.parametrize("lines", ["Bücher führen<br>ein <span>Kinderspiel</span>",
                                   "<span>Účetnictví</span><span><br>hračkou</span>",
                                   "<a href=/x>Comptes<br>faciles</a>"])  # fmt: skip
@pytest.mark.parametrize("kept", [[True, False], [False, True]])
def test_the_lines_of_a_heading_stay_together(lines, kept):
    made = blocks(f"<h2>{lines}</h2><p>Danach</p>")
    assert filtered(made, np.array([*kept, False])) == [True, True, False]


@pytest.mark.parametrize(
    "heading",
    [
        "<h1><a href=/marke>Weber</a><br>Grill</h1>",  # a brand, which is no part of the name
        "<h1><div>Weber</div><div>Grill</div></h1>",
        "<h2>Grill<br><button>Holen</button></h2>",
        "<h2>Grill<br><span hidden>Grill zu</span></h2>",
        "<h2>Grill<br>★★★</h2>",
        f"<h2>Grill<br>{'Wir bauen einen Grill. ' * 12}</h2>",  # an element that nobody closed
    ],
)
def test_what_is_no_line_of_a_heading_stays_as_it_is(heading):
    made = blocks(heading)
    is_name = [text == "Grill" for text in made.text]
    assert filtered(made, np.array(is_name)) == is_name
