"""The type of a page, from its markup and the shape of its text."""

import numpy as np
import pytest
from conftest import DATA
from hypothesis import given, settings
from hypothesis import strategies as st
from pages import blocks

import victor
from victor.document.page_type import TYPES, WEIGHTS, measures, page_type, words

CLEANER = victor.load("web")

SENTENCES = {
    "en": "The council agreed on Tuesday to repair the old bridge before the winter begins. ",
    "de": "Der Rat hat am Dienstag beschlossen, die alte Brücke vor dem Winter zu erneuern. ",
    "ru": "Совет решил во вторник отремонтировать старый мост до наступления зимы этого года. ",
    "ar": "قرر المجلس يوم الثلاثاء إصلاح الجسر القديم قبل حلول فصل الشتاء في هذا العام. ",
}
SHELVES = {"en": "Oak shelf", "de": "Eichenregal", "ru": "Дубовая полка", "ar": "رف من البلوط"}


def found(html: str | bytes, url: str | None = None) -> tuple[str, float]:
    result = CLEANER.clean(html)
    return page_type(
        result.block_columns.tree, result.block_columns, result.labels.y != result.task.other, url
    )


def article(language):
    paragraphs = "".join(f"<p>{SENTENCES[language] * 6}</p>" for _ in range(12))
    return (
        f'<html lang="{language}"><head><title>{SENTENCES[language]}</title>'
        '<meta property="og:type" content="article">'
        '<meta property="article:published_time" content="2026-03-14"></head>'
        '<body class="single single-post"><main><article class="post"><h1 class="entry-title">'
        f'{SENTENCES[language]}</h1><div class="entry-content">{paragraphs}</div></article></main>'
    )


def product(language):
    name, text = SHELVES[language], SENTENCES[language]
    card = f'<li class="product-card"><img src="b.jpg"><a href="/p/2">{name} 2</a> €89.00</li>'
    row = f"<tr><th>{name}</th><td>120 cm</td></tr>"
    return (
        f'<html lang="{language}"><head><title>{name}</title>'
        '<meta property="og:type" content="product">'
        '<meta property="product:price:amount" content="129"></head>'
        '<body class="single-product woocommerce"><nav class="breadcrumbs"><a href="/">1</a> '
        f'<a href="/p">2</a></nav><main><div class="product-gallery">{"<img src=a.jpg>" * 4}</div>'
        f'<div class="product"><h1 class="product_title">{name}</h1><p class="price">€129.00</p>'
        '<form class="cart"><input class="quantity" name="quantity">'
        '<button class="add-to-cart">+</button></form>'
        f'<div class="product-description"><p>{text * 3}</p><table>{row * 5}</table></div></div>'
        f'<ul class="related-products">{card * 6}</ul></main>'
        '<script type="application/ld+json">{"@type": "Product", "offers": {"@type": "Offer"}}'
        "</script>"
    )


def thread(language):
    post = (
        '<article class="topic-post" itemprop="comment"><div class="topic-avatar"></div>'
        '<a class="username" href="/u/x">x</a><time datetime="2026-03-14">14.3.</time>'
        f'<div class="cooked post"><p>{SENTENCES[language]}</p></div>'
        '<button class="reply">+</button></article>'
    )
    return (
        f'<html lang="{language}"><head><title>{SHELVES[language]}</title>'
        '<meta name="generator" content="Discourse 3.1"></head><body class="crawler">'
        f'<h1>{SHELVES[language]}</h1><div class="topic-body">{post * 15}</div>'
        '<script type="application/ld+json">{"@type": "DiscussionForumPosting"}</script>'
    )


@pytest.mark.parametrize("language", SENTENCES)
@pytest.mark.parametrize(
    ("page", "expected"), [(article, "article"), (product, "product"), (thread, "forum")]
)
def test_a_type_is_found_in_any_language(page, expected, language):
    assert found(page(language))[0] == expected


