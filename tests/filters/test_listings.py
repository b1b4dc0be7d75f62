"""A series of cards is content if the model is sure of no text on the page."""

import numpy as np
import pytest
from pages import BLOCK_TAGS, blocks

from victor.data import Labels
from victor.filters import lists

TASK = BLOCK_TAGS.task
TITLE, LINE = "Zelte", "Für zwei bis sechs Personen"
INTRO = f"<h1>{TITLE}</h1><p>{LINE}</p>"
NAMES = ("Alpin 2", "Familie 6", "Fjord 3", "Küste 4", "Leicht 1", "Wald 2")
CARD = "<div class=card><a href=/{0}><img src={0}.jpg>{0}</a><p>Nur heute im Angebot</p></div>"
MENU = "<nav>{}</nav>".format(
    "<div class=c><a href=/a>Alle Zelte und Schlafsäcke</a> neu</div>" * 9
)


def cards(card=CARD, names=NAMES):
    return f"<div>{''.join(card.format(name) for name in names)}</div>"


def after(page, kept=(TITLE, LINE), greatest=0.3):
    """The texts of a page that are content after the filter; some are before."""
    made = blocks(page)
    is_kept = np.isin(made.text, kept)
    scores = np.full((len(made), len(TASK.labels)), 0.05, np.float32)
    scores[:, TASK.other] = np.where(is_kept, 1 - greatest, 0.98)
    labels = Labels(np.where(is_kept, 0, TASK.other).astype(np.int32), scores)
    y = lists.apply(labels, made, TASK, lists.Options()).y
    for light in (made, made.light()):
        assert lists.apply(labels, light, TASK, lists.Options()).y.tolist() == y.tolist()
    return [text for text, label in zip(made.text, y.tolist(), strict=True) if label != TASK.other]


def test_a_listing_is_content_beside_an_introduction():
    found = after(f"{MENU}{INTRO}{cards()}<p>Impressum</p>")
    assert found[:4] == [
        "Zelte",
        "Für zwei bis sechs Personen",
        NAMES[0],
        "Nur heute im Angebot",
    ]
    assert len(found) == 2 + 2 * len(NAMES)


def test_a_listing_is_content_if_nothing_else_is():
    assert len(after(f"{MENU}{INTRO}{cards()}", kept=())) == 2 * len(NAMES)


def test_of_two_series_the_longer_one_is_content():
    few = cards("<section><a href=/{0}>{0}</a><h3>Neu</h3></section>")
    assert len(after(few + INTRO + cards())) == 2 + 2 * len(NAMES)


@pytest.mark.parametrize(
    "page",
    [
        cards("<li><a href=/{0}>{0}: nur heute im Angebot</a></li>"),  # a menu
        cards("<div class=card><h3>{0}</h3><p>Nur heute im Angebot</p></div>"),  # not linked
        cards(names=NAMES[:5]),
        f"<aside>{cards()}</aside>",
        f"<div hidden>{cards()}</div>",
        "".join(f"<div class=n{name[0]}>{cards(names=[name])}</div>" for name in NAMES),
    ],
)
def test_other_series_stay_lost(page):
    assert len(after(INTRO + page)) == 2


def test_a_series_with_fewer_words_than_the_content_stays_lost():
    text = "Das Zelt ist in zehn Minuten aufgebaut und hält auch starkem Wind stand. " * 4
    assert after(f"<p>{text}</p>{cards()}", kept=(text.strip(),)) == [text.strip()]


def test_if_the_model_is_sure_of_a_text_or_has_chosen_among_cards_they_stay_lost():
    assert len(after(INTRO + cards(), greatest=0.9)) == 2
    assert after(INTRO + cards(), kept=NAMES) == [*NAMES]
