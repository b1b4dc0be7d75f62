"""Learning on top of a shipped model, and what a corpus that was left out shows."""

import importlib.util
import json
import re
import shutil
import sys

import pytest
from conftest import DATA

from victor import config, model
from victor.evaluate import learning

needs_torch = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None, reason="torch is not installed"
)
TINY = "extends: web\nconvention: ''\nlabeler: {neural_crf: {width: 4, epochs: 1, min_steps: 1}}\n"


@pytest.fixture
def folders(tmp_path):
    """The sample pages as three corpora."""
    names = sorted(path.stem for path in DATA.glob("*.anno"))
    found = [tmp_path / name for name in ("north", "south", "west")]
    for place, folder in enumerate(found):
        folder.mkdir()
        for name in names[place::3]:
            for suffix in (".html", ".anno"):
                shutil.copy(DATA / f"{name}{suffix}", folder)
    return found


@pytest.fixture
def tiny(tmp_path):
    """A task with a network that learns at once, and little."""
    file = tmp_path / "tiny.yaml"
    file.write_text(TINY)
    return file


def test_few_pages_teach_the_shipped_model_a_convention(cli, folders, tmp_path):
    folder = tmp_path / "m"
    status, out, err = cli("learn", "-o", folder, *folders)
    assert (status, out) == (0, "")
    assert "learning a convention for web" in err
    assert f"next: victor clean --model {folder}" in err
    assert re.search(r"word F1 of each half, taught by the other: 0\.9\d, before 0\.9\d", err)
    assert "web-crf" not in err
    meta = json.loads((folder / "meta.json").read_text("utf-8"))
    assert (meta["pages"], meta["left_out"]) == (18, 0)
    assert model.load(folder).task.convention == "taught"
    page = DATA / "news-en.html"
    for option in ((), ("--convention", "none"), ("--convention", "taught")):
        status, out, err = cli("clean", "--model", folder, "--format", "text", *option, page)
        assert (status, err) == (0, "")
        assert "footbridge" in out


def test_a_task_that_teaching_does_not_reach_is_named(cli, tmp_path):
    for name in ("news-en", "blog-en", "recipe-pt", "product-es"):
        lines = (DATA / f"{name}.anno").read_text("utf-8").splitlines(keepends=True)
        content = [i for i, line in enumerate(lines) if re.match(r"\[[phlc]\]", line)]
        for i in {*content} - {*content[-1::-5]}:  # a fifth is kept, without any reason
            lines[i] = f"[o]{lines[i][3:]}"
        (tmp_path / f"{name}.anno").write_text("".join(lines), "utf-8")
        shutil.copy(DATA / f"{name}.html", tmp_path)
    status, _, err = cli("learn", "-o", tmp_path / "m", *sorted(tmp_path.glob("*.anno")))
    assert status == 0
    assert "this task differs much from 'web'" in err and "--config web-crf" in err


def test_a_configuration_uses_what_the_model_beside_it_was_taught(cli, folders, tmp_path):
    assert cli("learn", "-o", tmp_path / "mine.model", *folders)[0] == 0
    task, page = tmp_path / "task.yaml", DATA / "blog-en.html"

    def blocks(*options):
        status, out, err = cli("clean", "--format", "annotation", *options, page)
        assert (status, err) == (0, "")
        return out

    taught = blocks("--model", tmp_path / "mine.model")
    task.write_text("extends: web\nmodel: mine.model\ndrop: [caption]\n")
    assert blocks("--config", task) == taught
    assert "convention: taught" in cli("configs", task)[1]
    task.write_text("extends: web\nmodel: ./mine.model\nconvention: general\n")
    assert blocks("--config", task) == blocks() != taught


def test_a_folder_of_pages_beside_a_configuration_is_no_model(cli, tmp_path):
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "index.html").write_text("<p>Hello</p>")
    (tmp_path / "task.yaml").write_text("extends: web\nmodel: web\n")
    assert cli("clean", "--config", tmp_path / "task.yaml", DATA / "blog-en.html")[::2] == (0, "")


def test_no_score_is_given_of_pages_that_the_model_was_taught_before(cli, folders, tmp_path):
    assert cli("learn", "-o", tmp_path / "one", *folders)[0] == 0
    status, _, err = cli("learn", "--start", tmp_path / "one", "-o", tmp_path / "two", *folders)
    assert status == 0 and "taught by the other" not in err


@pytest.mark.parametrize("text", ['{"means": [], "how": "x", "corpus": "y"}', "[]", "x"])
def test_results_for_the_model_are_read_first(cli, folders, tmp_path, text):
    (tmp_path / "scores.json").write_text(text)
    options = ("--scores", tmp_path / "scores.json", "-o", tmp_path / "m")
    status, _, err = cli("learn", *options, *folders)
    assert (status, err.count("\n")) == (2, 1)
    assert "not results of 'victor evaluate --json'" in err


