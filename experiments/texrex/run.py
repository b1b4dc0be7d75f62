"""Evaluate texrex on CANOLA and L3S-GN1 and write docs/texrex.md.

CORPORA holds canola/ and l3s-gn1/. Measurements are written to FILE; if FILE exists, only the page
is written. Measure on an idle machine, since the page reports the speed.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean, harmonic_mean
from typing import Any, cast

import numpy as np

from benchmarks import command_line
from benchmarks.templates import fill
from benchmarks.timing import Seconds, clock, interleaved, milliseconds
from experiments.side_by_side import side_by_side
from victor import config, pipeline
from victor.baselines.texrex import perceptron
from victor.compiled import built
from victor.data import Table
from victor.evaluate import evaluation, learning
from victor.evaluate.gold import read_gold
from victor.evaluate.learning import Example
from victor.evaluate.metrics import labels
from victor.evaluate.tables import table
from victor.labelers import EMPTY_CODES, Instance
from victor.labelers.base import Training
from victor.page import Page, read_page
from victor.pipeline import Plan, Run, advance

Json = dict[str, Any]
Scorer = Callable[[np.ndarray], np.ndarray]  # columns [n, f] to boilerplate scores [n]

CORPORA = ("canola", "l3s-gn1")
FOLDS, SEED = 10, 0
THRESHOLDS = np.round(np.arange(-0.1, 1.001, 0.01), 2)
SAMPLE = 8925  # blocks that the paper learned from in each fold
EPOCHS = (100, 300, 1000)
BEFORE = ("read", "parse", "segment")  # stages that are not part of the detector
USUAL = perceptron.Options().epochs

# Schäfer, tables 1 to 3, in percent: threshold, F1, accuracy; precision, recall, F1, accuracy.
# Table 2 has accuracy first, as its means show, although its header says otherwise.
BALANCED = (
    (66, 96.8, 95.0), (52, 97.3, 95.6), (51, 96.6, 94.5), (59, 97.1, 95.3), (53, 96.7, 94.7),
    (58, 96.6, 94.6), (74, 96.3, 94.1), (51, 96.9, 95.1), (62, 96.8, 95.2), (62, 96.6, 94.6),
)  # fmt: skip
HALF = (
    (95.7, 98.1, 96.9, 95.0), (97.1, 97.8, 97.4, 95.8), (96.4, 96.6, 96.5, 94.4),
    (96.7, 98.0, 97.3, 95.7), (96.0, 97.0, 96.5, 94.4), (96.0, 97.7, 96.9, 95.0),
    (96.1, 98.5, 97.3, 95.6), (96.8, 97.1, 96.9, 95.2), (95.5, 97.4, 96.4, 94.5),
    (96.3, 98.1, 97.2, 95.4),
)  # fmt: skip
CLASSIFIERS = {
    "SVM (PUK)": (95.7, 95.7, 95.7, 95.7),
    "perceptron": (94.4, 94.5, 94.5, 94.5),
    "SVM (RBF)": (90.1, 90.5, 90.1, 90.5),
    "logistic regression": (90.1, 90.4, 90.2, 90.4),
}
DOCUMENTS = 317  # per second and core


# Measuring


def learned(values: np.ndarray, boilerplate: np.ndarray, plan: Plan, **options: Any) -> Scorer:
    """Learn the perceptron, which uses only the columns, so that all pages can be one instance."""
    as_one = Instance(cast(Any, None), Table(plan.columns, values), EMPTY_CODES)
    chosen = replace(plan.labeler.options, **options)
    labeler = perceptron.Perceptron(chosen, plan.labeler.space)
    weights = labeler.learn(Training([as_one], [boilerplate.astype(np.int32)]))
    return lambda given: perceptron.forward(weights, given)[:, 0]


def balanced_threshold(scores: np.ndarray, positive: np.ndarray, thresholds: np.ndarray) -> float:
    """The threshold at which precision and recall are closest, the lowest one for ties.

    Args:
        scores: [n]; items above the threshold are predicted positive.
        positive: [n] whether the item is positive.
        thresholds: candidates, ascending.
    """
    found = np.searchsorted(thresholds, scores)  # number of thresholds below each score
    above, right = (
        np.bincount(found[chosen], minlength=len(thresholds) + 1)[::-1].cumsum()[::-1][1:]
        for chosen in (np.ones(len(scores), bool), positive)
    )
    gap = np.abs(right / np.maximum(above, 1) - right / max(1, int(positive.sum())))
    return float(thresholds[np.where(right > 0, gap, np.inf).argmin()])


def svm(values: np.ndarray, boilerplate: np.ndarray, _: Plan) -> Scorer:
    """A support vector machine with radial basis functions."""
    from sklearn.svm import SVC

    model = SVC(C=10, gamma="scale").fit(values, boilerplate)
    return lambda given: model.predict(given).astype(float)


def logistic(values: np.ndarray, boilerplate: np.ndarray, _: Plan) -> Scorer:
    """Logistic regression."""
    from sklearn.linear_model import LogisticRegression

    model = LogisticRegression(C=10, max_iter=5000).fit(values, boilerplate)
    return lambda given: model.predict_proba(given)[:, 1]


LEARNERS = {"perceptron": learned, "SVM (RBF)": svm, "logistic regression": logistic}


def folds_of_blocks(data: Sequence[Example]) -> list[tuple[np.ndarray, np.ndarray]]:
    """Blocks to learn from and held-out blocks, split by host."""
    owner = np.repeat(np.arange(len(data)), [len(one.y) for one in data])
    held_out = [np.isin(owner, part) for part in evaluation.folds(data, FOLDS, SEED)]
    return [(np.flatnonzero(~test), np.flatnonzero(test)) for test in held_out]


def random_folds(count: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Blocks split at random as in the paper: a page may have blocks on both sides."""
    fold = np.random.default_rng(SEED).permutation(count) % FOLDS
    return [(np.flatnonzero(fold != i), np.flatnonzero(fold == i)) for i in range(FOLDS)]


