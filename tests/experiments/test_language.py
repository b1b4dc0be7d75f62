"""The shipped tasks do not depend on the words of a language."""

from statistics import fmean

from conftest import DATA

from experiments.language.run import both
from experiments.scores import word_f1
from victor import pipeline
from victor.evaluate.gold import read_gold


def test_another_script_costs_nothing():
    cleaner = pipeline.load("web")
    pairs = [both(gold, cleaner.plan) for gold in read_gold([DATA])]
    unchanged, other_script = (
        fmean(word_f1(cleaner.plan, cleaner.model.weights, [pair[i] for pair in pairs]))
        for i in (0, 1)
    )
    assert other_script > unchanged - 0.02


def test_every_language_of_the_sample_pages_is_cleaned():
    cleaner = pipeline.load("web")
    for gold in read_gold([DATA]):
        one, _ = both(gold, cleaner.plan)
        assert word_f1(cleaner.plan, cleaner.model.weights, [one])[0] > 0.5, gold.id
