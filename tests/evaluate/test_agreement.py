"""Inter-annotator agreement: the measures, pieces of different segmentations, the command."""

import json
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from victor.evaluate.metrics import agreement

labels = st.integers(0, 3)
TWO, SOME = st.just(2), st.integers(2, 5)


@st.composite
def votes(draw, annotators=SOME):
    count = draw(annotators)
    rows = st.lists(labels, min_size=count, max_size=count)
    return np.array(draw(st.lists(rows, min_size=1, max_size=40)), np.int64)


def fleiss_by_the_book(rows, weights):
    """Fleiss (1971), equations 3, 5 and 7, in fractions."""
    n, total = len(rows[0]), sum(weights)
    kinds = sorted({label for row in rows for label in row})
    rated = list(zip(weights, rows, strict=True))
    share = [Fraction(sum(w * row.count(k) for w, row in rated), total * n) for k in kinds]
    pairs = [sum(row.count(k) * (row.count(k) - 1) for k in kinds) for row in rows]
    agreed = [Fraction(count, n * (n - 1)) for count in pairs]
    observed = sum(w * p for w, p in zip(weights, agreed, strict=True)) / Fraction(total)
    expected = sum(p * p for p in share)
    return None if expected == 1 else (observed - expected) / (1 - expected)


@given(votes(TWO))
def test_cohen_is_scikit_learns(found):
    first, second = found.T
    ours = agreement.cohen_kappa(first, second)
    if len(np.unique(found)) == 1:
        assert math.isnan(ours)
        return
    assert ours == pytest.approx(cohen_kappa_score(first, second))


@given(votes(TWO), st.data())
def test_weighted_cohen_is_scikit_learns(found, data):
    assume(len(np.unique(found)) > 1)
    weights = data.draw(st.lists(st.integers(1, 50), min_size=len(found), max_size=len(found)))
    theirs = cohen_kappa_score(*found.T, sample_weight=weights)
    assert agreement.cohen_kappa(*found.T, np.array(weights, float)) == pytest.approx(theirs)


@given(votes(), st.data())
def test_fleiss_is_the_books(found, data):
    weights = data.draw(st.lists(st.integers(1, 50), min_size=len(found), max_size=len(found)))
    for some in ([1] * len(found), weights):
        ours = agreement.fleiss_kappa(found, np.array(some, float))
        theirs = fleiss_by_the_book(found.tolist(), some)
        assert math.isnan(ours) if theirs is None else ours == pytest.approx(float(theirs))


def test_fleiss_is_that_of_his_own_example():
    """Fleiss (1971) by the table that textbooks take it from: 10 subjects, 14 raters, .210."""
    table = "0 0 0 0 14 0 2 6 4 2 0 0 3 5 6 0 3 9 2 0 2 2 8 1 1 7 7 0 0 0 3 2 6 3 0 2 5 3 2 2"
    counts = np.array(f"{table} 6 5 2 1 0 0 2 2 3 7".split(), int).reshape(10, 5)
    found = np.array([np.repeat(range(5), row) for row in counts])
    assert agreement.observed(found) == pytest.approx(0.378, abs=5e-4)
    assert agreement.fleiss_kappa(found) == pytest.approx(0.210, abs=5e-4)


@given(votes())
def test_a_weight_of_two_is_the_item_twice(found):
    twice = np.concatenate((found, found[:1]))
    weights = np.array([2.0] + [1.0] * (len(found) - 1))
    for measure in (agreement.observed, agreement.fleiss_kappa):
        one, other = measure(found, weights), measure(twice)
        assert one == pytest.approx(other, nan_ok=True)
    for label in range(4):
        one = agreement.label_agreement(found, label, weights)
        assert one == pytest.approx(agreement.label_agreement(twice, label), nan_ok=True)


def test_without_items_nothing_is_defined():
    none = np.zeros((0, 2), np.int64)
    assert math.isnan(agreement.observed(none))
    assert math.isnan(agreement.fleiss_kappa(none))
    assert math.isnan(agreement.cohen_kappa([], []))


HEAD = "# victor annotation\n# labels: p paragraph, h header, l list, c continuation, o other\n"


def put(folder, **files):
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.anno").write_text(HEAD + text, "utf-8")
    return folder


