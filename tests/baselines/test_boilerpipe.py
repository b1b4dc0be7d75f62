"""boilerpipe's features, rules, learned labelers, filters and scores, against plain references."""

import re
import textwrap

import numpy as np
import pytest
from conftest import DATA
from hypothesis import given
from hypothesis import strategies as st
from pages import blocks, text_of, texts

import victor
from victor import config, features, model, pipeline
from victor.config import resources
from victor.data import Labels, Table
from victor.evaluate import learning
from victor.evaluate.gold import read_gold
from victor.evaluate.metrics.classes import averages, mean_roc_auc, roc_auc
from victor.evaluate.metrics.labels import confusion
from victor.filters import FILTERS
from victor.labelers import EMPTY_CODES, LABELERS, Instance
from victor.labelers.base import Training
from victor.labelers.trees import tree as _tree
from victor.labelers.windows import gathered, window_columns
from victor.pipeline import instance_of
from victor.tree.blocks import Blocks

PLAN = pipeline.plan(config.load("boilerpipe"))
TASK = PLAN.task


def column(page, name):
    return features.compute(page, [name], TASK).values[:, 0].tolist()


# segmentation


def test_links_end_no_block_and_other_tags_do():
    page = blocks("<p>one <a href=x>two</a> <b>three</b> four</p>five<br>six", PLAN)
    assert list(page.text) == ["one two", "three", "four", "five", "six"]


# features


def worded(token):
    return any(c.isalnum() for c in token)


def density(text):
    """Equation 1, by Python's own word-wrapping."""
    lines = textwrap.wrap(text, 80, break_long_words=False, break_on_hyphens=False)
    counts = [sum(map(worded, line.split(" "))) for line in lines]
    return counts[0] if len(counts) == 1 else sum(counts[:-1]) / (len(counts) - 1)


sizes = st.lists(st.lists(st.integers(1, 120), min_size=1, max_size=60), min_size=1, max_size=5)


@given(sizes)
def test_text_density_is_that_of_wrapped_text(lengths):
    lines = [" ".join("x" * size for size in line) for line in lengths]
    page = text_of(*lines)
    assert column(page, "shallow.text") == pytest.approx([density(text) for text in page.text])


def test_text_density_at_the_edge_of_a_line():
    full = " ".join(["four"] * 16)  # 79 characters
    page = text_of(full + "s", full + "ss", f"{full}s and more")
    assert column(page, "shallow.text") == [16, 15, 16]


def test_link_density_counts_words():
    page = blocks("<p>a <a href=x>longestword</a> b <a name=y>c</a></p><p><a href=x>d e</a>", PLAN)
    assert column(page, "shallow.link") == pytest.approx([0.25, 1])


def test_capitals_marks_and_lengths():
    page = text_of("The BBC said: yes. No; never | 7")
    assert column(page, "shallow.capital_abs") == [3]
    assert column(page, "shallow.upper_abs") == [1]
    assert column(page, "shallow.capital_rel") == pytest.approx([3 / 7])
    assert column(page, "shallow.stop_rel") == pytest.approx([1 / 7])
    assert column(page, "shallow.sentence_length") == [3.5]
    assert column(page, "shallow.bars") == [1]


@pytest.mark.parametrize(
    ("text", "count"),
    [("no date", 0), ("12 March 2008", 2), ("Monday, 10:30 pm GMT", 4), ("2008-03-12", 1)],
)
def test_dates_and_times(text, count):
    assert column(text_of("nothing", text), "shallow.dates") == [0, count]


def test_quotients_to_the_block_before():
    page = text_of("one", "one two three", "one two")
    assert column(page, "shallow.words_quotient") == pytest.approx([0, 3, 2 / 3])


@given(texts)
def test_every_column_is_a_number(lines):
    task = config.override(TASK, {"features": ["shallow.*"]})
    columns = features.known_columns(task)
    page = features.compute(text_of(*lines), [c for c in columns if c.startswith("shallow.")], task)
    assert np.isfinite(page.values).all()
    assert (page.values >= 0).all()


