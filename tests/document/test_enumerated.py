"""Enumerations that are tables or definitions."""

import pytest
from cleaned import CLEANER, markdown

CELLS = "<table><tr><td>{}<td><p>{}</table>"
TERMS = "<dl><dt>{}<dd>{}</dl>"
LAW = "the colour of the light", "the number of the buoy"


@pytest.mark.parametrize("entry", [CELLS, TERMS])
@pytest.mark.parametrize("marks", [("(1)", "(2)"), ("1.", "2."), ("1", "2")])
def test_numbers_beside_texts_are_those_of_a_list(entry, marks):
    page = "".join(map(entry.format, marks, LAW))
    assert markdown(page) == "1. the colour of the light\n2. the number of the buoy"
    assert marks[0] in CLEANER.clean(page).text


@pytest.mark.parametrize("entry", [CELLS, TERMS])
def test_letters_stay_before_texts(entry):
    page = "<p>A buoy shall show</p>" + entry.format("(a)", LAW[0])
    assert markdown(page).splitlines()[2:] == ["(a) the colour of the light"]


def test_enumerations_may_be_nested_and_begin_with_any_number():
    inner = f"<dl><dt>a)<dd>{LAW[0]}<dt>b)<dd>{LAW[1]}</dl>"
    page = f"<dl><dt>3.<dd>The permit states{inner}<dt>4.<dd>It is free of charge</dl>"
    expected = (
        f"3. The permit states\n\n   a) {LAW[0]}\n\n   b) {LAW[1]}\n\n4. It is free of charge"
    )
    assert markdown(page) == expected


def test_bullets_of_annual_reports_have_a_table_each_and_empty_cells():
    row = "<table><tr><td>&nbsp;<td>•<td>&nbsp;<td><p>{}</table><p>&nbsp;</p>"
    assert markdown("".join(map(row.format, LAW))) == f"- {LAW[0]}\n- {LAW[1]}"


def test_paragraphs_added_to_a_law_keep_their_numbers():
    page = f"<dl><dt>1.<dd>{LAW[0]}<dt>1a.<dd>{LAW[1]}</dl>"
    assert markdown(page) == f"1\\. {LAW[0]}\n\n1a. {LAW[1]}"


@pytest.mark.parametrize("rows", [("1<td>5.3", "2<td>6.1"), ("7<td>Nord", "12<td>Süd und West")])
def test_numbers_beside_data_are_data(rows):
    page = f"<table><tr><td>{'<tr><td>'.join(rows)}</table>"
    assert markdown(page).count("|") > 4


def test_a_table_with_a_caption_or_headers_stays_one():
    table = "<table>{}<tr><td>1.<td>Nord<tr><td>2.<td>Ost</table>"
    assert "| 1. | Nord |" in markdown(table.format("<caption>Winde</caption>"))
    assert "| 1. | Nord |" in markdown(table.format("<tr><th>Nr.<th>Wind"))
    assert markdown(table.format("")) == "1. Nord\n2. Ost"


def test_abbreviations_are_terms():
    page = "<dl><dt>n.<dd>noun<dt>v.<dd>verb</dl>"
    assert markdown(page) == "n.\n: noun\n\nv.\n: verb"


def test_bullets_and_numbers_of_manual_pages_are_lists_among_options():
    page = (
        "<dl compact><dt><b>--gate</b> name<dd>The gate to move.<dt>&bull;<dd>the upper gate"
        "<dt>&bull;<dd>the lower gate<dt>1.<dd>close it<dt>2.<dd>grease it<dt>-v<dd>Words.</dl>"
    )
    assert markdown(page).split("\n\n") == [
        "**--gate** name\n: The gate to move.",
        "- the upper gate\n- the lower gate",
        "1. close it\n2. grease it",
        "-v\n: Words.",
    ]


def test_numbers_among_terms_are_values():
    page = "<dl><dt>none<dd>no alarm<dt>1<dd>the keeper is called<dt>2<dd>the brigade, too</dl>"
    assert markdown(page).count("\n: ") == 3
