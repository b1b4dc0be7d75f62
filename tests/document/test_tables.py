import time

import pytest
from cleaned import CLEANER, markdown


def test_spans_keep_the_columns_aligned():
    page = (
        "<table><tr><th>Stadt<th>Jahr<th>Zahl<tr><td rowspan=2>Brno<td>1900<td>1<tr><td>1910<td>2"
    )
    assert markdown(page).splitlines()[2:] == ["| Brno | 1900 | 1 |", "|  | 1910 | 2 |"]
    page = "<table><tr><th>a<th>b<th>c<tr><td colspan=2>de<td>f</table>"
    assert markdown(page).splitlines()[2:] == ["| de |  | f |"]


@pytest.mark.parametrize(
    ("table", "text"),
    [
        (
            "<th>Stadt<th>Jahr<tr><td rowspan=2>Brno<td>1900<tr><td>1910",
            "Stadt\tJahr|Brno\t1900|\t1910",
        ),
        ("<th>a<th>b<th>c<tr><td colspan=2>d<td>e<tr><td>f<td><td>g", "a\tb\tc|d\t\te|f\t\tg"),
        ("<th>年<th>船<tr><td>一<td><tr><td><td>二", "年\t船|一|\t二"),
        (
            "<th>a<th>b<tr><td rowspan=2>c<td>d<tr><td>e</tr><caption>Ships</caption>",
            "a\tb|c\td|\te|Ships",
        ),
    ],
)
def test_spans_keep_the_columns_of_plain_text_aligned(table, text):
    made = CLEANER.clean(f"<table><tr>{table}</table>").text
    assert made == text.replace("|", "\n") + "\n"


@pytest.mark.parametrize(
    ("table", "rows"),
    [
        ("<td>Jméno<td><td>Eva<tr><td>Věk<td>&nbsp;<td>36<td>", ["Jméno | Eva", "Věk | 36"]),
        ("<th>a<th><th>b<tr><td colspan=2>c<td>d", ["a | b", "c | d"]),
        ("<td>a<td><img src=/i.png><td>b", ["a | ![](/i.png) | b"]),
        ("<th>a<th>b<th>c<tr><td>d<td><td>e", ["a | b | c", "d |  | e"]),
    ],
)
def test_columns_without_text_and_images_are_left_out(table, rows):
    lines = markdown(f"<table class=data border=1><tr>{table}</table>").splitlines()
    assert [line for line in lines if "---" not in line] == [f"| {row} |" for row in rows]


def test_no_cell_is_lost_behind_a_huge_span():
    page = "<table><tr><th>a<th>b<tr><td colspan=9007199254740991>c<td>d<tr><td>e<td>f</table>"
    assert markdown(page) == "| a | b |\n| --- | --- |\n| c | d |\n| e | f |"


def test_a_row_of_many_cells_goes_on_below():
    cells = "".join(f"<td>w{number}" for number in range(450))
    rows = markdown(f"<table><tr>{cells}<tr><td>x</table>").splitlines()
    assert [row.count("w") for row in rows] == [200, 0, 200, 50, 0]


def test_what_cells_hold_is_on_one_line():
    page = "<table><caption>Ceny</caption><tr><th>a<th>b<tr><td><ul><li>x|y<li>z</ul><td><p>1<p>2"
    assert markdown(page) == "Ceny\n\n| a | b |\n| --- | --- |\n| x\\|y<br>z | 1<br>2 |"


def test_tables_that_place_things_are_flattened():
    page = "<table><tr><td><p>První odstavec.<p>Druhý odstavec.<tr><td><h2>Nadpis</h2></table>"
    assert markdown(page) == "První odstavec.\n\nDruhý odstavec.\n\n## Nadpis"


@pytest.mark.parametrize(
    "rows",
    [
        "<tr><th>Marka<td>ASUS<tr><th>Model<td>X1",
        "<tr><th rowspan=2>Größe<td>S<td>1 €<tr><td>M<td>2 €<tr><th>Farbe<td>rot<td>3 €",
        "<tr><th>重さ<td>2 kg<tr><th>色<td>黒<tr><td colspan=2>税込",
    ],
)
def test_headers_of_rows_are_not_headers_of_columns(rows):
    lines = markdown(f"<table>{rows}</table>").splitlines()
    assert not lines[0].strip("| ") and not lines[1].strip("| -")
    assert len(lines) == 2 + rows.count("<tr>")


