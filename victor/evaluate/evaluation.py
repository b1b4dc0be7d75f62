"""Evaluate models on gold pages, or by cross-validation with folds split by site."""

import hashlib
import multiprocessing
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import Any

import numpy as np

from victor.arrays import Bools, Floats, Ints
from victor.config import Task, following, preferring
from victor.data import Labels, Potentials
from victor.decode import expected_f1
from victor.document.document import Document
from victor.errors import pluralize
from victor.evaluate.gold.page import GoldPage
from victor.evaluate.learning import (
    Example,
    document,
    fit,
    gold_document,
    learn,
    learn_weights,
)
from victor.evaluate.metrics import cleaneval, labels
from victor.evaluate.metrics.characters import CHARACTER_SCORES, character_scores
from victor.evaluate.metrics.intervals import mean_interval
from victor.evaluate.metrics.words import WORD_SCORES, word_scores
from victor.labelers import Weights
from victor.labelers.base import Scorer
from victor.output import OUTPUTS
from victor.pipeline import Plan, labels_of

SCORES = ("words", "characters", "cleaneval", "evert")
DEFAULT_SCORES = ("words", "cleaneval")
Report = Callable[[str], None]
WordScores = tuple[float, float, float]  # precision, recall, F1


# Operating points of the precision-recall trade-off: values of beta in steps of about sqrt(2).
BETAS = (0.25, 0.35, 0.5, 0.71, 1.0, 1.41, 2.0, 2.83, 4.0)


@dataclass(frozen=True, eq=False)
class Prediction:
    """Predictions and gold labels of the n blocks of a page."""

    confidence: float  # expected word F1
    probability: Floats  # [n] predicted probability of content
    content: Bools  # [n] whether the block is content in the projected gold
    words: Floats  # [n] number of words
    tradeoff: tuple[WordScores, ...]  # for each of BETAS; empty if words are not scored
    gold: Ints | None = None  # [n] projected gold labels
    decided: Labels | None = None  # predicted labels


@dataclass(frozen=True)
class PageScore:
    """The scores of a page."""

    id: str
    kind: str  # page type
    scores: Mapping[str, float]
    # [k, k] number of blocks by gold and predicted label; empty if only texts are scored
    confusion: tuple[tuple[int, ...], ...]
    prediction: Prediction | None = field(default=None, compare=False)  # None: no model was used


@dataclass(frozen=True)
class Evaluation:
    """The scores of all pages."""

    task: Task
    pages: Sequence[PageScore]
    about: Mapping[str, Any] = field(default_factory=dict)  # metadata of the run

    @property
    def confusion(self) -> labels.Confusion:
        """[k, k] number of blocks by gold and predicted label, over all pages."""
        total = np.zeros((len(self.task.labels),) * 2, np.int64)
        for page in self.pages:
            if page.confusion:
                total += np.array(page.confusion, np.int64)
        return total

    @property
    def has_labels(self) -> bool:
        """Whether labels were scored, not only texts."""
        return any(page.confusion for page in self.pages)

    def mean(self, score: str, kind: str | None = None) -> tuple[float, float, float]:
        """Mean of a score over all pages, or those of a page type, and its confidence interval."""
        pages = [page for page in self.pages if kind is None or page.kind == kind]
        return mean_interval([page.scores[score] for page in pages])

    @property
    def score_names(self) -> list[str]:
        """Names of the scores, in order."""
        return list(self.pages[0].scores) if self.pages else []


def folds(data: Sequence[Example], count: int, seed: int = 0) -> list[list[int]]:
    """Page indices by fold: pages of a site are in one fold, and folds have similar sizes."""
    hosts: dict[str, list[int]] = {}
    for i, page in enumerate(data):
        hosts.setdefault(page.host, []).append(i)
    order = sorted(hosts, key=lambda host: hashlib.sha256(f"{seed}:{host}".encode()).digest())
    out: list[list[int]] = [[] for _ in range(count)]
    for host in order:
        min(out, key=len).extend(hosts[host])
    return [sorted(fold) for fold in out]


def score_page(
    page: Example, decided: Labels | None, task: Task, wanted: Iterable[str]
) -> PageScore:
    """Score the predicted labels of a page; ``wanted`` are names from ``SCORES``.

    Without predicted labels, the projected gold labels are scored, an approximate upper bound for
    any labels.
    """
    predicted = document(page, decided, task)
    wanted = set(wanted)
    text = OUTPUTS.find("text").render(predicted) if wanted & {"words", "characters"} else ""
    scores = text_scores(text, page.gold, wanted)
    if wanted & {"cleaneval", "evert"}:
        render = OUTPUTS.find("cleaneval").render
        sides = render(predicted), render(gold_document(page, task))
        if "cleaneval" in wanted:
            scores |= cleaneval.task_scores(*sides)
        if "evert" in wanted:
            scores |= cleaneval.evert_scores(*sides)
    y = page.y if decided is None else decided.y
    counts = labels.confusion(page.y, y, len(task.labels))
    return PageScore(page.id, page.gold.kind, scores, tuple(map(tuple, counts.tolist())))


def text_scores(text: str, gold: GoldPage, wanted: Container[str]) -> dict[str, float]:
    """The scores of a text by name; those that compare labelled segments are left out.

    Args:
        text: the predicted main content.
        gold: the annotated page.
        wanted: names from ``SCORES``.
    """
    scores: dict[str, float] = {}
    if "words" in wanted:
        scores |= dict(zip(WORD_SCORES, word_scores(text, gold.text), strict=True))
    if "characters" in wanted:
        scores |= dict(zip(CHARACTER_SCORES, character_scores(text, gold.text), strict=True))
    return scores


