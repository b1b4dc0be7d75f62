"""Conventions: what counts as content, by corpus, chosen when a page is cleaned."""

import importlib.util
from dataclasses import replace

import numpy as np
import pytest
from conftest import DATA
from networks import LABELS, WIDTH, labeler, random_weights

import victor
from victor import config, model, pipeline
from victor.errors import VictorError
from victor.evaluate import learning
from victor.evaluate.explain import explain
from victor.evaluate.gold import read_gold
from victor.labelers.neural import network as _network
from victor.model import Model
from victor.page import read_page
from victor.pipeline import blocks_of

needs_torch = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None, reason="torch is not installed"
)
VECTORS = tuple(_network.CONVENTION.values())
PAGE = (DATA / "news-en.html").read_bytes()


def plan(convention="", **options):
    network = {"neural_crf": {"width": 16, "min_steps": 0, **options}}
    changes = {"labeler": network, "start": "", "filters": []}
    return pipeline.plan(config.override(config.load("web"), changes | {"convention": convention}))


@pytest.fixture(scope="module")
def random_model(tmp_path_factory):
    """The path of a model of random weights; under `all`, everything is content, else nothing."""
    made, random = plan(), np.random.default_rng(0)
    labels = len(made.task.labels)
    wanted = _network.shapes(len(made.columns), 16, labels)
    weights = {name: random.normal(0, 0.1, shape) for name, shape in wanted.items()}
    weights["edges"], weights["ranks"] = _network.curves(
        random.normal(0, 9, (50, wanted["edges"][0]))
    )
    vectors = _network.convention_shapes(16, labels, 2)
    weights |= {name: np.zeros(shape) for name, shape in vectors.items()}
    weights["convention_output"][:, made.task.other] = (-50, 50)
    arrays = {name: array.astype(np.float32) for name, array in weights.items()}
    names = {"columns": np.array(made.columns), "conventions": np.array(["all", "nothing"])}
    folder = tmp_path_factory.mktemp("models") / "random"
    model.save(Model(made.task, arrays | names, {}), folder)
    return folder


# Cleaning


def test_a_convention_says_what_is_content(random_model):
    everything = victor.load(str(random_model), convention="all").clean(PAGE)
    nothing = victor.load(str(random_model), convention="nothing").clean(PAGE)
    assert all(block.label != "o" for block in everything.blocks)
    assert all(block.label == "o" for block in nothing.blocks)


def test_a_model_names_its_conventions(random_model, sample_model):
    assert victor.load(str(random_model)).conventions == ["all", "nothing"]
    assert victor.load(str(sample_model)).conventions == []


def test_the_command_line_chooses_a_convention(cli, random_model, tmp_path):
    page = tmp_path / "x.html"
    page.write_bytes(PAGE)
    options = ("clean", "--model", random_model, "--format", "text", page)
    assert "footbridge" in cli(*options, "--convention", "all")[1]
    assert "footbridge" not in cli(*options, "--convention", "nothing")[1]
    plain = cli(*options)[1]
    assert cli(*options, "--convention", "none")[1] == plain


def test_a_task_chooses_a_convention_and_options_override_it(random_model, tmp_path):
    for file in random_model.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    task = tmp_path / "config.yaml"
    text = task.read_text("utf-8").replace("convention: ''", "convention: nothing")
    task.write_text(text, "utf-8")
    assert victor.load(str(tmp_path)).clean(PAGE).text == ""
    assert victor.load(str(tmp_path), convention="all").clean(PAGE).text
    text = text.replace("convention: nothing", "convention: nothin")
    task.write_text(text, "utf-8")
    line = text.splitlines().index("convention: nothin") + 1
    wanted = rf"config.yaml:{line}: convention: unknown .* 'nothin'; did you mean 'nothing'"
    with pytest.raises(VictorError, match=wanted):
        victor.load(str(tmp_path))


def test_unknown_conventions_are_reported(cli, random_model, tmp_path):
    page = tmp_path / "x.html"
    page.write_bytes(PAGE)
    status, _, err = cli("clean", "--model", random_model, "--convention", "al", page)
    assert status == 2
    assert "convention: unknown convention 'al'; did you mean 'all'?" in err
    status, _, err = cli("clean", "--model", random_model, "--convention", "x", page)
    assert "known: all, none, nothing" in err


