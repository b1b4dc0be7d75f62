"""What holds for any page: every writer has the same words, and no page fails or takes too long."""

import re
import time
from collections import Counter
from html import escape

import pytest
from conftest import DATA, ROOT
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from lxml import etree
from output.reading import PARSER, shown, words

import victor

EVERYTHING, WEB = victor.load("keep-everything"), victor.load("web")
FORMATS = ("text", "markdown", "html", "tei", "json", "jsonl", "annotation")
PAGES = sorted(DATA.glob("*.html"))

# Words in several scripts, Markdown's signs, and texts that look like its blocks.
TEXTS = (
    *"one two Straße naïve слово 日本語 ไทย עברית عربى हिन्दी 42 x_1 snake_case_name".split(),
    *"* ** *a* _b_ __c__ ~~d~~ ~ ~~ [ ] [a] [a](b) [^1] [^1]: ![x](y)".split(),
    *"` `` `c` ``` < > <b> </p>".split(),
    *"& &amp; &lt; &copy; &#42; &bogus; $ $x$ $$ # ## #x + - = | || \\".split(),
    *"\\* \\\\ ! ![ !? : () (a)".split(),
    *"1. 2) 10. - -- --- *** ___ === ~~~ :-- http://a.example/b_c*d?e=f&g=h <http://a.example>".split(),
    *("> quoted", "- item", "* item", "+ item", "1. item", "# heading", "heading #", "| a | b |"),
    *("[a]: /b", "[a]: b 'c'", "    indented", "a\tb", "\ta", "```python", "<!-- c -->", "<?d?>"),
    *(
        "a\u00adb",
        "\u200b",
        "می‌خواهم",
        "👩‍👩‍👧",
        "a\u00a0b",
        "\u3000",
        "\u2028",
        "**日本**",
        "。",
        "「a」",
    ),
    *("a.", "(b)", "“c”", "—", "x*y*z", "5 * 6 * 7", "C:\\dir\\", "a|b", "^", "©", "\x0c", "a\nb"),
)
ADDRESSES = (
    *"/a #b https://a.example/c_d_(e)?f=*g*&h=[i] mailto:a@b.example".split(),
    *"javascript:x() //c /a)b( /a|b".split(),
    *("", "/a b", "<x>", "/a\\b", 'x"y', "data:text/html,x", "http://[", "/\u200fא"),
)
INLINE = "em strong i b a a sub sup del s code span kbd u mark button q".split()
BLOCKS = "p div h1 h2 h6 blockquote figure section center details summary pre address".split()
texts = st.lists(st.sampled_from(TEXTS), min_size=1, max_size=4).map(
    lambda some: escape(" ".join(some), quote=False)
)
gaps = st.sampled_from(("", "", " ", "\n"))
single = st.sampled_from(
    (
        "<br>",
        "<br><br>",
        "<hr>",
        "<img src=/a.png>",
        "<img src=/b.png alt=''>",
        "<math><mi>x</mi></math>",
        "<math display='block'><mi>y</mi></math>",
        "<math><mi>z</mi></math><span class=katex-html>z</span>",
        "<span data-math='\\beta'><span class=katex-html>b</span></span>",
        "<span class=katex-html>c</span>",
        "<span role='heading' aria-level='3'>x <code>y</code></span>",
        "<sup><a href='#fn1'>1</a></sup>",
        "<sup><a href='#fn2'>2</a></sup>",
        "<ol><li id=fn1>A note</li><li id=fn2><p>Another</p><p>note</p></li></ol>",
        "<input type=checkbox>",
        "<wbr>",
    )
)


def element(tags, inner):
    """An element of one of some tags."""
    link = st.sampled_from(ADDRESSES).map(lambda address: f' href="{escape(address)}"')
    tag = st.sampled_from(tags).flatmap(
        lambda tag: st.tuples(st.just(tag), link if tag == "a" else st.just(""))
    )
    return st.builds(lambda tag, text: f"<{tag[0]}{tag[1]}>{text}</{tag[0]}>", tag, inner)


def joined(one, size=4):
    """Some of one after another, with or without white space between."""
    return st.lists(st.tuples(one, gaps).map("".join), max_size=size).map("".join)


