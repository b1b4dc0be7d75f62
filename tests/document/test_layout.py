"""Tables that place things, and tables of data that hold others."""

import pytest
from cleaned import CLEANER, markdown


def text(page):
    return CLEANER.clean(f"<body><div>{page}</div>").text.rstrip("\n")


def test_a_table_of_images_leaves_the_images():
    page = "<p>Před<table><tr><td><img src=/a.jpg><td><img src=/b.jpg></table><p>Po"
    assert markdown(page) == "Před\n\n![](/a.jpg)\n\n![](/b.jpg)\n\nPo"


def test_a_single_row_places_what_it_holds():
    page = "<table><tr><td><b>Das Moor im Schnee</b><td>18.03.2005 01:28</table><p>Es schneit."
    assert markdown(page) == "**Das Moor im Schnee**\n\n18.03.2005 01:28\n\nEs schneit."
    assert text(page).startswith("Das Moor im Schnee\t18.03.2005 01:28\n")


def test_tables_that_place_things_are_often_in_others():
    banner = "<table><tr><td><img src=/titel.gif alt=Wetterbote></table>"
    page = f"<table><tr><td>{banner}<td><p>Es schneit.</table>"
    assert markdown(page) == "![Wetterbote](/titel.gif)\n\nEs schneit."
    empty = "<table><tr><td><img src=/punkt.gif width=1 height=1></table>"
    assert markdown(page.replace(banner, empty)) == "Es schneit."


def test_a_table_with_a_section_in_a_cell_places_it_on_the_page():
    menu = "<a href=/>Главная</a><br><a href=/verses>Стихи</a>"
    poem = "<h2>Станция</h2><ul><li>На станции<li>остыл перрон</ul>"
    page = f"<table><tr><td colspan=2><b>Архив</b><tr><td>{menu}<td>{poem}</table>"
    assert markdown(page).endswith("## Станция\n\n- На станции\n- остыл перрон")
    assert "|" not in markdown(page)


def test_a_heading_alone_in_a_cell_is_data():
    rows = "<tr><td><h4>町</h4><td><h4>人口</h4><tr><td>京都<td>144万"
    assert markdown(f"<table>{rows}</table>").endswith("| 京都 | 144万 |")


def test_a_section_in_a_table_with_header_cells_is_data():
    rows = "<tr><th>What<th>Basic<th>Pro<tr><td><h4>Tides</h4>Twice a day<td>yes<td>yes"
    assert "| Basic | Pro |" in markdown(f"<table>{rows}</table>")


def test_a_row_with_headers_or_a_caption_stays_a_table():
    assert markdown("<table><tr><th>Typ<td>JPG</table>").endswith("| Typ | JPG |")
    page = "<table><caption>Ceny</caption><tr><td>Vlak<td>90 Kč</table>"
    assert markdown(page) == "Ceny\n\n| Vlak | 90 Kč |\n| --- | --- |"


def test_a_row_beside_a_table_as_wide_stays_a_table():
    head = "<table><tr><td>都市<td>人口</table>"
    body = "<table><tr><td>京都<td>144万<tr><td>奈良<td>35万</table>"
    assert markdown(head + body).startswith("| 都市 | 人口 |\n| --- | --- |")
    assert markdown(body + head).endswith("| 都市 | 人口 |\n| --- | --- |")
    assert markdown(head + "<p>x" + body).startswith("都市\n\n人口\n\nx")


def test_rows_with_rules_between_stay_tables():
    rows = [
        f"<table><tr><td>{row}</table>" for row in ("都市<td>人口", "京都<td>144", "奈良<td>35")
    ]
    assert markdown("<hr>".join(rows)).count("| --- | --- |") == 3
    assert markdown(rows[0] + rows[1] + "<p>x" + rows[2]).count("| --- | --- |") == 3
    assert "|" not in markdown("<p>x".join(rows))


@pytest.mark.parametrize(
    "cells", [("1", "Novák, J.: Dějiny mlýnů. Brno 1998."), ("Nord", "Süd", "Ost", "West")]
)
def test_a_row_with_a_number_alone_or_many_cells_stays_a_table(cells):
    page = f"<table><tr><td>{'<td>'.join(cells)}</table>"
    assert markdown(page).startswith(f"| {' | '.join(cells)} |")


