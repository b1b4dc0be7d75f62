"""Lists and rules, where labels, markup or signs make them."""

from dataclasses import replace

import numpy as np
import pytest

import victor
from victor.output.markdown import render

CLEANER = victor.load("keep-everything")


def markdown(page, labels="p"):
    """Markdown of a page whose blocks have some labels, in turn."""
    document = CLEANER.clean(f"<body><div>{page}</div>").document
    label = np.resize(np.array(list(labels)), len(document.content.kept))
    content = replace(document.content, items=label == "l", continues=label == "c")
    return render(replace(document, content=content), title=False).rstrip("\n")


# ---- items by their labels ----


def test_an_item_by_label_is_none_of_a_list_of_the_page():
    page = "<ol><li>Vařit<li>Míchat</ol><div>Hotovo</div><p>Dobrou chuť!"
    assert markdown(page, "lllp") == "1. Vařit\n2. Míchat\n\nHotovo\n\nDobrou chuť!"
    page = "<ol><li>Vařit</ol><div>Sůl</div><div>Pepř</div>"
    assert markdown(page, "lll") == "1. Vařit\n\n- Sůl\n- Pepř"


def test_a_lone_item_by_label_is_a_paragraph():
    page = "<p>Eins<div>Höhepunkte:</div><p>Zwei"
    assert markdown(page, "plp") == "Eins\n\nHöhepunkte:\n\nZwei"
    assert markdown("<p>Eins<div>• Höhe</div><p>Zwei", "plp") == "Eins\n\n- Höhe\n\nZwei"
    assert markdown("<p>Eins<div>a</div><div>b</div>", "pll") == "Eins\n\n- a\n- b"


@pytest.mark.parametrize(
    "page",
    [
        "<section>Poster</section><p>Lieferung</p><div>3–5 Tage</div>",
        "<div><p>Plakát</p></div><section><p>Dodání</p>od</section><div><p>3–5 dní</p></div>",
    ],
)
def test_items_by_label_that_are_no_siblings_of_one_tag_are_paragraphs(page):
    assert "- " not in markdown(page, "l")
    assert "- " in markdown(page.replace("<p>", "<p>• ", 1), "l")


def test_items_by_label_that_are_siblings_or_lines_of_one_element_are_a_list():
    assert markdown("<p>塩</p><p>砂糖</p><p>米</p>", "l") == "- 塩\n- 砂糖\n- 米"
    assert markdown("Salz<br><br>Öl<br><br>Reis", "l") == "- Salz\n- Öl\n- Reis"
    page = "".join(f"<div><div><svg></svg><p>{one}</p></div></div>" for one in ("Mel", "Vejce"))
    assert markdown(page, "l") == "- Mel\n- Vejce"
    page = "<p>Salz</p><p>Öl</p><div>Guten Appetit</div>"
    assert markdown(page, "l") == "- Salz\n- Öl\n\nGuten Appetit"


def test_items_by_label_in_cells_are_lists_of_their_cell():
    page = "<table><tr><td><div>姓名</div><tr><td><div>国籍</div><div>民族</div></table>"
    assert markdown(page, "l") == "姓名\n\n- 国籍\n- 民族"


def test_text_in_a_list_of_the_page_stays_an_item():
    page = "<ul><strong>Minimum:</strong><li>Windows 10<li>8 GB</ul>"
    assert markdown(page, "l") == "- **Minimum:**\n- Windows 10\n- 8 GB"
    assert markdown("<li>a<li>b", "l") == "- a\n- b"


# ---- lists of one item ----


def test_lists_of_one_item_are_one_list():
    page = "<ul><li>Zamíchat</ul><ul><li>Péct <b>hodinu</b></ul><ul><li>Krájet</ul>"
    assert markdown(page) == "- Zamíchat\n- Péct **hodinu**\n- Krájet"
    page = "<ol><li>eins</ol><ol start=2><li>zwei</ol><ol start=3><li>drei</ol>"
    assert markdown(page) == "1. eins\n2. zwei\n3. drei"


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<ul><li>a</ul><ul><li>b</ul>", "- a\n- b"),
        ("<ul class=x><li>a<li>b</ul> <ul class=x><li>c</ul>", "- a\n- b\n- c"),
        ("<ul><li>a<ul><li>b</ul><ul><li>c<li>d</ul></ul>", "- a\n  - b\n  - c\n  - d"),
        ("<ul><li>a</ul><ul><li><p>b<p>c</ul>", "- a\n\n- b\n\n  c"),
    ],
)
def test_bulleted_lists_of_one_class_side_by_side_are_one_list(page, expected):
    assert markdown(page) == expected


