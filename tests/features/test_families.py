"""Families about structure and names: examples worked out by hand, and plain references."""

import dataclasses
import re
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from pages import BLOCK_TAGS, EVERY_TAG, blocks, markup, text_of, texts

from victor import config, features, pipeline
from victor.features.attribute import cues

TASK = BLOCK_TAGS.task
NEW = ("ancestor", "repeat", "attribute", "title", "landmark", "shape", "generator")


def column(page, name, task=TASK):
    return features.compute(page, [name], task).values[:, 0].tolist()


def chain(tree, element):
    """An element and those above it, from the inside out, without the root."""
    while element:
        yield element
        element = int(tree.parent[element])


def first_text(page, block):
    return int(page.tree.node[page.first[block]])


def held(page, element):
    """The blocks that have a text inside an element; all for None."""
    return [
        i
        for i in range(len(page))
        if element is None
        or any(
            element in chain(page.tree, int(page.tree.node[text]))
            for text in range(page.first[i], page.first[i + 1])
        )
    ]


def test_the_shared_settings_have_bins_for_every_column():
    task = config.override(TASK, {"features": [f"{family}.*" for family in NEW]})
    template = {"windows": [{"columns": ["*"]}]}
    plan = pipeline.plan(config.override(task, {"template": template}))
    assert {name.partition(".")[0] for name in plan.columns} == set(NEW)


# ancestor


def test_ancestors_by_example():
    page = blocks(
        "<body><div><p>One two three. Four.</p><p>Five <a href=x>six</a></p></div>"
        "<ul><li><a href=x>seven</a></li><li><a href=x>eight</a></li></ul></body>"
    )
    assert column(page, "ancestor.words_1") == pytest.approx([4 / 8, 2 / 8, 1 / 8, 1 / 8])
    assert column(page, "ancestor.words_2") == pytest.approx([6 / 8, 6 / 8, 2 / 8, 2 / 8])
    assert column(page, "ancestor.words_3") == [1, 1, 1, 1]  # body
    assert column(page, "ancestor.block_words_2") == [3, 3, 1, 1]
    assert column(page, "ancestor.sentences_2") == [1, 1, 0, 0]
    # "Five six" has three of its seven letters in the link.
    linked = 2 * 3 / 7
    assert column(page, "ancestor.link_2") == pytest.approx([linked / 6, linked / 6, 1, 1])
    assert column(page, "ancestor.p_words_2") == [1, 1, 0, 0]
    assert column(page, "ancestor.p_words_3") == pytest.approx([6 / 8] * 4)


def test_the_outermost_ancestor_stands_in_for_those_above_it():
    page = blocks("<html><body><p>one</p><div>two</div></body></html>")
    assert column(page, "ancestor.words_1") == [0.5, 0.5]
    for level in (2, 3, 4, 5):  # body, html, and html again
        assert column(page, f"ancestor.words_{level}") == [1, 1]


def test_inline_elements_are_no_level():
    page = blocks("<div><span><b>one</b></span> two</div><p>three four</p>", EVERY_TAG)
    assert column(page, "ancestor.words_1", EVERY_TAG.task) == [0.5, 0.5, 0.5]


@given(markup())
def test_ancestors_against_walking_up(html):
    for plan in (EVERY_TAG, BLOCK_TAGS):
        page = blocks(html, plan)
        tags = plan.task.tag_classes["block"]
        for i in range(len(page)):
            above = [
                e
                for e in chain(page.tree, first_text(page, i))
                if page.tree.tags[page.tree.tag[e]] in tags
            ] or [None]
            for level in (1, 2, 5):
                inside = held(page, above[min(level, len(above)) - 1])
                words = page.words[inside].sum()
                found = column(page, f"ancestor.words_{level}", plan.task)[i]
                assert found == pytest.approx(words / max(page.words.sum(), 1))
                found = column(page, f"ancestor.block_words_{level}", plan.task)[i]
                assert found == pytest.approx(words / len(inside))


# repeat


def test_repeated_structure_by_example():
    page = blocks(
        "<div class=top>Menu</div>"
        "<ul class=list><li class=a>one two</li><li class=b>three</li><li class=a>"
        "<a href=x>four five</a></li></ul><p>six</p>"
    )
    assert column(page, "repeat.class_count") == [1, 2, 1, 2, 1]
    assert column(page, "repeat.tag_count") == [1, 3, 3, 3, 1]
    assert column(page, "repeat.class_words") == pytest.approx([1 / 7, 4 / 7, 1 / 7, 4 / 7, 1 / 7])
    assert column(page, "repeat.tag_words") == pytest.approx([1 / 7, 5 / 7, 5 / 7, 5 / 7, 1 / 7])
    assert column(page, "repeat.class_link") == [0, 0.5, 0, 0.5, 0]
    assert column(page, "repeat.tag_link") == pytest.approx([0, 0.4, 0.4, 0.4, 0])
    assert column(page, "repeat.class_span") == pytest.approx([0, 2 / 5, 0, 2 / 5, 0])
    assert column(page, "repeat.class_block_words") == [1, 2, 1, 2, 1]
    assert column(page, "repeat.tag_block_words") == pytest.approx([1, 5 / 3, 5 / 3, 5 / 3, 1])


