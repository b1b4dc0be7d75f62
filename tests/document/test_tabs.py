"""Names of tabs above what they show."""

import pytest
from cleaned import CLEANER, markdown

EXPECTED = "**npm**\n\n```\nnpm add x\n```\n\n**Yarn**\n\n```\nyarn add x\n```"


def by_role(names=("npm", "Yarn"), panels=("<pre>npm add x</pre>", "<pre>yarn add x</pre>")):
    tabs = "".join(f"<li role=tab>{name}</li>" for name in names)
    shown = "".join(f"<div role=tabpanel>{panel}</div>" for panel in panels)
    return f"<div class=tabs><ul role=tablist>{tabs}</ul><div>{shown}</div></div>"


MKDOCS = """<div class=tabbed-set><input type=radio id=t1><input type=radio id=t2>
<div class=tabbed-labels><label for=t1>npm</label><label for=t2>Yarn</label></div>
<div class=tabbed-content><div class=tabbed-block><pre>npm add x</pre></div>
<div class=tabbed-block><pre>yarn add x</pre></div></div></div>"""
VITEPRESS = """<div class=vp-code-group><div class=tabs>
<input type=radio id=t1><label for=t1>npm</label><input type=radio id=t2><label for=t2>Yarn</label>
</div><div class=blocks><div class='language-sh active'><pre>npm add x</pre></div>
<div class=language-sh><pre>yarn add x</pre></div></div></div>"""
SPHINX = """<div class=sd-tab-set>
<input type=radio id=t1><label class=sd-tab-label for=t1>npm</label>
<div class=sd-tab-content><pre>npm add x</pre></div>
<input type=radio id=t2><label class=sd-tab-label for=t2>Yarn</label>
<div class=sd-tab-content><pre>yarn add x</pre></div></div>"""


@pytest.mark.parametrize("page", [by_role(), MKDOCS, SPHINX, VITEPRESS])
def test_names_of_tabs_are_above_the_code_that_they_show(page):
    assert EXPECTED in markdown(page).replace("```sh", "```")


def test_lines_of_names_of_tabs_are_dropped():
    assert markdown(by_role()) == EXPECTED
    assert markdown(SPHINX) == EXPECTED
    found = markdown(f"<ol><li>Install it:{by_role()}<li>Run it.</ol>")
    assert found.startswith("1. Install it:\n\n   **npm**")


def test_names_of_tabs_may_be_in_definitions_and_quotations():
    found = markdown(f"<dl><dt>Install<dd>So:{by_role()}</dl>")
    assert found.startswith("Install\n: So:\n\n  **npm**")
    assert "> **npm**\n>\n> ```" in markdown(f"<blockquote>So:{by_role()}</blockquote><p>Ende")


def test_lists_in_tabs_side_by_side_are_not_one():
    panels = ("<ul><li>Run:<pre>a</pre></ul>", "<ul><li>Call:<pre>b</pre></ul>")
    found = markdown(by_role(panels=panels))
    assert "**Yarn**\n\n- Call:" in found


BOOTSTRAP = """<h1>Klappsäge</h1><p>Eine Säge für den Obstgarten, die in jede Jacke passt.</p>
<ul class="nav nav-tabs"><li class=active><a href="#text" data-toggle=tab>Beschreibung</a>
<li><a href="#daten" data-toggle=tab>Technische Daten</a>
<li><a href="#fragen" data-toggle=tab>Fragen (0)</a></ul>
<div class=tab-content><div class="tab-pane active" id=text>
<p>Die Säge schneidet auf Zug und klappt in ihren Griff aus Buche.</div>
<div class=tab-pane id=daten><table><tr><th>Länge<td>21 cm<tr><th>Zähne<td>7</table></div>
<div class=tab-pane id=fragen><form><input></form></div></div>"""


def test_names_of_tabs_are_above_text_and_tables():
    found = markdown(BOOTSTRAP)
    assert "**Beschreibung**\n\nDie Säge schneidet" in found
    assert "**Technische Daten**\n\n|" in found
    panels = ("<p>Remplissez le formulaire.</p>", "<p>Écrivez à la mairie.</p>")
    found = markdown(by_role(("En ligne", "Par courrier"), panels))
    assert (
        found == "**En ligne**\n\n" + panels[0][3:-4] + "\n\n**Par courrier**\n\n" + panels[1][3:-4]
    )


