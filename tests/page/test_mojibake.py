"""Text that was decoded wrongly and encoded again comes out as it was meant."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import victor
from victor.evaluate import learning
from victor.evaluate.gold import read_gold
from victor.page import Page, mojibake
from victor.page.mojibake import is_damaged, repaired


def damaged(text, by="windows-1252"):
    """Text as clients store it that take its UTF-8 for another encoding."""
    undefined = {0x81, 0x8D, 0x8F, 0x90, 0x9D}
    codecs = ("latin-1" if byte in undefined else by for byte in text.encode())
    pairs = zip(text.encode(), codecs, strict=True)
    return "".join(bytes([byte]).decode(codec) for byte, codec in pairs)


def repair(text):
    return repaired(Page("", text)).html


@pytest.mark.parametrize("by", ["latin-1", "windows-1252"])
@pytest.mark.parametrize(
    "text",
    [
        "“Don’t”, they said – in the café, as Ærø’s old bridge…",
        "Österreichs Ärzte: „Über Größe und Öl“",
        "OPINIÓN ESPAÑOLA: “¿Qué será del Niño?”",
        "Łódź, który był piękną gałęzią – „Żółć”",
        "Šel Škoda říčka, příliš žluťoučký kůň – „úpěl“",
        "Știri și țară – România „așa”",
        "Việt Nam là một nước được của người đẹp",
        "Мосты над гаванью открыты, и в лесу",
        "Η γέφυρα στο λιμάνι άνοιξε",
        "港の橋、開通。",
        "הגשר בנמל נפתח",
        "पुल बंदरगाह पर",
        "À l’école, où Ève fête Noël – œuvre, ÉCOLE",
    ],
)
def test_text_is_as_it_was_meant(text, by):
    whole = f"<p>{text}</p>\n" * 5
    assert repair(damaged(whole, by)) == whole
    assert is_damaged(damaged("“…”", by))


def test_text_that_was_damaged_twice_is_repair():
    assert repair(damaged(damaged("They don’t cross the café’s bridge."))) == (
        "They don’t cross the café’s bridge."
    )


def test_one_wrong_character_does_not_spoil_the_others():
    assert repair(damaged("日本") + "í\xa0½" + damaged("の橋、開通")) == "日本í\xa0½の橋、開通"


@pytest.mark.parametrize(
    "text",
    [
        *("à\xa0« mot »", "5 ×\xa03 m", "Âge â l’île", "Größe: naïve Ärzte", "SÃO PAULO", "é"),
        *("ÐÞ þorn", "«AMANH\xc3»", "“AMANH\xc3”…", "MAÇ\xc3\xa0dia", "CAFÉ’S", "Å»"),
    ],
)
def test_text_of_other_kinds_stays(text):
    assert repair(text) == text
    assert repair(f"{text}, {damaged('don’t')}") == f"{text}, don’t"
    assert not is_damaged(text)


def test_signs_beside_numbers_are_repaired():
    text = "<p>Tickets cost £12.50 at 21°, in 1½ hours.</p>"
    assert is_damaged(damaged(text))
    assert repair(damaged(text)) == text
    assert not is_damaged("H = 2Â² + 3Â·B, and the operator Â is hermitian")
    assert repair("<p>Why do I see 'Â£'?</p>") == "<p>Why do I see 'Â£'?</p>"


def test_character_references_are_read():
    written = damaged("don’t – “café”").encode("ascii", "xmlcharrefreplace").decode()
    assert repair(f"<p>{written}&nbsp;&copy;</p>") == "<p>don’t – “café”\xa0©</p>"
    assert repair("<p>don&acirc;&euro;&trade;&lt;b&gt;</p>") == "<p>don’&lt;b&gt;</p>"
    assert repair("<p>f&Atilde;&frac14;r den caf&Atilde;©, raz&Atilde;&sup3;n</p>") == (
        "<p>für den café, razón</p>"
    )
    assert "x&nvgt;" in repair("<p>don&acirc;&euro;&trade;t <a title=x&nvgt;&acirc;&euro;&trade;>")
    assert repair("<p>&Acirc;&nbsp;&copy; &eacute;&agrave;</p>") == (
        "<p>&Acirc;&nbsp;&copy; &eacute;&agrave;</p>"
    )


def test_a_dash_between_spaces_is_repaired():
    text = "<p>The bridge – or … the ferry — don’t say"
    assert repair(damaged(text)) == text


def test_what_is_said_of_such_text_stays():
    page = "<p>How do I turn 'â€™' into '’'? I use <code>replace('â€œ', '“')</code> for “â€œ”.</p>"
    assert repair(page) == page


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=40))
def test_text_that_is_not_damaged_is_nearly_always_left(text):
    assert not is_damaged(text) or "â€" in text


def test_bytes_of_windows_1252_in_utf_8_are_the_signs_of_windows_1252():
    assert repair("<p>I don\x92t \x93know\x94, cafÃ© au lait \x96 or not</p>") == (
        "<p>I don’t “know”, café au lait – or not</p>"
    )
    assert repair("<p>\x85 \x81</p>") == "<p>… \x81</p>"  # 81 has no sign


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


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])  # the second with references
def test_what_clean_annotates_of_a_repaired_page_can_be_learned_from(tmp_path, encoding):
    cleaner = victor.load("web")
    text = 6 * "Мосты над гаванью открыты, и в лесу снова поют птицы — «до осени». "
    page = damaged(f"<h1>Мосты открыты</h1><p>{text}</p><p>{text}</p>")
    page = page.encode(encoding, "xmlcharrefreplace")
    (tmp_path / "page.html").write_bytes(page)
    found = cleaner.clean(page, id="page")
    (tmp_path / "page.anno").write_text(found.format("annotation"), "utf-8")
    (gold,) = read_gold([tmp_path])
    y = learning.example(gold, cleaner.plan).y
    assert (y == found.labels.y).all()
    assert (y != cleaner.plan.task.other).any()


@given(st.text("aÂßÃ©àï€\x80\xbfðôö™ ", max_size=30))
def test_runs_are_those_of_characters_one_by_one(text):
    plain = re.compile(f"(?:{mojibake._ONE.pattern})+")
    found, wanted = ([run.span() for run in one.finditer(text)] for one in (mojibake._RUN, plain))
    assert found == wanted
