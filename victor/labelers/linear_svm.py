"""A linear support vector machine, one label against the rest: scikit-learn learns it.

In the place of SMO in Kohlschuetter et al. (2010), section 4.3.1 (Fan et al., *LIBLINEAR*, 2008).
Blocks weigh their words. The potentials are the margins: they rank, and are no probabilities.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from victor.arrays import Ints
from victor.data import Potentials
from victor.errors import VictorError, require
from victor.labelers.attribution import Attribution, Origin, differences
from victor.labelers.base import Array, Instance, Labeler, Progress, Scorer, Weights
from victor.labelers.checks import wrong_numbers
from victor.labelers.windows import collected, gathered, origins, wrong_names

_NEVER = -30.0  # margin of labels that occur on no page


@dataclass(frozen=True)
class Options:
    """Options of the support vector machine."""

    c: float = 1.0  # cost of errors; smaller is smoother


class LinearSVM(Labeler):
    """One linear margin for each label."""

    Options = Options
    needs_template = True
    learned_by = ("scikit-learn",)

    def learn(
        self,
        pages: Sequence[Instance],
        y: Sequence[Ints],
        progress: Progress | None = None,
        start: Weights | None = None,
    ) -> dict[str, Array]:
        """Learn ``columns`` [w], ``coefficients`` [w, k] and ``bias`` [k].

        Raises:
            VictorError: the extra ``learn`` is not installed, or all blocks have the same label.
        """
        svm = require("sklearn.svm", "learn")
        names, values, known, weight = collected(pages, y, self.space)
        if len(np.unique(known)) < 2:
            raise VictorError("nothing to learn from: all blocks have the same label")
        mean, spread = values.mean(axis=0, dtype=np.float64), values.std(axis=0, dtype=np.float64)
        spread = np.where(spread > 0, spread, 1.0)
        model = svm.LinearSVC(C=self.options.c, dual=False, random_state=0)
        model.fit((values - mean) / spread, known, sample_weight=weight / weight.mean())
        coefficients, bias = (
            np.zeros((len(names), len(self.space.labels))),
            np.full(len(self.space.labels), _NEVER),
        )
        sides = np.array([-1, 1])[:, None] if len(model.classes_) == 2 else 1
        coefficients[:, model.classes_] = (sides * model.coef_).T / spread[:, None]
        bias[model.classes_] = (sides * model.intercept_[:, None]).T.reshape(-1)
        bias[model.classes_] -= mean @ coefficients[:, model.classes_]
        return {"columns": np.array(names, str), "coefficients": coefficients, "bias": bias}

    def check(self, weights: Weights) -> str | None:
        """What is wrong with the weights; None if they fit."""
        if wrong := wrong_names(weights, self.space.columns):
            return wrong
        k = len(self.space.labels)
        return wrong_numbers(weights, {"coefficients": (len(weights["columns"]), k), "bias": (k,)})

    def scorer(self, weights: Weights) -> Scorer:
        """The function from a page's columns to margins."""
        names = weights["columns"].astype(str).tolist()

        def score(page: Instance) -> Potentials:
            values = gathered(page.table, names).astype(np.float64)
            return Potentials(values @ weights["coefficients"] + weights["bias"])

        return score

    def explain(
        self, weights: Weights, page: Instance, rows: Ints, label: Ints, against: Ints
    ) -> Attribution:
        """What each column adds at each offset: its value times its coefficient."""
        names = weights["columns"].astype(str).tolist()
        values = gathered(page.table, names)[rows].astype(np.float64)
        columns = values * differences(weights["coefficients"], label, against)
        bias = differences(weights["bias"][None], label, against)
        return Attribution([*origins(names), Origin("any block")], np.column_stack((columns, bias)))
