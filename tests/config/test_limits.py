"""Configurations from elsewhere: what would take forever, or cannot be a value."""

import os
from pathlib import Path

import pytest

from victor import config, pipeline
from victor.errors import VictorError

LAUGHS = "a0: &a0 [x, x]\n" + "".join(
    f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 9)
)
TEMPLATE = "template: {windows: [{columns: [token.words], offsets: %s}]}"


def refused(tmp_path: Path, text: str) -> str:
    path = tmp_path / "task.yaml"
    path.write_text(text, "utf-8")
    with pytest.raises(VictorError) as found:
        pipeline.plan(config.load(str(path)))
    return str(found.value).removeprefix(f"{tmp_path}{os.sep}")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("features: ['" + "{a,b}" * 26 + "']", "task.yaml:2: features[0]: '{a,b}{a,b}"),
        ("bins: {'" + "{a,b}" * 26 + "': [0, 1]}", "stands for more than 1,000 names"),
        ("without: ['" + "{a,{b,c}}" * 26 + "']", "task.yaml:2: without[0]: '{a,{b,c}}"),
        ("features: ['" + "x" * 20_000 + "']", "has more than 10,000 characters"),
        (TEMPLATE % "-2000000000..2000000000", "offsets: expected increasing offsets from -50"),
        (TEMPLATE % ("9" * 5000), "task.yaml:2: template.windows[0].offsets: cannot be read"),
        ("name: !!timestamp 2020-13-45", "task.yaml:2: name: cannot be read: '2020-13-45'"),
        ("labeler: {crf: {c2: " + "9" * 10_000 + "}}", "labeler.crf.c2: cannot be read: '999"),
        ("labeler: {crf: {c2: 0x" + "f" * 10_000 + "}}", "expected a smaller number"),
        ("labeler: {crf: {c2: .inf}}", "labeler.crf.c2: expected a finite number, found inf"),
        ("labeler: {crf: {c2: -1}}", "labeler.crf.c2: expected 0 or more, found -1.0"),
        ("labeler: {crf: {max_iterations: 0}}", "max_iterations: expected 1 or more, found 0"),
        (
            "labeler: {linear_svm: {c: 0}}",
            "linear_svm.c: expected a number above 0, found 0.0",
        ),
        ("labeler: {minimum_words: {words: -1}}", "words: expected 0 or more, found -1"),
        ("labeler: {perceptron: {threshold: 1}}", "expected a number above 0 and below 1"),
        ("labeler: {bte: {tag: -1}}", "labeler.bte.tag: expected 0 or more, found -1.0"),
        ("labeler: {neural_crf: {dropout: 1}}", "dropout: expected 0 or more and below 1"),
        (
            "labeler: {neural_crf: {mixtures: {x: {a: -1}}}}",
            "mixtures.x.a: expected a number above 0",
        ),
        ("filters: [{largest_block: {gap: -1}}]", "gap: expected 0 or more, found -1"),
        ("bins: {token.words: [0, .nan]}", "token.words[1]: expected a finite number, found nan"),
        ("name: !!binary aGVsbG8=", "task.yaml:2: name: expected text or a number"),
        ("name: a\x00", "task.yaml:2: invalid YAML: control character '\\x00'"),
        ('"\\e[2J": 1', "task.yaml:2: \\x1b[2J: unknown key '\\x1b[2J'"),
        ("name: ../../elsewhere", "task.yaml:2: name: expected 1 to 100 characters"),
        ("? [a, b]\n: 1", "task.yaml:2: expected a name as key"),
        ("x: " + "[" * 3000, "nested too deeply"),
        ("#" * 600_000, "task.yaml: expected a configuration of at most 500,000 bytes"),
        ("decode: {prefer: " + "1" * 5000 + "}", "decode.prefer: cannot be read"),
    ],
)
def test_the_error_names_file_line_and_key(tmp_path, text, said):
    message = refused(tmp_path, f"extends: web-crf\n{text}\n")
    assert said in message
    assert message.isprintable()
    assert len(message) < 1200


def test_aliases_do_not_multiply(tmp_path):
    assert "more than 50,000 values, those of aliases included" in refused(tmp_path, LAUGHS)


def test_aliases_that_repeat_little_are_values(tmp_path):
    path = tmp_path / "task.yaml"
    path.write_text("extends: web-crf\nkeep: &roles [title]\nregexp: {url: &one ['x']}\n", "utf-8")
    assert config.load(str(path)).keep == ("title",)


def test_dates_are_text(tmp_path):
    path = tmp_path / "task.yaml"
    path.write_text("extends: web-crf\nname: 2020-13-45\ndescription: 2020-01-02\n", "utf-8")
    task = config.load(str(path))
    assert (task.name, task.description) == ("2020-13-45", "2020-01-02")


def test_a_file_that_is_not_utf_8_is_named_with_the_line(tmp_path):
    path = tmp_path / "task.yaml"
    path.write_bytes(b"extends: web-crf\nname: caf\xe9\n")
    with pytest.raises(VictorError, match=r"task.yaml:2: cannot be read: not UTF-8"):
        config.load(str(path))


def test_extends_in_a_circle_through_the_directory_above(tmp_path):
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    (tmp_path / "one" / "a.yaml").write_text("extends: ../two/b.yaml\n", "utf-8")
    (tmp_path / "two" / "b.yaml").write_text("extends: ../one/a.yaml\n", "utf-8")
    with pytest.raises(VictorError, match=r"a.yaml:1: extends: circular extends"):
        config.load(str(tmp_path / "one" / "a.yaml"))


def test_a_template_with_too_many_features_is_refused(tmp_path):
    names = [f"token.{kind}_{how}" for kind in ("alpha", "num", "mixed") for how in ("abs", "rel")]
    joined = "\n".join(
        f"  - {{join: [{a}, {b}, {c}], offsets: -50..50}}"
        for a in names
        for b in names
        for c in names
        if a < b < c
    )
    bins = "".join(f"  {name}: [{', '.join(map(str, range(20)))}]\n" for name in names)
    text = f"extends: web-crf\nbins:\n{bins}template:\n  windows: []\n  conjunctions:\n{joined}\n"
    assert "features of the template, more than" in refused(tmp_path, text)
