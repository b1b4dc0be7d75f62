"""Marks that all of the text has say nothing."""

import pytest
from cleaned import CLEANER, markdown

LINE = "Der Hafen von Wismar war im Winter zugefroren, und die Schiffe lagen still."
STORY = " ".join([LINE] * 9)


def test_a_page_in_bold_has_no_bold():
    lines = "Ein <i>Satz</i>,<br><a href=/b>zwei</a>"
    page = f"<h2>Wismar</h2><p><b>{STORY}</b></p><p><b>{lines}</b>"
    assert markdown(page) == f"## Wismar\n\n{STORY}\n\nEin *Satz*,  \n[zwei](/b)"


@pytest.mark.parametrize(
    ("mark", "line", "expected"),
    [
        ("i", "<i>Ein <b>Satz</b>.</i>", "Ein **Satz**."),
        ("b", "Das <b>war</b> alles.", "Das **war** alles."),
    ],
)
def test_a_page_in_italics_or_bold_has_only_marks_that_set_apart(mark, line, expected):
    page = f"<p><{mark}>{STORY}</{mark}></p><p>{line}</p>"
    assert markdown(page) == f"{STORY}\n\n{expected}"


def test_bold_that_sets_apart_stays():
    question = f"<b>{LINE}</b>"
    page = f"<p>{question}</p><p>Ja, das war schlimm.</p>" * 12
    assert markdown(page).count("**") == 24
    assert markdown(f"<p><b>{LINE}</b></p>") == f"**{LINE}**"
    assert markdown(f"<p><b>{STORY}</b></p><p>{STORY}").startswith("**")


def test_images_have_no_emphasis():
    page = "<p><b><a href=/b><img src=/a.png alt=Hafen></a></b></p><p><i><b>Offen</b></i>"
    assert markdown(page) == "[![Hafen](/a.png)](/b)\n\n***Offen***"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("<b>Frag</b> <a href=/u><b>uns</b></a><b>, bitte</b>.", "**Frag [uns](/u), bitte**."),
        ("<i>Zie „</i><a href=/u><i>hier</i></a><i>“ nu</i>", "*Zie „[hier](/u)“ nu*"),
        (
            "<b><i>Frag</i></b> <a href=/u><b><i>uns</i></b></a> <b><i>bald</i></b> an",
            "***Frag [uns](/u) bald*** an",
        ),
        ("<a href=/u><b>Ons</b></a> <a href=/v><b>huis</b></a>", "[**Ons**](/u) [**huis**](/v)"),
        ("<a href=/u><b>Hafen</b></a><b>:</b> zu", "[**Hafen**](/u): zu"),
        ("<b>Siehe:</b> <a href=/u><b>Hafen</b></a>", "**Siehe:** [**Hafen**](/u)"),
        ("<i>Frag</i> <a href=/u><b>uns</b></a>", "*Frag* [**uns**](/u)"),
        ("<b>Frag</b>, <a href=/u><b>uns</b></a>", "**Frag**, [**uns**](/u)"),
    ],
)
def test_links_do_not_divide_emphasis(line, expected):
    assert markdown(f"<p>{line}</p>") == expected


def test_emphasis_is_whole_without_links():
    page = "<p><b>Frag</b> <a href=/u><b>uns</b></a> <b>bald</b>, ja.</p>"
    assert CLEANER.clean(page).format("markdown-links") == "**Frag uns bald**, ja.\n"


PANEL = "<div>Bei Sturm bleibt der Anleger geschlossen, und die Fähre liegt im Hafen.</div>"


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("<details><summary>Fährt <i>sie</i>?</summary>{}</details>", "**Fährt *sie*?**\n\n{}"),
        ("<button aria-expanded=false aria-controls=a>Wann?</button>{}", "**Wann?**\n\n{}"),
        ("<div role=button aria-expanded=false>Wann?</div>{}", "**Wann?**\n\n{}"),
        ("<h3 role=button aria-expanded=false>Wann?</h3>{}", "### Wann?\n\n{}"),
        ("<mat-header role=button aria-expanded=false>Wann?</mat-header>{}", "Wann?\n\n{}"),
        ("<p>Wann <span role=button aria-expanded=false>genau</span>?</p>{}", "Wann genau?\n\n{}"),
        ("<details><summary><h3>Wann?</h3></summary>{}</details>", "### Wann?\n\n{}"),
        ("<h3><button aria-expanded=true>Wann?</button></h3>{}", "### Wann?\n\n{}"),
        ("<p>Wann <button aria-expanded=false>genau</button>?</p>{}", "Wann genau?\n\n{}"),
        ("<button aria-expanded>Mo</button><button aria-expanded>Di</button>{}", "Mo Di\n\n{}"),
        ("<p class=admonition-title>Wichtig</p>{}", "**Wichtig**\n\n{}"),
        ("<h4 class=callout__title>Wichtig</h4>{}", "#### Wichtig\n\n{}"),
        ("<div class=callout><h4 class=callout__title>Gut</h4>{}</div>", "> **Gut**\n>\n> {}"),
        (
            "<aside class='starlight-aside starlight-aside--tip'>"
            "<p class=starlight-aside__title>Gut</p>{}</aside>",
            "> **Gut**\n>\n> {}",
        ),
        ("<button>Wann?</button>{}", "Wann?\n\n{}"),
        ("{}<details><summary>Wann?</summary></details>", "{}\n\nWann?"),
    ],
)  # fmt: skip
def test_labels_of_accordions_and_callouts_are_bold(label, expected):
    text = PANEL.removeprefix("<div>").removesuffix("</div>")
    assert markdown(label.format(PANEL)) == expected.format(text)
    assert "**" not in CLEANER.clean(label.format(PANEL)).text