def test_two_folders_block_by_block(tmp_path, cli):
    one = put(tmp_path / "ann", a="[h] Title\n[p] One two three.\n[o] Menu\n", b="[p] Only her\n")
    two = put(tmp_path / "ben", a="[h] Title\n[p] One two three.\n[p] Menu\n")
    status, out, err = cli("agreement", one, two, "--json", tmp_path / "x.json")
    assert (status, err) == (0, "")
    assert "2 annotators, 1 page, 3 blocks, 5 words" in out
    assert "ben lacks 1 page: b" in out
    assert "| Menu | other | paragraph | 1 | a |" in out
    found = json.loads((tmp_path / "x.json").read_text("utf-8"))
    assert found["by_blocks"]["observed"] == pytest.approx(2 / 3)
    assert found["by_words"]["observed"] == pytest.approx(4 / 5)
    assert found["by_blocks"]["cohen_kappa"][0]["kappa"] == pytest.approx(
        cohen_kappa_score(["h", "p", "o"], ["h", "p", "p"])
    )
    assert found["differences"] == [
        {"page": "a", "text": "Menu", "words": 1, "labels": ["other", "paragraph"]}
    ]


def test_blocks_cut_in_other_ways_are_compared_by_words(tmp_path, cli):
    put(tmp_path, x="[p] See our\n[c] web\n[c]site now.\n[o] Log in\n")
    put(tmp_path, y="[p] See our web\n[p]site now.\n")
    status, out, _ = cli("agreement", tmp_path / "x.anno", tmp_path / "y.anno")
    assert status == 0
    assert "| web | continuation | paragraph | 1 |" in out
    assert "| site now. | continuation | paragraph | 2 |" in out
    assert "2 blocks differ" in out  # 'Log in', not listed by y, is boilerplate for both


def test_what_somebody_has_not_decided_is_left_out(tmp_path, cli):
    one = put(tmp_path / "a", x="[p] One\n[?] Two\n")
    two = put(tmp_path / "b", x="[p] One\n[o] Two\n")
    three = put(tmp_path / "c", x="[p] One\n[o] Two\n")
    status, out, _ = cli("agreement", one, two, three)
    assert status == 0
    assert "1 block left out: undecided by an annotator." in out
    assert "0 blocks differ" in out
    assert "| a, b |" in out
    assert "| b, c |" in out


SOUP = "[h] Kartoffelsuppe\n[p] Die Kartoffeln schälen und in kleine Würfel schneiden.\n[o] Menü\n"
BRIDGE = "[h] Neue Brücke\n[p] Die Stadt baut im Sommer und im Herbst eine Brücke.\n[o] Menü\n"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (BRIDGE, True),
        ("[p] Die Kartoffeln schälen und\n[p] in kleine Würfel schneiden.\n", False),
        ("[h] Kartoffelsuppe\n", False),
    ],
)
def test_annotations_of_another_page_are_named(tmp_path, cli, text, named):
    one, two = put(tmp_path / "eva", suppe=SOUP), put(tmp_path / "tom", suppe=text)
    status, _, err = cli("agreement", one, two)
    assert status == 0
    assert ("suppe: only 0% of the text of" in err) == named
    assert ("in the longest annotation; does it belong to another page?" in err) == named


def test_other_divisions_of_text_without_spaces_are_of_the_same_page(tmp_path, cli):
    one = put(tmp_path / "eva", a="[p] 新しい橋は夏に完成する予定だ。市は秋に開通式を行う。\n")
    two = put(tmp_path / "tom", a="[p] 新しい橋は夏に完成する予定だ。\n[c]市は秋に開通式を行う。\n")
    assert "another page" not in cli("agreement", one, two)[2]


def test_errors_of_agreement_are_clear(tmp_path, cli):
    one = put(tmp_path / "a", x="[p] One\n")
    assert "at least two annotators" in cli("agreement", one)[2]
    assert (
        "the annotators have no page in common"
        in cli("agreement", one, put(tmp_path / "b", y=""))[2]
    )
    assert "neither an annotation file" in cli("agreement", one, tmp_path / "nowhere")[2]
    found = cli("agreement", one, put(tmp_path / "c", x="[o] One\n"), "--differences", "-1")
    assert found == (2, "", "victor: --differences: expected 0 or more, found -1\n")