def scores(boilerplate: np.ndarray, found: np.ndarray) -> Json:
    """Precision, recall and F1, of boilerplate and as means weighted by class size; accuracy."""
    counts = labels.confusion(boilerplate.astype(np.int32), found.astype(np.int32), 2)
    both = labels.per_label(counts, ("content", "boilerplate"))
    share = counts.sum(axis=1) / counts.sum()
    mean = np.average([both["content"], both["boilerplate"]], axis=0, weights=share)
    accuracy = labels.accuracy(counts)
    return {"boilerplate": [*both["boilerplate"], accuracy], "both": [*mean.tolist(), accuracy]}


def fold_tables(
    values: np.ndarray, boilerplate: np.ndarray, parts: Any, plan: Plan, epochs: int
) -> Json:
    """Tables 1 and 2 by fold."""
    balanced, half = [], []
    for rest, test in parts:
        found = learned(values[rest], boilerplate[rest], plan, epochs=epochs)(values[test])
        threshold = balanced_threshold(found, boilerplate[test], THRESHOLDS)
        at = scores(boilerplate[test], found > threshold)["boilerplate"]
        balanced.append([threshold, at[2], at[3]])
        half.append(scores(boilerplate[test], found > 0.5)["boilerplate"])
    return {"balanced": balanced, "half": half}


def classifiers(values: np.ndarray, boilerplate: np.ndarray, parts: Any, plan: Plan) -> Json:
    """Table 3: all learners on the same blocks, as many as in the paper."""
    random, out = np.random.default_rng(SEED), {}
    chosen = [(np.sort(random.permutation(rest)[:SAMPLE]), test) for rest, test in parts]
    for name, learner in LEARNERS.items():
        rows = [
            scores(
                boilerplate[test],
                learner(values[rest], boilerplate[rest], plan)(values[test]) > 0.5,
            )["both"]
            for rest, test in chosen
        ]
        out[name] = np.mean(rows, axis=0).tolist()
    return out


def speed(folder: Path, plan: Plan, weights: Any) -> Json:
    """Milliseconds of one core per page, from text to labels; the best of three rounds.

    The detector is everything after segmentation.
    """
    pages = [read_page(page.html) for page in read_gold([folder])]
    score = plan.labeler.scorer(weights)

    def measure(page: Page) -> Seconds:
        return advance(Run(plan, page, scorer=score), "filter", clock=clock).seconds

    ms = milliseconds(interleaved({"texrex": measure}, pages, rounds=3)["texrex"])
    detector = sum(value for stage, value in ms.items() if stage not in BEFORE)
    return {"detector": detector, "all": sum(ms.values())}


def measure(folder: Path) -> Json:
    """All measurements on one corpus."""
    plan = pipeline.plan(config.load("texrex"))
    data = list(learning.examples(read_gold([folder]), plan))
    values = np.concatenate([one.instance.table.values for one in data])
    boilerplate = np.concatenate([one.y for one in data]) == plan.task.other
    by_host = folds_of_blocks(data)
    progress(f"{folder.name}: {len(data)} pages, {len(boilerplate)} blocks")
    by_epochs = {str(n): fold_tables(values, boilerplate, by_host, plan, n) for n in EPOCHS}
    progress("folds by host")
    at_random = fold_tables(values, boilerplate, random_folds(len(boilerplate)), plan, USUAL)
    progress("folds of blocks")
    instances, y = [one.instance for one in data], [one.y for one in data]
    return {
        "pages": len(data),
        "blocks": len(boilerplate),
        "boilerplate": float(boilerplate.mean()),
        "epochs": by_epochs,
        "random": at_random,
        "classifiers": classifiers(values, boilerplate, by_host, plan),
        "speed": speed(folder, plan, plan.learn(Training(instances, y))),
        "compiled": built(),
    }


