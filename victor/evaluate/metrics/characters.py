"""Character-level precision, recall and F1 of a page."""

from victor.errors import require
from victor.evaluate.metrics.f1 import precision_recall_f1

CHARACTER_SCORES = ("character_precision", "character_recall", "character_f1")


def character_scores(predicted: str, gold: str) -> tuple[float, float, float]:
    """Precision, recall, F1 over characters other than white space.

    A character is correct if its word is in the longest common subsequence of both texts' words,
    weighted by length. All scores are 1 if both texts are empty, and 0 if only one is.

    Raises:
        VictorError: the extra ``learn`` is not installed.
    """
    similarity = require("rapidfuzz.distance", "learn").LCSseq.similarity
    ids: dict[str, int] = {}
    ours, theirs = (_weighted(text, ids) for text in (predicted, gold))
    return precision_recall_f1(similarity(ours, theirs), len(ours), len(theirs))


def _weighted(text: str, ids: dict[str, int]) -> list[int]:
    """The id of each word, repeated for each of its characters, so that whole words match."""
    return [ids.setdefault(word, len(ids)) for word in text.split() for _ in word]
