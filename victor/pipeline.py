"""The stages in order, for learning and for cleaning."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from victor import config, features
from victor.arrays import Ints
from victor.config import Choice, Conjunction, Task, Window, resources
from victor.config.located import Located, build
from victor.config.patterns import matching, most_specific
from victor.data import Labels, Potentials
from victor.decode import decode, expected_f1
from victor.document.document import Block, Decided, Document, Segment
from victor.errors import VictorError, did_you_mean
from victor.filters import FILTERS
from victor.labelers import EMPTY_CODES, LABELERS, Instance, Labeler, Weights
from victor.labelers.crf.discretise import Discretiser, discretiser
from victor.labelers.crf.template import Layout, layout
from victor.model import Model, find
from victor.model import load as load_model
from victor.output import OUTPUTS
from victor.page import Page, read_page
from victor.tree.blocks import Blocks
from victor.tree.parse import preclean
from victor.tree.segment import segment

Progress = Callable[[int, float], None]
_JOINT = 20_000  # combinations of a conjunction: more than any corpus can teach


@dataclass(frozen=True)
class Plan:
    """A task made ready: names resolved, registries looked up, everything checked."""

    task: Task
    columns: tuple[str, ...]
    discretise: Discretiser
    layout: Layout
    labeler: Labeler
    options: Any
    filters: tuple[Callable[[Labels, Blocks], Labels], ...]

    def blocks(self, page: Page) -> Blocks:
        """A page's blocks."""
        task = self.task
        tree = preclean(
            page.utf8 or page.html,
            task.preclean.delete,
            task.preclean.ignore,
            task.preclean.image_text,
            task.preclean.json_text,
        )
        if page.doctype:
            tree = replace(tree, head={**tree.head, "doctype": page.doctype})
        cut = task.segment
        return segment(tree, task.tag_classes["block"], cut.every_tag, cut.through)

    def instance(self, blocks: Blocks) -> Instance:
        """What the labeler sees of them."""
        table = features.compute(blocks, self.columns, self.task)
        if not self.labeler.NEEDS_CODES:
            return Instance(blocks, table, EMPTY_CODES)
        return Instance(blocks, table, self.layout(self.discretise(table)))

    def label(self, blocks: Blocks, potentials: Potentials) -> Labels:
        """Decode and filter."""
        how = self.task.decode
        labels = decode(potentials, blocks.words, self.task.other, how.method, how.prefer.beta)
        for apply in self.filters:
            labels = apply(labels, blocks)
        return labels

    def learn(
        self, pages: Sequence[Instance], y: Sequence[Ints], progress: Progress | None = None
    ) -> Weights:
        """Weights from pages and the numbers of their blocks' labels."""
        if self.labeler.NEEDS_PAGES and not any(len(labels) for labels in y):
            raise VictorError("nothing to learn from: the pages have no blocks")
        labels, start = tuple(self.task.labels.values()), self._start()
        return self.labeler.learn(pages, y, labels, self.layout, self.options, progress, start)

    def _start(self) -> Weights | None:
        """The weights that learning goes on from, if the task names a model."""
        if not self.task.start:
            return None
        place = self.task.place("start")
        if not self.labeler.STARTS:
            message = f"the labeler {self.task.labeler.name} cannot go on from a model"
            raise place.error(message)
        model = load_model(find(self.task.start))
        labels, columns = len(self.task.labels), self.columns
        wrong = self.labeler.check(model.weights, self.layout, labels, columns)
        if model.task.keys != self.task.keys:
            wrong = f"labels {', '.join(model.task.keys)} where the task has others"
        if wrong:
            raise place.error(f"{self.task.start}: the model is of another task: {wrong}")
        return model.weights


