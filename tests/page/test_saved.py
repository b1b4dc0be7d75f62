"""Pages that archives, browsers and other programs have saved."""

import re

import pytest

import victor
from victor.page import read_page

CLEANER = victor.load("web")
URL = "https://tide.example/news/bridge"
# What is before the URLs of links, of images, and of links within the site.
TEMPLATE = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<title>Old bridge to be repaired by August - The Tide</title>
<link rel="canonical" href="{link}https://tide.example/news/bridge">
<meta property="og:image" content="{image}https://cdn.tide.example/bridge.jpg">
<script type="application/ld+json">{{"@type": "NewsArticle", "headline": "Old bridge to be repaired
by August", "@id": "{json}https:\\/\\/tide.example\\/news\\/bridge"}}</script></head>
<body><nav><a href="{link}https://tide.example/">Home</a> <a href="{site}/sport/">Sport</a></nav>
<article><h1>Old bridge to be repaired by August</h1>
<p>The town council voted last night to repair the old stone bridge over the harbour, which has
been <a href="{site}/2019/storm?id=4">closed</a> to carts and cars since the storm in March.</p>
<figure><img src="{image}https://cdn.tide.example/bridge.jpg" alt="The bridge"></figure>
<p>Councillor Maren Holt said that the work would begin in June and take about eight weeks,
if the granite arrives from the <a href="{link}https://quarry.example/granite">quarry</a>.</p>
<p>Residents of the island, who have had to take the ferry, welcomed the decision, but asked for a
footpath while the <a href="https://web.archive.org/web/20091201000000/http://plan.example/">planned
</a> work goes on.</p></article><footer>© 2020 The Tide</footer></body></html>"""
PAGE = TEMPLATE.format(link="", image="", json="", site="https://tide.example")
TIME = "20200115093021"
WAYBACK = "https://web.archive.org/web/"
COPY = f"{WAYBACK}{TIME}/{URL}"
SCRIPTS = f"""<script src="https://web-static.archive.org/_static/js/wombat.js"></script>
<script type="text/javascript">__wm.init("https://web.archive.org/web");
  __wm.wombat("{URL}","{TIME}","https://web.archive.org/","web","1579080621");</script>"""
TOOLBAR = f"""<!-- BEGIN WAYBACK TOOLBAR INSERT --><div id="wm-ipp-base" lang="en"><form>
<input type="text" name="url" id="wmtbURL" value="{URL}"></form>
<p>The Wayback Machine has 27 captures of this page, from 3 March 2015 until 11 October 2023.</p>
<a href="/web/20191214082241/{URL}">Dec</a> <a href="/web/20191214082241/{URL}">2019</a>
<div id="wm-ipp-print">The Wayback Machine - {COPY}</div></div>
<!-- END WAYBACK TOOLBAR INSERT -->"""
FOOTER = """\n<!--\n     FILE ARCHIVED ON 09:30:21 Jan 15, 2020 AND RETRIEVED FROM THE
     INTERNET ARCHIVE ON 10:12:21 May 03, 2024.\n-->"""
REPLAY = f"""<!-- WB Insert --><script>wbinfo = {{}}
  wbinfo.top_url = "http://localhost:8080/news/{TIME}/{URL}";
  wbinfo.url = "{URL}";
  wbinfo.timestamp = "{TIME}";</script><!-- End WB Insert -->"""


def archived(prefix: str) -> str:
    """The page with the URLs that an archive writes, some of them without its scheme or host."""
    start = f"{prefix}{TIME}"
    path = re.sub("^https?://[^/]+", "", start)
    return TEMPLATE.format(
        link=f"{start}/",
        image=f"{start.partition(':')[2]}im_/",
        json=f"{start}/".replace("/", "\\/"),
        site=f"{path}/https://tide.example",
    )


def summary(page: str | bytes, url: str | None = None) -> tuple[object, ...]:
    found = CLEANER.clean(page, url=url)
    meta = found.metadata
    return found.markdown, found.page.url, meta.url, meta.image, meta.site, meta.date, meta.title


EXPECTED = summary(PAGE, URL)


@pytest.mark.parametrize(
    ("prefix", "head", "toolbar", "end", "url"),
    [
        (WAYBACK, SCRIPTS, TOOLBAR, FOOTER, None),
        (WAYBACK, SCRIPTS, "", "", None),
        ("http://web.archive.org/web/", "", TOOLBAR, FOOTER, None),  # before 2018
        (WAYBACK, "", "", FOOTER, URL),
        (WAYBACK, "", "", "", COPY),
        (WAYBACK, SCRIPTS, "", "", f"{WAYBACK}2020id_/{URL}"),
        ("http://localhost:8080/news/", REPLAY, "", "", None),
        ("https://arquivo.pt/wayback/", "", "", "", f"https://arquivo.pt/wayback/{TIME}mp_/{URL}"),
    ],
)
def test_an_archived_page_is_read_as_before(prefix, head, toolbar, end, url):
    page = archived(prefix).replace("<head>", f"<head>{head}") + end
    page = page.replace("<body>", f"<body>{toolbar}")
    assert summary(page, url) == summary(page.encode(), url) == EXPECTED
    assert "web/20091201000000/http://plan.example/" in str(EXPECTED[0])


def test_other_links_to_copies_in_an_archive_stay():
    page = TEMPLATE.format(link=f"{WAYBACK}{TIME}/", image="", json="", site="")
    page = page.replace("<head>", '<head><script src="/wombat.js"></script>')
    assert read_page(page).html == page
    assert read_page(page.encode()).html == page


def test_a_raw_copy_keeps_its_links_to_an_archive():
    page = PAGE.replace(f"{WAYBACK}20091201000000/http://plan", f"{WAYBACK}{TIME}/http://plan")
    assert read_page(page, url=f"{WAYBACK}{TIME}id_/{URL}").html == page


def test_mail_addresses_of_an_archived_page_are_read_as_before():
    mail = '<a href="{}mailto:maren@tide.example">Maren Holt</a>'
    page = archived(f"{WAYBACK}{TIME}/").replace("Councillor", mail.format(f"/web/{TIME}/"))
    found = read_page(page.replace("<head>", f"<head>{SCRIPTS}")).html
    assert mail.format("") in found


CHROME = f"<!-- saved from url=({len(URL):04}){URL} -->"
SINGLE_FILE = f"<!--\n Page saved with SingleFile \n url: {URL} \n saved date: Wed Jan 15 2020\n-->"
MONOLITH = f"<!-- Saved from {URL} at 2020-01-15T09:30:21Z using monolith v2.7.0 -->"
HTTRACK = "<!-- Mirrored from {} by HTTrack Website Copier/3.x [XR&CO'2014], Wed, 15 Jan 2020 -->"


@pytest.mark.parametrize(
    ("mark", "url"),
    [
        (CHROME, URL),
        (SINGLE_FILE, URL),
        (MONOLITH, URL),
        (f'<html data-scrapbook-source="{URL}" data-scrapbook-create="20200115093021000">', URL),
        ("<!-- Saved from https://moor.example/ with care -->", None),
        (HTTRACK.format("tide.example/news/bridge"), URL),
        (HTTRACK.format("moor.example/news/?a=1"), "http://moor.example/news/?a=1"),
        (f"<!-- saved from url=({len(COPY):04}){COPY} -->", URL),
        ("<!-- saved from url=(0014)about:internet -->", None),
        ("<!-- saved from url=(0022)http://internet.e-mail -->", None),
        (HTTRACK.format("file:///home/ada/bridge.html"), None),
        (f"<p>Add <code>&lt;!-- saved from url=(0032){URL} --></code>.</p>", None),
    ],
)
def test_the_url_in_a_comment(mark, url):
    page = PAGE.replace("<html", f"{mark}\n<html", 1)
    assert read_page(page).url == read_page(page.encode()).url == url
    assert read_page(page, url="https://moor.example/").url == "https://moor.example/"


@pytest.mark.parametrize(
    "mark",
    [CHROME, SINGLE_FILE, f'<meta name="savepage-url" content="{URL}">'],  # Save Page WE
)
def test_links_and_metadata_of_a_saved_page_that_states_its_url_nowhere_else(mark):
    page = re.sub("<link[^>]*>|<script.*?</script>", "", PAGE, flags=re.DOTALL)
    page = page.replace('href="https://tide.example', 'href="').replace("<head>", f"<head>{mark}")
    found = CLEANER.clean(page)
    assert (found.markdown, found.metadata.url) == (EXPECTED[0], URL)


@pytest.mark.parametrize("folder", ["./Old bridge_files/", "Old bridge_files/", "Bridge-Dateien/"])
def test_images_in_the_folder_of_a_saved_page_stay_relative(folder):
    sheet = f'<link rel="stylesheet" href="{folder}main.css"></head>'
    page = PAGE.replace("https://cdn.tide.example/", folder).replace("</head>", sheet)
    image = folder.replace(" ", "%20") + "bridge.jpg"
    expected = str(EXPECTED[0]).replace("https://cdn.tide.example/bridge.jpg", image)
    assert CLEANER.clean(page).markdown == CLEANER.clean(page, url=URL).markdown == expected


def test_images_of_a_published_folder_become_absolute():
    sheet = '<link rel="stylesheet" href="Norway_files/Norway.css"></head>'
    page = PAGE.replace("https://cdn.tide.example/", "Norway_files/").replace("</head>", sheet)
    markdown = CLEANER.clean(page, url="https://people.example/anna/Norway.html").markdown
    assert "](https://people.example/anna/Norway_files/bridge.jpg)" in markdown


@pytest.mark.parametrize("sheet", ["tl_files/theme/main.css", "/tl_files/main.css", "main.css"])
def test_images_in_a_folder_of_the_site_become_absolute(sheet):
    head = f'<link rel="stylesheet" href="{sheet}"></head>'
    page = PAGE.replace("https://cdn.tide.example/", "tl_files/").replace("</head>", head)
    assert "](https://tide.example/news/tl_files/bridge.jpg)" in CLEANER.clean(page).markdown


@pytest.mark.parametrize(
    ("own", "file"), [("/news/bridge", "bridge.html"), ("/news/bridge/", "index.html")]
)
def test_the_name_of_a_file_by_httrack_is_not_the_url_of_the_page(own, file):
    made = HTTRACK.format(f"tide.example{own}")
    page = PAGE.replace(f'href="{URL}"', f'href="{file}"').replace("<head>", f"{made}<head>")
    assert CLEANER.clean(page).metadata.url == f"https://tide.example{own}"


@pytest.mark.parametrize("attributes", ["", 'dir="auto" '])
def test_the_elements_of_google_translate_are_ignored(attributes):
    font = f'<font {attributes}style="vertical-align: inherit;">'
    head, body = PAGE.replace("council", '<font color="navy">council</font>').split("<body>")
    marked = re.sub(r">([^<>]*\w[^<>]*)<", rf">{font}{font}\1</font></font><", body)
    head = head.replace("<html ", '<html class="translated-ltr" ')
    page, translated = f"{head}<body>{body}", f"{head}<body>{marked}"
    assert read_page(translated).html == read_page(translated.encode()).html == page


BOOK = """<!DOCTYPE html><html lang="en"><head><title>The Harbour Light | Project Gutenberg</title>
</head><body><section class="pg-boilerplate"><h2>The Project Gutenberg eBook of The Harbour Light
</h2><div>This ebook is for the use of anyone anywhere in the United States.</div>
<span>*** START OF THE PROJECT GUTENBERG EBOOK THE HARBOUR LIGHT ***</span></section>
<h1>The Harbour Light</h1><p>The house stood at the end of the pier, so that the spray came over the
roof in winter, and ran down the chimney.</p><section class="pg-boilerplate">
<span>*** END OF THE PROJECT GUTENBERG EBOOK THE HARBOUR LIGHT ***</span>
<div>Updated editions will replace the previous one, and the old editions will be renamed.</div>
</section></body></html>"""


def test_a_book_of_project_gutenberg_is_without_the_licence():
    text = CLEANER.clean(BOOK).text
    assert "The house stood" in text and text.endswith("chimney.\n") and "ebook" not in text.lower()
    assert read_page(BOOK.encode()).html == read_page(BOOK).html


def test_a_book_that_is_preformatted_keeps_its_lines():
    old = re.sub("</?(?:section|span)[^>]*>", "", BOOK).replace("THE PROJ", "THIS PROJ")
    header, book = old.replace("<body>", "<body><pre>").split("<h1>")
    poem = "Oh, the tide comes in\n    and the tide goes out,\n    and the lads go down to sea."
    lines = re.sub(
        r"(?s)The Harbour Light</h1>.*</p>", f"{poem}\n\nEnd of the Project Gutenberg", book
    )
    assert f"<pre>\n{poem}" in read_page(header + lines).html
    assert "Updated" not in read_page(header + lines).html


def test_a_page_about_project_gutenberg_stays():
    page = BOOK.replace("*** END OF", "*** AFTER")
    assert read_page(page).html == page
