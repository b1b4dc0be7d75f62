"""Code blocks, tables and quotations are content or boilerplate as a whole."""

from functools import partial

import numpy as np
import pytest
from pages import BLOCK_TAGS, blocks, kept_by

from victor.data import Labels
from victor.filters import whole

filtered = partial(kept_by, whole)  # which blocks are content after the filter


@pytest.mark.parametrize(
    "page",
    [
        "<pre>{}\n{}\n{}</pre>",
        "<blockquote><p>{}</p><p>{}</p><p>{}</p></blockquote>",
        "<table><tr><td>{}<td>{}<tr><td>{}<td>4</table>",
        "<meta name=generator content='javadoc/ClassWriterImpl'><div class=summary-table>"
        "<div class=col-first>{}</div><div class=col-second>{}</div>"
        "<div class=col-last>{}</div></div>",
        "<div role=table><div role=row><i role=cell>{}</i><p role=cell>{}</p></div>"
        "<div role=row><p role=cell>{}</p><p role=cell>4</p></div></div>",
    ],
)
def test_most_of_the_words_decide(page):
    inner = page.format("eins zwei drei vier", "zwei", "drei")
    made = blocks(f"<p>Davor steht ein längerer Absatz.</p>{inner}<p>Nachher</p>")
    longest = np.array(["eins" in text for text in made.text])
    inside = made.undivided > 0
    assert np.array(filtered(made, longest))[inside].all()
    others = ~longest & (np.arange(len(longest)) < len(longest) - 1)
    assert not np.array(filtered(made, others))[inside].any()


def test_a_quotation_with_a_whole_post_is_no_part():
    quoted = "<div><p>Ada schrieb: Die Brücke ist seit dem Winter für alle Schiffe offen.</p></div>"
    posts = f"<blockquote class=messageText>{quoted}Seit Mai.</blockquote>" * 2
    made = blocks(f"<p>Davor steht ein längerer Absatz.</p>{posts}<p>Nachher</p>")
    found = np.array(["schrieb" not in text for text in made.text])
    assert filtered(made, found) == found.tolist()
    single = blocks(f"<p>Davor steht ein längerer Absatz.</p>{posts[: len(posts) // 2]}<p>Nachher")
    assert not filtered(single, np.array([True, False, True, True]))[2]


def test_a_table_with_most_of_the_content_is_not_dropped():
    rows = "".join(f"<tr><td>{i}.<td>Haus {i}, ruhig und am Wald gelegen" for i in range(4))
    made = blocks(f"<p>Angebote</p><table>{rows}</table><p>Impressum und mehr</p>")
    found = np.array(["Haus 1" in text or text == "Angebote" for text in made.text])
    assert filtered(made, found) == found.tolist()


def test_a_long_quotation_that_indents_the_text_is_not_completed():
    text = "<p>" + "Auf alten Seiten steht der Text eingerückt. " * 60
    for inner, completed in ((text, False), ("<p>Ein Zitat von einigen Worten.", True)):
        made = blocks(f"<blockquote>{inner}<p>Zurück zum Anfang</blockquote>")
        assert filtered(made, np.array([True, False])) == [True, completed]


@pytest.mark.parametrize("kept", [0, 1])
def test_half_of_the_words_suffice(kept):
    made = blocks("<table><tr><th>Größe<td>50cm</table>")
    assert filtered(made, np.arange(2) == kept) == [True, True]


def test_what_is_outside_stays_as_it_is():
    made = blocks("<p>Před</p><blockquote><p>a b c</p><p>d</p></blockquote><p>Po</p>")
    assert filtered(made, np.array([True, True, False, False])) == [True, True, True, False]
    assert filtered(made, np.array([False, False, True, True])) == [False, False, False, True]


def test_paragraphs_in_pre_may_be_divided():
    made = blocks("<pre><p>Die Lampe wiegt zwei Kilo.</p><p>Teilen</p></pre>")
    assert filtered(made, np.array([True, False])) == [True, False]


def test_code_between_content_is_content():
    page = "<div><p>So wird es gebaut:</p>{}<pre>make\nmake install</pre><p>Danach läuft es.</p>"
    outside = {"So wird es gebaut:", "Danach läuft es."}
    for before in ("", "<button>Kopieren</button>"):
        made = blocks(page.format(before))
        kept = np.array([text in outside for text in made.text])
        code = made.undivided > 0
        assert np.array(filtered(made, kept))[code].all()
        only_after = kept & (np.arange(len(kept)) > 0)
        assert filtered(made, only_after) == only_after.tolist()


def test_the_caption_of_code_is_content_with_its_code():
    caption = "<figcaption>Listing 1: how it is built</figcaption>"
    for figure, expected in (("<pre>make\nmake install</pre>", True), ("<img src=a.png>", False)):
        made = blocks(f"<p>So geht es.</p><figure>{figure}{caption}</figure><p>Und so.</p>")
        kept = np.array(["Listing" not in text for text in made.text])
        assert filtered(made, kept)[-2] == expected


