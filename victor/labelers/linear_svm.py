"""A linear one-versus-rest support vector machine, learned with scikit-learn.

LIBLINEAR (Fan et al., 2008) replaces SMO of Kohlschuetter et al. (2010), section 4.3.1. Blocks are
weighted by words. Potentials are margins, which rank labels but are not log-probabilities.
"""

from dataclasses import dataclass

import numpy as np

from victor.arrays import Ints, Numbers
from victor.config.ranges import Positive
from victor.data import Potentials
from victor.errors import VictorError, require
from victor.labelers.attribution import Attribution, Origin, differences
from victor.labelers.base import Instance, Labeler, Scorer, Training, Weights
from victor.labelers.checks import array_problem
from victor.labelers.windows import gathered, origins, training_data, window_problem

_NEVER = -30.0  # margin of labels without training blocks


@dataclass(frozen=True)
class Options:
    """Options of the support vector machine."""

    c: Positive = 1.0  # inverse of the regularisation strength


class LinearSVM(Labeler):
    """A linear support vector machine over columns at offsets."""

    Options = Options
    needs_template = True
    learned_by = ("scikit-learn",)

    def learn(self, data: Training) -> dict[str, Numbers]:
        """Learn ``columns`` [w], ``coefficients`` [w, k] and ``bias`` [k].

        Raises:
            VictorError: the extra ``learn`` is not installed, or all blocks have the same label.
        """
        svm = require("sklearn.svm", "learn")
        names, values, gold, weight = training_data(data, self.space)
        if len(np.unique(gold)) < 2:
            raise VictorError("nothing to learn from: all blocks have the same label")
        mean, spread = values.mean(axis=0, dtype=np.float64), values.std(axis=0, dtype=np.float64)
        spread = np.where(spread > 0, spread, 1.0)
        model = svm.LinearSVC(C=self.options.c, dual=False, random_state=0)
        model.fit((values - mean) / spread, gold, sample_weight=weight / weight.mean())
        k = len(self.space.labels)
        coefficients, bias = np.zeros((len(names), k)), np.full(k, _NEVER)
        sides = np.array([-1, 1])[:, None] if len(model.classes_) == 2 else 1
        coefficients[:, model.classes_] = (sides * model.coef_).T / spread[:, None]
        bias[model.classes_] = (sides * model.intercept_[:, None]).T.reshape(-1)
        bias[model.classes_] -= mean @ coefficients[:, model.classes_]
        return {"columns": np.array(names, str), "coefficients": coefficients, "bias": bias}

    def check(self, weights: Weights) -> str | None:
        """Check the names of the columns and the shapes of the coefficients."""
        if problem := window_problem(weights, self.space.columns):
            return problem
        k = len(self.space.labels)
        return array_problem(weights, {"coefficients": (len(weights["columns"]), k), "bias": (k,)})

    def scorer(self, weights: Weights) -> Scorer:
        """Margins [n, k] as potentials, without transitions."""
        names = weights["columns"].astype(str).tolist()

        def score(page: Instance) -> Potentials:
            values = gathered(page.table, names).astype(np.float64)
            return Potentials(values @ weights["coefficients"] + weights["bias"])

        return score

    def explain(
        self, weights: Weights, page: Instance, rows: Ints, label: Ints, against: Ints
    ) -> Attribution:
        """Contributions of columns at offsets: value times coefficient."""
        names = weights["columns"].astype(str).tolist()
        values = gathered(page.table, names)[rows].astype(np.float64)
        columns = values * differences(weights["coefficients"], label, against)
        bias = differences(weights["bias"][None], label, against)
        return Attribution([*origins(names), Origin("bias")], np.column_stack((columns, bias)))
