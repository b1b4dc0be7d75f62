import time

import pytest
from cleaned import markdown

import victor


def reference(name, label):
    return f"<sup><a href='#{name}'>{label}</a></sup>"


def test_references_lead_to_notes():
    page = f"<p>Slovo{reference('fn1', '[1]')} dál.</p>"
    page += "<ol><li id=fn1>1. Poznámka <a href='#r1'>↩</a></ol>"
    assert markdown(page) == "Slovo[^1] dál.\n\n[^1]: Poznámka"


@pytest.mark.parametrize(
    "label", ["<a href='#r1'>1</a>. ", "<a href='#r1'>1</a>) ", "<a href='#r1'>[1]</a> ", "1) "]
)
def test_the_label_before_a_note_goes_with_its_signs(label):
    page = f"<p>Ord{reference('fn1', '[1]')}.</p><div id=fn1>{label}Anmärkning</div>"
    assert markdown(page) == "Ord[^1].\n\n[^1]: Anmärkning"


def test_notes_of_several_paragraphs_are_indented():
    page = f"<p>Wort{reference('fn1', '1')}</p><ol><li id=fn1><p>eins</p><p>zwei</p></ol>"
    assert markdown(page) == "Wort[^1]\n\n[^1]: eins\n\n    zwei"


def test_an_item_that_begins_with_the_note_is_the_note():
    item = "<li data-counter='{0}.'><p id=ref-CR{0}>{1}</p><p><a href=//{1}.org>Artículo</a></p>"
    page = f"<p>Texto{reference('ref-CR1', '1')} y{reference('ref-CR2', '2')}.</p>"
    page += f"<ol>{item.format(1, 'uno')}{item.format(2, 'dos')}</ol>"
    notes = ("[^1]: uno\n\n    [Artículo](//uno.org)", "[^2]: dos\n\n    [Artículo](//dos.org)")
    assert markdown(page).split("\n\n", 1)[1] == "\n\n".join(notes)


def test_an_item_of_several_notes_is_none():
    notes = "<p id=fn1>eins</p><p id=fn2>zwei</p>"
    page = f"<p>Wort{reference('fn1', '1')}{reference('fn2', '2')}</p><ul><li>{notes}</ul>"
    assert markdown(page).endswith("- [^1]: eins\n\n  [^2]: zwei")


def test_notes_of_the_same_sign_stay_different():
    page = "".join(
        f"<p>{word}{reference(f'fn{word}', '*')}</p><p id=fn{word}>note {word}</p>" for word in "ab"
    )
    assert markdown(page) == "a[^*]\n\n[^*]: note a\n\nb[^*-2]\n\n[^*-2]: note b"


def test_an_element_around_the_notes_is_no_note():
    page = f"<p>a{reference('notes', '1')} b{reference('fn2', '2')}</p>"
    page += "<div><h2 id=notes>Notas</h2><p id=fn2>dos</p></div>"
    assert markdown(page).endswith("## Notas\n\n[^2]: dos")


def test_a_note_that_no_reader_could_link_is_text():
    page = f"<pre>x{reference('fn1', '1')}</pre><ol><li id=fn1>note</ol>"
    assert markdown(page).endswith("[1] note")
    page = (
        f"<p>x{reference('fn1', '1')}</p><table><tr><th>a<th>b<tr><td>c<td><p id=fn1>note</table>"
    )
    assert markdown(page).endswith("| c | [1] note |")


def test_years_and_links_elsewhere_are_no_notes():
    page = "<p>Im Jahr <a href='#y'>2007</a> und <a href='/x#fn1'>1</a>.</p><p id=y>Jahr</p>"
    assert "[^" not in markdown(page)


def test_references_are_raised_or_called_so_whatever_the_names():
    note = "<ol><li id=d3f1-77>Poznámka <a href='#d3f1-77-link'>↩︎</a></ol>"
    for link in (
        "<sup><span><a href='#d3f1-77'>1</a></span></sup>",
        "<a href='#d3f1-77'><sup>1</sup></a>",
        "<a class=footnote-reference href='#d3f1-77'>[1]</a>",
        "<a role=doc-noteref href='#d3f1-77'>1</a>",
    ):
        assert markdown(f"<p>Slovo{link} dál.</p>{note}") == "Slovo[^1] dál.\n\n[^1]: Poznámka"
    assert "[1](#d3f1-77)" in markdown(f"<p>Strana <a href='#d3f1-77'>1</a>.</p>{note}")