def test_three_steps_count_and_no_fourth():
    piece = "<section><div><ul><li>one</li></ul></div></section>"
    page = blocks(f"{piece}<main><div><ul><li>two</li></ul></div></main><ol><li>three</li></ol>")
    assert column(page, "repeat.tag_count") == [2, 2, 1]


@given(markup())
def test_repeats_against_a_counter(html):
    for plan in (EVERY_TAG, BLOCK_TAGS):
        page = blocks(html, plan)
        keys = [
            tuple(page.tree.tags[page.tree.tag[e]] for e in chain(page.tree, int(node)))[:3]
            for node in page.node
        ]
        counts = Counter(keys)
        for kind in ("class", "tag"):  # the pages drawn have no classes
            found = column(page, f"repeat.{kind}_count", plan.task)
            assert found == [counts[key] for key in keys]
            last = {key: i for i, key in enumerate(keys)}
            spans = [(last[key] - keys.index(key)) / len(page) for key in keys]
            assert column(page, f"repeat.{kind}_span", plan.task) == pytest.approx(spans)


# attribute


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ("post-body", {"content", "thread"}),
        ("entryContent", {"content"}),
        ("HTMLContent", {"content"}),
        ("user_comments", {"comment"}),
        ("read-more", {"related"}),
        ("sideBar", {"sidebar"}),
        ("https://schema.org/BreadcrumbList", {"navigation"}),
        ("datePublished", {"byline"}),
        ("header gadget mainly", set()),
        ("", set()),
    ],
)
def test_cues_are_whole_words(value, names):
    every = [name for name in features.known("attribute", TASK) if "_near" not in name]
    assert {name for i, name in enumerate(every) if cues([value])[0] >> i & 1} == names


def test_cues_of_many_values_are_those_of_each():
    values = [
        "nav main",
        "",
        "read more",
        "x\nread-more",
        "Überschrift-nav",
        "più",
        "nav",
        "mainNav",
    ]
    assert cues(values).tolist() == [int(cues([value])[0]) for value in values]
    assert cues([]).tolist() == []


def test_attributes_by_example():
    page = blocks(
        "<body class=widget><div id=comments><div><ul class='nav x'><li><p>deep</p></li></ul></div>"
        "<p>shallow</p></div><article itemtype='https://schema.org/Product'>"
        "<p>text <span class=price>12</span></p></article></body>"
    )
    assert column(page, "attribute.comment") == [1, 1, 0]
    assert column(page, "attribute.comment_near") == [0, 1, 0]
    assert column(page, "attribute.navigation") == [1, 0, 0]
    assert column(page, "attribute.navigation_near") == [1, 0, 0]
    assert column(page, "attribute.product") == [0, 0, 1]
    assert column(page, "attribute.sidebar") == [
        0,
        0,
        0,
    ]  # a class of the body


def test_a_cue_inside_a_block_is_not_near_it():
    page = blocks("<p>by <span class=author>A. B.</span></p>")
    assert column(page, "attribute.byline") == [1]
    assert column(page, "attribute.byline_near") == [0]


@given(markup())
def test_cues_against_walking_up(html):
    page = blocks(html.replace("<div>", "<div class=ad>").replace("<b>", "<b id=ad>"))

    def named(elements):
        return any(set(page.tree.attributes[e].values()) & {"ad"} for e in elements)

    near = [named(list(chain(page.tree, int(node)))[:3]) for node in page.node]
    assert column(page, "attribute.ad_near") == near
    anywhere = [
        any(named(chain(page.tree, int(node))) for node in page.tree.node[low:high])
        for low, high in zip(page.first, page.first[1:], strict=False)
    ]
    assert column(page, "attribute.ad") == anywhere


# title


