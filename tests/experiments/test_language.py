"""The shipped tasks look at no word of any language."""

import sys
from pathlib import Path

from victor import pipeline
from victor.evaluate.gold import read_gold

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
import language  # noqa: E402


def test_letters_of_another_script_lose_nothing():
    cleaner = pipeline.load("web")
    pairs = [language.both(gold, cleaner.plan) for gold in read_gold([ROOT / "data"])]
    as_it_is, other_script = (
        language.word_f1(cleaner.plan, cleaner.model.weights, [pair[i] for pair in pairs])
        for i in (0, 1)
    )
    assert other_script > as_it_is - 0.02


def test_every_language_of_the_sample_pages_is_cleaned():
    cleaner = pipeline.load("web")
    for gold in read_gold([ROOT / "data"]):
        one, _ = language.both(gold, cleaner.plan)
        assert language.word_f1(cleaner.plan, cleaner.model.weights, [one]) > 0.5, gold.id
