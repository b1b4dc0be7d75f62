"""The page on documents: what it shows runs, and it names every role, field, part and option."""

import dataclasses
import inspect
import re
import sys

import pytest
from conftest import ROOT
from test_docs import checkout, run

import victor
from victor.config import ROLES
from victor.document.metadata import Metadata
from victor.document.vocabulary import BLOCKS, MARKS
from victor.output import OUTPUTS
from victor.output.schema import ROW

TEXT = (ROOT / "docs" / "documents.md").read_text("utf-8")
FORMATS = (ROOT / "docs" / "formats.md").read_text("utf-8")
PYTHON = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
SHELL = re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL)
__all__ = ["checkout"]


def test_the_snippets_run(checkout):
    found = run([sys.executable, "-c", "\n".join(PYTHON)], checkout)
    assert found.returncode == 0, found.stderr
    assert "# Council backs tidal footbridge" in found.stdout
    assert "('Nell Abernay',)" in found.stdout


@pytest.mark.parametrize("commands", SHELL)
def test_the_commands_run(commands, checkout):
    found = run(["bash", "-euc", commands], checkout)
    assert found.returncode == 0, found.stderr


def named():
    options = {name for one in OUTPUTS.values() for name in getattr(one, "OPTIONS", {})}
    parts = {*BLOCKS.values(), *MARKS.values(), "paragraph", "formula", "footnote", "reference"}
    fields = {field.name for field in dataclasses.fields(Metadata)}
    arguments = set(inspect.signature(victor.extract).parameters)
    return sorted({*ROLES, *OUTPUTS, *options, *parts, *fields, *arguments})


@pytest.mark.parametrize("name", named())
def test_the_page_names_it(name):
    assert f"`{name}`" in TEXT


@pytest.mark.parametrize("name", sorted(ROW))
def test_the_page_on_formats_has_every_field_of_a_row(name):
    assert f"`{name}`" in FORMATS
