"""What within a block no reader sees, or hears twice, is not in the document."""

import re

import pytest

import victor

CLEANER = victor.load("web", select="body")
LINE = "Le bac part à neuf heures du vieux port"


def written(page):
    """Markdown, which has the words of the plain text."""
    result = CLEANER.clean(f"<body><div>{page}</div>")
    words = re.sub(r"[*#>]|</?sup>", "", result.markdown).split()
    assert result.text.split() == words
    return result.markdown.rstrip("\n")


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<p>{} <span style='display:none'>CS1 maint: texte</span> le soir.", "{} le soir."),
        (
            "<p>{}, <time><b class=t__long>2 mai 2024</b><b class=t__short>1 an</b></time>.",
            "{}, **2 mai 2024**.",
        ),
        (
            "<p>{}, <b><u class=t__long>2 mai 2024</u> <u class=t__short>1 an</u></b>.",
            "{}, **2 mai 2024 1 an**.",
        ),
        ("<p>{}, <time>2 mai 2024</time> <i itemprop=position>3</i>", "{}, 2 mai 2024"),
        ("<p>{}, le 2 mai 2024 <i itemprop=position>3</i>", "{}, le 2 mai 2024 *3*"),
        ("<p>{}<sup>a<span hidden>X Source de recherche</span></sup>.", "{}<sup>a</sup>."),
        ("<p>{}, <b aria-hidden=true>(133)</b><i>133 avis</i> lus", "{}, *133 avis* lus"),
        ("<p>{}: <i>EUR 3.50</i><b aria-hidden=true>EUR 3<u>50</u></b>.", "{}: *EUR 3.50*."),
        # What is for the eye alone stays where nothing else says it, and so does what may be shown.
        ("<p>{}, <b aria-hidden=true>(133)</b> lus", "{}, **(133)** lus"),
        ("<p>{}, <b aria-hidden=true>(133)</b> <i>34 avis</i>", "{}, **(133)** *34 avis*"),
        ("<p>{0}<span hidden>, {0}, {0}</span>.", "{0}, {0}, {0}."),
        ("<p>{}<p hidden>Il revient le soir.", "{}\n\nIl revient le soir."),
    ],
)  # fmt: skip
def test_hidden_words_within_a_line(page, expected):
    assert written(page.format(LINE)).replace("  ", " ") == expected.format(LINE).replace(
        " .", " ."
    )


PRICE = (
    "<p>{} <del aria-hidden=true><b>249<i>€</i></b></del> <span class=screen-reader-text>"
    "{}: 249€.</span><ins aria-hidden=true><b>149<i>€</i></b></ins>"
    "<span class=screen-reader-text>{}: 149€.</span> <span>inkl. MwSt.</span>"
)


@pytest.mark.parametrize(
    "said", [("Vogelhaus", "Ursprünglicher Preis war", "Aktueller Preis ist"),
             ("Mangeoire", "Le prix initial était", "Le prix actuel est")],
)  # fmt: skip
def test_prices_are_not_said_again_for_the_ear(said):
    result = CLEANER.clean(f"<body><div>{PRICE.format(*said)}</div><p>{LINE}.</p>")
    assert result.text.split("\n")[0] == f"{said[0]} 249€ 149€ inkl. MwSt."


def test_what_is_nearly_the_same_for_the_ear_is_not_said_again():
    page = "<p>Note <i aria-hidden=true>sehr gut</i> <span class=sr-only>Also sehr gut</span>"
    assert CLEANER.clean(f"<body><div>{page}</div><p>{LINE}.</p>").text.startswith(
        "Note sehr gut\n"
    )


@pytest.mark.parametrize(
    "page",
    [
        "<p>Note <i aria-hidden=true>★★★★</i> <span class=sr-only>4 von 5</span>",
        "<p>Note <span class=sr-only>4,5 von 5, 133 Meinungen</span><i aria-hidden=true>(133)</i>",
        "<p><i aria-hidden=true>B</i><span class=sr-only>Bob B Smith</span> schrieb das",
        "<p><i aria-hidden=true>Eva</i><span class=sr-only>Eva Novák</span> schrieb das",
        "<p>Note <i aria-hidden=true>A</i><span class=sr-only>Note A, die beste der Klasse</span>!",
        "<p>Weiter <i aria-hidden=true>x</i> <span class=sr-only>Extras der Seite</span>",
        "<p>Preis <i hidden id=a>249€</i> <span class=sr-only>Der Preis war 249€</span> heute",
    ],
)
def test_what_says_more_for_the_ear_stays(page):
    for_ear = re.search("sr-only>(.*?)<", page)[1]
    assert for_ear in CLEANER.clean(f"<body><div>{page}</div><p>{LINE}.</p>").text


