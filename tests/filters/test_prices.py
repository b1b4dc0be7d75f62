"""Of the two prices that a theme of a shop writes, the one that readers see is content."""

import numpy as np
import pytest
from pages import blocks, kept_by

from victor.filters import repeats

PRICE = (
    "<h3>{1}</h3><div class='price {0}'><div class=price__container>"
    "<div class=price__regular><b>{2}</b> <span>249 €</span></div>"
    "<div class=price__sale><b>{2}</b> <s>249 €</s> <b>{3}</b> 199 €</div>"
    "<small class='unit-price caption hidden'>{3} / <b>kg</b></small></div></div><p>{1}"
)
NAMES = [("Vogelhaus", "Normalpreis", "Verkaufspreis"), ("Mangeoire", "Prix", "Prix soldé")]


@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize("kept", [[1, 1, 1, 1, 1], [1, 1, 0, 1, 1], [1, 0, 1, 0, 1]])
def test_a_price_is_the_reduced_or_the_regular_one(names, kept):
    for state, expected in (("", [1, 1, 0, 0, 1]), ("price--on-sale", [1, 0, 1, 0, 1])):
        made = blocks(PRICE.format(state, *names))
        for page in (made, made.light()):
            assert kept_by(repeats, page, np.array(kept, bool)) == list(map(bool, expected))


@pytest.mark.parametrize(
    "page",
    [
        PRICE.format("", *NAMES[0]).replace("price__regular", "price__other"),
        PRICE.format("", *NAMES[0]).replace("'price '", "'costs'"),
    ],
)
def test_prices_without_a_counterpart_stay(page):
    made = blocks(page.replace("hidden", "shown"))
    assert all(kept_by(repeats, made, np.ones(len(made), bool)))


def test_a_product_that_is_left_out_stays_so():
    made = blocks(PRICE.format("price--on-sale", *NAMES[0]))
    assert not any(kept_by(repeats, made, np.zeros(len(made), bool)))


def test_prices_within_prices_are_of_the_outermost():
    deep = "<div class='price price__sale price__regular'>5" * 50
    twice = "<div class=price><b>Tee</b><div class=price__regular>1</div><div class=price__sale>2"
    made = blocks("<s></s><small></small>" + deep + "</div>" * 50 + twice * 50)
    assert len(made.hidden_prices) == 1
    assert kept_by(repeats, made, np.ones(len(made), bool))[51:54] == [True, False, False]
