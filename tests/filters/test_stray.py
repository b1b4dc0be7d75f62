"""Texts above the title, far below, in navigation, captions and dates go."""

import numpy as np
import pytest
from pages import BLOCK_TAGS, blocks

from victor.data import Labels
from victor.filters import whole

TASK = BLOCK_TAGS.task
STORY = "".join(
    f"<p>On day {i} the ferry crossed the bay with more than forty boats behind it.</p>"
    for i in range(6)
)
MENU = "<div><a href=/a>Boats</a></div>"  # boilerplate
OFFER = "Lamps at half the price until Sunday!"


def shown(html, likely=0.6, lost=("Boats",)):
    """The texts of a page after the filter, if all but some are content.

    Args:
        html: the page.
        likely: the probability of content of texts that are not in the story.
        lost: texts that are boilerplate.
    """
    made = blocks(html)
    content = next(i for i in range(len(TASK.labels)) if i != TASK.other)
    kept = np.array([text not in lost for text in made.text])
    sure = np.array([text.startswith("On day") for text in made.text])
    scores = np.zeros((len(kept), len(TASK.labels)), np.float32)
    scores[:, content] = np.where(sure, 0.95, likely) * kept
    scores[:, TASK.other] = 1 - scores[:, content]
    y = np.where(kept, content, TASK.other).astype(np.int32)
    after = whole.apply(Labels(y, scores), made, TASK, whole.Options())
    keeps = (after.y != TASK.other).tolist()
    return [
        text for text, keep in zip(made.text, keeps, strict=True) if keep and text[:6] != "On day"
    ]


def test_an_offer_above_the_title_goes():
    assert shown(f"<p>{OFFER}</p>{MENU}<h1>The ferry</h1>{STORY}") == ["The ferry"]


@pytest.mark.parametrize(
    ("html", "likely"),
    [
        (f"{MENU}<p>{OFFER}</p><h1>The ferry</h1>{STORY}", 0.6),  # directly above the title
        (f"<p>{OFFER}</p>{MENU}<h1>The ferry</h1>{STORY}", 0.9),
        (f"<p>{OFFER}</p>{MENU}{STORY}", 0.6),  # without a title
        (f"<ul><li><p>On day 7<li>{OFFER}</ul>{MENU}<h1>The ferry</h1>{STORY}", 0.6),
        (f"<blockquote><p>{OFFER}</blockquote>{MENU}<h1>The ferry</h1>{STORY}", 0.6),
        (f"<h2>{OFFER}</h2>{STORY}{MENU}<h1>The ferry</h1><p>More of it", 0.6),
        (f"<h2>{OFFER}</h2>{STORY[:80]}{MENU}<h1>The ferry</h1>{STORY}", 0.6),
    ],
)
def test_what_may_belong_to_the_text_above_the_title_stays(html, likely):
    assert OFFER in shown(html, likely)


def test_a_few_words_far_below_the_text_go():
    assert shown(f"{STORY}{MENU * 5}<div>{OFFER}</div>") == []


@pytest.mark.parametrize(
    ("html", "likely"),
    [
        (f"{STORY}{MENU * 2}<div>{OFFER}</div>", 0.6),
        (f"{STORY}{MENU * 5}<div>{OFFER}</div>", 0.8),
        (f"{STORY}{MENU * 5}<p>{OFFER}</p>", 0.6),  # a reply like those above
        (f"{STORY}{MENU * 5}<div>{OFFER * 4}</div>", 0.6),
    ],
)
def test_what_may_belong_to_the_text_far_above_it_stays(html, likely):
    assert len(shown(html, likely)) == 1


@pytest.mark.parametrize(
    "other",
    [
        "<nav><p>You are on page 1</p></nav>",
        "<figure><img src=a.png><figcaption>The ferry at night</figcaption></figure>",
        "<div><img src=a.png><figcaption>The ferry at night</figcaption></div>",
        "<div><time datetime=2021-03-04>4 March 2021, 8:15</time></div>",
    ],
)
def test_navigation_captions_and_dates_go(other):
    assert shown(STORY + other + STORY) == []
    assert len(shown(STORY + other + STORY, 0.9)) == 1


@pytest.mark.parametrize(
    "other",
    [
        "<nav><h2>The ferry of the north</h2></nav>",
        "<figure><img src=a.png><p>Copal<figcaption>Keeps the hull dry</figcaption></figure>",
        "<figure><pre>row(boat)</pre><figcaption>How to row</figcaption></figure>",
        "<div><figcaption>How to row</figcaption><pre>row(boat)</pre></div>",
        "<figure><figcaption><p>One lamp<p>Two lamps<p>Three lamps</figcaption></figure>",
        "<div><time>8:00</time></div><div><time>9:00</time></div><div><time>9:30</time></div>",
        "<div><time>On the day before the ferry left, forty boats lay in the bay, and all of "
        "them had lamps</time></div>",
    ],
)
def test_what_readers_need_of_them_stays(other):
    made = blocks(other).text
    assert shown(STORY + other + STORY) == list(made)


def test_a_page_within_navigation_stays():
    assert shown(f"<nav>{STORY}<p>{OFFER}</nav>") == [OFFER]