def containers(inner):
    """Blocks, lists and tables of ``inner``."""
    items = st.lists(inner, min_size=1, max_size=3)
    spans = st.sampled_from(("", "", " colspan=2", " rowspan=3", " colspan=9007199254740991"))
    cells = st.lists(st.tuples(st.sampled_from(("td", "th")), spans, inner), max_size=3).map(
        lambda row: "".join(f"<{tag}{span}>{text}</{tag}>" for tag, span, text in row)
    )
    return st.one_of(
        element(BLOCKS, inner),
        element(INLINE, inner),
        items.map(lambda some: f"<ul>{''.join(f'<li>{one}</li>' for one in some)}</ul>"),
        st.builds(
            lambda about, value, some: f"<ol {about}>{f'<li {value}>'.join(('', *some))}</ol>",
            st.sampled_from(
                ("", "start=7", "start=0", "start=-3", "start=99999999999", "reversed")
            ),
            st.sampled_from(("", "", "", "value=1", "value=5", "hidden")),
            items,
        ),
        items.map(lambda some: f"<dl>{''.join(f'<dt>{one}<dd>{one}' for one in some)}</dl>"),
        st.lists(cells, min_size=1, max_size=3).map(
            lambda rows: f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"
        ),
        st.builds(
            lambda one, two: f"<figure>{one}<figcaption>{two}</figcaption></figure>", *[inner] * 2
        ),
    )


content = st.recursive(
    joined(st.one_of(texts, texts, single)),
    lambda inner: joined(st.one_of(texts, single, containers(inner))),
    max_leaves=14,
)


def check_words(result, tabs=""):
    """Markdown, read by a parser, has exactly the words of the plain text and the names of tabs."""
    plain, markdown = result.text, result.format("markdown-title-images")
    assert Counter(words(shown(markdown))) == Counter(words(plain + " " + tabs)), markdown


@settings(max_examples=300, suppress_health_check=list(HealthCheck))
@given(content)
@example("<p>Wow!<a href=/x>[a]</a></p>")
@example("<p>\\!<a href=/x>y</a></p>")
@example("<p>a <img src=/x> b</p><ol start=10><li><img src=/x> text<p>more</p></ol>")
@example("<p>a<sup><a href='#fn1'>1</a></sup><sup><a href='#fn2'>2</a></sup>(b)</p>"
         "<ol><li id=fn1>one</li><li id=fn2>two</li></ol>")  # fmt: skip
@example("<ul><li><input type=checkbox><ol><li>one<li><p>two</p><p>three</p></ol></ul>")
@example("<ul><li><input type=checkbox><img src=/a><ol><li>one<li><p>two</p>three</ol></ul>")
@example("one<pre><img src=/a.png></pre>")
@example("<ul><li><ul><li><hr>one</ul></ul>")
def test_markdown_has_the_words_of_the_text(html):
    check_words(EVERYTHING.clean(f"<body><div>{html}</div>"))


@pytest.mark.parametrize("cleaner", [EVERYTHING, WEB], ids=["keep-everything", "web"])
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_sample_pages_have_the_same_words_in_every_format(path, cleaner):
    is_named = path.stem == "product-es" and cleaner is WEB  # elsewhere, its tabs are content
    tabs = "Descripción Características" if is_named else ""
    check_words(cleaner.clean(path.read_bytes()), tabs)


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(content)
def test_html_is_what_a_sanitiser_leaves(html):
    nh3 = pytest.importorskip("nh3")
    allowed = {**nh3.ALLOWED_ATTRIBUTES, "code": {"class"}, "*": {"id"}}
    allowed |= {"ol": {"start", "reversed"}, "li": {"value"}}
    whole = EVERYTHING.clean(f"<body><div>{html}</div>").format("html")
    body = whole[whole.index("<article>") : whole.rindex("</article>") + len("</article>")]
    assert nh3.clean(body, attributes=allowed, link_rel=None) == body
    assert all(re.match("(part|note|ref)-", name) for name in re.findall(r' id="([^"]*)"', body))


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(content)
def test_tei_is_valid(html):
    root = etree.fromstring(EVERYTHING.clean(f"<body><div>{html}</div>").format("tei").encode())
    schema = etree.RelaxNG(etree.parse(str(ROOT / "tests" / "output" / "tei.rng")))
    assert schema.validate(root), schema.error_log


@settings(max_examples=100, suppress_health_check=list(HealthCheck))
@given(content, st.sampled_from([None, "https://a.example/"]))
@example("<ul><li><p><img src=/a.png></p><li><p>a</p></ul>", None)
@example("<figure><p><img src=http://[></p><p>a</p></figure>", None)
def test_every_link_within_the_page_has_its_target(html, url):
    named = re.sub(r"<(\w+)", lambda found: f"<{found[1]} id=i{found.start()}", html)
    links = "".join(f"<a href=#i{found.start()}>x</a> " for found in re.finditer(r"<\w", html))
    result = EVERYTHING.clean(f"<p>{links}{links}</p><div>{named}</div>", url=url)
    for written, names in (("html", r'\bid="([^"]*)"'), ("tei", r'xml:id="([^"]*)"')):
        text = result.format(written)
        found = re.findall(names, text)
        assert len(found) == len(set(found))
        assert set(re.findall(r'(?:href|target)="#([^"]*)"', text)) <= set(found), text


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(content)
def test_what_is_written_changes_no_label_and_not_what_is_written_next(html):
    first, second = (WEB.clean(f"<body><div>{html}</div>") for _ in range(2))
    labels = first.labels.y.copy()
    written = {name: first.format(name) for name in FORMATS}
    assert written == {name: second.format(name) for name in reversed(FORMATS)}
    assert (first.labels.y == labels).all()
    assert (second.labels.y == labels).all()


