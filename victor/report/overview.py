"""The overview of a report: tables and charts of an evaluation, a comparison or cleaned pages."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any

import numpy as np

from victor.errors import pluralize
from victor.evaluate.calibration import diagnostics
from victor.evaluate.comparison import ALL, Comparison, System
from victor.evaluate.evaluation import Evaluation
from victor.evaluate.explain import label_name
from victor.evaluate.tables import (
    Grid,
    Interval,
    cell_text,
    comparison_grid,
    evaluation_grids,
    score_name,
    signed,
    worst_pages,
)
from victor.report.charts import E, Series, interval, plot
from victor.report.page import View

Element = Any
Found = Mapping[str, Any]  # diagnostics
_LISTED = 10  # number of pages that differ most, in each direction
_POINTS = 200  # most points of a curve


def table(grid: Grid, pages: Mapping[str, int] | None = None) -> Element:
    """Render a table as HTML. Rows named like one of ``pages`` link to that page of the report.

    Cells may also be elements. An interval takes two columns: text and a drawing.
    """
    pages = pages or {}
    first = zip(grid.header, grid.rows[0] if grid.rows else grid.header, strict=True)
    names = (text for name, cell in first for text in (name, *_scale(cell)))
    body = (
        E.tr(
            E.th(link(pages[name], name) if name in pages else name, scope="row"),
            *(E.td(part) for cell in cells for part in _parts(cell, grid.digits)),
        )
        for name, *cells in grid.rows
    )
    caption = E.caption(grid.caption, *([E.small(grid.about)] if grid.about else ()))
    head = E.thead(E.tr(*(E.th(name, scope="col") for name in names)))
    attributes = {"class": "table", "tabindex": "0", "role": "region", "aria-label": grid.caption}
    made = E.div(E.table(caption, head, E.tbody(*body)), attributes)
    return E.details(E.summary("Show the numbers"), made) if grid.folded else made


def _scale(cell: Any) -> list[str]:
    return [f"{cell.start:g} to {cell.end:g}"] if isinstance(cell, Interval) else []


def _parts(cell: Any, digits: int) -> list[Any]:
    text = cell_text(cell, digits) if isinstance(cell, str | int | float | Interval) else cell
    return [text, interval(cell)] if isinstance(cell, Interval) else [text]


def link(number: int, text: str) -> Element:
    """A link to a page of the report; ``number`` counts from 0, anchors from 1."""
    return E.a(text, href=f"#page-{number + 1}")


def _section(title: str, parts: Sequence[Element]) -> Element:
    return E.section(E.h2(title), E.div(*parts, {"class": "parts"}))


def evaluated(result: Evaluation, shown: Sequence[int]) -> Iterator[Element]:
    """Sections of an evaluation; ``shown`` are the indices of the pages in the report, in order."""
    found = diagnostics(result)
    for title, grids in evaluation_grids(result, found).items():
        charts = [_CHARTS[title](result, found)] if title in _CHARTS else []
        tables = map(table, sorted(grids, key=lambda grid: grid.folded))
        yield _section(title, [*charts, *tables])
    pages = [result.pages[i] for i in shown]
    worst = worst_pages(result, pages, [*result.score_names, "confidence"])
    numbers = {page.id: number for number, page in enumerate(pages)}
    yield _section("Worst pages", [table(worst, numbers)])


def _confusion(result: Evaluation, _: Found) -> Element:
    """Blocks by gold and predicted label, shaded by the share of the gold label's blocks."""
    names = [label_name(result.task, i) for i in range(len(result.task.labels))]
    rows = []
    for i, row in enumerate(result.confusion.tolist()):
        whole = max(1, sum(row))
        cells = (_shaded(count, count / whole, i == j) for j, count in enumerate(row))
        rows.append((names[i], *cells))
    about = "blocks, and share of the gold label's blocks"
    return table(Grid(("gold \\ predicted", *names), rows, "Confusion", about))


def _shaded(count: int, share: float, right: bool) -> Element:
    kind = "right" if right else "wrong"
    style = f"--share:{100 * share:.0f}%"
    return E.span(f"{count:,}", E.small(f"{100 * share:.0f} %"), {"class": kind, "style": style})


def _reliability(_: Evaluation, found: Found) -> Element:
    units = (("blocks", 0), ("words", 1))
    series = [_bins(found["calibration"][unit]["bins"], unit, number) for unit, number in units]
    return plot(series, "probability of content", "observed share of content", diagonal=True)


def _bins(found: Sequence[Mapping[str, float]], unit: str, number: int) -> Series:
    bins = [one for one in found if one["weight"]]
    whole = max((one["weight"] for one in bins), default=1)
    points = [(one["probability"], one["content"]) for one in bins]
    sizes = [float(np.sqrt(one["weight"] / whole)) for one in bins]
    return Series(f"by {unit}", points, number, sizes)


def _ranking(result: Evaluation, _: Found) -> Element:
    """Mean word F1 of the most confident pages, from one page to all, and reference rankings."""
    pairs = [
        (page.prediction.confidence, page.scores["word_f1"])
        for page in result.pages
        if page.prediction is not None
    ]
    by_confidence = [f1 for _, f1 in sorted(pairs, key=lambda pair: -pair[0])]
    best = sorted(by_confidence, reverse=True)
    mean = fmean(best)
    series = [
        Series("most confident first", _running_mean(by_confidence), 0),
        Series("best first: the optimal ranking", _running_mean(best), 1),
        Series("random order, expected", [(0, mean), (1, mean)], 2),
    ]
    low = _axis_start(y for one in series for _, y in one.points)
    return plot(series, "share of pages taken", "mean word F1", low=low)


