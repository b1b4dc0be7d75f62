"""Errors: what they quote does not steer a terminal."""

from functools import partial

import pytest

from victor.errors import TooLargeError, VictorError


@pytest.mark.parametrize("kind", [VictorError, partial(TooLargeError, "page.html")])
def test_a_message_has_no_characters_that_terminals_obey(kind):
    assert str(kind("label \x1b[2J, \r\x07 and \u202e are unknown")).endswith(
        "label \\x1b[2J, \\r\\x07 and \\u202e are unknown"
    )


def test_a_message_keeps_its_lines_and_its_letters():
    assert str(VictorError("první\nдругая 行")) == "první\nдругая 行"