# rules

ALGORITHM_1 = """
curr_link <= 0.333333
| prev_link <= 0.555556
| | curr_text <= 9
| | | next_text <= 10
| | | | prev_text <= 4: BOILERPLATE
| | | | prev_text > 4: CONTENT
| | | next_text > 10: CONTENT
| | curr_text > 9
| | | next_text = 0: BOILERPLATE
| | | next_text > 0: CONTENT
| prev_link > 0.555556
| | next_text <= 11: BOILERPLATE
| | next_text > 11: CONTENT
curr_link > 0.333333: BOILERPLATE
"""
ALGORITHM_2 = """
curr_link <= 0.333333
| prev_link <= 0.555556
| | curr_words <= 16
| | | next_words <= 15
| | | | prev_words <= 4: BOILERPLATE
| | | | prev_words > 4: CONTENT
| | | next_words > 15: CONTENT
| | curr_words > 16: CONTENT
| prev_link > 0.555556
| | curr_words <= 40
| | | next_words <= 17: BOILERPLATE
| | | next_words > 17: CONTENT
| | curr_words > 40: CONTENT
curr_link > 0.333333: BOILERPLATE
"""


def as_printed(rules, values):
    """Follow a listing of the paper: the decision for one block's values."""
    lines, depth = rules.strip().split("\n"), 0
    for line in lines:
        level = line.count("| ")
        name, sign, number, decision = re.fullmatch(
            r"(\w+) (<=|>|=) ([\d.]+)(?:: (\w+))?", line.replace("| ", "")
        ).groups()
        if level != depth:
            continue
        value, bound = values[name], float(number)
        if {"<=": value <= bound + 1e-6, ">": value > bound + 1e-6, "=": value == bound}[sign]:
            if decision:
                return decision == "CONTENT"
            depth += 1
    raise AssertionError("no line decides")


rows = st.lists(
    st.tuples(
        st.sampled_from([0, 0.2, 1 / 3, 0.34, 0.5, 5 / 9, 0.56, 1]),
        st.sampled_from([0, 1, 4, 5, 9, 10, 11, 12, 15, 16, 17, 18, 40, 41]),
        st.sampled_from([0, 1, 4, 4.5, 9, 9.5, 10, 11, 11.5, 12]),
    ),
    min_size=1,
    max_size=8,
)


@pytest.mark.parametrize(
    ("name", "rules"), [("density_rules", ALGORITHM_1), ("word_rules", ALGORITHM_2)]
)
@given(rows=rows)
def test_the_algorithms_decide_as_they_are_printed(name, rules, rows):
    page = text_of(*("x" for _ in rows))
    table = Table(("shallow.link", "token.words", "shallow.text"), np.array(rows, np.float32))
    labeler = LABELERS[name](None, PLAN.labeler.space)
    score = labeler.scorer(labeler.learn(Training((), ())))
    state = score(Instance(page, table, EMPTY_CODES)).state
    whole = [(0, 0, 0), *table.values.tolist(), (0, 0, 0)]
    for i, scores in enumerate(state):
        sides = {"prev": whole[i], "curr": whole[i + 1], "next": whole[i + 2]}
        values = {f"{side}_{kind}": row[k] for side, row in sides.items()
                  for k, kind in enumerate(("link", "words", "text"))}  # fmt: skip
        assert (scores.argmax() == 0) == as_printed(rules, values)


