"""Names of tabs above the code that they show."""

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


@pytest.mark.parametrize(
    "page",
    [
        by_role(panels=("<p>One.</p>", "<p>Two.</p>")),  # no code
        by_role(panels=("<pre>npm add x</pre>",)),
        by_role(names=("npm", "Yarn", "pnpm")),
        by_role(names=("npm", "Yarn" * 20)),
    ],
)
def test_other_tabs_have_no_names(page):
    assert "**" not in markdown(page)


def test_the_text_has_no_names_of_tabs_that_are_boilerplate():
    assert CLEANER.clean(by_role()).text.split() == "npm Yarn npm add x yarn add x".split()