def test_a_note_does_not_begin_with_the_sign_before_links_back():
    back = "^ <a href='#r1'><sup>a</sup></a> <a href='#r2'><sup>b</sup></a>"
    page = (
        f"<p>x{reference('cite_note-1', '[1]')}</p><ol><li id=cite_note-1>{back} <i>Kniha</i></ol>"
    )
    assert markdown(page) == "x[^1]\n\n[^1]: *Kniha*"
    french = (
        page.replace("^ <a", "↑ <a").replace("</a> <a", "</a> et <a").replace("Kniha", "Le pont")
    )
    assert markdown(french) == "x[^1]\n\n[^1]: *Le pont*"


def test_brackets_around_a_label_go_with_it():
    label = "<span>[</span><a role=doc-backlink href='#id1'>1</a><span>]</span>"
    page = "<p>Słowo<a class=footnote-reference href='#id2' id=id1>[1]</a> dalej.</p>"
    page += f"<aside id=id2 role=doc-footnote><span>{label}</span><p>Przypis.</p></aside>"
    assert markdown(page) == "Słowo[^1] dalej.\n\n[^1]: Przypis."


def test_a_label_goes_that_only_its_style_sets_apart():
    page = "<p>Słowo<a class=footnote-reference href='#n1'>[1]</a> dalej.</p>"
    page += "<ol><li id=n1><span>1.</span><cite>Książka, 2002.</cite></ol>"
    assert markdown(page) == "Słowo[^1] dalej.\n\n[^1]: Książka, 2002."
    assert markdown(page.replace("Książka", "5 książek")).endswith("[^1]: 1.5 książek, 2002.")


def test_brackets_that_are_no_label_stay():
    link = "<a href='#n1'><sup>1</sup></a>"
    page = f"<p>Słowo{link}.</p><ol><li id=n1>[] to pusta lista. <a href='#r1'>↩</a></ol>"
    assert markdown(page).endswith("[^1]: [] to pusta lista.")
    label = "<sup>[<a href='#r1'>1</a>]</sup>"
    page = f"<p>Słowo{link}.</p><div><p id=n1>{label} Przypis.</p></div>"
    assert markdown(page).endswith("[^1]: Przypis.")


def test_what_begins_as_the_label_is_no_label():
    page = "<p>Tekst<sup><a href='#fni' id=ri>i</a></sup>.</p>"
    page += "<div id=fni>i.e. ten. <a href='#ri'>↩</a></div>"
    assert markdown(page).endswith("[^i]: i.e. ten.")
    note = "<li id=n1><strong>[ ]<em>Ważny tekst</em></strong> i dalej</li>"
    page = f"<p>Słowo<a href='#n1'><sup>1</sup></a>.</p><ol>{note}</ol>"
    assert "Ważny tekst" in markdown(page)


@pytest.mark.parametrize(
    ("link", "note"),
    [
        ("<sup><a href='#n1'>[note 1]</a></sup>", "<li id=n1>^ Tekst"),
        ("<a href='#fn1'><sup>Anm. 1</sup></a>", "<li id=fn1>Anm. 1: Tekst"),
        ("<a href='#fn1'>※1</a>", "<li id=fn1>※1 Tekst"),
        ("<a href='#cite_note-1'>[注 1]</a>", "<li id=cite_note-1><a href='#r'>^</a> Tekst"),
    ],
)
def test_numbers_after_a_sign_or_a_word_are_labels(link, note):
    assert markdown(f"<p>Ord{link} mer.</p><ol>{note}</ol>") == "Ord[^1] mer.\n\n[^1]: Tekst"


def test_notes_of_a_hatena_blog_are_notes():
    link = "<span class=footnote><a href='#f-1d7e' name=fn-1d7e title=五月に。>*1</a></span>"
    note = "<p class=footnote><a href='#fn-1d7e' name=f-1d7e class=footnote-number>*1</a>"
    note += "<span class=footnote-delimiter>:</span><span class=footnote-text>五月に。</span></p>"
    page = f"<p>橋が開通した{link}。</p><div class=footnote>{note}</div>"
    assert markdown(page) == "橋が開通した[^1]。\n\n[^1]: 五月に。"


