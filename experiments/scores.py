"""Scores of a model."""

from collections.abc import Sequence

from victor.evaluate import evaluation
from victor.evaluate.learning import Example
from victor.labelers import Weights
from victor.pipeline import Plan


def word_f1(plan: Plan, weights: Weights, pages: Sequence[Example]) -> list[float]:
    """The word F1 of each page."""
    scored = evaluation.evaluate_model(plan, weights, pages, ("words",))
    return [page.scores["word_f1"] for page in scored]
