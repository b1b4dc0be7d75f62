"""Elements with ``role="heading"`` are headings, and the names of those who write posts are not."""

import pytest

import victor

CLEANER = victor.load("keep-everything")


def markdown(page):
    return CLEANER.clean(page).format("markdown-title").rstrip("\n")


@pytest.mark.parametrize(
    ("heading", "written"),
    [
        ("<div role=heading aria-level=3>Die Stadt</div>", "### Die Stadt"),
        ("<div role=heading>Die Stadt</div>", "## Die Stadt"),
        ("<p role=HEADING aria-level=1>Die Stadt</p>", "# Die Stadt"),
        ("<span role=heading aria-level=9>Die Stadt</span>", "###### Die Stadt"),
        ("<span role=heading aria-level=x>Die Stadt</span>", "## Die Stadt"),
        ("<div role=heading><div>Die <em>Stadt</em></div></div>", "## Die *Stadt*"),
        (f"<div role=heading>\n{' ' * 60}Die Stadt\n{' ' * 60}</div>", "## Die Stadt"),
        ("<a href=/x><span role=heading>Die Stadt</span></a>", "## [Die Stadt](/x)"),
        ("<div role=heading><a href=/x>Die Stadt</a></div>", "## [Die Stadt](/x)"),
        ("<details><summary role=heading>Wer?</summary>Wir.</details>", "## Wer?\n\nWir."),
        ("<div role=heading>Mit <code>git</code></div>", "## Mit `git`"),
        (
            "<a href=/x><img src=/a.png><div role=heading>Karte</div><p>Text</p></a>",
            "[![](/a.png)](/x)\n\n## [Karte](/x)\n\nText",
        ),
    ],
)
def test_an_element_of_this_role_is_a_heading(heading, written):
    page = f"<p>Vorher</p>{heading}<p>Nachher</p>"
    assert markdown(page) == f"Vorher\n\n{written}\n\nNachher"
    assert (
        CLEANER.clean(page).text.split() == CLEANER.clean(page.replace("role", "id")).text.split()
    )


@pytest.mark.parametrize(
    ("page", "written"),
    [
        ("<h3><span role=heading aria-level=5>Die Stadt</span></h3>", "### Die Stadt"),
        ("<div role=heading aria-level=5><h3>Die Stadt</h3></div>", "### Die Stadt"),
        ("<ul><li role=heading>eins<li>zwei</ul>", "- eins\n- zwei"),
        ("<div role=heading><p>Ein Beitrag im Forum.</p></div>", "Ein Beitrag im Forum."),
        (f"<div role=heading>{'Ein langer Satz. ' * 9}</div>", ("Ein langer Satz. " * 9).strip()),
        ("<div role=heading><a href=/a>Ann</a> <a href=/b>Rang</a></div>", "[Ann](/a) [Rang](/b)"),
        ("<div role=heading>Code<pre>x = 1</pre></div>", "Code\n\n```\nx = 1\n```"),
        ("<div role=heading>a <div role=heading>b</div></div>", "a\n\n## b"),
        ("<div role=presentation>Die Stadt</div>", "Die Stadt"),
    ],
)
def test_what_is_no_heading_of_its_own_stays_as_it_is(page, written):
    assert markdown(page) == written


@pytest.mark.parametrize(
    "name", ["message-name", "ipsType_sectionHead cAuthorPane_author", "PostUser-name", "author"]
)
def test_the_name_of_a_writer_is_no_heading(name):
    page = f"<h1>Fähre</h1><h4 class='{name}'><a href=/ann>Ann</a></h4><p>Wann fährt sie?</p>"
    assert markdown(page) == "# Fähre\n\n[Ann](/ann)\n\nWann fährt sie?"
    assert "#### [Ann](/ann)" in markdown(page.replace(name, "name-of-section"))


def test_headings_of_patents_divide_the_list_of_paragraphs():
    page = "<ul><heading>BACKGROUND</heading><li>Hinges open.</li>"
    page += "<heading>SUMMARY</heading><li>A latch.</ul>"
    assert markdown(page) == "## BACKGROUND\n\n- Hinges open.\n\n## SUMMARY\n\n- A latch."
