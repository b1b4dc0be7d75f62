"""Bytes to text."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from victor.page import read_page
from victor.page.encodings import decode
from victor.page.page import Page
from victor.page.sources import SourceError, read_source
from victor.page.wrapper import unwrap

RUSSIAN = "<p>Съешь ещё этих мягких французских булок, да выпей чаю. " * 8
JAPANESE = "<p>日本語のページです。文字コードは宣言されていません。" * 8


@pytest.mark.parametrize(
    ("data", "options", "expected"),
    [
        (codecs.BOM_UTF8 + "é".encode(), {}, "é"),
        (codecs.BOM_UTF16_LE + "é".encode("utf-16-le"), {}, "é"),
        ("<p>wide</p>".encode("utf-16-le"), {}, "<p>wide</p>"),
        ("é".encode(), {"transport_encoding": "iso-8859-1"}, "é"),  # UTF-8 whatever is declared
        (b"<meta charset=iso-8859-1>\x93quoted\x94", {}, "“quoted”"),  # windows-1252 in truth
        (b'<META HTTP-EQUIV="x" CONTENT="text/html; charset=ISO-8859-1">\x80', {}, "€"),
        (b"<meta charset=utf-8>caf\xe9 na\xefve", {}, "café naïve"),  # declared wrongly
        (b"\x81\x8d odd bytes of windows-1252", {"encoding": "cp1252"}, "\x81\x8d odd"),
        (RUSSIAN.encode("koi8-r"), {"transport_encoding": "koi8-r"}, "французских"),
        (RUSSIAN.encode("cp1251"), {}, "французских"),  # detected
        (JAPANESE.encode("shift_jis"), {}, "日本語"),
        (b"<meta charset=x-sjis>" + JAPANESE.encode("cp932"), {}, "日本語"),
        (b"<meta charset=gb2312>" + "中文页面".encode("gb18030"), {}, "中文页面"),
        (b"<meta charset=gb2312>\xa3\xa0" + "中文页面".encode("gb18030"), {}, "\u3000中文页面"),
        (b"<meta charset=iso-2022-jp>" + "日本".encode("iso2022_jp"), {}, "日本"),
        (b"<meta charset=iso-8859-1>\x1b[0m " + "é".encode(), {}, "é"),
        (b"<meta charset=no-such-thing>caf\xe9", {}, "café"),
        ("çà".encode("cp1252"), {"encoding": "iso-8859-1"}, "çà"),
        ("mostly utf-8 ć".encode() * 9 + b"\xff", {}, "mostly utf-8 ć"),
        (
            b"<meta charset=utf-8>" + "most ć ćććć".encode() + b" \xc3 " + "ć".encode(),
            {},
            "ćć \ufffd ć",
        ),
        (b"<meta charset=utf-8>most bez liter, kt\xc3", {}, "kt\ufffd"),  # cut
        ("产品展示".encode("gbk"), {}, "产品展示"),  # in part valid UTF-8
        ("<meta charset=utf-8>上一页 下一页".encode("gbk"), {}, "上一页 下一页"),
        ("日本語のページ".encode("iso2022_jp"), {}, "日本語のページ"),
        (b"<meta charset=utf-8>" + "日本".encode("iso2022_jp"), {}, "\x1b$B"),
        ("<p>wide, wider, 最</p>".encode("utf-16-le"), {}, "<p>wide, wider, 最</p>"),
        ("<p>wide, wider, 最</p>".encode("utf-16-be"), {}, "<p>wide, wider, 最</p>"),
    ],
)
def test_encodings(data, options, expected):
    assert expected in decode(data, **options)[0]


def test_an_override_wins_over_what_the_page_declares():
    data = b"<meta charset=utf-8>" + "żółw".encode("iso-8859-2")
    assert read_page(data, encoding="iso-8859-2").html.endswith("żółw")


def test_cleaneval_wrapper_gives_the_url_and_is_removed():
    data = (
        b'<text id="http://a.example/?x=1&y=2" title="He said "hi"" encoding="iso-8859-1">\n'
        b"<html><p>caf\xe9</p></html></text>\n"
    )
    page = read_page(data)
    assert unwrap(data.decode("latin-1"))[1]["title"] == 'He said "hi"'
    assert page.url == "http://a.example/?x=1&y=2"
    assert "<text" not in page.html
    assert "café" in page.html


def test_text_may_follow_the_wrapper_with_a_url():
    page = read_page('<text id="https://a.example/?x=1&amp;y=2">\nNo boat > today</text>')
    assert (page.url, page.html) == ("https://a.example/?x=1&y=2", "\nNo boat > today")


def test_svg_text_at_the_start_is_no_wrapper():
    assert read_page("<text>hello").html == "<text>hello"


@given(st.binary(max_size=300))
def test_any_bytes_become_text(data):
    assert isinstance(decode(data)[0], str)


@given(st.binary(max_size=200) | st.text(max_size=60).map(str.encode))
def test_utf8_bytes_are_the_text(data):
    page = read_page(data)
    assert page.html == decode(data)[0]
    assert page.start(5) == page.html[:5]


def test_a_page_in_utf8_is_not_decoded_before_its_text_is_asked_for():
    assert read_page(codecs.BOM_UTF8 + "<p>Střecha".encode()).source == "<p>Střecha".encode()
    assert read_page('<text id="1">\n<p>Dům'.encode()).source == "\n<p>Dům"
    assert read_page(b"\xff\xfex\0").source == "x"


def test_doctype_is_kept():
    assert read_page("<!DOCTYPE html><p>x").doctype == "<!DOCTYPE html>"


@pytest.mark.parametrize(
    "encoded", ['<text\xa0id="u"><p>x', '\u2028<TEXT\u2003id="u">\n<p>x</text>']
)
def test_a_wrapper_is_known_in_bytes_and_in_text(encoded):
    assert read_page(encoded.encode()).html == read_page(encoded).html
    assert read_page(encoded.encode()).url == "u"


@pytest.mark.parametrize("source", [None, bytearray(b"<p>x"), b"<p>\xff"])
def test_a_page_that_was_not_decoded_is_refused(source):
    with pytest.raises(SourceError, match="source of a Page: "):
        read_source(Page("a", source))
