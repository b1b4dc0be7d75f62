"""Pictures of screens: a page beside its Markdown in Chromium, and the annotator by Textual.

They depend on the versions of Chromium and Textual and on the installed fonts, so that no test can
compare them: draw them again when the page, the report or the annotator changes.
"""

import asyncio
import re
import shutil
import subprocess
from argparse import Namespace
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from experiments.pictures.page import DATA, SAMPLE, cleaner, sample
from victor.errors import VictorError
from victor.report.page import view

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
OPTIONS = (
    "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking "
    "--hide-scrollbars --allow-file-access-from-files --force-device-scale-factor=2"
).split()
WIDTH, HEIGHT = 830, 640
KEYS = ("%", "p", "h")  # accept probable suggestions, label two blocks

# The sample page links to a style sheet that does not exist; this replaces it.
_PAGE = """
body { margin: 0; font: 11px/1.4 sans-serif; zoom: .9; }
h1 { font: bold 20px/1.2 serif; margin: 6px 0; } h2 { font: bold 13px serif; margin: 8px 0 3px; }
p { margin: 4px 0; } ul, ol { margin: 4px 0; padding-left: 16px; } figure { margin: 6px 0; }
button, a { color: inherit; text-decoration: none; }
[class^=Consent_wrap] { background: #e9ecef; padding: 6px 14px; border-bottom: 1px solid #bbb; }
[class^=Consent_wrap] h2 { margin: 0; } [class^=Consent_wrap] a { margin-left: 8px; }
header { background: #17324d; color: #fff; padding: 6px 14px; }
header [class^=SiteHeader_top] { display: flex; justify-content: space-between; }
header nav ul { display: flex; gap: 10px; list-style: none; padding: 0; margin: 4px 0 0; }
[class^=Ad_], [class*=" Ad_"] { text-align: center; background: #f6efdd; padding: 4px; }
main { padding: 2px 14px; } main nav ol, [class^=Share_] { display: flex; gap: 10px;
  list-style: none; padding: 0; } [class^=Byline] { color: #555; margin: 4px 0; }
[class^=Article_standfirst] { font-size: 13px; }
[class*=Newsletter], [class^=Box], aside { background: #eef3f8; padding: 4px 8px; margin: 6px 0; }
figcaption { color: #555; font-style: italic; }
[data-victor-image] { display: block !important; width: 100% !important; height: 52px !important;
  background: linear-gradient(#b9d3e6, #dbe8ef 60%, #8da6a0) !important; border: 0 !important; }
header [data-victor-image] { background: none !important; height: auto !important;
  width: 160px !important; color: #fff !important; font: bold 14px serif !important; }
header li, header a { white-space: nowrap; }
"""
# The style of the report is in a layer; among !important rules, the first layer wins.
_MARKS = """@layer first {
body [data-victor] { text-decoration: none !important; }
body [data-victor-label="4"] { background: none !important; opacity: .5 !important; }
body [data-victor-label="4"]::before { display: none !important; }
body h1 [data-victor] { opacity: 1 !important; color: #00796b !important; }
}"""
_BOTH = """<!DOCTYPE html><meta charset="utf-8"><style>
body {{ margin: 0; background: #fff; font: 13px sans-serif; color: #1b1f24; }}
h2 {{ font-size: 14px; margin: 10px 0 8px; }} .both {{ display: flex; gap: 14px; padding: 0 12px; }}
.both > div {{ flex: 1; min-width: 0; }} iframe, pre {{ box-sizing: border-box; width: 100%;
  height: {height}px; border: 1px solid #c9ced6; border-radius: 6px; margin: 0; }}
pre {{ white-space: pre-wrap; overflow: hidden; padding: 10px 12px; background: #f6f8fa;
  font: 11px/1.5 "DejaVu Sans Mono", monospace; }} pre b {{ color: #00796b; }}
</style><div class="both">
<div><h2>A page: what Victor keeps is coloured</h2><iframe srcdoc="{page}"></iframe></div>
<div><h2>Its Markdown</h2><pre>{markdown}</pre></div></div>"""


def before_after(folder: Path) -> None:
    """Write before-after.png: the sample page with its labels beside its Markdown."""
    shown = view(cleaner(), sample().page, sample().blocks)
    page = shown.frame.replace("<head>", f"<head><style>{_MARKS}</style>")
    page = page.replace("</head>", f"<style>{_PAGE}</style></head>")
    markdown = re.sub(r"^#+ .*", r"<b>\g<0></b>", escape(sample().text), flags=re.MULTILINE)
    html = _BOTH.format(height=HEIGHT - 52, page=escape(page), markdown=markdown)
    _screenshot(html, folder / "before-after.png")


def _screenshot(html: str, file: Path) -> None:
    """Write a screenshot of a document to a file.

    Raises:
        VictorError: there is no Chromium.
    """
    from PIL import Image

    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        raise VictorError("before-after needs Chromium (Debian: apt-get install chromium)")
    with TemporaryDirectory() as folder:
        document = Path(folder, "both.html")
        document.write_text(html, "utf-8")
        options = [*OPTIONS, f"--user-data-dir={folder}/profile",
                   f"--window-size={WIDTH},{HEIGHT}", f"--screenshot={file}"]  # fmt: skip
        subprocess.run([program, *options, document.as_uri()], check=True, capture_output=True)
    with Image.open(file) as whole:
        whole.convert("RGB").quantize(160).save(file, optimize=True)


def annotator(folder: Path) -> None:
    """Write annotator.svg: the annotator on a page of data/, after a few keys."""
    with TemporaryDirectory() as work:
        page = Path(work, f"{SAMPLE}.html")
        shutil.copy(DATA / page.name, page)
        made = asyncio.run(_annotated(page))
    # Textual's picture loads its font from another host; a local one suffices.
    made = re.sub(r"@font-face\s*\{.*?\}", "", made, flags=re.DOTALL)
    made = re.sub(r"font-family: Fira Code", "font-family: 'DejaVu Sans Mono', Menlo", made)
    (folder / "annotator.svg").write_text(made, "utf-8")


async def _annotated(page: Path) -> str:
    from victor.annotate.app import Annotator, Work
    from victor.annotate.teacher import Teacher
    from victor.commands.annotate import entries, reader

    plan = cleaner().plan
    teacher = Teacher(cleaner(), plan.task)
    read = reader(plan, teacher)
    given = Namespace(files=[str(page)], output=None)
    found, left_out = entries(given, plan, read, teacher)
    app = Annotator(Work(plan.task, found, "name", read, left_out, None))
    async with app.run_test(size=(110, 32)) as pilot:
        await pilot.pause()
        await pilot.press(*KEYS)
        await pilot.pause()
        return app.export_screenshot(title="victor annotate news-en.html")