def test_bullets_in_cells_are_those_of_a_list():
    page = "<table><tr><td>•<td>Un <b>pain</b><tr><td>•<td>Deux œufs</table>"
    assert markdown(page) == "- Un **pain**\n- Deux œufs"
    assert text(page) == "•\tUn pain\n•\tDeux œufs"
    assert markdown(page.replace("•", "■")) == "- Un **pain**\n- Deux œufs"


def test_other_signs_in_cells_say_something():
    page = "<table><tr><td>-<td>Minus<tr><td>+<td>Plus</table>"
    assert markdown(page) == "| - | Minus |\n| --- | --- |\n| + | Plus |"
    page = "<table><tr><th>•<th>Punkt<tr><td>•<td>dick</table>"
    assert markdown(page).startswith("| • | Punkt |")


BOX = (
    "<table><tr><th colspan=2>Lyon<tr><td colspan=2><table><tr><td>Drapeau<td>Blason</table>"
    "<tr><th>Pays<td>France, en Europe<tr><th>Maire<td>Anne Exemple</table>"
)


def test_a_small_table_does_not_tear_a_box_of_facts():
    rows = ["| Lyon |  |", "| --- | --- |", "| Drapeau<br>Blason |  |"]
    rows += ["| Pays | France, en Europe |", "| Maire | Anne Exemple |"]
    assert markdown(BOX).splitlines() == rows
    assert text(BOX).splitlines()[1:3] == ["Drapeau Blason", "Pays\tFrance, en Europe"]


def test_white_space_makes_no_cell_long():
    space = " " * 2_000
    rows = "".join(f"<tr><td>{one}{space}<td>{space}{one}" for one in ("90 cm", "Ø 4"))
    assert markdown(f"<table>{rows}</table>").splitlines()[0] == "| 90 cm | 90 cm |"


def test_tables_around_posts_are_still_layout():
    post = "<table><tr><td>anna<td>Guten Tag zusammen.<tr><td>ben<td>Hallo!</table>"
    page = f"<table><tr><th>Autor<th>Beitrag<tr><td>1<td>{post}<tr><td>2<td>{post}</table>"
    assert not markdown(page).startswith("| Autor")
    assert "| anna | Guten Tag zusammen. |" in markdown(page)


def test_a_post_of_a_forum_is_no_table():
    """vBulletin 3 and IP.Board: the poster beside the message, buttons below."""
    poster = "<b>Ilona</b><br>Wohnort: Brno"
    message = "Steinpilz, ganz sicher."
    rows = "<tr><td>{0}<td{2}>{1}<tr><td>oben<td>Zitieren</table>"
    vbulletin = f"<table id=post7>{rows}".format(poster, message, " id=td_post_7")
    inside = f"<div class=postcolor>{message}</div>"
    ip_board = f"<table class=ipbtable>{rows}".format(poster, inside, " class=post2")
    for page in (vbulletin, ip_board):
        assert markdown(page) == f"**Ilona**  \nWohnort: Brno\n\n{message}\n\noben\n\nZitieren"
    plain = f"<table>{rows}".format("Art", "Fundort", "")
    assert markdown(plain) == "| Art | Fundort |\n| --- | --- |\n| oben | Zitieren |"


def test_a_signature_that_a_table_lays_out_is_a_line():
    first = "<tr><td class=memname>int Baum::wachse </td><td>(</td><td>int&nbsp;</td>"
    first += "<td class=paramname><em>jahre</em>, </td></tr>"
    last = "<tr><td></td><td></td><td>Wald *&nbsp;</td><td><em>wald</em>&nbsp;)</td></tr>"
    page = f"<p>Der Baum.<table class=memname>{first}{last}</table><p>Er wächst."
    line = "int Baum::wachse ( int *jahre*, Wald * *wald* )"
    assert markdown(page) == f"Der Baum.\n\n{line}\n\nEr wächst."


