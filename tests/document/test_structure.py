"""Whole small pages in, Markdown out."""

import re

import pytest
from cleaned import CLEANER, markdown

import victor
from victor.document.parts import Part
from victor.document.title_heading import heading_of


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<h1>Jedna</h1><h3>Tři</h3><p>x", "# Jedna\n\n### Tři\n\nx"),
        ("<h2>Eins<br>zwei</h2><p>x", "## Eins zwei\n\nx"),
        ("<h2><img src=/a.jpg alt=IMG_1></h2><p>x", "![IMG_1](/a.jpg)\n\nx"),
        ("<h2><img src=/a.jpg alt='Trois ponts'></h2><p>x", "## ![Trois ponts](/a.jpg)\n\nx"),
        ("<h2><img src=/a.jpg alt='Il porto'></h2><h2>Via</h2>", "![Il porto](/a.jpg)\n\n## Via"),
        ("<div>uno<div>dos</div>tres</div>", "uno\n\ndos\n\ntres"),
        ("<p>a<br><br>b</p>", "a\n\nb"),
        ("<p>Press <button>Save</button> to go on.</p>", "Press Save to go on."),
        ("<p>می‌خواهم 👩‍👩‍👧 auf\u00adgabe zero\u200bwidth", "می‌خواهم 👩‍👩‍👧 aufgabe zerowidth"),
        ("<p>a\u00a0b  c\n d</p>", "a b c d"),
        ("<details><summary>Otázka</summary><p>Odpověď</p></details>", "**Otázka**\n\nOdpověď"),
        ("<li>sola</li>", "- sola"),
        ("<ul>texte<li>un</ul>", "- texte\n- un"),
        ("<dd>orphelin</dd>", "orphelin"),
        ("<li>• jedna<li>•<a href=/a>dvě</a><li>• <b>tři</b>", "- jedna\n- [dvě](/a)\n- **tři**"),
        ("<li>- fünf<li>- sechs", "- fünf\n- sechs"),
        ("<li>- fünf<li>• sechs", "- \\- fünf\n- • sechs"),
        ("<li>- 5 °C<li>- 12 °C", "- \\- 5 °C\n- \\- 12 °C"),
        ("<li>•••◦◦ tři<li>•◦◦◦◦ jedna", "- •••◦◦ tři\n- •◦◦◦◦ jedna"),
        ("<h2><a href=/a>答え</a></h2><p>はい。</p>", "## [答え](/a)\n\nはい。"),
        ("<p>a <em>b <em>c</em></em> d</p>", "a *b c* d"),
        ("<p>ein<b></b><i> </i>zwei</p>", "ein zwei"),
        ("<p>Příliš\n  <b>žluťoučký\t kůň</b>\n pěl<i>y</i>", "Příliš **žluťoučký kůň** pěl*y*"),
        ("<p><b>a</b><b>a</b> <i>a a</i>a <b>a</b>", "**aa** *a a*a **a**"),
        ("<p>x <b>y <i>z <a href=/a>w</a></i></b> v", "x **y *z [w](/a)*** v"),
        ("<p>a<br><b>b</b> c<br>d<p>e", "a  \n**b** c  \nd\n\ne"),
        ("<table><tr>a<th>b<td colspan=2>c</table>", "| a | b | c |\n| --- | --- | --- |"),
    ],
)  # fmt: skip
def test_small_pages(page, expected):
    assert markdown(page) == expected


def test_a_heading_keeps_a_sign_that_is_no_permalink():
    assert markdown("<h2>C# und F#</h2><p>x") == "## C# und F\\#\n\nx"


def test_terms_and_captions_do_not_link_to_themselves():
    page = "<dl><dt id=a>run(<em>x</em>)<a href='#a'>¶</a></dt><dd>§ 1</dd></dl>"
    assert "¶" not in markdown(page)
    assert "§" in markdown(page)
    table = "<table><caption>Maße<a href='#t'>¶</a></caption><tr><td>1<td>2</table>"
    assert "¶" not in markdown(table)


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<div id=c1><code>útěk.py</code><a href='#c1'>¶</a></div><p>x", "`útěk.py`\n\nx"),
        ("<p id='Größe'>Größe in cm<a href='#Gr%C3%B6%C3%9Fe'> <i>#</i></a>", "Größe in cm"),
        ("<section id=ok><p><a class=anchor href='#ok'>§</a><span>1.0.0</span>", "1.0.0"),
        ("<a name=f></a><div>def růst(x)<a class=headerLink href='#f'>\n      ¶\n   </a></div>",
         "def růst(x)"),
        # To another place, to another page, before a number, and what is all of a line.
        ("<p id=p4>Voir <a href='#p5'>§</a> suivant", "Voir [§](#p5) suivant"),
        ("<p id=p4>Voir <a href='/droit#p4'>§</a> suivant", "Voir [§](/droit#p4) suivant"),
        ("<p id=p5><a href='#p5'>§</a> 5 Vertrag", "[§](#p5) 5 Vertrag"),
        ("<p id=c3><a href='#c3'>#</a>3 花子", "[#](#c3)3 花子"),
        ("<p id=b><a href='#b'>§</a> XII. Haftung", "[§](#b) XII. Haftung"),
        ("<p id=b>Use (<a href='#b'>#</a>) for it", "Use ([#](#b)) for it"),
        ("<p id=b>Psát <a href='#b'><code>#</code></a>", "Psát [`#`](#b)"),
        ("<p id=up><a href='#up'>#</a></p><p>x", "[#](#up)\n\nx"),
        ("<li id=x><a href='#x'>#</a><li>x", "- [#](#x)\n- x"),
        ("<p id=eva>Napsala <a href='#eva'>Eva</a>", "Napsala [Eva](#eva)"),
    ],
)  # fmt: skip
def test_signs_beside_lines_do_not_link_to_these(page, expected):
    result = CLEANER.clean(f"<body><div>{page}</div>")
    assert result.format("markdown-title").rstrip("\n") == expected
    stays = re.search("[§#`]]", expected) is not None
    assert stays == bool({*"§#¶"} & {*result.text})