def test_titles_by_example():
    page = blocks(
        "<title>A new Day | Site</title><meta property=og:title content='A new day'>"
        "<p>Site</p><h1>A New<br>Day</h1><h2>A NEW day!</h2><p>The day after</p><h1>Second</h1>"
    )
    assert list(page.text) == ["Site", "A New", "Day", "A NEW day!", "The day after", "Second"]
    assert column(page, "title.overlap") == pytest.approx([1, 1, 1, 1, 1 / 3, 0])
    assert column(page, "title.covered") == [0.25, 0.5, 0.25, 0.75, 0.25, 0]
    assert column(page, "title.og_covered") == pytest.approx([0, 2 / 3, 1 / 3, 1, 1 / 3, 0])
    assert column(page, "title.h1_covered") == pytest.approx([0, 2 / 3, 1 / 3, 1, 1 / 3, 0])
    assert column(page, "title.same_as_title") == [0, 0, 0, 1, 0, 0]
    assert column(page, "title.is_h1") == [0, 1, 1, 0, 0, 0]
    assert column(page, "title.after_h1") == [0, 1, 1, 1, 1, 1]
    assert column(page, "title.from_h1") == [-1, 0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    "top", ["<h1>Harbor Gazette</h1>", "<p>Harbor Gazette</p>", "<h1>Local news</h1>"]
)
def test_a_heading_with_the_title_of_the_page_is_its_h1(top):
    page = blocks(
        "<title>Old bridge reopens on Monday | Harbor Gazette</title>"
        f"{top}<nav><h3><a href=/a>Old bridge reopens on Monday</a></h3></nav>"
        "<article><h2>Old bridge reopens on Monday</h2><p>The ferry stops.</p></article>"
    )
    assert column(page, "title.is_h1") == [0, 0, 1, 0]
    assert column(page, "title.h1_covered") == [0, 1, 1, 0]
    assert column(page, "title.from_h1") == [-2, -1, 0, 1]
    assert column(page, "landmark.steps_to_h1") == [1, 2, 0, 1]


@pytest.mark.parametrize(
    "h1",
    [
        "Old bridge reopens on Monday",  # the title itself
        "The old bridge finally reopens",  # the same in other words
    ],
)
def test_an_h1_like_the_title_stays(h1):
    page = blocks(
        "<title>Old bridge reopens on Monday</title>"
        f"<h1>{h1}</h1><p>The ferry stops.</p><h2>Old bridge reopens on Monday</h2>"
    )
    assert column(page, "title.is_h1") == [1, 0, 0]


def test_a_short_heading_is_no_title():
    page = blocks("<title>Bridge news</title><h1>Gazette</h1><h2>Bridge news</h2>")
    assert column(page, "title.is_h1") == [1, 0]


def test_a_page_without_titles():
    page = text_of("one", "two")
    names = [f"title.{name}" for name in features.known("title", TASK)]
    values = features.compute(page, names, TASK).values
    expected = [0.5 if name == "title.after_h1" else 0 for name in names]
    assert values.tolist() == [expected, expected]


def test_titles_without_spaces_share_characters():
    page = blocks("<title>今日は晴れ</title><p>今日は雨</p><p>今日は晴れ</p>")
    assert column(page, "title.overlap") == [0.75, 1]
    assert column(page, "title.covered") == pytest.approx([3 / 5, 1])
    assert column(page, "title.same_as_title") == [0, 1]


def test_long_blocks_share_nothing():
    page = blocks(f"<title>word</title><p>{'word ' * 40}</p><p>{'word ' * 41}</p>")
    assert column(page, "title.overlap") == [1, 0]


@given(texts)
def test_overlap_against_sets(lines):
    words = {"hello", "world", "42", "x1", "don", "a"}
    escaped = (line.replace("&", "&amp;").replace("<", "&lt;") for line in lines)
    body = "".join(f"<p>{line}</p>" for line in escaped)
    page = blocks(f"<title>{' '.join(words)}</title>{body}")
    overlap, covered = column(page, "title.overlap"), column(page, "title.covered")
    for i, text in enumerate(page.text):
        if text.isascii():
            tokens = re.findall(r"\w+", text.lower())
            hits = [token for token in tokens if token in words]
            assert overlap[i] == pytest.approx(len(hits) / max(len(tokens), 1))
            assert covered[i] == pytest.approx(len(set(hits)) / len(words))


def test_words_of_the_description():
    page = blocks("<meta name=description content='Fine shoes'><p>Fine shoes</p><p>Fine day</p>")
    assert column(page, "title.in_description") == [1, 0.5]


# landmark


def test_landmarks_by_example():
    page = blocks(
        "<body><p>menu one</p><main><div><h1>two</h1></div><article>three four"
        "<article>five</article></article><article></article><article>six</article></main></body>"
    )
    assert list(page.text) == ["menu one", "two", "three four", "five", "six"]
    assert column(page, "landmark.outside_main") == [1, 0, 0, 0, 0]
    assert column(page, "landmark.articles") == [2] * 5
    assert column(page, "landmark.article_number") == [0, 0, 1, 1, 2]
    assert column(page, "landmark.article_words") == pytest.approx([0, 0, 3 / 7, 3 / 7, 1 / 7])
    assert column(page, "landmark.outside_articles") == [1, 1, 0, 0, 0]
    assert column(page, "landmark.steps_to_h1") == [1, 0, 1, 2, 1]