def test_bulleted_lists_below_headings_that_are_left_out_stay_apart():
    page = "<h3>Pro</h3><ul><li>a<li>b</ul><h3>Con</h3><ul><li>c</ul>"
    found = victor.load("keep-everything", remove="h3").clean(page).markdown
    assert found == "- a\n- b\n\n* c\n"


@pytest.mark.parametrize(
    "page",
    [
        "<ul class=pros><li>a<li>b</ul><ul class=cons><li>c</ul>",
        "<div><ul><li>a</ul></div><div><ul><li>b</ul></div><div><ul><li>c</ul></div>",
        "<ol><li>a</ol><ol><li>b</ol><ol><li>c</ol>",
    ],
)
def test_other_lists_side_by_side_stay_apart(page):
    found = markdown(page)
    assert "\n\n* " in found or "\n\n1) " in found


# ---- items that hold only a list ----


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<ul><li><ul><li>Mouka<li>Cukr</ul></ul>", "- Mouka\n- Cukr"),
        ("<ul><li><ol start=4><li>Mouka<li>Cukr</ol></ul>", "4. Mouka\n5. Cukr"),
        ("<ul><li><ul><li>a</ul><li><ul><li>b</ul></ul>", "- a\n\n* b"),
        (
            "<ul><li>Chile<li style='list-style: none'><ul><li>Maipo<li>Itata</ul><li>Peru</ul>",
            "- Chile\n  - Maipo\n  - Itata\n- Peru",
        ),
        ("<ul><li>Wein<li><ul><li>rot</ul><li><ul><li>weiß</ul></ul>", "- Wein\n  - rot\n  - weiß"),
        ("<ol><li>混ぜる<li>焼く<li><ul><li>弱火</ul></ol>", "1. 混ぜる\n2. 焼く\n   - 弱火"),
        # Other items with lists stay.
        ("<ol><li>a<li><ul><li>b</ul><li>c</ol>", "1. a\n2. - b\n3. c"),
        ("<ol><li><ul><li>a</ul><li><ul><li>b</ul></ol>", "1. - a\n2. - b"),
        ("<ul><li><ul><li>a</ul><li>b</ul>", "- - a\n- b"),
        ("<ul><li><ul><li>a</ul>b<li>c</ul>", "- - a\n\n  b\n\n- c"),
        ("<ul><li>a<ul><li>b</ul><li>c</ul>", "- a\n  - b\n- c"),
    ],
)
def test_an_item_that_holds_only_a_list_is_none(page, expected):
    assert markdown(page) == expected


def test_a_list_below_text_that_was_left_out_is_not_that_of_the_item_before():
    page = "<ul><li>Anna<li><p class=x>Ben</p><ul><li>Eva</ul></ul>"
    cleaner = victor.load("keep-everything", remove=".x")
    assert cleaner.clean(f"<body>{page}").markdown.rstrip() == "- Anna\n- - Eva"


# ---- lists typed with signs ----


@pytest.mark.parametrize("sign", ["•", "·", "●", "▪", "■", "➢", "◦", "・", "◆", "*", "-"])
def test_lines_that_begin_with_the_same_sign_are_a_list(sign):
    page = f"<p>Detalles:<br>{sign} Corte recto<br>{sign} Algodón<br>{sign} <b>Rojo</b><br>Fin</p>"
    assert markdown(page) == "Detalles:\n\n- Corte recto\n- Algodón\n- **Rojo**\n\nFin"
    paragraphs = "".join(f"<p>{sign} {word}</p>" for word in ("赤い", "青い", "白い"))
    assert markdown(paragraphs) == "- 赤い\n- 青い\n- 白い"


@pytest.mark.parametrize("sign", ["•", "-", "*", "·", "✓"])
def test_two_lines_that_a_colon_announces_are_a_list(sign):
    lines = f"{sign} Schrank<br>{sign} <a href=/b>Bett</a>"
    kept = "✓ " if sign == "✓" else ""
    expected = f"- {kept}Schrank\n- {kept}[Bett](/b)"
    assert markdown(f"<p>Im Zimmer:<br>{lines}<br>Mehr</p>") == f"Im Zimmer:\n\n{expected}\n\nMehr"
    assert markdown(f"<h2>Im Zimmer:</h2><p>{lines}</p>").endswith(f"\n\n{expected}")


def test_two_lines_with_bullets_are_a_list():
    assert markdown("<p>• Lit<br>• Armoire</p>") == "- Lit\n- Armoire"
    assert markdown("<p>■Lit<p>■Armoire<p>Fin") == "- Lit\n- Armoire\n\nFin"


