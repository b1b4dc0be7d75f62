"""The page for users of other tools: our options on it work, and none of theirs is missing."""

import argparse
import inspect
import re
import shlex
import shutil

import pytest
from conftest import DATA
from documentation import DOCS, checkout

import victor
import victor.output.html
import victor.page.fetch
from victor.commands import main

TEXT = (DOCS / "coming-from.md").read_text("utf-8")
SECTIONS = {part.split("\n")[0]: part for part in TEXT.split("\n## ")[1:]}
PYTHON = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
ROWS = [re.split(r"(?<!\\)\|", line)[1:-1] for line in TEXT.splitlines() if line.startswith("| ")]
OURS = sorted({code for row in ROWS for code in re.findall(r"`([^`]+)`", row[-1])})
EXPRESSIONS = [
    code for code in OURS if re.match(r"(?:extract|load|cleaner|result|victor)[.(]|\"", code)
]
COMMANDS = [code for code in OURS if re.match(r"-|victor \w", code) and code != "victor --version"]
REFERENCE = "".join(
    (DOCS / f"{name}.md").read_text("utf-8") for name in ("configuration", "documents", "formats")
)
__all__ = ["checkout"]


@pytest.fixture(scope="module")
def names():
    """What the first snippet of the page defines."""
    found = {"victor": victor}
    exec(PYTHON[0].replace('"data/', f'"{DATA.as_posix()}/'), found)
    return found


def test_the_blocks_run(checkout):
    printed = checkout.run_page(DOCS / "coming-from.md")
    assert "# How I Ruined Three Sourdough Starters" in printed
    assert "<!doctype html>" in printed
    assert "title: How I Ruined" in printed


@pytest.mark.parametrize("code", EXPRESSIONS)
def test_the_expressions_of_the_tables_run(code, names):
    if "..." in code:  # needs an address
        code = code.replace("url=...", "html, url='https://a.example/'")
    code = code.replace('"data/', f'"{DATA.as_posix()}/')
    eval(code, names)


@pytest.mark.parametrize("code", COMMANDS)
def test_the_options_of_the_tables_run(code, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for folder in ("data", "crawl"):
        shutil.copytree(DATA, folder)
    (tmp_path / "pages.txt").write_text("data/blog-en.html\n")
    command = f"victor clean {code} data/blog-en.html" if code.startswith("-") else code
    if re.fullmatch(r"victor \w+", command):
        command += " --help"
    try:
        status = main(shlex.split(command)[1:])
    except SystemExit as stop:
        status = stop.code
    assert not status, capsys.readouterr().err


def test_other_names_in_the_tables_are_in_the_reference():
    theirs = {"txt", "xml", "xmltei", "csv", "python"}  # formats of trafilatura
    ours = {"extract", "load"}
    plain = {code for code in OURS if re.fullmatch(r"[a-z_-]+", code)} - theirs - ours
    plain -= {*EXPRESSIONS, *COMMANDS}
    assert len(plain) > 10
    assert not [name for name in sorted(plain) if f"`{name}`" not in REFERENCE]


def test_roles_that_the_page_suggests_for_comments_work(names):
    default, kept, dropped = (
        names["extract"](names["html"], **options)
        for options in ({}, {"keep": "comment"}, {"drop": "comment"})
    )
    assert 'extract(html, keep="comment")' in OURS
    assert len(kept) > len(default) >= len(dropped)


def parameters(*functions):
    return {name for one in functions for name in inspect.signature(one).parameters} - {"self"}


def assert_named(names, section):
    missing = [name for name in sorted(names) if not re.search(rf"`{name}[`(]", SECTIONS[section])]
    assert not missing


def test_every_parameter_of_trafilatura_is_named():
    theirs = pytest.importorskip("trafilatura")
    functions = (theirs.extract, theirs.bare_extraction, theirs.extract_metadata)
    assert_named(parameters(*functions), "trafilatura")
    fields = pytest.importorskip("trafilatura.settings").Document.__slots__
    assert_named(fields, "trafilatura")


def test_every_option_of_the_command_line_of_trafilatura_is_named():
    theirs = pytest.importorskip("trafilatura.cli")
    parser = theirs.add_args(argparse.ArgumentParser(add_help=False))
    assert_named({name for one in parser._actions for name in one.option_strings}, "trafilatura")


def test_every_parameter_of_resiliparse_is_named():
    theirs = pytest.importorskip("resiliparse.extract.html2text")
    assert_named(parameters(theirs.extract_plain_text), "resiliparse")


def test_every_parameter_of_readability_is_named():
    theirs = pytest.importorskip("readability").Document
    assert_named(parameters(theirs.__init__, theirs.summary), "readability-lxml")
    assert_named({"title", "short_title", "summary", "author", "content"}, "readability-lxml")


def test_every_parameter_of_justext_is_named():
    theirs = pytest.importorskip("justext")
    assert_named(parameters(theirs.justext), "jusText")


def test_every_extractor_of_boilerpy3_is_named():
    theirs = pytest.importorskip("boilerpy3.extractors")
    kinds = [
        one
        for one in vars(theirs).values()
        if inspect.isclass(one) and one.__module__ == theirs.__name__
    ]
    named = {one.__name__ for one in kinds} | parameters(*kinds)
    named |= {name for name in dir(theirs.Extractor) if name.islower() and name[0] != "_"}
    assert_named(named, "boilerpipe (boilerpy3)")
