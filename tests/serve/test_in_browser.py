"""The playground in Chromium: pasting, dropping, keys, phones, contrast, hostile pages.

Skipped where there is no Chromium with its driver.
"""

import io
import itertools
import json
import zipfile

import chromium
import hostile
import pytest
from conftest import DATA
from servers import serving

webdriver = pytest.importorskip("selenium.webdriver")
SIZES = {"desktop": (1400, 900), "phone": (375, 740)}


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with chromium.chromium(tmp_path_factory.mktemp("browser"), SIZES["desktop"]) as found:
        yield found


def sized(browser, name, dark=False):
    width, height = SIZES[name]
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": name == "phone"}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    feature = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})


@pytest.fixture
def opened(browser, server):
    """The playground without a session."""
    sized(browser, "desktop")
    browser.execute_cdp_cmd("Network.clearBrowserCookies", {})
    browser.get_log("browser")
    browser.get_log("performance")
    browser.get(server.url)
    wait(browser, "typeof tasks !== 'undefined' && tasks.length > 0")
    yield browser
    errors = [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]
    assert errors == []


def wait(browser, condition):
    chromium.wait(browser, f"return {condition}")


READY = "view && $('frame').dataset.ready === 'yes' && $('status').className !== 'busy'"

SAVED = "!pending && !loading && $('status').className !== 'busy'"


def pasted(browser, text):
    browser.execute_script("$('html').value = arguments[0]; $('form').requestSubmit()", text)
    wait(browser, READY)


def chosen(browser, *names):
    files = "\n".join(str(DATA / f"{name}.html") for name in names)
    browser.find_element("id", "files").send_keys(files)
    wait(browser, f"$('page').options.length === {len(names)} && {READY}")


def press(browser, *keys):
    webdriver.ActionChains(browser).send_keys(*keys).perform()


def label(browser, block):
    return browser.execute_script("return roleOf(labelOf(arguments[0]))", block)


def text_of(browser, name):
    return browser.execute_script(f"return $('pane-{name}').textContent")


# What people do


def test_a_style_of_the_page_never_hides_its_content(opened):
    page = (DATA / "news-en.html").read_text("utf-8")
    pasted(opened, page.replace("</head>", "<style>main { display: none }</style></head>"))
    first = "marks(view.blocks.findIndex((_, i) => isKept(labelOf(i))))[0].getBoundingClientRect()"
    assert opened.execute_script(f"return {first}.height") > 9


def test_a_page_is_pasted_and_seen_in_every_form(opened):
    page = (DATA / "news-en.html").read_text("utf-8")
    opened.execute_script("$('html').value = arguments[0]", page)
    opened.find_element("id", "html").send_keys(" ")
    opened.find_element("css selector", "#form [type=submit]").click()
    wait(opened, READY)
    assert "kept" in opened.find_element("id", "status").text
    assert "# Council backs" in text_of(opened, "markdown")
    for name in ("text", "html", "metadata", "json"):
        opened.find_element("id", f"tab-{name}").click()
        assert opened.find_element("id", f"pane-{name}").is_displayed()
        assert "footbridge" in text_of(opened, name)
    assert opened.execute_script("return inFrame('[data-victor-label]').length") > 50
    assert len(opened.find_elements("css selector", "#blocks .row")) > 50


def test_the_sample_page_is_one_click_away(opened):
    opened.find_element("id", "sample").click()
    wait(opened, READY)
    assert "tide mill" in text_of(opened, "markdown")
    assert "Lost dog" not in text_of(opened, "markdown")
    assert "Ilse Marrow" in text_of(opened, "metadata")


def test_files_are_dropped(opened):
    page = (DATA / "blog-fr.html").read_bytes().decode()
    opened.execute_script(
        "const data = new DataTransfer();"
        "data.items.add(new File([arguments[0]], 'blog-fr.html', {type: 'text/html'}));"
        "document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true}))",
        page,
    )
    wait(opened, READY)
    assert opened.find_element("id", "page").text.strip() == "blog-fr.html"
    assert opened.execute_script("return view.blocks.length") > 20


