"""Line feeds of the source between Chinese or Japanese characters."""

import numpy as np
import pytest

import victor
from victor.tree.feeds import without_feeds

EVERYTHING = victor.load("keep-everything")
LONG = "この橋は冬の間に修理が行われ、五月の初めに再び"
POEM = "<p>床前明月光\n疑是地上霜"


def shown(body: str) -> str:
    return EVERYTHING.clean(f"<html><body>{body}").text.rstrip("\n")


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (f"<p>{LONG}\n  開通した。", f"{LONG}開通した。"),
        (f"<ul><li>{LONG} \r\n\t開通した。{LONG}\n{LONG}", f"{LONG}開通した。{LONG}{LONG}"),
        ("<dl><dt>桥<dd>" + "这座桥在冬天修好了，" * 3 + "\n五月通车。", "五月通车。"),
        (f"<p>{LONG}\nWeb で見る。", f"{LONG} Web で見る。"),
        (f"<p>{LONG}\n\n開通した。", f"{LONG} 開通した。"),
        (f"<p>{LONG} 開通した。", f"{LONG} 開通した。"),
        (f"<p>{LONG}\n・開通した。", f"{LONG} ・開通した。"),
        (f"<p>{LONG}\n\u3000開通した。", f"{LONG} 開通した。"),
        (f"<div>{LONG}\n開通した。</div>", f"{LONG} 開通した。"),
        (f"<pre>{LONG}\n開通した。</pre>", f"{LONG}\n開通した。"),
        (POEM, "床前明月光 疑是地上霜"),
        ("<p>" + "다리가 겨울 동안 수리되어 " * 3 + "오월에\n다시 열렸다.", "오월에 다시 열렸다."),
    ],
)
def test_lines_of_a_paragraph_are_joined_as_in_a_browser(source, text):
    assert shown(source).endswith(text)


def test_every_output_has_the_words_of_the_text():
    found = EVERYTHING.clean(f"<html><body><p>{LONG}\n開通<b>した</b>。<p>{LONG}\nした。")
    for name in ("text", "markdown", "html", "json", "jsonl"):
        assert f"{LONG}開通" in found.format(name).replace("\\n", "")
        assert f"{LONG}した。" in found.format(name)
    # Gold is for the blocks of the page as it is.
    assert f"{LONG} した。" in [one.text for one in found.blocks]


def test_texts_with_formulas_and_trees_without_such_lines_stay():
    formula = f"<p>{LONG}\n開通<math><mi>x</mi></math>した。"
    for source in (formula, POEM, "<p>a\nb"):
        tree = EVERYTHING.clean(f"<html><body>{source}").block_columns.tree
        assert without_feeds(tree) is tree


def test_labels_do_not_depend_on_it():
    web = victor.load("web")
    apart, joined = (web.clean(f"<h1>橋</h1><p>{LONG}{feed}{LONG}。") for feed in ("\n", " "))
    assert np.array_equal(apart.labels.scores, joined.labels.scores)
