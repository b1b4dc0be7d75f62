"""A model that learns from finished pages: a convention, and what is content on their site.

After ten pages, it predicts whether captions, dates or comments count as content, on any site.
Decisions on similar blocks (:mod:`victor.annotate.suggestions`) count as soon as they are made.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from victor.annotate.view import NO_LABEL
from victor.arrays import Ints
from victor.config import OTHER, Task, following
from victor.evaluate.learning import TAUGHT
from victor.labelers import Instance, Weights
from victor.labelers.base import Training
from victor.page import Page
from victor.pipeline import Cleaner, blocks_of, instance_of

MOST = 10  # last pages to learn from, which takes about a second


class Teacher:
    """Teaches a model from finished pages; see :attr:`cleaner`.

    Args:
        cleaner: the initial model.
        task: the task of the annotations.
    """

    def __init__(self, cleaner: Cleaner, task: Task) -> None:
        self._start, self._task, self._taught = cleaner, task, cleaner
        self._lessons: dict[str, tuple[Instance, Ints]] = {}
        self._is_behind = False  # whether lessons were added since the model was taught

    def add(self, name: str, page: Page, labels: Sequence[int]) -> None:
        """Add a page to learn from, or replace it if its labels have changed.

        Ignored if a block is undecided, the page has no blocks, or the model has no conventions.

        Args:
            name: identifies the page.
            page: the page.
            labels: [n] the labels of its blocks.
        """
        labeler, weights = self._start.plan.labeler, self._start.model.weights
        if not labels or NO_LABEL in labels or not labeler.conventions(weights):
            return
        content = np.array(labels) != self._task.role(OTHER)
        y = np.where(content, labeler.space.content, labeler.space.boilerplate).astype(np.int32)
        blocks = blocks_of(self._start.plan, page)
        self._lessons.pop(name, None)
        self._lessons[name] = instance_of(self._start.plan, blocks), y
        self._lessons = dict(list(self._lessons.items())[-MOST:])
        self._is_behind = True

    @property
    def cleaner(self) -> Cleaner:
        """The model, taught with the pages so far; if pages were added, it learns on access."""
        if self._is_behind:
            pages, gold = zip(*self._lessons.values(), strict=True)
            data = Training(pages, gold, start=self._start.model.weights, taught=TAUGHT)
            self._taught = self._with(self._start.plan.learn(data))
            self._is_behind = False
        return self._taught

    def _with(self, weights: Weights) -> Cleaner:
        task = following(self._start.model.task, TAUGHT)
        return Cleaner(replace(self._start.model, task=task, weights=weights), self._start.where)