def test_labels_with_another_sign_keep_it():
    page = f"<p>a{reference('cite_note-1', '[a 1]')} b{reference('cite_note-2', '[1]')}</p>"
    page += "<ol><li id=cite_note-1>uno</ol><ol><li id=cite_note-2>dos</ol>"
    assert markdown(page) == "a[^a1] b[^1]\n\n[^a1]: uno\n\n[^1]: dos"


@pytest.mark.parametrize(
    ("label", "written"),
    [
        ("комм. 1", "комм.-1"), ("ملاحظة 1", "ملاحظة-1"), ("הערה 1", "הערה-1"),
        ("Σημ. 1", "Σημ.-1"), ("주 1", "주1"), ("注釈 1", "注釈1"), ("א", "א"), ("α", "α"),
    ],
)  # fmt: skip
def test_groups_of_notes_in_wikis_have_words_and_letters_of_any_script(label, written):
    page = f"<p>a{reference('cite_note-1', f'[{label}]')} b{reference('cite_note-2', '[1]')}</p>"
    page += "<ol><li id=cite_note-1>uno</ol><ol><li id=cite_note-2>dos</ol>"
    assert markdown(page) == f"a[^{written}] b[^1]\n\n[^{written}]: uno\n\n[^1]: dos"


def test_words_in_brackets_that_lead_elsewhere_are_no_references():
    page = "<p>См. <a href='#part-1'>[часть 1]</a>.</p><ol><li id=part-1>Мост</ol>"
    assert "[^" not in markdown(page)


@pytest.mark.parametrize("text", ["図1", "Figure 2", "v2", "S1"])
def test_links_to_figures_and_versions_are_no_references(text):
    for name in ("figure-2", "release-notes-v2", "fig2"):
        page = f"<p>Se <a href='#{name}'>{text}</a>.</p><p id={name}>Bro</p>"
        assert "[^" not in markdown(page)


def test_letters_and_numbers_are_references_only_to_what_is_called_a_note():
    page = "<p>Taste <a href='#{0}'>F1</a>.</p><ul><li id={0}>F1 zeigt die Hilfe</ul>"
    assert markdown(page.format("f1")).endswith("- F1 zeigt die Hilfe")
    assert "[^1]: " in markdown(page.format("cite_note-F1"))


def test_a_word_before_a_number_stays_one_of_its_own():
    links = (reference("fn1", "1"), reference("fn2", "[Note 2]"), reference("fn3", "[note 3]"))
    page = f"<p>{' b'.join(links)}</p><ol><li id=fn1>uno<li id=fn2>dos<li id=fn3>tres</ol>"
    assert markdown(page).startswith("[^1] b[^Note-2] b[^note-3]")


def items(*texts):
    return "".join(f"<li id=cite_note-{n}>{text}" for n, text in enumerate(texts, 1))


@pytest.mark.parametrize("tag", ["ol", "ul"])
def test_a_note_that_nothing_refers_to_is_one_as_the_others_are(tag):
    links = [reference(f"cite_note-{n}", f"[{n}]") for n in (1, 2, 4)]
    up = "<b><a href='#cite_ref'>^</a></b> "
    page = (
        f"<p>{' a'.join(links)}</p><{tag}>{items('uno', 'dos', f'{up}tres', f'{up}cuatro')}</{tag}>"
    )
    expected = "[^1] a[^2] a[^4]\n\n[^1]: uno\n\n[^2]: dos\n\n[3] tres\n\n[^4]: cuatro"
    assert markdown(page) == expected


def test_a_list_of_which_an_item_is_referred_to_by_another_number_stays_one():
    refer = reference("cite_note-2", "7") + reference("cite_note-3", "9")
    page = f"<p>Siehe{refer}</p><ol>{items('eins', 'zwei', 'drei')}</ol>"
    assert "1. eins" in markdown(page)
    page = f"<p>Siehe{reference('cite_note-2', '2')}</p><ol>{items('a', 'b', 'c', 'd', 'e')}</ol>"
    assert "1. a" in markdown(page)


WITHOUT = victor.load("keep-everything", remove=".dropped")


