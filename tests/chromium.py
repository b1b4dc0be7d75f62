"""Chromium by its driver, for tests of pages in a browser.

Skipped where there is none (Debian: ``apt-get install chromium chromium-driver``).
"""

import json
import shutil
from contextlib import contextmanager

import pytest

OPTIONS = (
    "headless no-sandbox disable-gpu disable-quic no-first-run disable-dev-shm-usage "
    "disable-background-networking disable-component-update disable-sync"
).split()


@contextmanager
def chromium(profile, size=(1200, 800)):
    """A browser with logs of its console and of what it asks the network for.

    Args:
        profile: an empty folder.
        size: of the window.
    """
    webdriver = pytest.importorskip("selenium.webdriver")
    names = ("chromium", "chromium-browser", "google-chrome")
    program = next(filter(None, map(shutil.which, names)), None)
    driver = shutil.which("chromedriver")
    if not program or not driver:
        pytest.skip("no Chromium with chromedriver on the path")
    options = webdriver.ChromeOptions()
    window = f"window-size={size[0]},{size[1]}"
    for option in (*OPTIONS, window, f"user-data-dir={profile}"):
        options.add_argument(f"--{option}")
    options.binary_location = program
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    try:
        found = webdriver.Chrome(options, webdriver.ChromeService(driver))
    except webdriver.remote.errorhandler.WebDriverException as error:
        pytest.skip(f"Chromium does not start: {error.msg}")
    yield found
    found.quit()


def requests(browser):
    """The requests since the last call, except for files and data within the page."""
    events = (json.loads(entry["message"])["message"] for entry in browser.get_log("performance"))
    urls = [
        event["params"]["request"]["url"]
        for event in events
        if event["method"] == "Network.requestWillBeSent"
    ]
    return [url for url in urls if not url.startswith(("file:", "data:", "about:"))]


def wait(browser, condition):
    """Wait until a script of the page returns true."""
    from selenium.webdriver.support.ui import WebDriverWait

    WebDriverWait(browser, 20, 0.05).until(lambda found: found.execute_script(condition))