def test_everything_works_by_keyboard_alone(opened):
    """From the sample page to a correction, its undoing, and the tabs."""
    from selenium.webdriver.common.keys import Keys

    opened.execute_script("$('sample').focus()")
    press(opened, Keys.ENTER)
    wait(opened, READY)
    for _ in range(30):
        press(opened, Keys.TAB)
        if opened.execute_script("return document.activeElement.id") == "blocks":
            break
    press(opened, Keys.HOME, *[Keys.ARROW_DOWN] * 8)
    block = opened.execute_script("return block")
    assert block == 8
    before = label(opened, block)
    press(opened, "h")
    assert label(opened, block) == "header" != before
    assert opened.execute_script("return block") == block + 1
    press(opened, ".")
    assert label(opened, block + 1) == "header"
    press(opened, Keys.BACKSPACE, Keys.BACKSPACE)
    assert label(opened, block) == before
    webdriver.ActionChains(opened).key_down(Keys.CONTROL).send_keys("y").key_up(
        Keys.CONTROL
    ).perform()
    assert label(opened, block) == "header"
    press(opened, Keys.ARROW_UP, Keys.DELETE)
    assert label(opened, block) == before
    press(opened, Keys.ENTER)
    assert opened.execute_script("return [corrections.has(arguments[0]), block]", block) == [
        True,
        block + 1,
    ]
    opened.execute_script("$('tab-markdown').focus()")
    press(opened, Keys.ARROW_RIGHT)
    assert opened.execute_script("return document.activeElement.id") == "tab-text"
    assert opened.find_element("id", "pane-text").is_displayed()
    opened.execute_script("$('blocks').focus()")
    press(opened, "?")
    assert opened.find_element("id", "keys").is_displayed()
    press(opened, Keys.ESCAPE)


def test_undoing_the_only_correction_confirms_nothing(opened):
    from selenium.webdriver.common.keys import Keys

    chosen(opened, "news-en")
    opened.execute_script("$('blocks').focus(); goTo(3)")
    press(opened, "h")
    wait(opened, f"$('done').checked && {SAVED}")
    press(opened, Keys.BACKSPACE)
    wait(opened, f"!$('done').checked && !corrections.size && {SAVED}")
    assert opened.execute_script("return $('teach').getAttribute('aria-disabled')") == "true"
    opened.execute_script("$('blocks').focus(); goTo(3)")
    press(opened, "h")
    opened.execute_script("goTo(3)")
    press(opened, Keys.DELETE)
    wait(opened, f"!$('done').checked && !corrections.size && {SAVED}")


def test_a_capital_letter_labels_all_similar_blocks(opened):
    chosen(opened, "forum-en")
    opened.execute_script("$('blocks').focus(); goTo(view.blocks.findIndex((one, i) =>"
                          " similar(i).length > 3))")  # fmt: skip
    alike = opened.execute_script("return similar(block)")
    press(opened, "H")
    assert {label(opened, block) for block in alike} == {"header"}
    assert str(len(alike)) in opened.find_element("id", "status").text


def test_a_block_is_corrected_on_the_page_by_pointer(opened):
    opened.find_element("id", "sample").click()
    wait(opened, READY)
    block = opened.execute_script(
        "return view.blocks.findIndex((one) => one.text.startsWith('The mill uses'))"
    )
    opened.execute_script("reveal(arguments[0])", block)
    left, top = opened.execute_script(
        "const mark = marks(arguments[0])[0].getClientRects()[0];"
        "const sheet = $('frame').getBoundingClientRect();"
        "return [Math.round(sheet.left + mark.left + 30), Math.round(sheet.top + mark.top + 9)]",
        block,
    )
    actions = webdriver.ActionChains(opened)
    actions.w3c_actions.pointer_action.move_to_location(left, top)
    actions.click().perform()
    assert opened.execute_script("return block") == block
    opened.find_elements("css selector", "#choices button")[-1].click()
    assert label(opened, block) == "boilerplate"
    wait(opened, "!$('pane-text').textContent.includes('The mill uses')")
    mark = "return marks(arguments[0])[0].getAttribute('data-victor-key')"
    assert opened.execute_script(mark, block) == "o"


def test_two_pages_teach_and_the_download_has_them(opened, server):
    chosen(opened, "news-en", "blog-en")
    assert opened.find_element("id", "teach").get_attribute("aria-disabled") == "true"
    for number in (0, 1):
        opened.execute_script(
            "$('page').selectedIndex = arguments[0];"
            "$('frame').dataset.ready = ''; $('page').dispatchEvent(new Event('change'))", number
        )  # fmt: skip
        wait(opened, READY)
        opened.execute_script(
            "const wanted = view.blocks.map((one, i) => i).filter((i) =>"
            " ['header', 'list'].includes(roleOf(labelOf(i))));"
            "select(wanted[0], false); assign(view.labels.length - 1, wanted)"
        )
    opened.find_element("id", "teach").click()
    wait(opened, "$('status').textContent.startsWith('Taught from 2 pages')")
    assert opened.find_element("id", "taught").is_selected()
    opened.execute_script("window.before = view.outputs.text.length")
    opened.find_element("id", "taught").click()
    wait(opened, "!view.taught && $('status').className !== 'busy'")
    (cookie,) = opened.get_cookies()
    header = {"Cookie": f"{cookie['name']}={cookie['value']}"}
    found = server.ask("GET", "/playground/download", headers=header)
    names = zipfile.ZipFile(io.BytesIO(found.body)).namelist()
    assert {"pages/news-en.anno", "pages/blog-en.html", "taught.model/weights.npz"} <= set(names)