def progress(text: str) -> None:
    """Write a line to standard error."""
    print(text, file=sys.stderr, flush=True)


# Writing the page


def digits(values: Sequence[float]) -> list[str]:
    """Percent with one decimal."""
    return [f"{100 * value:.1f}" for value in values]


def folds_table(found: Json, key: str, published: Sequence[Any], names: Sequence[str]) -> str:
    """A row per fold, then both means; corpora side by side, the numbers of the paper last."""
    columns = [found[name]["epochs"][str(USUAL)][key] for name in CORPORA]
    columns.append((np.array(published) / 100).tolist())
    rows = [
        (str(i + 1), [text for column in columns for text in digits(column[i])])
        for i in range(FOLDS)
    ]
    for name, mean in (("arithmetic mean", fmean), ("harmonic mean", harmonic_mean)):
        means = [[mean(values) for values in zip(*column, strict=True)] for column in columns]
        rows.append((name, [f"**{text}**" for column in means for text in digits(column)]))
    return side_by_side("fold", (*CORPORA, "paper"), names, rows)


def epochs_table(found: Json) -> str:
    """Scores at threshold .5 by number of epochs and kind of folds."""
    rows = []
    for name in CORPORA:
        settings = {f"{n} epochs": one for n, one in found[name]["epochs"].items()}
        settings[f"{USUAL} epochs, random folds of blocks"] = found[name]["random"]
        for setting, one in settings.items():
            threshold = fmean(row[0] for row in one["balanced"])
            mean = np.mean(one["half"], axis=0).tolist()
            rows.append((f"{name}, {setting}", f"{threshold:.2f}", *digits(mean)))
    published = np.mean(HALF, axis=0) / 100
    rows.append(("paper, 50000 epochs, folds of blocks", "0.59", *digits(published.tolist())))
    names = ("balanced threshold", "precision", "recall", "F1", "accuracy")
    return table(("trained for", *names), rows)


def classifiers_table(found: Json) -> str:
    """Table 3."""
    rows = []
    for name, published in CLASSIFIERS.items():
        ours = [found[corpus]["classifiers"].get(name) for corpus in CORPORA]
        cells = [digits(one) if one else ["-"] * 4 for one in ours]
        rows.append((name, [*cells[0], *cells[1], *(f"{value:.1f}" for value in published)]))
    names = ("precision", "recall", "F1", "accuracy")
    return side_by_side("classifier", (*CORPORA, "paper"), names, rows)


def speed_table(found: Json) -> str:
    """Milliseconds per page, and pages per second."""
    rows = [
        (name, f"{one['detector']:.2f}", f"**{1000 / one['detector']:.0f}**",
         f"{1000 / one['all']:.0f}")
        for name, one in ((name, found[name]["speed"]) for name in CORPORA)
    ]  # fmt: skip
    rows.append(("paper", "3.15", f"**{DOCUMENTS}**", "-"))
    header = (
        "corpus",
        "detector, ms per page",
        "detector, pages/s",
        "from text to labels, pages/s",
    )
    return table(header, rows)


def parts_of(found: Json) -> dict[str, str]:
    """The text of each placeholder in the page."""
    parts = {
        "balanced": folds_table(found, "balanced", BALANCED, ("threshold", "F1", "accuracy")),
        "half": folds_table(found, "half", HALF, ("precision", "recall", "F1", "accuracy")),
        "epochs": epochs_table(found),
        "classifiers": classifiers_table(found),
        "speed": speed_table(found),
    }
    for name in CORPORA:
        one = found[name]
        parts[name] = (
            f"{one['pages']} pages, {one['blocks']:,} blocks, {one['boilerplate']:.0%} boilerplate"
        )
    return parts


def measure_all(corpora: Path) -> Json:
    """All measurements, by corpus."""
    return {name: measure(corpora / name) for name in CORPORA}


def main() -> None:
    """Measure, unless FILE exists, and write the page."""
    fill("texrex", parts_of(command_line.measured(__doc__, measure_all)))


if __name__ == "__main__":
    command_line.run(main)