def test_the_same_pages_give_the_same_bytes(cli, folders, tmp_path):
    for name in ("one", "again"):
        assert cli("learn", "-o", tmp_path / name, folders[0])[0] == 0
    for file in sorted((tmp_path / "one").iterdir()):
        assert file.read_bytes() == (tmp_path / "again" / file.name).read_bytes()


def test_scores_on_pages_that_were_learned_from_come_with_a_warning(cli, folders, tmp_path):
    folder = tmp_path / "m"
    cli("learn", "-o", folder, folders[0])
    options = ("evaluate", "--model", folder, "--scores", "words")
    status, out, err = cli(*options, *folders[:2])
    assert status == 0
    assert "word F1" in out
    assert "the model was learned from 6 of 12 pages: scores on these pages are too high" in err
    assert cli(*options, folders[1])[2].count("learned from") == 0


def test_pages_that_teach_nothing_are_named(cli, folders, tmp_path):
    (folders[0] / "shell.html").write_text("<title>Shop</title><div id=app></div><p>Loading")
    (folders[0] / "shell.anno").write_text("[p] A script writes this text when the page is read.\n")
    status, _, err = cli("learn", "-o", tmp_path / "m", folders[0])
    assert status == 0
    assert "victor: shell: left out: only 0% of its gold is on the page" in err
    meta = json.loads((tmp_path / "m" / "meta.json").read_text("utf-8"))
    assert (meta["pages"], meta["left_out"]) == (6, 1)


def test_gold_of_another_page_is_named_and_not_learned_from(cli, folders, tmp_path):
    text = (DATA / "forum-en.anno").read_text("utf-8").replace("forum-en.html", "blog-en.html")
    shutil.copy(DATA / "blog-en.html", folders[0])
    (folders[0] / "blog-en.anno").write_text(text, "utf-8")
    status, _, err = cli("learn", "-o", tmp_path / "m", folders[0])
    assert status == 0
    assert "victor: blog-en.html: left out: only 0% of its gold is on the page" in err
    status, out, err = cli("evaluate", "--ceiling", "--scores", "words", folders[0])
    assert status == 0
    assert (
        "victor: blog-en.html: only 0% of its gold is on the page; does it belong to another" in err
    )
    assert "6 pages" in out


def test_filters_that_contradict_the_annotations_are_named(cli, tmp_path):
    for number in range(3):
        kept = [f"Chapter {number} describes a door.", f"It is opened {number} times a day."]
        code = f"open door {number} and close window {number}"
        html = f"<p>{kept[0]}</p><pre>{code}</pre><p>{kept[1]}</p><p>All rights reserved</p>"
        (tmp_path / f"{number}.html").write_text(html)
        lines = (f"[p] {kept[0]}", f"[o] {code}", f"[p] {kept[1]}", "[o] All rights reserved")
        (tmp_path / f"{number}.anno").write_text("\n".join(lines))
    task = tmp_path / "task.yaml"
    for text, is_named in (("", True), ("filters: [markup]\n", False)):
        task.write_text(f"extends: web-crf\n{text}")
        status, _, err = cli("learn", "--force", "-o", tmp_path / "m", "--config", task, tmp_path)
        assert status == 0
        assert ("the filter 'whole' contradicts the annotations in 21 words" in err) is is_named
    assert "contradicts" not in cli("learn", "-o", tmp_path / "taught", tmp_path)[2]


def test_the_model_to_start_from_is_an_option(cli, folders, tmp_path):
    mine, again = tmp_path / "mine", tmp_path / "again"
    assert cli("learn", "-o", mine, folders[0])[0] == 0
    status, _, err = cli("learn", "--start", mine, "-o", again, folders[1])
    assert status == 0
    assert f"learning a convention for {mine}" in err
    meta = json.loads((again / "meta.json").read_text("utf-8"))
    assert "--start mine" in meta["command"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            ("--start", "wob"),
            "--start: unknown model 'wob': no such directory, nor a shipped model; did",
        ),
        (("--start", "none", "--weights", "convention"), "needs a model to start from"),
        (("--config", "web-crf", "--weights", "convention"), "a labeler that has conventions"),
        (("--config", "web-crf", "--start", "web"), "the labeler crf cannot start from a model"),
        (("--weights", "convetion"), "convetion"),
    ],
)
def test_what_cannot_be_started_from_is_reported(cli, tmp_path, options, message):
    status, _, err = cli("learn", *options, "-o", tmp_path / "m", DATA / "news-en.anno")
    assert status == 2
    assert message in err
    assert "Traceback" not in err


def test_without_torch_many_pages_can_teach_a_convention(cli, folders, tmp_path, monkeypatch):
    monkeypatch.setattr(learning, "FEW", 18)
    monkeypatch.setitem(sys.modules, "torch", None)  # as if it were not installed
    status, _, err = cli("learn", "-o", tmp_path / "m", *folders)
    assert status == 2
    assert "pip install 'victor-cleaner[neural]'; '--weights convention' learns" in err
    assert cli("learn", "-o", tmp_path / "m", "--weights", "convention", *folders)[0] == 0


