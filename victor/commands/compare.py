"""Compare systems on the same pages.

Files that 'victor evaluate --json' or benchmarks/speed.py wrote: the first system with each of the
others, page by page. Prints a Markdown table for each pair, by page type: means, the difference
with its 95 % bootstrap interval, and p-values of a paired permutation test, of Wilcoxon's
signed-rank test and of the Mann-Whitney U test (all two-sided; they need the extra 'learn').
"""

import argparse
import json
from pathlib import Path

from victor.files import write_text


def add(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="results as JSON")
    parser.add_argument("--score", default="word_f1", metavar="NAME", help="(word_f1)")
    parser.add_argument("--json", metavar="FILE", help="write all of it")


def run(arguments: argparse.Namespace) -> int:
    """Compare, print, write."""
    from victor.evaluate import comparison
    from victor.evaluate.tables import comparison_markdown

    score = arguments.score
    found = comparison.compare(comparison.read(list(map(Path, arguments.files)), score))
    print(comparison_markdown(found, score))
    if arguments.json:
        text = json.dumps(
            comparison.as_json(found, score), indent=1, ensure_ascii=False, allow_nan=False
        )
        write_text(Path(arguments.json), text + "\n")
    return 0
