"""Expressions that backtrack without end are refused, ordinary ones are not."""

import re
import time
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from victor import config, pipeline
from victor.config.backtracking import explodes
from victor.errors import VictorError

EXPLODE = (
    *(r"(a+)+$", r"(a*)*b", r"(a|aa)+$", r"(?:\w+\s*)+x", r"(\s*\w+\s*)+:", r"(.*)*x"),
    *(r"((a?)b?)*c", r"(\d+|\w+)*!", r"(?=(a+)+b)", r"(?:y{1,30}){1,30}z", r"(a|b|ab)*c"),
    *(r"(a?){30}a{30}", r"(?i)(?:a+|A+)*b", r"^(([a-z])+.)+[A-Z]([a-z])+$", r"(?:a|(?:a|a))*c"),
    *(r"(?:\S|é|x?é)*y", r"(?:<[^>]*>|[^a])*z", r"(x)?(?(1)(a+)+b|c)", r"(?>(a+)+b)"),
    r"(?:(?i:a)|A)*b",
)
ORDINARY = (
    *("", r"a+b", r"(?:\w+\s+)+x", r"(a|b)*c", r"(a|A)*b", r"(?:\d{1,3}\s?){3}", r"(?>a+)+b"),
    *(r"(a++)+b", r'"(?:[^"\\]|\\.)*"', r"^(?:[a-z]+\.)+[a-z]{2,}$", r"(?:<[^>]*>)*", r"(ab|cd)+e"),
    *(
        r"(?:https?://|www\.)\S+",
        r"(a)\1+",
        r"(?<!x)(no|nö)+?(?(1)a|b)?",
        r"(?:\d{1,3}\s)+",
        r"(?:(?=a*a*b)x)*",
    ),
)


@pytest.mark.parametrize("pattern", EXPLODE)
def test_repetitions_that_match_in_several_ways_explode(pattern):
    assert explodes(pattern)


@pytest.mark.parametrize("pattern", ORDINARY)
def test_ordinary_expressions_do_not(pattern):
    re.compile(pattern)
    assert not explodes(pattern)


def test_a_configuration_with_one_is_refused_with_its_line(tmp_path):
    path = tmp_path / "task.yaml"
    path.write_text("extends: web-crf\nfeatures: [regexp.x]\nregexp:\n  x: [a, '(a+)+$']\n")
    with pytest.raises(VictorError, match=r"task.yaml:4: regexp.x\[1\]: .* exponential time"):
        pipeline.plan(config.load(str(path)))


@pytest.mark.parametrize("name", ["cleaneval-crf", "cleaneval-exp1", "web-crf"])
def test_configurations_that_come_with_victor_are_ordinary(name):
    pipeline.plan(config.load(name))


# Every expression of one loop over a and b: the number of ways to match a text says what is right.

_ATOMS = st.sampled_from(["a", "b", "[ab]", "ab", "a?", "b*", "a+"])
_BODIES = st.recursive(
    _ATOMS,
    lambda inner: st.one_of(
        st.lists(inner, min_size=2, max_size=3).map("".join),
        st.lists(inner, min_size=2, max_size=2).map(lambda both: f"(?:{'|'.join(both)})"),
    ),
    max_leaves=4,
)


def _ways(body: str, text: str) -> int:
    """In how many ways the text is a sequence of matches of the body that are not empty."""
    ways = [1] + [0] * len(text)
    for end in range(1, len(text) + 1):
        ways[end] = sum(
            ways[start] * (re.fullmatch(body, text[start:end]) is not None) for start in range(end)
        )
    return ways[-1]


@given(_BODIES)
def test_two_ways_through_a_loop_explode(body):
    texts = ("".join(text) for size in range(1, 7) for text in product("ab", repeat=size))
    if any(_ways(body, text) > 1 for text in texts):
        assert explodes(f"(?:{body})*c")


@given(_BODIES)
def test_what_does_not_explode_ends(body):
    pattern = f"(?:{body})*c"
    if not explodes(pattern):
        start = time.process_time()
        for text in ("a" * 60, "b" * 60, "ab" * 30, "aab" * 20, "abb" * 20):
            re.match(pattern, text)
        assert time.process_time() - start < 5
