"""Why a page gives no text."""

import pytest

from victor import config, pipeline
from victor.document.empty import why_empty
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
