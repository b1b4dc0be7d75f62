"""Show why blocks have their labels.

For each block the label, the runner-up and what pushed the one above the other: shares of features
and of the blocks around, in natural logarithms, so that they add up. Rules and trees show the
decisions taken. --block TEXT shows the blocks that hold a text, with all that is worth a line.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from victor.commands.clean import add_prefer, shipped
from victor.errors import VictorError
from victor.pipeline import blocks_of

if TYPE_CHECKING:
    from victor.commands.clean import Source
    from victor.config import Task
    from victor.evaluate.explain import Change, Explanation, Share
    from victor.pipeline import Cleaner
    from victor.tree.blocks import Blocks

_BAR = 12  # characters of the longest bar
_FOR, _AGAINST, _FAINT, _BOLD = "32", "35", "2", "1"


def add(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("file", metavar="FILE|-", help="a page")
    parser.add_argument("--block", metavar="TEXT", help="only blocks that hold this text")
    parser.add_argument("--top", type=int, metavar="N", help="shares to show (3; 12 with --block)")
    task = parser.add_mutually_exclusive_group()
    task.add_argument("--config", default="web", metavar="NAME", help="task (default: web)")
    task.add_argument("--model", metavar="DIR", help="a model that you learned")
    add_prefer(parser)


def run(arguments: argparse.Namespace) -> int:
    """Explain and print."""
    from victor.commands.clean import single
    from victor.evaluate.explain import explain
    from victor.pipeline import load

    source = single(arguments.file, "blocks are explained")
    if arguments.top is not None and arguments.top < 1:
        raise VictorError(f"--top: expected 1 or more, found {arguments.top}")
    if arguments.block is not None and not arguments.block.strip():
        raise VictorError("--block: expected the text of a block, found nothing")
    cleaner = load(arguments.model or shipped(arguments.config), arguments.prefer)
    blocks = _blocks(source, cleaner)
    if not len(blocks):
        print(f"victor: {source.name}: no text on this page", file=sys.stderr)
        return 0
    rows = None if arguments.block is None else _holding(blocks, arguments.block, source.name)
    _print(explain(cleaner, blocks, rows).explanations, blocks, cleaner.plan.task, arguments)
    return 0


def _blocks(source: "Source", cleaner: "Cleaner") -> "Blocks":
    from victor.page import read_page
    from victor.page.binary import looks_binary

    data = source.read()
    if kind := looks_binary(data):
        raise VictorError(f"{source.name}: this is {kind}, not a page")
    return blocks_of(cleaner.plan, read_page(data, source.name))


def _holding(blocks: "Blocks", text: str, page: str) -> list[int]:
    from victor.evaluate.explain import holding

    rows = holding(blocks, text)
    if not rows:
        raise VictorError(f"--block: no block of {page} holds {text!r}")
    return rows


def _print(
    found: "Sequence[Explanation]", blocks: "Blocks", task: "Task", arguments: argparse.Namespace
) -> None:
    """Each block in brief, or in full where some were asked for."""
    from victor.text.characters import printable

    paint = _Paint(_coloured())
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


def _coloured() -> bool:
    """Whether colours are wanted: https://no-color.org, and a terminal that has them."""
    shown = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return shown and not os.environ.get("NO_COLOR")


class _Paint:
    """Text in a colour, where there are colours."""

    def __init__(self, coloured: bool) -> None:
        self.coloured = coloured

    def __call__(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.coloured else text


def _brief(one: "Explanation", text: str, task: "Task", top: int, paint: _Paint) -> Iterator[str]:
    """Two lines: the block, and the largest shares."""
    key, other = task.keys[one.label], task.keys[one.runner_up]
    believed = f"{_probability(one, one.label)} {other} {_probability(one, one.runner_up)}"
    short = text if len(text) <= 70 else text[:69] + "…"
    yield f"{paint(f'[{key}]', _BOLD)} {believed}  {short}"
    if one.steps:
        said = [step.text for step in one.steps]
    else:
        shares = [share for share in one.largest(top + 3) if share.of_columns][:top]
        said = [f"{_amount(share.amount, paint)} {_named(share)}" for share in shares]
        said.append(f"{_amount(one.before + one.after, paint)} labels around")
    said += _changed(one.changes, task)
    yield paint("; ", _FAINT).join(said)


def _full(one: "Explanation", text: str, task: "Task", top: int, paint: _Paint) -> Iterator[str]:
    """A line for each share, as a sum."""
    yield f"{paint(f'block {one.block + 1}', _FAINT)} {text}"
    yield f"  {_verdict(one, task, paint)}"
    for said in _changed(one.changes, task):
        yield f"  {said}"
    for step in one.steps:
        other = "" if step.otherwise is None else f"  (else {_label(task, step.otherwise)})"
        yield f"    {step.text}{paint(other, _FAINT)}"
    sides = [("the labels before", one.before), ("the labels after", one.after)]
    lines = [*((_named(share), share.amount) for share in one.ledger(top))]
    lines += [(name, amount) for name, amount in sides if abs(amount) >= 0.005]
    most = max([abs(amount) for _, amount in lines], default=1.0) or 1.0
    for name, amount in lines:
        bar = "█" * max(1, round(_BAR * abs(amount) / most)) if abs(amount) >= 0.005 else ""
        code = _FOR if amount > 0 else _AGAINST
        yield f"  {amount:+7.2f} {paint(bar.ljust(_BAR), code)} {name}"
    yield f"  {one.difference:+7.2f} {''.ljust(_BAR)} {paint('in all', _BOLD)}: {_odds(one, task)}"


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
        f"the filter {one.filter} made it {_label(task, one.after)}, "
        f"it was {_label(task, one.before)}"
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
