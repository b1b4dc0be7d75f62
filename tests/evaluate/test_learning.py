"""Pages to learn from: which roles of gold mean what, which pages teach nothing, what is known."""

import sys

import numpy as np
import pytest
from conftest import DATA
from pages import BLOCK_TAGS

from victor import config, model, pipeline
from victor.config import resources
from victor.errors import VictorError
from victor.evaluate import evaluation, learning
from victor.evaluate.gold import read_gold
from victor.evaluate.gold.page import GoldPage, GoldSegment
from victor.model import Model

HEAD = "<h1>La presa</h1>"
BODY = "<p>Acqua e neve, fino a maggio.</p><p>Una nota.</p><p>Bello!</p><p>Contatti</p>"
LINES = ("La presa", "Acqua e neve, fino a maggio.", "Una nota.", "Bello!")
LABELS = {"p": "paragraph", "h": "header", "o": "other"}


def task(**changes):
    return config.override(BLOCK_TAGS.task, changes)


def example(*segments, html=HEAD + BODY, made=None, **known):
    plan = pipeline.plan(made or BLOCK_TAGS.task)
    gold = GoldPage("a.html", html.encode(), None, [GoldSegment(*one) for one in segments], **known)
    return learning.example(gold, plan)


def another():
    """Another page, whose text is all content."""
    lines = ("Il molo", "Barche e reti, da giugno.")
    html = "".join(f"<p>{line}</p>" for line in lines)
    return example(("header", lines[0]), ("paragraph", lines[1]), html=html)


def labels(*roles, made, **known):
    """The labels of a page whose lines have these roles in the gold."""
    found = example(*zip(roles, LINES, strict=True), made=made, **known)
    return "".join(made.keys[i] for i in found.y)


# Roles of the gold


@pytest.mark.parametrize(
    ("gold", "wanted"),
    [
        ({"title": "header", "comment": "other"}, "hpooo"),
        ({"title": "header", "comment": "paragraph"}, "hpppo"),
        ({"title": "other", "comment": "other"}, "opooo"),
    ],
)
def test_a_task_says_what_roles_of_the_gold_are(gold, wanted):
    roles = ("title", "paragraph", "comment", "comment")
    assert labels(*roles, made=task(labels=LABELS, gold=gold)) == wanted


def test_a_task_says_more_than_the_corpus():
    """The corpus merges its roles into common ones; a task that names either decides."""
    roles = ("headline", "paragraph", "talk", "talk")
    merge = {"headline": "header", "talk": "other"}
    assert labels(*roles, made=task(labels=LABELS), merge=merge) == "hpooo"
    own = task(labels=LABELS, gold={"talk": "paragraph"})
    assert labels(*roles, made=own, merge=merge) == "hpppo"
    two = {"p": "paragraph", "m": "comment", "o": "other"}
    common = task(labels=two, gold={"header": "comment"})
    assert labels(*roles, made=common, merge=merge) == "mpooo"


def test_parts_of_a_text_need_no_labels():
    two = task(labels={"c": "comment", "t": "text", "o": "other"})
    assert labels("header", "list", "continuation", "comment", made=two) == "cccco"
    two = task(labels={"t": "text", "c": "comment", "o": "other"})
    assert labels("header", "list", "paragraph", "comment", made=two) == "tttco"


def test_a_role_that_nothing_names_is_reported():
    wanted = "no label for 'commnt'; did you mean 'comment'.*its key 'gold' can name one"
    two = task(labels={"t": "text", "c": "comment", "o": "other"})
    with pytest.raises(VictorError, match=wanted):
        labels("header", "list", "paragraph", "commnt", made=two)


def test_roles_that_no_label_has_are_reported(tmp_path):
    file = tmp_path / "x.yaml"
    file.write_text("extends: web-crf\ngold: {headline: hedaer}\n")
    wanted = r"x.yaml:2: gold.headline: no label has the role 'hedaer'; did you mean 'header'"
    with pytest.raises(VictorError, match=wanted):
        config.load(str(file))


def test_a_model_is_the_same_whatever_its_gold_and_convention():
    """Both may change after learning."""
    changed = task(gold={"comment": "other"}, convention="mine")
    assert changed.fingerprint() == BLOCK_TAGS.task.fingerprint()


# Blocks in the text whatever their labels


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        ({}, [LINES[0], LINES[1]]),
        ({"keep": ["byline"], "drop": ["title"]}, [LINES[1], "di Ada Rossi"]),
        ({"select": [".by"], "remove": ["h1"]}, [LINES[1], "di Ada Rossi"]),
        ({"drop": ["byline"], "select": [".by"], "remove": ["h1"]}, [LINES[1], "di Ada Rossi"]),
        ({"keep": ["byline"], "remove": [".by, h1"]}, [LINES[1]]),
    ],
)
def test_the_scored_text_is_the_one_that_cleaning_writes(changes, wanted):
    html = f"<h1>{LINES[0]}</h1><p>{LINES[1]}</p><p class=by>di Ada Rossi</p>"
    made = task(labels=LABELS, **changes)
    page = example(("header", LINES[0]), ("paragraph", LINES[1]), html=html, made=made)
    assert "".join(made.keys[i] for i in page.y) == "hpo"
    assert [one.text for one in learning.document(page, None, made).segments] == wanted
    score = evaluation.score_page(page, None, made, ["words", "cleaneval"])
    assert (score.scores["word_f1"] == 1) == (not changes)


