"""The compiled handlers equal those in Python."""

import contextlib
import dataclasses
import json
import random

import pytest
from conftest import DATA
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from pages import FRAGMENTS, SPECIAL, TAGS, markup, words

from victor.compiled import alike, using
from victor.tree import attributes, libxml2
from victor.tree import parse as module
from victor.tree.parse import parse

compiled = libxml2._part
needs_compiled = pytest.mark.skipif(
    not compiled or etree.LIBXML_VERSION[:2] != (2, 14),
    reason="native/parse.c is not built, or lxml has other rules than those of libxml2 2.14",
)

DELETE = frozenset(("script", "style", "head", "title", "meta", "link", "svg"))
KINDS = module.kinds_of(DELETE, frozenset(), True, True)


def columns(source, kinds, mode):
    """All that is read of a page, by the compiled handlers or by those in Python."""
    with using(mode):
        found, finished = module.parse_with_libxml2(module.without_nul(source), kinds)
    # The order of tags counts; lxml's own empty mapping stands for a dict.
    return {
        **vars(found),
        "tags": list(found.tags),
        "attributes": list(map(dict, found.attributes)),
        "written": found.attributes,
    }, finished


def assert_equal(source, kinds=KINDS):
    found, reference = (columns(source, kinds, mode) for mode in ("compiled", "reference"))
    for made, _ in (found, reference):
        del made["written"]
    assert found == reference


@needs_compiled
@given(markup())
def test_attributes_are_the_same_columns(html):
    html = html.replace("<p>", "<p class='a b' id=x title=y>").replace("<b>", "<b class=ü hidden>")
    found = columns(html, KINDS, "compiled")[0]["written"]
    assert alike(attributes.looked_at(found), attributes.looked_at(list(found)))


def test_attributes_are_a_sequence_that_grows():
    written = attributes.Written()
    rows = [{}, {"class": "a", "id": ""}, {"title": "é"}, {"id": "ü", "class": "a"}]
    for row in rows:
        written.append(row)
    assert list(written) == rows
    assert (written[1], written[-1], written[1:3]) == (rows[1], rows[-1], rows[1:3])
    with pytest.raises(IndexError):
        written[4]


fragments = st.one_of(
    words,
    st.sampled_from((*FRAGMENTS, "\ud800")),
    st.builds("<{}>".format, st.sampled_from((*TAGS, *SPECIAL))),
    st.builds("</{}>".format, st.sampled_from((*TAGS, *SPECIAL))),
    st.text(max_size=5),
)
pages = st.one_of(markup(), st.lists(fragments, max_size=30).map("".join))
tags = st.frozensets(st.sampled_from((*TAGS, *SPECIAL)), max_size=5)


@needs_compiled
@given(pages, tags, tags, st.booleans(), st.booleans())
def test_any_page_is_read_equally(html, delete, ignore, image_text, scripts):
    assert_equal(html, module.kinds_of(delete, ignore, image_text, scripts))
    assert_equal(html, module.kinds_of(delete | DELETE, ignore, image_text, scripts))


@needs_compiled
@given(st.sampled_from(sorted(DATA.glob("*.html"))), st.integers(0), st.integers(0, 40))
def test_damaged_pages_are_read_equally(path, seed, cuts):
    chance = random.Random(seed)
    html = path.read_bytes().decode("utf-8", "replace")
    for _ in range(cuts):
        low, high = sorted((chance.randrange(len(html) + 1), chance.randrange(len(html) + 1)))
        html = html[:low] + chance.choice("<>&\"'=/-!\0 \u3000") + html[min(low + 9, high) :]
    assert_equal(html)


