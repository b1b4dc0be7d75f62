"""Configurations: what is valid, and the messages about what is not."""

import re
from pathlib import Path

import pytest
from conftest import ROOT

from victor import config, pipeline
from victor.config import resources
from victor.config.patterns import expand_braces, matching
from victor.errors import VictorError

BASE = """
extends: web-crf
"""


def load(tmp_path: Path, text: str, template: str | None = None):
    path = tmp_path / "task.yaml"
    path.write_text(text, "utf-8")
    if template is not None:
        (tmp_path / "t.yaml").write_text(template, "utf-8")
    return pipeline.plan(config.load(str(path)))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("extends: web-crf\nfeaturs: [a]", ["task.yaml:2", "featurs", "'features'"]),
        ("extends: wbe", ["task.yaml:1", "'wbe'", "'web'"]),
        ("extends: web-crf\nsegment: {every_tga: true}", ["task.yaml:2", "segment", "'every_tag'"]),
        (
            "extends: web-crf\nsegment: {every_tag: perhaps}",
            ["task.yaml:2", "segment.every_tag", "true"],
        ),
        (
            "extends: web-crf\nfeatures: [token.alpha_rell]",
            ["task.yaml:2", "features[0]", "token.alpha_rel'"],
        ),
        ("extends: web-crf\nfeatures: [container.sectoin]", ["'container.section'"]),
        ("extends: web-crf\nwithout: [position.relativ]", ["without[0]", "'position.relative'"]),
        ("extends: web-crf\nunset: [bins.position.relative]", ["'position.relative' has no bins"]),
        ("extends: web-crf\nunset: [bins.no.such]", ["task.yaml:2", "bins.no.such", "not set"]),
        ("extends: web-crf\nunset: [filtres]", ["task.yaml:2", "unset[0]", "mean 'filters'"]),
        ("extends: web-crf\nunset: [bins.token.wrods]", ["mean 'bins.token.words'"]),
        ("extends: web-crf\nremove: [nav, '##']", ["task.yaml:2", "remove[1]", "'##'", "CSS"]),
        ("extends: web-crf\nwithout: ['tokn.*']", ["task.yaml:2", "without[0]", "'token.*'"]),
        ("extends: web-crf\nbins: {char.*_rel: [3, 2]}", ["bins.char.*_rel", "increasing"]),
        ("extends: web-crf\nbins: {char.*_rel: {scale: 1}}", ["scale", "2 to 100"]),
        (
            "extends: web-crf\ndecode: {method: viterby}",
            ["decode.method", "'viterbi'"],
        ),
        ("extends: web-crf\ndecode: {prefer: recal}", ["decode.prefer", "'recal'", "'recall'"]),
        ("extends: web-crf\ndecode: {prefer: 0}", ["task.yaml:2", "0.01 to 100", "found 0"]),
        ("extends: web\ndecode: {unsure: 200}", ["decode.unsure", "0.01 to 100", "found 200"]),
        ("extends: web-crf\ndecode: {prefer: .nan}", ["decode.prefer", "found nan"]),
        ("extends: web-crf\ndecode: {prefer: null}", ["task.yaml:2", "found null; known"]),
        ("extends: web-crf\ndecode: {prefer: true}", ["task.yaml:2", "found true; known"]),
        ("extends: web-crf\nkeep:", ["task.yaml:2: keep: expected a list, found null"]),
        ("extends: web-crf\u2028keep:\u2028\x85", ["task.yaml:2: keep", "found null"]),
        ("extends: web-crf\u2028select: #main\x85", ["task.yaml:2: select", "quote text"]),
        ("extends: web-crf\nkeep: [~]", ["task.yaml:2: keep[0]: expected a string, found null"]),
        ("extends: web-crf\n~: web", ["task.yaml:2: ~: unknown key '~'"]),
        ("extends: web-crf\nlabeler: null", ["labeler: expected a name", "found null"]),
        ("extends: web-crf\nselect: #main\n", ["task.yaml:2: select", "quote text that begins"]),
        (
            "extends: web-crf\nremove: [.share, #main]\nkeep: [title]\ndrop: [date]\n\n",
            ["task.yaml:4: invalid YAML", "the list begins on line 2; quote text that begins"],
        ),
        ("extends: web-crf\nremove: [#main]\n\n", ["task.yaml:2: invalid YAML", "'#'"]),
        (
            'extends: web-crf\ndescription: "x\nkeep: []\n',
            ["task.yaml:3: invalid YAML", "the quoted text begins on line 2"],
        ),
        (
            "extends: web-crf\nfeatures: [token.words]",
            ["web.yaml:4: windows[0]", "'container.*' names no feature of", "task.yaml:2"],
        ),
        ("extends: web-crf\nlabeler: {crff: {}}", ["labeler", "'crff'", "'crf'"]),
        ("extends: web-crf\nlabeler: {crf: {c22: 1}}", ["labeler.crf.c22", "'c2'"]),
        ("extends: web-crf\nlabeler: {crf: {c2: much}}", ["labeler.crf.c2", "a number", "'much'"]),
        ("extends: web-crf\nfilters: [atach]", ["'atach'", "'attach'"]),
        ("extends: web-crf\noutput: txt", ["output", "'txt'", "'text'"]),
        ("extends: web-crf\nregexp: {url: ['(']}", ["regexp.url[0]", "regular expression"]),
        ("extends: web-crf\nbullet: ['[']", ["bullet[0]", "regular expression"]),
        ("extends: web-crf\nlabels: {p: paragraph}", ["labels", "'other'"]),
        (
            "extends: web-crf\npreclean: {delete: [p, script]}",
            ["task.yaml:2: preclean.delete: p also in tag_classes.block"],
        ),
        ("extends: web-crf\ntag_classes: {inline: [div]}", ["div also in tag_classes.block"]),
        ("extends: web-crf\ntemplate: wbe", ["template", "'wbe'", "'web'"]),
        (
            "extends: web-crf\noutput: text\noutput: text",
            ["task.yaml:3", "duplicate key", "line 2"],
        ),
        ("extends: web-crf\noutput: [", ["task.yaml", "invalid YAML"]),
        ("- a\n- b", ["task.yaml:1", "expected a mapping, found a list"]),
        ('name: !!bool "maybe"', ["cannot be read: 'maybe'"]),
        ('name: !!int ""', ["cannot be read: ''"]),
        ("extends: web\nwithout: ['*']", ["without", "no feature is left"]),
        ("features: [token.words]", ["missing keys 'labels', 'tag_classes'", "'extends: web'"]),
        ("extend: web", ["extend: unknown key 'extend'", "did you mean 'extends'"]),
        ("extends: ./task.yaml", ["circular extends"]),
        ("extends: [web]", ["extends", "expected a string, found a list"]),
        ("extends: web-crf\nunset: [bogus.filters]", ["'bogus.filters' is not set"]),
        ("extends: web-crf\npreclean: {delete: [scirpt]}", ["'scirpt'", "'script'"]),
        ("extends: web-crf\ntag_classes: {header: [h7]}", ["tag_classes.header[0]", "'h7'"]),
        ("extends: web-crf\nlabels: {p: paragraph, q: paragraph, o: other}", ["more than one"]),
    ],
)
def test_errors_name_file_line_key_and_suggestion(tmp_path, text, parts):
    with pytest.raises(VictorError) as caught:
        load(tmp_path, text)
    for part in parts:
        assert part in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("extends: web\nmodel: wbe", "task.yaml:2: model: unknown model 'wbe': .*mean 'web'"),
        ("extends: web\nstart: nope", "task.yaml:2: start: unknown model 'nope'"),
        ("extends: web\nmodel: web\nconvention: nope", "task.yaml:3: convention: unknown"),
        ("extends: web-crf\nmodel: web", "model web does not fit the task: its labeler is neural"),
        ("extends: web\nmodel: web\nwithout: [token.*]", "task.yaml:2: model: .*does not fit"),
    ],
)
def test_models_that_do_not_exist_or_fit_are_named(tmp_path, cli, text, message):
    task = tmp_path / "task.yaml"
    task.write_text(text, "utf-8")
    status, out, err = cli("configs", task)
    assert (status, out) == (2, "")
    assert re.search(message, err)
    if "\nmodel:" in text:
        assert cli("clean", "--config", task, "x.html")[::2] == (2, err)


