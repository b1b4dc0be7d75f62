"""The page on documents: what it shows runs, and it names every role, field, part and option."""

import dataclasses
import inspect

import pytest
from documentation import DOCS, checkout

import victor
from victor.config import ROLES
from victor.document.metadata import Metadata
from victor.document.vocabulary import BLOCKS, MARKS
from victor.output import OUTPUTS
from victor.output.schema import ROW

TEXT = (DOCS / "documents.md").read_text("utf-8")
FORMATS = (DOCS / "formats.md").read_text("utf-8")
__all__ = ["checkout"]


def test_the_blocks_run(checkout):
    printed = checkout.run_page(DOCS / "documents.md")
    assert "# Council backs tidal footbridge" in printed
    assert "('Nell Abernay',)" in printed


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


def test_one_role_needs_no_list():
    assert victor.load("web", keep="comment").plan.task.keep == ("comment",)
