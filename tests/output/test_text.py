import victor

CLEANER = victor.load("keep-everything")


def text(page):
    return CLEANER.clean(f"<body><div>{page}</div>").text


def test_parts_are_set_apart_and_items_are_lines():
    page = "<h1>Nadpis</h1><p>Odstavec.</p><ul><li>jedna<ul><li>dvě</ul><li>tři</ul>"
    assert text(page) == "Nadpis\n\nOdstavec.\n\njedna\ndvě\ntři\n"


def test_rows_are_lines_of_cells():
    page = "<table><caption>Ceny</caption><tr><th>a<th>b<tr><td>1<br>2<td>3</table>"
    assert text(page) == "Ceny\na\tb\n1 2\t3\n"


def test_code_keeps_its_white_space():
    assert text("<p>x</p><pre>if a:\n\n\tb  = 1\n</pre>") == "x\n\nif a:\n\n\tb  = 1\n"


def test_line_breaks_formulas_and_notes():
    page = "<p>a<br>b <math alttext='x^2'><mi>x</mi></math><sup><a href='#fn1'>1</a></sup></p>"
    assert text(page + "<ol><li id=fn1>note</ol>") == "a\nb $x^2$[1]\n\n[1] note\n"


def test_a_page_without_text_is_empty():
    assert text("<img src=/a.png>") == ""
