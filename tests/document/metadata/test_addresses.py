"""Addresses that pages state for themselves."""

import pytest
from metadata_pages import ARTICLE, BODY, URL, article, json_ld, page
from pages import blocks

from victor.document.metadata.names import names_in
from victor.document.metadata.reader import read_metadata


@pytest.mark.parametrize(
    ("canonical", "alone", "at_home"),
    [
        ("https://tide.example/b", "https://tide.example/b", "https://tide.example/b"),
        ("//tide.example/b", "https://tide.example/b", "https://tide.example/b"),
        ("/news/b", None, "https://tide.example/news/b"),
        ("b?page=2", None, "https://tide.example/news/2024/05/17/b?page=2"),
        ("www.tide.example/b", None, URL),
        ("/", None, URL),
        ("http://[bad", None, URL),
        ("https://", None, URL),
    ],
)
@pytest.mark.parametrize(
    "head", ["<link rel=canonical href='{}'>", "<meta property=og:url content='{}'>"]
)
def test_the_address_of_a_page_is_absolute_or_none(head, canonical, alone, at_home):
    assert page(head.format(canonical)).url == at_home
    made = blocks(f"{head.format(canonical)}{BODY}")
    assert made.tree.url == alone
    assert read_metadata(made.tree, made.tree.url, None, made).url == alone
    assert read_metadata(made.tree, None, None, made).url == alone


def test_of_two_stated_addresses_the_absolute_one_counts():
    head = "<link rel=canonical href=/b><meta property=og:url content='https://tide.example/b'>"
    assert blocks(head + BODY).tree.url == "https://tide.example/b"
    based = "<base href=https://tide.example/a/><link rel=canonical href=b>"
    assert blocks(based + BODY).tree.url == "https://tide.example/a/b"


def test_the_name_of_a_host_is_a_title_only_without_another():
    head = "<meta name=dc.title content=insel.example><title>Die Fähre - Der Hafen</title>"
    assert page(head, "<p>Text", "").title == "Die Fähre - Der Hafen"
    assert page("<title>Node.js</title>", "<p>Text", "").title == "Node.js"


def test_what_systems_state_for_themselves_is_no_tag():
    internal = "content-type: Round-up", "locale: US", "contentId: 15cd344d", "Access: Meter"
    internal += "hasProduct: true", "shortTitle: Ferries", "displayType: listicle"
    topics = "X-Men: Days of the Tide", "iPhone: a history", "Access: a film", "Locale: the harbour"
    item = article(keywords=[*internal, *topics])
    assert page(json_ld(item)).tags == topics
    item = article(keywords="WC: 1000, Ports, Trade")
    assert page(json_ld(item)).tags == ("Ports", "Trade")


@pytest.mark.parametrize(
    ("keywords", "tags"),
    [
        ("港口 大桥 经济政策 国务院", ("港口", "大桥", "经济政策", "国务院")),
        ("港口 大桥", ("港口 大桥",)),
        ("港口 大桥 经济 政策,国务院", ("港口 大桥 经济 政策", "国务院")),
        ("boats ferries bridges tides", ("boats ferries bridges tides",)),
    ],
)
def test_chinese_keywords_may_have_spaces_between(keywords, tags):
    assert page(f"<meta name=keywords content='{keywords}'>", lang="zh").tags == tags


def test_who_took_a_photograph_is_not_the_author():
    byline = "<p class=author>Photograph by Ada Quill, Harbour Pictures</p><p>By Ben Oak</p>"
    assert page(ARTICLE, f"<h1>Harbour bridge opens</h1>{byline}").authors == ("Ben Oak",)
    assert names_in("By Ima Photos") == ["Ima Photos"]