def test_a_model_without_conventions(cli, sample_model, tmp_path):
    """Its task may name one, which others that extend it know; an option must not."""
    found = model.load(sample_model)
    model.save(replace(found, task=config.following(found.task, "wcxb-dev")), tmp_path)
    assert victor.load(str(tmp_path)).clean(PAGE).text
    assert victor.load(str(sample_model), convention="none").clean(PAGE).text
    with pytest.raises(VictorError, match="convention 'wcxb-dev': the model has no conventions"):
        victor.load(str(sample_model), convention="wcxb-dev")
    options = ("--model", sample_model, "--convention", "wcxb-dev", DATA / "news-en.html")
    assert cli("clean", *options)[0] == 2


def test_an_explanation_is_of_the_convention(random_model):
    """What it says of a label sums to the difference of the scores that decided it."""
    cleaner = victor.load(str(random_model), convention="nothing")
    blocks = blocks_of(cleaner.plan, read_page("<p>One line of text.</p><p>Another.</p>"))
    explanations = explain(cleaner, blocks).explanations
    assert len(explanations) == 2
    for one in explanations:
        p = np.log(one.probabilities)
        assert one.difference == pytest.approx(p[one.label] - p[one.runner_up], abs=1e-3)


# Weights


def conventions(width=WIDTH, labels=LABELS, names=("a", "b")):
    shapes = _network.convention_shapes(width, labels, len(names))
    arrays = {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}
    return random_weights() | arrays | {"conventions": np.array(names)}


def test_conventions_that_fit_are_let_through():
    assert labeler().check(conventions()) is None
    assert labeler().check(conventions(names=())) is None


@pytest.mark.parametrize("name", VECTORS)
@pytest.mark.parametrize("shape", [(1, WIDTH), (2, WIDTH + 1), (2,), (2, LABELS + 1), (3, LABELS)])
def test_conventions_of_another_shape_are_reported(name, shape):
    changed = conventions() | {name: np.zeros(shape, np.float32)}
    assert f"the array {name!r} has shape" in labeler().check(changed)


@pytest.mark.parametrize("name", VECTORS)
def test_conventions_that_are_missing_or_no_numbers_are_reported(name):
    weights = conventions()
    wrong = weights | {name: np.full_like(weights[name], np.nan)}
    assert "not numbers" in labeler().check(wrong)
    del weights[name]
    assert f"{name!r} is missing" in labeler().check(weights)


# Learning

TEXTS = (
    "The mill closed in the autumn after the river had flooded the cellar twice.",
    "Der Rat hat am Montag über den Umbau der alten Markthalle beraten und ihn vertagt.",
    "La bibliothèque ouvre désormais le dimanche, ce que les lecteurs demandaient depuis des mois.",
    "Po dešti se cesta k rozhledně změnila v bahno a výlet skončil už v hospodě.",
    "El puente nuevo une los dos barrios y ahorra a los vecinos media hora de camino.",
    "Трамвай теперь ходит до самого парка, и по выходным в нём не бывает свободных мест.",
)


def write_corpus(folder, keeps_headings):
    """Pages with a heading that is content or not."""
    folder.mkdir()
    for number, text in enumerate(TEXTS):
        heading, label = " ".join(text.split()[:4]), "h" if keeps_headings else "o"
        (folder / f"{number}.html").write_text(
            f"<ul><li><a href=/>Home</a><li><a href=/n>News</a></ul><h1>{heading}</h1>"
            f"<p>{text} {text}</p><p>{text}</p><div><a href=/c>Contact</a></div>",
            "utf-8",
        )
        lines = ["[o] Home", "[o] News", f"[{label}] {heading}", f"[p] {text} {text}",
                 f"[p] {text}", "[o] Contact"]  # fmt: skip
        (folder / f"{number}.anno").write_text("\n".join(lines), "utf-8")
    return folder


@pytest.fixture(scope="module")
def two_corpora(tmp_path_factory):
    folder = tmp_path_factory.mktemp("corpora")
    return [write_corpus(folder / "headings", True), write_corpus(folder / "bodies", False)]


