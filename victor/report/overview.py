"""A corpus at a glance: scores, labels, how far to believe them, the pages to look at."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any

import numpy as np

from victor.errors import pluralize
from victor.evaluate.calibration import diagnostics
from victor.evaluate.comparison import ALL, Comparison, System, p_value
from victor.evaluate.evaluation import Evaluation
from victor.evaluate.explain import label_name
from victor.evaluate.metrics import labels
from victor.evaluate.tables import accuracies, headline
from victor.report.charts import E, Series, interval, plot
from victor.report.page import View

Element = Any
_LISTED = 10  # pages that differ most, on either side


def table(
    caption: str, header: Sequence[str], rows: Sequence[Sequence[Any]], about: str = ""
) -> Element:
    """A table whose first column names the rows; cells are text or elements."""
    head = E.thead(E.tr(*(E.th(name, scope="col") for name in header)))
    body = (E.tr(E.th(row[0], scope="row"), *(E.td(cell) for cell in row[1:])) for row in rows)
    title = [caption, E.small(about)] if about else [caption]
    inner = E.table(E.caption(*title), head, E.tbody(*body))
    return E.div(inner, {"class": "table", "tabindex": "0", "role": "region",
                          "aria-label": caption})  # fmt: skip


def link(number: int, said: str) -> Element:
    """To a page of the report: addresses count from 1."""
    return E.a(said, href=f"#page-{number + 1}")


def evaluated(result: Evaluation, shown: Sequence[int]) -> Iterator[Element]:
    """What an evaluation found; ``shown``: which pages the report holds, in its order."""
    yield _section("Scores", [_scores(result), _accuracy(result), *_by_kind(result)])
    yield _section("Labels", [_by_label(result), confusion(result)])
    found = diagnostics(result.pages, result.task.other)
    if "calibration" in found:
        yield _section("Calibration", _calibration(found["calibration"]))
    if "confidence" in found:
        yield _section("Pages ranked by confidence", _ranked(result, found["confidence"]))
    if "tradeoff" in found:
        yield _section("The tradeoff", _tradeoff(found["tradeoff"]))
    yield _section("The worst pages", [_worst(result, shown)])


def _section(title: str, parts: Sequence[Element]) -> Element:
    return E.section(E.h2(title), E.div(*parts, {"class": "parts"}))


def _scores(result: Evaluation) -> Element:
    rows = []
    for name in result.score_names:
        found = result.mean(name)
        rows.append((_said(name), _share(found[0]), _between(*found[1:]), interval(*found)))
    return table("Mean over pages", ("score", "mean", "95 % interval", "0 to 1"), rows)


def _accuracy(result: Evaluation) -> Element:
    full, half = accuracies(result)
    rows = [("all labels", _share(full)), ("content and boilerplate", _share(half))]
    return table("Blocks with the right label", ("labels", "share"), rows)


def _by_kind(result: Evaluation) -> list[Element]:
    kinds, score = sorted({page.kind for page in result.pages}), headline(result)
    if len(kinds) < 2:
        return []
    rows = []
    for kind in kinds:
        found = result.mean(score, kind)
        pages = str(sum(page.kind == kind for page in result.pages))
        rows.append((kind or "-", pages, _share(found[0]), _between(*found[1:]), interval(*found)))
    header = ("page type", "pages", _said(score), "95 % interval", "0 to 1")
    return [table("By page type", header, rows)]


def _by_label(result: Evaluation) -> Element:
    counts, task = result.confusion, result.task
    scored = labels.per_label(counts, task.keys)
    rows = [
        (label_name(task, i), *map(_share, scored[key]), f"{counts[i].sum():,}")
        for i, key in enumerate(task.keys)
    ]
    return table("By label", ("label", "precision", "recall", "F1", "blocks"), rows)


def confusion(result: Evaluation) -> Element:
    """Blocks by gold label and given label, shaded by the row's share."""
    counts, task = result.confusion, result.task
    rows: list[Sequence[Any]] = []
    for i in range(len(counts)):
        whole = max(1, int(counts[i].sum()))
        cells = (_cell(int(count), count / whole, i == j) for j, count in enumerate(counts[i]))
        rows.append((label_name(task, i), *cells))
    header = ("gold \\ given", *(label_name(task, i) for i in range(len(counts))))
    return table("Confusion", header, rows, "blocks, and the share of the gold label's")


def _cell(count: int, share: float, right: bool) -> Element:
    kind = "right" if right else "wrong"
    style = f"--share:{100 * share:.0f}%"
    return E.span(f"{count:,}", E.small(f"{100 * share:.0f} %"), {"class": kind, "style": style})


