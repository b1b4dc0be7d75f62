"""Take the screenshots of the documentation, with Chromium and its driver.

``python scripts/screenshots.py`` takes those in ``docs/``, ``python scripts/screenshots.py NAME -o
DIR`` others, to another folder. To add one, add a line to ``SHOTS``.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "data" / "news-en.html"
OPTIONS = (
    "--headless --no-sandbox --disable-gpu --no-first-run --disable-dev-shm-usage "
    "--disable-background-networking --disable-component-update --disable-sync --hide-scrollbars"
).split()


@dataclass(frozen=True)
class Shot:
    """A screenshot: the function that takes it, and the size of the window."""

    taken: Callable[[Any], bytes]
    width: int
    height: int
    dark: bool = False
    colours: int = 255


@contextmanager
def browser() -> Iterator[Any]:
    """Chromium, controlled by its driver."""
    from selenium import webdriver

    program = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
    if not program or not shutil.which("chromedriver"):
        raise SystemExit("screenshots need Chromium with chromedriver on the path")
    options = webdriver.ChromeOptions()
    options.binary_location = program
    with tempfile.TemporaryDirectory() as profile:
        for one in (*OPTIONS, f"--user-data-dir={profile}"):
            options.add_argument(one)
        found = webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))
        try:
            yield found
        finally:
            found.quit()


@contextmanager
def served() -> Iterator[str]:
    """The address of a running `victor serve`."""
    command = [sys.executable, "-m", "victor", "serve", "--port", "0", "--workers", "1"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        line = process.stderr.readline() if process.stderr else ""
        found = re.search(r"http://\S+", line)
        if not found:
            raise SystemExit(f"victor serve does not start: {line}")
        yield found[0]
    finally:
        process.terminate()
        process.wait()


def wait(found: Any, condition: str) -> None:
    from selenium.webdriver.support.ui import WebDriverWait

    WebDriverWait(found, 30).until(lambda one: one.execute_script(f"return {condition}"))


def png(found: Any) -> bytes:
    time.sleep(0.3)  # until the last change is drawn
    return bytes(found.get_screenshot_as_png())


def playground(found: Any) -> bytes:
    """The playground with the sample page and a corrected block selected."""
    with served() as address:
        found.get(address)
        wait(found, "tasks.length > 0")
        found.find_element("id", "files").send_keys(str(PAGE))
        wait(found, "$('frame').dataset.ready === 'yes'")
        found.execute_script(
            "const caption = view.blocks.findIndex((one) => one.role === 'caption');"
            "const paragraph = view.labels.findIndex((one) => one.role === 'paragraph');"
            "goTo(caption); assign(paragraph, [caption]);"
        )
        time.sleep(2)  # until the correction is saved
        return png(found)


def report(found: Any) -> bytes:
    """A report of the sample page with a block selected."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "report.html"
        command = [sys.executable, "-m", "victor", "report", str(PAGE), "-o", str(target)]
        subprocess.run(command, check=True, cwd=ROOT, stderr=subprocess.DEVNULL)
        found.get(f"{target.as_uri()}#page-1-31")
        wait(found, "$('frame').style.height !== ''")
        return png(found)


SHOTS = {
    "playground-desktop": Shot(playground, 1440, 860),
    "playground-phone": Shot(playground, 375, 760),
    "playground-desktop-dark": Shot(playground, 1440, 860, dark=True),
    "playground-phone-dark": Shot(playground, 375, 760, dark=True),
    "report-desktop": Shot(report, 1440, 860),
}
OF_DOCS = ("playground-desktop", "playground-phone")


def take(found: Any, shot: Shot) -> bytes:
    """Take a screenshot; the PNG."""
    size = {"width": shot.width, "height": shot.height, "deviceScaleFactor": 1}
    size["mobile"] = shot.width < 600
    found.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    feature = {"name": "prefers-color-scheme", "value": "dark" if shot.dark else "light"}
    found.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
    return smaller(shot.taken(found), shot.colours)


def smaller(picture: bytes, colours: int) -> bytes:
    """The picture with a palette, a third of the size."""
    from PIL import Image

    file = BytesIO()
    Image.open(BytesIO(picture)).convert("RGB").quantize(colours).save(file, "PNG", optimize=True)
    return file.getvalue()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(SHOTS))
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "docs", metavar="DIR")
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    with browser() as found:
        for name in arguments.names or OF_DOCS:
            path = arguments.output / f"{name}.png"
            path.write_bytes(take(found, SHOTS[name]))
            print(f"{path}: {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