@pytest.mark.parametrize(
    "caption", ["<button>Copy</button>", "<a href=/raw>Open the file in a new window</a>"]
)
def test_controls_beside_code_are_no_caption(caption):
    figure = f"<figure><figcaption>{caption}</figcaption><pre>make\nmake install</pre></figure>"
    made = blocks(f"<p>So geht es.</p>{figure}<p>Und so.</p>")
    kept = np.arange(len(made)) != 1
    assert not filtered(made, kept)[1]


@pytest.mark.parametrize(
    "part", ["<pre>make</pre>", "<table><tr><th>make<th>s<tr><td>all<td>3</table>"]
)
@pytest.mark.parametrize(("beside", "expected"), [("", True), ("<p>Teilen</p>", False)])
def test_the_content_after_a_part_may_be_in_another_section(part, beside, expected):
    section = "<div>" * 8 + f"<p>So geht es.</p>{beside}{part}" + "</div>" * 8
    made = blocks(section * 2)
    kept = np.array([text == "So geht es." for text in made.text])
    assert filtered(made, kept)[1 + bool(beside)] == expected


@pytest.mark.parametrize(("text", "expected"), [("So geht es:", True), ("So geht es.", False)])
def test_code_after_a_colon_is_content(text, expected):
    made = blocks(f"<div><p>{text}</p><pre>make\nmake install</pre><p>Teilen</p></div>")
    assert filtered(made, np.array([True, *[False] * 3])) == [True, *[expected] * 2, False]


def test_adjacent_code_blocks_between_content_are_content():
    code = "<pre>make\nmake install\nmake check</pre>" * 2
    made = blocks(f"<div><p>So geht es.</p>{code}<p>Danach läuft es.</p></div>")
    assert all(filtered(made, made.undivided == 0))


@pytest.mark.parametrize(("beside", "expected"), [("", True), ("<p>Sagt man.</p>", False)])
def test_a_quotation_of_code_alone_is_code(beside, expected):
    quoted = f"<blockquote><pre>make</pre>{beside}</blockquote>"
    made = blocks(f"<div><p>So geht es.</p>{quoted}<p>Danach läuft es.</p></div>")
    assert all(filtered(made, made.undivided == 0)) == expected


def test_a_list_of_lines_of_code_is_content_as_a_whole():
    lines = "<div class=blockcode><ol><li>make<li>make install<li>make check all</ol></div>"
    made = blocks(f"<div><p>So wird es gebaut:</p>{lines}<p>Danach läuft es.</p></div>")
    ends, longest = ([place in kept for place in range(5)] for kept in ((0, 4), (3,)))
    assert filtered(made, np.array(ends)) == [True] * 5
    assert filtered(made, np.array(longest)) == [False, *[True] * 3, False]


def test_code_far_from_content_and_hidden_code_stay_boilerplate():
    far = "<section><div><div><div><div><pre>make</pre></div></div></div></div></section>"
    for code in (far, "<pre hidden>make</pre>"):
        made = blocks(f"<p>Vorher steht Text.</p>{code}<p>Nachher steht Text.</p>")
        kept = made.undivided == 0
        assert filtered(made, kept) == kept.tolist()


_ROWS = "".join(f"<tr><td>Abschluss {i}<td>{i}50 $" for i in range(4))
_LINKS = "".join(f"<tr><td><a href=/{i}>Kurs {i}</a><td><a href=/b{i}>Buch</a>" for i in range(4))


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("<tr><th>Anbieter<th>Preis<tr><td><a href=/a>Alpha</a><td>12 $", True),
        (_ROWS, True),
        (_ROWS + "<tr><td>Name<td><input name=name>", False),  # a form
        ("<tr><td>Zurück<td>Weiter", False),
        (_LINKS, False),
        ("<tr><th>Weitere<th>Seiten" + _LINKS, True),
        ("<tr><th><a href=/x>Weitere</a><th><a href=/y>Seiten</a>" + _LINKS, False),
    ],
)
def test_a_data_table_between_content_is_content(table, expected):
    page = f"<div><p>Ein Vergleich der Preise.</p><table>{table}</table><p>Alpha ist günstig.</p>"
    made = blocks(page)
    kept = made.undivided == 0
    assert all(filtered(made, kept)) == expected


@pytest.mark.parametrize(("before", "expected"), [("<pre>df.head()</pre>", True), ("<p>Es", False)])
def test_a_table_after_code_may_be_deeper_as_in_notebooks(before, expected):
    output = "<div>" * 6 + f"<table>{_ROWS}</table>" + "</div>" * 6
    made = blocks(f"<p>Die Werte:</p><div>{before}</div>{output}<div><p>Der Preis sinkt.</div>")
    assert all(filtered(made, ~made.tabular)) == expected


@pytest.mark.parametrize(("probability", "expected"), [(0.05, False), (0.3, True)])
def test_a_table_that_a_model_rules_out_stays_boilerplate(probability, expected):
    made = blocks(f"<div><p>Ein Vergleich.</p><table>{_ROWS}</table><p>Alpha ist günstig.</p>")
    task, kept = BLOCK_TAGS.task, made.undivided == 0
    scores = np.zeros((len(made), len(task.labels)), np.float32)
    scores[:, 0] = np.where(kept, 1, probability)
    scores[:, task.other] = 1 - scores[:, 0]
    labels = Labels(np.where(kept, 0, task.other).astype(np.int32), scores)
    after = whole.apply(labels, made, task, whole.Options())
    assert all(after.y != task.other) == expected


