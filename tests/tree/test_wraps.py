"""Line breaks of text that was wrapped at a fixed width."""

import textwrap

import pytest

import victor
from victor.tree.wraps import without_wraps

EVERYTHING = victor.load("keep-everything")
ENGLISH = (
    "In spring the old bridge over the river was closed, as its piers had moved by two inches. "
    "The workers who came from the town lifted the deck with eleven jacks, filled the hollow below "
    "with stones from the quarry, and left the span as they had found it. "
) * 3
CHINESE = "这座桥在冬天修好了，五月初重新开放；工人们从山上运来石头，桥面也换成了新的木板。" * 8
POEM = ("The river rose at half past one", "and we had left the house by then;", "it took the deck")


def lines(text, width):
    return [text[place : place + width] for place in range(0, len(text), width)]


def shown(source, name="text"):
    return EVERYTHING.clean(f"<html><body>{source}").format(name).rstrip("\n")


@pytest.mark.parametrize("tag", ["p", "div", "td", "blockquote"])
def test_lines_of_sentences_are_joined_by_a_space(tag):
    wrapped = "<br>\n".join(textwrap.wrap(ENGLISH, 72))
    table = ("<table><tr>", "</table>") if tag == "td" else ("", "")
    assert shown(f"{table[0]}<{tag}>{wrapped}</{tag}>{table[1]}") == ENGLISH.strip()


def test_lines_of_chinese_are_joined_without_a_space():
    wrapped = "<br>\r\n".join(lines(CHINESE, 36))
    for name in ("text", "markdown"):
        assert shown(f"<div>{wrapped}</div>", name) == CHINESE


VERSE = (
    "the boat went down between the islands and the bay and all",
    "the night the men who sailed on her were lost in heavy rain",
    "until the morning came and with it came the boats that found",
    "a single oar afloat among the reeds where no one lives now",
)


def test_paragraphs_are_judged_together_unless_their_last_lines_are_as_long():
    poem = shown("".join(f"<p>{'<br>'.join(VERSE)}</p>" for _ in range(4)), "markdown")
    assert poem.count("\\\n") + poem.count("  \n") == 12
    prose = "".join(f"<p>{'<br>'.join((*VERSE, 'today.'))}</p>" for _ in range(4))
    assert shown(prose) == "\n\n".join([" ".join((*VERSE, "today."))] * 4)


def test_an_indented_line_begins_a_paragraph():
    parts = ["<br>\n".join(lines(CHINESE, 36))] * 2
    assert shown("<br>\n&nbsp;&nbsp;".join(parts)) == f"{CHINESE}\n{CHINESE}"


def test_every_output_has_the_same_words():
    found = EVERYTHING.clean("<html><body><p>" + "<br>".join(textwrap.wrap(ENGLISH, 72)))
    for name in ("text", "markdown", "html", "json", "jsonl", "tei"):
        assert ENGLISH.strip() in " ".join(found.format(name).split())


@pytest.mark.parametrize(
    "parts",
    [
        POEM * 5,
        [f"Bridge {number} of the north, built in 1{number:03}, two lanes" for number in range(20)],
        textwrap.wrap(ENGLISH, 72)[:7],
        [f"https://www.{'river' * number}.example.org/{number}" for number in range(3, 13)],
        textwrap.wrap(ENGLISH, 40),
        textwrap.wrap(ENGLISH, 160),
        ENGLISH.split(),
    ],
)
def test_other_lines_stay(parts):
    assert shown("<p>" + "<br>".join(parts)).split("\n") == list(parts)


def test_short_paragraphs_are_judged_together():
    texts = {66: ENGLISH[:230].strip(), 72: ENGLISH[90:260].strip(), 69: ENGLISH[:250].strip()}
    wrapped = ["<br>\n".join(textwrap.wrap(text, width)) for width, text in texts.items()]
    assert shown("<p>" + "<p>".join(wrapped * 2)) == "\n\n".join([*texts.values()] * 2)
    stanzas = ["<br>".join(POEM)] * 9
    for others in ([], stanzas):
        made = shown("<p>" + "<p>".join([wrapped[0], *others])).split("\n\n")
        assert made[0].split("\n") == textwrap.wrap(texts[66], 66)


def test_code_stays():
    parts = textwrap.wrap(ENGLISH, 72)
    assert shown("<pre>" + "\n".join(parts)).split("\n") == parts
    assert shown("<p><code>" + "<br>".join(parts) + "</code>").split("\n") == parts


def test_pages_without_such_lines_stay():
    for source in ("", "<p>a<br>b", "<p>" + "<br>".join(POEM * 5)):
        blocks = EVERYTHING.clean(f"<html><body>{source}").block_columns
        assert without_wraps(blocks) is blocks