@pytest.fixture(scope="module")
def learned(two_corpora, tmp_path_factory):
    """A model of both corpora."""
    pytest.importorskip("torch")
    made = plan(epochs=120, learning_rate=0.01, average=0.0)
    found = learning.learn(made, list(learning.examples(read_gold(two_corpora), made)))
    folder = tmp_path_factory.mktemp("models") / "both"
    model.save(found, folder)
    return folder


def kept(path, convention):
    """Whether the heading, and whether the text, of a page is content under a convention."""
    page = "<ul><li><a href=/>Home</a></ul><h1>An old mill by the river</h1><p>" + TEXTS[0] * 3
    text = victor.load(str(path), convention=convention).clean(page).text
    return "An old mill" in text, "flooded" in text


@needs_torch
def test_two_corpora_teach_two_conventions(learned):
    assert kept(learned, "headings") == (True, True)
    assert kept(learned, "bodies") == (False, True)
    assert victor.load(str(learned)).conventions == ["bodies", "headings"]


@needs_torch
def test_one_corpus_has_no_convention(two_corpora):
    made = plan(epochs=1)
    found = learning.learn(made, list(learning.examples(read_gold(two_corpora[:1]), made)))
    assert made.labeler.conventions(found.weights) == []
    assert made.labeler.check(found.weights) is None


@needs_torch
def test_a_model_with_conventions_learns_another(learned, two_corpora, tmp_path):
    """The others stay in their places, and a corpus that it knows goes on with its own."""
    third = write_corpus(tmp_path / "third", True)
    task = config.override(plan(epochs=1, resume_rate=1e-9).task, {"start": str(learned)})
    made = pipeline.plan(task)
    gold = read_gold([third, two_corpora[0]])
    found = learning.learn(made, list(learning.examples(gold, made))).weights
    assert found["conventions"].tolist() == ["bodies", "headings", "third"]
    before = model.load(learned).weights
    for name in VECTORS:
        assert np.allclose(found[name][:2], before[name], atol=1e-5)
        assert np.allclose(found[name][2], 0, atol=1e-5)


@needs_torch
def test_a_convention_is_taught_on_top_of_a_model(learned, two_corpora, tmp_path):
    made = pipeline.plan(config.override(plan().task, {"start": str(learned)}))
    pages = list(learning.examples(read_gold(two_corpora[1:]), made))
    found = learning.learn(made, pages, taught="mine")
    model.save(found, tmp_path / "m")
    assert victor.load(str(tmp_path / "m")).conventions == ["bodies", "headings", "mine"]
    assert kept(tmp_path / "m", None) == (False, True)
    assert kept(tmp_path / "m", "headings") == (True, True)


@needs_torch
def test_a_mixture_is_the_mean_of_those_of_its_conventions_that_there_are(two_corpora, tmp_path):
    shares = {"bodies": 0.2, "headings": 0.6, "blogs": 0.2}
    made = plan("mixed", epochs=1, mixtures={"mixed": shares, "others": {"blogs": 1}})
    found = learning.learn(made, list(learning.examples(read_gold(two_corpora), made)))
    assert found.weights["conventions"].tolist() == ["bodies", "headings", "mixed"]
    for name in VECTORS:
        bodies, headings, mixed = found.weights[name]
        assert np.allclose(mixed, 0.25 * bodies + 0.75 * headings, atol=1e-6)
    model.save(found, tmp_path / "m")
    assert victor.load(str(tmp_path / "m")).plan.task.convention == "mixed"


@needs_torch
def test_a_corpus_with_the_name_of_a_mixture_has_its_own_convention(two_corpora):
    made = plan(epochs=1, mixtures={"bodies": {"headings": 1}})
    found = learning.learn(made, list(learning.examples(read_gold(two_corpora), made)))
    assert found.weights["conventions"].tolist() == ["bodies", "headings"]
    assert not np.allclose(*found.weights["convention_input"])


@needs_torch
def test_teaching_departs_from_the_convention_of_the_task(learned, two_corpora):
    """Pages that agree with it change it little."""
    task = config.override(plan().task, {"start": str(learned)})
    for row, folder in enumerate(reversed(two_corpora)):
        made = pipeline.plan(config.following(task, folder.name))
        pages = list(learning.examples(read_gold([folder]), made))
        found = learning.learn(made, pages, taught="mine").weights
        *known, mine = found["convention_input"]
        distances = [np.linalg.norm(mine - one) for one in known]
        assert np.argmin(distances) == row
