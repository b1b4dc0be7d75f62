"""A model that learns the annotator's convention from the pages that are done.

After ten pages it knows whether captions, dates or comments are wanted, on pages of any site; the
decisions on similar blocks (:mod:`victor.annotate.suggestions`) say nothing of other sites.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from victor.annotate.view import NO_LABEL
from victor.config import OTHER, Task, following
from victor.evaluate.learning import TAUGHT
from victor.labelers import Instance, Weights
from victor.labelers.base import Training
from victor.page import Page
from victor.pipeline import Cleaner, blocks_of, instance_of

_MOST = 10  # pages that are learned from, the last ones: a second of work


class Teacher:
    """Teaches a model as pages are done; see :attr:`cleaner`.

    Args:
        cleaner: the model to begin with.
        task: that of the annotations.
    """

    def __init__(self, cleaner: Cleaner, task: Task) -> None:
        self.cleaner = cleaner  # the model as taught so far
        self._start, self._task = cleaner, task
        self._lessons: dict[str, tuple[Instance, np.ndarray[tuple[int], np.dtype[np.int32]]]] = {}

    def add(self, name: str, page: Page, labels: Sequence[int]) -> None:
        """Teach a page, or again one whose labels have changed.

        Args:
            name: of the page.
            page: as it is annotated.
            labels: [n] of its blocks; ignored unless all are decided.
        """
        labeler, weights = self._start.plan.labeler, self._start.model.weights
        if not labels or NO_LABEL in labels or not labeler.conventions(weights):
            return
        content = np.array(labels) != self._task.role(OTHER)
        y = np.where(content, labeler.space.content, labeler.space.boilerplate).astype(np.int32)
        blocks = blocks_of(self._start.plan, page)
        self._lessons.pop(name, None)
        self._lessons[name] = instance_of(self._start.plan, blocks), y
        self._lessons = dict(list(self._lessons.items())[-_MOST:])
        pages, gold = zip(*self._lessons.values(), strict=True)
        data = Training(pages, gold, start=weights, taught=TAUGHT)
        self.cleaner = self._with(labeler.learn(data))

    def _with(self, weights: Weights) -> Cleaner:
        task = following(self._start.model.task, TAUGHT)
        return Cleaner(replace(self._start.model, task=task, weights=weights), self._start.where)
