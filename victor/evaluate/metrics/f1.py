"""Precision, recall and F1 of a page."""


def precision_recall_f1(common: int, ours: int, theirs: int) -> tuple[float, float, float]:
    """Precision, recall and F1, 0 to 1.

    All are 1 if neither side has items, and 0 if only one of them has items.

    Args:
        common: number of items that both have.
        ours: number of predicted items.
        theirs: number of gold items.
    """
    if not ours and not theirs:
        return 1.0, 1.0, 1.0
    precision = common / ours if ours else 0.0
    recall = common / theirs if theirs else 0.0
    total = precision + recall
    return precision, recall, 2 * precision * recall / total if total else 0.0
