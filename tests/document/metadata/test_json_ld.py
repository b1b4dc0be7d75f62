"""Objects of JSON-LD, broken ones too."""

import json

import pytest
from metadata_pages import BODY, URL, article, json_ld, page

from victor.document.metadata.schema import read_objects, texts


@pytest.mark.parametrize(
    "script",
    [
        '{"@type": "NewsArticle", "headline": "Harbour bridge opens",}',
        '{"@type": "NewsArticle", /* ours */ "headline": "Harbour bridge opens"}',
        '// ours\n{"@type": "NewsArticle", "headline": "Harbour bridge opens"',
        '<!-- {"@type": "NewsArticle", "headline": "Harbour\nbridge opens"} -->',
        "{&quot;@type&quot;: &quot;NewsArticle&quot;, &quot;headline&quot;:"
        " &quot;Harbour bridge opens&quot;}",
        '{"@type": "WebSite"} {"@type": "NewsArticle", "headline": "Harbour bridge opens"}',
        '{"@graph": [{"@type": "WebSite"}, {"@type": ["Thing", "https://schema.org/BlogPosting"],'
        ' "headline": "Harbour bridge &#111;pens"}]}',
        '{"@type": "WebPage", "mainEntity": {"@type": "Article", "headline": "Harbour bridge'
        ' opens"}}',
    ],
)
def test_broken_and_nested_json_ld_is_read(script):
    found = page(json_ld(script))
    assert (found.title, found.sources["title"]) == ("Harbour bridge opens", "json-ld")


def test_quotation_marks_that_are_not_escaped_stay_in_the_text():
    objects = read_objects(['{"@type": "Article", "headline": "The "old" bridge", "x": 1'])
    assert objects[0]["headline"] == 'The "old" bridge'


@pytest.mark.parametrize("tail", ["}", ",}"])
def test_surrogates_are_characters_in_pairs_only(tail):
    headline = r'"headline": "Harbour \ud83d\ude00 bridge \ud800opens"'
    found = page(json_ld('{"@type": "NewsArticle", ' + headline + tail))
    assert found.title == "Harbour 😀 bridge opens"


def test_values_nest_to_any_depth():
    value = {"name": ["Ada", {"@value": "Bo"}, ["Carl"]]}
    assert list(texts(value)) == ["Ada", "Bo"]
    for _ in range(3_000):
        value = {"name": [value]}
    assert list(texts(value)) == []


def test_the_object_about_the_page_is_preferred():
    others = [article(headline=f"Other {i}", url=f"https://tide.example/{i}") for i in range(3)]
    mine = article(author={"@id": "#ada"}, url=URL + "?from=feed", datePublished="2024-05-18")
    person = {"@type": "Person", "@id": "#ada", "name": "Ada Quill"}
    found = page(json_ld({"@graph": [*others, mine, person]}))
    assert (found.authors, found.date) == (("Ada Quill",), "2024-05-18")
    assert page(json_ld(others)).title is None


def test_dates_of_comments_and_organisations_do_not_count():
    comment = {"@type": "Comment", "dateCreated": "2020-01-01", "author": {"name": "Carl"}}
    founded = {"@type": "Organization", "datePublished": "1999-01-01", "name": "Tide Ltd"}
    found = page(json_ld(founded, comment), url=None)
    assert (found.date, found.authors) == (None, ())


def _counted(value):
    text = value if isinstance(value, str) else json.dumps(value)
    return f"<meta name=parsely-page content='{text}'>"


@pytest.mark.parametrize("key", ["author", "authors"])
def test_the_object_for_statistics_has_authors_that_nothing_else_states(key):
    head = _counted({key: ["Ada Quill", "Ben Ink"]})
    assert page(head).authors == ("Ada Quill", "Ben Ink")
    assert page(head + "<meta name=author content='Bo Ray'>").authors == ("Bo Ray",)
    byline = "<h1>Bridge</h1><a rel=author href=/b>Bo Ray</a>"
    assert page(head, byline + BODY).authors == ("Bo Ray",)


def test_the_object_for_statistics_has_the_day_of_publication():
    built = "<meta property=article:published_time content='{}'>"
    head = _counted({"pub_date": "2024-05-17T04:00:00Z"})
    assert page(head, url=None).date == "2024-05-17T04:00:00Z"
    assert page(head + built.format("2009-09-02"), url=None).date == "2024-05-17T04:00:00Z"
    local = "2024-05-16T23:00:00-05:00"
    assert page(head + built.format(local), url=None).date == local


@pytest.mark.parametrize(
    "value", ["", "[]", "null", "{", '"x"', {"pub_date": 3, "author": {}}, [[]]]
)
def test_an_object_for_statistics_that_is_none_states_nothing(value):
    found = page(_counted(value), url=None)
    assert (found.authors, found.date) == ((), None)
