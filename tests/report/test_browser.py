"""Reports in a browser: hostile pages run and load nothing, and blocks are found by every means.

Skipped where there is no Chromium with its driver.
"""

import shutil
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import hostile
import pytest
from chromium import chromium, requests, wait
from conftest import DATA

pytest.importorskip("tinycss2")
webdriver = pytest.importorskip("selenium.webdriver")


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with chromium(tmp_path_factory.mktemp("browser")) as found:
        yield found


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


def report_of(cli, source, tmp_path, config="boilerpipe"):
    target = tmp_path / "report.html"
    assert cli("report", source, "--config", config, "--worst", "99", "-o", target)[0] == 0
    return target.as_uri()


def open_page(browser, url, number=0):
    browser.get(url + f"#page-{number + 1}")
    wait(browser, "return $('frame').style.height !== ''")


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
        browser.execute_script("location.hash = arguments[0]", f"#page-{number + 1}")
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


def press(browser, *keys):
    """Keys, wherever the focus is."""
    webdriver.ActionChains(browser).send_keys(*keys).perform()


def move_to(browser, i):
    """The pointer, onto a block of the page that is in view."""
    left, top = browser.execute_script(
        "const mark = marks(arguments[0])[0].getClientRects()[0];"
        "const sheet = $('frame').getBoundingClientRect();"
        "return [Math.round(sheet.left + mark.left), Math.round(sheet.top + mark.top + 9)]",
        i,
    )
    actions = webdriver.ActionChains(browser)
    actions.w3c_actions.pointer_action.move_to_location(left + 9, top)
    return actions


def test_arrow_keys_work_from_the_start(opened):
    """Nothing has been clicked, and the address names a block or none."""
    from selenium.webdriver.common.keys import Keys

    press(opened, Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_UP)
    assert chosen(opened) == 0
    url = opened.current_url
    assert url.endswith("#page-1-1")
    opened.get("about:blank")
    opened.get(url.replace("#page-1-1", "#page-1-31"))
    wait(opened, "return $('frame').style.height !== ''")
    assert chosen(opened) == 30
    press(opened, Keys.ARROW_DOWN)
    assert chosen(opened) == 31


def test_arrow_keys_go_on_from_a_block_clicked_on_the_page(opened):
    from selenium.webdriver.common.keys import Keys

    opened.execute_script("choose(28, true, false)")
    move_to(opened, 28).click().perform()
    press(opened, Keys.ARROW_DOWN)
    assert chosen(opened) == 29
    assert opened.current_url.endswith("#page-1-30")


@pytest.mark.parametrize("id", ["filter", "own", "stage", "detail"])
def test_what_needs_arrow_keys_itself_keeps_them(opened, id):
    from selenium.webdriver.common.keys import Keys

    opened.execute_script("choose(27, true, false); $(arguments[0]).focus()", id)
    press(opened, Keys.ARROW_DOWN)
    assert chosen(opened) == 27
    if id == "filter":
        assert opened.execute_script("return $('filter').value") == "content"


def test_a_chosen_block_stays_so_until_the_pointer_moves(opened):
    """Choosing scrolls list and page, which brings other blocks under a resting pointer."""
    from selenium.webdriver.common.keys import Keys

    on = "return inFrame('[data-victor-on]').map((one) => Number(one.dataset.victor))"
    described = "return $('detail').querySelector('blockquote').textContent"
    blocks = "return data.pages[page].blocks[arguments[0]].text"
    opened.execute_script("$('block-30').scrollIntoView({block: 'end'})")
    row = opened.find_element("id", "block-30")
    webdriver.ActionChains(opened).move_to_element(row).click().perform()
    opened.execute_async_script("setTimeout(arguments[0], 300)")
    assert chosen(opened) == 30
    assert set(opened.execute_script(on)) == {30}
    assert opened.execute_script(described) == opened.execute_script(blocks, 30)

    move_to(opened, 31).perform()
    assert set(opened.execute_script(on)) == {31}
    press(opened, *[Keys.ARROW_DOWN] * 9)
    opened.execute_async_script("setTimeout(arguments[0], 300)")
    assert set(opened.execute_script(on)) == {39}
    assert opened.execute_script(described) == opened.execute_script(blocks, 39)


def test_blocks_have_the_numbers_that_explain_gives_them(opened, cli):
    text = opened.execute_script("return data.pages[0].blocks[30].text")
    said = cli("explain", DATA / "news-en.html", "--config", "boilerpipe", "--block", text)[1]
    number = said.split("block ", 1)[1].split()[0]
    opened.execute_script("choose(30, true, true)")
    assert opened.find_element("css selector", "#block-30 small").text == number == "31"
    assert f"block {number}" in opened.find_element("id", "detail").text
    assert opened.current_url.endswith(f"#page-1-{number}")


def test_the_skip_link_goes_to_the_list_and_leaves_the_address(opened):
    url = opened.current_url
    opened.execute_script("document.querySelector('.skip').click()")
    assert opened.execute_script("return document.activeElement.id") == "blocks"
    assert opened.current_url == url