def test_an_image_after_a_sign_stays():
    page = "<p id=a>Obraz<a href='#a'>¶</a></p><div><img src=/vlak.png></div><p>Konec"
    assert markdown(page) == "Obraz\n\n![](/vlak.png)\n\nKonec"


def test_what_a_wiki_puts_around_an_article_is_no_text():
    page = (
        "<h1>Brücke</h1><div id=siteSub>From the free encyclopedia</div>"
        "<a class=mw-jump-link href='#s'>Jump to search</a><p>Eine Brücke aus Stein.</p>"
        "<div class=printfooter>Retrieved from here</div>"
    )
    assert markdown(page) == "# Brücke\n\nEine Brücke aus Stein."


@pytest.mark.parametrize(
    "page",
    [
        "<a href=m.html><span class=viewcode-link>[source]</span></a>",
        "<label class=view-source-button for=a><span>View Source</span></label>",
        "<div class='jp-InputPrompt jp-InputArea-prompt'>In&nbsp;[1]:</div>",
        "<div class='prompt output_prompt'>Out[1]:</div>",
        "<span class=method-click-advice>click to toggle source</span>",
        "<div class='prompt highlight-none notranslate'><pre>[1]:</pre></div>",
    ],
)
def test_links_to_source_code_and_prompts_of_notebooks_are_no_text(page):
    result = CLEANER.clean(f"<div>Eins{page}</div><p>Zwei")
    assert result.format("markdown-title") == "Eins\n\nZwei\n" == result.text


def test_news_sites_break_lines_with_empty_elements():
    line = "<span class='r-component br' data-pos=1></span>"
    page = f"<div>Eins.{line}<a href=/b>Zwei</a>.{line}{line}Drei.</div>"
    assert markdown(page) == "Eins.  \n[Zwei](/b).\n\nDrei."
    assert CLEANER.clean(page).text == "Eins.\nZwei.\n\nDrei.\n"


def test_a_flag_breaks_no_line():
    page = "<p><a href=/pt>Português</a><span class='icon flag br'></span></p><p>Texto"
    assert markdown(page) == "[Português](/pt)\n\nTexto"


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("<h2 id=a><a href='#a'>Über <em>uns</em></a></h2>", "## Über *uns*"),
        ("<h2 id=a><a href='#a'># <b>Über</b></a></h2>", "## Über"),
        ("<h2 id=a><a href='#a'># Über uns</a></h2>", "## Über uns"),
        ("<h2 id=a><a href='#a'>#1 in C# und F#</a></h2>", "## #1 in C# und F\\#"),
        ("<h2 id=a><a href='#1'>1. </a><a href='#a'>Über</a></h2>", "## 1. Über"),
        ("<h2><a href='#a'>A</a>, <a href='#b'>B</a></h2>", "## [A](#a), [B](#b)"),
        ("<h2><a href='/a#b'>Über uns</a></h2>", "## [Über uns](/a#b)"),
        ("<h2><a class=toc href='#i3'>Ziel</a><a href='#ziel'>¶</a></h2>", "## Ziel"),
        ("<h2>NAME <a href='#page'>top</a></h2>", "## NAME"),
        ("<h2 id=a>Užití<span><a href='#a'>¶</a> <a href='#top'>↑</a></span></h2>", "## Užití"),
        ("<h2><a href='#page'>Top</a></h2>", "## Top"),
        ("<h2>Auf zum <a href='/berg'>top</a></h2>", "## Auf zum [top](/berg)"),
        ("<h2><strong>Über <em>uns</em></strong></h2>", "## Über *uns*"),
        ("<h2><em><strong>Über</strong></em> <b>uns</b>:</h2>", "## *Über* uns:"),
        ("<h2><b>1.</b> <a href=/a><b>Über</b></a><b> uns</b></h2>", "## 1. [Über](/a) uns"),
        ("<h2><a href=/a><b>Über uns</b></a></h2>", "## [Über uns](/a)"),
        ("<h2><b>1.</b> <a href=/a>Über uns</a></h2>", "## **1.** [Über uns](/a)"),
        ("<h2><strong>Über</strong> uns</h2>", "## **Über** uns"),
        ("<h2><strong>Über uns <a href='#v'>#</a></strong></h2>", "## Über uns"),
        ("<h2>The view from the <a href='#top'>top</a></h2>", "## The view from the [top](#top)"),
        ("<h2>2<a href='#note'>^</a></h2>", "## 2[^](#note)"),
        ("<h2>Über uns<span class=editsection><a href=/e>Edit</a></span></h2>", "## Über uns"),
        ("<h2><span class=permalink><a href='#a'>&#9670;&nbsp;</a></span>grow()</h2>", "## grow()"),
    ],
)
def test_a_heading_does_not_link_to_itself(heading, expected):
    assert markdown(f"{heading}<p>x") == f"{expected}\n\nx"


def test_a_list_begins_with_the_number_that_it_or_its_first_item_says():
    assert markdown("<ol start=3><li>a<li>b</ol>") == "3. a\n4. b"
    assert markdown("<ol><li value=5>a<li>b</ol>") == "5. a\n6. b"
    assert markdown("<ol><li><p value=5>a</ol>") == "1. a"


def test_items_nest_by_the_width_of_the_marker():
    page = "<ol start=9><li>a<ol><li>b<ul><li>c</ul></ol><li>d<ul><li>e</ul></ol>"
    assert markdown(page) == "9. a\n   1. b\n      - c\n10. d\n    - e"


def test_what_is_very_deep_is_kept():
    for tag in ("ul><li", "blockquote", "div", "em"):
        assert "hluboko" in markdown(f"<p>před</p>{f'<{tag}>' * 500}hluboko")
    assert len(markdown("<blockquote>" * 5_000 + "x")) < 1_000