FOUNDATION = """<ul class=tabs><li class=tabs-title><a href="#a">Growing</a>
<li class=tabs-title><a href="#b">Cooking</a></ul><div class=tabs-content>
<div class=tabs-panel id=a><p>Sow it in March.</div>
<div class=tabs-panel id=b><p>Steam it.</div></div>"""
DIVI = """<div class=et_pb_tabs><ul class="et_pb_tabs_controls clearfix"><li><a href="#">Growing</a>
<li><a href="#">Cooking</a></ul><div class=et_pb_all_tabs><div class="et_pb_tab et_pb_tab_0">
<p>Sow it in March.</div><div class="et_pb_tab et_pb_tab_1"><p>Steam it.</div></div></div>"""
UIKIT = """<ul class=uk-tab uk-tab><li><a href="#">Growing</a><li><a href="#">Cooking</a></ul>
<div class=uk-switcher><div><p>Sow it in March.</div><div><p>Steam it.</div></div>"""


MAGENTO = """<div class="product data items">
<div class="data item title"><a href="#a">Growing</a></div>
<div class="data item content" id=a><p>Sow it in March.</div>
<div class="data item title"><a href="#b">Cooking</a></div>
<div class="data item content" id=b><p>Steam it.</div></div>"""


@pytest.mark.parametrize("tabs", [FOUNDATION, DIVI, UIKIT, MAGENTO])
def test_tabs_may_be_known_by_their_classes(tabs):
    found = markdown(f"<h1>Beans</h1><p>They climb to three metres.</p><div>{tabs}</div>")
    assert found.endswith("**Growing**\n\nSow it in March.\n\n**Cooking**\n\nSteam it.")


def test_a_heading_with_the_name_of_its_tab_is_not_doubled():
    panels = "<h2>Description</h2><p>It is oak.</p>", "<h2>REVIEWS</h2><p>It is firm.</p>"
    found = markdown(by_role(("Description", "Reviews (1)"), panels))
    assert found.count("escription") == 1
    assert found.upper().count("REVIEWS") == 1
    opened = "".join(
        f"<h3 role=tab aria-controls=p{n}>{name}</h3><div role=tabpanel id=p{n}><p>{text}</div>"
        for n, (name, text) in enumerate((("Post", "It takes a day."), ("Care", "Oil the seat.")))
    )
    assert markdown(f"<h1>Stool</h1><div>{opened}</div>").count("Care") == 1


def test_the_tab_of_a_panel_is_the_one_that_refers_to_it():
    """Not the link to the reviews beside a price, nor tabs in another order."""
    found = markdown(
        "<h1>Stool</h1><p>A stool of oak. <a href='#r'>See the reviews</a></p>"
        "<ul><li role=tab aria-controls=r>Reviews<li role=tab aria-controls=c>Care</ul>"
        "<div><div role=tabpanel id=c><p>Oil the seat once a year.</div>"
        "<div role=tabpanel id=r><p>It does not wobble on our floor.</div></div>"
    )
    assert "**Care**\n\nOil" in found
    assert "**Reviews**\n\nIt does" in found


def test_other_lines_with_the_name_of_a_tab_stay():
    found = markdown(by_role(("Care", "Size"), ("<p>Oil it.</p>", "<p>Small.</p>")) + "<p>Size</p>")
    assert found.endswith("Size")


@pytest.mark.parametrize(
    "page",
    [
        by_role(panels=("<pre>npm add x</pre>",)),
        by_role(names=("1", "2")),
        by_role(names=("Item 1", "Item 2")),
        by_role(names=("npm", "Yarn", "pnpm")),
        by_role(names=("npm", "Yarn" * 20)),
    ],
)
def test_other_tabs_have_no_names(page):
    assert "**" not in markdown(page)


def test_the_text_has_no_names_of_tabs_that_are_boilerplate():
    assert CLEANER.clean(by_role()).text.split() == "npm Yarn npm add x yarn add x".split()
