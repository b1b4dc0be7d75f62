"""Markup made to take long: its text is read, in a time that does not grow with its square."""

import itertools
import json
import time
import warnings

import numpy as np
import pytest

from victor import pipeline
from victor.config.located import Located
from victor.errors import VictorError
from victor.features.regexp import check
from victor.page.wrapper import unwrap
from victor.tree.attributes import looked_at
from victor.tree.parse import parse

CLEANER = pipeline.load("web")
MANY = 200_000


@pytest.mark.parametrize(
    ("piece", "end"), [("<!--x> b ", "--! ><script>"), ("<![CDATA[> b ", "]><script>")]
)
def test_what_seems_to_close_comments_and_sections_does_not(piece, end):
    tree = parse(f"<p>Before.</p>{piece * MANY}{end}")
    assert "Before." in tree.text
    assert " ".join(tree.text).count(" b") >= MANY


def test_the_attributes_of_a_wrapper_whose_quotes_do_not_end():
    page = "<text " + 'id="' * MANY + "x><p>x"
    assert unwrap(page) == ("<p>x", {})


def test_a_body_in_json_that_opens_elements_without_end():
    body = "<b>" * MANY + "Some words of the article. " * 20 + "</i>" * MANY
    data = json.dumps({"@type": "Article", "articleBody": body})
    result = CLEANER.clean(f'<script type="application/ld+json">{data}</script><p>x')
    assert result.text.count("Some words of the article.") == 20


def test_many_bodies_in_json_beside_a_long_text():
    texts = [" ".join(f"word{i}x{j}" for j in range(12)) for i in range(2_000)]
    bodies = [{"@type": "Article", "articleBody": text} for text in texts]
    script = f'<script type="application/ld+json">{json.dumps(bodies)}</script>'
    page = f"{script}<p>{' '.join(texts[:1_000])} {'and more ' * MANY}"
    found = " ".join(CLEANER.run(page, "segment").blocks.text)
    assert all(found.count(text) == 1 for text in texts[::100])


def test_only_the_first_attributes_of_an_element_with_very_many_are_kept():
    tree = parse(f"<p {' '.join(f'a{i}={i}' for i in range(MANY))}>Some words.")
    assert tree.text == ["Some words."]
    most = max(map(len, tree.attributes))
    assert 100 <= most < MANY / 100


FIRST = ("dywk", "goej", "iory")  # words that FNV-1a does not tell apart in its low 20 bits
ALIKE = ("ehvy", "fdjx", "girb", "ohta", "qmaq", "ylep", "zxwo")  # after one of the first


@pytest.mark.parametrize("element", ["<{0}>x</{0}>", "<p {0}>x"])
def test_names_that_a_known_hash_would_put_into_one_slot(element):
    names = map("".join, itertools.product(FIRST, *[ALIKE] * 5))
    page = "".join(map(element.format, names))
    start = time.process_time()
    tree = parse(page)
    assert time.process_time() - start < 1
    assert len(tree.text) == len(FIRST) * len(ALIKE) ** 5


def test_values_that_a_known_hash_would_put_into_one_slot():
    """An older hash, a multiplication by a known number, puts them next to each other."""
    letters = np.frombuffer(b"abcdefghijklmnopqrstuvwxyz", np.uint8)
    words = letters[np.random.default_rng(0).integers(0, 26, (4_000_000, 8))].view("<u8")[:, 0]
    product = (words ^ np.uint64(8)) * np.uint64(0x9E3779B97F4A7C15)
    slot = (product ^ product >> np.uint64(29)) >> np.uint64(32) & np.uint64(0xFFFF)

    def duration(values):
        elements = [f"<p class={bytes(value).decode()}>" for value in values.view("S8")]
        attributes = parse("".join(elements)).attributes
        start = time.process_time()
        assert len(looked_at(attributes).values) == len(set(elements))
        return time.process_time() - start

    assert duration(words[slot < 80]) < 20 * duration(words[:4_000])


def test_xml_that_is_parsed_as_html_warns_nobody():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parse("<?xml version='1.0'?><rss><item>Some words.</item></rss><!--")


@pytest.mark.parametrize(
    "pattern, why",
    [
        ("a{99999999999999999999}", "not a regular expression"),
        ("(" * 5000 + ")" * 5000, "not a regular expression"),
        ("[[a]", ".* in later versions of Python: Possible nested set at position 1"),
    ],
)
def test_expressions_that_cannot_be_used_are_named(pattern, why):
    place = Located(
        [Located(pattern, "task.yaml", 3, "regexp.url[0]")], "task.yaml", 2, "regexp.url"
    )
    with pytest.raises(VictorError, match=rf"task.yaml:3: regexp.url\[0\]: {why}"):
        check([pattern], place)


def test_a_path_can_be_cut():
    tree = parse("<div>" * 500 + "text")
    whole = tree.xpath(int(tree.node[0]))
    cut = tree.xpath(int(tree.node[0]), 300)
    assert whole.endswith(cut)
    assert 300 < len(cut) < 320


def test_no_text_or_value_has_a_nul_whichever_parser_reads_it():
    page = "<h1>A title</h1><p class='a\0b' title='by\0date'>One\0two<xmp id='c\0d'></xmp><!-- <p>x"
    tree = parse(page)
    assert tree.parser == "beautifulsoup"
    assert not any("\0" in one for one in (*tree.text, *tree.looked_at.values))
    assert CLEANER.clean(page).metadata.title


@pytest.mark.parametrize("space", ["\u2028", "\x85 \u200b", "\x1f"])
def test_white_space_to_the_end_of_a_page_is_no_block(space):
    """Some elements run to the page's end, and the parser's mark of it becomes text."""
    assert [block.text for block in CLEANER.clean(f"<p>One</p><textarea>{space}").blocks] == ["One"]