@needs_compiled
@pytest.mark.parametrize(
    "html",
    [
        "",
        "\0",
        "<",
        "<p>\ud800",
        "<title>",
        "<title>a",
        "<style>p{}",
        "<style></style><style>p{}</style><style>b{}</style>",
        "<script>a = 1",
        "<script>" + "é = 1;" * 500_000 + "</script>",
        "<textarea>\nx",
        "<pre>\u200b\n\n \n\xa0x\n",
        "<!--",
        "</p></br></body>x</html>y",
        "<div>" * 200_000 + "deep",
        "<div>" * 50_000 + "deep" + "</div>" * 50_001,
        "<p " + "x" * 200_000,
        "<p class='" + "x" * 5_000_000 + "'>",
        "<p>" + "é" * 5_000_000,
        "<p>" + "&lt;" * 100_000,
        "<p " + " ".join(f"a{i}=" for i in range(5_000)) + ">",
        "".join(f"<x{i}>" for i in range(5_000)),
        "<p>" + " \n" * 100_000,
    ],
    ids=lambda html: repr(html[:20]),
)
def test_hostile_pages_are_read_equally(html):
    assert_equal(html)


@pytest.mark.parametrize("mode", ["compiled", "reference"])
@pytest.mark.parametrize(
    ("html", "texts"),
    [
        ("<p>before</p><embed src=x.pdf><p>after</p>", ["before", "after"]),
        ("<p>before <embed src=x.pdf> after</p>", ["before after"]),
        ("<div><embed><embed>a<b>b</div></embed><p>c", ["a", "b", "c"]),
        ("<p>a</p><object><embed><p>b</p></object><p>c", ["a", "c"]),
        ("<p>a</p><object><embed>b</embed></object><p>c", ["a", "c"]),
        ("<embed></embed><embed/><p>a</p></embed>b", ["a", "b"]),
        ("<embed><script>x</script><p>a</p><style>b</style>", ["a"]),
    ],
)
def test_an_embed_holds_nothing_of_what_follows_it(mode, html, texts):
    with using(mode):
        tree = parse(html, delete=("embed", "object", "script", "style"))
    assert [" ".join(text.split()) for text in tree.text] == texts
    assert "embed" not in tree.tags
    assert tree.closed[0] == len(texts)


@pytest.mark.parametrize("mode", ["compiled", "reference"])
def test_sources_and_word_breaks_hold_nothing_of_what_follows_them(mode):
    page = "<picture><source srcset=a><source srcset=b></source><img></picture><p>a<wbr>b <b>c</b>"
    with using(mode):
        tree = parse(page)
    around = {tree.tag_of(m): tree.tag_of(tree.parent[m]) for m in range(1, len(tree.tag))}
    assert around["source"] == around["img"] == "picture"
    assert around["wbr"] == around["b"] == "p"


@needs_compiled
def test_bytes_that_are_not_utf8_do_no_harm():
    """They are not allowed, and older versions of libxml2 pass them on."""
    with contextlib.suppress(UnicodeDecodeError):
        parse(b"<p>\xff\xe2\x82</p>\xf0<a \xe2=\xf0>\xf0\x90")


DATA_OF_SCRIPTS = (
    "<style>p{color:red}</style><style media=print>i{}</style><style></style><style>b{}</style>"
    "<script type=application/ld+json>"
    + json.dumps(
        {"headline": "Title", "articleBody": "<p>A paragraph of text.\n" * 40 + "<pre>a\nb"}
    )
    + "</script>"
)


@needs_compiled
@pytest.mark.parametrize("mode", ["never", "missing", "always"])
@pytest.mark.parametrize("data", [b"", DATA_OF_SCRIPTS.encode()], ids=["plain", "with data"])
def test_the_tree_is_the_same(data, mode):
    html = (DATA / "news-en.html").read_bytes() + data
    fast = parse(html, DELETE, (), True, mode)
    with using("reference"):
        slow = parse(html, DELETE, (), True, mode)
    assert ("json" in fast.tags) == bool(data and mode != "never")
    assert fast.styles[-2:] == (["p{color:red}", "b{}"] if data else fast.styles[-2:])
    for name in (field.name for field in dataclasses.fields(fast)):
        values, others = getattr(fast, name), getattr(slow, name)
        assert type(values) is type(others) or name == "attributes"
        assert getattr(values, "dtype", None) == getattr(others, "dtype", None)
        assert list(values) == list(others)
    assert fast.head == slow.head


