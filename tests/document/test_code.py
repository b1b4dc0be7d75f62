import json

import pytest
from cleaned import markdown
from output.reading import PARSER

import victor
from victor.tree.parse import parse

CLEANER = victor.load("keep-everything")


def code(page):
    """Language and text of each code block, as a reader of the Markdown finds them."""
    tokens = PARSER.parse(CLEANER.clean(f"<p>Vor.</p>{page}<p>Nach.</p>").markdown)
    return [
        (token.info, token.content.removesuffix("\n")) for token in tokens if token.type == "fence"
    ]


def test_white_space_is_exact():
    text = "def f():\n\tif x:\n\n        return  1\n\n\n# end"
    assert code(f"<pre>{text}</pre>") == [("", text)]


def test_code_cannot_steer_a_terminal():
    assert code("<pre>\x1b[1mok&#27;[0m\n\tdone\x07</pre>") == [("", "[1mok[0m\n\tdone")]


def test_adjacent_code_elements_are_lines_or_versions():
    switch, copy = "<input type=checkbox>", "<button>copy</button>"
    both = "<code class=cjs>const a = <b>1</b>;</code><code class=mjs>import a;\nuse(a);</code>"
    assert code(f"<pre>{switch}{both}{copy}</pre>") == [("", "const a = 1;\nimport a;\nuse(a);")]
    assert code("<pre><code>a = 1</code>, <code>b = 2</code></pre>") == [("", "a = 1, b = 2")]


@pytest.mark.parametrize(
    "page",
    [
        "<pre><code class='language-python'>x</code></pre>",
        "<pre class='lang-python'>x</pre>",
        "<pre data-lang=python>x</pre>",
        "<div class='highlight-python'><pre>x</pre></div>",
        "<div class='highlight highlight-source-python'><pre>x</pre></div>",
        "<pre class='brush: python'>x</pre>",
        "<pre data-syntaxhighlighter-params='brush: python; gutter: false'>x</pre>",
        "<pre class='gatsby-code-python'><code>x</code></pre>",
        "<pre class='sp-cm sp-python'>x</pre>",
        "<div class=org-src-container><pre class='src src-python'>x</pre></div>",
        "<div class='highlight hl-python'><pre>x</pre></div>",
        "<div class='mw-highlight mw-highlight-lang-python mw-content-ltr'><pre>x</pre></div>",
        "<div class='highlight-python+console'><pre>x</pre></div>",
        "<pre><code class=python>x</code></pre>",
        "<div><ol class=python><li><div class=de1>x</div></ol></div>",
    ],
)
def test_the_language_is_read_from_classes(page):
    assert code(page) == [("python", "x")]


@pytest.mark.parametrize("name", ["gitignore", "bsh", "curl", "cfm", "emacs-lisp"])
def test_rarer_languages(name):
    assert code(f"<pre><code class=language-{name}>x</code></pre>") == [(name, "x")]


def test_the_language_is_read_from_the_line_before():
    assert code("<p>javascript</p><pre>x</pre>") == [("javascript", "x")]
    assert code("<div><div><b>C++</b></div><div><pre>x;</pre></div></div>") == [("c++", "x;")]
    assert code("<p>JavaScript</p><pre>x</pre>") == [("", "x")]
    assert code("<p>Sag mir, was text ist:</p><p>text</p><pre>x</pre>") == [("", "x")]
    assert code("<h3>python</h3><pre>x</pre>") == [("", "x")]
    assert code("<p>sql</p><pre class=lang-php>x</pre>") == [("php", "x")]


def test_the_code_of_rustdoc_is_rust():
    assert code("<pre class='rust rust-example-rendered'>x</pre>") == [("rust", "x")]


@pytest.mark.parametrize(
    ("tokens", "language"),
    [
        ("<span class=kn>import</span> <span class=nn>os</span>", "python"),
        ("<span class=n>pip</span> <span class=n>install</span>", ""),  # a command
        ("pip", ""),
    ],
)
def test_highlighted_code_of_sphinx_is_python_unless_stated(tokens, language):
    page = "<div class='highlight-{} notranslate'><div class=highlight><pre>{}</pre></div></div>"
    after = "<p>1</p><div><span class=kn>2</span></div>"
    assert code(page.format("default", tokens) + after)[0][0] == language
    assert code(page.format("none", tokens))[0][0] == ""