def test_a_reload_goes_on_where_it_was(opened):
    chosen(opened, "news-en", "blog-en")
    opened.execute_script("goTo(5); assign(1, [5])")
    wait(opened, "!pending && $('status').className !== 'busy'")
    opened.refresh()
    wait(opened, READY)
    assert opened.find_element("id", "page").text.split() == ["news-en.html", "blog-en.html"]
    assert opened.execute_script("return [view.name, corrections.get(5)]") == ["blog-en.html", 1]


def test_two_tabs_keep_the_corrections_of_both(opened, server):
    chosen(opened, "news-en")
    first = opened.current_window_handle
    opened.switch_to.new_window("tab")
    try:
        opened.get(server.url)
        wait(opened, READY)
        opened.execute_script("goTo(3); assign(1, [3])")
        wait(opened, SAVED)
    finally:
        opened.close()
        opened.switch_to.window(first)
    opened.execute_script("goTo(5); assign(0, [5])")
    wait(opened, SAVED)
    assert opened.execute_script("return [...corrections.keys()]") == [5, 3]
    opened.execute_script("restore(past, future)")
    wait(opened, SAVED)
    opened.refresh()
    wait(opened, READY)
    assert opened.execute_script("return [...corrections]") == [[3, 1]]


def test_corrections_that_were_not_saved_are_saved_with_the_next(opened):
    chosen(opened, "news-en")
    opened.execute_script(
        "window.real = fetch; window.fetch = () => Promise.reject(); goTo(3); assign(1, [3])"
    )
    wait(opened, "$('status').className === 'bad'")
    assert "does not respond" in opened.find_element("id", "status").text
    opened.execute_script("window.fetch = real; goTo(5); assign(0, [5])")
    wait(opened, SAVED)
    opened.refresh()
    wait(opened, READY)
    assert sorted(opened.execute_script("return [...corrections]")) == [[3, 1], [5, 0]]


def test_pages_that_made_room_are_no_longer_offered(opened):
    chosen(opened, "news-en")
    opened.execute_script("$('page').append(make('option', {value: 99}, 'gone.html'))")
    opened.execute_script("addFiles([new File(['<p>Words'], 'b.html')])")
    wait(opened, f"view.name === 'b.html' && {READY}")
    assert opened.find_element("id", "page").text.split() == ["news-en.html", "b.html"]


def test_a_page_that_was_added_has_the_focus(opened):
    """The button that had it is hidden."""
    from selenium.webdriver.common.keys import Keys

    opened.find_element("id", "sample").send_keys(Keys.ENTER)
    wait(opened, READY)
    assert opened.execute_script("return document.activeElement.id") == "blocks"
    opened.execute_script("goTo(3); $('blocks').blur()")
    press(opened, "h")  # letters are for the list and the page alone
    assert opened.execute_script("return corrections.size") == 0


def test_errors_are_shown_in_words_and_name_the_file(opened):
    opened.execute_script(
        "addFiles([new File(['%PDF-1.4 \\0'], 'a.pdf'), new File(['<p>Words'], 'b.html')])"
    )
    wait(opened, "view && $('status').className === 'bad'")
    assert "a.pdf" in opened.find_element("id", "status").text
    assert "not HTML" in opened.find_element("id", "status").text
    logged = [entry["message"] for entry in opened.get_log("browser")]
    assert all("422" in message for message in logged)


# Sizes and colours


def test_nothing_is_wider_than_the_window(opened):
    width = "return document.documentElement.scrollWidth <= innerWidth && innerWidth"
    for size, (wanted, _) in SIZES.items():
        sized(opened, size)
        assert opened.execute_script(width) == wanted
    for page in (f"<h1>{'long' * 200}</h1><table width=3000><tr><td>a<td>b</table>",
                 (DATA / "table-en.html").read_text("latin-1")):  # fmt: skip
        opened.execute_script("$('frame').dataset.ready = ''")
        pasted(opened, page)
        for size, (wanted, _) in SIZES.items():
            sized(opened, size)
            for name in opened.execute_script("return Object.keys(VIEWS)"):
                opened.execute_script("choose(arguments[0])", name)
                assert opened.execute_script(width) == wanted, name


def test_a_phone_shows_one_view_at_a_time(opened):
    sized(opened, "phone")
    opened.find_element("id", "sample").click()
    wait(opened, READY)
    for name in ("blocks", "markdown", "page"):
        opened.find_element("id", f"tab-{name}").click()
        shown = opened.execute_script(
            "return Object.keys(VIEWS).filter((one) => !$('pane-' + one).hidden)"
        )
        assert shown == [name]
    assert opened.find_element("id", "palette").is_displayed()
    opened.execute_script("goTo(8)")
    opened.find_elements("css selector", "#choices button")[1].click()
    assert label(opened, 8) == "header"


