"""Labels within the content follow the tags; what is content stays."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pages import BLOCK_TAGS, blocks, markup

from victor import config
from victor.data import Labels
from victor.evaluate.gold.align import project
from victor.evaluate.gold.page import GoldPage, GoldSegment
from victor.filters import markup as by_tags

TASK = BLOCK_TAGS.task


def filtered(html, keys, task=TASK):
    """The labels after the filter, from those before it, a letter each."""
    made = blocks(html)
    y = np.array([task.keys.index(key) for key in keys], np.int32)
    scores = np.full((len(y), len(task.labels)), 1 / len(task.labels), np.float32)
    after = by_tags.apply(Labels(y, scores), made, task, by_tags.Options())
    assert after.scores is scores
    return "".join(task.keys[i] for i in after.y)


@pytest.mark.parametrize(
    ("html", "before", "after"),
    [
        ("<h2>Přístav</h2><p>Lodě kotví u mola.</p>", "pp", "hp"),
        ("<ul><li>Mehl</li><li>Zucker</li></ul>", "pp", "ll"),
        ("<ol><li><p>Couper</p></li><li><div>Cuire</div></li></ol>", "pp", "ll"),
        ("<table><tr><td>1<td>2<tr><td>3<td>4</table>", "pppp", "llll"),
        ("<p>Улица Садовая, 5<br>Тверь</p>", "pp", "pc"),
        ("<p>春は曙。<br><br>夏は夜。</p>", "pp", "pp"),
        ("<li><h3>Título</h3>Texto</li>", "pp", "hl"),
        ("<ul><li><p>Uno<p>Dos<p>Tres<ul><li>A</ul></ul>", "lplp", "pppl"),  # layout of the page
        ("<ul><li><p>A<p>B<p>C<p>D</ul><div>E</div><div>F</div>", "llllll", "ppppll"),
        ("<ul><li><p>A<p>B<p>C<table><tr><td>D<td>E</table></ul>", "ppppp", "pppll"),
        ("<h1>Eine Zeile<br>und noch eine</h1>", "pp", "hc"),
        ("<p>One</p><p>Two</p>", "pp", "pp"),
        ("<p>One</p><p>Two</p>", "hl", "hl"),  # no tag says otherwise
        ("<p>One</p><p>Two</p>", "pc", "pp"),
        ("<div>Jedna<div>Menu</div>Dvě</div>", "poc", "pop"),
        ("<p>Ett<br><br>Två<br>Tre</p>", "pcc", "ppc"),
        ("<div>At first,</div><div>we walked</div>", "pc", "pc"),
        ("<p>En el patio de mi abuela,</p><p>había un pozo</p>", "pc", "pp"),  # verse
        ("<div>ฝนตกพรำในยามเช้า</div><div>เสียงระฆังแผ่วเบา</div>", "pc", "pp"),
        ("我们到了港口<div>广告</div>然后回家了。", "poc", "poc"),
        ("我们到了港口。<div>广告</div>然后回家了。", "poc", "pop"),
        ("<p>春は曙<br><br>夏は夜</p>", "pc", "pp"),
        ("the U.S.<div>Ad</div>government said", "poc", "poc"),
        ("<p>Ett <b>två</b> tre</p>", "c", "c"),
        ("<h1>Only a menu</h1><ul><li>Home</li></ul>", "oo", "oo"),
        ("<p>A banner<br>The text</p>", "op", "op"),  # nothing to go on with
        # A `div` ends a `p`, and the sentence goes on beside it.
        ("<p>Forty piers of <div hidden>In the sea</div> will be drilled.</p>", "pop", "poc"),
        ("<p>Um barco, <div></div> O maior de todos</p>", "pp", "pc"),
        ("<p>该港口， <div>广告</div>建于1904年</p>", "pop", "poc"),
        ("<p>यह है <div></div>the old port</p>", "pp", "pc"),
        ("<p>It was built <div>Advertisement</div>, they say.</p>", "pop", "poc"),
        ("<p>It was (by hand) <aside>Advertisement</aside> built.</p>", "pop", "poc"),
        ("<p>It was <div>A</div>built <div>B</div>by <div>C</div>hand</p>", "popopop", "pocococ"),
        ("<p>It was built <div>in 1904</div> by hand.</p>", "ppp", "ppp"),
        ("<p>It was built. <div>Advertisement</div> by Wren & Sons</p>", "pop", "pop"),
        ("<p>“It was built.” <div>Advertisement</div> by Wren & Sons</p>", "pop", "pop"),
        ("<p>It was built <div>Advertisement</div> Next page</p>", "pop", "pop"),
        ("<p>It was built <div>Advertisement</div><p>by hand</p>", "pop", "pop"),
        ("<p>It was built <div><img src=a.png></div> by hand</p>", "pp", "pp"),
        ("<p>It was built <hr> by hand</p>", "pp", "pp"),
        ("<p>Related <div>Advertisement</div> apples</p>", "hop", "hop"),
        ("<p>新闻标题<div>广告</div>今天上午，市长说。</p>", "pop", "pop"),
        ("<p>It was built</p> by hand", "pp", "pp"),  # nothing interrupts
        ("<p>Dear Ann,<br><br>the port is closed.</p>", "pp", "pp"),
        ("<p>Dear Ann,<br>the port<br><br>is closed.</p>", "ppp", "pcp"),
        ("", "", ""),
    ],
)
def test_labels_follow_the_tags(html, before, after):
    assert filtered(html, before) == after


def test_layout_tables_are_no_lists():
    assert filtered("<table><tr><td><p>Ein langer Text</p><p>Noch einer</p></table>", "pp") == "pp"


def test_labels_that_a_task_does_not_have_are_not_used():
    task = config.override(TASK, {"labels": {"t": "text", "o": "other"}})
    html = "<h2>A</h2><li>B</li><p>C<br>D</p><p>E</p>"
    assert filtered(html, "tttto", task) == "tttto"


@given(markup(), st.integers(0, 99))
def test_what_is_content_does_not_change_and_a_second_time_nothing_does(html, seed):
    made = blocks(html)
    keys = "".join(np.random.default_rng(seed).choice(list("phlco"), len(made)))
    once = filtered(html, keys)
    assert [key == "o" for key in once] == [key == "o" for key in keys]
    assert filtered(html, once) == once


# Gold that says nothing of headers and lists

PAGE = "<h1>Koláč</h1><p>Těsto:</p><ul><li>mouka</li><li>máslo</li></ul><p>Reklama</p>"


def projected(*segments):
    gold = GoldPage("1", PAGE.encode(), None, [GoldSegment(*one) for one in segments])
    return "".join(TASK.keys[i] for i in project(gold, blocks(PAGE), TASK))


def test_gold_of_paragraphs_alone_gets_labels_by_tags():
    lines = ("Koláč", "Těsto:", "mouka", "máslo")
    assert projected(*(("paragraph", line) for line in lines)) == "hpllo"


def test_gold_that_names_headers_or_lists_is_left_as_it_is():
    rest = [("paragraph", line) for line in ("Těsto:", "mouka", "máslo")]
    assert projected(("header", "Koláč"), *rest) == "hpppo"
    assert projected(("list", "Koláč"), *rest) == "lpppo"


def test_interrupted_sentences_take_linear_time():
    many = 20_000
    page = "<p>one " + "<div>x</div> two " * many + "<p>a <div></div> b" * many
    kept = "p" + "op" * many + "pp" * many
    assert filtered(page, kept) == "p" + "oc" * many + "pc" * many