@pytest.mark.parametrize("times", [1, 2])
def test_a_heading_that_moves_is_said_once(times):
    words = "".join(f"<span>{word}</span>" for word in ("Une carte", "du port"))
    moving = f"<span aria-hidden=true>{f'{words}<br>' * times}</span>"
    heading = f"<h1>{moving}<span class=utils_visuallyHidden__x3F>Une carte du port</span></h1>"
    result = CLEANER.clean(f"<title>Carte</title><body><div>{heading}<p>{LINE}.</p></div>")
    assert result.markdown == f"# Une carte du port\n\n{LINE}.\n"
    other = heading.replace("Une carte du port", "Les heures du bac")
    assert "du port" in CLEANER.clean(f"<body><div>{other}<p>{LINE}.</p></div>").text


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("EUR 20,99<span class=clipped>EUR 20,99</span>", "EUR 20,99"),
        ("<b class='a sr-only'>Neu</b><b>Neu</b>", "**Neu**"),
        ("<i class='x md:hidden'>NEU</i><i class='x hidden md:block'>NEU</i>", "*NEU*"),
        ("<i class='hidden lg:inline-flex'>NEU</i><i class='lg:hidden'>NEU</i>", "*NEU*"),
        ("<b class=sr-only>5 €</b>5 € <b class=sr-only>9 €</b>9 €", "5 € 9 €"),
        ("Neu<span class=sr-only>Neu </span> ab Mai", "Neu ab Mai"),
        ("<i class=d-md-none>NEU</i><i class='d-none d-md-inline'>NEU</i>", "*NEU*"),
        # What readers see twice, or at another width, is not said again.
        ("Neu<span class=not-sr-only>Neu</span>", "NeuNeu"),
        ("Neu<span class='sm:sr-only'>Neu</span>", "NeuNeu"),
        ("Neu<span class=clipped>Neu in Kiel</span>", "NeuNeu in Kiel"),
        ("<b>da</b><b>da</b>", "**dada**"),
        ("Ciao<b class=text-clipped>Ciao</b>", "Ciao**Ciao**"),
        ("3<sup class=clipped>3</sup>", "3<sup>3</sup>"),
        ("<i class=d-md-none>NEU</i><i class='d-none d-lg-inline'>NEU</i>", "*NEUNEU*"),
        ("<i class='md:hidden'>NEU</i><i class='hidden lg:block'>NEU</i>", "*NEUNEU*"),
        ("<i class='md:hidden'>NEU</i><i class='md:block'>NEU</i>", "*NEUNEU*"),
    ],
)
def test_a_text_for_the_ear_or_another_screen_beside_itself_is_there_once(line, expected):
    assert CLEANER.clean(f"<body><p>{line}</p><p>{LINE}.</p>").markdown.split("\n")[0] == expected


def test_markup_to_copy_is_no_text():
    copied = "<textarea readonly><iframe src='https://isle.example/embed'></iframe></textarea>"
    assert written(f"<p>{LINE}</p>{copied}") == LINE
    assert "Voici" in written(f"<p>{LINE}</p><textarea>Voici du texte</textarea>")


def hide(mail: str, key: int = 90) -> str:
    return bytes((key, *(one ^ key for one in mail.encode()))).hex()


MAIL = "hafen@insel.example"
JOOMLA = "first=aGFmZW4= last=aW5zZWwuZXhhbXBsZQ== is-email=1"


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        (
            f"<a href='/cdn-cgi/l/email-protection#{hide(MAIL)}'><span class=__cf_email__"
            f" data-cfemail={hide(MAIL)}>[email&#160;protected]</span></a>",
            f"[{MAIL}](mailto:{MAIL})",
        ),
        (
            f"<a class=__cf_email__ href='/cdn-cgi/l/email-protection' data-cfemail={hide(MAIL)}>"
            "[email&#160;protected]</a>",
            f"[{MAIL}](mailto:{MAIL})",
        ),
        (
            f"<a href='/cdn-cgi/l/email-protection#{hide(MAIL)}'>Schreib uns</a>",
            f"[Schreib uns](mailto:{MAIL})",
        ),
        ("<a href='/cdn-cgi/l/email-protection#zz'>Schreib uns</a>", "Schreib uns"),
        ("<b data-cfemail=00>[email protected]</b>", r"**[email protected]**"),
        (f"<joomla-hidden-mail {JOOMLA}>Diese Adresse ist geschützt.</joomla-hidden-mail>", MAIL),
        ("<joomla-hidden-mail first=YQ==>Geschützt</joomla-hidden-mail>", "Geschützt"),
        ("<joomla-hidden-mail first=YQ last=Y>Geschützt</joomla-hidden-mail>", "Geschützt"),
    ],
)
def test_addresses_of_mail_that_a_script_would_show(link, expected):
    page = f"<body><p>Fragen zur Fähre: {link}"
    result = CLEANER.clean(page)
    assert result.markdown == f"Fragen zur Fähre: {expected}\n"
    if MAIL in expected.partition("]")[0]:
        assert result.text == f"Fragen zur Fähre: {MAIL}\n"


def test_links_to_nowhere_are_text():
    links = "<a href=#>Log in</a>, <a href='#!'>menu</a>, <a href=#notes>notes</a>"
    assert CLEANER.clean(f"<body><p>{links}").markdown == "Log in, menu, [notes](#notes)\n"