CODE_PIECES = (*"ab \t`~#>-*|\\<&;{}[]$=1日ä", "a\u00adb", "``` ", "&amp;", "</b>")
CODE_LINE = st.lists(st.sampled_from(CODE_PIECES), max_size=9).map("".join)


@settings(max_examples=150)
@given(st.lists(CODE_LINE, min_size=1, max_size=8))
@example(["```", "~~~", "````python"])
@example(["a", "", "", "\tb  ", " c"])
def test_code_survives_exactly(lines):
    while lines and not lines[0].strip():
        lines = lines[1:]
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    code = "\n".join(lines).rstrip()
    html = f"<p>Before</p><pre>\n{escape(code)}</pre><p>After</p>"
    tokens = PARSER.parse(EVERYTHING.clean(html).markdown)
    fences = [token.content.rstrip() for token in tokens if token.type == "fence"]
    assert fences == ([code] if code else [])


BIG = ",".join(f"/i-{k}.jpg {k}w" for k in range(1_000))
HOSTILE = {
    "lists": (50_000, lambda n: "<ul><li>a" * n),
    "closed lists": (20_000, lambda n: "<ol><li>a " * n + "</ol>" * n),
    "numbers": (50_000, lambda n: "<ol reversed>" + "<li value=7>a<li hidden>" * n),
    "lists with numbers": (20_000, lambda n: "<ol><p>a<li>b<li value=7>c</ol>" * n),
    "lists with depths": (10_000, lambda n: "<ul>" + "<li class=ql-indent-1>a<li>b<ul>" * n),
    "lists of Word": (10_000, lambda n: "".join(
        f"<p style='mso-list:l0 level{k % 9} lfo1'><span style='mso-list:Ignore'>a.</span>b"
        for k in range(n)
    )),
    "quotations": (50_000, lambda n: "<blockquote>a " * n),
    "spans": (50_000, lambda n: "<p>" + "<span>a " * n),
    "emphasis": (25_000, lambda n: "<p>" + "<em>a <strong>b " * n),
    "marks": (10_000, lambda n: "<p>" + "<em>a</em>b<strong>*</strong>_" * n),
    "links within the page": (10_000, lambda n: "<p>" + "".join(
        f"<a href='#i{k}'>w</a> <ul><li id=i{k}>a" for k in range(n)
    )),
    "links to headings": (10_000, lambda n: "".join(
        f"<a href='#i{k}'>w</a><h2><i id=i{n - k}>a</i></h2>" for k in range(n)
    )),
    "links": (50_000, lambda n: "<p>" + "".join(f"<a href='/p{k}'>w</a> " for k in range(n))),
    "a link around blocks": (10_000, lambda n: "<a href=/x>" + "<p>word</p>" * n),
    "cells": (100, lambda n: "<table>" + f"<tr>{CELL * 100}</tr>" * n),
    "cells of a row": (10_000, lambda n: "<table><tr>" + "<td colspan=1000>c" * n),
    "rows spanned": (10_000, lambda n: "<table>" + "<tr><td rowspan=99999>c<td>x" * n),
    "tables in tables": (10_000, lambda n: "<table><tr><td>a<td>b " * n),
    "code blocks": (10_000, lambda n: "<pre><code>x = 1\n\ny</code></pre>" * n),
    "lines of code": (20_000, lambda n: f"<pre>{LINE * n}</pre>"),
    "code in code": (10_000, lambda n: "<div class='code-block'>a<br>" * n),
    "backticks": (50_000, lambda n: f"<p><code>{'`a' * n}</code></p><pre>{'`' * n}</pre>"),
    "references": (20_000, lambda n: f"<p>{REFERENCE * n}</p><ol><li id=fn1>note</ol>"),
    "notes": (20_000, lambda n: "<p>" + "".join(
        f"w<sup><a href='#fn{k}'>{k % 900}</a></sup> " for k in range(n)
    ) + "</p><ol>" + "".join(f"<li id=fn{k}>note" for k in range(n))),
    "lists of notes": (5_000, lambda n: "<p>" + "".join(
        f"w<sup><a href='#fn{k}'>{k % 900}</a></sup> " for k in range(n)
    ) + "</p>" + "".join(f"<ol><li id=fn{k}>note</ol>" for k in range(n))),
    "line breaks": (100_000, lambda n: f"<p>a{'<br>' * n}b</p>"),
    "lines": (50_000, lambda n: f"<p>{'a<br>' * n}</p>"),
    "images": (30_000, lambda n: "<p>a</p>" + "<p><img src=/a.jpg></p>" * n + "<p>b</p>"),
    "candidates": (50, lambda n: f"<p>a{f'<img srcset={chr(39)}{BIG}{chr(39)}>' * n}b</p>"),
    "sources": (20_000, lambda n: f"<p>a<picture>{SOURCE * n}<img src=/a></picture>b"),
    "formulas": (10_000, lambda n: f"<p>{MATH * n}"),
    "drawn formulas": (10_000, lambda n: f"<p>a {KATEX * n}"),
    "stated formulas": (10_000, lambda n: f"<p>a {STATED * n}"),
    "items of formulas": (10_000, lambda n: f"a<ul>{f'<li>{KATEX}' * n}"),
    "a deep formula": (20_000, lambda n: f"<p>a <math>{'<mrow>' * n}<mi>x</mi></math> b"),
    "a wide formula": (50_000, lambda n: f"<p>a <math>{'<mi>x</mi>' * n}</math> b"),
    "dollars": (20_000, lambda n: f"<script src=mathjax.js></script><p>{'$a b $$ ' * n}"),
    "headings": (10_000, lambda n: "<h2>a <a href='#x'>#</a></h2>" * n),
    "permalinks": (20_000, lambda n: f"<h2>{'<a href=#x>#</a>' * n} a</h2>"),
    "a listing": (20_000, lambda n: f"<div>{'<div><code>a</code> <code>;</code></div>' * n}</div>"),
    "listings": (5_000, lambda n: "<div><p><code>a;</code></p><p><code>b</code></p></div>c" * n),
    "deep listings": (10_000, lambda n: "<div><img src=/a>" * n + "<p><code>;</code></p>" * 2),
    "lists of code": (5_000, lambda n: "<ol class=code><li>a;<li>b</ol>c" * n),
    "lists in a box": (5_000, lambda n: f"<div {ATTRIBUTES}>" + "<ol><li>a;</ol>" * n),
    "nested lists of code": (10_000, lambda n: "<ol class=linenums><li>a;" * n),
    "breaks in code": (20_000, lambda n: f"<code>{'a;<br>' * n}</code>" + "<code>a<br>b" * n),
    "galleries": (20_000, lambda n: "".join(f"<p><img src=/{k % 99}.png></p>" for k in range(n))),
    "verses": (10_000, lambda n: f"<div>{'<p>a b c d e f<br>g h i j k l</p>' * n}</div>"),
    "rules": (50_000, lambda n: f"<p>a</p>{'<hr>' * n}<p>b</p>"),
    "definitions": (20_000, lambda n: "<dl>" + "<dt>a<dd>b" * n),
    "signs": (20_000, lambda n: f"<p>{'*_`[!](~$&amp;' * n}"),
    "backslashes": (100_000, lambda n: "<p>" + "\\" * n),
    "digits": (100_000, lambda n: f"<p>{'1' * n}. a"),
    "everything in everything": (10_000, lambda n: "<ul><li><blockquote><table><tr><td><em>b" * n),
}  # fmt: skip
CELL = "<td colspan=9007199254740991 rowspan=9007199254740991>c</td>"
ATTRIBUTES = " ".join(f"a{number}" for number in range(5_000))
LINE = "<span class=line><span class=lineno>1</span>a  b</span>\n"
REFERENCE = "w<sup><a href='#fn1'>1</a></sup> "
SOURCE = "<source srcset='/a.jpg 2x'>"
KATEX = "<math><mi>x</mi></math><span class=katex-html>x</span>"
STATED = "<span data-math='x'><span class=katex-html>x</span></span>"
MATH = "a <math><mi>x</mi><msup><mi>y</mi><mn>2</mn></msup></math> "


def seconds(page):
    """Processor time to clean a page and write it."""
    start = time.process_time()
    result = EVERYTHING.clean(f"<h1>Title</h1><p>Before.</p>{page}")
    for name in ("text", "markdown", "html", "tei"):
        assert "Before." in result.format(name)
    return time.process_time() - start


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages_take_linear_time(name):
    size, make = HOSTILE[name]
    short, long = seconds(make(size // 2)), seconds(make(size))
    assert long < 3.2 * short + 0.5


@pytest.mark.parametrize("name", HOSTILE)
def test_no_hostile_page_fails(name):
    size, make = HOSTILE[name]
    seconds(make(max(size // 100, 20)))
