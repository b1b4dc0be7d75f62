"""Compare systems on the same pages.

Compares the first system with each of the others page by page, from files that 'victor evaluate
--json' or benchmarks/speed.py wrote. Prints a Markdown table for each pair, by page type: means,
the difference with its 95 % bootstrap confidence interval, and two-sided p-values of a paired
permutation test, Wilcoxon's signed-rank test and the Mann-Whitney U test. Needs the extra 'learn'.
"""

import argparse
from pathlib import Path

from victor.commands.options import add_json, check_json, write_results


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="results as JSON")
    parser.add_argument("--score", default="word_f1", metavar="NAME",
                        help="score to compare (default: word_f1)")  # fmt: skip
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the comparison."""
    from victor.evaluate import comparison
    from victor.evaluate.tables import comparison_markdown

    score = arguments.score
    check_json(arguments, "comparisons", arguments.files)
    found = comparison.compare(comparison.read(list(map(Path, arguments.files)), score))
    write_results(arguments, comparison.as_json(found, score), comparison_markdown(found, score))
    return 0
