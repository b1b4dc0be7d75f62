"""Feature families: a contract for all, and each against a plain reference."""

import re
import unicodedata
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from pages import BLOCK_TAGS, EVERY_TAG, blocks, markup, text_of, texts

from victor import config, features
from victor.features import FAMILIES
from victor.text import characters

TASK = BLOCK_TAGS.task
KNOWN = features.known_columns(TASK)


def column(page, name, task=TASK):
    return features.compute(page, [name], task).values[:, 0].tolist()


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize(
    "html", ["", "<p>one</p>", "<table><td>a<td><a href=x>b</a> c 12.</table>"]
)
def test_every_family_keeps_the_contract(family, html):
    page = blocks(html)
    names = list(features.known(family, TASK))
    assert names
    assert len(set(names)) == len(names)
    everything = features.compute(page, [f"{family}.{name}" for name in names], TASK).values
    assert everything.shape == (len(page), len(names))
    assert everything.dtype == np.float32
    assert np.isfinite(everything).all()
    chosen = [f"{family}.{name}" for name in names[::-2]]
    assert np.array_equal(features.compute(page, chosen, TASK).values, everything[:, ::-2])


@given(markup())
def test_no_page_gives_numbers_that_are_none(html):
    for plan in (EVERY_TAG, BLOCK_TAGS):
        page = blocks(html, plan)
        values = features.compute(page, plan.columns, plan.task).values
        assert np.isfinite(values).all()
        assert len(values) == len(page)


def test_container_and_split():
    page = blocks("<ul><li>a<li><b>b</b></ul><br><br><h1>c</h1>", EVERY_TAG)
    assert column(page, "container.class_list") == [1, 1, 0]
    assert column(page, "container.b") == [0, 1, 0]
    assert column(page, "container.class_header") == [0, 0, 1]
    assert column(page, "split.br") == [0, 0, 2]
    assert column(page, "split.li") == [1, 2, 1]
    assert column(page, "split.class_block") == [
        4,
        2,
        5,
    ]  # html, body, ul, li; /li, li; /li, /ul, br, br, h1


def test_panels_of_tabs_are_not_hidden():
    page = (
        "<div role=tabpanel aria-hidden=true>Width: 80 cm<p hidden>Sold out</p></div>"
        "<div role=dialog aria-hidden=true>Choose a store</div><p>In stock</p>"
    )
    assert column(blocks(page), "container.hidden") == [0, 1, 1, 0]


@pytest.mark.parametrize(
    "name", ["caption", "wp-caption-text", "lead__imageCaption big", "figcaption", "IMAGE-CAPTION"]
)
def test_captions_by_class_are_captions(name):
    page = f"<img src='bridge.jpg'><div class='{name}'>The bridge at dusk</div><p>It opened.</p>"
    assert column(blocks(page), "container.figcaption") == [1, 0]


@pytest.mark.parametrize(
    "name", ["text-caption", "price caption", "card-figcaption", "captioned", "has-media-caption"]
)
def test_other_classes_are_no_captions(name):
    page = (
        f"<img src='bridge.jpg'><div class='{name}'>In stock</div><figcaption>A pier</figcaption>"
    )
    assert column(blocks(page), "container.figcaption") == [0, 1]
    far = "<div class='wp-caption-text'>The council met.</div>" + "<p>It sat.</p>" * 5 + page
    assert column(blocks(far), "container.figcaption")[:6] == [0] * 6
    titled = (
        "<img src='a.jpg'><div class='caption'><h3>Projector</h3><div>4,899 dollars</div></div>"
    )
    assert column(blocks(titled), "container.figcaption") == [0, 0]


def test_hidden_and_noscript_are_containers():
    page = blocks("<div style='display:none'><p>a</p></div><noscript><p>b</p></noscript><p>c")
    assert column(page, "container.hidden") == [1, 0, 0]
    assert column(page, "container.noscript") == [0, 1, 0]


def test_div_groups_of_the_thesis():
    html = "<div> a <div> b <br> c </div> d <div> e <br> f </div> g </div>"
    assert column(blocks(html), "div_group.word_ratio") == pytest.approx(
        [3 / 7, 2 / 7, 2 / 7, 3 / 7, 2 / 7, 2 / 7, 3 / 7]
    )


def test_group_counts_words_outside_links_only():
    page = blocks("<td>a b</td><td><a href=x>c d</a> e</td>", EVERY_TAG)
    assert column(page, "td_group.word_ratio") == pytest.approx([2 / 3, 1 / 3, 1 / 3])


@given(texts)
def test_characters_against_unicodedata(lines):
    page = text_of(*lines)
    classes = {"L": "alpha", "M": "alpha", "N": "num", "P": "punct", "Z": "white"}
    for i, text in enumerate(page.text):
        expected = Counter(classes.get(unicodedata.category(c)[0], "other") for c in text)
        for name in ("alpha", "num", "punct", "white", "other"):
            assert column(page, f"char.{name}_abs")[i] == expected[name]
            assert column(page, f"char.{name}_rel")[i] == pytest.approx(expected[name] / len(text))


def kind(token: str) -> str:
    categories = {unicodedata.category(c)[0] for c in token}
    letters, digits = bool(categories & {"L", "M"}), "N" in categories
    if letters:
        return "mixed" if digits else "alpha"
    return "num" if digits else "other"


def longest_run(kinds: list[str]) -> int:
    best = run = 0
    for one in kinds:
        run = run + 1 if one == "alpha" else 0
        best = max(best, run)
    return best