def _axis_start(values: Iterator[float]) -> float:
    """The start of the vertical axis: 0.1 to 0.2 below the lowest value, within 0 to 0.9."""
    return float(np.clip(np.floor(10 * min(values)) / 10 - 0.1, 0, 0.9))


def _running_mean(values: Sequence[float]) -> list[tuple[float, float]]:
    """Means of the first 1, 2, ... values by their share of all, at up to ``_POINTS`` of these."""
    means = np.cumsum(values) / np.arange(1, len(values) + 1)
    chosen = np.unique(np.linspace(0, len(values) - 1, min(_POINTS, len(values))).astype(int))
    return [((i + 1) / len(values), float(means[i])) for i in chosen.tolist()]


def _tradeoff(_: Evaluation, found: Found) -> Element:
    points = [(one["word_recall"], one["word_precision"]) for one in found["tradeoff"]]
    series = Series("--prefer, from precision to recall", points, 0, [0.2] * len(points))
    low = _axis_start(y for _, y in points)
    return plot([series], "word recall", "word precision", low=low)


_CHARTS: Mapping[str, Callable[[Evaluation, Found], Element]] = {
    "Labels": _confusion,
    "Calibration": _reliability,
    "Pages ranked by confidence": _ranking,
    "Precision-recall trade-off": _tradeoff,
}


def compared(
    found: Sequence[Comparison], systems: Sequence[System], score: str, pages: Mapping[str, int]
) -> Iterator[Element]:
    """Sections that compare the first system with the others.

    ``pages`` maps the ids of the pages in the report to their numbers.
    """
    if len(systems) > 2:
        yield _section("All systems", [table(_all_systems(systems, score))])
    for one, other in zip(found, systems[1:], strict=True):
        parts = [
            table(comparison_grid(one, score)),
            _scatter(systems[0], other, score),
            table(_most_different(systems[0], other, score), pages),
        ]
        yield _section(f"{one.second} compared with {one.first}", parts)


def _all_systems(systems: Sequence[System], score: str) -> Grid:
    """Means of all systems over the pages that all have, by page type."""
    kinds = systems[0].kinds
    ids = [id for id in systems[0].scores if all(id in one.scores for one in systems)]
    groups = {ALL: ids}
    if len(found := sorted({kinds[id] for id in ids})) > 1:
        groups |= {kind or "-": [id for id in ids if kinds[id] == kind] for kind in found}
    rows = [
        (name, len(part), *(fmean(one.scores[id] for id in part) for one in systems))
        for name, part in groups.items()
        if part
    ]
    header = (score_name(score), "pages", *(one.name for one in systems))
    return Grid(header, rows, "Mean over the pages that all systems have")


def _scatter(first: System, second: System, score: str) -> Element:
    points = [(first.scores[id], second.scores[id]) for id in _common(first, second)]
    drawn = Series("a page", points, 3, [0.0] * len(points))
    return plot([drawn], f"{first.name}: {score_name(score)}", second.name, diagonal=True)


def _most_different(first: System, second: System, score: str) -> Grid:
    """The pages with the largest differences, in both directions."""
    difference = {id: second.scores[id] - first.scores[id] for id in _common(first, second)}
    order = sorted(difference, key=lambda id: (difference[id], id))
    rows = [
        (
            id,
            first.kinds.get(id) or "-",
            first.scores[id],
            second.scores[id],
            signed(difference[id]),
        )
        for id in dict.fromkeys([*order[:_LISTED], *order[-_LISTED:]])
        if difference[id]
    ]
    header = ("page", "type", first.name, second.name, "difference")
    return Grid(header, rows, "Pages that differ most", score_name(score))


def _common(first: System, second: System) -> list[str]:
    return [id for id in first.scores if id in second.scores]


def cleaned(
    views: Sequence[View], confidences: Sequence[float], failed: Sequence[str]
) -> Iterator[Element]:
    """The section on pages without gold: their confidence, the least confident, and failures."""
    counts, edges = np.histogram(confidences, np.linspace(0, 1, 11))
    bins = [
        (f"{low:.1f} - {low + 0.1:.1f}", count, _bar(count / max(1, counts.max())))
        for low, count in zip(edges[:-1].tolist(), counts.tolist(), strict=True)
    ]
    pages = pluralize(len(confidences), "page")
    about = f"{pages}, mean {fmean(confidences):.3f}" if confidences else ""
    titles = (E.span(one.title[:80], {"class": "text"}) for one in views)
    listed = [
        (link(i, one.id), title, one.facts["confidence"])
        for i, (one, title) in enumerate(zip(views, titles, strict=True))
    ]
    least = f"the {len(views)} least confident of {len(confidences)}"
    grids = [
        Grid(("confidence", "pages", ""), bins, "Confidence", about),
        Grid(("page", "title", "confidence"), listed, "Pages to look at", least),
    ]
    if failed:
        grids.append(Grid(("page",), [(one,) for one in failed], "Pages that could not be read"))
    yield _section("Pages", list(map(table, grids)))


def _bar(share: float) -> Element:
    return E.span({"class": "bar", "style": f"--share:{100 * share:.0f}%"})