def plan(task: Task) -> Plan:
    """Resolve and check a task.

    Raises:
        VictorError: a name that nothing answers to, a column without bins; with file and line.
    """
    offered = _offered_columns(task)
    columns = _without(task, offered)
    labeler, options = _chosen(task.labeler, LABELERS, "labeler")
    if task.output not in OUTPUTS:
        message = f"unknown format {task.output!r}{did_you_mean(task.output, OUTPUTS)}"
        raise task.place("output").error(message)
    bins = [_bins(task, column) for column in columns] if labeler.NEEDS_CODES else []
    discretise = discretiser(bins)
    # A column that keeps its values stands for itself: as one indicator.
    sizes = discretise.sizes if labeler.NEEDS_CODES else (2,) * len(columns)
    windows = _windows(task, offered, columns, sizes) if labeler.NEEDS_TEMPLATE else []
    return Plan(
        task=task,
        columns=tuple(columns),
        discretise=discretise,
        layout=layout(windows, sizes, task.template.label_bigrams),
        labeler=labeler,
        options=options,
        filters=tuple(_filter(choice, task) for choice in task.filters),
    )


def _offered_columns(task: Task) -> list[str]:
    known = features.known_columns(task)
    offered: dict[str, None] = {}
    for i, pattern in enumerate(task.features):
        found = matching(pattern, known)
        if not found:
            place = task.place("features").value[i]
            raise place.error(f"unknown feature {pattern!r}{did_you_mean(pattern, known)}")
        offered.update(dict.fromkeys(found))
    return list(offered)


def _without(task: Task, offered: Sequence[str]) -> list[str]:
    dropped: set[str] = set()
    for i, pattern in enumerate(task.without):
        found = matching(pattern, offered)
        if not found:
            place = task.place("without").value[i]
            raise place.error(
                f"{pattern!r} names no feature of the task{did_you_mean(pattern, offered)}"
            )
        dropped.update(found)
    return [column for column in offered if column not in dropped]


def _bins(task: Task, column: str) -> config.Bins:
    pattern = most_specific(column, list(task.bins))
    if pattern is None:
        raise task.place("bins").error(f"feature {column!r} has no bins")
    return task.bins[pattern]