# Pages that teach nothing

STARTED = task(start="web-crf")  # which knows all labels
WHOLE = [("paragraph", line) for line in LINES]
ELSEWHERE = (
    "paragraph",
    "Tutto il resto lo scrive uno script nel browser, quando la pagina si apre.",
)
CAUSE = "on the page; does it belong to another page, or does a script write the text?"


@pytest.mark.parametrize(
    ("segments", "known", "reason"),
    [
        (WHOLE, {}, None),
        ([*WHOLE[:2], ELSEWHERE], {}, f"only 36% of its gold is {CAUSE}"),
        ([ELSEWHERE], {}, f"only 0% of its gold is {CAUSE}"),
        ([ELSEWHERE, ("other", "Home")], {"complete": True}, f"only 0% of its gold is {CAUSE}"),
        ([], {}, "its gold is empty"),
        ([("other", line) for line in LINES], {}, "its gold is empty"),
        ([("other", line) for line in LINES], {"complete": True}, None),  # a page without content
    ],
)
def test_pages_whose_gold_is_elsewhere_are_left_out(segments, known, reason):
    found = example(*segments, **known)
    assert learning.unfit(found) == reason
    lines = list(learning.warnings_about_pages([found, another()], STARTED))
    assert lines == ([f"a.html: left out: {reason}"] if reason else [])


def test_pages_of_one_label_are_complained_about():
    notes = ("Una nota.", "Due note.")
    found = [example(("paragraph", one), html=f"<p>{one}</p>") for one in notes]
    (line,) = learning.warnings_about_pages(found, BLOCK_TAGS.task)
    assert line == "all blocks have the label 'p': there is nothing to learn"
    assert not list(learning.warnings_about_pages([*found, another()], STARTED))


def test_labels_without_an_example_are_named_once():
    pages = [example(*WHOLE), another()]
    (line,) = learning.warnings_about_pages(pages, BLOCK_TAGS.task)
    rule = "the model never predicts a label without examples"
    assert line == f"no block is labelled l (list) or c (continuation): {rule}"
    assert not list(learning.warnings_about_pages(pages, STARTED))


def test_pages_that_are_annotated_twice_are_complained_about():
    (line,) = learning.warnings_about_pages([another(), another(), example(*WHOLE)], STARTED)
    assert line == "1 page repeated: the same text is annotated more than once"


def learned(data):
    how = task(labeler={"crf": {"max_iterations": 2}})
    return learning.learn(pipeline.plan(how), data)


def test_a_model_says_what_it_was_learned_from():
    data = [example(*WHOLE), example(ELSEWHERE, html=BODY * 2), example(*WHOLE, html=BODY)]
    found = learned(data)
    assert (found.meta["pages"], found.meta["left_out"]) == (2, 1)
    assert found.meta["blocks"] == len(data[0].y) + len(data[2].y)
    assert learning.overlap(found, data) == 2
    other = example(*WHOLE, html=HEAD + BODY + "<p>2")
    assert learning.overlap(found, [other, data[0]]) == 1
    assert learning.overlap(Model(found.task, found.weights, {}), data) == 0


# What learning starts from


def test_learning_starts_from_the_shipped_model_that_fits(tmp_path):
    assert learning.starting_point(config.load("web")) == "web"
    own = tmp_path / "forum.yaml"
    own.write_text("extends: web\nfilters: []\n")
    assert learning.starting_point(config.load(str(own))) == "web"


@pytest.mark.parametrize(
    "changes",
    [
        {"labels": {"t": "text", "o": "other"}},
        {"without": ["title.*"]},
        {"labeler": "crf"},
        {"labeler": "keep_everything"},
    ],
)
def test_no_shipped_model_fits_other_columns_labels_or_labelers(changes):
    assert learning.starting_point(config.override(config.load("web"), changes)) == ""


def plan(labeler="neural_crf", start="web"):
    return pipeline.plan(config.override(config.load("web"), {"labeler": labeler, "start": start}))


@pytest.mark.parametrize(
    ("how", "pages", "what", "wanted"),
    [
        (plan(), learning.FEW - 1, "auto", learning.TAUGHT),
        (plan(), learning.FEW, "auto", ""),
        (plan(), 1, "all", ""),
        (plan(), 1000, "convention", learning.TAUGHT),
        (plan(start=""), 1, "auto", ""),
        (plan("crf", ""), 1, "auto", ""),
    ],
)
def test_few_pages_teach_only_a_convention(how, pages, what, wanted):
    assert learning.taught(how, pages, what) == wanted


@pytest.mark.parametrize("how", [plan(start=""), plan("crf", "")])
def test_a_convention_needs_a_model_that_has_them(how):
    with pytest.raises(VictorError, match="needs a model to start from and a labeler that has"):
        learning.taught(how, 1, "convention")


def test_teaching_needs_no_torch_and_keeps_the_model(monkeypatch):
    """On top of the shipped model."""
    monkeypatch.setitem(sys.modules, "torch", None)
    how = plan()
    data = list(learning.examples(read_gold([DATA]), how))
    found = learning.learn(how, data, taught="mine")
    shipped = model.load(resources.folder("models") / "web").weights
    for name, array in shipped.items():
        assert np.array_equal(found.weights[name][: len(array)], array), name
    assert found.task.convention == "mine"
    assert "mine" in pipeline.Cleaner(found).conventions
