"""The numbers of ordered lists are those that a browser shows."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree
from output.reading import PARSER

import victor

CLEANER = victor.load("keep-everything", remove=".out")
SCHEMA = Path(__file__).parent.parent / "output" / "tei.rng"


def written(page, name):
    return CLEANER.clean(f"<body><div>{page}</div>").format(name)


def markdown(page):
    return written(page, "markdown-title").rstrip("\n")


def html(page):
    """The content of the article, on one line."""
    whole = written(page, "html").replace("\n", "")
    return whole.partition("<article>")[2].removesuffix("</article></body></html>")


@pytest.mark.parametrize(
    "page",
    [
        "<ul style='list-style-type: decimal'><li>a<li>b</ul>",
        "<ul><li style='list-style-type: decimal;'>a<li style='list-style: decimal'>b</ul>",
    ],
)
def test_a_list_that_its_style_numbers_is_ordered(page):
    assert markdown(page) == "1. a\n2. b"
    assert html(page) == "<ol><li>a</li><li>b</li></ol>"


@pytest.mark.parametrize(
    "page",
    [
        "<ul style='list-style-type: disc'><li>a<li>b</ul><p hidden class=out>decimal</p>",
        "<ul class=decimal><li style='list-style-type: decimal'>a<li>b</ul>",
        "<ol class=a-carousel><li>a<li>b</ol>",
        "<ol class='products list items product-items'><li>a<li>b</ol>",
        "<ol class=c-carousel__slides><li>a<li>b</ol>",
        "<ol class='breadcrumb mb-0'><li class=out>x<li>a<li>b</ol>",
    ],
)
def test_other_lists_have_bullets(page):
    assert markdown(page) == "- a\n- b"


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<ol><li>a<li>b<li>c</ol>", "1. a\n2. b\n3. c"),
        ("<ol><li class=out>a<li class=out>b<li>c<li>d</ol>", "3. c\n4. d"),
        ("<ol><li>a<li class=out>b<li>c<li>d</ol>", "1. a\n3) c\n4) d"),
        ("<ol><li>a<li class=out>b<li>c<li class=out>d<li>e</ol>", "1. a\n3) c\n5. e"),
        ("<ol><li>a<li value=5>b<li>c</ol>", "1. a\n5) b\n6) c"),
        ("<ol start=4><li>a<li value=4>b<li value=5>c</ol>", "4. a\n4) b\n5) c"),
        ("<ol><li value=3>a<li>b</ol>", "3. a\n4. b"),
        ("<ol><li value=' 3rd'>a<li value=x>b<li value=''>c</ol>", "3. a\n4. b\n5. c"),
        ("<ol start=x><li>a<li>b</ol>", "1. a\n2. b"),
        ("<ol reversed><li>a<li>b<li>c</ol>", "3. a\n2) b\n1. c"),
        ("<ol reversed start=9><li>a<li class=out>b<li>c</ol>", "9. a\n7) c"),
        ("<ol reversed><li>a<li class=out>b<li>c</ol>", "3. a\n1) c"),
        # Items in other elements and empty ones count, those of other lists do not.
        ("<ol><div><li>a</div><div><li class=out>b</div><li>c</ol>", "1. a\n3) c"),
        ("<ol><li>a<ul><li>b<li>c</ul><li>d</ol>", "1. a\n   - b\n   - c\n2. d"),
        ("<ol><li>a<li><li>c</ol>", "1. a\n3) c"),
        # So do hidden ones if they take up space, or are kept.
        ("<ol><li>a<li class=out style='visibility: hidden'>b<li>c</ol>", "1. a\n3) c"),
        ("<ol><li>a<li class=out style='color:red;Display : none'>b<li>c</ol>", "1. a\n2. c"),
        ("<ol><li>a<li class=out hidden>b<li>c</ol>", "1. a\n2. c"),
        ("<ol><li>a<li hidden>b<li>c</ol>", "1. a\n2. b\n3. c"),
        # Markdown has no negative numbers.
        ("<ol start=-1><li>a<li>b</ol>", "0. a\n1. b"),
    ],
)
def test_items_have_their_own_numbers(page, expected):
    assert markdown(page) == expected


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<ol><li>a<li>b</ol>", "<ol><li>a</li><li>b</li></ol>"),
        ("<ol><li class=out>a<li>b<li>c</ol>", '<ol start="2"><li>b</li><li>c</li></ol>'),
        (
            "<ol><li>a<li value=5>b<li>c</ol>",
            '<ol><li>a</li><li value="5">b</li><li>c</li></ol>',
        ),
        ("<ol reversed><li>a<li>b</ol>", '<ol reversed=""><li>a</li><li>b</li></ol>'),
        (
            "<ol reversed><li>a<li>b<li class=out>c</ol>",
            '<ol start="3" reversed=""><li>a</li><li>b</li></ol>',
        ),
    ],
)
def test_html_states_numbers_that_are_not_usual(page, expected):
    assert html(page) == expected


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<ol><li>a<li>b</ol>", [None, None]),
        ("<ol><li>a<li class=out>b<li>c</ol>", ["1", "3"]),
        ("<ol reversed><li>a<li>b<li>c</ol>", ["3", "2", "1"]),
    ],
)
def test_tei_states_all_numbers_if_some_are_not_usual(page, expected):
    root = etree.fromstring(written(page, "tei").encode())
    assert etree.RelaxNG(etree.parse(SCHEMA)).validate(root)
    assert [one.get("n") for one in root.iter("{*}item")] == expected


def test_json_states_numbers_that_do_not_follow_from_the_first():
    def lists(page):
        return json.loads(written(page, "json"))["parts"]

    (plain,) = lists("<ol start=3><li>a<li>b</ol>")
    assert (plain["start"], [one.get("number") for one in plain["children"]]) == (3, [None, None])
    (gap,) = lists("<ol><li>a<li class=out>b<li>c</ol>")
    assert (gap["start"], [one["number"] for one in gap["children"]]) == (1, [1, 3])
    (down,) = lists("<ol reversed><li>a<li>b</ol>")
    assert (down["start"], down["reversed"], down["children"][0].get("number")) == (2, True, None)
    assert "reversed" not in plain


def test_text_before_the_first_item_is_not_numbered():
    page = "<ol><p>Tools:<li>Hammer<li>Saw</ol>"
    assert markdown(page) == "Tools:\n\n1. Hammer\n2. Saw"
    assert html(page) == "<p>Tools:</p><ol><li>Hammer</li><li>Saw</li></ol>"
    page = "<ol start=3><li class=out>a</li><p>Tools:<li>Hammer</ol>"
    assert markdown(page) == "Tools:\n\n4. Hammer"
    assert markdown("<ol><p>Hammer<p>Saw</ol>") == "Hammer\n\nSaw"


def test_lists_with_several_numbers_stay_apart_from_others():
    gap = "<ol><li>a<li value=4>b</ol>"
    assert markdown(f"{gap}<ol><li>c</ol>") == "1. a\n4) b\n\n1. c"
    assert markdown(f"{gap}{gap}") == "1. a\n4) b\n\n1. a\n4) b"
    assert markdown(f"<ul><li>x{gap}<li>y</ul>") == "- x\n\n  1. a\n  4) b\n\n- y"
    assert markdown("<ol><li><p>a<p>b<li value=4>c</ol>") == "1. a\n\n   b\n\n4) c"


ITEMS = st.lists(
    st.tuples(
        st.sampled_from(("", "", "class=out", "hidden", "value=7", "value=1", "class=out value=3")),
        st.sampled_from(
            ("{}", "{}", "<p>{}<p>more", "<p>{}<ul><li>inner</ul>", "{}<ol><li>x</ol>")
        ),
    ),
    min_size=1,
    max_size=6,
)


@settings(max_examples=150, suppress_health_check=list(HealthCheck))
@given(ITEMS, st.sampled_from(("", "start=5", "reversed", "reversed start=20")), st.booleans())
def test_a_parser_reads_the_same_numbers_from_markdown_and_html(items, about, nested):
    listed = (f"<li {own}>{text.format(f'w{place}')}" for place, (own, text) in enumerate(items))
    page = f"<ol {about}>{'</li>'.join(listed)}</ol>"
    page = f"<ul><li><p>before{page}<li>after</ul>" if nested else page
    assert _of_markdown(markdown(page)) == _of_html(html(page))


def _of_markdown(text):
    """The number of each numbered word, as a parser reads it."""
    found, numbers = {}, []
    for token in PARSER.parse(text):
        if token.type == "ordered_list_open":
            numbers.append(int(token.attrs.get("start", 1)) - 1)
        elif token.type == "bullet_list_open":
            numbers.append(None)
        elif token.type.endswith("list_close"):
            numbers.pop()
        elif token.type == "list_item_open" and numbers[-1] is not None:
            numbers[-1] += 1
        elif token.type == "inline" and re.fullmatch(r"w\d", token.content):
            found[token.content] = numbers[-1]
    return found


def _of_html(text):
    """The number of each numbered word, as HTML defines it (4.4.8); 0 for negative ones."""
    found = {}
    for listed in etree.HTML(f"<div>{text}").iter("ol"):
        step = -1 if "reversed" in listed.attrib else 1
        number = int(listed.get("start", len(listed) if step < 0 else 1))
        for item in listed:
            number = int(item.get("value", number))
            text = "".join(item.itertext())
            found |= {text[:2]: max(number, 0)} if text.startswith("w") else {}
            number += step
    return found
