"""CleanEval scores: the shared task's, by edit distance, and Evert's, by matching blocks.

Both compare files in CleanEval format word by word. The markers ``<p>``, ``<h>`` and ``<l>`` count
as words or are ignored; the ``URL:`` line is always ignored.
"""

from collections import Counter
from difflib import SequenceMatcher

from victor.errors import require
from victor.output.cleaneval import MARKER, URL_LINE

_MARKERS = frozenset(("<p>", "<h>", "<l>"))


def words(text: str, markup: bool, labelled: bool = True) -> list[str]:
    """The words of a file, with markers if ``markup``; unless ``labelled``, all are ``<p>``."""
    text = URL_LINE.sub("", text)
    if not markup:
        return MARKER.sub(" ", text).split()
    return MARKER.sub(lambda m: f" <{m[1].lower() if labelled else 'p'}> ", text).split()


def edit_similarity(ours: list[str], theirs: list[str]) -> float:
    """1 - edit distance / length of the alignment, in words (the shared task, 2007).

    Insertions, deletions and substitutions cost one. The length of the alignment counts matches
    and edits. 1 for two empty files.
    """
    editops = require("rapidfuzz.distance", "learn").Levenshtein.editops
    ids: dict[str, int] = {}
    a, b = ([ids.setdefault(word, len(ids)) for word in side] for side in (ours, theirs))
    operations = editops(a, b)
    length = len(ours) + sum(1 for op in operations if op.tag == "insert")
    return 1 - len(operations) / length if length else 1.0


def task_scores(predicted: str, gold: str) -> dict[str, float]:
    """``text_and_markup``, ``text_only`` and their mean, ``total``; 0 to 1."""
    both, alone = (
        edit_similarity(words(predicted, markup), words(gold, markup)) for markup in (True, False)
    )
    return {"text_and_markup": both, "text_only": alone, "total": (both + alone) / 2}


def match_counts(
    predicted: str, gold: str, labelled: bool = True, popular: bool = False
) -> dict[str, Counter[str]]:
    """Count the ``words`` and ``markers`` that match, and those of the prediction and the gold.

    :class:`difflib.SequenceMatcher` aligns the files (Evert, *A Lightweight and Efficient Tool for
    Cleaning Web Pages*, LREC 2008).

    Args:
        predicted: a file in CleanEval's format.
        gold: the file to compare with.
        labelled: whether markers of different types are different.
        popular: whether words that make up more than 1 % of a gold file of 200 words or more can
            begin a match; by default in ``difflib``, and thus in Evert's script, they cannot.

    Returns:
        For ``words`` and ``markers``, the counts ``matched``, ``ours`` and ``theirs``.
    """
    ours, theirs = words(predicted, True, labelled), words(gold, True, labelled)
    matcher = SequenceMatcher(None, ours, theirs, autojunk=not popular)
    matched = [
        ours[i]
        for block in matcher.get_matching_blocks()
        for i in range(block.a, block.a + block.size)
    ]
    counts = {}
    for name, marker in (("words", False), ("markers", True)):
        sides = {"matched": matched, "ours": ours, "theirs": theirs}
        counts[name] = Counter(
            {
                side: sum((word in _MARKERS) == marker for word in listed)
                for side, listed in sides.items()
            }
        )
    return counts


def prf(counts: Counter[str]) -> tuple[float, float, float]:
    """Precision, recall and F1 of ``matched``, ``ours`` and ``theirs``; 1 if both are empty."""
    if not counts["ours"] and not counts["theirs"]:
        return 1.0, 1.0, 1.0
    precision = counts["matched"] / counts["ours"] if counts["ours"] else 0.0
    recall = counts["matched"] / counts["theirs"] if counts["theirs"] else 0.0
    total = precision + recall
    return precision, recall, 2 * precision * recall / total if total else 0.0


def evert_scores(predicted: str, gold: str) -> dict[str, float]:
    """Precision, recall and F1 over words, labelled markers and unlabelled markers.

    ``evert_*`` equal those of the published script; ``match_*`` also align frequent words.
    """
    return _scores("evert", predicted, gold, False) | _scores("match", predicted, gold, True)


def _scores(name: str, predicted: str, gold: str, popular: bool) -> dict[str, float]:
    labelled = match_counts(predicted, gold, popular=popular)
    plain = match_counts(predicted, gold, False, popular)["markers"]
    parts = {
        f"{name}_words": labelled["words"],
        f"{name}_markers": labelled["markers"],
        f"{name}_markers_unlabelled": plain,
    }
    return {
        f"{part}_{name}": value
        for part, counts in parts.items()
        for name, value in zip(("precision", "recall", "f1"), prf(counts), strict=True)
    }
