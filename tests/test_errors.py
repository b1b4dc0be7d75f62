"""Errors: what they quote does not steer a terminal."""

import re
from functools import partial

import pytest
from conftest import ROOT

from victor.errors import (
    HTTP_STATUS,
    NOT_HTML,
    TOO_LARGE,
    TOO_LONG,
    UNREADABLE,
    TooLargeError,
    VictorError,
    did_you_mean,
    error_text,
)

REASONS = (HTTP_STATUS, NOT_HTML, TOO_LARGE, TOO_LONG, UNREADABLE)


@pytest.mark.parametrize("kind", [VictorError, partial(TooLargeError, "page.html")])
def test_a_message_has_no_characters_that_terminals_obey(kind):
    assert str(kind("label \x1b[2J, \r\x07 and \u202e are unknown")).endswith(
        "label \\x1b[2J, \\r\\x07 and \\u202e are unknown"
    )


def test_a_message_keeps_its_lines_and_its_letters():
    assert str(VictorError("první\nдругая 行")) == "první\nдругая 行"


def test_a_wrapped_error_of_the_system_has_no_number():
    wrapped = ValueError("[Errno -2] Name or service not known")
    assert error_text(wrapped) == error_text(OSError(-2, "Name or service not known"))


def test_a_name_in_other_letters_is_the_nearest():
    assert did_you_mean("html", ["HTML", "Url"]) == "; did you mean 'HTML'?"


def test_reasons_for_skipping_a_page_are_the_same_in_all_modules():
    """Exit status and counts depend on how a reason begins."""
    typed = re.compile(rf'"({"|".join(REASONS)})[":]')
    package = ROOT / "victor"
    files = [
        package / "files.py",
        *(file for part in ("batch", "page", "serve") for file in (package / part).rglob("*.py")),
    ]
    found = {file.name: typed.findall(file.read_text("utf-8")) for file in files}
    assert not {name: some for name, some in found.items() if some}