def _calibration(found: Mapping[str, Any]) -> list[Element]:
    series = [_reliability(found[unit], unit, i) for i, unit in enumerate(("blocks", "words"))]
    chart = plot(series, "probability of content", "observed share of content", diagonal=True)
    rows = [
        (
            "expected calibration error",
            *(_share(found[unit]["error"]) for unit in ("blocks", "words")),
        ),
        ("precision at recall .90", "", _share(found["precision_at_recall_90"])),
        ("recall at precision .95", "", _share(found["recall_at_precision_95"])),
    ]
    bins = [
        (f"{one['low']:.1f} - {one['high']:.1f}", *_bin(one), *_bin(two))
        for one, two in zip(found["blocks"]["bins"], found["words"]["bins"], strict=True)
    ]
    header = ("probability", "blocks", "mean", "content", "words", "mean", "content")
    return [
        chart,
        table("Believed and observed", ("", "by blocks", "by words"), rows),
        E.details(E.summary("The numbers"), table("Bins of probability", header, bins)),
    ]


def _reliability(found: Mapping[str, Any], unit: str, number: int) -> Series:
    bins = [one for one in found["bins"] if one["weight"]]
    whole = max((one["weight"] for one in bins), default=1)
    points = [(one["probability"], one["content"]) for one in bins]
    sizes = [float(np.sqrt(one["weight"] / whole)) for one in bins]
    return Series(f"by {unit}", points, number, sizes)


def _bin(one: Mapping[str, float]) -> tuple[str, str, str]:
    if not one["weight"]:
        return "0", "-", "-"
    return f"{one['weight']:,.0f}", _share(one["probability"]), _share(one["content"])


def _ranked(result: Evaluation, found: Mapping[str, Any]) -> list[Element]:
    """The mean word F1 of the most sure pages, as more and more of them are taken."""
    pairs = [
        (page.prediction.confidence, page.scores["word_f1"])
        for page in result.pages
        if page.prediction is not None
    ]
    by_confidence = [f1 for _, f1 in sorted(pairs, key=lambda pair: -pair[0])]
    best = sorted(by_confidence, reverse=True)
    mean = fmean(best)
    series = [
        Series("most confident first", _running(by_confidence), 0),
        Series("best first: no ranking does better", _running(best), 1),
        Series("any order, on average", [(0, mean), (1, mean)], 2),
    ]
    low = max(0.0, np.floor(10 * (min(min(y for _, y in one.points) for one in series))) / 10 - 0.1)
    rows = [
        (one["part"], str(one["pages"]), _share(one["confidence"]), _share(one["word_f1"]))
        for one in found["groups"]
    ]
    chart = plot(series, "share of the pages taken", "their mean word F1", low=min(low, 0.9))
    said = f"rank correlation of confidence and word F1 (Spearman): {found['spearman']:.3f}"
    groups = table("By confidence", ("pages", "", "confidence", "word F1"), rows, said)
    return [chart, groups]


def _running(values: Sequence[float], most: int = 200) -> list[tuple[float, float]]:
    """Means of the first 1, 2, ... values by their share; a curve needs no more than ``most``."""
    means = np.cumsum(values) / np.arange(1, len(values) + 1)
    chosen = np.unique(np.linspace(0, len(values) - 1, min(most, len(values))).astype(int))
    return [((i + 1) / len(values), float(means[i])) for i in chosen.tolist()]


def _tradeoff(found: Sequence[Mapping[str, float]]) -> list[Element]:
    points = [(one["word_recall"], one["word_precision"]) for one in found]
    low = max(0.0, np.floor(10 * min(y for _, y in points)) / 10 - 0.1)
    series = Series("--prefer, from precision to recall", points, 0, [0.2] * len(points))
    names = [name for name in found[0] if name != "beta"]
    rows = [(f"{one['beta']:g}", *(_share(one[name]) for name in names)) for one in found]
    return [
        plot([series], "word recall", "word precision", low=min(low, 0.9)),
        table("Mean word scores", ("beta", *map(_said, names)), rows),
    ]


def _worst(result: Evaluation, shown: Sequence[int]) -> Element:
    rows = [
        (
            link(number, page.id),
            page.kind or "-",
            *(_share(page.scores[name]) for name in result.score_names),
            _sure(page.prediction),
        )
        for number, page in enumerate(result.pages[i] for i in shown)
    ]
    names = map(_said, result.score_names)
    about = f"{len(shown)} of {len(result.pages)}, by {_said(headline(result))}"
    return table("Pages to look at", ("page", "type", *names, "confidence"), rows, about)


def _sure(prediction: Any) -> str:
    return "" if prediction is None else _share(prediction.confidence)


