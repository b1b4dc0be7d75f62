"""Figures and quotations that platforms write as ``div`` elements."""

import pytest

import victor

CLEANER = victor.load("keep-everything")


def made(page, form="markdown-title"):
    return CLEANER.clean(f"<body><div>{page}</div>").format(form).rstrip("\n")


CAPTIONED = (
    "<div class='wp-caption alignright'><a href=/l.jpg><img src=/m.jpg alt=Most></a>"
    "<p class=wp-caption-text>Most přes řeku</p></div>",
    "<div class='thumb tright'><div class=thumbinner><a href=/l><img src=/m.jpg alt=Most></a>"
    "<div class=thumbcaption><div class=magnify><a href=/l title=Zvětšit></a></div>"
    "Most přes <i>řeku</i></div></div></div>",
)


@pytest.mark.parametrize("figure", CAPTIONED)
def test_a_caption_by_its_class(figure):
    found = made(f"<p>Před</p>{figure}<p>Po</p>", "html")
    assert "<figure>" in found
    caption = found.partition("<figcaption>")[2].partition("</figcaption>")[0]
    assert caption.replace("<em>", "").replace("</em>", "") == "Most přes řeku"
    assert made(f"<p>Před</p>{figure}<p>Po</p>", "text") == "Před\n\nMost přes řeku\n\nPo"


@pytest.mark.parametrize(
    "page",
    [
        "<div class=wp-caption><p class=wp-caption-text>Bez obrázku</p></div>",
        "<div class=box><img src=/m.jpg alt=Most><p class=caption>Odstavec</p></div>",
        "<div class=wp-caption><img src=/a.jpg alt=a><p class=wp-caption-text>a</p>"
        "<img src=/b.jpg alt=b><p class=wp-caption-text>b</p></div>",
        "<div class=wp-caption><img src=/a.jpg alt=a>"
        "<div class=wp-caption-text>První řádek<br>a druhý</div></div>",
        "<div class=wp-caption><img src=/a.jpg alt=a>"
        "<div class=wp-caption-text><p>První řádek</p><p>a druhý</p></div></div>",
        "<div class=thumbinner><img src=/a.jpg alt=a>"
        "<div class=thumbcaption><ul><li>a<li>b</ul></div></div>",
    ],
)
def test_what_is_no_figure(page):
    page = f"<p>Před</p>{page}<p>Po</p>"
    assert "<figcaption>" not in made(page, "html")
    assert "řádek a" not in made(page, "text")


@pytest.mark.parametrize(
    "quotation",
    [
        "<table><tr><td><b>Quote:</b><tr><td class=quote>Das Boot fährt um neun.</table>",
        "<div class=quotetitle>Quote:</div><div class=quotecontent>Das Boot fährt um neun.</div>",
        "<div class=post_body><div class='quote'>Das Boot fährt um neun.</div></div>",
        "<div class=testimonials><div class=quote>Das Boot fährt um neun.</div></div>",
        "<div class=bbcode_container><div>Quote:</div>"
        "<div class='bbcode_quote printable'><hr>Das Boot fährt um neun.</div></div>",
    ],
)
def test_a_quotation_in_a_post(quotation):
    found = made(f"<p>Hallo</p>{quotation}<p>Danke, bis morgen.</p>")
    assert "\n> Das Boot fährt um neun.\n\nDanke" in found
    assert "> Danke" not in found


@pytest.mark.parametrize(
    "page",
    [
        "<div class=quote><p>Devis gratuit <input name=mail></p></div>",
        "<div class=quote><a href=/devis>Demander un devis</a></div>",
        "<div class=quote><p>Demandez un devis gratuit pour votre maison</p></div>",
        "<div class='col quote'><p>Demandez un devis gratuit pour votre maison</p></div>",
        "<div class=post><p>Le bac part.</p><div class=quote>Citer</div></div>",
        "<div class=quote><b>OR</b> 1.932,40 +1,25 %</div>",
        "<div class=quote><h2>Un jour en mer</h2><p>Le texte de la page.</p></div>",
        "<table><tr><th>Titre<th>Cours<tr><td>Or<td class=quote>en hausse<tr><td>Fer<td>1</table>",
        "<div class=quotes><p>Le bac part à neuf heures.</p></div>",
    ],
)
def test_what_is_no_quotation(page):
    assert ">" not in made(f"<p>Avant</p>{page}<p>Après</p>")


def test_what_is_quoted_already_is_not_quoted_twice():
    page = "<blockquote><div class=quote>Das Boot fährt um neun.</div></blockquote><p>Danke"
    assert made(page) == "> Das Boot fährt um neun.\n\nDanke"
    page = "<div class=bbCodeQuote><div>Eva:</div><blockquote>Um neun.</blockquote></div><p>Danke"
    assert made(page) == "Eva:\n\n> Um neun.\n\nDanke"


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<p>A <i>b</i><noscript><img src=/b.png alt=b></noscript> c", "A *b* ![b](/b.png) c"),
        ("<p>A</p><noscript><img src=/b.png alt=b></noscript><p>C", "A\n\n![b](/b.png)\n\nC"),
        (
            "<div><noscript><img src=/b.png alt=b></noscript><span>C</span></div>D",
            "![b](/b.png)\n\nC\n\nD",
        ),
        ("A<noscript><iframe src=/b></iframe></noscript> c", "A c"),
        ("A<noscript><div><img src=/b.png alt=b></div></noscript>C", "A\n\n![b](/b.png)\n\nC"),
        ("A<noscript>Bitte Scripts erlauben</noscript>C", "A\n\nBitte Scripts erlauben\n\nC"),
    ],
)
def test_a_noscript_in_a_sentence(page, expected):
    assert made(page) == expected


LINES = "Der Zug kam spät.<br><br>Niemand stieg aus.<br><br>Es wurde dunkel."
PARAGRAPHS = "<p>Der Zug kam spät.<p>Niemand stieg aus.<p>Es wurde dunkel."


@pytest.mark.parametrize(
    "page",
    [
        f"<h1>Reise</h1><blockquote>{LINES}</blockquote>",
        f"<h1>Reise</h1><blockquote>{LINES}</blockquote><blockquote>{LINES}</blockquote>",
        f"<blockquote>{PARAGRAPHS}</blockquote>" * 4,
        "<p>Beispiel:</p><blockquote class=example><pre>a = 1\nb = 2</pre></blockquote><p>Ende",
        "<ul><li>Eins<blockquote><div><ul><li>zwei<li>drei</ul></div></blockquote></ul><p>Ende",
    ],
)
def test_what_is_only_indented_is_no_quotation(page):
    assert ">" not in made(page)


@pytest.mark.parametrize(
    "page",
    [
        "<h1>Worte</h1>" + "<blockquote>Der Zug kam spät, doch er kam.</blockquote>" * 5,
        f"<p>Sie schrieb uns im Mai aus dem Süden:</p><blockquote>{LINES}</blockquote>",
        f"<blockquote>{PARAGRAPHS}</blockquote><blockquote>{PARAGRAPHS}</blockquote>",
        f"<p>{'Wir fuhren noch weit. ' * 5}</p><blockquote>{LINES}</blockquote>",
        "<div class=post><blockquote><pre>a = 1</pre></blockquote><p>Das geht nicht.</div>",
        "<p>Eva:</p><blockquote class=quote><pre>a = 1</pre></blockquote><p>Das geht nicht.",
        "<ul><li>Eins<blockquote><div><p>Er kam.</p></div></blockquote></ul><p>Ende",
    ],
)
def test_quotations_stay(page):
    assert "> " in made(page)