@pytest.mark.parametrize("sign", ["–", "—"])
def test_lines_with_dashes_are_a_list_after_a_colon(sign):
    lines = [f"{sign} {word}" for word in ("faster page loads", "fewer crashes", "a dark theme")]
    listed = "- faster page loads\n- fewer crashes\n- a dark theme"
    assert markdown(f"<p>What is new:<br>{'<br>'.join(lines)}") == f"What is new:\n\n{listed}"
    paragraphs = "".join(f"<p>{line}" for line in lines)
    assert markdown(f"<p>What is new:{paragraphs}") == f"What is new:\n\n{listed}"
    assert "\n- " not in markdown(f"<p>What is new{paragraphs}")
    assert "\n- " not in markdown(f"<p>She said:<br>{'<br>'.join(lines)}<br>{sign} Really?")


def test_the_sign_may_be_in_a_link_or_without_a_space():
    page = "<p><b>* <a href=/a>Un</a></b><br><b>* Deux</b><br><b>* Trois</b></p>"
    assert markdown(page) == "- **[Un](/a)**\n- **Deux**\n- **Trois**"
    assert markdown("<p>●軽い<br>●薄い<br>●強い</p>") == "- 軽い\n- 薄い\n- 強い"
    assert markdown("<p>• a<br>• b</p>" * 2) == "- a\n- b\n- a\n- b"


@pytest.mark.parametrize("sign", ["{}. ", "{}) ", "({}) ", "{}.", "{}、"])
def test_lines_that_begin_with_numbers_from_1_on_are_an_ordered_list(sign):
    lines = [sign.format(number) + word for number, word in enumerate(("Řez", "Šití", "赤い"), 1)]
    listed = "1. Řez\n2. Šití\n3. 赤い"
    page = f"<p>Postup:<br>{'<br>'.join(lines)}<br>Hotovo</p>"
    assert markdown(page) == f"Postup:\n\n{listed}\n\nHotovo"
    assert markdown("".join(f"<p><b>{line}</b></p>" for line in lines)) == (
        "1. **Řez**\n2. **Šití**\n3. **赤い**"
    )
    assert markdown("".join(f"<p>{line}</p>" for line in lines * 2)) == (
        f"{listed}\n\n{listed.replace('. ', ') ')}"
    )


@pytest.mark.parametrize(
    "lines",
    [
        ("۱. ماهی را بشویید", "۲. گردو را بکوبید", "۳. در فر بگذارید"),
        ("١- اغسل السمك", "٢- أضف الجوز", "٣- ضعه في الفرن"),
        ("1 - اغسل السمك", "2 - أضف الجوز", "3 - ضعه في الفرن"),
        ("१) मछली धोएँ", "२) अखरोट डालें", "३) तंदूर में रखें"),
        ("৩. মাছ ধুয়ে নিন", "৪. বাদাম মেশান", "৫. চুলায় দিন"),
        ("１．魚を洗う", "２．胡桃を混ぜる", "３．窯に入れる"),
    ],
)
def test_lines_that_begin_with_numbers_of_any_script_are_an_ordered_list(lines):
    first = 3 if lines[0].startswith("৩") else 1
    words = (line.lstrip("۱۲۳١٢٣123१२३৩৪৫１２３.)．- ") for line in lines)
    listed = "\n".join(f"{number}. {word}" for number, word in enumerate(words, first))
    assert markdown("".join(f"<p>{line}</p>" for line in lines)) == listed
    if first == 1:
        assert markdown("".join(f"<li>{line}" for line in lines).join(("<ul>", "</ul>"))) == listed


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<p>1. Řez<p>2. Šití<p>Hotovo", "1. Řez\n2. Šití\n\nHotovo"),
        ("<p>8) Řez<p>9) Šití<p>10) Balení", "8. Řez\n9. Šití\n10. Balení"),
        ("<p><b>1. Řez</b><p><b>2. Šití</b>", "**1. Řez**\n\n**2. Šití**"),
        ("<p>1. Řez<p>a<p>2. Šití", "1\\. Řez\n\na\n\n2\\. Šití"),
    ],
)
def test_typed_lists_may_begin_with_any_number_or_have_two_lines_from_1_on(page, expected):
    assert markdown(page) == expected


