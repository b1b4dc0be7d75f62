"""Why a block has its label: shares that add up, for every labeler, and the command that shows."""

from functools import cache

import numpy as np
import pytest
from conftest import DATA
from hypothesis import given, settings
from hypothesis import strategies as st
from networks import COLUMNS, LABELS, made, score, values
from pages import BLOCK_TAGS, blocks, text_of

from victor import config, pipeline
from victor.baselines.texrex import perceptron
from victor.data import Potentials
from victor.decode import marginals
from victor.evaluate.explain import explain, holding, messages
from victor.labelers import LABELERS
from victor.labelers.attribution import LEFT
from victor.labelers.neural import attribution as _attribution
from victor.model import Model
from victor.pipeline import Cleaner

TASK = BLOCK_TAGS.task
PAGES = (
    "A sentence of some length, with words.",
    "menu",
    "Another sentence.",
    "home",
    "Short one.",
)


@cache
def cleaner(name):
    """One of a labeler, learned from a few blocks."""
    if "torch" in LABELERS[name].LEARNED_BY:
        pytest.importorskip("torch")
    columns = [*TASK.features, "shallow.*"]
    plan = pipeline.plan(config.override(TASK, {"labeler": name, "features": columns}))
    y = np.array([0, 4, 0, 4, 1], np.int32)
    weights = plan.learn([plan.instance(text_of(*PAGES))], [y])
    return Cleaner(Model(plan.task, weights, {}))


@pytest.mark.parametrize("name", LABELERS)
def test_every_labeler_is_explained_or_says_why_not(name):
    """Attribution add up to the logarithm of how much likelier the label is than the runner-up."""
    made_of = cleaner(name)
    page = blocks("<h1>Some title</h1><p>Some words of a page.</p><a href=x>menu</a><p>More.</p>")
    found = explain(made_of, page)
    assert found.labels.y.tolist() == made_of.label(page).y.tolist()
    assert [one.block for one in found.explanations] == list(range(len(page)))
    for one in found.explanations:
        first, second = (one.probabilities[i] for i in (one.label, one.runner_up))
        assert one.runner_up != one.label
        assert second == max(p for i, p in enumerate(one.probabilities) if i != one.label)
        assert one.difference == pytest.approx(np.log(first / second), abs=1e-3)
        if not any(share.of_columns for share in one.largest(10_000)):
            assert one.note or not one.amounts.any()
        assert bool(one.note) == bool(one.steps)


@pytest.mark.parametrize("name", LABELERS)
def test_a_page_without_blocks_has_nothing_to_explain(name):
    assert explain(cleaner(name), blocks("")).explanations == []


def test_some_blocks_are_explained_as_they_are_among_all():
    made_of, page = cleaner("crf"), text_of(*PAGES)
    every, some = (explain(made_of, page, rows).explanations for rows in (None, [3, 1]))
    for one in some:
        assert one.largest(99) == every[one.block].largest(99)


def test_the_shares_of_the_chain_are_its_weights():
    """By hand: the indicators that are on, at every offset, times their weights."""
    made_of, page = cleaner("crf"), text_of(*PAGES)
    plan, weights = made_of.plan, made_of.model.weights
    instance = plan.instance(page)
    rows, label, against = (np.array(x, np.int32) for x in ([2], [0], [4]))
    found = plan.labeler.explain(weights, plan.layout, instance, rows, label, against)
    names = {origin.name: part for origin, part in zip(found.origins, found.parts[0], strict=True)}
    attributes = instance.codes.attributes()[2]
    state = weights["state"].astype(float)
    wanted = sum(state[i, 0] - state[i, 4] for i in attributes[attributes >= 0])
    assert sum(names.values()) == pytest.approx(wanted)
    base = plan.layout.offsets.index(0) * plan.layout.width
    assert names["any block"] == pytest.approx(state[base, 0] - state[base, 4])


