"""Links within the page and their targets, in HTML and TEI."""

import re
from pathlib import Path

import pytest
from lxml import etree

import victor

CLEANER = victor.load("keep-everything", remove=".out")
URL = "https://example.org/list?a=1"


def clean(page, url=None):
    return CLEANER.clean(f"<body><div>{page}</div>", url=url)


def html(page, url=None):
    """The content of the article, on one line."""
    whole = clean(page, url).format("html").replace("\n", "")
    return whole.partition("<article>")[2].removesuffix("</article></body></html>")


def tei(page, url=None):
    """The content of the body of a valid document, on one line."""
    whole = clean(page, url).format("tei")
    schema = etree.RelaxNG(etree.parse(Path(__file__).parent / "tei.rng"))
    assert schema.validate(etree.fromstring(whole.encode())), schema.error_log.last_error
    return whole.replace("\n", "").partition("<body>")[2].removesuffix("</body></text></TEI>")


CONTENTS = '<ul><li><a href="#early">Early life</a></ul><h2 id="early">Early life</h2><p>Brno.'


def test_a_table_of_contents_leads_to_the_headings():
    assert html(CONTENTS) == (
        '<ul><li><a href="#part-early">Early life</a></li></ul>'
        '<h2 id="part-early">Early life</h2><p>Brno.</p>'
    )
    assert tei(CONTENTS) == (
        '<list rend="bulleted"><item><ref target="#part-early">Early life</ref></item></list>'
        '<div xml:id="part-early"><head rend="h2">Early life</head><p>Brno.</p></div>'
    )


def test_parts_to_which_no_link_leads_have_no_id():
    assert "id=" not in html("<h2 id=a>A</h2><p id=b><a href=/c#b>B</a>")


@pytest.mark.parametrize(
    ("href", "anchor"),
    [
        ("#b", "<p id=b>B"),
        ("#b", "<p>a</p><a name=b></a><p>B"),
        ("#b", "<p><b id=b>B</b>"),
        ("#b", "<p name=b>a</p><a name=b></a><p id=b>B"),  # an id comes before a name
        ("#%C3%A9", "<p id=é>B"),
        ("#%C3%A9", "<p id=é>a<p id=%C3%A9>B"),
        ("#a b", "<p id='a b'>B"),
        ("#b", "<p id=b>B<p id=b>a"),
        (f"{URL}#b", "<p id=b>B"),
        ("?a=1#b", "<p id=b>B"),
        ("#b", "<h2 id=b class=out>a</h2><p>B"),
        ("#b", "<h2 class=out><i id=b>a</i></h2><p>B"),
        ("#b", "<div id=b></div><p>B"),
    ],
)
def test_a_link_leads_to_the_first_part_at_or_after_the_named_element(href, anchor):
    found = html(f"<p><a href='{href}'>x</a></p>{anchor}", URL)
    (name,) = re.findall(r'<a href="#([^"]+)">x</a>', found)
    assert re.findall(r' id="([^"]+)"[^>]*>(?:<\w+>)?(.)', found) == [(name, "B")]


