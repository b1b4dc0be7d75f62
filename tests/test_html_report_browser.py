"""Reports in a browser: hostile pages run and load nothing, and blocks are found by every means.

Skipped where there is no Chromium with its driver (Debian: ``apt-get install chromium
chromium-driver``).
"""

import shutil
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import hostile
import pytest
from conftest import DATA

pytest.importorskip("tinycss2")
webdriver = pytest.importorskip("selenium.webdriver")

OPTIONS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-dev-shm-usage "
    "--disable-background-networking --disable-component-update --disable-sync "
    "--window-size=1200,800"
).split()


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    """Chromium by its driver, with a log of what it asks the network for."""
    from selenium.common.exceptions import WebDriverException

    names = ("chromium", "chromium-browser", "google-chrome")
    program = next(filter(None, map(shutil.which, names)), None)
    driver = shutil.which("chromedriver")
    if not program or not driver:
        pytest.skip("no Chromium with chromedriver on the path")
    options = webdriver.ChromeOptions()
    for option in (*OPTIONS, f"--user-data-dir={tmp_path_factory.mktemp('browser')}"):
        options.add_argument(option)
    options.binary_location = program
    options.set_capability("goog:loggingPrefs", {"performance": "ALL"})
    try:
        found = webdriver.Chrome(options, webdriver.ChromeService(driver))
    except WebDriverException as error:
        pytest.skip(f"Chromium does not start: {error.msg}")
    yield found
    found.quit()


@pytest.fixture
def server():
    """A host that notes every request, and where it is."""
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(served.encode() if self.path == "/page" else b"")

        do_POST = do_HEAD = do_GET  # noqa: N815

        def log_message(self, *_):
            pass

    host = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    at = f"127.0.0.1:{host.server_port}"
    calls = "<script>function pwn(x){fetch('/pwned-' + encodeURIComponent(x))}</script>"
    served = calls + hostile.page(at).replace("Content-Security-Policy", "")
    threading.Thread(target=host.serve_forever, daemon=True).start()
    yield at, asked
    host.shutdown()


def requests(browser):
    """What was asked for since the last call, but for files and what is in the page itself."""
    import json

    events = (json.loads(entry["message"])["message"] for entry in browser.get_log("performance"))
    urls = [
        event["params"]["request"]["url"]
        for event in events
        if event["method"] == "Network.requestWillBeSent"
    ]
    return [url for url in urls if not url.startswith(("file:", "data:", "about:"))]


def report_of(cli, source, tmp_path, config="boilerpipe"):
    target = tmp_path / "report.html"
    assert cli("report", source, "--config", config, "--worst", "99", "-o", target)[0] == 0
    return target.as_uri()


def open_page(browser, url, number=0):
    browser.get(url + f"#page-{number}")
    wait(browser, "return $('frame').style.height !== ''")


def wait(browser, condition):
    from selenium.webdriver.support.ui import WebDriverWait

    WebDriverWait(browser, 20).until(lambda found: found.execute_script(condition))


# Hostile pages


def test_the_page_does_harm_where_it_is_let(browser, server):
    """What the next test looks for would be found."""
    at, asked = server
    browser.get(f"http://{at}/page")
    from selenium.webdriver.support.ui import WebDriverWait

    WebDriverWait(browser, 20).until(lambda _: any("/pwned-" in path for path in asked))
    assert requests(browser)
    assert len(set(asked)) > 5
    browser.get("about:blank")


WATCH = """
window.pwned = [];
window.pwn = (x) => window.pwned.push(x);
for (const name of ['alert', 'confirm', 'prompt', 'open']) window[name] = (x) => pwn(name + x);
document.addEventListener('securitypolicyviolation', (e) => pwn('policy ' + e.blockedURI));
"""
FRAME = """
const inside = $('frame').contentDocument;
for (const element of inside.querySelectorAll('*')) {
  for (const {name, value} of element.attributes)
    if (/^on|href|action|srcset|srcdoc|formaction|ping|poster|background$/.test(name)
        || (name === 'src' && !value.startsWith('data:image/')) || /script:/i.test(value))
      return element.outerHTML;
}
return [...inside.querySelectorAll('*')].map((one) => one.localName);
"""


def test_hostile_pages_run_nothing_and_load_nothing(browser, server, cli, tmp_path):
    """Every page is opened and every block chosen by script, pointer and keyboard."""
    at, asked = server
    folder = tmp_path / "pages"
    folder.mkdir()
    made = hostile.pages(at)
    for name, text in made.items():
        (folder / name).write_text(text, "utf-8")
    url = report_of(cli, folder, tmp_path)
    requests(browser)
    browser.get(url)
    browser.execute_script(WATCH)
    pages = browser.execute_script("return data.pages.length")
    assert pages == len(made)
    for number in range(pages):
        browser.execute_script("location.hash = arguments[0]", f"#page-{number}")
        wait(browser, "return $('frame').style.height !== ''")
        found = browser.execute_script(FRAME)
        assert isinstance(found, list), found
        assert not {"script", "iframe", "object", "embed", "form", "link", "base", "svg", "math",
                    "template", "input", "noscript", "video", "audio"} & set(found)  # fmt: skip
        assert found.count("meta") == 2
        assert found.count("style") == 2
        browser.execute_script(
            "data.pages[page].blocks.forEach((_, i) => choose(i, true, false));"
            "for (const one of inFrame('*')) for (const kind of ['click', 'pointermove', 'focus',"
            " 'mouseover', 'error', 'load', 'toggle']) one.dispatchEvent(new Event(kind));"
        )
        stage = browser.find_element("id", "stage")
        webdriver.ActionChains(browser).move_to_element(stage).click().perform()
    assert browser.execute_script("return window.pwned") == []
    assert browser.current_url.startswith(url)
    assert len(browser.window_handles) == 1
    assert asked == []
    assert requests(browser) == []


