"""The reader of the plainest YAML: it reads what PyYAML reads, or refuses."""

import pytest

from victor import config
from victor.config import any_yaml, block_yaml, resources
from victor.config.located import Located


def located(tree: Located) -> object:
    """All values with their types and places."""
    value = tree.value
    if isinstance(value, dict):
        value = [(name, located(item)) for name, item in value.items()]
    elif isinstance(value, list):
        value = [located(item) for item in value]
    return type(tree.value), value, tree.file, tree.line, tree.key


def check_equal(text: str) -> None:
    found = block_yaml.parse(text, "task.yaml")
    assert located(found) == located(any_yaml.parse(text, "task.yaml"))


@pytest.mark.parametrize("name", resources.names("models"))
def test_shipped_models_need_no_pyyaml(name):
    check_equal((resources.folder("models") / name / "config.yaml").read_text("utf-8"))


@pytest.mark.parametrize("name", resources.names("configs"))
def test_models_learned_from_shipped_configurations_need_no_pyyaml(name):
    check_equal(config.dump(config.load(name)))


@pytest.mark.parametrize(
    "text",
    [
        "a: 1\nb: -1.5\nc: 0\nd: true\ne: []\n",
        "a: {}\nb:\n- x\n- -1\n- 'it''s: #1'\n",
        "a:\n  b:\n    c: True\n  d:\n    - yes\n    - http://x#y\n",
        "a:\n- b: 1\n  c:\n  - 2..3\n  - -3..3\n- d: x\n",
        "'a b':\n  text\n'{a,b}.*': (x|y)\\d\nc: ^[-*]$",
    ],
)
def test_block_style_is_read_as_pyyaml_reads_it(text):
    check_equal(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", "a", "- a", "# a\nb: 1", "a: 1\n\nb: 2", "---\na: 1", "a: 1\n...", "\ta: 1"),
        *("a: [1]", "a: {b: 1}", "a: &x 1", "a: *x", "a: !!str 1", "a: |\n  b", "a: >\n  b"),
        *("a: b: c", "a: b\n  c", "a:\n  b\n  c", "a: b #c", "a: b:", "a: b ", "a:  b", "a : b"),
        *("a: 'b", "a: 'b' c", 'a: "b"', "a: 'b'c'", "a: `b", "a: @b", "a: %b", "a: ?b", "a: ,b"),
        *("a: 012", "a: 0x1", "a: 1e5", "a: +1", "a: .5", "a: 1_0", "a: 1:30", "a: ~", "a: null"),
        *("a: .inf", "a: 2020-01-01", f"a: {'9' * 16}", "a:", "a:\nb: 1", "a: 1\na: 2", "1: a"),
        *("a: 1\n- b", "- a\nb: 1", "a: 1\n  b: 2", "a:\n    b: 1\n  c: 2", "a:\n- - 1", "a: é"),
        *("a: \x00", "a: x\ry", "a: x\u2028y", "a: x\u00a0", f"{' ' * 41}a: 1", "a: 1\n" * 20_001),
    ],
)
def test_other_yaml_is_left_to_pyyaml(text):
    with pytest.raises(block_yaml.OtherStyleError):
        block_yaml.parse(text, "task.yaml")