@given(texts)
def test_tokens_against_split(lines):
    page = text_of(*lines)
    for i, text in enumerate(page.text):
        tokens = text.split()
        kinds = [kind(token) for token in tokens]
        for name in ("alpha", "num", "mixed", "other"):
            assert column(page, f"token.{name}_abs")[i] == kinds.count(name)
            assert column(page, f"token.{name}_rel")[i] == pytest.approx(
                kinds.count(name) / len(tokens)
            )
        average = sum(map(len, tokens)) / len(tokens)
        assert column(page, "token.avg_length")[i] == pytest.approx(average)
        assert column(page, "token.word_run")[i] == longest_run(kinds)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("One sentence.", 1),
        ("Is it? Yes! It is...", 3),
        ('He said "no." Then 3.14 and a.b', 1),
        ("今日は晴れです。明日は？", 2),
        ("هل هذا سؤال؟ نعم.", 2),
        ("यह एक वाक्य है। यह दूसरा।", 2),
        ("No end", 0),
    ],
)
def test_sentences_in_any_script(text, count):
    assert column(text_of(text), "sentence.count") == [count]


def test_sentence_begin_and_end():
    page = text_of("The start", "and its end.", '"Quoted!"', "日本語。", "42 things")
    assert column(page, "sentence.begin") == [1, 0, 1, 1, 1]
    assert column(page, "sentence.end") == [0, 1, 1, 1, 0]


def test_words_mean_something_without_spaces():
    english, chinese = "This is a sentence of eight words here", "这是一个由八个词组成的句子在此"
    thai = "นี่คือประโยคภาษาไทยที่มีประมาณแปดคำ"
    counts = column(text_of(english, chinese, thai), "token.words")
    assert counts[0] == 8
    assert all(6 <= count <= 12 for count in counts[1:])


def test_duplicates_compare_letters():
    page = text_of("Read more...", "A text", "read more", "Read more", "12", "12", "13")
    assert column(page, "duplicate.count") == [2, 1, 1, 2, 2, 2, 1]
    assert column(page, "duplicate.first") == [1, 0, 0, 0, 1, 0, 0]
    assert column(page, "duplicate.occurrence") == [1, 1, 1, 2, 1, 2, 1]


@given(texts)
def test_duplicates_against_a_counter(lines):
    page = text_of(*lines)
    keys = []
    for text in page.text:
        letters = "".join(c for c in text if unicodedata.category(c)[0] in "LM")
        keys.append(letters or "".join(c for c in text if not c.isspace()))
    counts = Counter(keys)
    assert column(page, "duplicate.count") == [counts[key] for key in keys]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("url", "see http://a.example/b"),
        ("url", "mail joe@mail.example now"),
        ("date", "2007-03-14"),
        ("date", "14.3.2007"),
        ("date", "14. März 2007"),
        ("date", "14 de marzo de 2007"),
        ("date", "14 марта 2007"),
        ("date", "March 14, 2007"),
        ("date", "2007年3月14日"),
        ("time", "12:30"),
        ("time", "at 3 p.m. today"),
        ("time", "15.30 Uhr"),
    ],
)
def test_regular_expressions_in_several_languages(name, text):
    assert column(text_of("nothing", text, "nothing"), f"regexp.{name}")[1] > 0
    assert column(text_of("nothing", text, "nothing"), f"regexp.{name}")[::2] == [0, 0]


@given(texts)
def test_expressions_never_match_across_blocks(lines):
    patterns = (r"\w+\s\w+", r"[^.]+$", r"^\d", r"(?:a|b)[^x]*", r"\S+\s", r"\S(?=\s)")
    task = config.override(TASK, {"regexp": {"odd": list(patterns)}, "features": ["regexp.odd"]})
    page = text_of(*lines)
    compiled = [re.compile(pattern) for pattern in patterns]
    expected = [
        next((k for k, one in enumerate(compiled, 1) if one.search(text)), 0) for text in page.text
    ]
    assert column(page, "regexp.odd", task) == expected


def test_bullets_of_a_list_have_the_same_value():
    page = text_of("1. one", "2. two", "3. three", "- dash", "(a) letter", "plain")
    values = column(page, "bullet.pattern")
    assert values[0] == values[1] == values[2] != values[3] != values[4]
    assert values[5] == 0


def test_position_and_document():
    page = text_of("One two.", "Three.", "four", "five")
    assert column(page, "position.relative") == [0, 0.25, 0.5, 0.75]
    assert column(page, "document.word_count") == [5] * 4
    assert column(page, "document.sentence_count") == [2] * 4
    assert column(page, "document.block_count") == [4] * 4


def test_link_density():
    page = blocks('<p>four <a href="x">link</a></p><p><a href=y>all</a></p><p>none</p>')
    assert column(page, "density.link") == pytest.approx([4 / 8, 1, 0])


def test_text_density():
    line = "four words in line " * 8
    page = text_of("three short words", line[:80].strip() + "xx", line.strip())
    short, _, long = column(page, "density.text")
    assert short == 3
    assert long == pytest.approx(32 * 80 / len(line.strip()))


def test_the_table_of_characters_agrees_with_its_definition():
    sample = np.arange(0, 0x11000, 7, dtype=np.uint32)
    found = characters.flags(sample)
    assert [int(f) for f in found] == [characters.classify(chr(c)) for c in sample.tolist()]
