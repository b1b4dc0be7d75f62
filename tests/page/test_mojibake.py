"""Text that was decoded wrongly and encoded again comes out as it was meant."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import victor
from victor.page import Page
from victor.page.mojibake import is_damaged, repaired


def damaged(text, by="windows-1252"):
    """Text as clients store it that take its UTF-8 for another encoding."""
    undefined = {0x81, 0x8D, 0x8F, 0x90, 0x9D}
    codecs = ("latin-1" if byte in undefined else by for byte in text.encode())
    pairs = zip(text.encode(), codecs, strict=True)
    return "".join(bytes([byte]).decode(codec) for byte, codec in pairs)


def mended(text):
    return repaired(Page("", text)).html


@pytest.mark.parametrize("by", ["latin-1", "windows-1252"])
@pytest.mark.parametrize(
    "text",
    [
        "“Don’t”, they said – in the café.",
        "Příliš žluťoučký kůň – „úpěl“",
        "Мосты над гаванью",
        "γέφυρα στο λιμάνι",
        "港の橋、開通。",
        "הגשר בנמל",
        "पुल बंदरगाह पर",
        "A thumb 👍 up…",
    ],
)
def test_text_is_as_it_was_meant(text, by):
    assert mended(damaged(text, by)) == text
    assert is_damaged(damaged("“…”", by))


@pytest.mark.parametrize(
    "text",
    [
        *("à\xa0« mot »", "5 ×\xa03 m", "Âge â l’île", "Größe: naïve Ärzte", "SÃO PAULO", "é"),
        *("ÐÞ þorn", "«AMANHû", "“AMANHÔ…", "CAFÉ’S", "Å»"),
    ],
)
def test_text_of_other_kinds_stays(text):
    assert mended(text) == text
    assert mended(f"{text}, {damaged('don’t')}") == f"{text}, don’t"
    assert not is_damaged(text)


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=40))
def test_text_that_is_not_damaged_is_nearly_always_left(text):
    assert not is_damaged(text) or "â€" in text


def test_pages_are_cleaned_as_they_were_meant():
    page = "<title>Harbour</title><h1>The harbour’s bridge</h1>" + 9 * (
        "<p>“It isn’t a long bridge – but it’s ours,” say those who live on the quay, and they "
        "cross it every day on their way to the cafés of the old town.</p>"
    )
    whole = victor.load("web").clean(page)
    for given_page in (damaged(page), damaged(page).encode()):
        found = victor.load("web").clean(given_page)
        assert found.text == whole.text
        assert found.title == whole.title
    assert "“It isn’t a long bridge – but" in whole.text