def _windows(
    task: Task, offered: Sequence[str], columns: Sequence[str], sizes: Sequence[int]
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    number = {column: i for i, column in enumerate(columns)}
    out: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    for i, window in enumerate(task.template.windows):
        place = _template_place(task, "windows", i, "columns")
        for name in _named(window, place, offered):
            if name in number:
                out.append(((number[name],), window.offsets.values))
    for i, conjunction in enumerate(task.template.conjunctions):
        place = _template_place(task, "conjunctions", i, "join")
        names = _named(conjunction, place, offered)
        if prod(size for name, size in zip(columns, sizes, strict=True) if name in names) > _JOINT:
            raise place.error(f"{len(names)} features joined have more than {_JOINT} combinations")
        if all(name in number for name in names):
            out.append((tuple(number[name] for name in names), conjunction.offsets.values))
    return out


def _named(part: Window | Conjunction, place: Located, offered: Sequence[str]) -> list[str]:
    patterns = part.columns if isinstance(part, Window) else part.join
    names: dict[str, None] = {}
    for i, pattern in enumerate(patterns):
        found = matching(pattern, offered)
        if not found:
            message = f"unknown feature {pattern!r}{did_you_mean(pattern, offered)}"
            raise place.value[i].error(message)
        names.update(dict.fromkeys(found))
    return list(names)


def _template_place(task: Task, kind: str, i: int, key: str) -> Located:
    place: Located = task.place("template", kind).value[i].value[key]
    return place


def _chosen(choice: Choice, registry: Any, kind: str) -> tuple[Any, Any]:
    if choice.name not in registry:
        message = f"unknown {kind} {choice.name!r}{did_you_mean(choice.name, registry)}"
        raise choice.options.error(message)
    module = registry[choice.name]
    return module, build(module.Options, choice.options)


def _filter(choice: Choice, task: Task) -> Callable[[Labels, Blocks], Labels]:
    module, options = _chosen(choice, FILTERS, "filter")
    return lambda labels, blocks: module.apply(labels, blocks, task, options)


@dataclass(frozen=True)
class Result:
    """A cleaned page."""

    page: Page
    parts: Blocks
    labels: Labels
    task: Task

    @property
    def text(self) -> str:
        """The content as plain text."""
        return self.format("text")

    @property
    def segments(self) -> list[Segment]:
        """The content as paragraphs, headers and list items."""
        return self.document.segments

    @cached_property
    def confidence(self) -> float:
        """How good the cleaning of this page probably is: the expected word F1, 0 to 1."""
        return expected_f1(self.labels, self.parts.words, self.task.other)

    @cached_property
    def blocks(self) -> Sequence[Block]:
        """Every block with label, text, score and XPath."""
        tree = self.parts.tree
        paths = map(tree.xpath, self.parts.node.tolist())
        blocks = zip(self.document.blocks, paths, strict=True)
        return [block._replace(xpath=path) for block, path in blocks]

    def format(self, name: str) -> str:
        """The page in one of the output formats."""
        return OUTPUTS.find(name).render(self.document)

    @cached_property
    def document(self) -> Document:
        """The page as outputs take it, without XPaths: few want them, and they take time."""
        y, parts = self.labels.y, self.parts
        score = self.labels.scores[np.arange(len(y)), y]
        labels = list(self.task.labels.items())
        blocks = Decided(y, labels, parts.text, parts.space_before, score)
        head = self.parts.tree.head
        return Document(
            id=self.page.id,
            url=self.page.url or head.get("canonical") or head.get("meta:og:url"),
            blocks=blocks,
            labels=self.task.labels,
            title=" ".join(head.get("title", "").split()),
            task=self.task.name,
            confidence=self.confidence,
        )


class Cleaner:
    """A model made ready to clean pages."""

    def __init__(self, model: Model, where: str = "model") -> None:
        """Check that the weights fit the task; raises ``VictorError`` where they do not."""
        self.model = model
        self.plan = plan(model.task)
        labels = len(model.task.labels)
        layout, columns = self.plan.layout, self.plan.columns
        if wrong := self.plan.labeler.check(model.weights, layout, labels, columns):
            raise VictorError(f"{where}: damaged, or of another task: {wrong}")
        self.score = self.plan.labeler.scorer(model.weights, layout)

    def clean(
        self,
        source: bytes | str | Page,
        id: str = "",
        url: str | None = None,
        charset: str | None = None,
    ) -> Result:
        """Clean one page, given as bytes, as text or as a :class:`~victor.page.Page`."""
        page = source if isinstance(source, Page) else read_page(source, id, url, charset)
        blocks = self.plan.blocks(page)
        return Result(page, blocks, self.label(blocks), self.plan.task)

    def label(self, blocks: Blocks) -> Labels:
        """Label a page's blocks."""
        return self.plan.label(blocks, self.score(self.plan.instance(blocks)))


def load(name: str = "web", prefer: str | float | None = None) -> Cleaner:
    """A cleaner by the name of a shipped model or the path of a model's directory.

    A configuration will do, by name or path, if its labeler needs no pages to learn from.

    Args:
        name: of a shipped model or configuration, or a path.
        prefer: ``precision``, ``recall`` or F-beta's beta, over what the model's task says.

    Raises:
        VictorError: there is none, it is damaged, or ``prefer`` is none of these.
    """
    model = _from_options(name) if is_configuration(name) else load_model(find(name))
    return Cleaner(replace(model, task=config.preferring(model.task, prefer)), name)


def is_configuration(name: str) -> bool:
    """Whether a name or path is that of a configuration and of no model."""
    known = set(resources.names("configs")) - set(resources.names("models"))
    return not Path(name).is_dir() and (name in known or name.endswith((".yaml", ".yml")))


def _from_options(name: str) -> Model:
    """The model of a configuration whose labeler needs no pages.

    Raises:
        VictorError: it needs some; with the command that learns it.
    """
    made = plan(config.load(name))
    if made.labeler.NEEDS_PAGES:
        raise VictorError(
            f"no model is shipped for {made.task.name!r}; learn one: "
            f"victor learn --config {name} -o DIR FILE|CORPUS..., then clean with --model DIR"
        )
    weights = made.learn((), ())
    labels = len(made.task.labels)
    if wrong := made.labeler.check(weights, made.layout, labels, made.columns):
        raise made.task.place("labeler").error(f"{made.task.labeler.name}: {wrong}")
    return Model(made.task, weights, {})