def test_a_link_around_blocks_is_one_link():
    made = markdown("<a href=/x><h3>Titel</h3><p>Text</p></a><p>Ende</p>")
    assert made == "### [Titel](/x)\n\nText\n\nEnde"


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        (
            "<a href=/x><img src=i.png><p>Neu</p><h2>Blaue <b>Tasse</b></h2><p>Für Tee.</p></a>",
            "[![](i.png)](/x)\n\nNeu\n\n## [Blaue **Tasse**](/x)\n\nFür Tee.",
        ),
        (
            "<a href=/x><div><img src=i.png></div><div>Modrý hrnek</div><div>Na čaj.</div></a>",
            "[![](i.png)](/x)\n\n[Modrý hrnek](/x)\n\nNa čaj.",
        ),
        (
            "<a href=/x><img src=i.png><h3>青いカップ</h3><h3>赤いカップ</h3></a>",
            "[![](i.png)](/x)\n\n### [青いカップ](/x)\n\n### 赤いカップ",
        ),
        (
            "<a href=/x><p>Nouveau</p><h2>Tasse bleue</h2><p><img src=i.png></p></a>",
            "[Nouveau](/x)\n\n## Tasse bleue\n\n![](i.png)",
        ),
        (
            "Neu: <a href=/x><img src=i.png><h2>Blaue Tasse</h2></a>",
            "Neu: [![](i.png)](/x)\n\n## [Blaue Tasse](/x)",
        ),
        (
            "<a href=/x><img src=i.png><p><img src=j.png>Für <b>Tee</b></p><h2>Tasse</h2></a>",
            "[![](i.png)](/x)\n\n[![](j.png)](/x) Für **Tee**\n\n## [Tasse](/x)",
        ),
    ],
)
def test_a_link_around_a_card_is_that_of_its_image_and_its_heading(card, expected):
    assert markdown(f"{card}<p>Ende") == f"{expected}\n\nEnde"


def test_links_in_a_place_that_was_never_closed_are_links():
    page = "<a name=k1><h2>Kap. 1</h2><p>Siehe <a href=/y>dort</a>.<p>Auch <a href=/z>hier</a>."
    assert markdown(page).endswith("Siehe [dort](/y).\n\nAuch [hier](/z).")
    page = "<a href=/k><p>Siehe <a href=/y>dort</a>.</a>"
    assert "/y" not in markdown(page)


def test_an_image_whose_link_was_never_closed_links_no_text():
    text = "<p>Tento odstavec psala paní, která značku odkazu za obrázkem nikdy neukončila.</p>"
    made = markdown(f"<a href=/x><img src=i.png>{text * 4}")
    assert made.startswith("[![](i.png)](/x)\n\nTento odstavec")
    assert made.count("](/x)") == 1


@pytest.mark.parametrize(
    ("link", "is_kept"),
    [
        ("href=#c1 data-bs-toggle=collapse", False),
        ("href=#c1 data-toggle=tab aria-expanded=false", False),
        ("href=#c1 role=button aria-expanded=false", False),
        ("href=#c1", True),
        ("href=#c1 data-bs-toggle=modal", False),
        ("href=#c1 data-toggle=tooltip", True),
        ("href=/livraison aria-expanded=false", True),
    ],
)
def test_a_link_that_only_shows_an_answer_is_none(link, is_kept):
    made = markdown(f"<p><a {link}>Quel est le prix ?</a></p><div id=c1><p>Dix euros.</p></div>")
    assert made.startswith("[Quel est" if is_kept else "Quel est le prix ?\n")


@pytest.mark.parametrize(
    ("icon", "expected"),
    [
        ("<i class=material-icons>local_shipping</i>", "Envío gratis"),
        ("<span class='icon material-symbols-outlined'> check </span>", "Envío gratis"),
        (f"<i class=google-material-icons>{' ' * 40}home{' ' * 40}</i>", "Envío gratis"),
        ("<i class='material-icons-button'>check</i>", "check Envío gratis"),
        ("<span class=material-icons><b>Nur</b> heute</span>", "Nur heute Envío gratis"),
        ("<span class=material-icons>Oferta</span>", "Oferta Envío gratis"),
    ],
)
def test_names_of_icons_are_no_text(icon, expected):
    result = CLEANER.clean(f"<body><p>{icon} Envío gratis</p>")
    assert result.text.rstrip() == expected
    assert result.markdown.replace("*", "").rstrip() == expected


def test_an_address_of_mail_that_only_its_link_says_is_shown():
    hidden = bytes((7, *(one ^ 7 for one in b"hafen@insel.example"))).hex()
    link = f"<a href='/cdn-cgi/l/email-protection#{hidden}'><span>[email&#160;protected]</span></a>"
    assert (
        markdown(f"<p>Fragen: {link}")
        == "Fragen: [hafen@insel.example](mailto:hafen@insel.example)"
    )
    fuller = bytes((7, *(one ^ 7 for one in b"hafen@insel.example?subject=Ahoj%20Petr"))).hex()
    link = link.replace(hidden, fuller).replace("[", "<b><i>\n[").replace("]", "]\n</i></b>")
    assert (
        CLEANER.clean(f"<body><p>Fragen: {link}.").text.rstrip() == "Fragen: hafen@insel.example ."
    )
    other = "<a href=/mail><span>[email&#160;protected]</span></a>"
    assert markdown(f"<p>Fragen: {other}") == r"Fragen: [[email protected]](/mail)"


def test_nothing_is_a_document_without_parts():
    assert markdown("") == ""
    assert CLEANER.clean("<p></p>").document.parts == []


