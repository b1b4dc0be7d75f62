import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from output.reading import html, shown, words

import victor
from victor.compiled import using

CLEANER = victor.load("keep-everything")
ADDRESS = "https://example.org/dir/page.html"


def markdown(page, output="markdown-title"):
    """A page as Markdown."""
    return CLEANER.clean(f"<body><div>{page}</div>", url=ADDRESS).format(output).rstrip("\n")


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<ol start=5><li>cinq<ul><li>a<li>b</ul><li>six</ol>", "5. cinq\n   - a\n   - b\n6. six"),
        ("<ul><li><p>eins</p><p>zwei</p><li>drei</ul>", "- eins\n\n  zwei\n\n- drei"),
        ("<ul><li>uno</ul><ul class=b><li>dos</ul>", "- uno\n\n* dos"),
        ("<dl><dt>DPH<dd><ul><li>21 %</ul></dl><ul><li>ceny s DPH</ul>",
         "DPH\n\n- 21 %\n\n* ceny s DPH"),
        ("<dl><dt>HTML<dd>langage<dt>CSS<dd>style</dl>", "HTML\n: langage\n\nCSS\n: style"),
        ("<dl><dt>DPH<dd><ul><li>21 %</ul><dd>od ledna</dl>", "DPH\n\n- 21 %\n\nod ledna"),
        ("<dl><dd>premier<dd>second<dt>CSS<dd>style</dl>", "premier\n\nsecond\n\nCSS\n: style"),
        ("<p>a<br>b<br></p><p>c</p>", "a  \nb\n\nc"),
        ("<p><code>apt update</code><br><code>apt upgrade</code>", "`apt update`  \n`apt upgrade`"),
        ("<p><i>-- Anna Roe contributed.</i></p>", "*-- Anna Roe contributed.*"),
        ("<p>до</p><hr><p>после</p>", "до\n\n---\n\nпосле"),
        ("<blockquote><p>Zitat<blockquote>innen</blockquote>", "> Zitat\n>\n> > innen"),
        ("<p>foo<b> bar </b>baz</p>", "foo **bar** baz"),
        ("<p>*<b>Poznámka:</b> bez DPH</p>", "\\***Poznámka:** bez DPH"),
        ("<p><del>10 Kč</del><b>, teď 8 Kč</b></p>", "~~10 Kč~~, **teď 8 Kč**"),
        ("<p><i>a</i><b>, b</b></p>", "*a*, **b**"),
        ("<p>H<sub>2</sub>O, <del>weg</del>", "H<sub>2</sub>O, ~~weg~~"),
        ("<p>Nur ~alt~, ~~weg~~ ca. ~5 oder ~10", "Nur \\~alt\\~, \\~\\~weg\\~\\~ ca. ~5 oder ~10"),
        ("<p dir=rtl>هذه <b>فقرة</b> مع رابط.", "هذه **فقرة** مع رابط."),
        ("<h2>Wprowadzenie <a href='#w'>¶</a></h2><p>Tekst", "## Wprowadzenie\n\nTekst"),
        ("<a href=/s><h2>Über</h2><p>Absatz</p></a>", "## [Über](https://example.org/s)\n\nAbsatz"),
    ],
)  # fmt: skip
def test_structure_is_written(page, expected):
    assert markdown(page) == expected


def test_an_ampersand_is_escaped_only_where_it_begins_a_character_reference():
    page = "<p>M&amp;A, dotazy Q&amp;A; AT&amp;T a &amp;lt; <b>R&amp;D</b>"
    assert markdown(page, "markdown-title") == "M&A, dotazy Q\\&A; AT&T a \\&lt; **R&D**"


