"""Text that stands only in a page's JSON."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pages import BLOCK_TAGS, blocks

from victor import config, features, pipeline
from victor.tree.json_state import (
    PROGRAM,
    STATE,
    Script,
    every_passage,
    missing_passages,
    script_kind,
)
from victor.tree.parse import parse

PLANS = {
    mode: pipeline.plan(config.override(BLOCK_TAGS.task, {"preclean": {"json_text": mode}}))
    for mode in ("never", "missing", "always")
}
BODY = " ".join(f"Sentence {i} of the story says something that no menu has." for i in range(8))


def sentences(count, seed=0):
    """Prose that is not the same twice."""
    draw = random.Random(seed)
    words = "river stone letter window garden winter morning paper bridge market".split()
    return " ".join(" ".join(draw.choices(words, k=9)).capitalize() + "." for _ in range(count))


def page(value, body="<p>Menu</p>", kind="application/ld+json"):
    written = json.dumps(value).replace("</", "<\\/").replace("<!", "\\u003c!")
    return f"<body>{body}<script type={kind}>{written}</script></body>"


def texts(html, mode="missing"):
    return list(blocks(html, PLANS[mode]).text)


def test_an_empty_frame_is_filled():
    html = page(
        {"@type": "NewsArticle", "headline": "A Story", "articleBody": f"{BODY}\n\nThe end."}
    )
    assert texts(html) == ["Menu", "A Story", BODY, "The end."]
    assert texts(html, "never") == ["Menu"]


def test_the_text_is_in_a_separate_element():
    made = blocks(page({"articleBody": BODY}), PLANS["missing"])
    inside = features.compute(made, ["container.json", "container.p"], BLOCK_TAGS.task).values
    assert inside.tolist() == [[0, 1], [1, 1]]
    assert made.tree.xpath(int(made.node[1])) == "/json/p"


@pytest.mark.parametrize(
    "html",
    [
        page({"@graph": [{"@type": "WebSite"}, {"@type": "Article", "articleBody": BODY}]}),
        page([{"@type": ["Recipe"], "description": BODY}]),
        page({"props": {"pageProps": {"post": {"content": BODY}}}}, kind="application/json"),
        f"<script>window.__STATE__ = {json.dumps({'text': BODY})};</script>",
        f"<script>var a = 1; window['state'] = {json.dumps({'text': BODY})}; go()</script>",
        f"<script>var post = {json.dumps({'text': BODY})};</script>",
        f"<script>Site.page={json.dumps({'text': BODY})}</script>",
        f"<script>const text = {json.dumps(BODY)}; go()</script>",
        f"<script>window.state = JSON.parse({json.dumps(json.dumps({'text': BODY}))})</script>",
        f"<div data-page='{json.dumps({'props': {'text': BODY}})}'></div>",
        page({"inner": json.dumps({"cooked": BODY})}, kind="text/json"),
    ],
)
def test_places_where_text_is_found(html):
    assert BODY in texts(html)


@pytest.mark.parametrize(
    "html",
    [
        f"<script type=application/ld+json>{{'articleBody': '{BODY}'}}</script>",
        f'<script type=application/ld+json>{{"articleBody": "{BODY}</script>',
        f"<script>window.state = {{text: '{BODY}'}};</script>",
        f'<script type=text/template>{{"articleBody": "{BODY}"}}</script>',
        page({"author": {"description": BODY}, "seo": {"text": BODY}}),
        page({"css": ".a { color: red } " * 30, "code": "if (a) { return b(c) } " * 30}),
        page({"url": "https://a.example/" + "a-long-name-of-a-page-" * 30}),
        page({"numbers": "12 34 5678 90 " * 40}),
        page({"articleBody": "Too short to be worth it."}),
        page("[" * 100_000),
        "<script type=application/json>" + "[" * 100_000 + "</script>",
    ],
)
def test_what_is_not_text_is_skipped(html):
    assert set(texts(html)) <= {"Menu"}


def test_what_the_markup_has_is_not_offered_again():
    value = {"@type": "Article", "headline": "A Story", "articleBody": BODY}
    shown = BODY.replace("story", "<b>story</b>").replace(". ", ".</p>\n<p>")
    html = page(value, f"<p>{shown}</p>")
    assert texts(html) == texts(html, "never")
    assert BODY in texts(html, "always")


def test_a_page_with_text_is_given_its_own_text_alone():
    shown = sentences(100)
    html = page({"@type": "Product", "description": BODY, "articleBody": sentences(9, 1)}, shown)
    assert BODY not in texts(html)
    assert texts(html)[-1] == sentences(9, 1)
    html = page({"@type": "Product", "description": BODY}, shown)
    assert texts(html) == texts(html, "never")
    updates = [{"articleBody": text} for text in ("Half time.", BODY, "Read more")]
    html = page({"@type": "LiveBlogPosting", "liveBlogUpdate": updates}, shown)
    assert texts(html) == [*texts(html, "never"), BODY]


@pytest.mark.parametrize("shown", ["Menu", sentences(100)])
def test_a_description_that_is_the_whole_text_does_not_stand_for_it(shown):
    html = page({"articleBody": BODY, "description": BODY}, f"<p>{shown}</p>")
    assert texts(html).count(BODY) == 1


def test_html_in_strings_is_parsed():
    body = f"<p>First <a href=/x>link</a>.</p><ul><li>{BODY}</ul><script>no()</script><!-- no"
    made = blocks(page({"articleBody": body}), PLANS["missing"])
    assert list(made.text) == ["Menu", "First link.", BODY]
    assert made.tree.xpath(int(made.node[2])) == "/json/div/ul/li"
    assert made.link_share[1] > 0


def test_what_a_string_leaves_open_ends_with_it():
    strings = [f"<div><p>{BODY}<b>", f"<p>{sentences(9)}</p></div></div>"]
    made = blocks(page({"posts": [{"cooked": text} for text in strings]}), PLANS["missing"])
    paths = [made.tree.xpath(int(node)) for node in made.node]
    assert paths[1:] == ["/json/div[1]/div/p", "/json/div[2]/p"]


def test_entities_are_read_once_or_twice():
    for text in ("Tom &amp; Ann. ", "&lt;p&gt;Tom &amp;amp; Ann. "):
        html = page({"articleBody": text + BODY})
        assert texts(html)[1] == f"Tom & Ann. {BODY}"


def test_a_title_appears_once_and_not_if_the_page_has_it():
    course = {"name": "The course", "description": BODY, "text": sentences(9)}
    assert texts(page(course)) == ["Menu", "The course", BODY, sentences(9)]
    assert texts(page(course, "<h1>The course</h1>")) == ["The course", BODY, sentences(9)]


def test_the_order_is_that_of_the_json_and_each_string_comes_once():
    posts = [{"text": sentences(4, i)} for i in range(5)]
    value = {"posts": [*posts, posts[0]], "again": {"deep": posts}}
    assert texts(page(value))[1:] == [post["text"] for post in posts]


def test_a_short_string_is_prose_if_it_has_paragraphs_even_escaped_ones():
    short = [f"{one}Not a name of anything{end}" for one, end in (("<p>", "</p>"), ("&lt;p>", ""))]
    script = Script(STATE, json.dumps([*short, "Not a name of anything", "x" * 60]))
    assert [one.plain for one in every_passage([script], ())] == ["Not a name of anything"]
    assert every_passage([Script(STATE, json.dumps(["Not a name of anything"] * 9))], ()) == []


@pytest.mark.parametrize("kind", [["Comment"], {"name": "Comment"}, 1, None])
def test_an_object_whose_type_is_no_name_has_no_body(kind):
    script = Script(STATE, json.dumps({"@type": kind, "text": BODY}))
    assert [one.is_body for one in every_passage([script], ())] == [False]


def test_scripts_without_spaces():
    body = "今日は天気がとても良いので、公園まで歩いて行きました。花が咲いていました。" * 10
    assert texts(page({"text": body})) == ["Menu", body]


def test_half_a_surrogate_pair_is_a_question_mark():
    html = page({"articleBody": BODY}).replace("Sentence 0", "\\ud800 Sentence 0\\u0000")
    assert texts(html)[1].startswith("? Sentence 0\ufffd of")


def test_variables_give_no_messages_and_nothing_to_a_page_with_an_article():
    message = "Sign in to add this film to your list of things to watch."
    script = f"<script>var state = {json.dumps([message, message * 2, {'text': BODY}])}</script>"
    assert texts(f"<p>Menu</p>{script}") == ["Menu", BODY]
    article = sentences(30)
    assert texts(f"<p>{article}</p>{script}") == [article]


def test_a_script_that_is_too_large_is_not_read():
    large = Script(STATE, json.dumps({"text": BODY, "more": " " * 3_000_000}))
    assert every_passage([large], ()) == []


def test_an_assignment_within_an_assignment_takes_no_square():
    text = 'window.a=["' * 50_000
    assert every_passage([Script(PROGRAM, text)], ()) == []


@pytest.mark.parametrize(
    ("attributes", "kind"),
    [
        ({"type": "application/ld+json"}, "schema"),
        ({"type": "Application/JSON", "id": "__NEXT_DATA__"}, "state"),
        ({}, "program"),
        ({"src": "a.js"}, ""),
        ({"type": "text/html"}, ""),
        ({"type": "importmap"}, ""),
    ],
)
def test_kinds_of_scripts(attributes, kind):
    assert script_kind(attributes) == kind


def test_the_second_parser_finds_scripts_too():
    html = page({"articleBody": BODY}) + "<p>x" + "<" * 3 + "\x00<!-- never closed"
    assert BODY in parse(html, ["script"], json_text="missing").text


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text() | st.just(BODY),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_any_json_is_read(value):
    tree = parse(page(value), ["script"], json_text="always")
    assert tree.text[0] == "Menu"
    missing = missing_passages([Script(STATE, json.dumps(value))], (), [])
    assert (BODY in [one.plain for one in missing]) == (BODY in "\n".join(tree.text[1:]))
