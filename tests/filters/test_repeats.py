"""``repeats``: of two copies of a text, the one that is shown stays."""

import numpy as np
import pytest
from pages import blocks, kept_by

from victor.filters import repeats

FIRST = (
    "<p>Wo kann ich die Größe der Schrift in den Beiträgen des Forums für alle Leser ändern?</p>"
)
SECOND = "<p>In den Einstellungen, unter Darstellung, gibt es dafür ein Feld mit drei Größen.</p>"


def kept(html):
    """The texts of a page that stay, with a sign for those that are hidden."""
    made = blocks(html)
    stay = kept_by(repeats, made, np.ones(len(made), bool))
    columns = zip(made.text, made.hidden, stay, strict=True)
    return [("-" if hidden else "+") + text[:10] for text, hidden, one in columns if one]


def post(text):
    quote = (
        f"<div style='display: none'><blockquote><div>Ana schrieb</div>{text}</blockquote></div>"
    )
    return f"{quote}<div class=post>{text}</div>"


def test_a_hidden_copy_for_quotations_goes():
    page = kept(post(FIRST) + post(SECOND))
    assert page == ["-Ana schrie", "+Wo kann ic", "-Ana schrie", "+In den Ein"]


@pytest.mark.parametrize(
    "page",
    [
        f"{FIRST}<div hidden>{FIRST}</div>",
        f"<div hidden>{FIRST}</div>{FIRST}",
        f"<div hidden>{FIRST}</div>{FIRST}{FIRST}",
        f"<div hidden>{FIRST}{FIRST}</div>{FIRST}",
    ],
)
def test_one_copy_stays_and_it_is_shown(page):
    assert kept(page) == ["+Wo kann ic"]


def test_the_copy_for_narrow_screens_goes():
    lamp = "<h3 class='{}'>Die Lampe</h3>"
    wide, narrow = lamp.format("hidden md:block"), lamp.format("text-md md:hidden")
    assert kept(f"<div>{narrow}{wide}<p>19 €</p></div>") == ["+Die Lampe", "+19 €"]
    cell = "<div class=cell><p class=d-md-none>Gewicht</p>{}</div>"
    row = f"<div class='d-none d-md-flex'>Gewicht</div>{cell.format('2 kg')}{cell.format('3 kg')}"
    assert kept(row) == ["+Gewicht", "+2 kg", "+3 kg"]


def test_the_copy_for_narrow_screens_goes_without_attributes_in_memory():
    page = "<p class='md:hidden'>Die Lampe</p><p class='hidden md:block'>Die Lampe</p>"
    light = blocks(page).light()
    assert kept_by(repeats, light, np.ones(2, bool)) == [False, True]


def test_text_for_narrow_screens_only_stays():
    narrow = "<p class='md:hidden'>Die Lampe</p>"
    assert kept(f"{narrow}<p>Die Lampe</p>") == ["+Die Lampe"] * 2
    assert kept(f"{narrow}<p>Ende</p>{narrow}") == ["+Die Lampe", "+Ende", "+Die Lampe"]


def test_what_an_author_repeats_in_the_same_text_stays():
    asked = "<p><b>Was hat Sie an der Arbeit mit den jungen Leuten im Sommer überrascht?</b></p>"
    assert len(kept(f"<div>{asked}<p>Der Fleiß.</p>{asked}<p>Die Ruhe.</p></div>")) == 4
    assert len(kept(f"<div>{asked}</div><div>{asked}<p>Der Fleiß.</p></div>")) == 2
    text = "".join(f"<p>Zum {i}. Mal: {FIRST[3:]}" for i in range(4))
    assert len(kept(f"<div>{text}<p>Ende</p>{text}</div>")) == 5


def test_hidden_text_that_stands_nowhere_else_stays():
    page = f"<div hidden>{FIRST}</div>{FIRST}<div hidden>{SECOND}</div>"
    assert kept(page) == ["+Wo kann ic", "-In den Ein"]


