"""Text to tree to blocks."""

import re

import pytest
from hypothesis import given
from pages import BLOCK_TAGS, EVERY_TAG, blocks, markup

from victor.tree.parse import parse

HELLO = "<p>Hello <b><i>world</i></b>!</p>"


def test_every_tag_splits_as_in_the_thesis():
    made = blocks(HELLO, EVERY_TAG)
    assert list(made.text) == ["Hello", "world", "!"]
    assert made.space_before.tolist() == [True, True, False]


def test_block_level_tags_split():
    assert list(blocks(HELLO).text) == ["Hello world!"]
    assert list(blocks("a<br>b<div>c</div>d").text) == ["a", "b", "c", "d"]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>a &amp; b&nbsp;c &lt;d&gt; &#233;</p>", ["a & b c <d> é"]),
        ("<p>one<!-- comment -->two</p>", ["onetwo"]),
        ("<p>one<?php echo 1 ?>two", ["onetwo"]),
        ("a<!--[if IE]><p>old</p><![endif]-->b", ["ab"]),
        ("<p>x<![CDATA[ y ]]>z</p>", ["xz"]),
        ("<p>a<script>var s = '<p>no</p>';</script>b</p>", ["ab"]),
        ("<script>document.write('<script>x<\\/script>');</script><p>after</p>", ["after"]),
        ("<p>a<wbr>b</p>", ["ab"]),
        ("<p><label>Name</label><input><label>Mail</label><select></select>x", ["Name Mail x"]),
        ("<p>one<p>two<li>three<li>four", ["one", "two", "three", "four"]),
        ("<b><p>mis</b>nested</p>", ["misnested"]),
        ("<pre>first\n\n  second line\nthird</pre>", ["first", "second line", "third"]),
        ('<p>see <img src=x alt="the picture"> here</p>', ["see the picture here"]),
        ("<noscript><p>shown to few</p></noscript>", ["shown to few"]),
        ('<div style="display: none">hidden</div>', ["hidden"]),
        ("<p>\u200b\u00a0</p><p>x</p>", ["x"]),
        ("no markup at all", ["no markup at all"]),
        ("<style>p{}</style><svg><text>t</text></svg>", []),
        ("", []),
        ("   \n ", []),
    ],
)
def test_tidying(html, expected):
    assert list(blocks(html).text) == expected


def test_alternative_text_can_be_left_out():
    assert parse('<img alt="x">', image_text=False).text == []


def test_absurdly_deep_markup():
    made = blocks("<div>" * 200_000 + "deep" + "</div>" * 200_000)
    assert list(made.text) == ["deep"]
    assert made.tree.enclosing_count(made.level)[0] >= 200_000


def test_many_entities_in_one_text_take_no_square_of_time():
    assert len(blocks("<p>" + "&amp; " * 300_000).text[0]) == 599_999


def test_libxml2_stopping_early_is_repaired(monkeypatch):
    from victor.tree import parse as module

    real = module.parse_with_libxml2
    monkeypatch.setattr(
        module, "parse_with_libxml2", lambda html, *rest: (real(html[:20], *rest)[0], False)
    )
    made = blocks("<p>first</p><p>second</p><pre>a\nb</pre><p>x &amp; y</p>")
    assert list(made.text) == ["first", "second", "a", "b", "x & y"]
    assert made.tree.parser == "beautifulsoup"


def test_a_comment_that_never_ends_is_read_by_both_parsers_and_the_longer_taken():
    made = blocks("<p>before</p><!-- <p>inside</p><p>after</p>")
    assert made.text[0] == "before"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>t</p><textarea>x", ["t", "x"]),
        ("<p>t</p><xmp>a\nb", ["t", "a", "b"]),
        ("<p>t</p><plaintext>", ["t"]),
        ("<p>t</p><plaintext><b>x", ["t", "<b>x"]),
        ("<p>a</p><![foo bar]><script>x", ["a"]),
        ("<p>a</p><!-- x <![n b", ["a"]),
        ("<svg><title>drawing</title></svg><p>b", ["b"]),
    ],
)
def test_pages_that_end_in_the_middle(html, expected):
    made = blocks(html)
    assert list(made.text) == expected
    assert made.tree.head.get("title") is None
    assert (made.tree.enclosing_count(made.tree.named(made.tree.tags)) >= 0).all()


def test_hidden_elements_are_marked():
    tree = parse("<p hidden>a</p><p aria-hidden=true>b</p><p style='visibility:hidden'>c</p><p>d")
    assert tree.enclosing_count(tree.hidden).tolist() == [1, 1, 1, 0]


def test_xpath():
    made = blocks("<html><body><div><p>a</p><p>b</p></div><h1>c</h1></body></html>")
    paths = [made.tree.xpath(node) for node in made.node.tolist()]
    assert paths == ["/html/body/div/p[1]", "/html/body/div/p[2]", "/html/body/h1"]