def test_who_wrote_a_quotation_stands_on_a_line():
    quoted = "<blockquote><div><cite>Zdeněk napsal:</cite>Prší <cite>Babička:</cite> zas</div>"
    page = f"{quoted}</blockquote><p>Ano. <cite>Kniha:</cite> díl</p>"
    assert markdown(page) == "> Zdeněk napsal:  \n> Prší Babička: zas\n\nAno. Kniha: díl"
    assert CLEANER.clean(page).text == "Zdeněk napsal:\nPrší Babička: zas\n\nAno. Kniha: díl\n"
    title = "<blockquote><cite>Kniha</cite> je dobrá.</blockquote>"
    assert markdown(title) == "> Kniha je dobrá."
    dated = "<blockquote><cite><a href=/1>Napsal Zdeněk, 9:15</a></cite>Prší.</blockquote>"
    assert markdown(dated) == "> [Napsal Zdeněk, 9:15](/1)  \n> Prší."
    assert markdown(title.replace("</cite> ", "</cite>, ")) == "> Kniha, je dobrá."


def test_task_boxes_are_written():
    page = (
        b"<ul><li><input type=checkbox checked disabled> Fertig</li><li><label>"
        b"<input type=checkbox> Offen</label></li><li><input type=text> Ohne</li>"
        b"<li><p><label><input type=checkbox disabled><span></span></label> Lose</p></li></ul>"
    )
    found = victor.load("keep-everything").clean(page).markdown
    assert found == "- [x] Fertig\n- [ ] Offen\n- Ohne\n- [ ] Lose\n"


@pytest.mark.parametrize(
    "page",
    [
        "<ul class=inline-task-list><li class=checked>Fertig<li>Offen</ul>",
        "<ul class=to-do-list><li><div class='checkbox checkbox-on'></div> <span>Fertig</span>"
        "<li><div class='checkbox checkbox-off'></div> <span>Offen</span></ul>",
    ],
)
def test_boxes_that_a_style_sheet_draws_show_what_is_done(page):
    assert markdown(page) == "- [x] Fertig\n- [ ] Offen"
    assert markdown(page.replace("inline-task", "link").replace("checkbox-", "")).startswith("- F")


def test_ordered_lists_of_an_item_each_are_one_list_if_their_numbers_go_on():
    first, second = "<ol start=1><li>Tor zu<ul><li>oben</ul></ol>", "<ol start=2><li>Tor auf</ol>"
    assert markdown(first + second) == "1. Tor zu\n   - oben\n2. Tor auf"
    assert markdown(first + second.replace("2", "1")).count("\n\n") == 1
    assert markdown(f"{first}<p>Warten.</p>{second}").endswith("2. Tor auf")


@pytest.mark.parametrize(
    ("box", "is_task"),
    [
        ("<input type=checkbox>", True),
        ("<input type=checkbox id=b1 class=task-list-item-checkbox name=b1>", True),
        ("<input type=checkbox id=b1>", True),
        ("<input type=checkbox name=taille value=42>", False),
        ("<input type=checkbox id=fold>", False),
    ],
)
def test_boxes_that_choose_or_fold_are_no_task_boxes(box, is_task):
    page = f"<ul><li>{box} Pointure 42</li></ul><p><label for=fold>Fil</label> de la discussion</p>"
    found = victor.load("keep-everything").clean(page).markdown
    assert found.startswith("- [ ] Pointure 42\n" if is_task else "- Pointure 42\n")


@pytest.mark.parametrize(
    "page",
    [
        b"<dl><dt>Begriff <pre>eins  zwei</pre></dt><dd>drei</dd></dl>",
        b"<h2>Titel <pre>eins zwei</pre></h2><p>drei",
        b"<ul><li>" * 60 + b"<pre>eins zwei</pre><p>drei",
    ],
)
def test_code_is_not_lost_where_it_cannot_be_a_block(page):
    result = victor.load("keep-everything").clean(page)
    assert "eins" in result.text and "zwei" in result.text
    assert "eins" in result.markdown and "zwei" in result.markdown


def test_a_note_about_code_is_no_code():
    page = b'<div class="admonition code-tip"><p>Hinweis</p><p>ein <b>Rat</b></p></div>'
    assert (
        victor.load("keep-everything").clean(page).markdown == "> **Hinweis**\n>\n> ein **Rat**\n"
    )


def test_a_note_that_a_table_places_beside_its_sign_is_a_note():
    note = "<div class='admonitionblock note'><table><tr><td class=icon>{}<td>{}</table></div>"
    page = note.format("<div class=title>Hinweis</div>", "<p>Die Uhr geht vor.</p>")
    assert markdown(page) == "> **Hinweis**\n>\n> Die Uhr geht vor."
    data = "<table><tr><td>Praha<td>1,3<tr><td>Brno<td>0,4</table>"
    expected = "> Města\n>\n> | Praha | 1,3 |\n> | --- | --- |\n> | Brno | 0,4 |"
    assert markdown(note.format("Města", data)) == expected


def test_a_callout_of_pictures_is_no_note():
    picture = "<figure><img src=/a.jpg alt=Hafen><figcaption>Der Hafen</figcaption></figure>"
    page = f"<div class='callout callout--group'>{picture}</div>"
    assert markdown(page) == "![Hafen](/a.jpg)\n\nDer Hafen"
    image = "<picture><img src=/{}.jpg alt=''></picture>".format
    beam = f"<div class=callout>{image('a')}{image('b')}<p><b>Beam</b> reaches far.</p></div>"
    assert markdown(beam) == "![](/a.jpg) ![](/b.jpg)\n\n**Beam** reaches far."
    tip = f"<div class=callout>{image('a')}<p>Ulož to.</p></div>"
    assert markdown(tip) == "> ![](/a.jpg)\n>\n> Ulož to."
    code = "<figure class=highlight><pre>make</pre></figure>"
    assert markdown(f"<div class=callout>Tip:{code}</div>") == "> Tip:\n>\n> ```\n> make\n> ```"


