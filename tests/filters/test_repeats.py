"""``repeats``: of two copies of a text, the one that is shown stays."""

import pytest
from pages import blocks, kept_by

import numpy as np

from victor.filters import repeats

FIRST = "<p>Wo kann ich die Größe der Schrift in den Beiträgen des Forums für alle Leser ändern?</p>"
SECOND = "<p>In den Einstellungen, unter Darstellung, gibt es dafür ein Feld mit drei Größen.</p>"


def kept(html):
    """The texts of a page that stay, with a sign for those that are hidden."""
    made = blocks(html)
    stay = kept_by(repeats, made, np.ones(len(made), bool))
    columns = zip(made.text, made.hidden, stay, strict=True)
    return [("-" if hidden else "+") + text[:10] for text, hidden, one in columns if one]


def post(text):
    quote = f"<div style='display: none'><blockquote><div>Ana schrieb</div>{text}</blockquote></div>"
    return f"{quote}<div class=post>{text}</div>"


def test_a_hidden_copy_for_quotations_goes():
    page = kept(post(FIRST) + post(SECOND))
    assert page == ["-Ana schrie", "+Wo kann ic", "-Ana schrie", "+In den Ein"]


@pytest.mark.parametrize(
    "page",
    [
        f"{FIRST}<div hidden>{FIRST}</div>",
        f"<div hidden>{FIRST}</div>{FIRST}",
        f"<div hidden>{FIRST}</div>{FIRST}{FIRST}",
        f"<div hidden>{FIRST}{FIRST}</div>{FIRST}",
    ],
)
def test_one_copy_stays_and_it_is_shown(page):
    assert kept(page) == ["+Wo kann ic"]


def test_hidden_text_that_stands_nowhere_else_stays():
    page = f"<div hidden>{FIRST}</div>{FIRST}<div hidden>{SECOND}</div>"
    assert kept(page) == ["+Wo kann ic", "-In den Ein"]


def test_a_page_that_a_script_shows_stays_in_order():
    page = f"<div style='visibility: hidden'>{SECOND * 2}{FIRST}</div><aside>{FIRST}</aside>"
    assert kept(page) == ["-In den Ein", "-Wo kann ic"]


def test_prices_for_the_ear_and_for_the_eye_stay_together():
    item = "<p>Eine Lampe aus Glas, die in Böhmen mundgeblasen wird, mit Kabel</p>"
    item += "<p hidden>19 Euro und 90 Cent</p>"
    assert kept(item * 2) == ["+Eine Lampe", "-19 Euro un"]
