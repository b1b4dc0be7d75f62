"""Why a block has its label: shares that add up, for every labeler, and the command."""

from functools import cache

import numpy as np
import pytest
from conftest import DATA
from hypothesis import given, settings
from hypothesis import strategies as st
from networks import COLUMNS, LABELS, instance, labeler, random_weights, score, values
from pages import BLOCK_TAGS, QUICK, blocks, text_of

from victor import config, pipeline
from victor.baselines.texrex import perceptron
from victor.data import Potentials, Table
from victor.decode import marginals, messages
from victor.evaluate.explain import Explanation, chosen, explain, holding
from victor.labelers import LABELERS
from victor.labelers.attribution import Origin, by_differences
from victor.labelers.base import Training
from victor.model import Model
from victor.pipeline import Cleaner, instance_of

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
    if "torch" in LABELERS[name].learned_by:
        pytest.importorskip("torch")
    columns = [*TASK.features, "shallow.*"]
    labeler = {name: QUICK.get(name, {})}
    plan = pipeline.plan(config.override(TASK, {"labeler": labeler, "features": columns}))
    y = np.array([0, 4, 0, 4, 1], np.int32)
    weights = plan.learn(Training([instance_of(plan, text_of(*PAGES))], [y]))
    return Cleaner(Model(plan.task, weights, {}))


@pytest.mark.parametrize("name", LABELERS)
def test_every_labeler_is_explained_or_has_a_note(name):
    """Contributions sum to the log-odds of the label against the runner-up."""
    learned = cleaner(name)
    page = blocks("<h1>Some title</h1><p>Some words of a page.</p><a href=x>menu</a><p>More.</p>")
    found = explain(learned, page)
    assert found.labels.y.tolist() == learned.label(page).y.tolist()
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
    learned, page = cleaner("crf"), text_of(*PAGES)
    every, some = (explain(learned, page, rows).explanations for rows in (None, [3, 1]))
    for one in some:
        assert one.largest(99) == every[one.block].largest(99)


def test_the_shares_of_the_chain_are_its_weights():
    """By hand: the indicators that are on, at every offset, times their weights."""
    learned, page = cleaner("crf"), text_of(*PAGES)
    plan, weights = learned.plan, learned.model.weights
    instance = instance_of(plan, page)
    rows, label, against = (np.array(x, np.int32) for x in ([2], [0], [4]))
    found = plan.labeler.explain(weights, instance, rows, label, against)
    names = {origin.name: part for origin, part in zip(found.origins, found.parts[0], strict=True)}
    attributes = instance.codes.attributes()[2]
    state = weights["state"].astype(float)
    wanted = sum(state[i, 0] - state[i, 4] for i in attributes[attributes >= 0])
    assert sum(names.values()) == pytest.approx(wanted)
    base = plan.labeler.space.layout.offsets.index(0) * plan.labeler.space.layout.width
    assert names["bias"] == pytest.approx(state[base, 0] - state[base, 4])


@given(st.integers(1, 9), st.integers(2, 4), st.integers(0, 99), st.booleans())
def test_messages_and_state_give_the_marginal_probabilities(n, k, seed, chain):
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
    found = labeler().explain(weights, instance(table), np.array(rows, np.int32), y, against)
    return found, y, against


@settings(max_examples=12)
@given(st.integers(1, 40), st.integers(0, 999))
def test_contributions_sum_to_the_difference_of_the_scores(n, seed):
    weights, table = random_weights(seed), values(n, seed)
    found, y, against = attributed(weights, table, range(n))
    state, each = score(weights, table).state, np.arange(n)
    assert np.allclose(found.parts.sum(axis=1), state[each, y] - state[each, against], atol=1e-3)


@settings(max_examples=5)
@given(st.integers(0, 999))
def test_a_column_that_the_network_does_not_see_contributes_nothing(seed):
    weights = random_weights(seed)
    weights["input"][2] = 0
    found, *_ = attributed(weights, values(12, seed), range(12))
    assert [origin.name for origin in found.origins][:COLUMNS] == list(weights["columns"])
    assert np.abs(found.parts[:, 2]).max() < 1e-5
    assert np.abs(found.parts[:, :COLUMNS]).max() > 1e-3


