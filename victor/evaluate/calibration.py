"""Diagnostics of a model over all pages of an evaluation.

Calibration of its probabilities, scores averaged over classes, the ranking of pages by confidence,
and the precision-recall trade-off. All values can be written as JSON;
:mod:`victor.evaluate.tables` renders them as tables.
"""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

import numpy as np

from victor.evaluate.evaluation import BETAS, Evaluation, Prediction
from victor.evaluate.metrics import calibration as metrics
from victor.evaluate.metrics.classes import averages, mean_roc_auc
from victor.evaluate.metrics.labels import confusion
from victor.evaluate.metrics.words import WORD_SCORES

_PARTS = {"least confident tenth": 10, "least confident quarter": 4, "all": 1,
          "most confident quarter": -4, "most confident tenth": -10}  # fmt: skip


def diagnostics(result: Evaluation) -> dict[str, Any]:
    """All diagnostics by name: ``calibration``, ``classes``, ``confidence`` and ``tradeoff``.

    Diagnostics that were not measured are omitted: all of them if a page has no prediction, the
    last two without word scores.
    """
    pages = result.pages
    predictions = [page.prediction for page in pages if page.prediction is not None]
    if not predictions or len(predictions) < len(pages):
        return {}
    found: dict[str, Any] = {"calibration": calibration(predictions)}
    if all(prediction.decided is not None for prediction in predictions):
        found["classes"] = classes(predictions, result.task.other)
    if "word_f1" in pages[0].scores:
        found["confidence"] = confidence(predictions, [page.scores["word_f1"] for page in pages])
    if predictions[0].tradeoff:
        found["tradeoff"] = tradeoff(predictions)
    return found


def calibration(predictions: Sequence[Prediction]) -> dict[str, Any]:
    """Reliability of the probability of content, by blocks and by words.

    Returns:
        For ``blocks`` and ``words``, the ``bins`` and the expected calibration ``error``; for the
        ranking of all blocks by probability, weighted by words, ``precision_at_recall_90`` and
        ``recall_at_precision_95``.
    """
    probability = np.concatenate([prediction.probability for prediction in predictions])
    content = np.concatenate([prediction.content for prediction in predictions])
    words = np.concatenate([prediction.words for prediction in predictions])
    found: dict[str, Any] = {}
    for name, weight in (("blocks", np.ones(len(words))), ("words", words)):
        bins = metrics.reliability(probability, content, weight)
        error = metrics.calibration_error(bins)
        found[name] = {"error": error, "bins": [one._asdict() for one in bins]}
    curve = metrics.precision_recall(probability, content, words)
    return found | {
        "precision_at_recall_90": metrics.precision_at(0.90, curve),
        "recall_at_precision_95": metrics.recall_at(0.95, curve),
    }


def classes(predictions: Sequence[Prediction], other: int) -> dict[str, dict[str, float]]:
    """Scores of ``content_boilerplate`` and of all ``labels``, averaged over classes.

    Blocks are weighted by words, as in Kohlschuetter et al. (2010), Table 2. ``other`` is the
    number of the boilerplate label.
    """
    gold = np.concatenate([one.gold for one in predictions if one.gold is not None])
    decided = [one.decided for one in predictions if one.decided is not None]
    y = np.concatenate([one.y for one in decided])
    scores = np.concatenate([one.scores for one in decided])
    content = np.concatenate([one.content for one in predictions]).astype(np.int32)
    probability = np.concatenate([one.probability for one in predictions])
    words = np.concatenate([one.words for one in predictions])
    kept = (y != other).astype(np.int32)
    two = np.stack((1 - probability, probability), axis=1)
    return {
        "content_boilerplate": _averages(content, kept, two, words),
        "labels": _averages(gold, y, scores, words),
    }


def _averages(gold: Any, y: Any, scores: Any, words: Any) -> dict[str, float]:
    counts = confusion(gold, y, scores.shape[1], words)
    return averages(counts)._asdict() | {"auc": mean_roc_auc(scores, gold, words)}


def confidence(predictions: Sequence[Prediction], f1: Sequence[float]) -> dict[str, Any]:
    """How well confidence ranks pages by word F1.

    Returns:
        The rank correlation (``spearman``), and the means of both for ``groups`` of the least and
        the most confident pages.
    """
    sure = [prediction.confidence for prediction in predictions]
    order = np.argsort(sure, kind="stable")
    groups = []
    for name, share in _PARTS.items():
        size = max(1, len(order) // abs(share))
        part = order[:size] if share > 0 else order[-size:]
        means = {"confidence": fmean(sure[i] for i in part), "word_f1": fmean(f1[i] for i in part)}
        groups.append({"part": name, "pages": size, **means})
    return {"spearman": metrics.spearman(sure, f1), "groups": groups}


def tradeoff(predictions: Sequence[Prediction]) -> list[Mapping[str, float]]:
    """Mean word precision, recall and F1 over pages, for each beta of ``decode.prefer``."""
    means = np.mean([prediction.tradeoff for prediction in predictions], axis=0).tolist()
    return [
        {"beta": beta, **dict(zip(WORD_SCORES, row, strict=True))}
        for beta, row in zip(BETAS, means, strict=True)
    ]
