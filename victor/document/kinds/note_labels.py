"""What the kinds of footnotes share."""

from collections import Counter

MOST_TEXTS = 600  # texts of a note; a larger element is not a note


def unique_label(label: str, count: Counter[str]) -> str:
    """The label of the next note, numbered if other notes have it.

    Args:
        label: as the page shows it.
        count: the number of notes with each label; modified in place.
    """
    count[label] += 1
    return label if count[label] == 1 else f"{label}-{count[label]}"
