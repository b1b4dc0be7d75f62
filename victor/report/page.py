"""One page of a report: its rendering, and the labels of its blocks with explanations."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from victor.arrays import Ints
from victor.config import Task
from victor.evaluate.explain import Explained, Explanation, explain
from victor.page import Page
from victor.pipeline import Cleaner
from victor.report.markup import Marks, framed
from victor.tree.blocks import Blocks

MOST_BLOCKS = 3000  # maximum number of blocks shown per page
_SHARES = 8  # largest contributions listed per block
_LONGEST_PATH = 300  # characters of an XPath; nesting is unlimited


@dataclass(frozen=True)
class View:
    """A page of a report."""

    id: str
    title: str
    facts: Mapping[str, float]  # scores and confidence, 0 to 1
    kind: str
    frame: str  # an HTML document
    blocks: Sequence[Mapping[str, Any]]
    counts: Mapping[str, int]  # errors by kind; empty without gold


def view(
    cleaner: Cleaner,
    page: Page,
    blocks: Blocks,
    gold: Ints | None = None,
    facts: Mapping[str, float] | None = None,
    kind: str = "",
) -> View:
    """Label and explain a page for a report.

    Args:
        cleaner: labels the blocks.
        page: the page.
        blocks: its n blocks.
        gold: [n] the gold labels, if known.
        facts: scores and confidence, 0 to 1.
        kind: page type.

    Raises:
        VictorError: the extra ``report`` is not installed.
    """
    task = cleaner.plan.task
    found = explain(cleaner, blocks, range(min(len(blocks), MOST_BLOCKS)))
    y = found.labels.y
    kinds = () if gold is None else ("missed", "kept", "label")
    errors = {} if gold is None else _errors(y, gold, task.other)
    probability = found.labels.scores[np.arange(len(y)), y]
    percent = np.rint(100 * probability).astype(np.int32)
    marks = Marks(tuple(task.keys), y[:MOST_BLOCKS], percent[:MOST_BLOCKS], errors)
    return View(
        id=page.id,
        title=" ".join(blocks.tree.head.get("title", "").split()),
        facts=facts or {},
        kind=kind,
        frame=framed(blocks, marks, marks_style(task)),
        blocks=_blocks(blocks, found, gold, errors),
        counts={error: list(errors.values()).count(error) for error in kinds},
    )


def _errors(y: Ints, gold: Ints, other: int) -> dict[int, str]:
    """Errors by block: ``missed`` content, ``kept`` boilerplate, or a wrong content ``label``."""
    out = {}
    for block in np.flatnonzero(y != gold).tolist():
        out[block] = "missed" if y[block] == other else "kept" if gold[block] == other else "label"
    return out


def _blocks(
    blocks: Blocks, found: Explained, gold: Ints | None, errors: Mapping[int, str]
) -> list[dict[str, Any]]:
    paths = (blocks.tree.xpath(node, _LONGEST_PATH) for node in blocks.node.tolist())
    rows = zip(found.explanations, blocks.text, paths, strict=False)
    out = []
    for one, text, path in rows:
        path = path if len(path) <= _LONGEST_PATH else f"… {path[-_LONGEST_PATH:]}"
        row = {"text": text, "path": path, **_explained(one)}
        if gold is not None:
            row["gold"] = int(gold[one.block])
        if one.block in errors:
            row["error"] = errors[one.block]
        out.append(row)
    return out


def _explained(one: Explanation) -> dict[str, Any]:
    """An explanation as JSON, without empty fields."""
    row: dict[str, Any] = {
        "label": one.label,
        "other": one.runner_up,
        "p": [round(p, 3) for p in one.probabilities],
        "shares": [
            [share.name, _short(share.value), round(share.amount, 2)]
            for share in one.ledger(_SHARES)
        ],
        "around": [round(one.before, 2), round(one.after, 2)],
        "sum": round(one.difference, 2),
        "steps": [list(step) for step in one.steps],
        "changes": [list(change) for change in one.changes],
    }
    return {key: value for key, value in row.items() if value != []}


def _short(value: float | None) -> str | None:
    return None if value is None else f"{value:.4g}"


# Colours of Okabe and Ito (2008), distinguishable with all types of colour vision, darkened for
# contrast with white letters. Boilerplate is grey. Labels also differ by key and underline style.
COLOURS = (
    ("0 92 158", "solid"),
    ("173 74 0", "double"),
    ("0 113 82", "dashed"),
    ("150 64 112", "dotted"),
    ("110 90 0", "wavy"),
)
_GREY = ("104 104 104", "none")


def colours(task: Task) -> list[tuple[str, str]]:
    """The colour (``R G B``) and underline style of each label."""
    kept = [label for label in range(len(task.labels)) if label != task.other]
    chosen = {label: COLOURS[i % len(COLOURS)] for i, label in enumerate(kept)}
    return [chosen.get(label, _GREY) for label in range(len(task.labels))]


def marks_style(task: Task) -> str:
    """CSS of the labels in the frame: opacity by probability, hatching for boilerplate."""
    rules = []
    for label, (rgb, line) in enumerate(colours(task)):
        mark = f'[data-victor-label="{label}"]'
        share = "20%" if label == task.other else "40%"  # hatching must not hinder reading
        tint = f"color-mix(in srgb, rgb({rgb} / {share}) var(--victor), transparent)"
        if label == task.other:
            back = f"repeating-linear-gradient(-45deg, {tint} 0 1px, transparent 1px 5px)"
            rules.append(f"{mark}{{background:{back} !important;}}")
        else:
            rules.append(
                f"{mark}{{background:{tint} !important;"
                f"text-decoration:underline {line} rgb({rgb}) !important;}}"
            )
        rules.append(f"{mark}::before{{background:rgb({rgb}) !important;}}")
    return f"@layer victor{{{''.join(rules)}}}"
