"""CleanEval scores: the shared task's, by edit distance, and Evert's, by matching blocks.

Both compare files in CleanEval format word by word. The markers ``<p>``, ``<h>`` and ``<l>`` count
as words or are ignored; the ``URL:`` line is always ignored.
"""

from difflib import SequenceMatcher
from itertools import chain

from victor.errors import require
from victor.evaluate.metrics.f1 import precision_recall_f1
from victor.output.cleaneval import MARKER, URL_LINE

_MARKERS = frozenset(("<p>", "<h>", "<l>"))
_PRF = ("precision", "recall", "f1")


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
    predicted: str, gold: str, labelled: bool, popular: bool
) -> tuple[list[int], list[int]]:
    """The words and the markers that match, and those of the prediction and of the gold.

    :class:`difflib.SequenceMatcher` aligns the files (Evert, *A Lightweight and Efficient Tool for
    Cleaning Web Pages*, LREC 2008).

    Args:
        predicted: a file in CleanEval's format.
        gold: the file to compare with.
        labelled: whether markers of different types are different.
        popular: whether words that make up more than 1 % of a gold file of 200 words or more can
            begin a match; by default in ``difflib``, and thus in Evert's script, they cannot.

    Returns:
        The numbers of words, then of markers: matched, predicted, gold.
    """
    ours, theirs = words(predicted, True, labelled), words(gold, True, labelled)
    matcher = SequenceMatcher(None, ours, theirs, autojunk=not popular)
    runs = (ours[one.a : one.a + one.size] for one in matcher.get_matching_blocks())
    sides = ([*chain.from_iterable(runs)], ours, theirs)
    markers = [sum(map(_MARKERS.__contains__, side)) for side in sides]
    return [len(side) - count for side, count in zip(sides, markers, strict=True)], markers


def evert_scores(predicted: str, gold: str) -> dict[str, float]:
    """Precision, recall and F1 over words, labelled markers and unlabelled markers.

    ``evert_*`` equal those of the published script; ``match_*`` also align frequent words.
    """
    return _scores("evert", predicted, gold, False) | _scores("match", predicted, gold, True)


def _scores(name: str, predicted: str, gold: str, popular: bool) -> dict[str, float]:
    plain, markers = match_counts(predicted, gold, labelled=True, popular=popular)
    _, unlabelled = match_counts(predicted, gold, labelled=False, popular=popular)
    parts = {"words": plain, "markers": markers, "markers_unlabelled": unlabelled}
    return {
        f"{name}_{part}_{score}": value
        for part, counts in parts.items()
        for score, value in zip(_PRF, precision_recall_f1(*counts), strict=True)
    }
