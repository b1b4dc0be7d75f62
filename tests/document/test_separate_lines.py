"""Lines that each have an element of their own."""

import pytest
from cleaned import markdown

VERSE = "Oh, the tide comes in", "and the tide goes out,", "and the lads go down to sea."
POEM = "  \n".join(VERSE)
STYLE = "position:absolute;top:{}px;left:106px;white-space:nowrap"
PDF = [
    "The district has monitored the quality of its forty-two lakes since 1987.",
    "Samples are taken four times a year at the deepest point of each lake, and",
    "analysed for nitrogen and oxygen. This report describes the results of the",
    "season 2014, and compares them with those of previous years.",
    "The summer was unusually dry. In nine lakes, the water level was more than",
    "half a metre below the mean of the last ten years, and two of the smaller",
    "ones could not be sampled.",
    "2. Methods",
]


@pytest.mark.parametrize(
    ("holder", "line"),
    [
        ("stanza", "<div class=verse>{}</div>"),
        ("o-poem", "<div>{}<br></div>"),
        ("poem", "<p>{}"),
        ("line-block", "<div class=line>{}</div>"),
        ("verse", "<p class=line>{}"),
    ],
)
def test_lines_of_a_stanza_are_in_one_paragraph(holder, line):
    page = f"<div class={holder}>{''.join(map(line.format, VERSE))}</div>"
    assert markdown(f"<p>She sang:</p>{page}<p>Then she stopped.") == (
        f"She sang:\n\n{POEM}\n\nThen she stopped."
    )


@pytest.mark.parametrize(
    "line",
    [
        '<span style="display:block">{}</span>',
        '<em style="color: red; display: block;">{}</em>',
        '<span class="pl-4 block">{}</span>',
        '<span class="d-block">{}</span>',
        '<span style="display:block">{}</span><br>',
    ],
)
def test_lines_by_style_are_lines_of_their_paragraph(line):
    page = f"<p>Она пела: {''.join(map(line.format, VERSE))}</p><p>Потом замолчала."
    plain = markdown(page).replace("*", "")
    assert plain == f"Она пела:  \n{POEM}\n\nПотом замолчала."


@pytest.mark.parametrize(
    "style",
    ['style="display:block; float:left"', 'style="display:inline-block"', "class=block-quote"],
)
def test_first_letters_and_inline_boxes_are_no_lines(style):
    assert markdown(f"<p><span {style}>O</span>nce upon a time") == "Once upon a time"


def test_an_empty_line_is_between_stanzas():
    lines = "".join(f"<div>{line}<br></div>" for line in VERSE)
    page = f"<div class=poem>{lines}<div><br></div>{lines}</div>"
    assert markdown(page) == f"{POEM}\n\n{POEM}"


def test_stanzas_with_line_breaks_stay_paragraphs():
    stanzas = f"<p>{'<br>'.join(VERSE)}" * 3
    assert markdown(f"<div class=poem>{stanzas}</div>") == "\n\n".join([POEM] * 3)


def test_prose_about_a_poem_stays_in_paragraphs():
    prose = "<p>The poem was written in the winter of 1911, when the author lived in the mill."
    assert "\n\n" in markdown(f"<div class=poem>{prose * 3}</div>")


@pytest.mark.parametrize(
    "line",
    [
        f'<p style="{STYLE}" class="ft13">{{}}</p>',
        '<div class="t m0 x1 h3 y{} ff2 fs1 fc0 sc0 ls0 ws0">{}</div>',
    ],
)
def test_lines_of_a_pdf_are_joined_to_paragraphs(line):
    page = "".join(line.format(place, text) for place, text in enumerate(PDF))
    expected = " ".join(PDF[:4]), " ".join(PDF[4:7]), PDF[7].replace(".", "\\.")
    assert markdown(page) == "\n\n".join(expected)


def test_lines_of_a_pdf_that_are_rows_stay_lines():
    rows = [f"{name} has a length of {size} km and a depth of {size} m" for size, name in ROWS]
    page = "".join(f'<p style="{STYLE.format(0)}">{row}</p>' for row in rows)
    assert markdown(page) == "\n\n".join(rows)


ROWS = list(enumerate(("Hemsjön", "Aspen", "Långsjön", "Trehörningen", "Ymsen") * 2, 20))
