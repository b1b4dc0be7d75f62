"""Evaluation: a model on gold, or folds split by host."""

import hashlib
import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from victor.arrays import Bools, Floats, Ints
from victor.config import Task, preferring
from victor.data import Labels, Potentials
from victor.decode import expected_f1
from victor.document.document import Document
from victor.evaluate.learning import Example, document, gold_document
from victor.evaluate.metrics import cleaneval, labels
from victor.evaluate.metrics.characters import CHARACTER_SCORES, character_scores
from victor.evaluate.metrics.intervals import mean_interval
from victor.evaluate.metrics.words import WORD_SCORES, word_scores
from victor.labelers import Weights
from victor.output import OUTPUTS
from victor.pipeline import Plan, labels_of

SCORES = ("words", "characters", "cleaneval", "evert")
DEFAULT_SCORES = ("words", "cleaneval")
Report = Callable[[str], None]
WordScores = tuple[float, float, float]  # precision, recall, F1


# The places of `decode.prefer` whose scores make the tradeoff's curve: steps of about the root of 2.
BETAS = (0.25, 0.35, 0.5, 0.71, 1.0, 1.41, 2.0, 2.83, 4.0)


@dataclass(frozen=True, eq=False)
class Prediction:
    """What a model believed of a page's n blocks, and what is so."""

    confidence: float  # expected word F1 of what was kept
    probability: Floats  # [n] of being content
    content: Bools  # [n] whether the projected gold says so
    words: Floats  # [n]
    tradeoff: tuple[WordScores, ...]  # for each of BETAS; none where words are not scored
    gold: Ints | None = None  # [n] projected labels
    decided: Labels | None = None


@dataclass(frozen=True)
class PageScore:
    """What one page reached."""

    id: str
    kind: str
    scores: Mapping[str, float]
    confusion: tuple[tuple[int, ...], ...]  # gold by predicted label
    prediction: Prediction | None = field(default=None, compare=False)  # None: no model was asked


@dataclass(frozen=True)
class Evaluation:
    """All pages of an evaluation."""

    task: Task
    pages: Sequence[PageScore]
    about: Mapping[str, Any] = field(default_factory=dict)

    @property
    def confusion(self) -> labels.Confusion:
        """[k, k] over all blocks."""
        size = len(self.task.labels)
        total = np.zeros((size, size), np.int64)
        for page in self.pages:
            total += np.array(page.confusion, np.int64)
        return total

    def mean(self, score: str, kind: str | None = None) -> tuple[float, float, float]:
        """Mean over pages (of a kind) with its interval."""
        pages = [page for page in self.pages if kind is None or page.kind == kind]
        return mean_interval([page.scores[score] for page in pages])

    @property
    def score_names(self) -> list[str]:
        """What was measured, in order."""
        return list(self.pages[0].scores) if self.pages else []


def folds(data: Sequence[Example], count: int, seed: int = 0) -> list[list[int]]:
    """Indices of the pages of each fold; pages of a host are together, folds alike in size."""
    hosts: dict[str, list[int]] = {}
    for i, one in enumerate(data):
        hosts.setdefault(one.host, []).append(i)
    order = sorted(hosts, key=lambda host: hashlib.sha256(f"{seed}:{host}".encode()).digest())
    out: list[list[int]] = [[] for _ in range(count)]
    for host in order:
        min(out, key=len).extend(hosts[host])
    return [sorted(fold) for fold in out]


def score_page(
    one: Example, decided: Labels | None, task: Task, wanted: Iterable[str]
) -> PageScore:
    """Score a page; ``decided`` None scores the projected gold, the ceiling of any labels."""
    found = document(one, decided, task)
    scores: dict[str, float] = {}
    wanted = set(wanted)
    if "words" in wanted:
        scores |= dict(zip(WORD_SCORES, _word_scores(one, found), strict=True))
    if "characters" in wanted:
        reached = character_scores(OUTPUTS.find("text").render(found), one.gold.text)
        scores |= dict(zip(CHARACTER_SCORES, reached, strict=True))
    if wanted & {"cleaneval", "evert"}:
        sides = [
            OUTPUTS.find("cleaneval").render(side) for side in (found, gold_document(one, task))
        ]
        if "cleaneval" in wanted:
            scores |= cleaneval.task_scores(*sides)
        if "evert" in wanted:
            scores |= cleaneval.evert_scores(*sides)
    y = one.y if decided is None else decided.y
    counts = labels.confusion(one.y, y, len(task.labels))
    return PageScore(one.id, one.gold.kind, scores, tuple(map(tuple, counts.tolist())))


