"""Gold that ends in the middle of an article."""

import pytest

from experiments.conventions.article import ends_early

BEGINNING = "The bridge was closed on Monday after engineers found cracks in two of its piers."
REST = "Traffic will be diverted over the old road until repairs are finished in the autumn."
TEASER = "Council approves new tram line."


@pytest.mark.parametrize(
    ("texts", "early"),
    [
        (
            [f"{BEGINNING} {REST}", f"Menu {BEGINNING}\n\n{REST}", f"{BEGINNING} {REST} {TEASER}"],
            True,
        ),
        ([f"{BEGINNING} {REST}", f"{BEGINNING} {REST}", BEGINNING], False),  # one system ends there
        ([f"{BEGINNING} {TEASER}"] * 3, False),  # short
        ([REST] * 3, False),  # no system has the gold
        ([""] * 3, False),
    ],
)
def test_gold_ends_early_if_all_systems_continue(texts, early):
    assert ends_early(BEGINNING, texts) is early


def test_empty_gold_does_not_end_early():
    assert not ends_early("", [REST] * 3)
