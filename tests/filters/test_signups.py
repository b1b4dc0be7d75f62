"""Boxes for e-mail addresses are no text of the page."""

import numpy as np
import pytest
from pages import blocks

from victor.filters.buttons.signups import signups

TEXT = "<p>La rivière porte la lumière de maison en maison, et le vieux passeur se repose.</p>" * 3
BOXES = [
    "<div class=box><h4>Notre lettre</h4><p>Chaque vendredi, nos meilleurs articles.</p>"
    "<form><input type=email><button></button></form></div>",
    "<aside><p>رسائل الجمعة في بريدك</p><input type=text name=email></aside>",
    "<section><h3>入荷のお知らせ</h3><div><div><input placeholder=E-Mail></div></div></section>",
    "<div class=newsletter><h3>Lettre</h3><p>Vendredi</p><p>Gratuit</p><input type=email></div>",
    "<div><b>Новые стихи</b><input type=checkbox><span>Раз в неделю</span><input id=q></div>",
]


def gone(page, before=TEXT):
    """The texts of a page that are in such boxes."""
    made = blocks(f"<main>{before}{page}{TEXT}</main>")
    found = signups(np.ones(len(made), bool), made)
    return [made.text[block] for block in found]


@pytest.mark.parametrize("box", BOXES[:4])
def test_texts_around_a_field_for_an_address_go_in_any_language(box):
    made = blocks(box)
    assert gone(box) == list(made.text)


@pytest.mark.parametrize(
    "page",
    [
        BOXES[4],  # the field is for something else
        "<div><h4>Écrivez-nous</h4><input type=email><textarea></textarea></div>",
        "<div><p>Connexion</p><input type=email><input type=password></div>",
        "<div><h1>Le passeur</h1><input type=email></div>",
        f"<div>{TEXT}{TEXT}{TEXT}<input type=email></div>",
        "<p>Un texte</p><input type=search>",
        "<div><p>Quand : samedi</p><p>Où : quai 3</p><form><input type=email></form></div>",
        "<div><h2>Lampe</h2><p>9 €</p><p>Oui</p><form class=notify><input type=email></form></div>",
        "<div><form><input type=email></form><h2>Le passeur</h2><p>Il se repose.</p></div>",
        "<form><p>Nom<input></p><p>Courriel<input type=email></p><textarea></textarea></form>",
        f"<form>{'<p>Nom<input></p>' * 4}<p>Courriel<input name=mail></p></form>",
    ],
)
def test_other_forms_and_what_is_around_them_stay(page):
    assert gone(page) == []


def test_a_form_around_the_whole_page_is_none_of_a_box():
    facts = "<div><p>Quand : samedi</p><p>Où : quai 3</p><input type=email></div>"
    made = blocks(f"<form><main>{TEXT}{facts}{TEXT}</main></form>")
    assert signups(np.ones(len(made), bool), made) == []


def test_a_page_that_only_asks_for_an_address_stays():
    made = blocks(BOXES[0])
    assert signups(np.ones(len(made), bool), made) == []


def test_boxes_take_linear_time():
    made = blocks(f"<main>{TEXT}{'<div>' * 1_000}{'<p>x</p><input type=email>' * 9_000}</main>")
    assert signups(np.ones(len(made), bool), made) == []