def test_a_quotation_around_the_whole_text_is_indentation():
    letter = "<h2>Le bac</h2>" + f"<p>{LINE}.</p>" * 3
    assert ">" not in written(f"<blockquote>{letter}</blockquote>")
    assert "> " in written(f"<blockquote cite=/lettre>{letter}</blockquote>")
    assert "> " in written(f"<p>{LINE} :</p><blockquote><p>{LINE}.</p></blockquote>")
    assert "> " in written(f"<blockquote><p>{LINE}.</p></blockquote>")


def test_the_text_of_a_post_is_no_quotation():
    post = f"<li><b>Anna</b><blockquote class='messageText ugc'>{LINE}.</blockquote></li>"
    assert ">" not in CLEANER.clean(f"<body><ul>{post * 2}</ul>").markdown


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        (
            "<ul><li><b aria-hidden=true>1</b> 100 g<li><b aria-hidden=true>2</b> 20 g</ul>",
            "1 100 g",
        ),
        ("<p>Le port en 2021<sup aria-hidden=true>1</sup> et en 2020", "20211 et en 2020"),
        ("<p><span aria-hidden=true>L</span>lamas", "Llamas"),
        ("<p>La capitale ? <span style='display:none'>Paris</span>", "capitale ? Paris"),
        ("<p>Il part <span id=a style='display:none'>à midi.</span> Suite", "part à midi. Suite"),
        ("<p>Le code : <textarea name=code><div class=menu></textarea>", "<div class=menu>"),
        ("<p>Bonjour<span hidden> x</span>, toi", "Bonjour, toi"),
    ],
)
def test_what_may_be_meant_stays(page, expected):
    assert expected in CLEANER.clean(f"<body><p>{LINE}.</p>{page}").text


def test_definitions_of_latex_commands_in_a_row_are_not_shown():
    vectors = r"\(\newcommand{\v}[1]{\mathbf{#1}}\) \( \renewcommand{\R}{\left\{#1\right.} % x\)"
    page = rf"<p>{vectors}</p><p>\(\def\d#1{{d_{{#1}}}}\)</p><p>Ein Vektor \(\v{{x}}\).</p>"
    assert written(page) == r"Ein Vektor \(\v{x}\)."


@pytest.mark.parametrize(
    "page",
    [
        r"<p>Definiujeme: \(\newcommand{\R}{\mathbb R}\) \(\newcommand{\N}{\mathbb N}\)</p>",
        r"<p>\(\newcommand{\R}{\mathbb R}\)</p>",
        r"<p>\(\newcommand{\R}{\mathbb R}\)</p><p>\(\newcommand{\N}{N} \N^n\)</p>",
        r"<pre>\(\newcommand{\R}{\mathbb R}\) \(\newcommand{\N}{\mathbb N}\)</pre>",
        r"<p>\newcommand{\R}{\mathbb R}</p><p>\newcommand{\N}{\mathbb N}</p>",
    ],
)
def test_latex_that_says_more_or_is_code_stays(page):
    assert CLEANER.clean(page).text.count("newcommand") == page.count("newcommand")


def test_a_note_in_the_text_begins_with_no_number():
    mark = "<sup class=ltx_note_mark>1</sup>"
    tag = "<span class='ltx_tag ltx_tag_note'>1</span>"
    kind = "<span class=ltx_note_type>thanks: </span>"
    content = f"<span class=ltx_note_content>{mark}{kind}{tag} Siehe Anhang.</span>"
    page = f"<h2>Große Modelle<span class=ltx_note>{mark}<span>{content}</span></span> lernen"
    assert written(page) == "## Große Modelle<sup>1</sup> Siehe Anhang. lernen"
    page = f"<p>Große Modelle{mark} lernen</p><p>{tag} Siehe Anhang."
    assert written(page) == "Große Modelle<sup>1</sup> lernen\n\n1 Siehe Anhang."


@pytest.mark.parametrize(
    "said",
    [
        "<span class=hint>(opens in a new tab)</span>",
        " <i class=sr-only>, opens in a new window</i>",
        "<span>(öffnet im neuen Fenster)</span>",
        "<span>(Nouvelle fenêtre)</span>",
        " <span>(external link)</span>",
        "<span>[external]</span>",
        "<span>Länk till annan webbplats, öppnas i nytt fönster.</span>",
        "<span>（新しいウィンドウで開きます）</span>",
    ],
)
def test_how_the_target_of_a_link_opens_is_not_part_of_its_text(said):
    page = f"<p>{LINE}: <a href=https://a.example/bac>les horaires{said}</a>, en été."
    result = CLEANER.clean(f"<body>{page}")
    assert result.text == f"{LINE}: les horaires, en été.\n"
    assert result.markdown == f"{LINE}: [les horaires](https://a.example/bac), en été.\n"


@pytest.mark.parametrize(
    "link",
    [
        "<a href=/a>(opens in a new tab)</a>",
        "<a href=/a>Settings <b>New window of opportunity</b></a>",
        "<a href=/a>Settings of a <kbd>New window</kbd></a>",
        "<b>Settings <i>(opens in a new tab)</i></b>",
    ],
)
def test_words_about_windows_outside_of_announcements_stay(link):
    text = CLEANER.clean(f"<body><p>{LINE}: {link}.</p>").text
    assert "new tab)" in text or "New window" in text