def test_another_labeler_learns_all_of_its_weights(cli, folders, tmp_path):
    status, _, err = cli("learn", "--config", "web-crf", "-o", tmp_path / "m", folders[0])
    assert status == 0
    assert "convention" not in err
    assert model.load(tmp_path / "m").task.start == ""


@needs_torch
def test_from_nothing_all_weights_are_learned(cli, folders, tiny, tmp_path):
    options = ("learn", "--config", tiny, "--start", "none", "-o", tmp_path / "m")
    status, _, err = cli(*options, *folders[:2])
    assert status == 0
    assert "learning a convention" not in err
    assert model.load(tmp_path / "m").weights["conventions"].tolist() == ["north", "south"]


# Folds


def test_folds_are_scored_by_what_learn_would_learn(cli):
    options = ("evaluate", "--folds", 3, "--scores", "words", "--worst", 0)
    status, out, err = cli(*options, DATA)
    assert status == 0
    assert "3 folds by host, seed 0, a convention on top of web; 18 pages" in out
    assert "learned from" not in err
    assert "fold 3 of 3: 6 pages" in err
    mean = next(line for line in out.splitlines() if line.startswith("| word F1")).split("|")[2]
    assert float(mean) > 0.9


@needs_torch
def test_folds_may_learn_from_their_pages_alone(cli, folders, tiny):
    options = ("evaluate", "--config", tiny, "--folds", 2, "--start", "none", "--scores", "words")
    status, out, _ = cli(*options, folders[0])
    assert status == 0
    assert "2 folds by host, seed 0; 6 pages" in out


def test_folds_of_pages_that_the_model_knows_come_with_a_warning(cli, folders, tmp_path):
    mine = tmp_path / "mine"
    assert cli("learn", "-o", mine, folders[0])[0] == 0
    options = ("evaluate", "--start", mine, "--folds", 2, "--scores", "words")
    _, _, err = cli(*options, *folders[:2])
    assert f"{mine}, which learning starts from, was learned from 6 of 12 pages" in err


# A corpus that was left out


@needs_torch
def test_a_corpus_that_is_left_out_is_scored_under_each_convention(cli, folders, tiny):
    options = ("evaluate", "--config", tiny, "--scores", "words", "--leave-out", "west")
    status, out, _ = cli(*options, *folders)
    assert status == 0
    table, rest = out.split("\n\n", 1)
    rows = [line.split("|")[1].strip() for line in table.splitlines()[2:]]
    assert rows == ["none", "north", "south"]
    assert "learned from north, south, scored on west, convention none; 6 pages" in rest
    status, out, _ = cli(*options, "--convention", "south", *folders)
    assert "scored on west, convention south; 6 pages" in out
    f1 = next(line for line in table.splitlines() if line.startswith("| south")).split("|")[4]
    assert f1 in next(line for line in out.splitlines() if line.startswith("| word F1"))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--leave-out", "wets"), "'wets'; did you mean 'west'?"),
        (("--leave-out", "west", "--convention", "suoth"), "'suoth'; did you mean 'south'?"),
        (("--leave-out", "west", "--convention", "west"), "unknown convention 'west'"),
        (("--leave-out", "west", "--model", "web"), "need --config"),
        (("--leave-out", "west", "--folds", "2"), "not allowed with"),
    ],
)
def test_what_cannot_be_left_out_is_reported(cli, folders, options, message):
    status, _, err = cli("evaluate", *options, *folders)
    assert status == 2
    assert message in err


def test_one_corpus_cannot_be_left_out(cli, folders):
    status, _, err = cli("evaluate", "--config", "web-crf", "--leave-out", "west", folders[2])
    assert status == 2
    assert "expected another corpus to learn from" in err


def test_tasks_that_extend_another_may_leave_its_convention(tiny):
    assert config.load(str(tiny)).convention == ""


def test_a_model_is_replaced_only_if_that_is_asked_for(cli, tmp_path):
    learn = ("learn", "-o", tmp_path / "m", DATA)
    assert cli(*learn)[0] == 0
    status, _, err = cli(*learn)
    assert (status, "is not empty; use --force" in err) == (2, True)
    assert cli(*learn, "--force")[0] == 0


def test_nothing_is_left_of_a_run_that_learned_nothing(cli, tmp_path):
    (tmp_path / "empty").mkdir()
    status, _, err = cli("learn", "-o", tmp_path / "m", tmp_path / "empty")
    assert (status, "no annotations (.anno)" in err) == (2, True)
    assert not (tmp_path / "m").exists()


def test_one_page_is_said_to_be_little(cli, tmp_path):
    assert "annotate about ten" in cli("learn", "-o", tmp_path / "m", DATA / "blog-en.anno")[2]


def test_pages_without_gold_are_nothing_to_learn_from(cli, tmp_path):
    (tmp_path / "page.anno").write_text("")
    status, _, err = cli("learn", "-o", tmp_path / "model", tmp_path)
    assert status == 2
    assert err.splitlines()[-1] == "victor: nothing to learn from: no page has gold"
    assert "blocks" not in err
