"""Plain items within a list most of which is content are content."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pages import BLOCK_TAGS, blocks, kept_by

from victor.data import Labels
from victor.filters import lists
from victor.tree.stated import stated_texts

TASK = BLOCK_TAGS.task
ITEMS = ("Prozessor: zwei Kerne", "Speicher: 4 GB", "Platte: 20 GB", "Netz: Breitband", "Ton: ja")


def filtered(html, *lost):
    """The blocks of a page that the filter adds to those that hold none of the lost texts."""
    made = blocks(f"<p>Voraussetzungen</p>{html}<p>Ende</p>")
    kept = np.array([not any(one in text for one in lost) for text in made.text])
    after = kept_by(lists, made, kept)
    assert all(np.array(after)[kept])
    return [text for text, one in zip(made.text, np.array(after) & ~kept, strict=True) if one]


def items(*texts):
    return "".join(f"<li>{text}</li>" for text in texts)


@pytest.mark.parametrize("tag", ["ul", "ol"])
def test_a_hole_in_a_list_is_filled(tag):
    assert filtered(f"<{tag}>{items(*ITEMS)}</{tag}>", "4 GB", "Netz") == [ITEMS[1], ITEMS[3]]


def test_the_first_item_of_a_list_without_links_stays_with_the_others():
    page = f"<section><div><ul>{items(*ITEMS)}</ul></div></section>"
    assert filtered(page, "Prozessor", "Speicher") == [*ITEMS[:2]]
    assert filtered(page, "Prozessor", "Ton") == [ITEMS[0]]
    assert filtered(page.replace("Ton: ja", "<a href=/t>Ton: ja</a>"), "Prozessor") == []


@pytest.mark.parametrize(
    ("html", "lost"),
    [
        (f"<div><ul>{items(*ITEMS)}</ul></div>", ("Netz", "Ton")),
        (f"<div><ul>{items(*ITEMS)}</ul></div>", ("Speicher", "Platte", "Netz")),
        (f"<ul>{items('Eins', '<div>Anzeige: Schuhe</div>', 'Drei', 'Vier')}</ul>", ("Anzeige",)),
        (f"<ul>{items('Eins', '<img src=a.png>Schuhe', 'Drei', 'Vier')}</ul>", ("Schuhe",)),
        (f"<ul>{items('Eins', 'Zwei <button>Kaufen</button>', 'Drei', 'Vier')}</ul>", ("Zwei",)),
        (f"<ul>{items('Eins', 'Zwei')}</ul><ul>{items('Mehr')}</ul><ul>{items('Drei')}</ul>",
         ("Mehr",)),
    ],
)  # fmt: skip
def test_what_else_is_lost_stays_lost(html, lost):
    assert filtered(html, *lost) == []


@pytest.mark.parametrize(
    ("html", "stays"),
    [
        (f"<ol>{items(*ITEMS)}</ol>", True),
        (f"<h3>Technik</h3><ul>{items(*ITEMS)}</ul>", True),
        (f"<p>Mehr davon</p><ul>{items(*ITEMS)}</ul>", False),
        (f"<ul>{items(*ITEMS[:4], '<a href=/t>Ton: ja</a>')}</ul>", False),
        (f"<ul>{items(*ITEMS[:4], '<img src=ton.png>Ton: ja')}</ul>", False),
    ],
)
def test_a_list_without_links_between_paragraphs_is_content(html, stays):
    assert filtered(html, *ITEMS, "Mehr", "Technik") == (
        [text for text in ("Technik" * ("h3" in html), *ITEMS) if text] if stays else []
    )


@pytest.mark.parametrize(
    "before",
    [
        "<table><tr><th>Abfahrt<th>Ankunft<tr><td>8 Uhr<td>9 Uhr</table>",
        "<blockquote><p>Wir fahren bei jedem Wetter.</p></blockquote>",
        "<pre>print(1)</pre>",
    ],
)
def test_a_list_between_a_table_and_a_paragraph_is_content(before):
    page = f"{before}<h3>Technik</h3><ul>{items(*ITEMS)}</ul>"
    assert filtered(page, *ITEMS, "Technik") == ["Technik", *ITEMS]
    assert filtered(f"<div>{before}</div>{page[len(before) :]}", *ITEMS, "Technik") == []


@pytest.mark.parametrize("time", ["00:{}0", "[1:0{}:15]", "({}:20)"])
def test_chapters_of_a_recording_are_content_also_if_they_are_links(time):
    names = [f"{time.format(n)} {name}" for n, name in enumerate(("Вступление", "Остров"), 1)]
    page = items(*(f"<a href=#t>{name}</a>" for name in names))
    page = f"<p><b>Главы</b></p><ul>{page}</ul><p>Музыка: «Причал».</p>"
    assert filtered(page, *names) == names
    assert filtered(page.replace(names[1], "Остров"), names[0], "Остров") == []


def test_what_is_content_elsewhere_is_not_repeated():
    page = f"<p>{ITEMS[2]}</p><ul>{items(*ITEMS)}</ul>"
    made = blocks(page)
    assert kept_by(lists, made, np.arange(len(made)) != 3)[3] is False


def test_lists_within_items_are_lists_of_their_own():
    inner = f"<ul>{items('a', 'b', 'c')}</ul>"
    assert filtered(f"<ul>{items('Eins' + inner, 'Zwei', 'Drei')}</ul>", "b") == ["b"]
    assert filtered(f"<ul>{items('Eins', 'Mehr' + inner, 'Drei')}</ul>", "Mehr") == ["Mehr"]


SHIPS = (
    "<dl><dt><b>Brigg</b><dd>Ein Schiff mit zwei Masten.<dt><b>Schaluppe</b>"
    "<dd>Ein Schiff mit einem Mast.</dl>"
)


def test_a_term_stays_with_its_definition():
    assert filtered(SHIPS, "Brigg", "Schaluppe") == ["Brigg", "Schaluppe"]
    assert filtered(SHIPS, "Brigg", "zwei") == []
    page = "<dl><dt>Am 3. Mai <a href=#c7>um 14:05</a> schrieb Anna:<dd><p>Das sehe ich so.</dl>"
    assert len(filtered(page, "schrieb")) == 1


def test_a_definition_stays_with_its_term():
    page = "<dl><dt>Seiten<dd>258<dt>Format<dd>12 × 19 cm</dl>"
    assert filtered(page, "258") == ["258"]
    assert filtered(page, "cm") == ["12 × 19 cm"]
    assert filtered(page, "Format", "cm") == []
    assert filtered("<dl><dt>Seiten<dd><a href=/s>258</a></dl>", "258") == []


@pytest.mark.parametrize(
    "term",
    [
        "<a href=/schiffe>Mehr Schiffe</a>",
        "<button>Mehr Schiffe</button>",
        "Mehr Schiffe und Boote finden Sie in unserem Laden an der Ecke beim alten Hafen",
        "<span hidden>Mehr Schiffe</span>",
    ],
)
def test_what_is_no_plain_term_stays_lost(term):
    assert filtered(f"<dl><dt>{term}<dd>Ein Schiff mit zwei Masten.</dl>", "Mehr Schiffe") == []


def test_what_is_said_of_an_author_keeps_no_term():
    user = "<dl><dt>Registriert<dd>2009<dt>Beiträge<dd>24</dl>"
    assert filtered(user, "Registriert", "Beiträge") == []
    assert filtered("<dl><dt>Anna<dt>Ben<dd>Zwei, die zur See fuhren.</dl>", "Anna") == []


def test_a_list_of_definitions_is_completed_if_most_of_it_is_content():
    notes = (
        "<dl><dt>Rückgabe<dd>Die Zahl der Zeilen, die zu ändern waren.<dt>Siehe auch<dd><ul>"
        "<li><a href=/a>open</a><li><a href=/b>close</a></ul><dt>Seit<dd>1.4</dl>"
    )
    assert filtered(notes, "open", "close") == ["open", "close"]
    assert filtered(notes, "1.4", "Seit") == ["Seit", "1.4"]
    assert filtered(f"<div>{notes}</div>", "1.4", "Seit") == ["Seit", "1.4"]
    assert filtered(notes, "Rückgabe", "Zahl", "Seit", "1.4") == []
    assert filtered(notes.replace("Seit", "<a href=/c>Seit</a>"), "Seit") == []


@given(st.lists(st.booleans(), min_size=1, max_size=12))
def test_against_a_plain_reference(kept):
    texts = [f"Zeile {i}." for i in range(len(kept))]
    lost = [text for text, one in zip(texts, kept, strict=True) if not one]
    wanted = []
    if sum(kept) >= 0.6 * len(kept):
        last = len(kept) - kept[::-1].index(True)
        wanted = [text for text in texts[:last] if text in lost]
    assert filtered(f"<div><ul>{items(*texts)}</ul></div>", *lost) == wanted


def test_a_page_without_blocks():
    assert kept_by(lists, blocks(""), np.zeros(0, bool)) == []


def question(text, name="faq"):
    return f"<button class={name}><div>{text}</div></button><p>Ja, am Morgen und am Abend.</p>"


def test_a_question_above_an_answer_stays_if_others_do():
    asked = ["Fährt das Boot?", "Ist die Brücke offen?", "Gibt es Karten?"]
    page = "".join(map(question, asked))
    assert filtered(page, asked[1]) == [asked[1]]
    assert filtered(page, *asked[1:]) == []  # one other is too few
    assert filtered(page + question("Weiter?", "ad"), "Weiter") == []
    assert filtered(page.replace(asked[1], "Zur Kasse"), "Kasse") == []


def test_a_heading_above_content_stays_if_others_do():
    page = "".join(f"<h3>{one}</h3><p>Text über den Ort.</p>" for one in ("Ulm", "Köln", "Bonn"))
    assert filtered(page, "Köln") == ["Köln"]
    assert filtered(page, "Köln", "Text") == []  # nothing stands below it
    assert filtered(page.replace("Köln", "Re: Ulm"), "Re:") == []
    assert filtered(page.replace("Köln", "<a href=/k>Köln</a>"), "Köln") == []


LONG = "<p>Der Dom steht am Rhein und ist seit dem Mittelalter das Wahrzeichen der Stadt.</p>"


def test_a_single_heading_between_texts_of_its_element_stays():
    page = f"<div>{LONG}<h3>Köln</h3>{LONG}</div>"
    assert filtered(page, "Köln") == ["Köln"]
    assert filtered(page.replace("Köln", "Teil 2<br>Köln"), "Teil", "Köln") == ["Teil 2", "Köln"]
    assert filtered(page.replace("<h3>Köln</h3>", "<h3><a href=/k>Köln</a></h3>"), "Köln") == []
    assert filtered(page.replace("<h3>Köln</h3>", "<div><h3>Köln</h3></div>"), "Köln") == []
    assert filtered(page.replace("h3", "h1"), "Köln") == []
    assert filtered(f"{LONG}<div><b>Anzeige</b><i>Wein</i><div><h3>Köln</h3>{LONG}", "Köln") == []


@pytest.mark.parametrize(
    ("heading", "stays"),
    [
        ("<h2 id=ulm><a href='#ulm'>Ulm</a></h2>", True),
        ("<h2 id=ulm><a href='#teil-1'>1. </a><a href='#ulm'>Ulm</a></h2>", True),
        ("<h2><a id=ulm></a><a href='#ulm'>Ulm</a></h2>", True),
        (
            "<h2 id=ulm><a href='#ulm'>Ulm</a></h2><h3 id=hafen><a href='#hafen'>Hafen</a></h3>",
            True,
        ),
        ("<h2 id=ulm><a href='#bonn'>Ulm</a></h2>", False),
        ("<h2 id=ulm><a href='/'>Ulm</a></h2>", False),
        (
            "<h2 id=ulm><a href='#ulm'>Ulm</a></h2><h2 id=hafen><a href='#hafen'>Hafen</a></h2>",
            False,
        ),
    ],
)
def test_headings_that_link_to_themselves_stay_above_their_text(heading, stays):
    text = LONG.replace("steht", "steht seit langer Zeit")
    section = f"<section id=teil-1>{heading}{text}</section>"
    page = f"<div>{LONG}<div>{'<p>Werbung</p>' * 3}{section}</div></div>"
    found = filtered(page, "Ulm", "Hafen", "Werbung")
    assert any("Ulm" in one for one in found) == stays
    short = filtered(page.replace(text, "<p>Es gilt:</p>"), "Ulm", "Hafen", "Werbung")
    assert any("Ulm" in one for one in short) == stays


def test_the_heading_of_code_stays():
    page = f"<div>{LONG}<h4>Beispiel</h4><div><pre>make</pre></div></div>"
    assert filtered(page, "Beispiel") == ["Beispiel"]


def test_the_heading_of_a_text_to_unfold_stays():
    page = (
        "<details><summary><div><a href=/src>Source</a></div>"
        f"<h4>fn <a href=#map>map</a>(self) -> T</h4></summary><div>{LONG}</div></details>"
    )
    assert filtered(page, "fn map", "Source") == ["fn map(self) -> T"]
    assert filtered(page, "fn map", "Source", "Dom") == []  # nothing of it is content
    assert filtered(page.replace("h4", "div"), "fn map", "Source") == []


def test_a_caption_may_stand_between_a_heading_and_its_text():
    page = "".join(f"<h3>{one}</h3><p>Text über den Ort.</p>" for one in ("Ulm", "Köln", "Bonn"))
    figure = "<figure><img src=a.png><div>Foto</div><figcaption>Am Dom</figcaption></figure>"
    shown = page.replace("Köln</h3>", f"Köln</h3>{figure}")
    assert filtered(shown, "Köln", "Foto", "Am Dom") == ["Köln"]
    assert filtered(page.replace("Köln</h3>", "Köln</h3><p>Am Dom</p>"), "Köln", "Am Dom") == []


def test_a_heading_above_a_lower_heading_stays_if_others_do():
    versions = [f"<h2>Version {n}</h2><h3>Sprache {n}</h3><p>Neue Wörter.</p>" for n in "123"]
    assert filtered("".join(versions), "Version 1") == ["Version 1"]
    same = [f"<h2>Version {n}</h2><h2>Sprache {n}</h2><p>Neue Wörter.</p>" for n in "123"]
    assert filtered("".join(same), "Version 1") == []


def test_a_linked_heading_stays_if_three_others_do():
    page = "<h3><a href=/{0}>{0}</a></h3><p>Die Boote fahren hier jede Stunde.</p>"
    page = "".join(map(page.format, ("Ulm", "Köln", "Bonn", "Trier")))
    assert filtered(page, "Köln") == ["Köln"]
    assert filtered(page, "Köln", "Trier") == []
    assert filtered(page.replace("Die Boote fahren hier jede Stunde", "Mehr"), "Köln") == []


def test_linked_headings_stay_if_nearly_all_are_above_content():
    names = ("Ulm", "Köln", "Bonn", "Trier", "Mainz")
    page = "<h3><a href=/{0}>{0}</a></h3><p>Die Boote fahren hier jede Stunde.</p>".format
    titles, more = "".join(map(page, names)), "<h3><a href=/m>Menü {}</a></h3>".format
    assert filtered(titles, *names) == [*names]
    assert filtered("".join(map(page, names[:4])), *names) == []
    assert filtered(titles + more(1), *names, "Menü") == [*names]
    assert filtered(titles + "".join(map(more, range(3))), *names, "Menü") == []
    around = "<a href=/{0}><h3>{0}</h3><p>{1}</p></a>".format
    short, long = (
        "Die Boote fahren hier.",
        "Die Boote fahren hier bis zum Abend" + ", jede Stunde" * 3,
    )
    assert filtered("".join(around(one, long) for one in names), *names) == [*names]
    assert filtered("".join(around(one, short) for one in names), *names) == []


@pytest.mark.parametrize(
    ("names", "probability", "stay"),
    [
        (("Vorteile", "Nachteile", "Preise"), 0.35, True),
        (("Vorteile", "Nachteile", "Preise"), 0.2, False),
        (("Vorteile", "Nachteile"), 0.35, False),
        (("<a href=/u>Ulm am Abend</a>", "<a href=/k>Köln</a>", "<a href=/b>Bonn</a>"), 0.35, True),
        (("<a href=/u>ada7</a>", "<a href=/k>ben</a>", "<a href=/b>cleo</a>"), 0.35, False),
    ],
)
def test_doubtful_headings_above_content_stay(names, probability, stay):
    section = "<h3>{}</h3><p>Die Boote fahren hier jede Stunde.</p>".format
    made = blocks(f"<p>Anfang</p>{''.join(map(section, names))}")
    kept = np.array(["Boote" in text or text == "Anfang" for text in made.text])
    scores = np.zeros((len(made), len(TASK.labels)), np.float32)
    scores[:, TASK.other] = np.where(kept, 0, 1 - probability)
    y = np.where(kept, 1 - TASK.other, TASK.other).astype(np.int32)
    after = lists.apply(Labels(y, scores), made, TASK, lists.Options()).y != TASK.other
    assert after.all() == stay
    assert stay or (after == kept).all()


@pytest.mark.parametrize(
    "opens",
    [
        "<details><summary>{}</summary><p>{}</p></details>",
        "<details><summary><span>{}</span></summary><p>{}</p></details>",
        "<div><button aria-expanded=false>{}</button><div role=region>{}</div></div>",
    ],
)
def test_the_name_of_an_accordion_stays_if_others_do(opens):
    names = ("Aussaat", "Ernte", "In der Küche")
    page = "".join(opens.format(name, f"Tag {n} im Garten.") for n, name in enumerate(names))
    assert filtered(page, "Aussaat") == ["Aussaat"]
    assert filtered(page, "Aussaat", "Ernte") == []  # one other is too few
    plain = page.replace("summary", "p").replace("aria-expanded", "name")
    assert filtered(plain, "Aussaat") == []


def test_a_question_that_stays_has_the_label_of_the_others():
    made = blocks("".join(map(question, ("Eins?", "Zwei?", "Drei?"))))
    y = np.array([1, 0] * 3)
    y[2] = TASK.other
    scores = np.full((6, len(TASK.labels)), 1 / len(TASK.labels), np.float32)
    assert lists.apply(Labels(y, scores), made, TASK, lists.Options()).y.tolist() == [1, 0] * 3


def test_the_heading_of_a_card_needs_a_text_below_as_the_others_have():
    made = [f"<div><h3>Kapitel {i}</h3><p>Ein Satz zu {i} hier.</p></div>" for i in range(5)]
    page = f"<section>{''.join(made)}</section>"
    assert filtered(page, "Kapitel 2") == ["Kapitel 2"]
    assert "Kapitel 2" in filtered(page, "Kapitel 2", "Satz zu 2")
    shown = page.replace("<p>Ein Satz zu 2 hier.</p>", "<form>Ein Satz zu 2 hier.</form>")
    assert filtered(shown, "Kapitel 2", "Satz zu 2") == []


NAMES = ("Rennrad Nord", "Stadtrad Ost", "Lastenrad", "Klapprad West")


def cards(*names):
    made = (f"<div class=card><p>{name}</p><div class=price>{i} €</div></div>"
            for i, name in enumerate(names))  # fmt: skip
    return f"<div class=grid>{''.join(made)}</div>"


def test_the_name_of_a_card_is_kept_as_those_of_the_others():
    assert filtered(cards(*NAMES), "Ost") == ["Stadtrad Ost"]
    assert filtered(cards(*NAMES), "Ost", "Lasten") == [*NAMES[1:3]]


def test_the_price_of_a_card_is_kept_as_those_of_the_others():
    assert filtered(cards(*NAMES), "1 €") == ["1 €"]


def test_lines_with_date_above_posts_are_content_if_most_are_also_those_at_the_ends():
    who = ("Ada", "Bert", "Cleo", "Dora")
    made = (
        f"<div class=post><div class=meta>{name}, 3. Mai 2024</div><p>Das sagt {name}.</div>"
        for name in who
    )
    page = f"<section>{''.join(made)}</section>"
    assert filtered(page, "Ada,", "Dora,") == ["Ada, 3. Mai 2024", "Dora, 3. Mai 2024"]
    assert filtered(page, "Ada,", "Bert,", "Dora,") == []
    assert filtered(page, "Dora") == []  # nor the text of the post
    assert filtered(page.replace("3. Mai 2024", "Gast"), "Ada,", "Dora,") == []


@pytest.mark.parametrize("year", ["1613", "2004"])
def test_years_of_a_timeline_are_kept_as_those_of_its_other_items(year):
    names = {year: "Verfte", "1702": "Havn", "1861": "Fyr", "1934": "Bro"}
    line = items(*(f"<span>{one}</span><h4>{names[one]}</h4><p>Bygget." for one in names))
    assert filtered(f"<ul>{line}</ul>", year) == [year]
    assert filtered(f"<ul>{line}</ul>", year, "1702", "1861") == []  # most are lost
    line = items(*(f"<span>Hus</span><h4>{one}</h4><p>Bygget." for one in names.values()))
    assert filtered(f"<ul>{line.replace('Hus', 'Nr. 1', 1)}</ul>", "Nr. 1") == []  # no date


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("admonition note", ["Hinweis"]),
        ("theme-admonition theme-admonition-tip admonition_o5H7 alert", ["Hinweis"]),
        ("admonitionblock tip", ["Hinweis"]),
        ("admonition-list", []),
        ("box", []),
    ],
)
def test_the_title_of_a_box_for_notes_stays_with_its_text(name, kept):
    box = f"<div class='{name}'><p class=title>Hinweis</p><p>Das Tor ist zu.</p></div>"
    assert filtered(box, "Hinweis") == kept
    assert filtered(box.replace("<p>Das Tor ist zu.</p>", ""), "Hinweis") == []


@pytest.mark.parametrize(
    ("html", "lost"),
    [
        (cards(*NAMES), ("Nord",)),  # the first may not belong to them
        (cards(*NAMES, "Tandem"), ("Ost", "Lasten", "West")),  # most are lost
        (cards(*NAMES[:3]), ("Ost", "Lasten")),
        ("".join(f"<p>{name}</p>" for name in NAMES), ("Ost",)),  # paragraphs of one text
    ],
)
def test_what_else_cards_lack_stays_lost(html, lost):
    assert filtered(html, *lost) == []


BRANDS = items(*(f"<a href=/{one}>{one}</a>" for one in ("Nordrad", "Ostrad", "Westrad")))
TOLD = "<p>Die wichtigsten Marken für Räder sind:</p>"


def test_a_list_that_a_paragraph_announces_is_kept():
    page = f"<div>{TOLD}<ul>{BRANDS}</ul><p>Alle haben Licht.</p></div>"
    assert filtered(page, "rad") == ["Nordrad", "Ostrad", "Westrad"]
    page = f"<div>{TOLD}<ul>{BRANDS}<li hidden>Südrad</ul><p>Alle haben Licht.</p></div>"
    assert filtered(page, "rad") == ["Nordrad", "Ostrad", "Westrad"]


@pytest.mark.parametrize(
    "page",
    [
        f"<div>{TOLD}<ul>{BRANDS}</ul></div>",  # nothing follows
        f"<div>{TOLD}</div><ul>{BRANDS}</ul><p>Alle haben Licht.",
        f"<div>{TOLD}<nav><ul>{BRANDS}</ul></nav><p>Alle haben Licht.</div>",
        f"<div>{TOLD.replace(':', '.')}<ul>{BRANDS}</ul><p>Alle haben Licht.</div>",
        f"<div><h2>Mehr:</h2><ul>{BRANDS}</ul><p>Alle haben Licht.</div>",
        f"<div>{TOLD}<p>Nordrad<ul>{BRANDS}</ul><p>Alle haben Licht.</div>",
    ],
)
def test_other_lists_stay_lost(page):
    assert filtered(page, "rad") == []


ANSWER = "Sie fährt jede Stunde vom Anleger hinter dem alten Speicher ab."


def stated(*pairs, kind="FAQPage"):
    """A script that states questions and answers as the content of a page."""
    questions = [
        {"@type": "Question", "name": one, "acceptedAnswer": {"@type": "Answer", "text": other}}
        for one, other in pairs
    ]
    found = json.dumps({"@type": kind, "mainEntity": questions})
    return f"<script type=application/ld+json>{found}</script>"


def test_stated_answers_are_content_with_their_questions():
    asked = "<h3>{}</h3><div><p>{}</p><p>{}</p></div>"
    first = ("Wann fährt die Fähre?", ANSWER, "Im Winter fährt sie nur an zwei Tagen.")
    other = ("Was kostet sie?", "Eine Fahrt kostet drei Euro.", "Kinder unter sechs zahlen nichts.")
    script = stated(*((one[0], f"<p>{one[1]}</p><p>{one[2]}</p>") for one in (first, other)))
    page = (
        script + asked.format(*first) + "<p>Newsletter: jede Woche neu</p>" + asked.format(*other)
    )
    assert filtered(page, *first, *other, "Newsletter") == [*first, *other]
    assert filtered(page.replace(script, ""), *first, *other, "Newsletter") == []
    assert filtered(page, other[1]) == [other[1]]


def test_a_stated_answer_is_not_repeated():
    script = stated(("Wann?", ANSWER))
    assert filtered(f"{script}<p>{ANSWER}</p><div><p>{ANSWER}</p></div>", "Voraus", "Ende") == []
    made = blocks(f"{script}<p>Ende</p><p>{ANSWER}</p><p>{ANSWER}</p>")
    assert kept_by(lists, made, np.array([True, False, False])) == [True, True, False]


def test_the_single_question_of_a_thread_is_its_title_elsewhere():
    script = stated(("Wann fährt die Fähre?", ANSWER), kind="QAPage")
    page = f"{script}<a href=/t>Wann fährt die Fähre?</a><p>{ANSWER}</p>"
    assert filtered(page, "Wann", "Sie fährt") == [ANSWER]


def test_the_stated_description_of_a_product_is_content():
    described = f"{ANSWER} Die Fahrkarte gilt einen ganzen Tag auf allen Linien der Bucht."
    found = json.dumps({"@type": "Product", "name": "Fahrkarte", "description": described})
    page = f"<script type=application/ld+json>{found}</script><div>{described}</div>"
    assert filtered(page, "Sie fährt") == [described]


def test_the_stated_description_of_a_product_may_have_no_spaces():
    described = (
        "这款灯每年只在港口的工坊里手工制作几百盏，可以照亮二十米以内的整个甲板，一直亮到天明。"
    )
    found = json.dumps({"@type": "Product", "name": "灯", "description": described})
    page = f"<script type=application/ld+json>{found}</script><div>{described}</div>"
    assert filtered(page, "这款灯") == [described]


STEP = "Rinse the rice in cold water until it is clear, and drain it for ten minutes."
RECIPE = {
    "@type": "Recipe",
    "recipeIngredient": ["200 g rice", "2 Eggs (medium)", "<b>Salt</b>"],
    "recipeInstructions": [
        {"@type": "HowToSection", "itemListElement": [{"@type": "HowToStep", "text": STEP}]}
    ],
}


def recipe(about=RECIPE):
    """A recipe as WP Recipe Maker writes it, with choices of units and servings."""
    buttons = "<button>Metric</button><button>2x</button>"
    return (
        f"<script type=application/ld+json>{json.dumps({'@graph': [about]})}</script>"
        f"<div><h3>Ingredients<div>{buttons}</div></h3><h4>For the rice</h4>"
        f"<ul>{items('200 g rice', '2 eggs <em>medium</em>')}</ul><ul>{items('salt')}</ul></div>"
        f"<div><h3>Instructions</h3><ul>{items(STEP)}</ul></div><p>200 g rice fit in this jar</p>"
    )


def test_the_stated_ingredients_and_steps_of_a_recipe_are_content_with_their_headings():
    known = ["Ingredients", "For the rice", "200 g rice", "2 eggs medium", "salt"]
    lost = (*known, "Metric", "2x", "Instructions", STEP, "jar")
    assert filtered(recipe(), *lost) == [*known, "Instructions", STEP]
    assert filtered(recipe(), "Ingredients", "For the rice", "Metric", "2x") == known[:2]
    assert filtered(recipe({"@type": "Recipe"}), *lost) == []
    assert filtered(recipe(RECIPE | {"recipeInstructions": STEP}), STEP) == [STEP]


@pytest.mark.parametrize(
    "mark",
    [
        "class=wprm-recipe-ingredients-container",
        "class='recipe mv-create-ingredients'",
        "class=ingredients-list",
        "itemprop=recipeIngredient",
    ],
)
def test_a_class_may_say_that_a_list_is_of_ingredients(mark):
    listed = f"<ul>{items('200 g rice', '2 eggs', '1 <a href=/leek>leek</a>')}</ul>"
    known = ["Ingredients", "For the rice", "200 g rice", "2 eggs", "1 leek"]
    above = "<h3>Equipment</h3><ul><li>Pot</ul>"
    page = f"{above}<div {mark}><h3>Ingredients</h3><h4>For the rice</h4>{listed}</div>"
    assert filtered(page, *known, "Equipment", "Pot") == known
    assert filtered(page, "Ingredients", "rice", "Equipment", "Pot") == known[:3]
    linked = page.replace("200 g", "<a href=/rice>200 g").replace("2 eggs", "<a href=/e>2 eggs</a>")
    assert filtered(linked, *known, "Equipment", "Pot") == []


def test_a_value_stays_with_its_label():
    field = "<div class=field><div class={}>Cooking time</div>{}</div>"
    inside, beside = "<div class=items><div>50 minutes</div></div>", "<div>50 minutes</div>"
    for mark in ("field__label", "'specs label'", "RecipeLabel-label"):
        for value in (inside, beside):
            assert filtered(field.format(mark, value), "50 minutes") == ["50 minutes"]
            assert filtered(field.format(mark, value), "50 minutes", "Cooking") == []
    assert filtered(field.format("labels", beside), "50 minutes") == []
    far = "<div class=more><div><div><div>50 minutes</div></div></div></div>"
    assert filtered(field.format("label", far), "50 minutes") == []
    long = (
        "<div>One hour for the dough, two for the oven, and a whole day for the cake to cool</div>"
    )
    assert filtered(field.format("label", long), "dough") == []
    linked = "<div><a href=/t>50 minutes</a></div>"
    assert filtered(field.format("label", linked), "50 minutes") == []


def test_all_elements_with_ingredients_stay_if_one_of_their_kind_does():
    divs = "<div class=item>200 g rice</div><div class=item>2 eggs</div><div>Scale</div>"
    page = f"<div class=ingredients>{divs}</div>"
    assert filtered(page, "eggs", "Scale") == ["2 eggs"]
    assert filtered(page, "rice", "eggs", "Scale") == []


def test_other_lists_are_not_of_ingredients():
    listed = f"<ul>{items('200 g rice', '2 eggs')}</ul>"
    for mark in ("tag-ingredients", "category-new-ingredients", "shopping"):
        assert filtered(f"<div class='post {mark}'>{listed}</div>", "rice", "eggs") == []


KEYS = ("name", "text", "acceptedAnswer", "@type", "description", "itemListElement")


@given(st.recursive(
    st.one_of(st.none(), st.text(max_size=5), st.integers()),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(KEYS), inner),
    ),
))  # fmt: skip
def test_any_statement_of_answers_is_read(value):
    recipe = {"recipeIngredient": value, "recipeInstructions": value}
    found = json.dumps({"acceptedAnswer": value, "name": value, "x": [value], "y": recipe})
    assert all(one.text for one in stated_texts([found, found[:-1], "{" * 100_000]))


ENTRY = "In der Altstadt liegt ein {} mit drei Zimmern, einem Garten und einem Blick " + "weit " * 9
ENTRIES = [ENTRY.format(name) for name in ("Hotel", "Gasthaus", "Schloss", "Kloster", "Haus")]


def entries(texts=ENTRIES, tag="p", name="entry"):
    return "".join(f"<h3>Nr. {n}</h3><{tag} class={name}>{x}</{tag}>" for n, x in enumerate(texts))


def test_long_paragraphs_between_others_of_their_kind_are_kept():
    lost = ("Gasthaus", "Schloss")
    assert filtered(entries(), *lost) == [text.strip() for text in ENTRIES[1:3]]


def test_a_long_paragraph_that_opens_on_a_click_is_kept_as_the_others():
    page = entries().replace(f">{ENTRIES[2]}", f" style=display:none>{ENTRIES[2]}")
    assert filtered(page, "Schloss") == [ENTRIES[2].strip()]
    assert filtered(page.replace(" class=entry", ""), "Schloss") == []


@pytest.mark.parametrize(
    ("html", "lost"),
    [
        (entries(), ("Hotel", "Haus mit")),  # at the ends
        (entries(), ("Gasthaus", "Schloss", "Kloster")),  # most of them
        (entries(tag="div"), ("Schloss",)),
        (entries(["Kurz: " + text[:40] for text in ENTRIES]), ("Schloss",)),
        (entries([f"<a href=/{text[-1]}>{text}</a>" for text in ENTRIES]), ("Schloss",)),
        (entries(ENTRIES[:2]) + entries(ENTRIES[2:3], name="ad") + entries(ENTRIES[3:]), ("Schl",)),
    ],
)
def test_other_paragraphs_stay_lost(html, lost):
    assert filtered(html, *lost) == []


def test_a_long_paragraph_is_not_repeated():
    made = blocks(entries([*ENTRIES[:2], ENTRIES[4], *ENTRIES[3:]]))
    assert kept_by(lists, made, np.arange(len(made)) != 5)[5] is False


NOTE = "<p class=title>Note</p><p>Keys are case-sensitive.</p>"


@pytest.mark.parametrize(
    "box",
    [
        f"<div class='admonition note'>{NOTE}</div>",
        f"<div class='theme-admonition theme-admonition-note'>{NOTE}</div>",
        f"<aside class='starlight-aside starlight-aside--note'>{NOTE}</aside>",
        f"<div class='kg-card kg-callout-card'><div>💡</div>{NOTE}</div>",
        f"<div class='nextra-callout'><div>ℹ️</div>{NOTE}</div>",
    ],
)
def test_a_box_for_notes_between_content_is_kept(box):
    assert filtered(box, "Note", "Keys", "💡", "ℹ️") == ["Note", "Keys are case-sensitive."]


@pytest.mark.parametrize(
    "page",
    [
        f"<div>{{}}</div><div class=callout>{NOTE}</div>",  # at the end of its element
        f"<div class=callout><figure><img src=a.jpg></figure>{NOTE}</div>",
        "<div class=callout><p><a href=/a>Note</a></p><a href=/b>Keys of all houses</a></div>",
        f"<div class=teaser>{NOTE}</div>",
    ],
)
def test_boxes_of_pictures_links_and_other_boxes_stay_lost(page):
    html = f"<section><p>Vorher</p>{page.format('')}</section>" if "{}" in page else page
    assert filtered(html, "Note", "Keys") == []


def thread(name, *replies):
    post = f"<div class=row><b>Ada</b><div class='{name}'><p>{{}}</p></div></div>"
    return "".join(map(post.format, ("Fährt sie?", "Ja.", *replies)))


@pytest.mark.parametrize(
    "name",
    [
        *("post-content", "post_body fixed", "message-body js-selectToQuote", "email-body"),
        *("Post-body", "note-text md"),
    ],
)
def test_replies_at_the_end_of_a_thread_stay(name):
    assert filtered(thread(name, "Auch heute.", "Danke!"), "Danke") == ["Danke!"]
    assert filtered(thread(name, "Auch heute.", "Danke!", "Bitte"), "heute", "Danke", "Bitte") == []


def test_lines_of_posts_stay():
    page = thread("post-content", "Auch heute.</p><p>Gruß aus Kiel", "Ja.</p><p>4. Mai 2026")
    assert filtered(page, "Gruß", "4. Mai") == ["Gruß aus Kiel"]
    assert filtered(page.replace("<p>Gruß", "<div>Gruß"), "Gruß") == []
    assert filtered(thread("post-content").replace("Ja.", "Ja.</p><p>Gruß"), "Gruß") == []


def test_previews_of_links_in_posts_stay_lost_but_no_quotations():
    box = "<aside><article><h3><a href=/f>Fähre</a></h3><p>Fahrplan</p></article></aside>"
    quote = "<aside><blockquote><p>Ja, heute</p></blockquote></aside>"
    page = thread("post-content", f"Auch.</p>{box}{quote}<p>So.")
    assert filtered(page, "Fahrplan", "Ja, heute") == ["Ja, heute"]


@pytest.mark.parametrize(
    "page",
    [
        thread("post-content", "Auch heute.", "<a href=/2>weiter</a>"),
        thread("post-content", "Auch heute.", "<span hidden>weiter</span>"),
        thread("post-content", "Auch heute.") + "<div>weiter</div>",
        thread("post-content").replace("Ja.", "weiter"),
    ],
    ids=["link", "hidden", "outside", "few posts"],
)
def test_what_is_no_reply_stays_lost(page):
    assert filtered(page, "weiter") == []


def note(start, rest="Der Kran kam aus Oban.", name="fn1"):
    """A sentence with a reference, and a page that ends with a note."""
    reference = f"<p>Nachbarn<sup><a href='#{name}'>1</a></sup></p>"
    return f"{reference}<p>Text</p>{start}{rest}"


@pytest.mark.parametrize(
    "start",
    [
        "<aside class='footnote-list brackets'><aside class='footnote brackets' id=fn1>",
        "<section class=footnotes role=doc-endnotes><ol><li id=fn1>",
        "<ol class=wp-block-footnotes><li id=fn1>",
        "<div id=footnotes><div class=footnote id=fn1>",
        "<blockquote id=fn1>",
    ],
)
def test_footnotes_to_which_content_refers_are_content(start):
    assert filtered(note(start), "Kran") == ["Der Kran kam aus Oban."]
    assert filtered(note(start), "Kran", "Nachbarn") == []  # the reference is not content
    assert filtered(note(start, name="fn2"), "Kran") == []
    assert filtered(note(f"<footer>{start}"), "Kran") == []


@pytest.mark.parametrize(
    ("start", "name"),
    [
        ("<ol class=references><li id=fn1-1>", "fn1"),
        ("<ol><li id=b1>", "b1"),
        ("<div class=footnotes><ol><li id=ref1>", "ref1"),
    ],
)
def test_bibliographies_are_as_the_model_says(start, name):
    assert filtered(note(start, name=name), "Kran") == []


def test_labels_of_notes_stay_with_them_but_not_arrows():
    start = "<aside class=footnote role=doc-footnote id=fn1><span>[1]</span><p>"
    made = note(start, "Der Kran kam aus Oban.</p><p><a href='#r1'>↩</a></p>")
    assert filtered(made, "Kran", "[1]", "↩") == ["[1]", "Der Kran kam aus Oban."]


QUOTED = "Une mauvaise graine flotte toujours."


def quoted(start, text=QUOTED):
    return f"<div><p>Pressez la pulpe.</p>{start}<p>{text}</p></blockquote><p>Rincez.</p></div>"


def test_an_item_that_is_also_in_a_table_is_no_repetition():
    page = f"<div><ul>{items(*ITEMS)}</ul>"
    table = f"<table><tr><th>Teil<th>Preis</tr><tr><td>{ITEMS[2]}<td>40 €</table></div>"
    after = np.array(kept_by(lists, blocks(page + table), np.arange(9) != 2))
    assert after[2]
    assert not kept_by(lists, blocks(f"{page}<p>{ITEMS[2]}</p></div>"), np.arange(6) != 2)[2]


def test_a_plain_quotation_between_content_is_content():
    assert filtered(quoted("<blockquote>"), "graine") == [QUOTED]
    assert filtered(quoted("<blockquote class=twitter-tweet>"), "graine") == []
    assert filtered(quoted("<blockquote>"), "graine", "Rincez", "Ende") == []
    assert filtered(quoted("<blockquote><a href=/a>"), "graine") == []


def test_a_quotation_of_other_content_stays_lost():
    quotation = quoted("<blockquote><p>Lena schrieb:</p>")
    page = f"<div>Lavez, car: {QUOTED} Donc rincez.</div>{quotation}"
    for post, found in ((True, []), (False, ["Lena schrieb:", QUOTED])):
        made = blocks(f"<p>Semences</p>{page}")
        kept = np.array([QUOTED not in text or (post and "Lavez" in text) for text in made.text])
        kept &= ["schrieb" not in text for text in made.text]
        after = np.array(kept_by(lists, made, kept)) & ~kept
        assert [text for text, one in zip(made.text, after, strict=True) if one] == found
