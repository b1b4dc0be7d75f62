"""Score the texts that any system wrote for annotated pages."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from victor.evaluate.evaluation import PageScore, text_scores
from victor.evaluate.gold.page import GoldPage
from victor.files import without_ending

TEXT_SCORES = ("words", "characters")  # the other scores compare labelled segments


def score_texts(
    golds: Sequence[GoldPage], texts: Mapping[str, str], wanted: Iterable[str]
) -> tuple[list[PageScore], list[str]]:
    """Score a text for each page, and list the pages without one, whose text counts as empty.

    A text belongs to the page with its name, or whose name ends with it and no other's does.

    Args:
        golds: the annotated pages.
        texts: the texts by the names of pages, without endings.
        wanted: names from ``TEXT_SCORES``.
    """
    found = _unique_ends(texts) | dict(texts)
    wanted = set(wanted)
    scored, missing = [], []
    for gold in golds:
        name = without_ending(gold.id)
        if name not in found:
            missing.append(gold.id)
        scores = text_scores(found.get(name, ""), gold, wanted)
        scored.append(PageScore(gold.id, gold.kind, scores, ()))
    return scored, missing


def _unique_ends(texts: Mapping[str, str]) -> dict[str, str]:
    """The texts by the last part of their names, if it is different from all others."""
    ends = Counter(name.rpartition("/")[2] for name in texts)
    pairs = ((name.rpartition("/")[2], text) for name, text in texts.items())
    return {end: text for end, text in pairs if ends[end] == 1}
