"""Training: gold pages to examples, and examples to a model."""

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
    """An annotated page: the labeler's input, the labels, and the gold to score against."""

    gold: GoldPage  # without its HTML
    instance: Instance
    y: Ints  # [n] labels projected from the gold

    @property
    def id(self) -> str:
        """The name of the page."""
        return self.gold.id

    @property
    def host(self) -> str:
        """The site of the page; all pages of a site are in one fold."""
        return self.gold.host


def example(gold: GoldPage, plan: Plan) -> Example:
    """Segment a page, compute its features and project its gold onto the blocks."""
    run = Run(plan, read_page(gold.html, gold.id, gold.url))
    advance(run, "discretise")
    y = project(gold, run.blocks, plan.task)
    # Thousands of examples are in memory at once.
    return Example(replace(gold, html=b""), replace(run.instance, blocks=run.blocks.light()), y)


def examples(golds: Iterable[GoldPage], plan: Plan) -> Iterator[Example]:
    """The examples of gold pages, one by one; see :func:`example`."""
    return (example(gold, plan) for gold in golds)


def learn(
    plan: Plan,
    data: Sequence[Example],
    meta: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> Model:
    """Learn a model; see :meth:`victor.labelers.base.Labeler.learn`.

    ``meta`` are additional entries of the model's ``meta.json``.
    """
    weights = plan.learn([page.instance for page in data], [page.y for page in data], progress)
    facts = {
        "pages": len(data),
        "blocks": int(sum(len(page.y) for page in data)),
        "label_counts": label_counts(data, plan.task),
        "labeler": plan.task.labeler.name,
        "columns": len(plan.columns),
        "versions": {"victor": victor.__version__, "numpy": np.__version__, **_versions(plan)},
    }
    return Model(plan.task, weights, facts | dict(meta or {}))


def _versions(plan: Plan) -> dict[str, str]:
    from importlib.metadata import PackageNotFoundError, version

    out = {"python": platform.python_version()}
    for package in plan.labeler.learned_by:
        try:
            out[package] = version(package)
        except PackageNotFoundError:
            continue
    return out


def label_counts(data: Iterable[Example], task: Task) -> dict[str, int]:
    """The number of blocks with each label, by the label's key."""
    size = len(task.labels)
    counts = sum((np.bincount(page.y, minlength=size) for page in data), np.zeros(size, np.int64))
    return dict(zip(task.keys, counts.tolist(), strict=True))


def document(page: Example, labels: Labels | None, task: Task) -> Document:
    """A document of the example's blocks with these labels, or with the projected gold labels."""
    if labels is None:
        labels = Labels(page.y, np.ones((len(page.y), len(task.labels)), np.float32))
    blocks = labelled(page.instance.blocks, labels, task.labels)
    return Document(page.id, page.gold.url, blocks, task.labels)


def gold_document(page: Example, task: Task) -> Document:
    """A document whose blocks are the gold segments of the example."""
    known = {role: key for key, role in task.labels.items()}
    roles = ((segment, page.gold.role(segment, known)) for segment in page.gold.segments)
    blocks = [Block(known.get(role, ""), role, segment.text) for segment, role in roles]
    return Document(page.id, page.gold.url, blocks, task.labels)