@given(st.integers(1, 9), st.integers(2, 4), st.integers(0, 99), st.booleans())
def test_what_neighbours_say_makes_up_the_marginal_probabilities(n, k, seed, chain):
    random = np.random.default_rng(seed)
    transition = random.normal(0, 3, (k, k)) if chain else None
    potentials = Potentials(random.normal(0, 3, (n, k)), transition)
    left, right = messages(potentials)
    whole = np.exp(potentials.state + left + right)
    assert np.allclose(whole / whole.sum(axis=1, keepdims=True), marginals(potentials))


# The network


def attributed(weights, table, rows):
    y = np.arange(len(rows), dtype=np.int32) % LABELS
    against = (y + 1) % LABELS
    found = _attribution.shares(weights, table, np.array(rows, np.int32), y, against)
    return found, y, against


@settings(max_examples=12)
@given(st.integers(1, 40), st.integers(0, 999))
def test_what_columns_add_is_complete(n, seed):
    """Attribution sum to the difference of the scores, and the sum leaves little of the integral."""
    weights, table = made(seed), values(n, seed)
    found, y, against = attributed(weights, table, range(n))
    state, each = score(weights, table).state, np.arange(n)
    assert np.allclose(found.parts.sum(axis=1), state[each, y] - state[each, against], atol=1e-3)
    left = [origin.name for origin in found.origins].index(LEFT)
    sizes = np.abs(found.parts).sum(axis=1)
    assert (np.abs(found.parts[:, left]) <= 0.05 * sizes + 0.02).all()


def test_the_shipped_network_is_explained_nearly_without_rest():
    web = pipeline.load("web")
    page = blocks((DATA / "forum-en.html").read_text("utf-8", "replace"), web.plan)
    for one in explain(web, page).explanations:
        left = one.amounts[[origin.name for origin in one.origins].index(LEFT)]
        assert abs(left) < 0.05 * np.abs(one.amounts).sum()


@settings(max_examples=5)
@given(st.integers(0, 999))
def test_a_column_that_the_network_does_not_see_has_no_share(seed):
    weights = made(seed)
    weights["input"][2] = 0
    found, *_ = attributed(weights, values(12, seed), range(12))
    blind = [i for i, origin in enumerate(found.origins) if origin.columns == ("column.2",)]
    assert len(blind) == 3
    assert not found.parts[:, blind].any()


def test_blocks_far_away_act_by_the_page_alone():
    """Only the block's own columns and those of 15 blocks to either side have shares."""
    weights, table = made(3), values(80, 3)
    for name in ("query", "key", "value", "mix", "page"):
        weights[name][:] = 0
    alone = np.array(table)
    alone[36:] = table[0]  # block 20 sees 5 to 35
    one, two = (attributed(weights, x, [20])[0].parts[0] for x in (table, alone))
    assert np.allclose(one, two, atol=1e-5)
    page = len(one) - 3
    assert abs(one[page]) < 1e-9
    assert len(one) == 3 * COLUMNS + 3


@given(st.integers(1, 12), st.integers(0, 999))
def test_the_perceptron_is_complete(n, seed):
    random = np.random.default_rng(seed)
    weights = {
        "columns": np.array(["a", "b", "c"]),
        "input": random.normal(0, 1, (3, 4)).astype(np.float32),
        "input_bias": random.normal(0, 1, 4).astype(np.float32),
        "output": random.normal(0, 0.5, (4, 1)).astype(np.float32),
        "output_bias": random.normal(0, 0.5, 1).astype(np.float32),
        "threshold": np.array([0.4], np.float32),
    }
    from victor.data import Table
    from victor.labelers import EMPTY_CODES, Instance

    table = Table(("a", "b", "c"), random.random((n, 3)).astype(np.float32))
    page = Instance(None, table, EMPTY_CODES)
    rows, ones = np.arange(n, dtype=np.int32), np.ones(n, np.int32)
    found = perceptron.explain(weights, None, page, rows, ones, 0 * ones)
    state = perceptron.scorer(weights, None)(page).state
    assert np.allclose(found.parts.sum(axis=1), state[:, 1] - state[:, 0], atol=1e-4)
    assert np.abs(found.parts[:, -1]).max() <= 0.01 * np.abs(found.parts).sum(axis=1).max() + 1e-3