def beside(label, text):
    """A note as LaTeXML writes it, in the paragraph of its reference."""
    mark = f"<sup class=ltx_note_mark>{label}</sup>"
    tag = f"<span class='ltx_tag ltx_tag_note'>{label}</span>"
    content = f"<span class=ltx_note_content>{mark}{tag}{text}</span>"
    note = f"{mark}<span class=ltx_note_outer>{content}</span>"
    return f"<span class='ltx_note ltx_role_footnote'>{note}</span>"


def test_notes_beside_their_references_follow_the_paragraph():
    first, second = beside(1, "Celá <i>velká</i> <a href=/x>data</a>."), beside(2, "Ne vždy.")
    page = f"<p>Z <b>dat</b>{first} je <i>půl</i>{second}.</p><p>A dál.</p>"
    lines = ["Z **dat**[^1] je *půl*[^2].", "[^1]: Celá *velká* [data](/x).", "[^2]: Ne vždy."]
    assert markdown(page) == "\n\n".join([*lines, "A dál."])
    text = "Z dat[1] je půl[2].\n\n[1] Celá velká data.\n\n[2] Ne vždy.\n\nA dál.\n"
    assert victor.load("keep-everything").clean(page).text == text


def test_a_note_beside_its_reference_stays_in_its_item():
    page = f"<ul><li><p>Slovo{beside(1, 'Poznámka.')} dál.</p><li><p>Druhé.</p></ul>"
    assert markdown(page) == "- Slovo[^1] dál.\n\n  [^1]: Poznámka.\n\n- Druhé."


@pytest.mark.parametrize("page", ["<h2>Slovo{} dál.</h2>", "<table><tr><td>Slovo{} dál.</table>"])
def test_a_note_stays_in_its_heading_or_cell(page):
    found = markdown(page.format(beside(1, " Poznámka.")))
    assert found.strip("# ") == "Slovo<sup>1</sup> Poznámka. dál."


def test_notes_beside_their_references_and_other_notes_have_different_labels():
    page = f"<p>Slovo{reference('bib1', '1')} dál{beside(1, 'Poznámka.')}.</p><ol><li id=bib1>Kniha"
    notes = "[^1-2]: Poznámka.\n\n[^1]: Kniha"
    assert markdown(page) == f"Slovo[^1] dál[^1-2].\n\n{notes}"


def test_a_reference_to_a_note_that_is_dropped_is_no_link():
    notes = "<li id=cite_note-1>uno<li id=cite_note-2 class=dropped>dos"
    links = [reference(f"cite_note-{n}", f"[{n}]") for n in (1, 2)]
    page = f"<p>a{links[0]} b{links[1]} c.</p><ol>{notes}</ol>"
    found = WITHOUT.clean(page)
    assert found.markdown == "a[^1] b<sup>[2]</sup> c.\n\n[^1]: uno\n"
    assert "b<sup>[2]</sup> c." in found.html
    assert 'b<hi rend="superscript">[2]</hi> c.' in found.format("tei")
    assert found.text == "a[1] b[2] c.\n\n[1] uno\n"


@pytest.mark.parametrize(
    ("link", "written"),
    [
        ("<a href='#fn1'>[1]</a>", "[1]"),
        ("[<a href=' #fn1'>1</a>]", "[1]"),
        ("<a href='#d3-77'><sup>1</sup></a>", "<sup>1</sup>"),
        ("<a href='#fn9'>[1]</a>", "[1]"),
        ("<a href='/x#fn1'>[1]</a>", "[[1]](/x#fn1)"),
        ("<a href='#fn2'>[1]</a>", "[[1]](#fn2)"),
        ("<a href='#p1'>1</a>", "[1](#p1)"),
    ],
)
def test_only_references_to_what_is_not_in_the_document_are_no_links(link, written):
    page = f"<h2 id=fn2>a</h2><p>Text {link} b.</p><div class=dropped id=p1>Page</div>"
    page += "<ol class=dropped><li id=fn1><a id=d3-77></a>One</ol>"
    assert WITHOUT.clean(page).markdown.endswith(f"\n\nText {written} b.\n")


def test_a_label_that_is_dropped_is_not_the_note():
    page = f"<p>Wort{reference('fn1', '1')}</p>"
    page += "<div><p id=fn1 class=dropped>[1]</p><p>eins</p></div>"
    assert WITHOUT.clean(page).markdown == "Wort[^1]\n\n[^1]: eins\n"