def test_an_empty_page_needs_no_scrolling(browser, cli, tmp_path):
    page = tmp_path / "empty.html"
    page.write_text("")
    open_page(browser, report_of(cli, page, tmp_path))
    assert browser.execute_script(
        "return $('stage').scrollHeight <= $('stage').clientHeight"
        " && $('stage').scrollWidth <= $('stage').clientWidth"
    )


@pytest.mark.parametrize("width", [390, 1200])
def test_charts_and_tables_can_be_read(browser, cli, tmp_path, width):
    """The axis' name stands beside its figures, a caption has one line, heads are over columns."""
    boilerpipe = tmp_path / "boilerpipe.json"
    assert cli("evaluate", "--config", "boilerpipe", "--json", boilerpipe, DATA)[0] == 0
    made = []
    for name in (DATA, tmp_path / "pages"):
        if name != DATA:
            name.mkdir()
            for path in sorted(DATA.glob("*.html"))[:3]:
                shutil.copy(path, name)
        made.append(tmp_path / f"report-{len(made)}.html")
        more = ("--compare", boilerpipe) if name == DATA else ()
        wanted = ("--config", "web-crf", "--worst", "1", "-o", made[-1], *more)
        assert cli("report", name, *wanted)[0] == 0
    size = {"width": width, "height": 700, "deviceScaleFactor": 1, "mobile": width < 600}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        browser.get(made[0].as_uri())
        gaps = browser.execute_script(
            "return [...document.querySelectorAll('.plot')].map((plot) => {"
            " const box = (one) => one.getBoundingClientRect();"
            " const name = box(plot.querySelector('text[transform]'));"
            " const ticks = [...plot.querySelectorAll('text[text-anchor=end]')];"
            " return Math.min(...ticks.map((one) => box(one).left)) - name.right; })"
        )
        assert len(gaps) == 4
        assert min(gaps) > 0
        key = browser.find_element("css selector", ".legend .s3").size
        assert key["width"] == key["height"] > 4
        lines = browser.execute_script(
            "return [...document.querySelectorAll('caption')].map((one) => {"
            " const range = document.createRange(); range.selectNodeContents(one.firstChild);"
            " return range.getClientRects().length; })"
        )
        assert set(lines) == {1}
        browser.get(made[1].as_uri())
        head, cell = browser.execute_script(
            "const all = [...document.querySelectorAll('th')];"
            "const head = all.find((one) => one.textContent === 'title');"
            "const cell = head.closest('table').querySelector('.text').parentElement;"
            "return [head, cell].map((one) => getComputedStyle(one).textAlign)"
        )
        assert head == cell == "left"
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_a_chosen_block_is_scrolled_to_on_the_page(opened):
    opened.execute_script("choose(60, true, true)")
    top, height = opened.execute_script(
        "return [marks(60)[0].getBoundingClientRect().top - $('stage').scrollTop,"
        " $('stage').clientHeight]"
    )
    assert 0 <= top < height
    assert opened.current_url.endswith("#page-1-61")


def test_a_report_opens_at_the_content(browser, cli, tmp_path):
    menu = "".join(f"<p><a href=/{i}>Menu item {i}</a></p>" for i in range(200))
    browser.get(report_of(cli, long_page(tmp_path, menu), tmp_path))
    wait(browser, "return $('stage').scrollTop > 1000")
    assert browser.execute_script(VISIBLE)
    assert browser.execute_script("return $('blocks').scrollTop") > 1000
    assert browser.execute_script("return block") == -1
    assert "#" not in browser.current_url


HIDING = [
    ".text { display: none }",
    ".text { visibility: hidden }",
    ".text { opacity: 0 }",
    ".text { position: absolute; left: -9999px }",
    ".text { height: 0; overflow: hidden }",
    ".text { clip-path: inset(50%) }",
    ".text { transform: translateX(-3000px) }",
]


@pytest.mark.parametrize("style", HIDING)
def test_a_style_of_the_page_never_hides_its_content(browser, cli, tmp_path, style):
    browser.get(report_of(cli, long_page(tmp_path, f"<style>{style}</style>"), tmp_path))
    wait(browser, "return inFrame('[data-victor-unhidden]').length > 0")
    assert browser.execute_script(VISIBLE)


VISIBLE = """
const [box] = marks(data.pages[0].blocks.findIndex(FILTERS.content))
  .map((one) => one.getBoundingClientRect());
const stage = $("stage");
return box.width > 99 && box.height > 9 && box.left >= 0 &&
  box.top >= stage.scrollTop && box.bottom <= stage.scrollTop + stage.clientHeight;
"""


def long_page(folder, before):
    """A page with its text behind something else."""
    words = "This is a sentence of an article, with all that sentences have. " * 6
    text = f"<h1>An article with a title</h1><p>{words}</p><p>{words[64:]}</p>"
    path = folder / "long.html"
    path.write_text(f"{before}<main><article class=text>{text}</article></main>", "utf-8")
    return path


def test_blocks_are_shown_by_pointer(opened):
    opened.execute_script("choose(28, true, false); choose(27, false, false)")
    text = opened.execute_script("return data.pages[0].blocks[28].text")
    actions = move_to(opened, 28)
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