def test_unknown_names_are_no_languages():
    assert code("<pre class='language-wrapper lang-en'>x</pre>") == [("", "x")]
    assert code("<div class=python><pre class=text>x</pre></div>") == [("", "x")]


def test_line_numbers_and_buttons_go():
    gutter = "<table><tr><td class=gutter><pre>1\n2\n</pre><td><pre>a\n  b\n</pre></table>"
    assert code(gutter) == [("", "a\n  b")]
    lines = "".join(f"<span class=line><span class=lineno>{n}</span>{n}00\n</span>" for n in (1, 2))
    assert code(f"<pre>{lines}</pre>") == [("", "100\n200")]
    assert code("<pre><button class=copy>Copy</button>x = 1</pre>") == [("", "x = 1")]


@pytest.mark.parametrize("number", ["{} │", "{})", "L{}", "In [{}]", "({})", "#{}", "0x1{}"])
def test_line_numbers_may_have_other_signs(number):
    lines = "\n".join(
        f"<span class=line-number>{number.format(n)}</span>{line}"
        for n, line in enumerate(("x = [", "  f(1)", "]"), 1)
    )
    assert code(f"<pre>{lines}</pre>") == [("", "x = [\n  f(1)\n]")]


def test_code_named_as_numbered_is_code():
    lines = ("a = 1", "def f(x):", "]", "f(x1)", "if x2:", "{ 0 }")
    held = "\n".join(f"<span class=linenums>{line}</span>" for line in lines)
    assert code(f"<pre>{held}</pre>") == [("", "\n".join(lines))]


def test_lines_named_as_numbered_are_code():
    lines = ("import os", "    os.remove(pfad)", "10")
    items = "".join(f"<li class=L{n}><span>{line}</span></li>" for n, line in enumerate(lines))
    prettified = f"<pre class='prettyprint linenums'><ol class=linenums>{items}</ol></pre>"
    cell = "<td class='hljs-ln-line hljs-ln-{}' data-line-number={}>{}"
    rows = "".join(
        f"<tr>{cell.format('numbers', n, f'<div class=hljs-ln-n>{n}</div>')}"
        f"{cell.format('code', n, line)}"
        for n, line in enumerate(lines, 1)
    )
    numbered = f"<pre><code class=hljs><table class=hljs-ln>{rows}</table></code></pre>"
    assert code(prettified + numbered) == [("", "\n".join(lines))] * 2


def doxygen(*lines):
    numbered = "\n".join(
        f'<div class="line"><a name=l{n}></a><span class=lineno>{n:>5}</span>&#160;{line}</div>'
        for n, line in enumerate(lines, 1)
    )
    shown = "<div class=ttc><div class=ttname><a href=#z>zähle</a></div></div>"
    return f'<div class="fragment">{numbered}{shown}\n</div>'


def test_fragments_of_doxygen_are_code():
    page = doxygen("<b>int</b> <a class=code href=#z>zähle</a>() {", "    <b>return</b> 0;", "}")
    head = "<meta name=generator content='Doxygen 1.9.1'>"
    assert code(head + page) == [("", "int zähle() {\n    return 0;\n}")]
    assert code(page.replace("<b>int</b>", "fragment")) == []


def test_verses_in_fragments_are_no_code():
    lines = "".join(f"<div class=line>{line}</div>" for line in ("ποικιλόθρον’", "ἀθανάτ’"))
    assert code(f"<div class=fragment>{lines}</div>") == []


def test_files_of_github_are_code():
    number = '<td class="blob-num js-line-number js-blob-rnum" data-line-number="{}"></td>'
    line = '\n<td class="blob-code blob-code-inner js-file-line">{}</td>'
    lines = (
        "<span class=pl-k>def</span> größe(x):",
        "    <span class=pl-k>return</span> x",
        "",
        "y",
    )
    rows = "\n".join(
        f"<tr>{number.format(n)}{line.format(one)}</tr>" for n, one in enumerate(lines, 1)
    )
    table = f'<table class="highlight js-file-line-container">{rows}</table>'
    assert code(table) == [("", "def größe(x):\n    return x\n\ny")]
    assert code(f"<table><tr><td>größe.py<td>{table}</table>") == code(table)
    assert code(table.replace(' js-file-line"', ' addition"')) == []
    tree = parse(table)
    assert tree.light().listings is tree.listings is not None