def test_a_sheet_keeps_its_conditions_and_strings_and_ends_where_it_ended(browser, cli, tmp_path):
    page = tmp_path / "page.html"
    page.write_text(
        "<style>@media (100px<width<9999px){p{color:rgb(1,2,3)}}"
        "p::after{content:'\\3c/style>\\3c!-- ]]>'} q{margin:3px}</style><p>Words <q>quoted</q>"
    )
    open_page(browser, report_of(cli, page, tmp_path))
    found = browser.execute_script(
        "const body = $('frame').contentDocument.body, look = (name, part) =>"
        " body.ownerDocument.defaultView.getComputedStyle(body.querySelector(name), part);"
        "return [look('p').color, look('p', '::after').content, look('q').marginTop,"
        " [...body.querySelectorAll('*')].map((one) => one.localName).join(' ')]"
    )
    assert found == ["rgb(1, 2, 3)", '"</style><!-- ]]>"', "3px", "p span q span"]


# What people do


@pytest.fixture
def opened(browser, cli, tmp_path):
    url = report_of(cli, DATA / "news-en.html", tmp_path)
    browser.get_log("browser")
    requests(browser)
    open_page(browser, url)
    return browser


def chosen(browser):
    return browser.execute_script("return block")


def test_nothing_in_the_report_goes_against_its_policy(opened):
    errors = [entry for entry in opened.get_log("browser") if entry["level"] == "SEVERE"]
    assert errors == []
    assert requests(opened) == []


def test_blocks_are_chosen_by_keyboard(opened):
    from selenium.webdriver.common.keys import Keys

    blocks = opened.find_element("id", "blocks")
    for keys, wanted in ((Keys.ARROW_DOWN, 0), (Keys.ARROW_DOWN, 1), (Keys.ARROW_UP, 0)):
        blocks.send_keys(keys)
        assert chosen(opened) == wanted
    blocks.send_keys(Keys.END)
    last = opened.execute_script("return data.pages[0].blocks.length") - 1
    assert chosen(opened) == last
    assert blocks.get_attribute("aria-activedescendant") == f"block-{last}"
    text = opened.execute_script("return data.pages[0].blocks[block].text")
    assert text in opened.find_element("id", "detail").text
    assert opened.execute_script("return inFrame('[data-victor-on]').length") >= 1


def test_a_chosen_block_is_scrolled_to_on_the_page(opened):
    opened.execute_script("choose(60, true, true)")
    top, height = opened.execute_script(
        "return [marks(60)[0].getBoundingClientRect().top - $('stage').scrollTop,"
        " $('stage').clientHeight]"
    )
    assert 0 <= top < height
    assert opened.current_url.endswith("#page-0-60")


def test_blocks_are_shown_by_pointer(opened):
    opened.execute_script("choose(28, true, false); choose(27, false, false)")
    place = opened.execute_script(
        "const mark = marks(28)[0].getClientRects()[0], sheet = $('frame').getBoundingClientRect();"
        "return [Math.round(sheet.left + mark.left + 9), Math.round(sheet.top + mark.top + 9)]"
    )
    text = opened.execute_script("return data.pages[0].blocks[28].text")
    actions = webdriver.ActionChains(opened)
    actions.w3c_actions.pointer_action.move_to_location(*place)
    actions.perform()
    assert text in opened.find_element("id", "detail").text
    assert chosen(opened) == 27
    actions.w3c_actions.pointer_action.click()
    actions.perform()
    assert chosen(opened) == 28


def test_the_list_is_filtered(opened):
    rows = "return [...document.querySelectorAll('.row')].length"
    every = opened.execute_script(rows)
    opened.execute_script("$('filter').value = 'content'; $('filter').dispatchEvent(new Event("
                          "'change'))")  # fmt: skip
    kept = opened.execute_script(rows)
    assert 0 < kept < every
    assert opened.find_element("id", "count").text == f"{kept} of {every}"


def test_marks_of_a_label_are_switched_off(opened):
    off = "return inFrame('[data-victor-off]').length"
    assert opened.execute_script(off) == 0
    opened.find_element("css selector", "#shown input[value='0']").click()
    assert opened.execute_script(off) > 0


@pytest.mark.parametrize("width", [360, 1200])
def test_nothing_is_wider_than_the_window(opened, width):
    size = {"width": width, "height": 700, "deviceScaleFactor": 1, "mobile": width < 600}
    opened.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        opened.execute_script("choose(27, true, false)")
        wide = "return document.documentElement.scrollWidth <= innerWidth"
        assert opened.execute_script(wide)
    finally:
        opened.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
