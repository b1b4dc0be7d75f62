"""Tables of evaluations and comparisons, as Markdown, and the JSON of an evaluation.

A :class:`Grid` is a table before it is rendered. Here it becomes Markdown; :mod:`victor.report`
renders the same grids as HTML.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from victor.errors import pluralize
from victor.evaluate.calibration import diagnostics
from victor.evaluate.comparison import Comparison
from victor.evaluate.evaluation import Evaluation, PageScore
from victor.evaluate.explain import label_name
from victor.evaluate.metrics import labels


@dataclass(frozen=True)
class Interval:
    """A confidence interval as text, with what a renderer needs to draw it."""

    text: str
    mean: float
    low: float
    high: float
    start: float = 0.0  # of the scale
    end: float = 1.0


@dataclass(frozen=True)
class Grid:
    """A table; the first cell of a row names it."""

    header: Sequence[str]
    rows: Sequence[Sequence[Any]]  # text or Interval; in HTML, elements too
    caption: str = ""  # caption, about and folded are for HTML
    about: str = ""  # beside the caption
    folded: bool = False  # details, shown on demand


def table(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A Markdown table: the first column left-aligned, the others right-aligned."""
    lines = [_line(header), "|---|" + "---:|" * (len(header) - 1), *map(_line, rows)]
    return "\n".join(lines)


def _line(cells: Sequence[Any]) -> str:
    texts = (cell.text if isinstance(cell, Interval) else str(cell) for cell in cells)
    return "| " + " | ".join(text.replace("|", r"\|") for text in texts) + " |"


def markdown(grids: Iterable[Grid]) -> str:
    """Tables with a blank line between them."""
    return "\n\n".join(table(grid.header, grid.rows) for grid in grids)


def evaluation_markdown(result: Evaluation, worst: int = 10) -> str:
    """All tables of an evaluation, and its ``worst`` pages."""
    about = ", ".join(f"{key}: {value}" for key, value in result.about.items())
    parts = evaluation_grids(result, diagnostics(result)).values()
    grids = [grid for part in parts for grid in part]
    if worst and result.pages:
        score = headline(result)
        pages = sorted(result.pages, key=lambda page: (page.scores[score], page.id))[:worst]
        grids.append(worst_pages(result, pages, [score]))
    return f"{about}; {pluralize(len(result.pages), 'page')}\n\n{markdown(grids)}"


def evaluation_grids(result: Evaluation, found: Mapping[str, Any]) -> dict[str, list[Grid]]:
    """Tables by topic: ``scores``, ``labels``, and each of the diagnostics ``found``."""
    return {
        "scores": [_scores(result), _accuracy(result), *_by_type(result)],
        "labels": [_by_label(result)],
        **{name: _DIAGNOSTICS[name](part) for name, part in found.items()},
    }


def score_name(name: str) -> str:
    """A score as people read it: ``word F1`` for ``word_f1``."""
    return name.replace("_", " ").replace("f1", "F1")


def _mean(found: tuple[float, float, float], digits: int) -> tuple[str, Interval]:
    mean, low, high = found
    return f"{mean:.{digits}f}", Interval(f"{low:.{digits}f} - {high:.{digits}f}", *found)


def _scores(result: Evaluation) -> Grid:
    rows = [(score_name(name), *_mean(result.mean(name), 4)) for name in result.score_names]
    return Grid(("score (mean over pages)", "mean", "95 % interval"), rows, "Mean over pages")


def _accuracy(result: Evaluation) -> Grid:
    full, half = accuracies(result)
    rows = [("all labels", f"{full:.4f}"), ("content and boilerplate", f"{half:.4f}")]
    return Grid(("label accuracy", "share of blocks"), rows, "Blocks with the right label")


def accuracies(result: Evaluation) -> tuple[float, float]:
    """Share of blocks with the right label, and with the right one of content and boilerplate."""
    counts = result.confusion
    half = labels.content_boilerplate(counts, result.task.other)
    return labels.accuracy(counts), labels.accuracy(half)


def _by_type(result: Evaluation) -> list[Grid]:
    """One table, or none where all pages are of one type."""
    kinds = sorted({page.kind for page in result.pages})
    if len(kinds) < 2:
        return []
    score = headline(result)
    rows = []
    for kind in kinds:
        pages = sum(page.kind == kind for page in result.pages)
        rows.append((kind or "-", f"{pages:,}", *_mean(result.mean(score, kind), 3)))
    return [Grid(("page type", "pages", score_name(score), "95 % interval"), rows, "By page type")]


def headline(result: Evaluation) -> str:
    """The score that pages are ranked by."""
    names = result.score_names
    return next((name for name in ("word_f1", "total") if name in names), names[0])


def _by_label(result: Evaluation) -> Grid:
    counts, task = result.confusion, result.task
    rows = [
        (label_name(task, i), *(f"{value:.3f}" for value in values), f"{counts[i].sum():,}")
        for i, values in enumerate(labels.per_label(counts, task.keys).values())
    ]
    return Grid(("label", "precision", "recall", "F1", "blocks"), rows, "By label")


def calibration_grids(found: Mapping[str, Any]) -> list[Grid]:
    """The probability of content and its observed share, bin by bin; summary measures."""
    blocks, words = found["blocks"], found["words"]
    bins = [
        (f"{one['low']:.1f} - {one['high']:.1f}", *_bin(one), *_bin(two))
        for one, two in zip(blocks["bins"], words["bins"], strict=True)
    ]
    summary = [
        ("expected calibration error", f"{blocks['error']:.3f}", f"{words['error']:.3f}"),
        ("precision at recall .90", "", f"{found['precision_at_recall_90']:.3f}"),
        ("recall at precision .95", "", f"{found['recall_at_precision_95']:.3f}"),
    ]
    units = ("blocks", "mean", "content", "words", "mean", "content")
    return [
        Grid(("probability of content", *units), bins, "Predicted and observed", folded=True),
        Grid(("all pages together", "by blocks", "by words"), summary, "Calibration and ranking"),
    ]


