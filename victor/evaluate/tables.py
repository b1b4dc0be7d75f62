"""Tables of evaluations and comparisons as Markdown, and evaluations as JSON.

A :class:`Grid` is a table that is not yet rendered. This module renders grids as Markdown,
:mod:`victor.report` as HTML.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isnan, nan
from typing import Any

from victor.errors import pluralize
from victor.evaluate.calibration import diagnostics
from victor.evaluate.comparison import Comparison
from victor.evaluate.evaluation import Evaluation, PageScore
from victor.evaluate.explain import label_name
from victor.evaluate.metrics import labels
from victor.text.characters import printable

DIGITS = 6  # of the scores in result files


@dataclass(frozen=True)
class Interval:
    """A mean and its confidence interval, to be drawn on a scale from ``start`` to ``end``."""

    mean: float
    low: float
    high: float
    start: float = 0.0
    end: float = 1.0

    def text(self, digits: int) -> str:
        """The bounds, signed on a scale with negative values."""
        if self.start < 0:
            return f"{signed(self.low)} to {signed(self.high)}"
        return f"{self.low:.{digits}f} - {self.high:.{digits}f}"


@dataclass(frozen=True)
class Grid:
    """A table of text, counts (int), scores (float) and intervals. The first cell names the row."""

    header: Sequence[str]
    rows: Sequence[Sequence[Any]]
    caption: str = ""  # HTML only, like about and folded
    about: str = ""  # next to the caption
    folded: bool = False  # details, shown on demand
    digits: int = 3  # decimal places of scores


def cell_text(cell: str | int | float | Interval, digits: int) -> str:
    """A cell as text; ``-`` for NaN."""
    if isinstance(cell, Interval):
        return cell.text(digits)
    if isinstance(cell, float):
        return "-" if isnan(cell) else f"{cell:.{digits}f}"
    return cell if isinstance(cell, str) else f"{cell:,}"


def table(header: Sequence[str], rows: Iterable[Sequence[Any]], digits: int = 3) -> str:
    """A Markdown table: the first column left-aligned, the others right-aligned."""
    texts = [header, *([cell_text(cell, digits) for cell in row] for row in rows)]
    # Names may contain any character.
    rows = ([printable(cell).replace("|", r"\|") for cell in row] for row in texts)
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([lines[0], "|---|" + "---:|" * (len(header) - 1), *lines[1:]])


def markdown(grids: Iterable[Grid]) -> str:
    """Markdown tables, separated by blank lines."""
    return "\n\n".join(table(grid.header, grid.rows, grid.digits) for grid in grids)


def evaluation_markdown(result: Evaluation, worst: int = 10) -> str:
    """All tables of an evaluation, and the ``worst`` pages with the lowest scores."""
    about = ", ".join(f"{key}: {value}" for key, value in result.about.items())
    parts = evaluation_grids(result, diagnostics(result)).values()
    grids = [grid for part in parts for grid in part]
    if worst and result.pages:
        score = headline(result)
        pages = sorted(result.pages, key=lambda page: (page.scores[score], page.id))[:worst]
        grids.append(worst_pages(result, pages, [score]))
    return f"{about}; {pluralize(len(result.pages), 'page')}\n\n{markdown(grids)}"


def evaluation_grids(result: Evaluation, found: Mapping[str, Any]) -> dict[str, list[Grid]]:
    """Tables by section title; ``found`` are the diagnostics of the result."""
    return {
        "Scores": [_scores(result), *_accuracy(result), *_by_type(result)],
        "Labels": [_by_label(result)] if result.has_labels else [],
        **{
            title: make(found[name]) for name, (title, make) in DIAGNOSTICS.items() if name in found
        },
    }


def score_name(name: str) -> str:
    """The readable name of a score: ``word F1`` for ``word_f1``."""
    return name.replace("_", " ").replace("f1", "F1")


def _scores(result: Evaluation) -> Grid:
    means = {name: result.mean(name) for name in result.score_names}
    rows = [(score_name(name), mean[0], Interval(*mean)) for name, mean in means.items()]
    header = ("score (mean over pages)", "mean", "95 % interval")
    return Grid(header, rows, "Mean over pages", digits=4)


def _accuracy(result: Evaluation) -> list[Grid]:
    """One table, or none if only texts were scored."""
    if not result.has_labels:
        return []
    rows = list(zip(("all labels", "content and boilerplate"), accuracies(result), strict=True))
    header = ("label accuracy", "share of blocks")
    return [Grid(header, rows, "Blocks with the right label", digits=4)]


def accuracies(result: Evaluation) -> tuple[float, float]:
    """Accuracy over blocks: of all labels, and of content versus boilerplate."""
    counts = result.confusion
    half = labels.content_boilerplate(counts, result.task.other)
    return labels.accuracy(counts), labels.accuracy(half)


def _by_type(result: Evaluation) -> list[Grid]:
    """One table, or none if all pages have the same type."""
    counts = Counter(page.kind for page in result.pages)
    if len(counts) < 2:
        return []
    score = headline(result)
    means = {kind: result.mean(score, kind) for kind in sorted(counts)}
    rows = [(kind or "-", counts[kind], mean[0], Interval(*mean)) for kind, mean in means.items()]
    header = ("page type", "pages", score_name(score), "95 % interval")
    return [Grid(header, rows, "By page type")]


def headline(result: Evaluation) -> str:
    """The name of the score that pages are ranked by."""
    names = result.score_names
    return next((name for name in ("word_f1", "total") if name in names), names[0])


def _by_label(result: Evaluation) -> Grid:
    counts, task = result.confusion, result.task
    scored = labels.per_label(counts, task.keys).values()
    rows = [
        (label_name(task, i), *scores, blocks)
        for i, (scores, blocks) in enumerate(zip(scored, counts.sum(axis=1).tolist(), strict=True))
    ]
    return Grid(("label", "precision", "recall", "F1", "blocks"), rows, "By label")


def _calibration(found: Mapping[str, Any]) -> list[Grid]:
    """The predicted probability and observed share of content by bin, and summary measures."""
    blocks, words = found["blocks"], found["words"]
    bins = [
        (f"{one['low']:.1f} - {one['high']:.1f}", *_bin(one), *_bin(two))
        for one, two in zip(blocks["bins"], words["bins"], strict=True)
    ]
    summary = [
        ("expected calibration error", blocks["error"], words["error"]),
        ("precision at recall .90", "", found["precision_at_recall_90"]),
        ("recall at precision .95", "", found["recall_at_precision_95"]),
    ]
    units = ("blocks", "mean", "content", "words", "mean", "content")
    return [
        Grid(("probability of content", *units), bins, "Predicted and observed", folded=True),
        Grid(("all pages together", "by blocks", "by words"), summary, "Calibration and ranking"),
    ]


def _bin(one: Mapping[str, float]) -> tuple[int, float, float]:
    weight = round(one["weight"])
    return (weight, one["probability"], one["content"]) if weight else (0, nan, nan)


def _classes(found: Mapping[str, Mapping[str, float]]) -> list[Grid]:
    names = {"fp_rate": "false positive rate", "auc": "AUC"}
    rows = [
        (names.get(name, score_name(name)), *(one[name] for one in found.values()))
        for name in found["labels"]
    ]
    header = ("averaged over classes, by words", "content and boilerplate", "all labels")
    return [Grid(header, rows, "Word-weighted averages")]


def _confidence(found: Mapping[str, Any]) -> list[Grid]:
    """Word F1 of the pages with the lowest and the highest confidence."""
    keys = ("part", "pages", "confidence", "word_f1")
    rows = [[group[key] for key in keys] for group in found["groups"]]
    rows.append(["rank correlation (Spearman)", "", "", found["spearman"]])
    return [Grid(("pages by confidence", "pages", "confidence", "word F1"), rows, "By confidence")]


def _tradeoff(found: Sequence[Mapping[str, float]]) -> list[Grid]:
    """Mean word scores for each beta of the precision-recall trade-off."""
    names = [name for name in found[0] if name != "beta"]
    rows = [(f"{one['beta']:g}", *(one[name] for name in names)) for one in found]
    header = ("prefer (beta)", *map(score_name, names))
    return [Grid(header, rows, "Mean word scores", digits=4)]


# By key of the diagnostics: section title, and function that returns the tables.
DIAGNOSTICS: Mapping[str, tuple[str, Callable[[Any], list[Grid]]]] = {
    "calibration": ("Calibration", _calibration),
    "classes": ("Averages over classes", _classes),
    "confidence": ("Pages ranked by confidence", _confidence),
    "tradeoff": ("Precision-recall trade-off", _tradeoff),
}


def worst_pages(result: Evaluation, pages: Sequence[PageScore], names: Sequence[str]) -> Grid:
    """A table of ``pages`` of a result; ``names`` are scores or ``confidence``."""
    rows = [(one.id, one.kind or "-", *(_values(one)[name] for name in names)) for one in pages]
    about = f"{len(pages)} of {len(result.pages)}, by {score_name(headline(result))}"
    return Grid(("worst pages", "type", *map(score_name, names)), rows, "Pages to look at", about)


def comparison_markdown(found: Iterable[Comparison], score: str) -> str:
    """For each pair of systems, the pages that only one of them has, and a table."""
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
    """Means, their difference and significance tests for two systems, by page type."""
    rows = [
        (
            *(row.type, row.pages, row.first, row.second, signed(row.difference)),
            Interval(row.difference, row.low, row.high, start=-0.2, end=0.2),
            *map(p_value, (row.permutation, row.wilcoxon, row.mann_whitney)),
        )
        for row in one.rows
    ]
    name = score_name(score)
    sides = (one.first, one.second, "difference", "95 % interval")
    tests = ("permutation p", "Wilcoxon p", "Mann-Whitney p")
    return Grid((name, "pages", *sides, *tests), rows, f"Mean {name}")


def signed(value: float) -> str:
    """A number with a sign and three decimal places."""
    return f"{round(value, 3) + 0.0:+.3f}"  # + 0.0 avoids -0.000


def p_value(p: float) -> str:
    """A p-value with three decimal places, or ``< .001``."""
    return "< .001" if p < 0.0005 else f"{p:.3f}".removeprefix("0")


def as_json(result: Evaluation) -> dict[str, Any]:
    """The full results of an evaluation, page by page, as plain values."""
    means = {name: dict(zip(("mean", "low", "high"), result.mean(name), strict=True))
             for name in result.score_names}  # fmt: skip
    pages = [{"id": page.id, "type": page.kind, **_rounded(_values(page))} for page in result.pages]
    return {
        **result.about,
        "means": means,
        **(_label_results(result) if result.has_labels else {}),
        "pages": pages,
    }


def _label_results(result: Evaluation) -> dict[str, Any]:
    full, half = accuracies(result)
    return {
        "accuracy": {"full": full, "content_boilerplate": half},
        "confusion": result.confusion.tolist(),
        "labels": dict(result.task.labels),
        **diagnostics(result),
    }


def _rounded(scores: Mapping[str, float]) -> dict[str, float]:
    return {name: round(score, DIGITS) for name, score in scores.items()}


def _values(page: PageScore) -> dict[str, float]:
    """A page's scores, and its confidence if a model was used."""
    sure = {} if page.prediction is None else {"confidence": page.prediction.confidence}
    return {**page.scores, **sure}