def test_the_parts_of_a_note_are_no_notes():
    page = "<div class='alert alert-info'><div class=alert-heading>Tip</div><p>Ulož to.</p></div>"
    assert markdown(page) == "> **Tip**\n>\n> Ulož to."
    header, content = "<div class=admonition-header>Nota</div>", "<div class=admonition-content>{}"
    quoted = f"<blockquote class=admonition>{header}{content.format('Guárdalo.')}</blockquote>"
    assert markdown(quoted) == "> Nota\n>\n> Guárdalo."
    title = "<div class=admonition-header><i></i><span class=admonition-title>Nota</span></div>"
    assert markdown(quoted.replace(header, title)) == "> **Nota**\n>\n> Guárdalo."


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<div class=NOTE><p>Note</p><p>Save it.</p></div>", "> **Note**\n>\n> Save it."),
        ("<div class=note><h3 class=title>Note</h3><p>Ä.</p></div>", "> **Note**\n>\n> Ä."),
        ("<div class='box-tip'><b>Tip:</b> Sichere <i>es</i>.</div>", "> **Tip:** Sichere *es*."),
        (
            "<div class=note><table><tr><td rowspan=2><th>Note<tr><td><p>Ä.</p></table></div>",
            "> **Note**\n>\n> Ä.",  # in DocBook
        ),
        ("<div class=note>Noted in <b>1901</b></div>", "Noted in **1901**"),
        ("<div class=footnote>Note <b>1</b></div>", "Note **1**"),
        ("<div class=note>Note</div>", "Note"),
    ],
)
def test_boxes_that_class_and_text_name_by_their_purpose_are_notes(page, expected):
    assert markdown(page) == expected


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<h4 class=alert-heading>Wichtig</h4><p>Ä.</p>", "> **Wichtig**\n>\n> Ä."),
        ("<h3>Was zu tun ist</h3><p>Ä.</p>", "> ### Was zu tun ist\n>\n> Ä."),
        ("<p>Was zu <i>tun</i> ist:</p><p>Ä.</p>", "> **Was zu *tun* ist:**\n>\n> Ä."),
        ("<p>Das ist zu tun.</p><p>Ä.</p>", "> Das ist zu tun.\n>\n> Ä."),
        ("<ul><li><p>Note</p><li>Ä</ul>", "> - Note\n> - Ä"),
        ("<p>Wichtig</p>", "> Wichtig"),
        ("Wichtig <p>Ä</p>", "> Wichtig\n>\n> Ä"),
    ],
)
def test_titles_of_notes_are_bold_lines(page, expected):
    assert markdown(f"<div class='alert alert-info'>{page}</div>") == expected


def test_names_of_icons_before_authors_are_no_text():
    icon = "<a href=//orcid.org/0000-0001-5109-3700 class='link-icon hw-author-orcid-logo'>{}</a>"
    page = f"<p>{icon.format('<i></i> <span>View ORCID Profile</span>')}Ana Díaz, <b>Bo Å</b></p>"
    assert markdown(page) == "Ana Díaz, **Bo Å**"
    other = page.replace("hw-author-orcid-logo", "profile")
    assert markdown(other).startswith("[View ORCID Profile](")


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<h1>\n<p class=t>Auth <a href=/x>größe</a></p></h1><p>x", "# Auth [größe](/x)\n\nx"),
        ("<H2><P>Часто</P></H2><p>x</p><h3><p>y</p></h3>", "## Часто\n\nx\n\n### y"),
        ("<h2><p>Ä</p></h2><xmp><h2><p>Ä</p></h2></xmp>", "## Ä\n\n```\n<h2><p>Ä</p></h2>\n```"),
        ("<h2><p>Nicht zu<p>Absatz</p><h2>Zwei</h2>", "Nicht zu\n\nAbsatz\n\n## Zwei"),
        ("<h2></h2><p>sous un titre vide</p><h2>a</h2>", "sous un titre vide\n\n## a"),
        ("<h2><p>uno<br><br>dos</p></h2><h2>tres</h2>", "uno\n\ndos\n\n## tres"),
    ],
)
def test_a_heading_may_hold_a_paragraph(page, expected):
    assert markdown(page) == expected
    assert markdown("<div class='notecard tip'><p>Note : x</p></div>") == "> Note : x"
    assert markdown("<div class='tip custom-block'><p>TIP</p>x</div>") == "> **TIP**\n>\n> x"
    assert markdown("<div class='block custom-block'><p>TIP</p>x</div>") == "TIP\n\nx"


def test_definitions_of_several_paragraphs():
    page = "<dl><dt>Fähre<dd><p>Ein Schiff.</p><p>Es fährt.</p><dt>Hafen<dd>Ein Ort.</dl>"
    expected = "Fähre\n: Ein Schiff.\n\n  Es fährt.\n\nHafen\n: Ein Ort."
    assert markdown(page) == expected
    assert markdown("<dl><dt>Vers<dd>a<br>b</dl>") == "Vers\n: a  \n  b"
    assert (
        markdown("<dl><dt>Hafen<dd>Ein Ort.</dd><dd>Ein Bau.</dl>")
        == "Hafen\n: Ein Ort.\n: Ein Bau."
    )


def test_definitions_without_end_tags_are_siblings():
    page = "<dl><dt>Quay<dd>A wall for ships.<dd>A street.<dd><p>A bar.<dt>Pilot<dd>A guide.</dl>"
    assert markdown(page) == "Quay\n: A wall for ships.\n: A street.\n: A bar.\n\nPilot\n: A guide."
    assert CLEANER.clean(page).format("html").count("<dd>") == 4
    assert markdown("<dl><dt>Quay<dd><dd>A street by the harbour.</dl>") == (
        "Quay\n: A street by the harbour."
    )