@pytest.mark.parametrize("name", ["news-en", "news-de", "news-ru", "news-zh", "news-ar", "blog-fr"])
def test_news_and_blogs_are_articles(name):
    assert found((DATA / f"{name}.html").read_bytes())[0] == "article"


@pytest.mark.parametrize(
    "name", ["documentation-en", "forum-en", "listing-it", "product-es", "service-cs"]
)
def test_clear_pages_of_other_types_are_found(name):
    kind, probability = found((DATA / f"{name}.html").read_bytes())
    assert kind == name.partition("-")[0]
    assert probability > 0.5


def test_the_url_counts():
    html = f"<body><h1>Oak</h1><p>{SENTENCES['en'] * 3}</p>"
    result = CLEANER.clean(html)
    tree, parts = result.block_columns.tree, result.block_columns
    without, with_url = words(tree, None), words(tree, "https://docs.example.org/api/reference")
    assert set(without) < set(with_url)
    content = np.ones(len(parts), bool)
    assert page_type(tree, parts, content, "https://x.example/docs/api/") != page_type(
        tree, parts, content, "https://x.example/forum/thread/12"
    )


def test_a_page_without_text_has_a_type():
    for html in ("", "<p></p>", "<html><head><title>Leer</title></head></html>"):
        made = blocks(html)
        kind, probability = page_type(made.tree, made, np.zeros(len(made), bool))
        assert kind in TYPES
        assert 0 < probability <= 1


def test_the_metadata_of_a_page_without_text_state_no_type():
    cleaner = victor.load("web")
    assert cleaner.clean(b"").metadata.page_type is None
    assert cleaner.clean(article("de")).metadata.page_type in TYPES


def test_a_page_without_content_has_a_type():
    made = blocks(article("de"))
    assert page_type(made.tree, made, np.zeros(len(made), bool))[0] in TYPES


@pytest.mark.parametrize(
    "url",
    [
        "",
        "://",
        "http://",
        "https://[",
        "mailto:x",
        "/a/b",
        "https://é.例え/ü?x#y",
        "\udc80://\udc80/",
    ],
)
def test_no_url_raises(url):
    made = blocks("<p>Guten Tag</p>")
    assert page_type(made.tree, made, np.ones(len(made), bool), url)[0] in TYPES


@settings(deadline=None, max_examples=50)
@given(st.text(max_size=300))
def test_no_json_ld_raises(text):
    for data in (text, f'{{"@type": {text}', f'"@type":"{text}"' * 3):
        made = blocks(
            f'<script type="application/ld+json">{data}</script><p class="{text}">Olá</p>'
        )
        assert page_type(made.tree, made, np.ones(len(made), bool))[0] in TYPES


def test_broken_json_ld_is_read():
    def hashes(data):
        html = f'<script type="application/ld+json">{data}</script><p>Dobrý den</p>'
        return set(words(blocks(html).tree, None).tolist())

    valid = hashes('{"@type": "Product"}')
    assert valid > hashes("{}")
    assert hashes('{"@type" : ["https://schema.org/Product", ], // a shop\n') == valid


def test_the_time_for_huge_attributes_is_bounded():
    many = "".join(f'<p class="a{"b" * (i % 50)}c" id="{i}">x</p>' for i in range(20_000))
    made = blocks(f'<body class="{"w " * 500_000}">{many}')
    assert len(words(made.tree, "https://a.example/" + "x/" * 500_000)) < 50_000


def test_the_weights_fit_the_measures():
    made = blocks("<p>Bonjour</p>")
    count = len(measures(made, np.ones(1, bool)))
    with np.load(WEIGHTS, allow_pickle=False) as arrays:
        assert arrays["thresholds"].shape[0] == count
        assert arrays["steps"].shape == (arrays["thresholds"].size, len(TYPES))
        assert arrays["words"].shape == (len(arrays["known"]), len(TYPES))
        assert (np.diff(arrays["known"].astype(np.int64)) > 0).all()
    assert WEIGHTS.stat().st_size < 300_000


def test_the_same_page_has_the_same_probability():
    html = thread("ru")
    assert found(html) == found(html)
