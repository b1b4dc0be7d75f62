"""Bag-of-words precision, recall and F1 of a page, as in WCXB."""

from collections import Counter

from victor.evaluate.metrics.f1 import precision_recall_f1
from victor.text.regex import regex

WORD_SCORES = ("word_precision", "word_recall", "word_f1")
_WORD = regex(r"\w+")


def word_scores(predicted: str, gold: str) -> tuple[float, float, float]:
    """Precision, recall, F1 over lower-cased ``\\w+`` tokens as multisets.

    All scores are 1 if both texts are empty, and 0 if only one is.
    """
    ours, theirs = (Counter(_WORD.findall(text.lower())) for text in (predicted, gold))
    return precision_recall_f1((ours & theirs).total(), ours.total(), theirs.total())