def test_a_definition_after_a_table_or_list_is_not_part_of_it():
    table = "<table><tr><th>Ort<th>Tiefe<tr><td>Kiel<td>9 m</table>"
    others = "<dd>Ein Bau.</dd><dd>Kai:<ul><li>lang</ul></dd><dd>Pier</dd>"
    page = f"<dl><dt>Hafen<dd>Ein Ort:{table}</dd>{others}</dl>"
    assert markdown(page) == (
        "Hafen\n: Ein Ort:\n\n  | Ort | Tiefe |\n  | --- | --- |\n  | Kiel | 9 m |\n\n"
        ": Ein Bau.\n: Kai:\n\n  - lang\n\n: Pier"
    )


@pytest.mark.parametrize(
    ("definition", "written"),
    [
        ("Eines von:<ul><li>schnell<li>leise</ul>", ": Eines von:\n\n  - schnell\n  - leise"),
        (
            "So:<pre>x = 1\n\n  y</pre><p>Mehr.</p>",
            ": So:\n\n  ```\n  x = 1\n\n    y\n  ```\n\n  Mehr.",
        ),
        ("Zitat:<blockquote>w</blockquote>", ": Zitat:\n\n  > w"),
        ("<ul><li>schnell</ul>", "\n- schnell"),  # as some readers see no list after a colon
        ("a<dl><dt>b<dd>c</dl>", "\na\n\nb\n: c"),  # twice indented, it could be code
        ("a<h3>b</h3>c", "\na\n\n### b\n\nc"),
    ],
)
def test_definitions_of_several_parts(definition, written):
    page = f"<dl><dt>Art<dd>{definition}</dd><dt>Maß<dd>In Byte.</dl>"
    assert markdown(page) == f"Art\n{written}\n\nMaß\n: In Byte."


@pytest.mark.parametrize(
    "item",
    [
        "<li class=post id=p{0}>{1}",
        "<li><article class=post id=p{0}>{1}</article>",
        "<li id=place{0}>Nr. {0}<div class=wrap><div class=post id=p{0}>{1}</div></div>",
    ],
)
def test_posts_in_a_list_are_no_items(item):
    post = """<b class=username>Ana{0}</b><time datetime=2026-03-1{0}>März</time>
    <p>Die Fähre legt am Morgen ab, und am Abend kommt sie wieder zurück.</p>
    <ul><li>Montag</li><li>Dienstag</li></ul>"""
    rows = "".join(item.format(i, post.format(i)) for i in range(1, 5))
    page = f"<title>Fähre?</title><h1>Fähre?</h1><ol id=posts>{rows}</ol>"
    html = CLEANER.clean(page).format("html")
    assert html.count("<cite>Ana") == 4
    assert html.count("<li>") == html.count("<li>Montag") + html.count("<li>Dienstag") == 8
    assert html.count("<ol>") == 0


@pytest.mark.parametrize(
    ("text", "is_heading"),
    [
        ("Le pont est ouvert. " * 11, False),
        ("Le pont est ouvert. " * 5, True),
        ("Le pont est ouvert, " * 11, True),
        ("Le pont est ouvert. " * 11 + "Voir la suite", True),
    ],
)
def test_a_long_heading_of_several_sentences_is_a_paragraph(text, is_heading):
    found = markdown(f"<h3>{text}</h3><p>Le pont")
    assert found.startswith("### ") == is_heading


def test_whole_paragraphs_in_headings_are_paragraphs():
    text = "Le pont du port a rouvert ce matin après un hiver de travaux. " * 7
    link = f"<a href=/p?{'x' * 400}>après</a>"
    page = f"<h1>Le pont</h1><h2>{text}<br><br>Fin.</h2><h2>Et {link}</h2><p>x"
    assert markdown(page).startswith(f"# Le pont\n\n{text.rstrip()}\n\nFin.\n\n## Et [après](/p?")
    assert markdown(f"<h1>{text}</h1><p>x") == f"# {text.rstrip()}\n\nx"
    assert markdown(f"<h2>{text[:380]}</h2><p>x").startswith("## Le pont")


SUMMARY = "El puerto volvió a abrir ayer, tras un invierno de obras en el que "
SUMMARY += "los barcos de pesca atracaban en la otra orilla de la bahía."


@pytest.mark.parametrize("heading", ["<h1>El puerto</h1>", "<h1>El puerto</h1><img src=p.jpg>"])
def test_what_sums_a_text_up_below_its_title_is_a_paragraph(heading):
    page = f"{heading}<h2>{SUMMARY}</h2><p>Ayer.<h2>Las obras</h2><p>x"
    assert f"\n\n{SUMMARY}\n\nAyer.\n\n## Las obras" in markdown(page)


@pytest.mark.parametrize(
    ("page", "heading"),
    [
        (f"<h1>Diez puertos</h1><h2>{SUMMARY}</h2><p>x<h2>{SUMMARY}</h2><p>x", SUMMARY),
        (f"<h1>Puertos</h1><h2>¿Por qué {SUMMARY[:-1]}?</h2><p>x", f"¿Por qué {SUMMARY[:-1]}?"),
        (f"<h1>Puertos</h1><p>x<h2>{SUMMARY}</h2><p>x", SUMMARY),
        (f"<title>{SUMMARY}</title><h1>El Diario</h1><h2>{SUMMARY}</h2><p>x", SUMMARY),
        (f"<h2>{SUMMARY}</h2><p>x", SUMMARY),
        (f"<h1>El puerto</h1><h2>{SUMMARY[:90]}.</h2><p>x", f"{SUMMARY[:90]}."),
    ],
)
def test_other_long_headings_stay(page, heading):
    assert f"## {heading}\n\nx" in markdown(page)


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<p>Elle a dit <q>nous <b>restons</b></q>.", 'Elle a dit "nous **restons"**.'),
        ("<p>He said<q>we stay</q> and<q>no</q>", 'He said"we stay" and"no"'),
        # They already have marks, or are set apart.
        ("<p>Elle a dit <q>«nous restons»</q>.", "Elle a dit «nous restons»."),
        ("<p>Sie sagte „<q>wir bleiben</q>“.", "Sie sagte „wir bleiben“."),
        ("<p>1905 <q>分享到：</q> 来源", "1905 分享到： 来源"),
        ("<p>Un “non”<p><q>Nous restons</q> ici", 'Un “non”\n\n"Nous restons" ici'),
        ("<p>the captains’ <q>harbour</q> was", 'the captains’ "harbour" was'),
        (
            "<p>a <q>She said “go”</q> and <q><q>twice</q> told</q>",
            'a "She said “go”" and "twice told"',
        ),
        ("<p><q>Nous restons</q><br>Zoé<p>x", "Nous restons  \nZoé\n\nx"),
        ("<p><q>Nous restons</q><p>x", "Nous restons\n\nx"),
        ("<q><p>Nous</p><p>restons</p></q>x", "Nous\n\nrestons\n\nx"),
    ],
)
def test_what_is_said_in_a_line_is_quoted(page, expected):
    assert markdown(page) == expected
    plain = CLEANER.clean(f"<body><div>{page}</div>").text.rstrip("\n")
    assert plain == expected.replace("**", "").replace("  \n", "\n")