@pytest.mark.parametrize(
    "page",
    [
        "<p>B",  # no such element
        "<p>B<h2 id=b class=out>a</h2>",  # nothing after it
        "<h2 id=b class=out>a</h2><p class=out>b<h2>B</h2>",  # the next section
        "<p id=b class=out>a<p>B",
        "<div id=b><p class=out>a</div><p>B",
    ],
)
def test_a_link_to_what_was_left_out_leads_to_the_page(page):
    page = f"<p>A <a href='#b'>x</a>{page}"
    assert f'<p>A <a href="{URL}#b">x</a></p>' in html(page, f"{URL}#old")
    assert f'<p>A <ref target="{URL}#b">x</ref></p>' in tei(page, f"{URL}#old")
    assert "<p>A x</p>" in html(page)
    assert "<p>A x</p>" in tei(page)
    assert "id=" not in html(page) + tei(page)


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<ul><li>a<li id=b>B</ul>", '<ul><li>a</li><li id="part-b">B</li></ul>'),
        ("<ul><li>a<li><p id=b>B<ul><li>c</ul></ul>", '<li id="part-b">B<ul>'),
        ("<ul><li>a<li>c<p id=b>B</ul>", '<li><p>c</p><p id="part-b">B</p></li>'),
        ("<ol id=b><li>B</ol>", '<ol id="part-b"><li>B</li></ol>'),
        ("<dl><dt>a<dd>c<dt id=b>B<dd>d</dl>", '<dd>c</dd><dt id="part-b">B</dt><dd>d</dd>'),
        ("<dl><dt>a<dd id=b>B</dl>", '<dt>a</dt><dd id="part-b">B</dd>'),
        ("<blockquote id=b><p>B</blockquote>", '<blockquote id="part-b"><p>B</p></blockquote>'),
        ("<pre id=b>B</pre>", '<pre id="part-b"><code>B</code></pre>'),
        ("<p>a<hr id=b><p>B", '<hr id="part-b"><p>B</p>'),
        ("<p>a<p id=b><img src=/i.png>", '<p id="part-b"><img'),
        ("<figure id=b><img src=/i.png><figcaption>B</figure>", '<figure id="part-b"><img'),
        ("<figure><img src=/i.png><figcaption id=b>B</figure>", '<figure id="part-b"><img'),
        ("<figure><img id=b src=/i.png></figure>", '<figure id="part-b"><img'),
        ("<table id=b><tr><td>B<td>c<tr><td>d<td>e</table>", '<table id="part-b">'),
        ("<table><tr><td>a<td>c<tr id=b><td>B<td>e</table>", '<tr id="part-b"><td>B</td>'),
        ("<table><tr><td>a<td id=b>B<tr><td>d<td>e</table>", '<td id="part-b">B</td>'),
        ("<table><caption id=b>B</caption><tr><td>a<td>c<tr><td>d<td>e</table>", "<table id="),
        ("<div id=b><math display=block><mi>x</mi></math></div>", '<pre id="part-b"><code class='),
    ],
)
def test_any_part_can_be_a_target(page, expected):
    page = f"<p>A <a href='#b'>x</a>{page}"
    assert expected in html(page)
    assert tei(page).count('xml:id="part-b"') == tei(page).count('target="#part-b"') == 1


def test_a_footnote_keeps_its_id():
    page = "<p>a<sup><a href=#fn1>1</a></sup>, see <a href=#fn1>this note</a>.<ol><li id=fn1>B</ol>"
    assert '<a href="#note-1">this note</a>' in html(page)
    assert '<aside id="note-1">' in html(page)
    assert '<ref target="#note-1">this note</ref>' in tei(page)
    page = (
        "<p>a<sup><a href=#fn1>1</a></sup><p id=note-1>b <a href=#note-1>c</a><ol><li id=fn1>B</ol>"
    )
    assert '<p id="part-note-1">b <a href="#part-note-1">c</a></p>' in html(page)


def test_posts_are_targets_also_within_others():
    post = (
        "<div class=post id=post{0}><div class='author out'>Member{0}</div>"
        "<span class='date out' title=2026-03-{0}4>Tuesday</span><p>The ferry leaves from the old"
        " pier every hour, see <a href='#post2'>above</a> {0}</p></div>"
    )
    page = "<h1>Which ferry?</h1><div class=posts>" + "".join(map(post.format, range(1, 5)))
    assert html(page).count(' id="part-') == 1
    assert '<article id="part-post2"><header><cite>Member2</cite>' in html(page)
    assert '<div type="post" xml:id="part-post2"><byline><name>Member2</name>' in tei(page)


NAMES = ("body", "a.b", "a.41", "aA", "a~", "a%7E", "é", ".C3.A9", "x' onclick=y", "日本", "1", "-")


def test_ids_are_valid_different_and_no_names_of_scripts():
    links = "".join(f'<a href="#{name}">{place}</a> ' for place, name in enumerate(NAMES))
    page = f"<p>{links}" + "".join(f'<p id="{name}">{name}' for name in NAMES)
    ids = re.findall(r'<p id="([^"]*)"', html(page))
    assert re.findall(r'<a href="#([^"]*)"', html(page)) == ids
    assert len(set(ids)) == len(NAMES)
    assert all(re.fullmatch(r"part-[A-Za-z0-9._-]+", one) for one in ids)
    assert ids[:2] == ["part-body", "part-a.b"]
    assert re.findall(r'<p xml:id="([^"]*)"', tei(page)) == ids


def test_two_links_to_one_part_have_one_id():
    found = html("<p><a href='#b'>x</a> <a href='#c'>y</a><a name=b></a><h2 id=c>B</h2>")
    assert '<a href="#part-b">x</a> <a href="#part-b">y</a>' in found
    assert '<h2 id="part-b">B</h2>' in found


def test_markdown_keeps_the_links_of_the_page():
    assert clean(CONTENTS).format("markdown-title") == (
        "- [Early life](#early)\n\n## Early life\n\nBrno.\n"
    )