def evaluate_model(
    plan: Plan, weights: Weights, data: Sequence[Example], wanted: Iterable[str]
) -> list[PageScore]:
    """Score a model on pages; ``wanted`` are names from ``SCORES``.

    If ``words`` is wanted, predictions include the word scores of all operating points.
    """
    wanted = tuple(wanted)
    plan = plan.fitting(weights)
    score = plan.scorer(weights)
    betas = BETAS if "words" in wanted else ()
    tradeoff = [replace(plan, task=preferring(plan.task, beta)) for beta in betas]
    out = []
    for page in data:
        potentials = score(page.instance)
        decided = labels_of(plan, page.instance.blocks, potentials).labels
        curve = _tradeoff(page, potentials, tradeoff)
        prediction = _prediction(page, decided, plan.task.other, curve)
        out.append(replace(score_page(page, decided, plan.task, wanted), prediction=prediction))
    return out


def _prediction(
    page: Example, decided: Labels, other: int, tradeoff: Sequence[WordScores]
) -> Prediction:
    words = page.instance.blocks.words
    return Prediction(
        confidence=expected_f1(decided, words, other),
        probability=1 - decided.scores[:, other],
        content=page.y != other,
        words=words,
        tradeoff=tuple(tradeoff),
        gold=page.y,
        decided=decided,
    )


def _tradeoff(page: Example, potentials: Potentials, plans: Sequence[Plan]) -> list[WordScores]:
    """The word scores of a page for each plan; equal labels are scored only once."""
    scored: dict[bytes, WordScores] = {}
    out = []
    for plan in plans:
        decided = labels_of(plan, page.instance.blocks, potentials).labels
        key = decided.y.tobytes()
        if key not in scored:
            scored[key] = _word_scores(page, document(page, decided, plan.task))
        out.append(scored[key])
    return out


def _word_scores(page: Example, predicted: Document) -> WordScores:
    return word_scores(OUTPUTS.find("text").render(predicted), page.gold.text)


def cross_validate(
    plan: Plan,
    data: Sequence[Example],
    count: int,
    wanted: Iterable[str] = DEFAULT_SCORES,
    workers: int = 1,
    seed: int = 0,
    report: Report | None = None,
    taught: str = "",
) -> list[PageScore]:
    """Score each fold with what is learned from the others.

    Args:
        plan: the plan of the task to learn.
        data: the examples.
        count: number of folds.
        wanted: names from ``SCORES``.
        workers: number of processes; ignored where forking is not available.
        seed: random seed for the fold split.
        report: called with a message after each fold.
        taught: learn only a convention of this name; see :func:`victor.evaluate.learning.learn`.

    Returns:
        The scores of the pages, in the order of ``data``.
    """
    parts = folds(data, count, seed)
    global _shared
    _shared = (plan, data, tuple(wanted), taught)
    scored: dict[int, PageScore] = {}
    try:
        for number, (part, pages) in enumerate(zip(parts, _each(parts, workers), strict=True)):
            scored.update(zip(part, pages, strict=True))
            if report:
                report(f"fold {number + 1} of {count}: {pluralize(len(part), 'page')}")
    finally:
        _shared = None
    return [scored[i] for i in range(len(data))]


_shared: tuple[Plan, Sequence[Example], tuple[str, ...], str] | None = None


def _each(parts: Sequence[Sequence[int]], workers: int) -> Iterator[list[PageScore]]:
    # Forked workers share the examples without copying; elsewhere, folds run one after another.
    workers = min(workers, len(parts))
    if workers < 2 or "fork" not in multiprocessing.get_all_start_methods():
        yield from map(_one_fold, parts)
        return
    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        yield from pool.map(_one_fold, parts)


def learn_without(
    plan: Plan, data: Sequence[Example], corpus: str
) -> tuple[Weights, list[Example]]:
    """The weights learned from all corpora except ``corpus``, and the pages of ``corpus``.

    Unfit pages are excluded from learning; see :func:`victor.evaluate.learning.unfit`.
    """
    others = [page for page in data if page.gold.corpus != corpus]
    return learn_weights(plan, fit(others)), [page for page in data if page.gold.corpus == corpus]


def by_convention(
    plan: Plan, weights: Weights, pages: Sequence[Example]
) -> list[tuple[str, float, float, float]]:
    """Mean word precision, recall and F1 without a convention (``none``) and under each one."""
    names = plan.labeler.conventions(weights)
    rows = []
    for name in ["none", *names]:
        changed = replace(plan, task=following(plan.task, name))
        score = changed.scorer(weights)
        found = [_decided(changed, score, page) for page in pages]
        precision, recall, f1 = map(fmean, zip(*found, strict=True))
        rows.append((name, precision, recall, f1))
    return rows


def _decided(plan: Plan, score: Scorer, page: Example) -> WordScores:
    decided = labels_of(plan, page.instance.blocks, score(page.instance)).labels
    return _word_scores(page, document(page, decided, plan.task))


def _one_fold(part: Sequence[int]) -> list[PageScore]:
    assert _shared is not None
    plan, data, wanted, taught = _shared
    held_out = set(part)
    rest = [page for i, page in enumerate(data) if i not in held_out]
    learned = learn(plan, rest, taught=taught)
    plan = replace(plan, task=learned.task)
    return evaluate_model(plan, learned.weights, [data[i] for i in part], wanted)