CONTRAST = """
const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
function rgb(colour) {
  canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
  return [r, g, b, a / 255];
}
function behind(element) {
  for (let one = element; one; one = one.parentElement) {
    const found = rgb(getComputedStyle(one).backgroundColor);
    if (found[3] > 0.99) return found;
  }
  return rgb(getComputedStyle(document.documentElement).colorScheme === 'dark' ? '#000' : '#fff');
}
function light([r, g, b]) {
  const [x, y, z] = [r, g, b].map((v) => v / 255)
    .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
}
const low = [];
let count = 0;
for (const element of document.querySelectorAll('body *')) {
  const own = [...element.childNodes].some((one) => one.nodeType === 3 && one.data.trim());
  if (!own || !element.checkVisibility() || element.matches('.unseen, option, noscript')) continue;
  const style = getComputedStyle(element);
  const [a, b] = [light(rgb(style.color)), light(behind(element))];
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  count++;
  if (ratio < 4.5) low.push([element.outerHTML.slice(0, 90), ratio.toFixed(2)]);
}
return [count, low];
"""


def test_text_has_enough_contrast(opened):
    """WCAG 2.2, criterion 1.4.3, level AA."""
    counts = []

    def check():
        for size, dark in itertools.product(SIZES, (False, True)):
            sized(opened, size, dark)
            counts.append(opened.execute_script(CONTRAST))
            back = opened.execute_script("return getComputedStyle(document.body).backgroundColor")
            assert (back == "rgb(255, 255, 255)") is not dark

    check()
    opened.find_element("id", "sample").click()
    wait(opened, READY)
    opened.execute_script("goTo(8); assign(1, [8]); changed.set(9, 0); list(); select(9)")
    for name in opened.execute_script("return Object.keys(VIEWS)"):
        opened.execute_script("choose(arguments[0])", name)
        check()
    opened.execute_script("$('keys').showModal()")
    check()
    assert all(count > 10 for count, _ in counts)
    assert [low for _, found in counts for low in found] == []


def test_every_control_has_a_name(opened):
    opened.find_element("id", "sample").click()
    wait(opened, READY)
    unnamed = opened.execute_script(
        "return [...document.querySelectorAll('button, a, input, select, textarea, [role=listbox],"
        " [role=tabpanel], iframe')].filter((one) => !(one.labels && one.labels.length)"
        " && !one.ariaLabel && !one.title && !one.textContent.trim()).map((one) => one.outerHTML)"
    )
    assert unnamed == []
    repeated = opened.execute_script(
        "const ids = [...document.querySelectorAll('[id]')].map((one) => one.id);"
        "return ids.filter((one, i) => ids.indexOf(one) !== i)"
    )
    assert repeated == []


# Hostile pages


@pytest.fixture
def target():
    """A host that notes every request."""
    with serving({}) as host:
        yield host


def test_hostile_pages_run_nothing_and_load_nothing(opened, server, target):
    at = target.url.removeprefix("http://")
    opened.execute_script(
        "window.pwned = []; window.pwn = (x) => window.pwned.push(x);"
        "for (const name of ['alert', 'confirm', 'prompt', 'open']) window[name] = pwn;"
    )
    made = hostile.pages(at, size=12)
    names = ["whole.html", *sorted(set(made) - {"whole.html"})[::3]]
    for name in names:
        opened.execute_script("$('frame').dataset.ready = ''")
        pasted(opened, made[name])
        opened.execute_script(
            "view.blocks.forEach((_, i) => select(i, true));"
            "for (const one of inFrame('*')) for (const kind of ['click', 'pointermove', 'focus',"
            " 'mouseover', 'error', 'load', 'toggle']) one.dispatchEvent(new Event(kind));"
        )
        opened.find_element("id", "stage").click()
        found = opened.execute_script("return inFrame('*').map((one) => one.localName)")
        assert not {"script", "iframe", "object", "embed", "form", "link", "base", "svg"} & set(
            found
        )
    assert opened.execute_script("return window.pwned") == []
    assert opened.current_url == f"{server.url}/"
    assert len(opened.window_handles) == 1
    events = (json.loads(one["message"])["message"] for one in opened.get_log("performance"))
    urls = [one["params"]["request"]["url"] for one in events
            if one["method"] == "Network.requestWillBeSent"]  # fmt: skip
    away = [url for url in urls if not url.startswith((server.url, "about:", "data:"))]
    assert away == target.paths == []