@pytest.mark.parametrize(
    "text",
    [
        *("# no heading", "1. no list", "10) no list", "- no item", "+ no item", "* no item"),
        *("> no quotation", "--- no rule", "--", "==", "``` no code", "~~~", "| a | b |"),
        *("*a* _b_ **c** __d__ ~~e~~", "[a](b) ![c](d) [e]: f [^1] [^1]: g ^[h]"),
        "<b>x</b> <!-- y -->",
        *("&amp; &#42; &copy;", "C:\\dir\\ \\* \\\\", "snake_case_name 5 * 6", "`code` ``"),
        "[a]: /b 'c'",
    ],
)  # fmt: skip
def test_text_that_looks_like_markdown_is_text(text):
    page = text.replace("&", "&amp;").replace("<", "&lt;")
    for tag in ("p", "h2", "li", "td", "b", "a href=/x", "blockquote", "figcaption"):
        end = tag.split()[0]
        found = shown(
            markdown(f"<p>Vor</p><table><tr><{tag}>{page}</{end}></table><p>Nach", "markdown-title")
        )
        written = re.sub("^[-*] ", "", text) if tag == "li" else text  # a bullet there says nothing
        assert " ".join(found.split()) == f"Vor {written} Nach", tag


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"If $x_i * y_i$ or $$\sum_{i} a_i$$,", r"If $x_i * y_i$ or $$\sum_{i} a_i$$,"),
        (r"\(a_1 * b\) and \[E = m * c\]", r"\(a_1 * b\) and \[E = m * c\]"),
        ("$5 for _all_ or $6 for _one_", r"$5 for \_all\_ or $6 for \_one\_"),
        ("it costs $ 5_000_ and $x_1$", r"it costs $ 5_000_ and $x_1$"),
        (r"\(never closed_", r"\\(never closed_"),
        (r"\$R_1 * R_2\$", r"\\$R_1 * R_2\\$"),
        ("$a<b_c>$", r"$a\<b_c>$"),
        (r"$a_1\<b>$ and $a_1\\<b>$", r"$a_1\<b>$ and $a_1\\\<b>$"),
    ],
)
def test_latex_between_delimiters_stays_as_it_is(text, expected):
    assert markdown(f"<p>{text.replace('<', '&lt;')}</p>", "markdown-title") == expected


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<p>Ab 349 €* <b>pro Sitz</b>**, a_b_", "Ab 349 €* **pro Sitz**\\*\\*, a_b_"),
        ("<p>*Nur mit Adapter<br>**Ab Mai", "*Nur mit Adapter  \n**Ab Mai"),
        ("<p>*Nur mit <b>Adapter</b>", "\\*Nur mit **Adapter**"),
        ("<p>Preis* und *Nur mit Adapter", "Preis* und *Nur mit Adapter"),
        ("<p>s**t, f***ing", "s\\*\\*t, f\\*\\*\\*ing"),
        ("<p>Name: ____ Ort: ____<br>______", "Name: ____ Ort: ____  \n\\______"),
        ("<p>Ort<br>_ _ _<p>~~~ kurz<p>~ Anna", "Ort  \n\\_ _ _\n\n\\~~~ kurz\n\n\\~ Anna"),
        ("<p><a href=/x>*</a> und *", "[*](https://example.org/x) und *"),
        ("<p>a<br>** * **", "a  \n\\** * **"),
        ("<p>1. Brot<p>๑. ขนมปัง<p>٢) خبز", "1\\. Brot\n\n๑. ขนมปัง\n\n٢) خبز"),
        ("<p>a<br>-- -- --", "a  \n\\-- -- --"),
        ("<p><i>a ~)*1</i>*b", "*a ~)\\*1*\\*b"),
        ("<dl><dt>*a<dd>b*<dd>~c", "\\*a\n: b\\*\n: \\~c"),
        ("<dl><dt>max_lines_x<dd>a_b * c_d</dl>", "max_lines_x\n: a_b * c_d"),
        ("<p>[囚鸟][让你取暖] [a] <a href=/x>b</a>", "[囚鸟][让你取暖] [a] [b](https://example.org/x)"),
        ("<table><tr><td>*a<td>b*<tr><td><p>*a<p>b*<td>~5",
         "| *a | b* |\n| --- | --- |\n| \\*a<br>b\\* | ~5 |"),
    ],
)  # fmt: skip
def test_signs_without_a_counterpart_are_not_escaped(page, expected):
    assert markdown(page) == expected
    with using("reference"):
        assert markdown(page) == expected


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<p>[CEO] Wir [2] gehen", "[CEO] Wir [2] gehen"),
        ("<p>[ Mehr: <a href=/x>hier</a> ]", "[ Mehr: [hier](https://example.org/x) ]"),
        ("<p>Wie <a href=/x>[2]</a> sagt", "Wie [[2]](https://example.org/x) sagt"),
        ("<p><a href=/x>Agent [beta]: neu</a>", r"[Agent \[beta\]: neu](https://example.org/x)"),
        ("<p><a href=/x>[x]</a>", r"[\[x\]](https://example.org/x)"),
        ("<p><a href=/x>Wie a^[n]</a>", r"[Wie a^\[n\]](https://example.org/x)"),
        ("<p>Wie <a href=/x>2]</a> sagt", r"Wie [2\]](https://example.org/x) sagt"),
        ("<p>Wie <a href=/x>]2[</a> sagt", r"Wie [\]2\[](https://example.org/x) sagt"),
        ("<p>[2](a) und [3]: b", r"[2\](a) und [3\]: b"),
        ("<p>:-| und<br>:) und<br>: nicht", "\\:-| und  \n:) und  \n\\: nicht"),
        ("<ul><li>[x] Brot<li>[y] Salz", "- \\[x] Brot\n- [y] Salz"),
    ],
)
def test_signs_are_escaped_only_if_they_would_mean_something(page, expected):
    assert markdown(page) == expected


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("../a (b).html", "[x](https://example.org/a%20(b).html)"),
        ("/a)b(", "[x](https://example.org/a%29b%28)"),
        ("#teil", "[x](#teil)"),
        ("mailto:a@example.org", "[x](mailto:a@example.org)"),
        ("/?a=1&amp;amp;b=2", "[x](https://example.org/?a=1\\&amp;b=2)"),
        ("javascript:void(0)", "x"),
        ("", "x"),
        ("data:text/html,x", "x"),
    ],
)
def test_addresses_of_links(address, expected):
    assert markdown(f'<p>Viz <a href="{address}">x</a>.') == f"Viz {expected}."


