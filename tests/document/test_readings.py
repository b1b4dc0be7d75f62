"""Readings of characters in ``ruby`` elements."""

import pytest

import victor

CLEANER = victor.load("keep-everything")


@pytest.mark.parametrize(
    ("ruby", "text"),
    [
        ("<ruby>漢字<rt>かんじ</rt></ruby>", "漢字(かんじ)"),
        ("<ruby>漢字<rt>かんじ</ruby>", "漢字(かんじ)"),
        ("<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>", "漢(かん)字(じ)"),
        ("<ruby>漢字<rt><span>かん</span>じ</rt></ruby>", "漢字(かんじ)"),
        ("<ruby>漢字<rp>（</rp><rt>かんじ</rt><rp>）</rp></ruby>", "漢字（かんじ）"),
        ("<ruby>漢字<rt></rt></ruby>", "漢字"),
        ("漢字<rt>かんじ</rt>", "漢字かんじ"),
    ],
)
def test_a_reading_is_in_brackets(ruby, text):
    result = CLEANER.clean(f"<p>これは{ruby}です。</p>")
    assert result.text == f"これは{text}です。\n"
    assert result.markdown == result.text
    assert "".join(block.text for block in result.blocks) == result.text.strip().translate(
        {ord("("): "", ord(")"): ""}
    )


def test_a_reading_that_is_left_out_leaves_no_brackets():
    cleaner = victor.load("keep-everything", remove="rt")
    page = "<p>これは</p><ruby>漢字<rt><p>かんじ</p></rt></ruby><p>です。</p>"
    assert "(" not in cleaner.clean(page).text