@pytest.mark.parametrize(
    ("template", "parts"),
    [
        ("windows:\n - columns: [token.wrods]", ["t.yaml:2", "'token.wrods'", "'token.words'"]),
        ("windows:\n - columns: [token.words]\n   offsets: near", ["t.yaml:3", "-3..3", "'near'"]),
        ("windows:\n - columns: [token.words]\n   offsets: 3..", ["t.yaml:3", "-3..3", "'3..'"]),
        ("windows:\n - columns: [token.words]\n   offsets: []", ["t.yaml:3", "offsets"]),
        ("windows:\n - columns: [token.words]\n   offsets: [60]", ["from -50 to 50"]),
        ("windows: []\nconjunctions:\n - join: ['token.*']", ["t.yaml:3", "combinations"]),
        ("windows:\n - column: [token.words]", ["t.yaml:2", "'column'", "'columns'"]),
        ("windows: []\nconjunctions:\n - join: [position.here]", ["t.yaml:3", "'position.here'"]),
    ],
)
def test_templates_are_checked_too(tmp_path, template, parts):
    with pytest.raises(VictorError) as caught:
        load(tmp_path, "extends: web-crf\ntemplate: ./t.yaml", template)
    for part in parts:
        assert part in str(caught.value)


def test_an_unknown_configuration_suggests_the_nearest_name():
    with pytest.raises(VictorError, match="unknown config 'cleanevl'; did you mean 'cleaneval'"):
        config.load("cleanevl")