def test_an_element_with_the_notes_of_several_labels_is_none():
    page = f"<p>screen{reference('desc', '22')} and{reference('desc', '4')}.</p>"
    page += "<div id=desc>4. Four.<br>22. Twenty-two.</div>"
    assert markdown(page).startswith(
        "screen<sup>[22](#desc)</sup> and<sup>[4](#desc)</sup>.\n\n4\\. Four."
    )
    both = f"<p>a{reference('fn1', '1')} b{reference('fn1', '[1]')}</p><p id=fn1>uno</p>"
    assert markdown(both) == "a[^1] b[^1]\n\n[^1]: uno"


@pytest.mark.parametrize("count", [1, 3])
def test_notes_follow_headings_with_their_labels_in_manuals_by_texinfo(count):
    numbers = range(1, count + 1)
    link = "<a class=footnote id=DOCF{0} href='#FOOT{0}'><sup>{0}</sup></a>"
    note = "<h5><a id=FOOT{0} href='#DOCF{0}'>({0})</a></h5>\n<p>See p. {0}.</p>"
    page = f"<p>a{' b'.join(map(link.format, numbers))}.</p>"
    page += f"<div><h4>Footnotes</h4>{''.join(map(note.format, numbers))}</div>"
    references = " b".join(f"[^{n}]" for n in numbers)
    notes = "\n\n".join(f"[^{n}]: See p. {n}." for n in numbers)
    assert markdown(page) == f"a{references}.\n\n#### Footnotes\n\n{notes}"


def test_a_heading_with_a_label_before_no_note_stays():
    page = f"<p>a{reference('fn1', '1')}</p><h5 id=fn1>1</h5><h5>Next</h5><p>Text"
    assert "##### 1\n\n##### Next\n\nText" in markdown(page)


def test_many_notes_take_linear_time():
    count = 3_000
    page = "".join(f"<p>w{reference(f'fn{i}', str(i % 1_000))}</p>" for i in range(count))
    page += "".join(f"<p id=fn{i}>{i % 1_000}. nota</p>" for i in range(count))
    start = time.process_time()
    assert "[^999]: nota" in markdown(page)
    assert time.process_time() - start < 3


def test_many_links_around_a_long_text_take_linear_time():
    count = 3_000
    page = f"{'<a href=#x><font>' * count}ab<b>{'text, ' * 20 * count}</b>"
    start = time.process_time()
    assert "text, text" in markdown(page)
    assert time.process_time() - start < 2


def test_a_note_beside_the_items_of_a_list_is_read():
    page = f"<p>Timber{reference('fn1', '1')} came.</p><ol><li>Loose</li><p id=fn1>A note</ol>"
    assert "[^1]: A note" in markdown(page)


@pytest.mark.parametrize(
    ("references", "written"),
    [
        ("[<a href='#fn1'>1</a>]", "[^1]"),
        ("<sup>[<a href='#fn1'>1</a>]</sup>", "[^1]"),
        ("<sup><a href='#fn1'>1</a>,<a href='#fn2'>2</a></sup>", "[^1][^2]"),
        ("<sup><a href='#fn1'>1</a>, <a href='#fn2'>2</a></sup>", "[^1][^2]"),
        ("<sup><a href='#fn1'>1</a>–<a href='#fn2'>2</a></sup>", "[^1]–[^2]"),
        ("[<a href='#fn1'>1</a>–<a href='#fn2'>2</a>]", "[^1]–[^2]"),
        ("[<a href='#fn1'>1</a>, <a href='#fn2'>2</a>]", "[^1], [^2]"),
        ("(siehe <a href='#fn1'>1</a>)", "(siehe [^1])"),
        ("(<a href='#fn1'>1</a> <i>a</i> <a href='#fn2'>2</a>)", "([^1] *a* [^2])"),
    ],
)
def test_brackets_around_references_go(references, written):
    notes = "<ol><li id=fn1>Stadtarchiv Brno<li id=fn2>Amtsblatt</ol>"
    assert markdown(f"<p>Das Moor{references} ruht.{notes}").startswith(f"Das Moor{written} ruht.")