def compared(
    found: Sequence[Comparison], systems: Sequence[System], score: str, shown: Mapping[str, int]
) -> Iterator[Element]:
    """The first system beside each other one, and the pages on which they differ most.

    ``shown``: the numbers in the report of the pages that it holds.
    """
    if len(systems) > 2:
        yield _section("Side by side", [_side_by_side(systems, score)])
    for one, other in zip(found, systems[1:], strict=True):
        yield _section(
            f"{one.second} beside {one.first}",
            [_pair(one, score), _scatter(systems[0], other, score),
             _apart(systems[0], other, score, shown)],
        )  # fmt: skip


def _side_by_side(systems: Sequence[System], score: str) -> Element:
    """Means of all systems over the pages that all have, by type."""
    ids = [id for id in systems[0].scores if all(id in one.scores for one in systems)]
    kinds = sorted({systems[0].kinds[id] for id in ids})
    groups = [(ALL, ids)]
    if len(kinds) > 1:
        groups += [(kind or "-", [id for id in ids if systems[0].kinds[id] == kind])
                   for kind in kinds]  # fmt: skip
    rows = []
    for name, part in groups:
        means = (fmean(one.scores[id] for id in part) for one in systems if part)
        rows.append((name, str(len(part)), *map(_share, means)))
    header = (_said(score), "pages", *(one.name for one in systems))
    return table("Mean over the pages that all have", header, rows)


def _pair(one: Comparison, score: str) -> Element:
    rows = [
        (
            row.type,
            str(row.pages),
            *map(_share, (row.first, row.second)),
            _signed(row.difference),
            f"{_signed(row.low)} to {_signed(row.high)}",
            interval(row.difference, row.low, row.high, -0.2, 0.2),
            p_value(row.permutation),
        )
        for row in one.rows
    ]
    sides = (one.first, one.second, "difference", "95 % interval", "-.2 to +.2", "permutation p")
    return table(f"Mean {_said(score)}", (_said(score), "pages", *sides), rows)


def _scatter(first: System, second: System, score: str) -> Element:
    points = [(first.scores[id], second.scores[id]) for id in _common(first, second)]
    drawn = Series("a page", points, 3, [0.0] * len(points))
    return plot([drawn], f"{first.name}: {_said(score)}", second.name, diagonal=True)


def _apart(first: System, second: System, score: str, shown: Mapping[str, int]) -> Element:
    """The pages that differ most, for better and for worse."""
    difference = {id: second.scores[id] - first.scores[id] for id in _common(first, second)}
    order = sorted(difference, key=lambda id: (difference[id], id))
    ends = dict.fromkeys([*order[:_LISTED], *order[-_LISTED:]])
    rows = [
        (
            link(shown[id], id) if id in shown else id,
            first.kinds.get(id) or "-",
            *(_share(system.scores[id]) for system in (first, second)),
            _signed(difference[id]),
        )
        for id in ends
        if difference[id]
    ]
    header = ("page", "type", first.name, second.name, "difference")
    return table("Pages that differ most", header, rows, _said(score))


def _common(first: System, second: System) -> list[str]:
    return [id for id in first.scores if id in second.scores]


def cleaned(
    views: Sequence[View], confidences: Sequence[float], failed: Sequence[str]
) -> Iterator[Element]:
    """Pages without gold: how sure the model was of them."""
    edges = np.linspace(0, 1, 11)
    counts, _ = np.histogram(confidences, edges)
    rows = [
        (f"{low:.1f} - {low + 0.1:.1f}", str(count), _bar(count / max(1, counts.max())))
        for low, count in zip(edges[:-1].tolist(), counts.tolist(), strict=True)
    ]
    pages = pluralize(len(confidences), "page")
    about = f"{pages}, mean {fmean(confidences):.3f}" if confidences else ""
    parts = [table("Confidence", ("confidence", "pages", ""), rows, about)]
    sure = [(link(i, one.id), _text(one.title[:80]), _share(one.facts["confidence"]))
            for i, one in enumerate(views)]  # fmt: skip
    said = f"the least sure {len(views)} of {len(confidences)}"
    parts.append(table("Pages to look at", ("page", "title", "confidence"), sure, said))
    if failed:
        parts.append(table("Pages that could not be read", ("page",), [(one,) for one in failed]))
    yield _section("Pages", parts)


def _text(said: str) -> Element:
    return E.span(said, {"class": "text"})


def _bar(share: float) -> Element:
    return E.span({"class": "bar", "style": f"--share:{100 * share:.0f}%"})


def _said(name: str) -> str:
    return name.replace("_", " ").replace("f1", "F1")


def _share(value: float) -> str:
    return f"{value:.3f}"


def _between(low: float, high: float) -> str:
    return f"{low:.3f} - {high:.3f}"


def _signed(value: float) -> str:
    return f"{round(value, 3) + 0.0:+.3f}"