@pytest.mark.parametrize(
    ("labeler", "kept"),
    [
        ("keep_everything", [True, True, True]),
        ("minimum_words", [True, False, True]),
        ({"minimum_words": {"words": 9}}, [True, True, True]),
        ("density_threshold", [True, True, False]),
        ({"density_threshold": {"density": 9.5}}, [True, False, False]),
    ],
)
def test_the_baselines(labeler, kept):
    page = blocks(
        f"<p>{'ten words ' * 5}</p><p>one two three four five six seven eight nine</p>"
        f"<p><a href=x>{'ten words ' * 5}</a></p>",
        PLAN,
    )
    plan = pipeline.plan(config.override(TASK, {"labeler": labeler}))
    cleaner = pipeline.Cleaner(model.Model(plan.task, plan.learn(Training((), ())), {}))
    assert (cleaner.label(page).y != plan.task.other).tolist() == kept


@pytest.mark.parametrize(
    "name", ["boilerpipe", "boilerpipe-density", "boilerpipe-main", "boilerpipe-threshold",
             "keep-everything"]
)  # fmt: skip
def test_rules_clean_without_a_model(name, cli):
    status, out, err = cli("clean", "--config", name, "--format", "text", DATA / "news-en.html")
    assert (status, err) == (0, "")
    assert "Forty-one piers of" in out