# The command


def test_a_rule_shows_the_decisions_taken(cli, tmp_path):
    page = tmp_path / "page.html"
    page.write_text(
        "<p>" + "Some words of a long paragraph. " * 8 + "</p><p><a href=/>Home</a></p>"
    )
    status, out, err = cli("explain", "--config", "boilerpipe", "--block", "home", page)
    assert (status, err) == (0, "")
    assert out.startswith("word_rules: a tree")
    assert "shallow.link = 1, more than 0.3333  (else p paragraph)" in out
    assert "in all: o other is 9 times as likely as p paragraph" in out


def test_shares_are_shown_as_a_sum(cli):
    status, out, _ = cli("explain", DATA / "news-en.html", "--block", "footbridge   DESIGNED")
    assert status == 0
    lines = out.splitlines()
    assert lines[0].startswith("block 28 Walkers could be crossing")
    assert "not" in lines[1]
    amounts = [float(line.split()[0]) for line in lines[2:] if line.lstrip()[:1] in ("+", "-")]
    *parts, whole = amounts
    assert sum(parts) == pytest.approx(whole, abs=0.1)
    assert "\x1b[" not in out


def test_every_block_has_two_lines(cli):
    status, out, _ = cli("explain", DATA / "recipe-pt.html", "--config", "web-crf")
    assert status == 0
    page = blocks((DATA / "recipe-pt.html").read_text("utf-8"))
    assert len(out.splitlines()) == 2 * len(page)
    assert "labels around" in out
    numbers = [line.split()[0] for line in out.splitlines()[::2]]
    assert numbers == [str(number) for number in range(1, len(page) + 1)]


def test_a_block_has_one_number_everywhere(cli):
    """With --block, and in the list of all."""
    one = ("explain", DATA / "news-en.html", "--config", "web-crf")
    _, number, *words = cli(*one, "--block", "footbridge designed")[1].split(maxsplit=2)
    (line,) = (line for line in cli(*one)[1].splitlines() if words[0][:40] in line)
    assert line.split()[0] == number


def test_a_filter_that_changed_a_label_is_named(cli, tmp_path):
    text = "<p>" + "Some words of a long paragraph that is there twice. " * 8 + "</p>"
    page = tmp_path / "twice.html"
    page.write_text(f"<h1>Title</h1>{text}{text}")
    assert "the filter repeats made it o other, it was p paragraph" in cli("explain", page)[1]


def test_colours_are_for_terminals_that_want_them(cli, monkeypatch):
    monkeypatch.setattr("victor.commands.explain.sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    wanted = ("explain", DATA / "news-en.html", "--config", "boilerpipe", "--block", "Home")
    assert "\x1b[" in cli(*wanted)[1]
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in cli(*wanted)[1]


def test_what_cannot_be_explained_is_told(cli, tmp_path):
    status, _, err = cli("explain", DATA / "news-en.html", "--block", "no such words")
    assert (status, "no block of" in err) == (2, True)
    for nothing in ("", " "):
        status, out, err = cli("explain", DATA / "news-en.html", "--block", nothing)
        assert (status, out) == (2, "")
        assert "--block: expected the text of a block, found nothing" in err
    assert cli("explain", tmp_path)[0] == 2
    (tmp_path / "empty.html").write_text("")
    status, _, err = cli("explain", tmp_path / "empty.html")
    assert (status, "no text on this page" in err) == (0, True)
    (tmp_path / "paper.html").write_bytes(b"%PDF-1.7\n")
    assert "a PDF file" in cli("explain", tmp_path / "paper.html")[2]


def test_blocks_are_found_by_their_text():
    assert holding(text_of("One two", "TWO  three", "four"), "two") == [0, 1]