def test_words_before_a_link_do_not_make_it_an_image_or_a_note():
    assert 'Wow!<a href="/x">a</a>' in html(
        markdown("<p>Wow!<a href=/x>a</a>").replace("https://example.org", "")
    )
    assert "^<a href" in html(markdown("<p>^<a href=/x>a</a>"))


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<p>Eingabe: <code>root #</code><code>emerge</code>.", "Eingabe: `root #emerge`."),
        ("<p>Appuyez sur <kbd>F</kbd><wbr><kbd>5</kbd>", "Appuyez sur `F5`"),
        ("<p><code>`a</code><code>(</code><code>)</code>", "`` `a() ``"),
        ("<p><a href=/f><code>f</code></a><code>()</code>", "[`f`](https://example.org/f)`()`"),
        ("<p><kbd>A</kbd>+<kbd>B</kbd> <kbd>C</kbd>", "`A`+`B` `C`"),
        ("<p><code>return a; </code><code>return b;</code>", "`return a;` `return b;`"),
    ],
)
def test_code_spans_side_by_side_are_one(page, expected):
    found = markdown(page)
    assert found == expected
    assert words(shown(found)) == words(CLEANER.clean(page).text)


def test_code_spans_are_one_where_the_link_around_one_is_left_out():
    page = "<p><a href=/f><code>f</code></a><code>(</code><code>)</code> <a href=/g>g</a>"
    assert markdown(page, "markdown-links") == "`f()` g"