NUMBERED = {
    "Discuz": "<div class=blockcode><div id=code_x1><ol><li>def größe(z):<br />\r\n"
    "<li>&nbsp; &nbsp; z  =  10<br />\r\n<li><br />\r\n<li>    return z<br />\r\n<li>10</ol></div>"
    "<em onclick=\"copycode($('code_x1'));\">复制代码</em></div>",
    "dp-highlighter": "<div class='dp-highlighter bg_py'>\n <ol start=1 class=dp-py>\n "
    "<li class=alt><span><span class=keyword>def</span><span>&nbsp;größe(z):</span></span></li>\n"
    "<li class=''><span>&nbsp;&nbsp;&nbsp;&nbsp;z&nbsp;&nbsp;=&nbsp;&nbsp;10</span></li> <li></li>"
    "<li>\n  <span>&nbsp; </span> <span>&nbsp;<b>return</b></span> <span>z</span>\n</li>"
    "<li class=alt><span>10</span></li></ol></div>",
    "prettify": "<ol class=linenums><li class=L0><span class=kwd>def</span> <i>größe</i>(z):</li>"
    "<li class=L1><span>    </span><span>z</span>  =  10</li><li class=L2>&nbsp;</li>"
    "<li class=L3><span>  </span>  return z</li><li class=L4>10</li></ol>",
    "GeSHi": '<div class="source text"><ol class="text"><li class="li1"><div class="de1">'
    '<span class="kw1">def</span> <span class="me1">größe</span><span class="br0">(</span>z):</div>'
    '</li>\n<li class="li1"><div class="de1">&nbsp; &nbsp; <a href="/z">z</a>  =  10</div></li>\n'
    '<li class="li1"><div class="de1">&nbsp;</div></li>\n<li class="li1"><div class="de1">    '
    '<span class="kw1">return</span> z</div></li><li class="li2">'
    '<div class="de2">10</div></li></ol></div>',
    "named": "<div class=code-block><ol><li>def größe(z):<li>    z  =  10<li>"
    "<li>    <b>return</b> z<li>10</ol></div>",
}
NUMBERED_TEXT = "def größe(z):\n    z  =  10\n\n    return z\n10"


@pytest.mark.parametrize("software", NUMBERED)
def test_a_list_of_lines_of_code_is_a_code_block(software):
    [(_, text)] = code(NUMBERED[software])
    assert [line.rstrip() for line in text.split("\n")] == NUMBERED_TEXT.split("\n")


LATEXML = """
<article class="ltx_document ltx_authors_1line"><p class="ltx_p">Der Code steht in Listing 1.</p>
<figure class="ltx_float ltx_lstlisting" id="LST1">
<div class="ltx_listing ltx_lst_language_Python ltx_lst_numbers_left ltx_lstlisting ltx_listing">
<div class="ltx_listing_data"><a href="data:text/plain;base64,ZGVm" download="">⬇</a></div>
<div class="ltx_listingline" id="lstnumberx1">
<span class="ltx_tag ltx_tag_listingline"><span class="ltx_text">1</span></span>
<span class="ltx_text ltx_lst_keyword">def</span>
<span class="ltx_text ltx_lst_space"> </span>größe():
</div>
<div class="ltx_listingline" id="lstnumberx2">
</div>
<div class="ltx_listingline" id="lstnumberx3">
<span class="ltx_tag ltx_tag_listingline"><span class="ltx_text">2</span></span>
<span class="ltx_text ltx_lst_space">    </span><span class="ltx_text ltx_lst_keyword">return</span>
<span class="ltx_text ltx_lst_space"> </span>1
</div>
</div>
<figcaption class="ltx_caption">Listing 1: Die Größe</figcaption>
</figure></article>
""".replace("</span>\n<", "</span><")


def test_a_listing_of_a_paper_is_a_code_block():
    assert code(LATEXML) == [("python", "def größe():\n\n    return 1")]
    assert "⬇" not in (text := CLEANER.clean(LATEXML).text)
    assert text.split("\n\n")[-1].strip() == "Listing 1: Die Größe"


