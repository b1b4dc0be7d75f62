"""Comparisons: tests against brute force, files through the command line."""

import json
import random
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from victor.evaluate.metrics.significance import mann_whitney, permutation_test, wilcoxon
from victor.evaluate.tables import p_value

stats = pytest.importorskip("scipy.stats")
tenths = st.lists(st.integers(-5, 5).map(lambda i: i / 10), max_size=10)


@given(tenths)
def test_the_permutation_test_counts_all_flips(differences):
    whole = abs(sum(differences)) - 1e-9
    sums = [
        abs(sum(sign * value for sign, value in zip(signs, differences, strict=True)))
        for signs in product((1, -1), repeat=len(differences))
    ]
    expected = sum(one >= whole for one in sums) / len(sums)
    assert permutation_test(differences) == pytest.approx(expected)


def test_many_pages_are_flipped_at_random_and_always_alike():
    draw = np.random.default_rng(0)
    same, apart = draw.normal(0, 1, 200).tolist(), draw.normal(0.5, 1, 200).tolist()
    assert permutation_test(same) == permutation_test(same) > 0.05
    assert permutation_test(apart) == pytest.approx(1 / 10_001)
    normal = stats.ttest_1samp(same, 0).pvalue
    assert permutation_test(same) == pytest.approx(normal, abs=0.02)


def test_systems_that_are_alike_do_not_differ():
    values = [0.5, 0.6, 0.6]
    assert permutation_test([0.0] * 3) == permutation_test([]) == 1
    assert wilcoxon(values, values) == 1
    assert mann_whitney(values, values) == 1


@given(tenths.filter(len), st.integers(0, 100))
def test_the_u_test_does_not_look_at_pairs(values, seed):
    other = [value + 0.1 for value in values]
    mixed = random.Random(seed).sample(other, len(other))
    assert mann_whitney(values, mixed) == pytest.approx(mann_whitney(values, other))


@pytest.mark.parametrize(
    ("p", "said"),
    [(1, "1.000"), (0.04999, ".050"), (0.0005, ".001"), (0.0004, "< .001"), (0, "< .001")],
)
def test_p_values_are_readable(p, said):
    assert p_value(p) == said


def pages(count, low, kinds=("article", "forum"), start=0):
    return [
        {"id": f"{i:02}", "type": kinds[i % len(kinds)], "word_f1": low + i / 100}
        for i in range(start, start + count)
    ]


@pytest.fixture
def write(tmp_path):
    def write(name, rows):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps({"pages": rows} if isinstance(rows, list) else rows))
        return path

    return write


def test_two_files_by_page_type(cli, write, tmp_path):
    first, second = write("a.json", pages(20, 0.5)), write("b.json", pages(20, 0.6, start=2))
    made = tmp_path / "made.json"
    status, out, err = cli("compare", first, second, "--json", made)
    assert (status, err) == (0, "")
    assert "only in a: 2 pages: 00, 01" in out
    assert "only in b: 2 pages: 20, 21" in out
    assert "| all pages | 18 | 0.605 | 0.705 | +0.100 | +0.100 to +0.100 | < .001 | < .001 |" in out
    assert "| forum | 9 | 0.610 | 0.710 | +0.100 | +0.100 to +0.100 | .004 | .004 |" in out
    (found,) = json.loads(made.read_text())["comparisons"]
    assert (found["first"], found["second"], found["only_second"]) == ("a", "b", ["20", "21"])
    assert [row["type"] for row in found["rows"]] == ["all pages", "article", "forum"]
    assert found["rows"][1]["permutation"] == pytest.approx(2 / 2**9)
    assert cli("compare", first, second)[1] == out


def test_the_first_with_each_system_of_a_benchmark(cli, write):
    peers = [{**page, "word_f1": {"x": 0.4, "y": 0.9}} for page in pages(6, 0.5, ("article",))]
    first = write("a.json", pages(6, 0.5, ("article",)))
    out = cli("compare", first, write("peers.json", peers), write("c.json", pages(6, 0.5)))[1]
    assert out.count("| all pages | 6 | 0.525 |") == 3
    for name in ("peers: x", "peers: y", "c"):
        assert f"| a | {name} | difference |" in out
    assert "article" not in out.partition("| a | c |")[0]


def test_files_of_one_name_have_distinct_names(cli, write):
    first, second = write("one/web.json", pages(3, 0.5)), write("two/web.json", pages(3, 0.6))
    assert f"| {first} | {second} |" in cli("compare", first, second)[1]


@pytest.mark.parametrize(
    ("rows", "options", "said"),
    [
        (None, (), "b.json: cannot be read: No such file"),
        ({"means": {}}, (), "b.json: not a results file; 'victor evaluate --json' writes"),
        ([1, 2], (), "b.json: not a results file"),
        ([], (), "b.json: no pages"),
        (pages(2, 0.5) * 2, (), "b.json: page '00' appears more than once"),
        (pages(2, 0.5, start=50), (), "a and b have no page in common"),
        (pages(9, 0.5), ("--score", "wordf1"), "no score 'wordf1'; did you mean 'word_f1'?"),
        ([{"id": "00", "word_f1": {}}], (), "b.json: no page has a word_f1"),
    ],
)
def test_errors_say_which_file_and_what_is_right(cli, write, tmp_path, rows, options, said):
    second = tmp_path / "b.json" if rows is None else write("b.json", rows)
    status, _, err = cli("compare", write("a.json", pages(9, 0.5)), second, *options)
    assert status == 2
    assert said in err


@pytest.mark.parametrize("number", ["NaN", "-Infinity", "1" + "0" * 400, "1e300"])
@pytest.mark.parametrize("value", ["{}", '{{"x": 0.5, "y": {}}}'])
def test_a_score_is_a_finite_number(cli, write, tmp_path, number, value):
    first, bad = write("a.json", pages(1, 0.5)), tmp_path / "b.json"
    bad.write_text(f'{{"pages": [{{"id": "00", "word_f1": {value.format(number)}}}]}}')
    status, out, err = cli("compare", first, bad, "--json", tmp_path / "made.json")
    assert (status, out) == (2, "")
    assert "b.json: page '00' has a word_f1 of " in err
    assert "expected a finite number" in err
    assert not (tmp_path / "made.json").exists()


def test_one_system_alone_is_an_error(cli, write):
    status, _, err = cli("compare", write("a.json", pages(2, 0.5)))
    assert status == 2
    assert "nothing to compare with a" in err