def test_references_of_numpydoc_lead_to_notes():
    link = "<a class='reference internal' href='#r1f2e3d4c5b6a-1' id=id1>[1]</a>"
    back = "<span class=label>[<a role=doc-backlink href='#id1'>1</a>]</span>"
    page = f"<p>Wzór z {link}.</p><div id=r1f2e3d4c5b6a-1 role=doc-biblioentry>{back}<p>Las.</div>"
    assert markdown(page) == "Wzór z [^1].\n\n[^1]: Las."


def test_numbers_lead_to_the_bibliographies_of_journals():
    cited = "<p>Wie gezeigt (<a href='#{0}'>{1}</a>), ist <i>Pinus</i> selten.</p>"
    listed = "<h2>Literatur</h2><ul><li id={0}><span>1.</span><cite>Harz. Band 3.</cite></ul>"
    for name in ("B1", "gks11-B1", "b1-pan-2024"):
        page = cited.format(name, "1") + listed.format(name)
        assert markdown(page).startswith("Wie gezeigt [^1], ist")
        assert markdown(page).endswith("[^1]: Harz. Band 3.")
    assert "[^" not in markdown(cited.format("B1", "a") + listed.format("B1"))
    assert "[^" not in markdown(cited.format("step-b1", "1") + listed.format("step-b1"))


def raised(*labels):
    return "".join(f"<p>Tekst {label} linii.<sup>{label}</sup></p>" for label in labels)


@pytest.mark.parametrize(
    "label",
    ["<sup>1</sup>", "<b><sup>[1]</sup></b> ", "<sup><a href='//id#_ftnref1'>[1]</a></sup> "],
)
@pytest.mark.parametrize("tag", ["p", "li", "div"])
def test_notes_begin_with_a_raised_label_that_the_text_has(label, tag):
    page = f"{raised(1)}<hr><{tag}>{label}Przypis.</{tag}>"
    assert markdown(page).endswith("linii.[^1]\n\n---\n\n[^1]: Przypis.")


def test_white_space_may_be_between_the_elements_around_a_raised_label():
    page = "<p>Tekst<span> <sup>1</sup> </span>linii.</p><hr><p><sup>1</sup> Przypis.</p>"
    assert markdown(page).endswith("Tekst [^1] linii.\n\n---\n\n[^1]: Przypis.")


def test_raised_labels_without_notes_or_references_stay():
    assert "[^" not in markdown(raised(1, 2))
    assert "[^" not in markdown("<p>Tekst.</p><p><sup>1</sup> Przypis.</p>")
    assert "[^" not in markdown(f"<p><sup>1</sup> Przypis.</p>{raised(1)}")


def test_exponents_are_no_references():
    page = "<p>Pole ma 40 m<sup>2</sup> i 100<sup>2</sup> drzew{}.</p><p><sup>1</sup> Dąb.</p>"
    page += "<p><sup>2</sup> Brzoza.</p>"
    assert "[^" not in markdown(page.format(""))
    found = markdown(page.format("<sup>1</sup> i krzewów<sup>2</sup>"))
    assert found.startswith("Pole ma 40 m<sup>2</sup> i 100<sup>2</sup> drzew[^1] i krzewów[^2].")


def test_verses_sentences_and_fractions_are_no_footnotes():
    verses = (
        "<p><sup>1</sup>Am Anfang. <sup>2</sup>Und es war.</p><p><sup>3</sup>Und so weiter.</p>"
    )
    assert "[^" not in markdown(f"{verses}<h2>Anders</h2>{verses}")
    law = "<p>(1) <sup>1</sup>Satz eins. <sup>2</sup>Satz zwei.</p>"
    assert "[^" not in markdown(f"{law}<p><sup>1</sup>Satz eins.</p><p><sup>2</sup>Satz zwei.</p>")
    half = "<sup>1</sup>/<sub>2</sub>"
    assert "[^" not in markdown(f"<ul><li>3 {half} Tassen Mehl<li>{half} Tasse Zucker</ul>")


def test_numbers_of_raised_notes_count_from_one():
    page = f"{raised(1, 14)}<p><sup>1</sup> Przypis.</p><p><sup>14</sup>C to izotop węgla.</p>"
    assert markdown(page).endswith("[^1]: Przypis.\n\n<sup>14</sup>C to izotop węgla.")


def test_numbers_of_raised_notes_in_parts_of_books_count_from_the_first_reference():
    page = f"{raised(13, 14)}<p><sup>13</sup> Przypis.</p><p><sup>14</sup> Drugi.</p>"
    assert markdown(page).endswith("linii.[^14]\n\n[^13]: Przypis.\n\n[^14]: Drugi.")
    assert "[^" not in markdown(f"{raised(14)}<p><sup>14</sup>C to izotop węgla.</p>")