def test_an_algorithm_of_a_paper_is_no_code():
    assert code(LATEXML.replace("ltx_lstlisting", "ltx_algorithm")) == []


def test_a_list_of_lines_of_code_is_exact_in_each_output():
    page = f"<p>Der Code:</p>{NUMBERED['Discuz']}<p>Er ist kurz.</p>"
    made = CLEANER.clean(page)
    parts = json.loads(made.format("json"))["parts"]
    assert [part["text"] for part in parts if part["kind"] == "code"] == [NUMBERED_TEXT]
    for output in ("text", "tei", "html", "markdown"):
        assert NUMBERED_TEXT in made.format(output)


def test_the_indentation_of_all_lines_of_a_list_is_kept():
    page = "<div class=prettyprint><ol><li>  a<li><span> </span> b;</ol></div>"
    assert code(page) == [("", "  a\n  b;")]


def test_a_link_beside_the_only_code_of_a_block_is_no_part_of_it():
    link = "<a class=run href=/play>Run</a>"
    assert code(f"<pre>{link}<code>x = 1</code>\n</pre>") == [("", "x = 1")]
    assert code(f"<pre>See {link}, <code>x</code>.</pre>") == [("", "See Run, x.")]
    assert code(f"<pre>{link}</pre>") == [("", "Run")]


def test_the_copy_button_of_discuz_is_no_content():
    kept = "<p>Vor dem Code steht ein ganzer Satz, der lang genug für Inhalt ist.</p>"
    made = victor.load("web").clean(f"{kept}{NUMBERED['Discuz']}{kept.replace('Vor', 'Nach')}")
    assert "```\ndef größe(z):\n    z" in made.markdown
    assert "复制代码" not in made.text


@pytest.mark.parametrize(
    "page",
    [
        "<ol><li>a = 1;<li>b = 2;</ol>",
        "<div class=linenums><ol><li><p>a = 1;</p><li>b = 2;</ol></div>",
        "<div class=linenums><ol><li><img src=/a.png>a = 1;<li>b = 2;</ol></div>",
        "<div class=linenums><div><div><ol><li>a = 1;<li>b = 2;</ol></div></div></div>",
        "<div class=code-block><ol><li>Öffne die Datei.<li>Schließe (sie).<li>Fertig.</ol></div>",
        "<div class='code-block code-block-3'><ol><li>a = 1;<li>b = 2;</ol></div>",
        "<ol class=code><li>a = 1;</ol>",
        "<ol><li><div class=de1>a = 1;</div><li><div class=de1><div>b = 2;</div></div></ol>",
        "<ul><li><div class=de1>a = 1;</div><li><div class=de1>b = 2;</div></ul>",
    ],
)
def test_other_lists_are_no_code(page):
    assert code(page) == []


def test_lists_of_code_do_not_depend_on_dropped_columns():
    tree = parse(NUMBERED["Discuz"])
    assert tree.light().listings is tree.listings is not None


def test_rows_whose_text_ends_its_own_line_have_no_blank_lines_between_them():
    row = "<tr><td class=lines-num><span data-line-number={0}></span><td><code>{1}\n</code>"
    lines = ["def größe():", "<b>    return</b> 1", "", "größe()"]
    rows = "".join(row.format(number, line) for number, line in enumerate(lines, 1))
    assert code(f"<table>{rows}</table>") == [("", "def größe():\n    return 1\n\ngröße()")]
    assert code("<pre>a\n<div>b\n</div><div>c\n\n</div>d</pre>") == [("", "a\nb\nc\n\nd")]


@pytest.mark.parametrize(
    "page",
    [
        "<pre>a<br><br>  b</pre>",
        "<pre><div>a</div><div><br></div><div>  b</div></pre>",
        "<pre>a\n\n  b</pre>",
    ],
)
def test_blank_lines_stay_however_lines_are_marked(page):
    assert code(page) == [("", "a\n\n  b")]


def test_a_line_feed_after_a_line_that_ends_by_itself_is_a_blank_line():
    marked = "<span class='hl-code-line'>{}</span>"
    stacked = f"<pre>{marked.format('x = 1')}{marked.format('y = 2')}\nprint(x)</pre>"
    assert code(stacked) == [("", "x = 1\ny = 2\n\nprint(x)")]
    single = f"<pre>{marked.format('importer os')}\nos.sortir()</pre>"
    assert code(single) == [("", "importer os\nos.sortir()")]
    assert code(stacked + single)[1] == ("", "importer os\n\nos.sortir()")