@pytest.mark.parametrize("mode", ["compiled", "reference"])
def test_void_elements_name_the_item_of_microdata_around(mode):
    page = (
        "<p itemscope><meta itemprop=name content=Å><meta itemprop=name content=B><b>"
        "<link itemprop=name content=C></b><meta name=name content=D><link itemprop=name href=E>"
    )
    with using(mode):
        assert parse(page, ["meta", "link"]).names == {3: "Å", 4: "C"}


@pytest.mark.parametrize("mode", ["compiled", "reference"])
@pytest.mark.parametrize(
    ("sheet", "folder"),
    [
        ("./Bridge_files/main.css", "Bridge_files/"),
        ("Die Brücke-Dateien/a.css", "Die Brücke-Dateien/"),
    ]
    + [(sheet, None) for sheet in ("/a_files/b.css", "https://a_files/b.css", "a_files/b/c.css")],
)
def test_the_folder_of_a_saved_page(mode, sheet, folder):
    with using(mode):
        page = f"<link rel='StyleSheet' href='{sheet}'><p>The bridge</p>"
        assert parse(page, ["link"]).head.get("folder") == folder


@needs_compiled
def test_an_exception_within_the_parser_comes_out():
    def refuse(*_: object) -> str:
        raise RuntimeError("no")

    page = b"<title>a</title><p>b" * 3
    with pytest.raises(RuntimeError, match="no"):
        compiled.parse(page, {"title": 1 | 32}, refuse, 99)


@needs_compiled
@pytest.mark.parametrize(("size", "times"), [(1, 20_000), (1_000, 300)])
def test_nothing_is_left_behind(size, times):
    resource = pytest.importorskip("resource")
    html = b"<!DOCTYPE html><title>t</title>" + b"<p class=x>text<img alt=y><pre>a\nb</pre>" * size
    parse(html)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(times):
        module.parse_with_libxml2(html, KINDS)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 16_000  # kB; every reading takes at least 10, or 300 of the longer page


@needs_compiled
def test_names_that_no_other_page_has_are_forgotten():
    """Python 3.12 would keep them if they were interned."""
    resource = pytest.importorskip("resource")
    for page in range(300):
        names = (f"{page}-{i}-{'n' * 50}" for i in range(1_000))
        module.parse_with_libxml2("<p>".join(f"<p {name}>" for name in names), KINDS)
        if page == 30:
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 16_000  # kB


@needs_compiled
@pytest.mark.parametrize("name", ["ÉTÉ", "AÉ", "İ"])
def test_names_of_meta_elements_are_lowered_as_python_does(name):
    """Also where the C type ``char`` has no sign."""
    assert_equal(f"<meta property={name} content=x><meta name={name.lower()} content=y>")


@pytest.mark.parametrize("rest", ["<p>More <b c='x", "<!-- x"])
def test_lone_surrogates_are_question_marks_whatever_the_parser(rest):
    tree = parse(f"<p>{'word ' * 50}\ud800<p>{rest}")
    assert "?" in "".join(tree.text)
    assert "".join(tree.text).encode()


@pytest.mark.parametrize("kind", [str, str.encode])
@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>Boats</p><meta itemprop=image content=h", ["Boats"]),
        ("<p>Boats</p><a href='/x", ["Boats"]),
        ("<p>Boats</p><!-- This site", ["Boats"]),
        ("<p>I <3 boats", ["I <3 boats"]),
    ],
)
def test_a_tag_that_a_page_breaks_off_in_is_no_text(html, text, kind):
    assert parse(kind(html)).text == text


@pytest.mark.parametrize("kind", [str, str.encode])
def test_a_title_that_never_ends_ends_at_the_next_tag(kind):
    body = "<meta name=a content=b><body><h1>Die Brücke</h1><p>Sie ist offen.</p></body>"
    tree = parse(kind(f"<html><head><title>Die Brücke\n{body}"), DELETE - {"head"})
    assert tree.text == ["Die Brücke", "Sie ist offen."]
    assert tree.title == "Die Brücke"
    assert not parse(kind("<title>Die Brücke</title><body><script>x</script>"), DELETE).text