def test_a_quotation_of_which_a_part_is_not_content_is_not_quoted():
    text = "The harbour reopened on Monday, and many people came to see the ships of the town."
    page = f"<p>{text}<p>{text} She said <q>we opened <span hidden>it</span> it today</q>"
    assert victor.load("web").clean(page).text.endswith("She said we opened it today\n")


def test_buttons_in_the_heading_of_a_page_are_left_out():
    def first_line(heading, title):
        page = f"<title>{title}</title><h1>{heading}</h1><p>Text.</p>"
        return CLEANER.clean(page).format("markdown-title").partition("\n")[0]

    assert (
        first_line("Crate bridge <button>Copy path</button>", "bridge - Docs") == "# Crate bridge"
    )
    assert first_line("Cielo a <button>Roma</button>", "Cielo oggi") == "# Cielo a Roma"
    effect = "The <button>photovoltaic</button> effect"
    assert first_line(effect, "The PV effect") == "# The photovoltaic effect"
    assert first_line("Premi <button>Salva</button> ora", "Premi Salva ora") == "# Premi Salva ora"
    assert first_line("<button>Copy path</button>", "bridge - Docs").endswith("Copy path")


def test_a_title_that_the_heading_begins_with_stands_once():
    page = "<title>海港大桥今天重新开放通行_海港百科</title>"
    page += "<h1><span>海港大桥今天重新开放通行</span><div>朗读文章</div></h1><p>大桥开放了。</p>"
    assert CLEANER.clean(page).format("markdown-title").count("海港大桥今天重新开放通行") == 1


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<p>Die <b>Brücke</b> öffnet<p>Ab heute.", "# Die **Brücke** öffnet\n\nAb heute."),
        ("<p><b>Die Brücke öffnet</b><p>Ab heute.", "# Die Brücke öffnet\n\nAb heute."),
        ("<p><b>Die Brücke öffnet</b><br>Von Ann<p>x", "# Die Brücke öffnet\n\nVon Ann\n\nx"),
        (f"<p>{'Alle Boote. ' * 30}<p>Die Brücke öffnet<br>x", "# Die Brücke öffnet\n\nAlle"),
        ("<p>Von Ann<p>Die Brücke öffnet!<p>Ab heute.", "Von Ann\n\n# Die Brücke öffnet!\n"),
        ("<p>Die Brücke öffnet<h1>Die Brücke öffnet</h1><p>Ab heute.", "Die Brücke öffnet\n\n#"),
        ("<p>Die Brücke öffnet<h1>Hafen: Die Brücke öffnet</h1>", "Die Brücke öffnet\n\n# Hafen"),
        (f"<p>Die Brücke öffnet{'<p>x' * 12}<h1>Die Brücke öffnet</h1>", "Die Brücke öffnet\n\nx"),
        ("<div>Die Brücke<br>öffnet</div><p>Ab heute.", "# Die Brücke"),
        ("<h2>Hafen</h2><p>Die Brücke öffnet<p>Ab heute.", "## Hafen\n\nDie Brücke öffnet\n"),
        ("<p>Eins<p>Zwei<p>Drei<p>Die Brücke öffnet", "Eins\n\nZwei\n\nDrei\n\nDie Brücke öffnet"),
    ],
)
def test_a_paragraph_at_the_top_that_is_the_title_is_a_heading(page, expected):
    found = CLEANER.clean(f"<title>Die Brücke öffnet</title><body>{page}")
    assert found.markdown.startswith(expected)


@pytest.mark.parametrize(
    ("address", "is_link"),
    [
        ("/most/", False),
        ("http://www.example.org/most", False),
        ("https://example.org/most#top", False),
        ("/most?p=2", True),
        ("/", True),
    ],
)
def test_a_title_is_no_link_to_its_own_page(address, is_link):
    page = f"<title>Most je otevřen</title><h1><a href={address}>Most je otevřen</a></h1><p>Dnes."
    found = CLEANER.clean(page, url="https://example.org/most").markdown
    assert found.startswith("# [Most je otevřen](" if is_link else "# Most je otevřen\n")


@pytest.mark.parametrize(
    ("description", "mark"),
    [("Nach zwei Jahren Arbeit fahren wieder alle Boote", ""), ("Nach zwei Jahren", "## ")],
)
def test_a_heading_below_the_title_that_is_the_description_is_a_paragraph(description, mark):
    page = f"<title>Die Brücke öffnet</title><meta name=description content='{description}'>"
    page += f"<h1>Die Brücke öffnet</h1><h2>{description}</h2><p>Ab heute.</p>"
    assert f"\n\n{mark}{description}\n\nAb heute." in CLEANER.clean(page).markdown