@given(st.integers(0, 999))
def test_contributions_of_two_columns_are_shapley_values(seed):
    """For two players: half of what each adds alone plus half of what it adds to the other."""
    random = np.random.default_rng(seed)
    one, two, both, none = random.normal(size=4)
    table = Table(("a", "b"), np.array([[1, 1]], np.float32))

    def difference(values):
        (a, b), worth = values[0], {(0, 0): none, (1, 0): one, (0, 1): two, (1, 1): both}
        return np.array([worth[int(a), int(b)]])

    found = by_differences(difference, table, np.zeros(2, np.float32))
    wanted = [(one - none + both - two) / 2, (two - none + both - one) / 2, none]
    assert found.parts[0].tolist() == pytest.approx(wanted)


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
    from victor.labelers import EMPTY_CODES, Instance, Space
    from victor.labelers.crf.template import layout

    table = Table(("a", "b", "c"), random.random((n, 3)).astype(np.float32))
    page = Instance(None, table, EMPTY_CODES)
    rows, ones = np.arange(n, dtype=np.int32), np.ones(n, np.int32)
    space = Space(table.names, ("paragraph", "other"), layout((), ()))
    labeler = perceptron.Perceptron(perceptron.Options(), space)
    found = labeler.explain(weights, page, rows, ones, 0 * ones)
    state = labeler.scorer(weights)(page).state
    assert np.allclose(found.parts.sum(axis=1), state[:, 1] - state[:, 0], atol=1e-4)


# The command


def test_a_rule_shows_the_decisions_taken(cli, tmp_path):
    page = tmp_path / "page.html"
    page.write_text(
        "<p>" + "Some words of a long paragraph. " * 8 + "</p><p><a href=/>Home</a></p>"
    )
    status, out, err = cli("explain", "--config", "boilerpipe", "--block", "home", page)
    assert (status, err) == (0, "")
    assert out.startswith("word_rules: a decision tree")
    assert "shallow.link = 1, more than 0.3333  (else p paragraph)" in out
    assert "total: o other is 9 times as likely as p paragraph" in out


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
    assert "neighbouring labels" in out
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
    assert "the filter repeats changed p paragraph to o other" in cli("explain", page)[1]


def test_colours_are_for_terminals_that_want_them(cli, monkeypatch):
    monkeypatch.setattr("victor.commands.explain.sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    wanted = ("explain", DATA / "news-en.html", "--config", "boilerpipe", "--block", "Home")
    assert "\x1b[" in cli(*wanted)[1]
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in cli(*wanted)[1]


def test_what_cannot_be_explained_is_reported(cli, tmp_path):
    status, _, err = cli("explain", DATA / "news-en.html", "--block", "no such words")
    assert (status, "no block of" in err) == (2, True)
    for nothing in ("", " "):
        status, out, err = cli("explain", DATA / "news-en.html", "--block", nothing)
        assert (status, out) == (2, "")
        assert "--block: expected the number or text of a block, found nothing" in err
    assert cli("explain", tmp_path)[0] == 2
    (tmp_path / "empty.html").write_text("")
    status, _, err = cli("explain", tmp_path / "empty.html")
    assert (status, "no text on this page" in err) == (0, True)
    (tmp_path / "paper.html").write_bytes(b"%PDF-1.7\n")
    assert "a PDF file" in cli("explain", tmp_path / "paper.html")[2]


def test_blocks_are_found_by_their_text():
    assert holding(text_of("One two", "TWO  three", "four"), "two") == [0, 1]


def test_blocks_are_found_by_their_numbers():
    page = text_of("One 4", "Two 2", "Three 99")
    for what, wanted in [("2", [1]), ("1-2", [0, 1]), ("4", [0]), ("99", [2]), ("3-1", [])]:
        assert chosen(page, what) == wanted, what


@given(st.integers(0, 999), st.integers(1, 12))
def test_a_remainder_is_never_larger_than_all_that_is_listed(seed, count):
    random = np.random.default_rng(seed)
    names = [f"{family}.{i}" for family in "abcd" for i in range(12)]
    amounts = random.normal(0.1, 0.2, len(names) + 1)
    origins = [*(Origin(name, (name,)) for name in names), Origin("baseline", (), None)]
    table = Table(tuple(names), np.ones((1, len(names)), np.float32))
    one = Explanation(0, 0, 1, [0.6, 0.4], origins, amounts, table, 0.0, 0.0, (), "", ())
    lines = one.ledger(count)
    assert sum(line.amount for line in lines) == pytest.approx(amounts.sum())
    *listed, last = [abs(line.amount) for line in lines]
    assert last <= max(listed) + 1e-9
    assert len(lines) <= count + 5