def plain_text(html: str) -> str:
    """All text of a page by lxml's own tree, without white space."""
    from lxml import etree

    parser = etree.HTMLParser(remove_comments=True, remove_pis=True, encoding="utf-8")
    tree = etree.fromstring(f"<html><body>{html}</body></html>".encode(), parser)
    return re.sub(r"[\s\u200b]+", "", "".join(tree.itertext()))


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<span>2026</span><span>2h 36m</span><span>PG</span>", "2026 2h 36m PG"),
        ("<a href=x>Road Running</a><a href=y>Road Racing</a>", "Road Running Road Racing"),
        ("<span>Ships today!</span><span>In stock</span>", "Ships today! In stock"),
        ("<b>AI Search</b><span>$35 per seat</span>", "AI Search $35 per seat"),
        ("<span>12.</span><cite>Quill A</cite>", "12. Quill A"),
        ("<span>2.</span><cite>x86</cite>", "2.x86"),
        ("<span>Thane (rural)</span><span>387</span><i>#4</i>", "Thane (rural) 387 #4"),
        ("<span>It costs 3.</span><span>50 and</span><span>$x</span>", "It costs 3.50 and$x"),
        ("<i>java.util.</i><a>List</a> or <a>on a.b</a><a>c</a>", "java.util.List or on a.b c"),
        ('<i>"Der Hafen"</i><span>Die Schiffe</span>', '"Der Hafen" Die Schiffe'),
        ("<i>Über «Море»</i><span>Корабли</span>", "Über «Море» Корабли"),
        ("<span>“Why not?”</span><a>Ships</a>", "“Why not?” Ships"),
        ('<a>Er: "</a><i>Ja</i><a>"</a><i>s "</i><b>L’</b><i>Île</i>', 'Er: "Ja"s "L’Île'),
        ('<i>"Hafen"</i><span>s, "a"</span><i>B</i>', '"Hafen"s, "a"B'),
        ("<p><b>H</b><b>ello</b> CO<sub>2</sub> <i>un</i><b>do</b>", "Hello CO2 undo"),
        ("<p><span>T</span><span>he</span> <a href=x>see</a><span>, too</span>", "The see, too"),
        ("<p><span>one<b>two</b></span>three", "onetwothree"),
    ],
)
def test_adjacent_elements_are_separate_words(html, text):
    assert list(blocks(html).text) == [text]


_LONG = "The museum opens at nine and shows paintings of th"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        (f"<p><span>{_LONG}e town</span><span>photo by us</span>", f"{_LONG}e town photo by us"),
        (f"<p><span>{_LONG}e water</span><span>and a quay</span>", f"{_LONG}e water and a quay"),
        ("<p><span>min</span><span>minute</span>", "min minute"),
        (f"<pre><span>{_LONG}</span><span>git log</span></pre>", f"{_LONG} git log"),
        ("<p>contact<p><a href=x>Co</a><a href=x>ntact us</a>", "contact Co ntact us"),
        ("<p>contact<p><a href=x>co</a><a href=x>ntact us</a>", "contact contact us"),
        ("<p>We contact<p>co<p><a href=x>co</a><a href=x>ntact</a>", "We contact co contact"),
        (
            "<p>the website<p>web site<p><a>the web</a><a>site</a>",
            "the website web site the web site",
        ),
        ("<p>the website<p><span>web</span><div>site</div>", "the website web site"),
    ],
)
def test_a_word_torn_into_two_elements_is_one(html, text):
    assert " ".join(blocks(html).text) == text


@pytest.mark.parametrize(
    ("mark", "text"),
    [
        ("class='NormalTextRun SCXW1 BCX0'", "for children of all"),
        ("style='font-size:11pt;white-space:pre-wrap;'", "for children of all"),
        ("class=price", "for child ren of all"),
    ],
)
def test_runs_of_word_and_google_docs_have_all_of_their_spaces(mark, text):
    runs = f"<span {mark}>for child</span><span {mark}>ren of all</span>"
    assert list(blocks(f"<p>{runs}</p>").text) == [text]


_FONTS = "<span style='font-family: {}'>{}</span><span style='font-family: {}'>{}</span>"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        (_FONTS.format("SimSun", "今年", "Times", "2009年的展览"), "今年2009年的展览"),
        (_FONTS.format("SimSun", "<font>共有</font>", "Times", "<font>12</font>"), "共有12"),
        ("<span class=a>作者</span><span class=b>李明</span>", "作者 李明"),
        (_FONTS.format("Arial", "Total", "Times", "12"), "Total 12"),
    ],
)
def test_changes_of_the_font_divide_no_word_of_scripts_without_spaces(html, text):
    assert blocks(f"<p>{html}").text == [text]


@given(markup())
def test_text_in_equals_text_out(html):
    """No character is lost, doubled or moved, however a page is cut."""
    page = f"<html><body>{html}</body></html>"
    for plan in (EVERY_TAG, BLOCK_TAGS):
        made = blocks(page, plan)
        assert re.sub(r"[\s\u200b]+", "", "".join(made.text)) == plain_text(html)
        assert all(text == " ".join(text.split()) and text for text in made.text)


@given(markup())
def test_blocks_join_as_they_were_written(html):
    """Blocks of every tag, joined by ``space_before``, give the words of block-level blocks."""
    page = f"<html><body>{html}</body></html>"
    fine, coarse = blocks(page, EVERY_TAG), blocks(page, BLOCK_TAGS)
    joined = "".join(
        (" " if space_before else "") + text
        for text, space_before in zip(fine.text, fine.space_before, strict=True)
    )
    assert joined.split() == " ".join(coarse.text).split()
