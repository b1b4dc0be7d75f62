"""Pages that tests share, and a plain way to make blocks."""

from hypothesis import strategies as st

from victor import config, pipeline
from victor.page import read_page
from victor.pipeline import blocks_of
from victor.tree.blocks import Blocks

EVERY_TAG = pipeline.plan(config.load("cleaneval-crf"))
BLOCK_TAGS = pipeline.plan(config.load("web-crf"))

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


def text_of(*lines: str) -> Blocks:
    """Blocks with exactly these texts."""
    escaped = (line.replace("&", "&amp;").replace("<", "&lt;") for line in lines)
    made = blocks("".join(f"<p>{line}</p>" for line in escaped))
    assert list(made.text) == [" ".join(line.split()) for line in lines]
    return made


# Words in many scripts, numbers, punctuation, symbols, and what breaks naive code.
words = st.sampled_from(
    "Hello world. 42 3.14 x1 don't «Oui» 今日は。 สวัสดี नमस्ते। Привет! ... — a-b & < © 😀 é ﬁ İ ß"
    " http://a.example/b?c=d 12:30 2007-03-14 \u200b (a) 1. • * שלום؟ ٣".split(" ")
)
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
