"""Explain the labels of blocks.

For each block, prints the label, the runner-up and what favoured this label over the runner-up: the
contributions of features and of neighbouring blocks, in natural logarithms, so that they add up.
For rules and trees, prints their decisions. --block explains some blocks in full: those with a
number or in a range, counted from 1 (--block 31, --block 3-7), or those that contain a text.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from victor.commands.options import add_model, check_least, load_cleaner, single_page
from victor.errors import VictorError, notify, shortened

if TYPE_CHECKING:
    from victor.config import Task
    from victor.evaluate.explain import Change, Explanation, Share
    from victor.tree.blocks import Blocks

_BAR = 12  # characters of the longest bar
_FOR, _AGAINST, _FAINT, _BOLD = "32", "35", "2", "1"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("file", metavar="FILE|URL|-", help="page to explain")
    parser.add_argument("--block", metavar="N|N-M|TEXT",
                        help="explain only these blocks, or those that contain TEXT")  # fmt: skip
    parser.add_argument("--top", type=int, metavar="N",
                        help="number of contributions (default: 3; 12 with --block)")  # fmt: skip
    add_model(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the explanations."""
    from victor.evaluate.explain import explain
    from victor.pipeline import blocks_of

    page = single_page(arguments.file)
    if arguments.top is not None:
        check_least("--top", arguments.top, 1)
    if arguments.block is not None and not arguments.block.strip():
        raise VictorError("--block: expected the number or text of a block, found nothing")
    cleaner = load_cleaner(arguments)
    blocks = blocks_of(cleaner.plan, page)
    if not len(blocks):
        notify(f"{page.id}: no text on this page")
        return 0
    rows = None if arguments.block is None else _chosen(blocks, arguments.block, page.id)
    _print(explain(cleaner, blocks, rows).explanations, blocks, cleaner.plan.task, arguments)
    return 0


def _chosen(blocks: "Blocks", what: str, page: str) -> list[int]:
    from victor.evaluate.explain import chosen

    rows = chosen(blocks, what)
    if not rows:
        known = f"it has blocks 1 to {len(blocks):,}"
        raise VictorError(f"--block: no block of {page} contains {what!r}; {known}")
    return rows


def _print(
    found: "Sequence[Explanation]", blocks: "Blocks", task: "Task", arguments: argparse.Namespace
) -> None:
    """Print blocks in brief, or in full with ``--block``."""
    from victor.text.characters import printable

    paint = _Paint(_has_colours())
    width = len(str(len(blocks)))
    if found[0].note:
        print(paint(f"{task.labeler.name}: {found[0].note}", _FAINT), end="\n\n")
    for one in found:
        text = printable(blocks.text[one.block])
        if arguments.block is None:
            number = paint(f"{one.block + 1:{width}}", _FAINT)
            indent = " " * (width + 5)  # as wide as number and label
            first, second = _brief(one, text, task, arguments.top or 3, paint)
            print(f"{number} {first}\n{indent}{second}")
        else:
            print("\n".join(_full(one, text, task, arguments.top or 12, paint)), end="\n\n")


def _has_colours() -> bool:
    """Whether to print colours: on a terminal, unless ``NO_COLOR`` is set (no-color.org)."""
    shown = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return shown and not os.environ.get("NO_COLOR")


class _Paint:
    """Wraps text in ANSI codes for colour and weight, if ``coloured``."""

    def __init__(self, coloured: bool) -> None:
        self.coloured = coloured

    def __call__(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.coloured else text


def _brief(one: "Explanation", text: str, task: "Task", top: int, paint: _Paint) -> Iterator[str]:
    """Two lines: the block, and its largest contributions."""
    key, other = task.keys[one.label], task.keys[one.runner_up]
    odds = f"{_probability(one, one.label)} {other} {_probability(one, one.runner_up)}"
    short = shortened(text, 70)
    yield f"{paint(f'[{key}]', _BOLD)} {odds}  {short}"
    if one.steps:
        parts = [step.text for step in one.steps]
    else:
        shares = [share for share in one.largest(top + 3) if share.of_columns][:top]
        parts = [f"{_amount(share.amount, paint)} {_named(share)}" for share in shares]
        parts.append(f"{_amount(one.before + one.after, paint)} neighbouring labels")
    parts += _changed(one.changes, task)
    yield paint("; ", _FAINT).join(parts)


def _full(one: "Explanation", text: str, task: "Task", top: int, paint: _Paint) -> Iterator[str]:
    """Yield the lines of a block: probabilities, decisions, contributions and their total."""
    from victor.evaluate.explain import NEGLIGIBLE

    yield f"{paint(f'block {one.block + 1}', _FAINT)} {text}"
    yield f"  {_verdict(one, task, paint)}"
    for change in _changed(one.changes, task):
        yield f"  {change}"
    for step in one.steps:
        other = "" if step.otherwise is None else f"  (else {_label(task, step.otherwise)})"
        yield f"    {step.text}{paint(other, _FAINT)}"
    sides = [("labels before", one.before), ("labels after", one.after)]
    lines = [*((_named(share), share.amount) for share in one.ledger(top))]
    lines += [(name, amount) for name, amount in sides if abs(amount) >= NEGLIGIBLE]
    most = max([abs(amount) for _, amount in lines], default=1.0) or 1.0
    for name, amount in lines:
        bar = "█" * max(1, round(_BAR * abs(amount) / most)) if abs(amount) >= NEGLIGIBLE else ""
        code = _FOR if amount > 0 else _AGAINST
        yield f"  {amount:+7.2f} {paint(bar.ljust(_BAR), code)} {name}"
    yield f"  {one.difference:+7.2f} {''.ljust(_BAR)} {paint('total', _BOLD)}: {_odds(one, task)}"


def _verdict(one: "Explanation", task: "Task", paint: _Paint) -> str:
    order = sorted(range(len(one.probabilities)), key=lambda i: -one.probabilities[i])
    others = (f"{_label(task, i)} {_probability(one, i)}" for i in order if i != one.label)
    label = paint(f"{_label(task, one.label)} {_probability(one, one.label)}", _BOLD)
    return f"{label}, not {', '.join(others)}"


def _odds(one: "Explanation", task: "Task") -> str:
    from math import exp

    first, second = (_label(task, i) for i in (one.label, one.runner_up))
    if one.difference < 0:
        first, second = second, first
    times = exp(min(abs(one.difference), 700))
    return f"{first} is {times:,.4g} times as likely as {second}"


def _changed(changes: Sequence["Change"], task: "Task") -> list[str]:
    return [
        f"the filter {one.filter} changed {_label(task, one.before)} to {_label(task, one.after)}"
        for one in changes
    ]


def _named(share: "Share") -> str:
    return share.name if share.value is None else f"{share.name} = {share.value:.4g}"


def _amount(amount: float, paint: _Paint) -> str:
    return paint(f"{amount:+.2f}", _FOR if amount > 0 else _AGAINST)


def _probability(one: "Explanation", label: int) -> str:
    return f"{one.probabilities[label]:.2f}".removeprefix("0")


def _label(task: "Task", label: int) -> str:
    from victor.evaluate.explain import label_name

    return label_name(task, label)