def test_typed_numbers_go_on_with_those_of_a_list():
    typed = "<p>2. Šití<p>3. Balení<p>4. Prodej"
    assert markdown(f"<div><ol><li>Řez</ol></div>{typed}") == (
        "1. Řez\n2. Šití\n3. Balení\n4. Prodej"
    )
    assert "\n\n2) Šití" in markdown(f"<ol><li>Řez<li>Lem</ol>{typed}")
    assert "Řez\n\n2. Šití" in markdown(f"<ul><li>Řez</ul>{typed}")


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        (("<span>•</span><p>Mouka", "<span>•</span><p>Cukr"), "- Mouka\n- Cukr"),
        (("<span>–</span><p>Mouka", "<span>–</span><p>Cukr"), "- Mouka\n- Cukr"),
        (("<div>1</div><p>Řez", "<div>2</div><p>Šij"), "1. Řez\n2. Šij"),
        (("<div>1.</div><p>Řez", "<div>2.</div><p>Šij"), "1. Řez\n2. Šij"),
        (("<p>1. Řez<p>a", "<p>2. Šij<p>b"), "1. Řez\n\n   a\n\n2. Šij\n\n   b"),
        (("1", "2"), "- 1\n- 2"),
        (("<div>1</div><p>Řez", "<div>3</div><p>Šij"), "- 1\n\n  Řez\n\n- 3\n\n  Šij"),
        (("1<sup>er</sup>", "2<sup>e</sup>"), "- 1<sup>er</sup>\n- 2<sup>e</sup>"),
    ],
)
def test_items_lose_a_marker_that_is_an_element_of_its_own(items, expected):
    assert markdown(f"<ul><li>{items[0]}<li>{items[1]}</ul>") == expected


def test_numbers_beside_bullets_are_no_markers():
    page = "<p>1. Otevřít<br>2. Zadat:<br>• jméno<br>• heslo<br>• kód<br>3. Uložit</p>"
    expected = "1\\. Otevřít  \n2\\. Zadat:\n\n- jméno\n- heslo\n- kód\n\n3\\. Uložit"
    assert markdown(page) == expected


def test_check_marks_stay():
    page = "<p>✓ Parkplatz<br>✓ Frühstück<br>✓ Hunde</p>"
    assert markdown(page) == "- ✓ Parkplatz\n- ✓ Frühstück\n- ✓ Hunde"


def test_plain_text_keeps_the_signs():
    page = "<body><p>Obsah:<br>- mouka<br>- cukr<br>- vejce</p><p>-----</p><p>Konec</p>"
    assert CLEANER.clean(page).text == "Obsah:\n- mouka\n- cukr\n- vejce\n\n-----\n\nKonec\n"


@pytest.mark.parametrize(
    "lines",
    [
        ["- Kommst du?", "- Nein.", "- Schade"],
        ["– Ano", "– Ne", "– Snad"],
        ["- 5 °C", "- 12 °C", "- 3 °C"],
        ["Night:", "– 5 °C", "– 12 °C", "– 3 °C"],
        ["Řekl:", "– Půjdu.", "– Díky."],
        ["- a", "- b"],
        ["- a", "• b", "- c"],
        ["• a", "- b", "- c", "• d", "• e", "• f", "- g", "- h", "- i"],
        ["-- ", "Jan", "Praha"],
        ["1984. Bylo jasno", "1985. Pršelo", "1986. Mlha"],
        ["2. Jan", "3. Eva"],
        ["1. Jan", "3. Eva", "4. Ota"],
        ["1. Jan", "2) Eva", "3. Ota"],
        ["1. Jan", "Eva", "2. Ota", "3. Ida"],
        ["1.5 kg", "2.5 kg", "3.5 kg"],
        ["1.jpg", "2.jpg", "3.jpg"],
        ["[12:30] hallo", "* anna lacht", "* ben winkt", "* eva geht"],
        ["&lt;anna> hallo", "* anna lacht", "* ben winkt", "* eva geht"],
        ["● ○", "● ●", "● ○"],
        ["Roses *", "are * red", "violets *"],
    ],
)
def test_other_lines_stay_lines(lines):
    lines_of_text = [line.replace("&lt;", "<").strip() for line in lines]
    page = f"<p>{'<br>'.join(lines)}</p>"
    result = CLEANER.clean(f"<body>{page}")
    assert result.text.splitlines() == lines_of_text
    assert not any(part.kind == "list" for part in result.document.parts)
    paragraphs = "".join(f"<p>{line}</p>" for line in lines if ":" not in line and "&" not in line)
    parts = CLEANER.clean(f"<body>{paragraphs}").document.parts
    assert len(lines) > 3 or not any(part.kind == "list" for part in parts)


def test_signs_in_code_and_cells_stay():
    code = "<pre>- a\n- b\n- c</pre>"
    assert markdown(code) == "```\n- a\n- b\n- c\n```"
    page = "<table><tr><th>a<th>b<tr><td>- x<br>- y<br>- z<td>w</table>"
    assert markdown(page).endswith("| - x<br>- y<br>- z | w |")


