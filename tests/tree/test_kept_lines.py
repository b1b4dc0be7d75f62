"""Line feeds that are line breaks because of a style or class."""

import pytest
from cleaned import markdown

MAIL = "Moin,\n\ndie Tabellen sind da:\n\n * Ebbe\n * Flut\n\nGruß\nAda"
SHOWN = "Moin,\n\ndie Tabellen sind da:\n\n- Ebbe\n- Flut\n\nGruß  \nAda"


@pytest.mark.parametrize(
    "attribute",
    [
        'style="color: red; white-space: pre-wrap"',
        "style='white-space:pre-line;'",
        'class="text-sm whitespace-pre-wrap break-words"',
        'class="whitespace-pre-line"',
    ],
)
@pytest.mark.parametrize("tag", ["p", "div", "span"])
def test_line_feeds_are_breaks_in_elements_whose_style_keeps_them(attribute, tag):
    assert markdown(f"<div><{tag} {attribute}>{MAIL}</{tag}></div>") == SHOWN


@pytest.mark.parametrize(
    "attribute",
    [
        'style="white-space: nowrap"',
        'style="white-space: normal"',
        'class="whitespace-nowrap"',
        'class="email-body"',
        'title="whitespace-pre-wrap"',
    ],
)
def test_other_line_feeds_are_spaces(attribute):
    assert markdown(f"<p {attribute}>La marée\nmonte.</p>") == "La marée monte."


def test_mails_in_the_archive_of_mailman_keep_their_lines():
    page = "<link rel=icon href=/static/hyperkitty/img/favicon.ico>"
    page += f'<div class="email-body ">\n  <p>{MAIL}</p>\n</div>\n<p>Ende\ndes Archivs.</p>'
    assert markdown(page) == f"{SHOWN}\n\nEnde des Archivs."


def test_breaks_are_between_lines_only():
    page = "<p>Uno\n</p>\n  <p>\nDos <b>y\ntres</b>\nfin</p>"
    page = f'<div style="white-space: pre-wrap">\n  {page}\n</div>'
    assert markdown(page) == "Uno\n\nDos **y**  \n**tres**  \nfin"


def test_code_and_scripts_in_such_elements_stay_as_they_are():
    page = '<div class="whitespace-pre-wrap">Přílivy:<pre>a = 1\nb = 2</pre>'
    page += '<script>var a = "x\\\ny";</script><!-- <b>\n</b> -->konec\ndne</div>'
    assert markdown(page) == "Přílivy:\n\n```\na = 1\nb = 2\n```\n\nkonec  \ndne"


def test_nested_elements_of_the_same_name_end_with_the_outer_one():
    page = '<div class="whitespace-pre-line">a\nb<div>c\nd</div>e\nf</div><div>g\nh</div>'
    assert markdown(page) == "a  \nb\n\nc  \nd\n\ne  \nf\n\ng h"


def test_a_page_with_many_such_elements_takes_linear_time():
    one = '<p style="white-space: pre-wrap">satu\ndua</p>'
    assert markdown(one * 5000).count("satu  \ndua") == 5000
