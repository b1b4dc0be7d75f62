"""Code blocks, tables and quotations are content or boilerplate as a whole."""

import numpy as np
import pytest
from pages import BLOCK_TAGS, blocks

from victor.data import Labels
from victor.filters import whole

TASK = BLOCK_TAGS.task
KEPT = next(i for i in range(len(TASK.labels)) if i != TASK.other)


def filtered(made, kept):
    """Which blocks are content after the filter."""
    y = np.where(kept, KEPT, TASK.other).astype(np.int32)
    scores = np.full((len(y), len(TASK.labels)), 1 / len(TASK.labels), np.float32)
    after = whole.apply(Labels(y, scores), made, TASK, whole.Options())
    return (after.y != TASK.other).tolist()


@pytest.mark.parametrize(
    "page",
    [
        "<pre>{}\n{}\n{}</pre>",
        "<blockquote><p>{}</p><p>{}</p><p>{}</p></blockquote>",
        "<table><tr><td>{}<td>{}<tr><td>{}<td>4</table>",
    ],
)
def test_most_of_the_words_decide(page):
    inner = page.format("eins zwei drei vier", "zwei", "drei")
    made = blocks(f"<p>Vorher</p>{inner}<p>Nachher</p>")
    longest = np.array(["eins" in text for text in made.text])
    inside = made.undivided > 0
    assert np.array(filtered(made, longest))[inside].all()
    assert not np.array(filtered(made, ~longest & (made.words < 4) & inside))[inside].any()


def test_what_is_outside_stays_as_it_is():
    made = blocks("<p>Před</p><blockquote><p>a b c</p><p>d</p></blockquote><p>Po</p>")
    assert filtered(made, np.array([True, True, False, False])) == [True, True, True, False]
    assert filtered(made, np.array([False, False, True, True])) == [False, False, False, True]


def test_layout_tables_are_divided():
    made = blocks("<table><tr><td><p>Ein langer Text im Inhalt</p><p>Werbung</p></table>")
    assert filtered(made, np.array([True, False])) == [True, False]


@pytest.mark.parametrize("name", ["Copy", "复制代码", "Kopieren"])
def test_the_name_of_a_button_that_copies_code_goes(name):
    made = blocks(f"<p>{name}</p><p>Text</p><pre>x = 1</pre><button>{name}</button>")
    assert made.text == [name, "Text", "x = 1", name]
    assert filtered(made, np.ones(4, bool)) == [True, True, True, False]
    alone = blocks(f"<pre>x = 1</pre><button>{name}</button>")
    assert filtered(alone, np.ones(2, bool)) == [True, False]
    named = blocks(f"<h3>{name}</h3><pre>x = 1</pre><p>{name}!</p>")
    assert all(filtered(named, np.ones(3, bool)))
    quoted = blocks(f"<p>Text</p><blockquote>Zitat</blockquote><p>{name}</p>")
    assert all(filtered(quoted, np.ones(3, bool)))


def test_a_page_without_blocks():
    assert filtered(blocks(""), np.zeros(0, bool)) == []