@pytest.mark.parametrize(
    "page",
    [
        "<p>see [b]<b>(http://evil.example/)</b>d",
        "<p>a[b]<del>(c)</del>d",
        "<p>a [b] <i>[c]</i>(d)",
        "<p>[a]<b>: http://evil.example/</b>d",
        "<p>wow!<b>[a](b)</b>c",
    ],
)
def test_brackets_beside_marks_that_are_dropped_are_no_links(page):
    found = CLEANER.clean(page)
    assert "<a " not in shown(found.markdown) and "<img" not in shown(found.markdown)
    assert words(shown(found.markdown)) == words(found.text)


def test_references_side_by_side_stay_references():
    page = "<p>a<sup><a href='#fn1'>1</a></sup><sup><a href='#fn2'>2</a></sup>(b)</p>"
    notes = "<ol><li id=fn1>eins<li id=fn2>zwei</ol>"
    assert markdown(page + notes) == "a[^1][^2]\\(b)\n\n[^1]: eins\n\n[^2]: zwei"


def test_signs_that_are_raised_anyway_have_no_tags():
    page = "<p>Cyan<sup>®</sup> und Moll<sup>™</sup>, 3 m<sup>2</sup>, Rot<sup>® 1</sup>"
    expected = "Cyan® und Moll™, 3 m<sup>2</sup>, Rot<sup>® 1</sup>"
    assert markdown(page) == expected
    with using("reference"):
        assert markdown(page) == expected


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<b>Opens;</b>today", "**Opens**;today"),
        ("他说<b>“你好”</b>然后", "他说“**你好**”然后"),
        ("dit<i><b>«oui».</b></i>Puis", "dit«**oui**».Puis"),
        ("<b>Opens:</b> today", "**Opens:** today"),
        ("a<b>...</b>b", "a...b"),
    ],
)
def test_punctuation_between_marks_and_a_word_stays_outside(page, expected):
    assert markdown(f"<p>{page}") == expected


@pytest.mark.parametrize("text", ["“你好”", "(x)", "«oui»"])
def test_emphasis_that_a_reader_would_not_see_as_such_is_left_out(text):
    found = markdown(f"<p>他说<b>{text}</b>然后")
    assert "*" not in shown(found)
    assert words(shown(found)) == words(f"他说{text}然后")


def test_lines_of_code_in_a_cell_stay_lines():
    code = "def f(x):\n\treturn x | 1\n\n    # `fin`"
    head, row = "<tr><th>Změna<th>コード<th>Wert", "<tr><th>a<td><pre>{}</pre><td>2"
    page = f"<table>{head}{row.format(code)}{row.format('  x = 1')}</table>"
    several, one = markdown(page).splitlines()[-2:]
    assert several == "| a | `def f(x):`<br>`        return x \\| 1`<br>``     # `fin` `` | 2 |"
    assert one == "| a | `  x = 1` | 2 |"
    assert html(markdown(page)).count("<code>") == 4


def test_a_table_as_html_has_its_caption_once():
    page = "<table><caption>Ceny<tr><th>Druh<th>Kč<tr><th>vlak<td>99</table>"
    assert markdown(page, "markdown-title+html_tables").count("Ceny") == 1


def test_a_note_to_a_table_as_html_is_text_as_nothing_links_to_it():
    table = "<table><tr><th>Druh<th>Kč<tr><th>vlak<td>99<sup><a href='#n'>a</a></sup></table>"
    page = f"{table}<p>Ahoj</p><ol><li id=n>bez DPH</ol>"
    assert markdown(page).endswith("\n\n[^a]: bez DPH")
    assert markdown(page, "markdown-title+html_tables").endswith("\n\n[a] bez DPH")


