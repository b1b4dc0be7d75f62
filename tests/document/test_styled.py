"""Emphasis that only a style states."""

import pytest
from cleaned import CLEANER

END = " und weitere Worte, die der Satz noch hat, damit er lang genug ist."


def markdown(words, head=""):
    page = f"<html><head>{head}</head><body><p>Zuerst {words}{END}</p></body></html>"
    return CLEANER.clean(page).markdown.strip().removeprefix("Zuerst ").removesuffix(END)


@pytest.mark.parametrize(
    ("style", "shown"),
    [
        ("font-weight: bold", "**alte Worte**"),
        ("color:#000;FONT-WEIGHT:700;", "**alte Worte**"),
        ("font-style:italic; font-weight:400", "*alte Worte*"),
        ("text-decoration: underline line-through", "~~alte Worte~~"),
        ("font-weight: 500", "alte Worte"),
        ("mso-bidi-font-weight:bold", "alte Worte"),
        ("font-size: 12pt", "alte Worte"),
    ],
)
def test_a_style_may_state_emphasis(style, shown):
    for tag in ("span", "font"):
        assert markdown(f"<{tag} style='{style}'>alte Worte</{tag}>") == shown


def test_a_style_may_end_emphasis_as_in_texts_from_google_docs():
    whole = "<b style='font-weight:normal' id=docs-internal-guid-1>alte <span>Worte</span></b>"
    assert markdown(whole) == "alte Worte"
    assert markdown("<em style='font-style: normal'>alte Worte</em>") == "alte Worte"
    assert markdown("<b style='mso-bidi-font-weight:normal'>alte Worte</b>") == "**alte Worte**"


@pytest.mark.parametrize(
    ("rule", "shown"),
    [
        ("ol{margin:0;padding:0}.c1{color:#000}.c3{font-weight:700}", "**alte Worte**"),
        (
            "p.p1 {font: 12.0px Tide} span.s1 {color: #0} span.c3 {font-style: italic}",
            "*alte Worte*",
        ),
        ("span.footnodeNumber { } .c3 { font-weight:bold; }", "**alte Worte**"),
        ("ul.lst-kix_a{list-style-type:none}.c3 .c5{font-weight:bold}", "alte Worte"),
        ("ol{margin:0;padding:0}.c4{font-weight:700}", "alte Worte"),
        (".c3{font-weight:700}", "alte Worte"),
    ],
)
def test_exported_documents_have_rules_for_classes(rule, shown):
    words = "<span class='c1 c3'>alte Worte</span>"
    assert markdown(words, f"<style>{rule}</style>") == shown


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("bold", "**alte Worte**"),
        ("text-lg font-semibold", "**alte Worte**"),
        ("fst-italic", "*alte Worte*"),
        ("html-italic", "*alte Worte*"),
        ("line-through", "~~alte Worte~~"),
        ("md:font-bold", "alte Worte"),
        ("lead", "alte Worte"),
    ],
)
def test_classes_with_a_common_meaning_state_emphasis(name, shown):
    words = f"<span class='{name}'>alte Worte</span>"
    assert markdown(words, "<style>.lead{font-weight:bold}</style>") == shown


def test_a_first_letter_and_an_image_are_not_emphasised():
    page = "<p><span style='font-weight:bold'>D</span>ie alte Brücke über den Fluss ist offen.</p>"
    assert CLEANER.clean(page).markdown == "Die alte Brücke über den Fluss ist offen.\n"
    assert markdown("<span style='font-style:italic'>x</span>") == "*x*"
    image = "<span style='font-weight:bold'><img src='//a.example/a.png' alt=A></span>"
    assert "**" not in markdown(image)