# ---- lists that Word saves as paragraphs ----


def word_item(depth, marker, text):
    """A paragraph as Word saves an item."""
    style = f"margin-left:.5in;text-indent:-.25in;mso-list:l0 level{depth} lfo1"
    sign = f"<span style='mso-list:Ignore'>{marker}<span>&nbsp;&nbsp;&nbsp; </span></span>"
    return f"<p style='{style}'><![if !supportLists]>{sign}<![endif]>{text}</p>"


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        ("1 · Mouka, 2 o Hladká, 2 o Hrubá, 1 · Cukr", "- Mouka\n  - Hladká\n  - Hrubá\n- Cukr"),
        ("1 § <b>Mouka</b>, 1 § Cukr", "- **Mouka**\n- Cukr"),
        ("1 v <a>Mouka</a>", "- Mouka"),
        ("1 1. Mouka, 2 a. Sůl, 2 b. Cukr, 1 2. Mák", "1. Mouka\n   1. Sůl\n   2. Cukr\n2. Mák"),
        ("1 3) Cukr, 2 (c) Vanilka", "3. Cukr\n\n   3. Vanilka"),
        ("2 iv. Sůl, 1 § Cukr, 1 1. Mouka", "4. Sůl\n\n- Cukr\n\n1. Mouka"),
        ("1 1.1. Rozsah, 1 1.2. Cíl", "1.1. Rozsah\n\n1.2. Cíl"),
        ("1 § ", "§"),
    ],
)
def test_paragraphs_that_word_marks_as_items_are_lists(items, expected):
    page = "".join(word_item(*item.split(" ", 2)) for item in items.split(", "))
    assert markdown(f"<p>Těsto</p>{page}<p>Péct") == f"Těsto\n\n{expected}\n\nPéct"


def filtered_item(margin, marker, text):
    """A paragraph as Word saves an item without its own styles."""
    style = f"margin-left:{margin};text-indent:-18.0pt"
    space = "<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp; </span>"
    return f"<p style='{style}'><span>{marker}{space}</span><span>{text}</span></p>"


def test_paragraphs_that_word_saves_as_filtered_items_are_lists():
    page = filtered_item("36.0pt", "·", "Mouka") + filtered_item("1.0in", "o", "Hladká")
    assert markdown(f"<p>Těsto</p>{page}<p>Péct") == "Těsto\n\n- Mouka\n  - Hladká\n\nPéct"
    page = filtered_item(".5in", "a)", "Mouka") + filtered_item(".5in", "b)", "Cukr")
    assert markdown(page) == "1. Mouka\n2. Cukr"
    assert markdown(page.replace("7.0pt", "8.0pt")) == "a) Mouka\n\nb) Cukr"
    assert markdown(page.replace("text-indent:-", "text-indent:")) == "a) Mouka\n\nb) Cukr"


def test_only_the_marker_at_the_start_of_a_paragraph_is_left_out():
    page = word_item(1, "·", "Mouka").replace("<![if", "Sypká <![if")
    assert markdown(page) == "Sypká · Mouka"
    page = word_item(1, "·", "Mouka").replace("<![if", "<img src=a.png alt=Pytel> <![if")
    assert markdown(page) == "![Pytel](a.png) · Mouka"
    assert CLEANER.clean(word_item(1, "·", "Mouka")).text == "· Mouka\n"