def test_a_file_of_rules_cleans_without_a_model(cli, tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("extends: boilerpipe\nlabeler: {minimum_words: {words: 20}}\n")
    status, out, _ = cli("clean", "--config", file, "--format", "text", DATA / "news-en.html")
    assert status == 0
    assert all(len(line.split()) >= 15 for line in out.splitlines() if line)


def test_a_rule_names_the_feature_that_it_misses(cli, tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("extends: boilerpipe\nfeatures: [token.words]\n")
    status, _, err = cli("clean", "--config", file, DATA / "news-en.html")
    assert status == 2
    assert "'shallow.link', which is not among the task's features" in err


def test_a_tree_must_be_learned_first(cli):
    status, _, err = cli("clean", "--config", "boilerpipe-tree", DATA / "news-en.html")
    assert status == 2
    assert "victor learn --config boilerpipe-tree" in err


def test_rules_are_learned_and_evaluated_as_everything_else(cli, tmp_path):
    assert cli("learn", "--config", "boilerpipe", "-o", tmp_path / "m", DATA)[0] == 0
    options = ("--model", tmp_path / "m", "--format", "annotation")
    status, out, _ = cli("clean", *options, DATA / "news-en.html")
    assert (status, "[p] " in out) == (0, True)
    status, out, _ = cli("evaluate", "--config", "boilerpipe", DATA)
    assert (status, "| AUC |" in out) == (0, True)


# learned labelers


@pytest.fixture(scope="module")
def samples():
    plan = pipeline.plan(config.load("boilerpipe-features"))
    return plan, list(learning.examples(read_gold([DATA]), plan))


def learned(labeler, samples):
    plan, data = samples
    plan = pipeline.plan(config.override(plan.task, {"labeler": labeler}))
    return plan, plan.learn(Training([one.instance for one in data], [one.y for one in data]))


def matrix(plan, data):
    names = window_columns(plan.labeler.space)
    values = np.concatenate([gathered(one.instance.table, names) for one in data])
    words = np.concatenate([one.instance.blocks.words for one in data]).astype(float)
    return values, np.concatenate([one.y for one in data]), np.maximum(words, 0.1)


def states(plan, weights, data):
    score = plan.labeler.scorer(weights)
    return np.concatenate([score(one.instance).state for one in data])


def test_a_template_shows_neighbours():
    plan = pipeline.plan(config.load("boilerpipe-tree"))
    names = window_columns(plan.labeler.space)
    assert sorted(names) == sorted(
        f"shallow.{name}@{offset}" for name in ("text", "link") for offset in (-1, 0, 1)
    )
    table = Table(("shallow.text", "shallow.link"), np.array([[1, 2], [3, 4]], np.float32))
    assert gathered(table, ["shallow.text@-1", "shallow.link@1"]).tolist() == [[0, 4], [1, 0]]


def test_an_exported_tree_predicts_as_scikit_learn(samples):
    tree = pytest.importorskip("sklearn.tree")
    plan, weights = learned({"decision_tree": {"least_words": 50}}, samples)
    values, y, words = matrix(plan, samples[1])
    whole = tree.DecisionTreeClassifier(
        criterion="entropy", min_weight_fraction_leaf=50 / words.sum(), random_state=0
    ).fit(values, y, sample_weight=words)
    leaf = whole.apply(values)
    size = whole.tree_.weighted_n_node_samples[leaf, None]
    expected = (whole.predict_proba(values) * size + 1) / (size + 2)
    assert np.exp(states(plan, weights, samples[1])) == pytest.approx(expected)
    assert (weights["column"] < 0).sum() == whole.get_n_leaves()


def test_a_pruned_tree_has_no_more_leaves_than_it_may(samples):
    pytest.importorskip("sklearn.tree")
    errors = []
    for most in (2, 4, 8):
        plan, weights = learned(
            {"decision_tree": {"least_words": 50, "most_leaves": most}}, samples
        )
        assert (weights["column"] < 0).sum() <= most
        _, y, words = matrix(plan, samples[1])
        errors.append(words[states(plan, weights, samples[1]).argmax(axis=1) != y].sum())
    assert errors == sorted(errors, reverse=True)


def test_an_exported_machine_decides_as_scikit_learn(samples):
    svm = pytest.importorskip("sklearn.svm")
    plan, weights = learned("linear_svm", samples)
    values, y, words = matrix(plan, samples[1])
    spread = values.std(axis=0, dtype=np.float64)
    scaled = (values - values.mean(axis=0, dtype=np.float64)) / np.where(spread > 0, spread, 1)
    whole = svm.LinearSVC(dual=False, random_state=0).fit(
        scaled, y, sample_weight=words / words.mean()
    )
    margins = whole.decision_function(scaled)
    assert states(plan, weights, samples[1]) == pytest.approx(
        np.stack((-margins, margins), axis=1), abs=1e-6
    )


def test_one_rule_takes_the_most_predictive_column(samples):
    page = text_of(*["word " * n for n in (1, 2, 1, 30, 40, 2, 50, 1)])
    plan = pipeline.plan(config.override(TASK, {
        "features": ["position.relative", "token.words"],
        "template": {"windows": [{"columns": ["*"]}]},
        "labeler": {"one_rule": {"least_words": 3}}}))  # fmt: skip
    instance = instance_of(plan, page)
    y = np.array([1, 1, 1, 0, 0, 1, 0, 1], np.int32)
    weights = plan.learn(Training([instance], [y]))
    assert weights["columns"].tolist() == ["token.words@0"]
    example = type("Example", (), {"instance": instance})
    assert states(plan, weights, [example]).argmax(axis=1).tolist() == y.tolist()


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        ({"columns": np.array(["token.words"])}, "not a column at an offset"),
        ({"columns": np.array(["no.such@0"])}, "'no.such', which is not among"),
        ({"threshold": np.array([np.nan])}, "'threshold' has shape"),
        ({"low": np.zeros(3, np.int32)}, "nodes do not form a tree"),
        ({"column": np.full(3, 5, np.int32)}, "nodes do not form a tree"),
        ({"share": np.full((3, 2), np.nan)}, "'share' has values that are not numbers"),
        ({"share": np.ones((3, 7))}, "'share' has shape"),
    ],
)
def test_a_damaged_tree_is_refused(damage, message):
    weights = _tree.arrays(_tree.Split("token.words@0", 3.0, [0.1, 0.9], [0.9, 0.1]))
    labeler = _tree.TreeLabeler(None, PLAN.labeler.space)
    assert labeler.check(weights) is None
    assert message in (labeler.check({**weights, **damage}) or "")


# filters


def filtered(name, page, kept, **options):
    y = np.where(np.array(kept, bool), 0, TASK.other).astype(np.int32)
    labels = Labels(y, np.eye(2, dtype=np.float32)[y])
    module = FILTERS[name]
    found = module.apply(labels, page, TASK, module.Options(**options))
    return (found.y != TASK.other).tolist()


