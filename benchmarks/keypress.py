"""Measure the time from keypress to paint in the annotator, on a page of many blocks.

Textual's pilot presses keys in a terminal of 80x24; the time is from the key event to the last
repaint that it causes, including the save. Prints the median and the maximum for each kind of key,
in milliseconds.
"""

import asyncio
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks import command_line
from victor import config, pipeline
from victor.annotate import order, store
from victor.annotate.app import Annotator, Work
from victor.annotate.view import page_view
from victor.page import read_page

KEYS = {
    "label": ["p"] * 20,
    "label all alike, undo": ["P", "backspace"] * 10,
    "label the page, undo": ["ctrl+a", "o", "backspace"] * 7,
    "down": ["down"] * 20,
    "a screen down": ["pagedown"] * 20,
    "first, last": ["home", "end"] * 10,
    "least certain": ["tilde"] * 20,
    "element": ["greater_than_sign", "less_than_sign"] * 10,
}


def page(blocks: int) -> str:
    """The HTML of a page with this number of paragraphs."""
    parts = "".join(
        f"<div class=c{i % 7}><p>Block {i} has some words to read, and then a few more.</p></div>"
        for i in range(blocks)
    )
    return f"<title>Many blocks</title><body>{parts}"


class Timed(Annotator):
    """The annotator, which records the time of its last repaint."""

    painted = 0.0

    def _display(self, *arguments: Any, **named: Any) -> None:
        super()._display(*arguments, **named)
        self.painted = time.perf_counter()


async def measure(app: Timed) -> None:
    """Press every kind of key and print the times."""
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for name, keys in KEYS.items():
            times = []
            for key in keys:
                start = time.perf_counter()
                await pilot.press(key)
                times.append(1000 * (app.painted - start))
            print(f"{name:<24}{median(times):6.1f}{max(times):6.1f}")


def main() -> None:
    """Generate and open the page, then measure."""
    parser = command_line.parser(__doc__)
    parser.add_argument("blocks", type=int, nargs="?", default=5000, help="size of the page (5000)")
    blocks = parser.parse_args().blocks
    cleaner = pipeline.plan(config.load("web-crf")), pipeline.load("web-crf")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "page.html"
        path.write_text(page(blocks), "utf-8")

        def read(path: Path) -> Any:
            return page_view(read_page(path.read_bytes(), path.name), *cleaner)

        made, file = read(path), store.place(path, None)
        one = order.entry(path, file, made, store.load(file, made, cleaner[0].task)[1])
        asyncio.run(measure(Timed(Work(cleaner[0].task, [one], "name", read))))


if __name__ == "__main__":
    command_line.run(main)