# ---- lists whose depth is in classes ----


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        # Google Docs
        (
            "<ul class='lst-kix_a-0 start'><li>Mouka</ul><ul class='lst-kix_a-1 start'><li>Bílá"
            "<li>Žitná</ul><ul class=lst-kix_a-0><li>Cukr</ul>",
            "- Mouka\n  - Bílá\n  - Žitná\n- Cukr",
        ),
        (
            "<ol class=lst-kix_a-0><li>Péct</ol><ul class=lst-kix_a-1><li>hodinu</ul>"
            "<ol class=lst-kix_a-0 start=2><li>Krájet</ol><ol class=lst-kix_b-0><li>Mouka</ol>",
            "1. Péct\n   - hodinu\n2. Krájet\n\n1) Mouka",
        ),
        ("<ol class=lst-kix_a-1 start=3><li>Péct</ol><p>Konec", "3. Péct\n\nKonec"),
        ("<ul class=lst-kix_a-0><li>a</ul><ul class=lst-kix_b-0><li>b</ul>", "- a\n\n* b"),
        # Quill
        (
            "<ul><li>Mouka<li class=ql-indent-1>Bílá<li class=ql-indent-2>T 530<li>Cukr</ul>",
            "- Mouka\n  - Bílá\n    - T 530\n- Cukr",
        ),
        (
            "<ol><li>Péct<li class=ql-indent-1>hodinu<li class='ql-align ql-indent-1'>dvě<li>Jíst",
            "1. Péct\n   1. hodinu\n   2. dvě\n2. Jíst",
        ),
        ("<ol><li data-list=bullet>Mouka<li data-list=bullet>Cukr</ol>", "- Mouka\n- Cukr"),
        (
            "<ol><li data-list=ordered>Péct<li class=ql-indent-1 data-list=bullet>rychle</ol>",
            "1. Péct\n   - rychle",
        ),
        (
            "<ol><li>Péct<li class=ql-indent-1>rychle</ol><ol><li>Jíst</ol>",
            "1. Péct\n   1. rychle\n\n1) Jíst",
        ),
        ("<ol><li data-list=ordered>Mouka<li data-list=ordered>Cukr</ol>", "1. Mouka\n2. Cukr"),
    ],
)
def test_items_are_nested_by_the_depth_in_their_classes(page, expected):
    assert markdown(page) == expected


# ---- rules typed with signs ----


@pytest.mark.parametrize("signs", ["---", "* * *", "***", "__________", "=====", "********"])
def test_a_line_of_signs_is_a_rule(signs):
    assert markdown(f"<p>Eins</p><p>{signs}</p><p>Zwei</p>") == "Eins\n\n---\n\nZwei"


@pytest.mark.parametrize(
    "page",
    [
        "<p>Hotel</p><p>*****</p><p>Bar</p>",
        "<p>Name: ________</p><p>________</p>",
        "<p>--</p><p>Jan</p>",
        "<p>--- a ---</p>",
        "<table><tr><th>a<th>b<tr><td>---<td>c</table>",
        "<dl><dt>Cena<dd>---</dl>",
    ],
)
def test_other_signs_are_no_rule(page):
    parts = CLEANER.clean(f"<body>{page}").document.parts
    assert not any(one.kind == "rule" for part in parts for one in part.walk())


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        # What stood between was left out, or nothing is left to divide.
        ("<p>a<hr><hr><p>b", "a\n\n---\n\nb"),
        ("<p>a<hr><p>____<p>b", "a\n\n---\n\nb"),
        ("<hr><p>a<hr><p>b<hr>", "a\n\n---\n\nb"),
        (
            "<ul><li><div><hr></div><h4>Škola</h4><li><hr><p>Věda<hr><p>b<hr></ul>",
            "- #### Škola\n\n- Věda\n\n  ---\n\n  b",
        ),
        ("<dl><dt>a<dd><hr><p>b</dl>", "a\n: b"),
        ("<p>a<blockquote><hr><p>b<hr><p>c<hr></blockquote>", "a\n\n> b\n>\n> ---\n>\n> c"),
        # Agencies set them between stories, also as headings; a form has them beside words.
        ("<p>Lake ___ is dry<p>___<p>b", "Lake ___ is dry\n\n\\___\n\nb"),
        ("<p>a<p>___<p>b<p>__", "a\n\n---\n\nb\n\n\\__"),
        ("<p>a<h2>___</h2><p>b", "a\n\n---\n\nb"),
        # Boards draw them around code; between sections with code they stay.
        (
            "<p>a<div><div>Codice:</div><hr><pre>x = 1</pre><hr></div><p>b",
            "a\n\nCodice:\n\n```\nx = 1\n```\n\nb",
        ),
        ("<p>a<hr><pre>x = 1</pre><hr><p>b", "a\n\n---\n\n```\nx = 1\n```\n\n---\n\nb"),
    ],
)
def test_rules_that_divide_nothing_are_left_out(page, expected):
    assert markdown(page) == expected


def test_a_list_with_an_image_that_is_not_shown_is_nothing():
    assert markdown("<p>Loď pluje.<ul><img alt></ul><p>Konec") == "Loď pluje.\n\nKonec"