@pytest.mark.parametrize(
    ("title", "level", "heading", "stands_once"),
    [
        ("The harbour bridge opens", 2, "After a winter: The harbour bridge opens", True),
        ("Die Brücke öffnet wieder", 2, '"Endlich"Die Brücke öffnet wieder', True),
        ("Port : Le pont rouvre enfin", 2, "Le pont rouvre enfin", True),
        ("大桥今天重新开放通行恢复交通", 2, "港口新闻：大桥今天重新开放通行恢复交通", True),
        ("The harbour bridge opens", 1, "Title:The harbour bridge opens", True),
        ("The harbour bridge", 2, "What was the harbour bridge", False),
        ("The harbour bridge", 2, "What was The harbour bridge", False),
        ("The harbour bridge", 2, "1. The harbour bridge", False),
        ("Buoys", 3, "2.1 Buoys", True),
        ("The harbour bridge", 2, "The harbour bridge for beginners", False),
        ("Bridges", 2, "Read more: Bridges", False),
        ("恢复交通的大桥今天重新开放", 2, "【港口新闻】恢复交通的大桥今天重新开放", True),
        ("The harbour is open", 2, "Why the mayor is wrong: “The harbour is open", False),
        ("Le port est ouvert", 2, "Le maire a tort : « Le port est ouvert", False),
        ("The harbour is open", 2, "The mayor (The harbour is open", False),
    ],
)
def test_a_title_stands_once_where_the_first_heading_has_it_after_a_kicker(
    title, level, heading, stands_once
):
    parts = [Part("heading", [heading], level=level), Part("paragraph", ["It is open."])]
    assert (heading_of(title, parts) is None) is stands_once
    later = [*(Part("paragraph", ["Some words. " * 20]) for _ in range(3)), *parts]
    assert (heading_of(title, later) is None) is (stands_once and level == 1)


def test_a_paragraph_below_a_table_is_not_the_title():
    page = "<title>Night Sea</title><p>Songs{}<p><a href=/album>Night Sea</a><p>2007"
    table = "<table><tr><th>No.<th>Title<tr><td>1<td>The tide goes out</table>"
    assert CLEANER.clean(page.format(table)).markdown.startswith("# Night Sea\n\nSongs\n")
    assert CLEANER.clean(page.format("")).markdown.startswith("Songs\n\n# [Night Sea]")


def test_a_title_after_a_date_and_a_byline_is_a_heading_of_the_first_level():
    lines = "<p>Ahoy harbour</p><p>By Rufus Tandy</p><p>14 March 2026</p><p>Photo: Ada Low</p>"
    page = "<title>The harbour bridge opens</title>{}<h3>The harbour bridge opens</h3><p>Today."
    assert "\n# The harbour bridge opens\n" in CLEANER.clean(page.format(lines)).markdown
    long = ("<p>" + "All boats leave again. " * 20) * 3
    found = CLEANER.clean(page.format(long)).markdown
    assert found.startswith("# The harbour bridge opens\n") and "\n### The harbour" in found


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<p>In <i>Anyone But Yo</i><i>u,</i> it is", "In *Anyone But You,* it is"),
        ("<p><b>Hra<i>dec</i></b><b><i>ko</i>vá</b> leží", "**Hra*decko*vá** leží"),
        (
            "<p><a href=/a>A video</a> <a href=/a>on <i>Vimeo</i></a> now",
            "[A video on *Vimeo*](/a) now",
        ),
        ("<p><s>alt</s><s>er</s> neu", "~~alter~~ neu"),
        ("<p>Das <b>Zentrale</b> <b>Archiv</b> öffnet", "Das **Zentrale Archiv** öffnet"),
        (
            "<h2><b>Quand</b> <b>commence <i>l’hiver</i> ?</b></h2><p>x",
            "## Quand commence *l’hiver* ?\n\nx",
        ),
        ("<p><i>BESCHREIBUNG</i><i>—</i>die Art", "*BESCHREIBUNG*—die Art"),
        # Those that stand apart are two, and so are others.
        ("<p><b>Größe:</b> <b>38</b>", "**Größe:** **38**"),
        ("<p><b>Pro Paket</b> <b>Enthalten:</b> 3", "**Pro Paket** **Enthalten:** 3"),
        ("<p><b>uno</b><br><b>dos</b>", "**uno**  \n**dos**"),
        ("<p><a href=/a>a</a> <a href=/b>b</a>", "[a](/a) [b](/b)"),
        ("<p><a href=/a>Preise</a> <a href=/a>Zum Laden</a>", "[Preise](/a) [Zum Laden](/a)"),
        ("<p><a href=/a>威尼斯人</a> <a href=/a>金光综艺馆</a>", "[威尼斯人](/a) [金光综艺馆](/a)"),
        ("<p><a href=/a>a</a>, <a href=/a>b</a>", "[a](/a), [b](/a)"),
        (
            "<p><a href=/a><img src=i.png></a> <a href=/a>obr. 1</a>",
            "[![](i.png)](/a) [obr. 1](/a)",
        ),
        (
            "<p><a href=/a>obr. 1</a> <a href=/a><img src=i.png></a>",
            "[obr. 1](/a) [![](i.png)](/a)",
        ),
        ("<p><kbd>Ctrl</kbd> <kbd>C</kbd>", "`Ctrl` `C`"),
        ("<h2><b>Eins</b> und <b>zwei</b></h2><p>x", "## **Eins** und **zwei**\n\nx"),
    ],
)
def test_marks_in_pieces(page, expected):
    assert markdown(page) == expected


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("Now <sup>$</sup>1,899<sup>.00</sup> only", "Now $1,899.00 only"),
        ("Jetzt <b>12<sup>,99</sup></b> €", "Jetzt **12,99** €"),
        ("Seen<sup>3</sup><sup>,12</sup> before", "Seen<sup>3</sup><sup>,12</sup> before"),
        ("Now $19<sup>99</sup>, 3 m<sup>2</sup>", "Now $19<sup>99</sup>, 3 m<sup>2</sup>"),
    ],
)
def test_parts_of_a_price_are_no_superscripts(page, expected):
    assert markdown(f"<p>{page}") == expected