def test_a_line_feed_after_each_line_is_no_blank_line():
    lines = "\n".join(f"<span class=line>{text}</span>" for text in ("a", "", "  b"))
    titles = "<h2><span class=line>Dvě</span><span class=line>řádky</span></h2>"
    assert code(f"{titles}<pre><code>{lines}</code></pre>") == [("", "a\n\n  b")]


def test_lines_that_a_book_folds_are_left_out_where_they_are_hidden():
    lines = (
        "<span class=boring>#![allow(unused)]\n</span><span class=boring>fn main() {\n</span>"
        "let s = <b>1</b>;\n<span class=boring>}</span>"
    )
    button = "<div class=buttons><button><svg><g><path /><path /><path /></g></svg></button></div>"
    folded = f"<pre>{button}<code class='language-rust hljs hide-boring'>{lines}</code></pre>"
    assert code(folded) == [("rust", "let s = 1;")]
    served = f"<pre class=playground><code class='language-rust editable'>{lines}</code></pre>"
    assert code(f"<pre>{served}</pre>") == [("rust", "let s = 1;")]
    assert code(f"<pre><code class=language-rust>{lines}</code></pre>") == [("rust", "let s = 1;")]
    shown = f"<pre><code>{lines}</code></pre>"
    assert code(shown) == [("", "#![allow(unused)]\nfn main() {\nlet s = 1;\n}")]


def test_fences_in_code_end_no_block():
    text = "```python\nx\n```\n````\n~~~"
    assert code(f"<pre>{text}</pre>") == [("", text)]


def test_code_within_a_sentence_is_no_block():
    made = CLEANER.clean("<p>Volejte <code>f(`x`)</code> a <kbd>Ctrl</kbd>.</p>").format(
        "markdown-title"
    )
    assert made == "Volejte ``f(`x`)`` a `Ctrl`.\n"


def test_code_in_an_item_is_indented_with_it():
    made = CLEANER.clean("<ol><li>Spusťte:<pre>a\n  b</pre><li>Hotovo</ol>").format(
        "markdown-title"
    )
    assert made == "1. Spusťte:\n\n   ```\n   a\n     b\n   ```\n\n2. Hotovo\n"


LINES = (
    "<code class='java keyword'>int</code>&nbsp;<code class='java plain'>i =</code> "
    "<code class='java value'>0</code><code class='java plain'>;</code>",
    "&nbsp;",
    "<code class='java spaces'>&nbsp;&nbsp;</code><code class='java plain'>i++;</code>",
)


def lined(tag, gutter=""):
    return "".join(f"<{tag}>{gutter}{line}</{tag}>" for line in LINES)


@pytest.mark.parametrize(
    "page",
    [
        f"<div>{lined('div')}</div>",
        f"<table><tr><td><div>1</div><div>2</div><div>3</div><td><div>{lined('div')}</div></table>",
        f"<table>{lined('tr', '<td data-line><td>')}</table>",
        f"<td>{lined('p')}</td>",
        f"<ol><li>Příklad:<div>{lined('div')}</div><li>Další krok</ol>",
        f"<blockquote><div>{lined('p')}</div></blockquote>",
    ],
)
def test_lines_with_code_and_nothing_else_are_one_code_block(page):
    assert code(f"<div>{page}</div>") == [("java", "int i = 0;\n\n  i++;")]