@pytest.mark.parametrize(
    ("rows", "header"),
    [
        ("<td>Sitz:<td>Graz<tr><td>Gründung:<td>1897", "|  |  |"),
        ("<td><b>Sitz</b><td>Graz<tr><td><b>Gründung</b><td>1897", "|  |  |"),
        ("<td><b>Ort</b><td><b>Jahr</b><tr><td><b>Graz</b><td>1897", "| **Ort** | **Jahr** |"),
        ("<td>Sitz:<td>Graz<tr><td>Gründung<td>1897", "| Sitz: | Graz |"),
        ("<th>Sitz:<td>Graz<tr><td>Gründung:<td>1897", "| Sitz: | Graz |"),
    ],
)
def test_the_first_of_some_facts_is_not_the_header(rows, header):
    assert markdown(f"<table><tr>{rows}</table>").splitlines()[0] == header


def test_a_row_of_headers_stays_the_header():
    page = "<table><tr><th>Rok<th>2020<tr><th>Zisk<td>5</table>"
    assert markdown(page).startswith("| Rok | 2020 |\n| --- |")
    page = "<table><tr><td><th>2020<tr><th>Zisk<td>5</table>"
    assert markdown(page).startswith("|  | 2020 |\n| --- |")
    page = "<table><tr><td>Rok<td>2020<tr><th>Zisk<td>5</table>"
    assert markdown(page).startswith("| Rok | 2020 |\n| --- |")
    assert markdown("<table><tr><th colspan=2>ASUS<tr><th>Model<td>X1</table>").startswith("| ASUS")


def test_rows_that_span_everything_take_little_time():
    page = "<table>" + "<tr><td rowspan=99999 colspan=99>c<td rowspan=99999>x" * 3_000
    start = time.process_time()
    assert markdown(page).count("x") == 3_000
    assert time.process_time() - start < 5


def test_line_breaks_in_cells():
    page = "<table><tr><th>Name<th>Wo<tr><td>Anna<td>Straße 18<br>06268 Stadt</table>"
    assert markdown(page).splitlines()[-1] == "| Anna | Straße 18<br>06268 Stadt |"


@pytest.mark.parametrize(
    ("icon", "mark"),
    [
        ("<i class='fa fa-check'></i>", "✓"),
        ("<span><i class='fas fa-check-circle text-success'></i></span>", "✓"),
        ("<i class=material-icons>check</i>", "✓"),
        ("<span class='glyphicon glyphicon-remove'></span>", "✗"),
        ("<i class='bi bi-x'></i>", "✗"),
        ("<i class='fa fa-arrow-right'></i>", ""),
        ("<span class='no-padding check'></span>", ""),
        ("<i class='fa fa-check'></i> in Kürze", "in Kürze"),
    ],
)
def test_icons_in_cells_are_check_marks_and_crosses(icon, mark):
    page = f"<table><tr><th>Tarif<th>Solo<tr><td>Export<td>{icon}<tr><td>Preis<td>3 €</table>"
    assert markdown(page).splitlines()[2] == f"| Export | {mark} |"


# ---- tables by ARIA roles ----

SIZES = (
    "<div role=table>"
    "<div role=row><div role=columnheader>EU</div><div role=columnheader>US</div></div>"
    "<div role=rowgroup><div role=row><div role=cell>36</div><div role=cell><p>6</p></div></div>"
    "<div role=row><div role=cell></div><div role=cell><span><b>7</b></span></div></div>"
    "</div>"
)


def test_elements_with_the_roles_of_rows_and_cells_are_a_table():
    assert markdown(f"<p>Größen{SIZES}<p>Ende") == (
        "Größen\n\n| EU | US |\n| --- | --- |\n| 36 | 6 |\n|  | **7** |\n\nEnde"
    )
    assert CLEANER.clean(f"<body>{SIZES}").html.count("</th>") == 2


def test_columns_without_content_are_left_out():
    tracks = "".join(
        f"<div role=row><div role=gridcell><svg></svg></div><div role=gridcell>{number}</div>"
        f"<div role=gridcell><a href=/{number}>Píseň {number}</a><p>Eva</div></div>"
        for number in (1, 2)
    )
    assert markdown(f"<div role=grid>{tracks}</div>") == (
        "| 1 | [Píseň 1](/1)<br>Eva |\n| --- | --- |\n| 2 | [Píseň 2](/2)<br>Eva |"
    )


