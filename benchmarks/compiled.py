"""Compare the compiled parts with their references in Python: results, and time by stage.

Every page of the corpora is cleaned with both, and the results of the stages are compared. Random
pages are timed, the two taking turns on every page. The exit status is 1 if a
page gives different results.
"""

import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks import command_line
from benchmarks.corpus import samples
from benchmarks.timing import Seconds, clock, interleaved, milliseconds
from victor import pipeline
from victor.compiled import Mode, alike, built, using
from victor.evaluate.tables import table
from victor.pipeline import Cleaner

MODES: tuple[Mode, Mode] = ("compiled", "reference")


def timed(cleaner: Cleaner, mode: Mode) -> Callable[[bytes], Seconds]:
    """A measure of the stages with the compiled functions or with the references."""

    def measure(html: bytes) -> Seconds:
        with using(mode):
            return cleaner.timed(html, clock=clock)

    return measure


def differs(cleaner: Cleaner, html: bytes) -> bool:
    """Whether a stage gives different results on a page, up to rounding."""
    results = []
    for mode in MODES:
        with using(mode):
            run = cleaner.run(html, "output")
        results.append((run.tree, list(run.blocks.text), run.table, run.labels, run.text))
    return not alike(*results)


def stage_table(compiled: Seconds, reference: Seconds) -> str:
    """Milliseconds by stage, and their ratio."""
    sums = (sum(compiled.values()), sum(reference.values()))
    rows = [*((name, compiled[name], reference[name]) for name in compiled), ("sum", *sums)]
    lines = [(name, f"{c:.3f}", f"{r:.3f}", f"{r / c:.2f}") for name, c, r in rows]
    return table(("stage", "compiled, ms", "Python, ms", "ratio"), lines)


def main() -> int:
    """Compare and print."""
    parser = command_line.parser(__doc__)
    parser.add_argument("folders", type=Path, nargs="+", help="corpora, or folders of pages")
    parser.add_argument("--pages", type=int, default=300, help="timed pages of each folder (300)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds; the fastest counts (3)")
    parser.add_argument("--config", default="web", help="shipped model or model directory (web)")
    given = parser.parse_args()
    if not built():
        print("not all compiled parts are built", file=sys.stderr)
        return 1
    cleaner = pipeline.load(given.config)
    measures = {mode: timed(cleaner, mode) for mode in MODES}
    different = []
    for folder in given.folders:
        pages = samples(folder)
        different += [page.id for page in pages if differs(cleaner, page.html)]
        found = interleaved(measures, [page.html for page in pages[: given.pages]], given.rounds)
        print(f"{folder.name}, {len(pages)} pages\n")
        print(stage_table(*map(milliseconds, found.values())), end="\n\n")
    print(f"pages with different results: {', '.join(different) or 'none'}")
    return bool(different)


if __name__ == "__main__":
    sys.exit(main())