@pytest.mark.parametrize(
    "page",
    [
        "<ul><li><code>-a</code></li><li><code>-b</code></li></ul>",
        "<div><ul><li><p><code>a=1</code></p></li><li><p><code>b=2</code></p></li></ul></div>",
        "<div><dl><dt><p><code>f(x)</code></p><dd><p><code>g(x)</code></p></dl></div>",
        "<div><p><code>-a</code> sorts</p><p><code>-b</code></p></div>",
        "<table><tr><td><code>a</code><td><code>b</code><tr><td><code>c</code><td>d</table>",
        "<table><tr><td><code>a;</code><td><code>b;</code><tr><td><code>c</code><td><code>d</code></table>",
        "<table><tr><th>a<th>b<tr><td><p><code>a=1</code></p><p><code>b=2</code></p><td>c</table>",
        "<div><div><input type=radio><code>[1]</code></div><div><code>[2]</code></div></div>",
        "<div><div><code>Python</code></div><div><code>Rust</code></div></div>",
        "<div><div><img src=/a.png><code>f()</code></div><div><code>g()</code></div></div>",
        "<div><div><h3><code>f()</code></h3></div><div><h3><code>g()</code></h3></div></div>",
        "<div><p><a href=/f><code>f()</code></a></p><p><a href=/g><code>g()</code></a></p></div>",
    ],
)
def test_code_in_lists_sentences_and_tables_is_no_block(page):
    assert code(page) == []


@pytest.mark.parametrize("end", ["<br>", "<br />\n", "<br>\r\n"])
def test_code_with_line_breaks_is_a_block(end):
    lines = end.join(("int i;", "", "&nbsp; i++;"))
    assert code(f"<div>Code:<hr><code>{lines}</code><hr></div>") == [("", "int i;\n\n  i++;")]
    assert code(f"<div>Code:<hr><code>a{end}b</code>So wird es.</div>") == [("", "a\nb")]
    assert code(f"<table><tr><td><code>a{end}b</code><td>c<tr><td>d<td>e</table>") == []
    assert code("<p><code>a</code><br><code>b</code></p>") == []
    assert code(f"<p>Type <code>ls{end}cd</code> and go.</p>") == []
    assert code(f"<div>Use <code>ls.{end}Then<h2>B</h2><p>c</p><img src=/a.png></code></div>") == []


@pytest.mark.parametrize(
    "page",
    [
        "<pre class=wp-block-verse>{}</pre>",
        "<div class=verseblock><pre class=content>{}</pre></div>",
        "<pre class=poem>{}</pre>",
    ],
)
def test_verse_in_pre_is_text_with_line_breaks(page):
    verse = "春の海\n   <em>ひねもす</em>のたり\n\nThe tide goes out"
    found = markdown(f"<p>俳句：</p>{page.format(verse)}<p>以上。</p>")
    assert found == "俳句：\n\n春の海  \n*ひねもす*のたり\n\nThe tide goes out\n\n以上。"
    for other in ("C      G\nThe tide", "git <em>add</em> [--all]", "<code>a</code> b"):
        assert markdown(page.format(other)).startswith("```\n")
    assert markdown(f"<pre class=traverse>{verse}</pre>").startswith("```\n")


def test_paragraphs_in_pre_are_no_code_unless_they_look_like_it():
    page = "<pre data-hook=description><p>It weighs two kilograms.</p><p>&nbsp;</p><p>Oak</p></pre>"
    result = CLEANER.clean(page)
    assert result.markdown == "It weighs two kilograms.\n\nOak\n"
    assert result.text == result.markdown
    assert code("<pre><p>int i;</p><p>run(i)</p></pre>") == [("", "int i;\nrun(i)")]
    assert code("<pre>run<p><code>ls</code></p></pre>") == [("", "run\nls")]
    assert code("<pre class=wp-block-code><p>import os</p><p>exit</p></pre>") == [
        ("", "import os\nexit")
    ]
    assert code("<pre><p>for a in b:</p><p>  run</p></pre>") == [("", "for a in b:\n  run")]
    assert code("<pre>a  b\nc  d</pre>") == [("", "a  b\nc  d")]


def test_line_feeds_of_the_markup_after_a_break_are_not_shown():
    assert code("<code>a<br>\r\n\r\n  b</code>") == [("", "a\n  b")]
    assert code("<code style='white-space: pre'>a<br>\n  b</code>") == [("", "a\n\n  b")]
    assert code("<pre>a\vb\nc</pre>")[0][1].count("\n") == 1


def test_pre_in_code_stays_exact():
    assert code("<code><pre>\n  a (X);\n    b\n</pre></code>") == [("", "  a (X);\n    b")]


def test_a_line_number_beside_a_separator_is_a_number():
    page = "<pre><span class=line>1&#28;\n</span><span>two</span>\n</pre>"
    assert "two" in victor.load("keep-everything").clean(page).text