def test_a_list_without_items_only_indents():
    page = "<p>Il écrit :<ul><p>a. réduire la pauvreté ;<p>b. éviter les conflits.</ul><p>Fin."
    paragraphs = "Il écrit :\n\na. réduire la pauvreté ;\n\nb. éviter les conflits.\n\nFin."
    assert markdown(page) == paragraphs
    assert markdown(page.replace("ul>", "dir>")) == paragraphs
    assert markdown(page, "plpp").startswith("Il écrit :\n\n- a. réduire")
    assert markdown(page.replace("<ul>", "<ul><ul>").replace("</ul>", "</ul></ul>")) == paragraphs


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("<ul><li>", "</ul>"),
        ("<ol><li>", "</ol>"),  # as themes write a thread with a single post
        ("<nav><ul><li><a href=/>Inicio</a><li>", ""),  # as in a menu that is not closed
        ("<ul><li><ul><li><div>", ""),
        ("<ul><main>", "</main></ul>"),
        ("<menu><li>", "</menu>"),
    ],
)
def test_a_list_that_lays_out_the_page_is_no_list(start, end):
    text = "<p>El puente abre.<h2>Horario</h2><p>De día.<ul><li>Lunes<li>Martes</ul><p>Fin."
    cleaner = victor.load("keep-everything", remove=["a"])
    found = cleaner.clean(f"<body><div>{start}{text}{end}").format("markdown-title").rstrip("\n")
    assert found == "El puente abre.\n\n## Horario\n\nDe día.\n\n- Lunes\n- Martes\n\nFin."


def test_a_list_lays_out_the_page_once_other_items_are_removed():
    text = "On day {}, the work on the bridge to the island and on its {} piers went on as planned."
    lines = [text.format(day, day + 40) for day in range(5)]
    page = f"<h1>The bridge</h1><ul><li><p>{'<p>'.join(lines[:4])}"
    page += f"<li><div class=others><p>{lines[4]}</div></ul>"
    found = victor.load("web", remove=".others").clean(page).markdown
    assert found == "\n\n".join(("# The bridge", *lines[:4])) + "\n"


def test_images_of_boilerplate_in_a_list_that_lays_out_the_page_are_left_out():
    ad = "<div class=ad><img src=/ad.jpg alt=Anuncio>Compre</div>"
    photo = "<p>Hoy <img src=/foto.jpg alt=Puente>"
    cleaner = victor.load("keep-everything", remove=".ad")
    found = cleaner.clean(f"<ul><li>{ad}{photo}<p>abre<p>el puente</ul>").markdown
    assert ("![Puente]" in found, "![Anuncio]" in found) == (True, False)


@pytest.mark.parametrize(
    ("start", "item"),
    [
        ("<ol id=posts>", "<li class=postcontainer>"),
        ("<ol class='messageList'>", "<li class=message>"),
        ("<ul class='posts timeline'>", "<li>"),
        ("<ul>", "<li id=post_48{}>"),
    ],
)
def test_a_list_of_the_posts_of_a_discussion_is_no_list(start, item):
    posts = "<h3>Ada</h3><p>Ist offen?<ul><li>Heute<li>Morgen</ul>", "<h3>Ben</h3><p>Ja.<p>Beides."
    rows = "".join(item.format(number) + post for number, post in enumerate(posts))
    page = f"<p>Brücke</p>{start}{rows}"
    expected = "### Ada\n\nIst offen?\n\n- Heute\n- Morgen\n\n### Ben\n\nJa.\n\nBeides."
    assert markdown(page) == f"Brücke\n\n{expected}"
    assert CLEANER.clean(page).text.endswith("Ben\n\nJa.\n\nBeides.\n")


def test_a_list_of_short_posts_is_no_list():
    posts = "<li>Ist die Brücke offen?<li>Ja.<li><a href=/u/ada>@ada</a> Seit gestern."
    expected = "Ist die Brücke offen?\n\nJa.\n\n[@ada](/u/ada) Seit gestern."
    assert markdown(f"<ul class='posts timeline'>{posts}</ul>") == expected


@pytest.mark.parametrize(
    "page",
    [
        "<ul class=posts><li><a href=/1>Eins</a> <time>Mai</time><li><a href=/2>Zwei</a></ul>",
        "<ul id=posts><li><p>A<p>B<p>C<ul id=posts><li><p>D<p>E<p>F</ul><li><p>G<p>H<p>I</ul>",
        "<ul class=posts><li><p>A<p>B<p>C</ul><p>D<p>E<p>F<p>G",
    ],
    ids=["teasers", "answers", "less than half"],
)
def test_other_lists_with_such_names_stay(page):
    assert markdown(page).startswith("- ")


@pytest.mark.parametrize(
    ("page", "start"),
    [
        ("<ol start=7><li><p>Siete<p>Ocho<p>Nueve</ol>", "7. Siete"),
        ("<ol><li value=3><p>Tres<p>Cuatro<p>Cinco</ol>", "3. Tres"),
        ("<ul><li><p>Eins<p>Zwei</ul>", "- Eins"),  # few blocks
        ("<ul><li><p>Eins<p>Zwei<p>Drei<li>Vier</ul>", "- Eins"),  # another item
        ("<ul><li>Obst<ul><li>Apfel<li>Birne<li>Kirsche</ul></ul>", "- Obst"),
        ("<ul><li><p>Eins<p>Zwei<p>Drei</ul><p>Vier<p>Fünf<p>Sechs", "- Eins"),  # half of it
    ],
)
def test_a_list_of_items_stays(page, start):
    assert markdown(page).startswith(start)