@pytest.mark.parametrize(
    "page",
    [
        "<div role=grid><div role=row><div role=gridcell>a</div><div role=gridcell>b</div></div>"
        "</div>",
        "<div role=grid>" + "<div role=row><div role=gridcell>a</div></div>" * 3 + "</div>",
        SIZES.replace("36", "x" * 2000).replace("6", "x" * 2000),
        SIZES.replace("role=table", "role=list"),
    ],
)
def test_a_row_a_column_and_long_texts_are_layout_also_with_roles(page):
    assert "|" not in markdown(page)


def test_the_roles_of_tables_by_tag_change_nothing():
    page = "<table role=grid><tr role=row><td role=gridcell><p>a</p><p>b</p><td>c</table>"
    assert markdown(page) == markdown(page.replace("role", "class"))


SPANS = """
<article class="ltx_document"><p class="ltx_p">Výsledky:</p><figure class="ltx_table">
<figcaption class="ltx_caption">Tabulka 1: Lodě.</figcaption>
<div class="ltx_inline-block ltx_transformed_outer"><p class="ltx_p">
<span class="ltx_tabular ltx_guessed_headers ltx_align_middle">
<span class="ltx_thead"><span class="ltx_tr">
<span class="ltx_td ltx_th ltx_th_column">Loď</span>
<span id="S1.T1.2" class="ltx_td ltx_th ltx_colspan ltx_colspan_2">Délka</span></span></span>
<span class="ltx_tr"><span class="ltx_td">Eva</span><span class="ltx_td"></span>
<span class="ltx_td"><span class="ltx_text">36</span></span></span>
<span class="ltx_tr"><span class="ltx_td">Jan</span>
<span class="ltx_td"><span class="ltx_tabular">
<span class="ltx_tr"><span class="ltx_td">asi</span></span>
<span class="ltx_tr"><span class="ltx_td">24</span></span></span></span>
<span class="ltx_td">25</span></span></span></p></div></figure></article>
"""


@pytest.mark.parametrize("page", [SPANS, SPANS.encode()])
def test_tables_of_spans_in_papers_are_tables(page):
    made = CLEANER.clean(page)
    rows = "| Loď | Délka |  |\n| --- | --- | --- |\n| Eva |  | 36 |\n| Jan | asi 24 | 25 |\n"
    assert made.markdown.split("\n\n")[1:] == ["Tabulka 1: Lodě.", rows]
    assert made.text.split("\n\n")[-1] == "Loď\tDélka\nEva\t\t36\nJan\tasi 24\t25\n"


def test_spans_in_the_cells_of_papers_stay_and_so_do_those_elsewhere():
    names = ("ltx_tabular", "ltx_tr", "ltx_td")
    cell = "".join(f'<span class="{name}">' for name in names) + "{}</span></span></span>"
    cells = "".join(f"<td>{cell.format(letter)}</td>" for letter in "ab")
    page = f"<article class=ltx_document><table><tr><th>Jedna<th>Dva<tr>{cells}</table></article>"
    assert markdown(page).splitlines()[2:] == ["| a | b |"]
    assert "|" not in markdown(SPANS.replace("ltx_document", "document"))


def test_tables_of_intercom_are_data_whatever_their_role():
    table = "<table role=presentation><tr><td>Stadt<td>Jahr<tr><td>Brno<td>1900</table>"
    page = f"<div class={{}}>{table}</div>"
    assert "| Brno | 1900 |" in markdown(page.format("intercom-interblocks-table-container"))
    assert "|" not in markdown(page.format("columns"))


def test_the_foot_of_a_table_is_last_wherever_the_page_has_it():
    rows = (
        "<thead><tr><th>Rok<th>Mouka</thead>{}<tbody><tr><td>2021<td>40<tr><td>2022<td>55</tbody>"
    )
    foot = "<tfoot><tr><td>Celkem<td>95</tfoot>"
    expected = "| Rok | Mouka |\n| --- | --- |\n| 2021 | 40 |\n| 2022 | 55 |\n| Celkem | 95 |"
    assert markdown(f"<table>{rows.format(foot)}</table>") == expected
    assert markdown(f"<table>{rows.format('')}{foot}</table>") == expected