def test_a_page_that_a_script_shows_stays_in_order():
    page = f"<div style='visibility: hidden'>{SECOND * 2}{FIRST}</div><aside>{FIRST}</aside>"
    assert kept(page) == ["-In den Ein", "-Wo kann ic"]


def test_prices_for_the_ear_and_for_the_eye_stay_together():
    item = "<p>Eine Lampe aus Glas, die in Böhmen mundgeblasen wird, mit Kabel</p>"
    item += "<p hidden>19 Euro und 90 Cent</p>"
    assert kept(item * 2) == ["+Eine Lampe", "-19 Euro un"]


def test_a_linked_heading_goes_for_the_title_though_labels_keep_it_alone():
    made = blocks("<div><h1>Lampe</h1><a href=/lampe><h2>Lampe</h2></a></div><p>Aus Glas</p>")
    assert kept_by(repeats, made, np.array([False, True, True])) == [True, False, True]
    assert kept_by(repeats, made, np.array([False, False, True])) == [False, False, True]
    listed = blocks("<h1>Lampen</h1><ul><li><h2><a href=/l>Lampen</a></h2><p>Aus Glas</p></ul>")
    assert all(kept_by(repeats, listed, np.ones(3, bool)))


def test_headings_of_several_lines_are_compared_as_a_whole():
    made = blocks("<h3>Fahrt<div>Zeiten</div></h3><h3><div>Zeiten</div>Ort</h3>")
    assert all(kept_by(repeats, made, np.ones(4, bool)))


LINES = """<li>Ein Prozessor mit vier Kernen und drei Gigahertz Takt</li>
    <li>Ein Anschluss an das Netz</li>"""


@pytest.mark.parametrize(
    ("more", "count"),
    [
        ("<li>16 GB Speicher</li>", 8),  # the second list has an item that the first lacks
        ("", 5),  # the second list only repeats items of the first
        ("<li><img src=a.png>16 GB Speicher</li>", 8),
        ("<li><div>16 GB Speicher</div></li>", 8),
    ],
)
def test_items_that_two_lists_share_stay(more, count):
    first, second = f"<ul>{LINES}<li>8 GB</li></ul>", f"<ul>{LINES}{more}</ul>"
    found = kept(f"<p>Mindestens</p>{first}<p>Empfohlen</p>{second}")
    assert len(found) == count


STEP = """<li><p>In einem neuen Fenster wird mit diesem Befehl die Brücke geöffnet:</p>
    <div><button>Kopieren</button></div></li>"""


@pytest.mark.parametrize(("panel", "count"), [("role=tabpanel hidden", 6), ("hidden", 5)])
def test_steps_that_two_tabs_share_stay(panel, count):
    tabs = f"<div role=tabpanel><ol>{STEP}<li>Für Python</li></ol></div>"
    found = kept(f"<p>Anleitung</p>{tabs}<div {panel}><ol>{STEP}<li>Für Java</li></ol></div>")
    assert len([one for one in found if "Kopieren" not in one]) == count - 1


def test_items_of_a_carousel_and_cards_of_another_list_go():
    card = "<li><h3>Eine Lampe aus Glas aus Prag</h3><p>Mit Kabel und Schalter, in Rot</p></li>"
    assert len(kept(f"<ul>{LINES}<li>8 GB</li>{LINES}</ul>")) == 3
    assert len(kept(f"<ul>{card}<li>Eins</li></ul><ul>{card}<li>Zwei</li></ul>")) == 4


def test_repeated_items_before_the_last_new_one_of_a_list_stay():
    rest = "<li>Ruhetag ohne Training, dafür ein langer Spaziergang am Abend</li>"
    run = "<li>Lauf von {} Kilometern in ruhigem Tempo durch den Wald</li>"
    week = "".join(run.format(length) + rest for length in (5, 6, 7))
    assert len(kept(f"<p>Woche</p><ul>{week}{run.format(8)}</ul>")) == 8