def test_pages_without_landmarks():
    page = blocks("<p>one</p><div role=main></div>")
    names = [f"landmark.{name}" for name in features.known("landmark", TASK)]
    assert features.compute(page, names, TASK).values.tolist() == [[0, 0, 0, 0, 0, 12]]


@given(markup())
def test_steps_to_the_heading_against_walking_up(html):
    page = blocks(html.replace("<b>", "<h1>").replace("</b>", "</h1>"))
    tree = page.tree
    headings = [e for e in range(len(tree.tag)) if tree.tags[tree.tag[e]] == "h1"]
    headings = [e for e in headings if tree.closed[e] > tree.opened[e]]
    holds = {-1, *chain(tree, headings[0])} if headings else set()
    for node, found in zip(page.node.tolist(), column(page, "landmark.steps_to_h1"), strict=True):
        path = [*chain(tree, node), -1]
        steps = next((i for i, e in enumerate(path) if e in holds), 12)
        assert found == min(steps, 12)


# shape


def test_shape_by_example():
    words = "word " * 20
    page = blocks(
        f"<h1>one</h1><h2></h2><p>{words}</p><ul><li><a href=x>two</a></li><li>three</li></ul>"
        "<form>four</form><table><td>five</table>"
    )
    expected = {
        "p_share": 20 / 25,
        "long_share": 20 / 25,
        "median_words": 1,
        "heading_count": 1,
        "list_share": 2 / 25,
        "form_share": 1 / 25,
        "table_share": 1 / 25,
    }
    kinds = ("article", "product", "listing", "home", "forum", "document")
    expected |= {f"said_{kind}": 0 for kind in kinds}
    assert set(features.known("shape", TASK)) == set(expected)
    for name, value in expected.items():
        assert column(page, f"shape.{name}") == pytest.approx([value] * len(page)), name


def test_pages_say_what_they_are():
    page = blocks(
        "<html itemtype='https://schema.org/WebPage'><meta property=og:type content=product>"
        "<body class='archive tax-shoes'><p class=forum>one"
    )
    declared = [name for name in features.known("shape", TASK) if "said" in name]
    found = {name for name in declared if column(page, f"shape.{name}") == [1]}
    assert found == {"said_product", "said_listing"}


def test_shape_offers_what_the_task_has_classes_for():
    task = dataclasses.replace(TASK, tag_classes={"block": ("p",), "list": ("ul",)})
    assert "list_share" in features.known("shape", task)
    assert "form_share" not in features.known("shape", task)


# generator


@pytest.mark.parametrize(
    ("html", "kinds"),
    [
        ("<meta name=generator content='Discourse 3.4.0 - https://a.example'>", {"forum"}),
        ("<html id=XF class='template-thread_view'>", {"forum"}),
        ("<body id=phpbb class='nojs section-viewtopic'>", {"forum"}),
        ("<meta name=Generator content='MediaWiki 1.43.0'>", {"wiki"}),
        ("<body class='mediawiki ltr ns-0'>", {"wiki"}),
        ("<meta name=shopify-digital-wallet content=/1/wallets>", {"shop"}),
        ("<body class='page woocommerce woocommerce-page'>", {"shop"}),
        ("<meta name=generator content='WordPress 6.7'>", {"wordpress"}),
        ("<body class='single-post postid-12'>", {"wordpress", "blog"}),
        (
            "<meta name=generator content='Elementor 3.2; features: x'>",
            {"wordpress", "site_builder"},
        ),
        ("<meta name=generator content='Docusaurus v3.1'>", {"documentation"}),
        ("<body class='wy-body-for-nav'>", {"documentation"}),
        ("<meta name=generator content='Drupal 10 (https://a.example)'>", {"cms"}),
        ("<html data-wf-page=1>", {"site_builder"}),
        ("<meta name=next-head-count content=3>", {"framework"}),
        ("<meta name=generator content='by hand'><body class='post' id=wordpress>", set()),
        ("<div class=mediawiki>", set()),
    ],
)
def test_generators_by_kind(html, kinds):
    page = blocks(html + "<p>a<p>b")
    names = list(features.known("generator", TASK))
    values = features.compute(page, [f"generator.{name}" for name in names], TASK).values
    assert {name for name, on in zip(names, values[0], strict=True) if on} == kinds
    assert np.array_equal(values[0], values[-1])


@given(markup())
def test_no_page_gives_numbers_that_are_none(html):
    names = [name for name in features.known_columns(TASK) if name.partition(".")[0] in NEW]
    for plan in (EVERY_TAG, BLOCK_TAGS):
        assert np.isfinite(features.compute(blocks(html, plan), names, plan.task).values).all()
