"""Bag-of-words precision, recall and F1 of a page, as in WCXB."""

from collections import Counter

from victor.text.regex import regex

WORD_SCORES = ("word_precision", "word_recall", "word_f1")
_WORD = regex(r"\w+")


def word_scores(predicted: str, gold: str) -> tuple[float, float, float]:
    """Precision, recall, F1 over lower-cased ``\\w+`` tokens as multisets.

    All scores are 1 if both texts are empty, and 0 if only one is.
    """
    ours, theirs = (Counter(_WORD.findall(text.lower())) for text in (predicted, gold))
    sizes = sum(ours.values()), sum(theirs.values())
    if not any(sizes):
        return 1.0, 1.0, 1.0
    common = sum((ours & theirs).values())
    precision = common / sizes[0] if sizes[0] else 0.0
    recall = common / sizes[1] if sizes[1] else 0.0
    total = precision + recall
    return precision, recall, 2 * precision * recall / total if total else 0.0