def test_each_section_may_have_its_own_raised_notes():
    page = "".join(f"{raised(1)}<p><sup>1</sup> Przypis {name}.</p>" for name in "ab")
    assert "[^1]: Przypis a." in markdown(page)
    assert markdown(page).endswith("linii.[^1-2]\n\n[^1-2]: Przypis b.")


def test_several_raised_notes_in_a_paragraph_stay_text():
    page = f"{raised(1, 2)}<p><sup>1</sup> Raz.<br><sup>2</sup> Dwa.</p>"
    assert "[^" not in markdown(page)


@pytest.mark.parametrize(
    "section",
    ["<h2>Przypisy</h2>{}", "<h3>References:</h3>{}", "<div class=article-footnotes>{}</div>"],
)
def test_items_of_a_list_of_notes_have_their_numbers_as_labels(section):
    page = raised(1, 2) + section.format("<ol><li>Raz.</li><li>Dwa.</li></ol>")
    assert markdown(page).endswith("[^1]: Raz.\n\n[^2]: Dwa.")
    assert "linii.[^2]" in markdown(page)


def test_other_numbered_lists_are_no_notes():
    assert "[^" not in markdown(raised(1, 2) + "<h2>Kroki</h2><ol><li>Raz.</li><li>Dwa.</li></ol>")
    few = "".join(f"<li>Krok {number}.</li>" for number in range(5))
    assert "[^" not in markdown(f"{raised(1, 2)}<h2>Notes</h2><ol>{few}</ol>")
    assert "[^" not in markdown(f"<h2>Notes</h2><ol><li>Raz.</li></ol>{raised(1)}")


def test_many_raised_labels_take_linear_time():
    labels = [*range(1, 1000)] * 3
    page = raised(*labels) + "".join(f"<p><sup>{one}</sup> Przypis.</p>" for one in labels)
    start = time.process_time()
    assert "[^999]: Przypis." in markdown(page)
    assert time.process_time() - start < 3


def test_an_inline_note_with_parts_of_its_own_stays_where_it_is():
    note = "<sup class=ltx_note_mark>1</sup><span class=ltx_note_content>{}</span>"
    page = f"<p>Słowo{note.format('<blockquote>Cytat</blockquote>')} dalej.</p>"
    assert "Cytat" in markdown(page)
    assert "[^1]: Cytat" in markdown(f"<p>Słowo{note.format('Cytat')} dalej.</p>")


@pytest.mark.parametrize(
    "labels", [("1.0", "1.1"), ("1,0", "1,1"), ("a", "b"), ("أ", "ب"), ("跳转到：1.0", "1.1")]
)
def test_labels_that_lead_back_to_each_reference_of_a_note_go(labels):
    back = " ".join(
        f"<sup><a href='#cite_ref-{number}'>{label}</a></sup>"
        for number, label in enumerate(labels)
    )
    page = (
        f"<p>Hochwasser{reference('cite_note-1', '[1]')} und Damm{reference('cite_note-1', '[1]')}."
    )
    page += f"</p><ol><li id=cite_note-1><span>↑ {back}</span> <span>Chronik, S. 4.</span></ol>"
    assert markdown(page) == "Hochwasser[^1] und Damm[^1].\n\n[^1]: Chronik, S. 4."


def test_notes_of_gitbook_are_quotations():
    note = "<blockquote id=fn_{0}><sup>{0}</sup>. {1}<a href='#reffn_{0}'> ↩</a></blockquote>"
    page = f"<p>Mot{reference('fn_1', '1')} et{reference('fn_2', '2')}.</p>"
    page += note.format(1, "un") + note.format(2, "deux")
    assert markdown(page) == "Mot[^1] et[^2].\n\n[^1]: un\n\n[^2]: deux"


def test_links_between_slides_lead_to_notes():
    page = f"<p>Slovo{reference('/fn1', '1')} dál.</p>"
    page += "<ol><li id=fn1>Poznámka <a href='#/r1'>↩</a></ol>"
    assert markdown(page) == "Slovo[^1] dál.\n\n[^1]: Poznámka"
