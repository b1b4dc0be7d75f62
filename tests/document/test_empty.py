"""Why a page gives no text."""

import numpy as np
import pytest

import victor
from victor import config, pipeline
from victor.document.empty import is_shell, why_empty
from victor.page import read_page

PLAN = pipeline.plan(config.load("web-crf"))
MENU = "<a href=/>Startseite</a> <a href=/b>Hilfe</a> "


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        ("", "no text"),
        ("<html><body><img src=x></body></html>", "no text"),
        ("<frameset cols='20%,*'><frame src=a><frame src=b></frameset>", "a frame set"),
        ("<title>App</title><body><div id=root></div><script src=a.js></script>", "a script"),
        (f"<body>{MENU}<div id=__next></div><script src=a.js></script>", "a script"),
        ("<body><app-main></app-main><script src=a.js></script>", "a script"),
        ("<body><noscript>Bitte aktivieren Sie JavaScript.</noscript><div></div>", "a script"),
        (f"<title>404 Not Found</title><p>Nicht gefunden {MENU}", "an error page: 404 Not Found"),
        (f"<title>Ошибка 503</title><p>Попробуйте позже {MENU}", "an error page: Ошибка 503"),
        (f"<title>Route 404.5 km</title>{MENU}", "all blocks are boilerplate"),
        (f"<title>Peugeot 404-Treffen</title>{MENU}", "all blocks are boilerplate"),
        (f"<title>Startseite</title>{MENU * 9}", "all blocks are boilerplate"),
        (f"<title>Error 404</title>{MENU * 200}", "all blocks are boilerplate"),
        (f"<body><div id=root></div>{MENU * 200}", "all blocks are boilerplate"),
        (f"<body><div id=root><p>{MENU}</div>", "all blocks are boilerplate"),
    ],
)
def test_the_reason_says_what_kind_of_page_it_is(page, reason):
    blocks = pipeline.blocks_of(PLAN, read_page(page))
    assert reason in why_empty(blocks.tree, blocks)


def test_content_that_an_option_leaves_out_is_no_boilerplate():
    page = "<body><main><p>Die Brücke ist wieder offen.</p></main>"
    result = victor.load("keep-everything", remove=["main"]).clean(page)
    assert (result.text, result.reason) == (
        "",
        "all content is left out by --drop, --keep or selectors",
    )


SHELL = (
    "<html><head><script>{}</script></head><body><div id=root></div>"
    "<div>You need to enable JavaScript to run this app.</div></body></html>"
)


def test_what_an_application_says_before_its_scripts_run_is_no_content():
    shell = SHELL.format("x = 1;" * 9_000)
    assert victor.load("web").clean(shell).text == ""
    assert "JavaScript" in victor.load("keep-everything").clean(shell).text


@pytest.mark.parametrize(
    "page",
    [
        "<div id=root></div><article><h1>橋</h1>古い橋は金曜日の正午に再び開通します。</article>",
        "<cookie-banner></cookie-banner><p>Die alte Brücke ist am Freitag wieder offen.</p>",
        "<div id=root></div><h2>Treffen</h2><ul><li>Am Montag um zwölf<li>Mit Folien</ul>",
        "<custom-icon></custom-icon><div>Die blaue Brücke kostet zwei Millionen Euro.</div>",
        "<amp-ad></amp-ad><main>The old bridge reopens on Friday at noon, the city says.</main>",
    ],
)
def test_a_short_page_beside_what_scripts_write_is_not_emptied(page):
    style = f"<style>{'a{b:c}' * 9_000}</style>"
    cleaner, html = victor.load("web"), "<html><head>{}</head><body>" + page + "</body></html>"
    assert cleaner.clean(html.format(style)).text == cleaner.clean(html.format("")).text


FOOTER = "<p>We ship to forty countries from two warehouses.<ul><li>Track your order</ul>"


@pytest.mark.parametrize(
    ("page", "is_empty"),
    [
        (f"<div id=root></div><footer>{FOOTER}</footer>", True),
        (f"<div id=root></div><div class='site-footer dark'>{FOOTER}</div>", True),
        (f"<body class=footer><div id=root></div><div>{FOOTER}</div>", False),
        (f"<p>The bridge is open again, after two years.</p><footer>{FOOTER}</footer>", False),
    ],
)
def test_an_application_of_which_only_the_footer_is_written_is_empty(page, is_empty):
    blocks = pipeline.blocks_of(PLAN, read_page(f"<html><body>{page}</body></html>"))
    kept = np.ones(len(blocks), bool)
    assert is_shell(kept, blocks, lambda: 100) == is_empty


@pytest.mark.parametrize(
    ("refresh", "is_redirect"),
    [
        ('<meta http-equiv="refresh" content="0; url=https://quay.example/new/">', True),
        ("<meta content='5;URL=/new/' http-equiv=Refresh>", True),
        ('<meta http-equiv="refresh" content="0; url=/old/">', False),
        ('<meta http-equiv="refresh" content="900; url=/new/">', False),
        ('<meta http-equiv="refresh" content="5">', False),
        ('<noscript><meta http-equiv="refresh" content="0; url=/plain/"></noscript>', False),
    ],
)
def test_what_a_page_says_before_it_redirects_is_no_content(refresh, is_redirect):
    html = f"""<!DOCTYPE html><html lang="en"><head><title>Quay</title>{refresh}</head><body>
        <h1>We have moved</h1><p>If nothing happens, <a href="/new/">follow this link</a>.</p>"""
    found = victor.load("web").clean(html, url="https://quay.example/old/")
    expected = "a redirect: https://quay.example/new/" if is_redirect else None
    assert (found.reason, found.text == "") == (expected, is_redirect)


def test_a_page_with_text_of_its_own_is_no_redirect():
    refresh = '<meta http-equiv="refresh" content="5; url=https://quay.example/new/">'
    text = "The old bridge reopens on Friday at noon, as the city said. " * 10
    html = f"<!DOCTYPE html><html><head>{refresh}</head><body><h1>Bridge</h1><p>{text}"
    assert "reopens" in victor.load("web").clean(html).text