def evaluate_model(
    plan: Plan, weights: Weights, data: Sequence[Example], wanted: Iterable[str]
) -> list[PageScore]:
    """Score a model on pages; with words among the scores, at all places of the tradeoff too."""
    wanted = tuple(wanted)
    score = plan.labeler.scorer(weights)
    betas = BETAS if "words" in wanted else ()
    tradeoff = [replace(plan, task=preferring(plan.task, beta)) for beta in betas]
    out = []
    for one in data:
        potentials = score(one.instance)
        decided = labels_of(plan, one.instance.blocks, potentials).labels
        prediction = _belief(one, decided, plan.task.other, _tradeoff(one, potentials, tradeoff))
        out.append(replace(score_page(one, decided, plan.task, wanted), prediction=prediction))
    return out


def _belief(
    one: Example, decided: Labels, other: int, tradeoff: Sequence[WordScores]
) -> Prediction:
    words = one.instance.blocks.words
    return Prediction(
        confidence=expected_f1(decided, words, other),
        probability=1 - decided.scores[:, other],
        content=one.y != other,
        words=words,
        tradeoff=tuple(tradeoff),
        gold=one.y,
        decided=decided,
    )


def _tradeoff(one: Example, potentials: Potentials, plans: Sequence[Plan]) -> list[WordScores]:
    """The word scores of a page by each plan; what is labelled alike is scored once."""
    known: dict[bytes, WordScores] = {}
    out = []
    for plan in plans:
        decided = labels_of(plan, one.instance.blocks, potentials).labels
        key = decided.y.tobytes()
        if key not in known:
            known[key] = _word_scores(one, document(one, decided, plan.task))
        out.append(known[key])
    return out


def _word_scores(one: Example, found: Document) -> WordScores:
    return word_scores(OUTPUTS.find("text").render(found), one.gold.text)


def cross_validate(
    plan: Plan,
    data: Sequence[Example],
    count: int,
    wanted: Iterable[str] = DEFAULT_SCORES,
    workers: int = 1,
    seed: int = 0,
    report: Report | None = None,
) -> list[PageScore]:
    """Learn on all folds but one, score on that one, for each; pages in the data's order."""
    parts = folds(data, count, seed)
    global _shared
    _shared = (plan, data, tuple(wanted))
    scored: dict[int, PageScore] = {}
    for number, (part, pages) in enumerate(zip(parts, _each(parts, workers), strict=True)):
        scored.update(zip(part, pages, strict=True))
        if report:
            report(f"fold {number + 1} of {count}: {len(part)} pages")
    _shared = None
    return [scored[i] for i in range(len(data))]


_shared: tuple[Plan, Sequence[Example], tuple[str, ...]] | None = None


def _each(parts: Sequence[Sequence[int]], workers: int) -> Iterator[list[PageScore]]:
    # Forked workers share the examples; where there is no fork, folds follow each other.
    if workers < 2 or "fork" not in multiprocessing.get_all_start_methods():
        yield from map(_one_fold, parts)
        return
    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        yield from pool.map(_one_fold, parts)


def _one_fold(part: Sequence[int]) -> list[PageScore]:
    assert _shared is not None
    plan, data, wanted = _shared
    held_out = set(part)
    rest = [one for i, one in enumerate(data) if i not in held_out]
    weights = plan.learn([one.instance for one in rest], [one.y for one in rest])
    return evaluate_model(plan, weights, [data[i] for i in part], wanted)
