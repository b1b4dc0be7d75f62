"""Evaluations as Markdown and JSON."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from victor.errors import pluralize
from victor.evaluate.calibration import diagnostics
from victor.evaluate.evaluation import Evaluation, PageScore
from victor.evaluate.metrics import labels


def markdown(result: Evaluation, worst: int = 10) -> str:
    """Tables: scores with intervals, by page type, by label, of trust, the worst pages."""
    about = ", ".join(f"{key}: {value}" for key, value in result.about.items())
    parts = [f"{about}; {pluralize(len(result.pages), 'page')}", _scores(result), _accuracy(result)]
    kinds = sorted({page.kind for page in result.pages})
    if len(kinds) > 1:
        parts.append(_by_kind(result, kinds))
    parts.append(_by_label(result))
    parts += [
        DIAGNOSTICS[name](part)
        for name, part in diagnostics(result.pages, result.task.other).items()
    ]
    if worst and result.pages:
        parts.append(_worst(result, worst))
    return "\n\n".join(parts)


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table: the first column to the left, the others to the right."""
    lines = ["| " + " | ".join(header) + " |", "|---|" + "---:|" * (len(header) - 1)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)


def _scores(result: Evaluation) -> str:
    rows = []
    for name in result.score_names:
        mean, low, high = result.mean(name)
        rows.append((name.replace("_", " "), f"{mean:.4f}", f"{low:.4f} - {high:.4f}"))
    return table(("score (mean over pages)", "mean", "95 % interval"), rows)


def _accuracy(result: Evaluation) -> str:
    full, half = accuracies(result)
    rows = [("full set", f"{full:.4f}"), ("content and boilerplate", f"{half:.4f}")]
    return table(("label accuracy (over blocks)", ""), rows)


def accuracies(result: Evaluation) -> tuple[float, float]:
    """Share of blocks with the right label, and with the right one of content and boilerplate."""
    counts = result.confusion
    half = labels.content_boilerplate(counts, result.task.other)
    return labels.accuracy(counts), labels.accuracy(half)


def _by_kind(result: Evaluation, kinds: Sequence[str]) -> str:
    score = headline(result)
    rows = []
    for kind in kinds:
        pages = sum(page.kind == kind for page in result.pages)
        mean, low, high = result.mean(score, kind)
        rows.append((kind or "-", str(pages), f"{mean:.3f}", f"{low:.3f} - {high:.3f}"))
    return table(("page type", "pages", score.replace("_", " "), "95 % interval"), rows)


def headline(result: Evaluation) -> str:
    """The score that pages are ranked by."""
    names = result.score_names
    return "word_f1" if "word_f1" in names else ("total" if "total" in names else names[0])


def _by_label(result: Evaluation) -> str:
    counts = result.confusion
    scored = labels.per_label(counts, result.task.keys)
    rows = [
        (f"{key} {result.task.labels[key]}", *(f"{value:.3f}" for value in values), str(total))
        for (key, values), total in zip(scored.items(), counts.sum(axis=1).tolist(), strict=True)
    ]
    return table(("label", "precision", "recall", "F1", "blocks"), rows)


def calibration_table(found: Mapping[str, Any]) -> str:
    """Probability of content beside its observed share, and what comes of it."""
    blocks, words = found["blocks"], found["words"]
    rows = [
        (f"{one['low']:.1f} - {one['high']:.1f}", *_bin(one), *_bin(two))
        for one, two in zip(blocks["bins"], words["bins"], strict=True)
    ]
    sides = ("blocks", "mean", "content", "words", "mean", "content")
    summary = [
        ("expected calibration error", f"{blocks['error']:.3f}", f"{words['error']:.3f}"),
        ("precision at recall .90", "", f"{found['precision_at_recall_90']:.3f}"),
        ("recall at precision .95", "", f"{found['recall_at_precision_95']:.3f}"),
    ]
    bins = table(("probability of content", *sides), rows)
    return f"{bins}\n\n{table(('all pages together', 'by blocks', 'by words'), summary)}"


def _bin(one: Mapping[str, float]) -> tuple[str, str, str]:
    if not one["weight"]:
        return "0", "-", "-"
    return f"{one['weight']:.0f}", f"{one['probability']:.3f}", f"{one['content']:.3f}"


def classes_table(found: Mapping[str, Mapping[str, float]]) -> str:
    """Scores averaged over classes: of content and boilerplate, and of all labels."""
    rows = [
        (name.replace("_", " "), *(f"{one[name]:.3f}" for one in found.values()))
        for name in found["labels"]
    ]
    return table(("classes averaged, by words", "content and boilerplate", "all labels"), rows)


def confidence_table(found: Mapping[str, Any]) -> str:
    """Word F1 of the pages that the model was least and most sure of."""
    rows = [
        (one["part"], str(one["pages"]), f"{one['confidence']:.3f}", f"{one['word_f1']:.3f}")
        for one in found["groups"]
    ]
    rows.append(("rank correlation (Spearman)", "", "", f"{found['spearman']:.3f}"))
    return table(("pages by confidence", "pages", "confidence", "word f1"), rows)


def tradeoff_table(found: Sequence[Mapping[str, float]]) -> str:
    """Mean word scores at each place of the tradeoff."""
    names = [name for name in found[0] if name != "beta"]
    rows = [(f"{one['beta']:g}", *(f"{one[name]:.4f}" for name in names)) for one in found]
    return table(("prefer (beta)", *(name.replace("_", " ") for name in names)), rows)


DIAGNOSTICS: Mapping[str, Callable[[Any], str]] = {
    "calibration": calibration_table,
    "classes": classes_table,
    "confidence": confidence_table,
    "tradeoff": tradeoff_table,
}


def _worst(result: Evaluation, count: int) -> str:
    score = headline(result)
    pages = sorted(result.pages, key=lambda page: (page.scores[score], page.id))[:count]
    rows = [(page.id, page.kind or "-", f"{page.scores[score]:.3f}") for page in pages]
    return table(("worst pages", "type", score.replace("_", " ")), rows)


def as_json(result: Evaluation) -> dict[str, Any]:
    """Everything, page by page."""
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
        **diagnostics(result.pages, result.task.other),
        "pages": pages,
    }


def _values(page: PageScore) -> dict[str, float]:
    sure = {} if page.prediction is None else {"confidence": page.prediction.confidence}
    return {**page.scores, **sure}