def _bin(one: Mapping[str, float]) -> tuple[str, str, str]:
    if not one["weight"]:
        return "0", "-", "-"
    return f"{one['weight']:,.0f}", f"{one['probability']:.3f}", f"{one['content']:.3f}"


def classes_grids(found: Mapping[str, Mapping[str, float]]) -> list[Grid]:
    """Scores averaged over classes: of content and boilerplate, and of all labels."""
    names = {"fp_rate": "false positive rate", "auc": "AUC"}
    rows = [
        (names.get(name, score_name(name)), *(f"{one[name]:.3f}" for one in found.values()))
        for name in found["labels"]
    ]
    header = ("averaged over classes, by words", "content and boilerplate", "all labels")
    return [Grid(header, rows, "Word-weighted averages")]


def confidence_grids(found: Mapping[str, Any]) -> list[Grid]:
    """Word F1 of the pages with the lowest and the highest confidence."""
    rows = [
        (one["part"], f"{one['pages']:,}", f"{one['confidence']:.3f}", f"{one['word_f1']:.3f}")
        for one in found["groups"]
    ]
    rows.append(("rank correlation (Spearman)", "", "", f"{found['spearman']:.3f}"))
    return [Grid(("pages by confidence", "pages", "confidence", "word F1"), rows, "By confidence")]


def tradeoff_grids(found: Sequence[Mapping[str, float]]) -> list[Grid]:
    """Mean word scores for each beta of the precision-recall trade-off."""
    names = [name for name in found[0] if name != "beta"]
    rows = [(f"{one['beta']:g}", *(f"{one[name]:.4f}" for name in names)) for one in found]
    return [Grid(("prefer (beta)", *map(score_name, names)), rows, "Mean word scores")]


_DIAGNOSTICS: Mapping[str, Callable[[Any], list[Grid]]] = {
    "calibration": calibration_grids,
    "classes": classes_grids,
    "confidence": confidence_grids,
    "tradeoff": tradeoff_grids,
}


def worst_pages(result: Evaluation, pages: Sequence[PageScore], names: Sequence[str]) -> Grid:
    """``pages`` of a result with the values of ``names``: scores, or ``confidence``."""
    rows = [
        (page.id, page.kind or "-", *(f"{_values(page)[name]:.3f}" for name in names))
        for page in pages
    ]
    about = f"{len(pages)} of {len(result.pages)}, by {score_name(headline(result))}"
    return Grid(("worst pages", "type", *map(score_name, names)), rows, "Pages to look at", about)


def comparison_markdown(found: Iterable[Comparison], score: str) -> str:
    """A table for each pair of systems, after the pages that only one of them has."""
    return "\n\n".join(
        "\n\n".join([*_left_out(one), markdown([comparison_grid(one, score)])]) for one in found
    )


def _left_out(one: Comparison) -> list[str]:
    sides = ((one.first, one.only_first), (one.second, one.only_second))
    return [
        f"only in {name}: {pluralize(len(ids), 'page')}: {', '.join(ids[:10])}"
        f"{', ...' * (len(ids) > 10)}"
        for name, ids in sides
        if ids
    ]


def comparison_grid(one: Comparison, score: str) -> Grid:
    """Means, their difference and tests for a pair of systems, by page type."""
    rows = [
        (
            *(row.type, f"{row.pages:,}", f"{row.first:.3f}", f"{row.second:.3f}"),
            signed(row.difference),
            Interval(f"{signed(row.low)} to {signed(row.high)}",
                     row.difference, row.low, row.high, start=-0.2, end=0.2),
            *map(p_value, (row.permutation, row.wilcoxon, row.mann_whitney)),
        )
        for row in one.rows
    ]  # fmt: skip
    name = score_name(score)
    sides = (one.first, one.second, "difference", "95 % interval")
    tests = ("permutation p", "Wilcoxon p", "Mann-Whitney p")
    return Grid((name, "pages", *sides, *tests), rows, f"Mean {name}")


def signed(value: float) -> str:
    """Three digits after the point, with a sign."""
    return f"{round(value, 3) + 0.0:+.3f}"  # 0.0: no -0


def p_value(p: float) -> str:
    """Three digits, or ``< .001``."""
    return "< .001" if p < 0.0005 else f"{p:.3f}".removeprefix("0")


def as_json(result: Evaluation) -> dict[str, Any]:
    """The full results of an evaluation, page by page, as plain values."""
    full, half = accuracies(result)
    means = {name: dict(zip(("mean", "low", "high"), result.mean(name), strict=True))
             for name in result.score_names}  # fmt: skip
    pages = [
        {"id": page.id, "type": page.kind, **{k: round(v, 6) for k, v in _values(page).items()}}
        for page in result.pages
    ]
    return {
        **result.about,
        "means": means,
        "accuracy": {"full": full, "content_boilerplate": half},
        "confusion": result.confusion.tolist(),
        "labels": dict(result.task.labels),
        **diagnostics(result),
        "pages": pages,
    }


def _values(page: PageScore) -> dict[str, float]:
    """A page's scores, with its confidence where a model was used."""
    sure = {} if page.prediction is None else {"confidence": page.prediction.confidence}
    return {**page.scores, **sure}