def test_white_space_at_the_start_of_a_paragraph_makes_no_code():
    page = "<ol start=10><li><img src=/a.png alt=x> Karel<p>Ahoj</ol>"
    assert markdown(page, "markdown-title-images") == "10. Karel\n\n    Ahoj"


def test_options_leave_out_links_and_images():
    page = "<p>Viz <a href=/x>odkaz</a> </p><p><img src=/a.png alt=obr></p><p>Konec</p>"
    assert markdown(page, "markdown-title-links-images") == "Viz odkaz\n\nKonec"


_MARKED = st.recursive(
    st.text("ab*_~™“.: ", min_size=1, max_size=6).map(lambda text: (text, text)),
    lambda inner: st.builds(
        lambda tag, piece: (f"<{tag}>{piece[0]}</{tag}>", piece[1]),
        st.sampled_from(["em", "strong", "del"]),
        inner,
    ),
)


@given(st.lists(_MARKED, min_size=1, max_size=5))
def test_marks_around_marks_are_read_as_marks_whatever_is_beside_them(pieces):
    page, text = ("".join(side) for side in zip(*pieces, strict=True))
    found = shown(markdown(f"<p>x{page}y</p>"))
    assert "".join(found.split()) == "".join(f"x{text}y".split())


TEXT = "The ferry to the island leaves from the old pier again, every hour until the evening."
POST = (
    """<div class=post id=post{0}><div class=author>Member{0}</div>
    <span class=date title=2026-03-{0}4>Tuesday</span><p>"""
    + TEXT
    + """ {0}</p></div>"""
)


def test_who_wrote_a_post_stands_above_it_and_a_rule_between_posts():
    page = "<h1>Which ferry?</h1><div class=posts>" + "".join(map(POST.format, range(1, 5)))
    made = victor.load("keep-everything", remove=[".author", ".date"]).clean(page)
    assert made.format("markdown").count("Member") == 0
    lines = made.format("markdown+posts").split("\n\n")
    assert lines[1:6] == [
        "**Member1**, 2026-03-14",
        f"{TEXT} 1",
        "---",
        "**Member2**, 2026-03-24",
        f"{TEXT} 2",
    ]
    assert made.format("markdown").count("Member") == 0  # the document has not changed


def test_a_post_that_begins_with_its_author_has_no_line_above_it():
    posts = "".join(map(POST.replace("</div>", " wrote:</div>", 1).format, range(1, 5)))
    page = f"<h1>Which ferry?</h1><div class=posts>{posts}</div>"
    made = CLEANER.clean(page).format("markdown+posts")
    assert "Member1 wrote:" in made and "**Member" not in made


def test_an_image_at_the_start_of_a_post_without_an_author_stays():
    post = POST.replace("<div class=author>Member{0}</div>", "<p><img src=/{0}.jpg></p>")
    page = f"<h1>Which ferry?</h1><div class=posts>{''.join(map(post.format, range(1, 5)))}</div>"
    made = CLEANER.clean(page)
    assert not any(one.author for one in made.document.posts)
    assert "![](/1.jpg)" in made.format("markdown+posts")


@pytest.mark.parametrize("shown", ["Tuesday", "2026-03-{0}4"])
def test_the_line_of_a_post_replaces_the_name_of_its_author(shown):
    posts = "".join(map(POST.replace("Tuesday", shown).format, range(1, 5)))
    page = f"<h1>Which ferry?</h1><div class=posts>{posts}</div>"
    lines = CLEANER.clean(page).format("markdown+posts").split("\n\n")
    is_dated = shown != "Tuesday"
    assert lines[1:3] == (
        ["Member1", "2026-03-14"] if is_dated else ["**Member1**, 2026-03-14", "Tuesday"]
    )


def test_nested_tasks_take_no_time_that_doubles_at_each_level():
    page = "<ul><li><input type=checkbox checked>" * 22 + "Paint the fence."
    assert re.fullmatch(r"(- ){10,22}\[x\] Paint the fence\.", markdown(page))