def test_a_list_whose_items_have_other_tags_stays():
    links = "<a href=/1>Eins</a> <a href=/2>Zwei</a> <a href=/3>Drei</a>"
    assert markdown(f"<ul>{links}</ul>").startswith("- [Eins]")
    assert markdown("<ul><div>Eins</div><div>Zwei</div><div>Drei</div></ul>").startswith("- Eins")
    assert markdown("<ul>Text<li>eins</ul>") == "- Text\n- eins"
    assert markdown("<ul><li>eins<ul>mehr</ul><li>zwei</ul>") == "- eins\n  - mehr\n- zwei"


@pytest.mark.parametrize(
    ("inner", "expected"),
    [
        ("<ul><li><img src=a.png></ul>", "- ![](a.png)\n\n  Lodě\n\n- Mosty"),
        ("<ul><li><img src=a.png> pod vodou</ul>", "- - ![](a.png) pod vodou\n\n  Lodě\n\n- Mosty"),
    ],
)
def test_a_list_of_one_image_is_the_image(inner, expected):
    assert markdown(f"<ul><li>{inner}<p>Lodě</p><li><p>Mosty</p></ul>") == expected


def test_the_only_list_of_a_page_is_its_image_if_it_holds_nothing_else():
    page = "<p>Lodě</p><ul><li><img src=a.png alt=Prám></ul><p>Mosty</p>"
    assert markdown(page) == "Lodě\n\n![Prám](a.png)\n\nMosty"


def test_a_heading_between_items_divides_a_list():
    page = "<ol><h3>Morgens</h3><li>Brot<li>Käse</li><h3>Abends</h3><p>Warm:<li>Suppe</ol>"
    expected = "### Morgens\n\n1. Brot\n2. Käse\n\n### Abends\n\nWarm:\n\n3. Suppe"
    assert markdown(page) == expected
    assert markdown("<ul><li>Brot<h3>Käse</h3><li>Suppe</ul>") == (
        "- Brot\n\n  ### Käse\n\n- Suppe"
    )


# ---- numbers that the page writes ----


@pytest.mark.parametrize(
    ("page", "written"),
    [
        ("<ul><li>1. Ann<li>2. Bob<li><p>3. <a href=/x>Cy</a></ul>", "1. Ann\n2. Bob\n3. [Cy](/x)"),
        ("<ol><li><span>1)</span> Mel<li>2) Vejce</ol>", "1. Mel\n2. Vejce"),
        (
            "<ul><li>1. 塩<ul><li>1. 海<li>2. 山</ul><li>2. 米</ul>",
            "1. 塩\n   1. 海\n   2. 山\n2. 米",
        ),
        ("<ol><li>1、打开闸门<li>2、检查钢索</ol>", "1. 打开闸门\n2. 检查钢索"),
        ("<ul><li>（1）打开闸门<li>（2）检查钢索</ul>", "1. 打开闸门\n2. 检查钢索"),
        ("<ul><li>1. Ann<li>3. Bob</ul>", "- 1\\. Ann\n- 3\\. Bob"),
        ("<ul><li>1. Ann<li>Bob</ul>", "- 1\\. Ann\n- Bob"),
        ("<ul><li>1.5 kg<li>2. Bob</ul>", "- 1.5 kg\n- 2\\. Bob"),
        ("<ol start=3><li>1. Ann<li>2. Bob</ol>", "3. 1\\. Ann\n4. 2\\. Bob"),
    ],
)
def test_items_that_begin_with_all_numbers_are_an_ordered_list_without_these(page, written):
    assert markdown(f"<p>Eins.</p>{page}<p>Zwei.", "p") == f"Eins.\n\n{written}\n\nZwei."
    assert "1. Ann" in CLEANER.clean("<ul><li>1. Ann<li>2. Bob</ul>").text


def test_a_line_with_only_a_bullet_goes_also_if_a_model_drops_the_first():
    items = "<li>Lärche</li><li><span>•</span><div><p>Eiche</p></div></li>"
    assert markdown(f"<ul>{items}</ul>") == "- Lärche\n- Eiche"
    assert markdown("<ul><li>a<li>• b</ul>") == "- a\n- • b"
