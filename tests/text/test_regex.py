import gc
import importlib
import pickle
import pkgutil
import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import victor
from victor.text.regex import _Regex, folded, possessive, regex


def test_it_does_what_a_compiled_pattern_does():
    found = regex(r"(\w+)@", re.IGNORECASE)
    assert found.findall("Ada@example.org, BOB@example.org") == ["Ada", "BOB"]
    assert found.sub("-", "ada@x") == "-x"
    assert found.pattern == r"(\w+)@"
    assert regex(rb"\d+").search(b"a12")[0] == b"12"
    assert not hasattr(found, "missing")
    with pytest.raises(TypeError):
        found.search(b"ada@")


def test_a_copy_is_the_same():
    found = regex("a+")
    assert found.fullmatch("aa")
    for one in (found, regex("a+")):
        assert pickle.loads(pickle.dumps(one)).fullmatch("aa")


def test_every_pattern_of_the_package_is_valid():
    for module in pkgutil.walk_packages(victor.__path__, "victor."):
        if not module.name.endswith("__main__") and not module.name.startswith("victor._"):
            importlib.import_module(module.name)
    found = [one for one in gc.get_objects() if type(one) is _Regex]
    assert len(found) > 200
    for one in found:
        assert re.compile(*one._given).pattern == one.pattern


def test_few_are_compiled_to_clean_a_page():
    program = """
import gc, victor
from victor.text.regex import _Regex
victor.load("web").clean(b"<h1>Harbour</h1><p>The harbour reopened on Monday.</p>").text
found = [one for one in gc.get_objects() if type(one) is _Regex]
print(len(found), sum(len(vars(one)) > 2 for one in found))
"""
    made = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    every, compiled = map(int, made.stdout.split())
    assert compiled < every / 5


@given(st.text("*/-a\\\"', }\n", max_size=14))
@pytest.mark.parametrize(
    "body", [r"[^*]|\*(?!/)", r"-(?!->)[^-]*+", r'[^"\\]|\\.|"(?!,)', "-{2}|/a"]
)
def test_a_possessive_group_ends_where_its_last_match_ended(body, text):
    found, wanted = (re.compile(one).match(text) for one in (possessive(body), f"(?>(?:{body})*)"))
    assert found.span() == wanted.span()


@pytest.mark.parametrize("small", ["twitter", "ilgili", "kelvin", "абоне", "şimdi"])
def test_folded_text_matches_as_ignoring_case(small):
    for text in (small, small.upper(), small.title(), small.replace("i", "İ"), f"„{small}“"):
        assert re.search(small, text, re.IGNORECASE)
        assert re.search(small, folded(text)), text
    assert folded("TAKIP ET, \u0130\u0131\u017f") == "takip et, iis"