def test_a_hidden_copy_divided_into_other_blocks_goes():
    shown = f"<div>{FIRST}{SECOND}</div>"
    whole = (FIRST + SECOND).replace("<p>", "").replace("</p>", " ")
    assert kept(f"{shown}<div hidden>{whole}</div>") == ["+Wo kann ic", "+In den Ein"]
    assert len(kept(f"{shown}<pre hidden>{whole}</pre>")) == 3
    more = "Außerdem kann man die Farben der Schrift und des Hintergrunds für sich wählen."
    assert len(kept(f"{shown}<div hidden>{whole}{more}{more}</div>")) == 3


def test_the_source_of_a_text_in_a_hidden_field_goes():
    shown = f"<div>{FIRST}{SECOND}</div>"
    source = (FIRST + SECOND).replace("<p>", "* ").replace("</p>", "\n\n")
    field = f"<textarea class='hidden js-field'>{source}</textarea>"
    assert kept(shown + field + field) == ["+Wo kann ic", "+In den Ein"]
    assert len(kept(shown + field.replace("hidden", "wide"))) == 4
    assert (
        len(kept(f"{shown}<textarea class=hidden>Ein anderer Text, der hier steht</textarea>")) == 3
    )


PLAN = f"<div class=plan><h3>{{}}</h3><p>{{}}</p><ul>{LINES}</ul></div>"


@pytest.mark.parametrize(
    ("titles", "card", "count"),
    [
        (("Eins", "Zwei", "Drei"), PLAN, 12),
        (("Eins", "Zwei", "Drei"), PLAN.format("{0}", "{1}").replace("plan", "'plan {0}'"), 12),
        (("Eins", "Zwei"), PLAN, 6),  # one may be a copy for narrow screens
        (("Eins", "Eins", "Eins"), PLAN, 4),  # copies of one card
        (("Re: Brücke", "Re: Hafen", "Re: Fähre"), PLAN, 8),  # posts with signatures
        (("Eins", "Zwei", "Drei"), f"<div><h3>{{}}</h3><p>{{}}</p>{FIRST}</div>", 7),  # a notice
    ],
)
def test_what_parallel_cards_share_stays(titles, card, count):
    cards = (card.format(title, f"{title} und mehr") for title in titles)
    assert len(kept(f"<div>{''.join(cards)}</div>")) == count


def test_a_heading_stays_with_its_text_though_a_table_of_contents_has_it():
    topics = ["Wie die Brücke nach dem Winter wieder offen ist", "Was am Hafen noch zu tun bleibt"]
    contents = "".join(f"<li><a href=#{i}>{topic}</a></li>" for i, topic in enumerate(topics))
    page = f"<ul>{contents}</ul><h2>{topics[0]}</h2><h3>{topics[1]}</h3>{SECOND}"
    assert len(kept(page)) == 5
    assert len(kept(f"{page}<h2>{topics[0]}</h2><h3>{topics[1]}</h3>{SECOND}")) == 5


def test_a_copy_that_has_only_headings_goes():
    headings = (
        "<h2>Leder aus Prag</h2><h6>Es wird mit jedem Tag schöner und bleibt dabei weich</h6>"
    )
    copies = f"<div>{headings}</div><div>{headings}</div>"
    assert len(kept(f"{copies}<section>{SECOND}</section>")) == 3
    assert len(kept(f"<div>{headings}</div><div>{headings}{SECOND}</div>")) == 5


def test_the_topic_of_a_thread_above_each_post_goes():
    topic = "<h3>Re: Wie die Brücke nach dem Winter wieder offen ist und was zu tun bleibt</h3>"
    assert kept(f"{topic}{FIRST}{topic}{SECOND}") == ["+Re: Wie di", "+Wo kann ic", "+In den Ein"]