def test_the_largest_stretch_stays():
    page = text_of("a b", "c", "x", "d e f g", "x", "x", "h i j")
    kept = [1, 1, 0, 1, 0, 0, 1]
    assert filtered("largest_block", page, kept, gap=0) == [False] * 3 + [True] + [False] * 3
    assert filtered("largest_block", page, kept, gap=1) == [True, True, False, True] + [False] * 3
    assert filtered("largest_block", page, kept, gap=2) == list(map(bool, kept))


def news(*lines: str, title: str = "Bridge to be built - The Ledger") -> Blocks:
    body = "".join(f"<p>{line}</p>" for line in lines)
    return blocks(f"<html><head><title>{title}</title></head><body>{body}</body></html>", PLAN)


def test_main_content_is_between_title_and_comments():
    page = news("Menu of the day", "Bridge to be built", "A bridge of oak is to be built soon.",
                "User comments:", "I like it", "Bridge to be built")  # fmt: skip
    assert filtered("main_content", page, [1] * 6) == [False, True, True, False, False, False]
    plain = news("One", "two", "three four", title="")
    assert filtered("main_content", plain, [1] * 3) == [True] * 3


# scores


@st.composite
def judged(draw):
    n = draw(st.integers(1, 30))
    numbers = st.lists(st.integers(0, 2), min_size=n, max_size=n)
    weight = draw(st.lists(st.integers(1, 20), min_size=n, max_size=n))
    values = st.sampled_from([0.1, 0.2, 0.5, 0.7])
    scores = draw(st.lists(st.tuples(values, values, values), min_size=n, max_size=n))
    return [np.array(one) for one in (draw(numbers), draw(numbers), weight, scores)]


@given(judged())
def test_averages_are_those_of_scikit_learn(case):
    metrics = pytest.importorskip("sklearn.metrics")
    gold, given_, weight, _ = case
    found = averages(confusion(gold, given_, 3, weight))
    expected = metrics.precision_recall_fscore_support(
        gold, given_, labels=[0, 1, 2], sample_weight=weight, average="weighted", zero_division=0
    )
    assert found[:3] == pytest.approx(expected[:3])
    rates = [weight[(given_ == k) & (gold != k)].sum() / max(weight[gold != k].sum(), 1)
             for k in range(3)]  # fmt: skip
    shares = [weight[gold == k].sum() / weight.sum() for k in range(3)]
    assert found.fp_rate == pytest.approx(float(np.dot(rates, shares)))


@given(judged())
def test_areas_are_those_of_scikit_learn(case):
    metrics = pytest.importorskip("sklearn.metrics")
    gold, _, weight, scores = case
    areas = []
    for k in range(3):
        area = roc_auc(scores[:, k], gold == k, weight)
        if 0 < (gold == k).sum() < len(gold):
            expected = metrics.roc_auc_score(gold == k, scores[:, k], sample_weight=weight)
            assert area == pytest.approx(expected)
        else:
            assert area == 0.5
        areas.append(area * weight[gold == k].sum() / weight.sum())
    assert mean_roc_auc(scores, gold, weight) == pytest.approx(sum(areas))


def test_marks_of_annotators_are_removed():
    pytest.importorskip("scipy")
    from experiments.boilerpipe import run as script

    marked = b'<p><span class="x-nc-sel2">a <span class="b">c</span></span> <SPAN id=d>e</SPAN></p>'
    assert script.unmarked(marked) == b'<p>a <span class="b">c</span> <SPAN id=d>e</SPAN></p>'


def test_from_python():
    found = victor.load("boilerpipe").clean((DATA / "news-en.html").read_bytes())
    assert "Forty-one piers of" in found.text
    assert resources.files("configs")["boilerpipe"].parent.name == "boilerpipe"
