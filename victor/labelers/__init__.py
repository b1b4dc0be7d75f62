"""Labelers: models that score the labels of a page's blocks from its features.

To add one, write a subclass of :class:`~victor.labelers.base.Labeler` and list it in ``LABELERS``.
"""

from victor.labelers.base import EMPTY_CODES, Instance, Labeler, Space, Weights
from victor.registry import Registry

__all__ = ["EMPTY_CODES", "LABELERS", "Instance", "Labeler", "Space", "Weights"]

LABELERS: Registry[type[Labeler]] = Registry(
    "labeler",
    {
        "crf": "victor.labelers.crf.labeler:CRF",
        "neural_crf": "victor.labelers.neural.labeler:NeuralCRF",
        "one_rule": "victor.labelers.trees.one_rule:OneRule",
        "decision_tree": "victor.labelers.trees.decision_tree:DecisionTree",
        "linear_svm": "victor.labelers.linear_svm:LinearSVM",
        "perceptron": "victor.baselines.texrex.perceptron:Perceptron",
        "bte": "victor.baselines.bte.labeler:BTE",
        "density_rules": "victor.baselines.boilerpipe.rules:DensityRules",
        "word_rules": "victor.baselines.boilerpipe.rules:WordRules",
        "keep_everything": "victor.baselines.boilerpipe.rules:KeepEverything",
        "minimum_words": "victor.baselines.boilerpipe.rules:MinimumWords",
        "density_threshold": "victor.baselines.boilerpipe.rules:DensityThreshold",
    },
)