def test_layout_tables_are_divided():
    made = blocks("<table><tr><td><p>Ein langer Text im Inhalt</p><p>Werbung</p></table>")
    assert filtered(made, np.array([True, False])) == [True, False]


@pytest.mark.parametrize("lines", ["Bücher führen<br>ein <span>Kinderspiel</span>",
                                   "<span>Účetnictví</span><span><br>hračkou</span>",
                                   "<a href=/x>Comptes<br>faciles</a>"])  # fmt: skip
@pytest.mark.parametrize("kept", [[True, False], [False, True]])
def test_the_lines_of_a_heading_stay_together(lines, kept):
    made = blocks(f"<h2>{lines}</h2><p>Danach</p>")
    assert filtered(made, np.array([*kept, False])) == [True, True, False]


@pytest.mark.parametrize(
    "heading",
    [
        "<h1><a href=/marke>Weber</a><br>Grill</h1>",  # a brand, which is no part of the name
        "<h1><div>Weber</div><div>Grill</div></h1>",
        "<h2>Grill<br><button>Holen</button></h2>",
        "<h2>Grill<br><span hidden>Grill zu</span></h2>",
        "<h2>Grill<br>★★★</h2>",
        f"<h2>Grill<br>{'Wir bauen einen Grill. ' * 12}</h2>",  # an element that nobody closed
    ],
)
def test_what_is_no_line_of_a_heading_stays_as_it_is(heading):
    made = blocks(heading)
    is_name = [text == "Grill" for text in made.text]
    assert filtered(made, np.array(is_name)) == is_name


TEXT = "<p>" + "Die Brücke ist nach dem Winter wieder offen. " * 8 + "</p>"


@pytest.mark.parametrize(
    ("end", "stays"),
    [
        ("<h2>Ähnliche Artikel</h2>", False),
        ("<h2>Ähnliche Artikel</h2><h3>Aus der Region</h3>", False),
        ("<h2>Wann schließt die Brücke?</h2>", True),
        ("<h2>Die Brücke bleibt offen.</h2>", True),
        (f"<h2>{'Die Stadt am Hafen und ihre Brücken ' * 2}</h2>", True),
        ("<h2>Eins</h2><h2>Zwei</h2><h2>Drei</h2>", True),
        ("<p>Mehr zum Thema:</p>", False),
        ("<h2>Service</h2><p>Kontakt:</p>", False),
        ("<p>Mehr dazu sagt der Sprecher der Stadt am Freitag:</p>", True),
        ("<table><tr><td>Höhe</td><td>12 m</td></tr><tr><td>Baujahr:</td></tr></table>", True),
    ],
)
def test_a_heading_at_the_end_goes_if_its_text_did(end, stays):
    made = blocks(f"{TEXT}{end}<p>Anzeige</p>")
    kept = np.array([text != "Anzeige" for text in made.text])
    assert filtered(made, kept) == [True, *[stays] * (len(made) - 2), False]


@pytest.mark.parametrize(("likely", "stays"), [(0.6, False), (0.9, True)])
@pytest.mark.parametrize(
    "line", ["Mehr dazu sagt der Sprecher hier:", "この橋と港についてのほかの記事はこちら："]
)
def test_a_doubtful_line_that_announces_what_is_no_content_goes(line, likely, stays):
    made, task = (
        blocks(f"{TEXT}<p>{line}</p><ul><li><a href=/b>Die Brücke</a></ul>"),
        BLOCK_TAGS.task,
    )
    scores = np.zeros((3, len(task.labels)), np.float32)
    scores[:, task.other] = (0.05, 1 - likely, 0.95)
    labels = Labels(np.array([0, 0, task.other], np.int32), scores)
    after = whole.apply(labels, made, task, whole.Options())
    assert (after.y != task.other).tolist() == [True, stays, False]


def test_a_heading_at_the_end_of_a_page_or_of_a_short_text_stays():
    made = blocks(f"{TEXT}<h2>Danke</h2>")
    assert filtered(made, np.ones(2, bool)) == [True, True]
    made = blocks("<p>Die Brücke ist offen.</p><h2>Danke</h2><p>Anzeige</p>")
    assert filtered(made, np.array([True, True, False])) == [True, True, False]


def test_a_table_by_its_role_between_content_is_content():
    row = "<div role=row><div role={0}>{1}</div><div role={0}>{2}</div></div>"
    rows = row.format("columnheader", "Versuch", "Pause") + row.format("cell", "2", "1 Minute")
    page = (
        "<div><p>Dann warten wir länger:</p><div role={}>{}</div><p>Danach ist Schluss.</p></div>"
    )
    for role, expected in (("table", True), ("grid", False)):
        made = blocks(page.format(role, rows))
        kept = np.array([text.endswith((":", ".")) for text in made.text])
        assert all(filtered(made, kept)) == expected
