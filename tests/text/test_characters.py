"""Text of pages in a terminal: what could do harm is masked, words stay whole."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from victor.text.characters import printable

PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"  # with a non-joiner
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


@pytest.mark.parametrize(
    "text",
    [
        PERSIAN,
        "\u0915\u094d\u200d\u0937 \u0930\u094d\u200c\u0915",  # Devanagari: half forms
        FAMILY,
        "\u2764\ufe0f",
        "a\u00a0b e\u0301 \u06dd\u0661",
        "plain text",
    ],
)
def test_words_and_emoji_stay_whole(text):
    assert printable(text) == text


@pytest.mark.parametrize("unseen", ["\u00ad", "\u200b", "\u2060"])
def test_places_where_lines_may_end_are_dropped(unseen):
    assert printable(f"Donau{unseen}dampf") == "Donaudampf"


HARMFUL = [
    *"\x00\x07\n\r\t\x1b\x7f\x85\x9b",
    *"\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
    *"\u2028\u2029\u206a\u206f\ud800\udfff\ufeff\ufff9\ufffa\ufffb",
    *"\U000e0001\U000e0020\U000e007f",
]


@pytest.mark.parametrize("harmful", HARMFUL, ids=ascii)
def test_what_moves_the_cursor_or_turns_the_line_is_masked(harmful):
    assert printable(f"a{harmful}b") == "a\ufffdb"


@given(st.text())
def test_printable_text_is_unchanged(text):
    once = printable(text)
    assert printable(once) == once
    assert not set(once) & set(HARMFUL)
    assert len(once) <= len(text)


def test_a_terminal_shows_words_with_joiners(cli, tmp_path):
    page = tmp_path / "page.html"
    page.write_text(
        f"<meta charset=utf-8><p>{PERSIAN} {FAMILY}\u202e Do&shy;nau",
        "utf-8",
    )
    shown = cli("explain", page, "--config", "boilerpipe")[1]
    assert f"{PERSIAN} {FAMILY}\ufffd Donau" in shown
