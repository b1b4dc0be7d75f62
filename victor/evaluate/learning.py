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
from victor.document.document import Block, Document
from victor.evaluate.gold.align import project
from victor.evaluate.gold.page import GoldPage
from victor.labelers import Instance
from victor.model import Model
from victor.page import read_page
from victor.pipeline import Plan, Progress


@dataclass(frozen=True)
class Example:
    """An annotated page made ready: what the labeler sees, the labels, what to score against."""

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
    page = read_page(gold.html, gold.id, gold.url)
    blocks = plan.blocks(page)
    y = project(gold, blocks, plan.task)
    instance = plan.instance(blocks)
    # Thousands of pages are held at once: what only features look at is let go.
    words, light = (
        blocks.words,
        replace(blocks, tree=replace(blocks.tree, attributes=(), styles=())),
    )
    light.__dict__["words"] = words
    return Example(replace(gold, html=b""), replace(instance, blocks=light), y)


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
    for package in plan.labeler.LEARNED_BY:
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
    y = one.y if labels is None else labels.y
    keys, roles = task.keys, list(task.labels.values())
    parts = one.instance.blocks
    blocks = [
        Block(keys[label], roles[label], text, space_before)
        for label, text, space_before in zip(
            y.tolist(), parts.text, parts.space_before.tolist(), strict=True
        )
    ]
    return Document(one.id, one.gold.url, blocks, task.labels)


def gold_document(one: Example, task: Task) -> Document:
    """The gold itself as outputs take it."""
    known = {role: key for key, role in task.labels.items()}
    roles = ((segment, one.gold.role(segment, known)) for segment in one.gold.segments)
    blocks = [Block(known.get(role, ""), role, segment.text) for segment, role in roles]
    return Document(one.id, one.gold.url, blocks, task.labels)