@pytest.mark.parametrize(
    ("lists", "item"), [("<ul class=blockList>", ""), ("<ul class=member-list>", "<section>")]
)
def test_lists_of_sections_are_no_lists(lists, item):
    first = f"{lists}<li>{item}<h2>Metody</h2>Rostou.</li></ul>"
    second = f"{lists}<li>{item}<h2>Konstanty</h2><ul><li>LES<li>HORA</ul></li></ul>"
    expected = "## Metody\n\nRostou.\n\n## Konstanty\n\n- LES\n- HORA"
    assert markdown(f"<p>Strom.</p>{first}{second}").split("\n\n", 1)[1] == expected


def test_sections_without_headings_stay_items():
    page = "<ul><li><section>Strom</section></li><li><section><h2>Les</h2>x</section></li></ul>"
    assert markdown(page).startswith("- Strom")


JAVADOC = """<div class="summary-table three-column-summary">
<div class="table-header col-first">Typ</div><div class="table-header col-second">Metoda</div>
<div class="table-header col-last">Popis</div>
<div class="col-first even-row-color"><code>int</code></div>
<div class="col-second even-row-color"><code>výška()</code></div>
<div class="col-last even-row-color"><div class=block>Výška stromu.</div><div>V metrech.</div></div>
<div class="col-first odd-row-color"><code>Les</code></div>
<div class="col-second odd-row-color"><code>les()</code></div>
<div class="col-last odd-row-color">&nbsp;</div></div>"""


def of_javadoc(page):
    return CLEANER.clean(f"<meta name=generator content='javadoc/ClassWriterImpl'><div>{page}")


def test_columns_of_javadoc_are_a_table():
    header = "| Typ | Metoda | Popis |\n| --- | --- | --- |"
    rows = "| `int` | `výška()` | Výška stromu.<br>V metrech. |\n| `Les` | `les()` |  |"
    result = of_javadoc(f"<p>Metody stromu</p>{JAVADOC}<p>Konec.")
    expected = f"Metody stromu\n\n{header}\n{rows}\n\nKonec.\n"
    assert result.format("markdown-title") == expected
    words = "Typ Metoda Popis int výška() Výška stromu. V metrech. Les les()"
    assert result.text.split() == f"Metody stromu {words} Konec.".split()


def test_two_columns_of_javadoc():
    name = "<div class=col-constructor-name><code>Strom()</code></div>"
    last = "<div class=col-last>Sází.</div>"
    result = of_javadoc(f"<div class='summary-table two-column-summary'>{name}{last}</div>")
    assert result.format("markdown-title") == "| `Strom()` | Sází. |\n| --- | --- |\n"


def test_tables_of_javadoc_in_a_list_of_sections():
    section = f"<li><section><h2>Přehled metod</h2>{JAVADOC}</section></li>"
    result = of_javadoc(f"<p>Strom.</p><ul class=summary-list>{section}</ul>")
    expected = "Strom.\n\n## Přehled metod\n\n| Typ | Metoda | Popis |\n| --- | --- | --- |\n"
    assert result.format("markdown-title").startswith(expected)


def test_three_columns_with_constructors():
    cells = zip(
        ("first", "constructor-name", "last"), ("protected", "Strom()", "Sází."), strict=True
    )
    row = "".join(f"<div class=col-{name}>{text}</div>" for name, text in cells)
    result = of_javadoc(f"<div class='summary-table three-column-summary'>{row}</div>")
    assert result.format("markdown-title").startswith("| protected | Strom() | Sází. |\n")


_PROPERTIES = "<table><thead><tr><th>Name<th>Type<tbody><tr><td>late<td>boolean</table>"


def test_a_table_with_headers_of_columns_may_hold_another_in_a_cell():
    cells = f"<tr><td>options<td>Weitere.{_PROPERTIES}<tr><td>grams<td>Wie viel"
    page = f"<table><thead><tr><th>Name<th>Zweck<tbody>{cells}</table>"
    assert markdown(page).splitlines() == [
        "| Name | Zweck |",
        "| --- | --- |",
        "| options | Weitere.<br>Name Type<br>late boolean |",
        "| grams | Wie viel |",
    ]


def test_a_table_whose_cells_are_only_other_tables_is_layout():
    page = f"<table><thead><tr><th>A<th>B<tbody><tr><td>{_PROPERTIES}<td>{_PROPERTIES}</table>"
    assert markdown(page).count("| Name | Type |") == 2
