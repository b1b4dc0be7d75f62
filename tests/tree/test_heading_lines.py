"""Lines of headings, and labels and values, that only a style sheet separates."""

import re

import pytest
from cleaned import CLEANER, markdown


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("Black Lamp<span>Light for long nights</span>", "Black Lamp Light for long nights"),
        ("All of 2024<small>What we read</small>", "All of 2024 What we read"),
        ("<span>All lamps</span>Show the others", "All lamps Show the others"),
        ("New lamps<span><a href=/all>Show all</a></span>", "New lamps [Show all](/all)"),
        ("<span>2</span><span>Duty to maintain lights</span>", "2 Duty to maintain lights"),
        ("<span>1.4.</span><span>Lights</span>", "1.4. Lights"),
        ("The new i<b>Phone for all</b>", "The new i**Phone for all**"),
        ("Saint Mc<span>Donald of Kerry</span>", "Saint McDonald of Kerry"),
        ("You<span>Tube of old</span>", "YouTube of old"),
        ("The Video<span>Lan</span>", "The VideoLan"),
    ],
)
def test_lines_of_headings_are_separate_words(heading, expected):
    assert markdown(f"<h2>{heading}</h2>") == f"## {expected}"
    plain = re.sub(r"[*\[\]]|\(.*?\)", "", expected)
    assert CLEANER.clean(f"<h2>{heading}</h2>").text.strip() == plain


def test_adjacent_headings_do_not_cut_the_page_again():
    html = "<h1>Black Lamp shop</h1><h2>Light for nights</h2><p>We sell lamps and lights.</p>"
    result = CLEANER.clean(html)
    blocks = result.document.content.blocks
    assert blocks.text is result.block_columns.text
    assert blocks.tree.spaced.tolist()[1:] == [True, False]
    assert blocks.tree.looked_at is result.block_columns.tree.looked_at


def test_texts_outside_headings_stay_joined():
    assert markdown("<p>Black Lamp<b>Light for long nights</b></p>") == (
        "Black Lamp**Light for long nights**"
    )


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<b>Maker:</b>Ada Quill", "**Maker:** Ada Quill"),
        ("<span>Item number:</span><span>365999</span>", "Item number: 365999"),
        (
            "<span class=descriptor>Authors:</span><a href=/q>Ada Quill</a>",
            "Authors: [Ada Quill](/q)",
        ),
        ("<span>(4 May, 9:15)</span>Ada wrote: Yes", "(4 May, 9:15) Ada wrote: Yes"),
        ("<i>f(x)</i>Go <i>(E)</i>Hex", "f(x)Go (E)Hex"),
        ("<span>1</span>Das Meer.<span>2</span>Und Salz.", "1 Das Meer. 2 Und Salz."),
        ("<span>12</span>Море.<b>13</b>И соль.", "12 Море. **13** И соль."),
        ("<span>١</span>البحر<span>٢</span>والملح", "١ البحر٢ والملح"),
        ("<span>4</span>K, <span>3</span>rd <sup>2</sup>Und", "4K, 3rd <sup>2</sup>Und"),
        ("<span>2</span>海。", "2海。"),
    ],
)
def test_a_value_is_a_separate_word_after_its_label(html, expected):
    assert markdown(f"<p>{html}</p>") == expected


@pytest.mark.parametrize("html", ["<code><b>xmlns:</b>svg</code>", "<p>Absolvent<b>:</b>innen</p>"])
def test_colons_within_code_and_words_have_no_space(html):
    assert ": " not in CLEANER.clean(html).text


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (
            "<b>Mooring</b>We tie up boats of all sizes.",
            "**Mooring** We tie up boats of all sizes.",
        ),
        (
            "<em>Old Pier</em>Sie steht seit hundert Jahren.",
            "*Old Pier* Sie steht seit hundert Jahren.",
        ),
        (
            "<b>Mc</b>Kay was the first who tied up here.",
            "**Mc**Kay was the first who tied up here.",
        ),
        ("In town, <b>Buoy</b>Shop is open all day.", "In town, **Buoy**Shop is open all day."),
        (
            "<b>Buoy</b>Shop is open. The BuoyShop sells.",
            "**Buoy**Shop is open. The BuoyShop sells.",
        ),
        ("<b>Mac</b>Book Pro", "**Mac**Book Pro"),
        (
            "<b>Note</b>The boat is late today.</p><p><b>Note</b>The boat is full today.",
            "**Note** The boat is late today.",  # also if each line begins with these words
        ),
    ],
)
def test_a_sentence_after_the_title_of_its_line_is_apart(html, expected):
    page = f"<p>Vorher steht Text.</p><p>{html}</p><p>Nachher steht Text.</p>"
    assert CLEANER.clean(page).markdown.split("\n\n")[1] == expected