def test_a_model_is_no_configuration(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my.model").mkdir()
    (tmp_path / "my.model" / "meta.json").write_text("{}")
    with pytest.raises(VictorError, match=r"my\.model is a model.*: use --model my\.model"):
        config.load("my.model")


@pytest.mark.parametrize(
    "name", [name for name in resources.names("configs") if not name.startswith("_")]
)
def test_every_shipped_task_is_valid_and_survives_dump_and_load(name, tmp_path):
    task = config.load(name)
    pipeline.plan(task)
    assert task.description
    (tmp_path / f"{name}.yaml").write_text(config.dump(task), "utf-8")
    again = config.load_file(tmp_path / f"{name}.yaml")
    assert again == task
    assert again.fingerprint() == task.fingerprint()


def test_the_experiments_of_the_thesis_drop_features():
    sizes = [len(pipeline.plan(config.load(f"cleaneval-exp{i}")).columns) for i in (1, 2, 3)]
    assert sizes == [45, 41, 39]


def test_extends_merges_mappings_and_unset_removes_keys(tmp_path):
    plan = load(
        tmp_path,
        "extends: web-crf\nregexp: {price: ['[0-9]+ EUR']}\nunset: [regexp.time]\n"
        "features: [regexp.*]\ntemplate: {windows: [{columns: ['regexp.*'], offsets: [-1, 0]}]}",
    )
    assert plan.columns == ("regexp.url", "regexp.date", "regexp.price")
    assert plan.labeler.space.layout.offsets == (-1, 0)


def test_unset_then_set_again(tmp_path):
    plan = load(
        tmp_path, "extends: web-crf\nunset: [bins.token.words]\nbins: {token.words: [0, 5]}"
    )
    assert plan.discretise.sizes[plan.columns.index("token.words")] == 2


def test_braces_and_wildcards():
    assert expand_braces("a.{b,c}_{d,e}") == ["a.b_d", "a.b_e", "a.c_d", "a.c_e"]
    assert matching("token.{alpha,num}_*", ["token.alpha_abs", "token.num_rel", "token.words"]) == [
        "token.alpha_abs",
        "token.num_rel",
    ]


def test_yaml_1_1_booleans_are_strings(tmp_path):
    plan = load(tmp_path, "extends: web-crf\nlabels: {on: paragraph, no: other}\nfilters: []")
    assert plan.task.keys == ("on", "no")


DOCUMENTED = (
    "extends: web\nfeaturs: [a]",
    "extends: web\nfeatures: [token.alpha_rell]",
    "extends: web\nwithout: [position.relativ]",
    "extends: web-crf\nlabeler: {crf: {c22: 1}}",
    "extends: web\nfilters: [atach]",
    "extends: web\nkeep: [titel]",
    "extends: web\ndecode: {method: viterby}",
    "extends: web\ndecode: {prefer: precison}",
    "extends: web\nsegment: {every_tag: yes}",
    "extends: web\nbins: {char.*_rel: [1]}",
    "extends: web\nunset: [bins.position.relativ]",
    "extends: web\nregexp: {url: ['(']}",
    "extends: web\ntag_classes: {inline: [div]}",
    "extends: web\nlabels: {p: paragraph}",
    "extends: web\noutput: text\noutput: json",
    "extends: web\ngold: {headline: hedaer}",
    "extends: article\nconvention: generel",
    "extends: wbe",
)


def test_the_documented_messages_are_those_of_the_errors(tmp_path, monkeypatch, cli):
    monkeypatch.chdir(tmp_path)
    found = []
    for text in DOCUMENTED:
        Path("task.yaml").write_text(text, "utf-8")
        found.append(cli("configs", "./task.yaml")[2].removeprefix("victor: "))
    page = (ROOT / "docs" / "configuration.md").read_text("utf-8")
    assert "```text\n" + "".join(found) + "```" in page
