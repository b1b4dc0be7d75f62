"""Gold pages to examples, examples to a model."""

import platform
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

import victor
from victor.arrays import Ints
from victor.config import Task
from victor.data import Labels
from victor.document.document import Block, Document, labelled
from victor.evaluate.gold.align import project
from victor.evaluate.gold.page import GoldPage
from victor.labelers import Instance
from victor.labelers.base import Progress
from victor.model import Model
from victor.page import read_page
from victor.pipeline import Plan, Run, advance


@dataclass(frozen=True)
class Example:
    """An annotated page: what the labeler sees, the labels, what to score against."""

    gold: GoldPage  # its HTML dropped
    instance: Instance
    y: Ints  # [n] labels projected from the gold

    @property
    def id(self) -> str:
        """The page."""
        return self.gold.id

    @property
    def host(self) -> str:
        """What folds are split by."""
        return self.gold.host


def example(gold: GoldPage, plan: Plan) -> Example:
    """Segment a page and project its gold onto the blocks."""
    run = Run(plan, read_page(gold.html, gold.id, gold.url))
    advance(run, "discretise")
    y = project(gold, run.blocks, plan.task)
    # Thousands of pages are held at once.
    return Example(replace(gold, html=b""), replace(run.instance, blocks=run.blocks.light()), y)


def examples(golds: Iterable[GoldPage], plan: Plan) -> Iterator[Example]:
    """All of them."""
    return (example(gold, plan) for gold in golds)


def learn(
    plan: Plan,
    data: Sequence[Example],
    meta: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> Model:
    """A model of examples; ``meta`` goes into its ``meta.json``."""
    weights = plan.learn([one.instance for one in data], [one.y for one in data], progress)
    facts = {
        "pages": len(data),
        "blocks": int(sum(len(one.y) for one in data)),
        "label_counts": label_counts(data, plan.task),
        "labeler": plan.task.labeler.name,
        "columns": len(plan.columns),
        "versions": {"victor": victor.__version__, "numpy": np.__version__, **_learner(plan)},
    }
    return Model(plan.task, weights, facts | dict(meta or {}))


def _learner(plan: Plan) -> dict[str, str]:
    from importlib.metadata import PackageNotFoundError, version

    out = {"python": platform.python_version()}
    for package in plan.labeler.learned_by:
        try:
            out[package] = version(package)
        except PackageNotFoundError:
            continue
    return out


def label_counts(data: Iterable[Example], task: Task) -> dict[str, int]:
    """How many blocks have each label."""
    size = len(task.labels)
    counts = sum((np.bincount(one.y, minlength=size) for one in data), np.zeros(size, np.int64))
    return dict(zip(task.keys, counts.tolist(), strict=True))


def document(one: Example, labels: Labels | None, task: Task) -> Document:
    """An example as outputs take it, with its gold labels where none are given."""
    if labels is None:
        labels = Labels(one.y, np.ones((len(one.y), len(task.labels)), np.float32))
    blocks = labelled(one.instance.blocks, labels, task.labels)
    return Document(one.id, one.gold.url, blocks, task.labels)


def gold_document(one: Example, task: Task) -> Document:
    """The gold itself as outputs take it."""
    known = {role: key for key, role in task.labels.items()}
    roles = ((segment, one.gold.role(segment, known)) for segment in one.gold.segments)
    blocks = [Block(known.get(role, ""), role, segment.text) for segment, role in roles]
    return Document(one.id, one.gold.url, blocks, task.labels)
