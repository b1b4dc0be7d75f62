"""Pages that tests share, and a plain way to make blocks."""

import json
import random

import numpy as np
from hypothesis import strategies as st

from victor import config, pipeline
from victor.data import Labels
from victor.page import read_page
from victor.pipeline import blocks_of
from victor.tree.blocks import Blocks

EVERY_TAG = pipeline.plan(config.load("cleaneval-crf"))
BLOCK_TAGS = pipeline.plan(config.load("web-crf"))

QUICK = {"neural_crf": {"width": 16, "epochs": 4, "min_steps": 20}}
"""Options by labeler, for tests that learn on few blocks whatever comes of it."""

TAGS = (
    "p",
    "div",
    "b",
    "i",
    "a",
    "br",
    "td",
    "table",
    "tr",
    "li",
    "ul",
    "h2",
    "span",
    "pre",
    "img",
)


def blocks(html: str, plan: pipeline.Plan = BLOCK_TAGS) -> Blocks:
    """The blocks of a page under a task."""
    return blocks_of(plan, read_page(html))


def kept_by(filtering, made: Blocks, kept) -> list[bool]:
    """Which blocks are content after a filter, of those that are before it."""
    task = BLOCK_TAGS.task
    content = next(i for i in range(len(task.labels)) if i != task.other)
    y = np.where(kept, content, task.other).astype(np.int32)
    scores = np.full((len(y), len(task.labels)), 1 / len(task.labels), np.float32)
    after = filtering.apply(Labels(y, scores), made, task, filtering.Options())
    return (after.y != task.other).tolist()


def text_of(*lines: str) -> Blocks:
    """Blocks with exactly these texts."""
    escaped = (line.replace("&", "&amp;").replace("<", "&lt;") for line in lines)
    made = blocks("".join(f"<p>{line}</p>" for line in escaped))
    assert list(made.text) == [" ".join(line.split()) for line in lines]
    return made


# Words in many scripts, numbers, punctuation, symbols, and what breaks naive code.
WORDS = (
    "Hello world. 42 3.14 x1 don't «Oui» 今日は。 สวัสดี नमस्ते। Привет! ... — a-b & < © 😀 é ﬁ İ ß"
    " http://a.example/b?c=d 12:30 2007-03-14 \u200b (a) 1. • * שלום؟ ٣".split(" ")
)
words = st.sampled_from(WORDS)
lines = (
    st.lists(words, min_size=1, max_size=8)
    .map(" ".join)
    .filter(lambda line: bool(line.strip("\u200b ")))
)
texts = st.lists(lines, min_size=1, max_size=12)


@st.composite
def markup(draw: st.DrawFn, depth: int = 0) -> str:
    """Balanced and unbalanced markup with text between."""
    parts = []
    for _ in range(draw(st.integers(0, 5))):
        kind = draw(st.sampled_from(("text", "element", "loose") if depth < 4 else ("text",)))
        if kind == "text":
            parts.append(draw(words).replace("&", "&amp;").replace("<", "&lt;"))
            parts.append(draw(st.sampled_from(("", " ", "\n"))))
        else:
            tag = draw(st.sampled_from(TAGS))
            inner = draw(markup(depth=depth + 1))
            parts.append(f"<{tag}>{inner}" + (f"</{tag}>" if kind == "element" else ""))
    return "".join(parts)


# Tags that a parser or the configuration treats specially.
SPECIAL = tuple(
    "pre textarea xmp listing plaintext title head body html frameset meta link script style svg "
    "noscript iframe embed select option button object table tbody nobr h1 main article x-y".split()
)
# What damages a page, or looks as if it did.
FRAGMENTS = (
    *" |  |\n|\t|\r\n|\0|\x0b|\x1c|\x85|\xa0|\u200b|\u2028|\u3000|\ufeff".split("|"),
    *"< > </ <! <!-- --> <![CDATA[ ]]> <? ?> & &amp; &nbsp; &#0; &#x80; &#12".split(),
    *("<!DOCTYPE html>", '<!doctype html public "-//W3C//DTD HTML 4.01//EN">', "</script>"),
    *("<meta name=A content='é'>", "<meta property=og:x content>", "<link rel=x>", "</style>"),
    *("<style media=print>", "<style>p{color:red}</style>", "<title>a &lt; b</title>", "<img alt>"),
    *("<script type=application/ld+json>", "<script src=x>", "<script>a='é'</script>"),
    *(
        "<iframe src=//youtube.com/embed/abcdefghijk title='é'>",
        "<lite-youtube videoid=abcdefghij1>",
    ),
    *("<link rel=Canonical href='/ü'>", "<img alt=' ü ' src=x>", "<a href='&amp;\n'>"),
    *(
        "<p CLASS=a class=b é=ß hidden>",
        "<div id=mainNav style='display:none'>",
        "<b>a</b><i>b</i>",
    ),
)
PASSAGE = json.dumps(
    {"headline": "Title", "articleBody": "<p>A paragraph of text.\n" * 20 + "<pre>a"}
)
DATA_SCRIPT = f"<script type=application/ld+json>{PASSAGE}</script>"


def random_page(chance: random.Random) -> bytes:
    """A page by a grammar, damaged or not, the same for the same state of ``chance``."""
    size = chance.choice((0, 1, 4, 20, 100, 400))
    page = "".join(_random_part(chance) for _ in range(size)).encode()
    for _ in range(chance.choice((0, 0, 0, 1, 6, 30))):
        low, high = sorted(chance.randrange(len(page) + 1) for _ in range(2))
        other = chance.choice(
            (b"", b"<", b">", b'"', b"\x00", b"\xff", b"</b>" * 99, page[low:high][:500])
        )
        page = page[:low] + other + page[min(low + 5, high) :]
    return page


def _random_part(chance: random.Random) -> str:
    kind, tag = chance.random(), chance.choice((*TAGS, *TAGS, *SPECIAL))
    if kind < 0.3:
        return " ".join(chance.choices(WORDS, k=chance.randint(1, 30)))
    if kind < 0.35:
        return chance.choice((f"<{tag}>" * chance.randint(2, 300), f"</{tag}>" * 50, DATA_SCRIPT))
    if kind < 0.5:
        return chance.choice(FRAGMENTS)
    inner = "".join(_random_part(chance) for _ in range(chance.choice((0, 0, 1, 1, 2))))
    named = chance.choice(
        ("", "", " class='post content'", " id=sidebar", " href=/x", " style='x:y'")
    )
    return f"<{tag}{named}>{inner}" + (f"</{tag}>" if kind < 0.9 else "")
