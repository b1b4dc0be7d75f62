"""Plans: tasks after validation, with registry names, columns, template and options resolved."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from typing import Any, Literal, TypeVar

import numpy as np

from victor import config, features
from victor.arrays import Ints
from victor.config import Choice, Conjunction, Task, Window, resources
from victor.config.located import Located, build
from victor.config.patterns import matching, most_specific, nearest
from victor.data import Labels, Table
from victor.errors import VictorError, did_you_mean
from victor.filters import FILTERS
from victor.labelers import LABELERS, Labeler, Space, Weights
from victor.labelers.base import Instance, Scorer, Training
from victor.labelers.crf.discretise import Discretiser, discretiser
from victor.labelers.crf.template import layout
from victor.model import Model, find
from victor.model import load as load_model
from victor.output import OUTPUTS
from victor.registry import Registry
from victor.tree.blocks import Blocks
from victor.tree.segment import segment
from victor.tree.tree import Tree

T = TypeVar("T")
Filter = Callable[[Labels, Blocks], Labels]
_DOUBTFUL = 0.6  # probability of the labels of a page to learn from, for filters
_JOINT = 20_000  # maximum combinations of a conjunction


@dataclass(frozen=True)
class Plan:
    """A task and the objects that its configuration names."""

    task: Task
    columns: tuple[str, ...]  # [f]
    discretise: Discretiser
    labeler: Labeler
    filters: tuple[tuple[str, Filter], ...]  # names and functions, in the order of application

    @cached_property
    def features(self) -> Callable[[Blocks], Table]:
        """A function from the blocks of a page to its features."""
        return features.prepared(self.columns, self.task)

    def learn(self, data: Training) -> Weights:
        """Learn weights; see :meth:`victor.labelers.base.Labeler.learn`.

        Without ``start``, learning starts from the task's model ``start``, if any.

        Raises:
            VictorError: the pages have no blocks, or the labeler cannot learn from them.
        """
        if self.labeler.needs_pages and not any(len(labels) for labels in data.y):
            raise VictorError("nothing to learn from: no block of the pages has a label")
        start = data.start or self.start()
        if start is not None:
            data = replace(data, start=start, filtered=[*map(self.filtered, data.pages, data.y)])
        return self.labeler.learn(replace(data, convention=self.task.convention))

    def filtered(self, page: Instance, y: Ints, probability: float = _DOUBTFUL) -> Ints:
        """[n] what the filters make of the labels of a page to learn from.

        Args:
            page: the page.
            y: [n] the labels of its blocks.
            probability: that of each label. By default, they are doubtful, so that filters which
                correct only these act, too.
        """
        count = len(self.task.labels)
        scores = np.full((len(y), count), (1 - probability) / max(count - 1, 1), np.float32)
        scores[np.arange(len(y)), y] = probability
        labels = Labels(y, scores)
        for _, apply in self.filters:
            labels = apply(labels, page.blocks)
        return labels.y

    def under(self, weights: Weights) -> Weights:
        """The weights under the task's convention.

        Weights without conventions were learned under a single one and are returned unchanged.

        Raises:
            VictorError: the weights have only other conventions.
        """
        name, known = self.task.convention, self.labeler.conventions(weights)
        if not known:
            return weights
        if name and name not in known:
            place = self.task.place("convention")
            raise place.error(f"unknown convention {name!r}{did_you_mean(name, (*known, 'none'))}")
        return self.labeler.under(weights, name)

    def scorer(self, weights: Weights) -> Scorer:
        """A function from a page to its potentials, under the task's convention.

        Raises:
            VictorError: see :meth:`under`.
        """
        return self.labeler.scorer(self.under(weights))

    def fitting(self, weights: Weights) -> "Plan":
        """The plan, without its convention if newly learned weights lack it."""
        known = self.labeler.conventions(weights)
        if not known or self.task.convention in ("", *known):
            return self
        return replace(self, task=config.following(self.task, "none"))

    def start(self) -> Weights | None:
        """The initial weights for learning, if the task names a model to start from."""
        if not self.task.start:
            return None
        if not self.labeler.can_resume:
            name = self.task.labeler.name
            raise self.task.place("start").error(f"the labeler {name} cannot start from a model")
        return self.model("start").weights

    def model(self, key: Literal["model", "start"]) -> Model:
        """The model that the task names.

        Raises:
            VictorError: there is no such model, or it does not fit the task.
        """
        name, place = getattr(self.task, key), self.task.place(key)
        try:
            found = load_model(find(name, beside=place.file))
        except VictorError as error:
            raise place.error(str(error)) from None
        if wrong := self._unlike(found):
            raise place.error(f"the model {name} does not fit the task: {wrong}")
        return found

    def _unlike(self, model: Model) -> str | None:
        """How a model differs from the task; None if its weights fit."""
        labeler = model.task.labeler.name
        if labeler != self.task.labeler.name:
            return f"its labeler is {labeler}, not {self.task.labeler.name}"
        if model.task.keys != self.task.keys:
            return f"its labels are {', '.join(model.task.keys)}"
        return self.labeler.check(model.weights)


def plan(task: Task) -> Plan:
    """Resolve and validate a task.

    Raises:
        VictorError: a name or option is unknown, or a column has no bins; the message has file and
            line.
    """
    offered = _offered_columns(task)
    columns = _without(task, offered)
    if offered and not columns:
        raise task.place("without").error("no feature is left")
    kind, options = _chosen(task.labeler, LABELERS)
    _check_output(task)
    bins = [_bins(task, column) for column in columns] if kind.needs_codes else []
    discretise = discretiser(bins)
    # A column that is not discretised counts as one indicator.
    sizes = discretise.sizes if kind.needs_codes else (2,) * len(columns)
    windows = _windows(task, offered, columns, sizes) if kind.needs_template else []
    compiled = layout(windows, sizes, task.template.label_bigrams)
    space = Space(tuple(columns), tuple(task.labels.values()), compiled)
    filters = tuple((choice.name, _filter(choice, task)) for choice in task.filters)
    return Plan(task, tuple(columns), discretise, kind(options, space), filters)


def _check_output(task: Task) -> None:
    if task.output in OUTPUTS:
        return  # without importing it
    try:
        OUTPUTS.find(task.output)
    except VictorError as error:
        raise task.place("output").error(str(error)) from None


def check_prefer(made: Plan, prefer: str | float | None) -> None:
    """Raise a ``VictorError`` if ``prefer`` is given and the labeler is equally sure of all blocks.

    Args:
        made: the plan of a task.
        prefer: the argument or option; None if not given.
    """
    if prefer is not None and not made.labeler.needs_pages:
        name = made.task.labeler.name
        raise VictorError(f"prefer: no effect on {name!r}, which is equally sure of all blocks")


def segmented(tree: Tree, task: Task) -> Blocks:
    """The blocks of a tree, split as the task states.

    Args:
        tree: the tree of a page.
        task: the task.
    """
    cut = task.segment
    return segment(tree, task.tag_classes["block"], cut.every_tag, cut.through)


def is_ready(name: str, task: Task) -> bool:
    """Whether a task cleans pages without learning first.

    Args:
        name: the name or file that it was loaded by.
        task: the task.
    """
    has_model = bool(task.model) or name in resources.names("models")
    return has_model or not plan(task).labeler.needs_pages


def _offered_columns(task: Task) -> list[str]:
    offered: dict[str, None] = {}
    for i, pattern in enumerate(task.features):
        columns = features.named_columns(pattern, task)
        if not columns:
            place, known = task.place("features").value[i], features.known_columns(task)
            raise place.error(f"unknown feature {pattern!r}{nearest(pattern, known)}")
        offered.update(dict.fromkeys(columns))
    return list(offered)


def _without(task: Task, offered: Sequence[str]) -> list[str]:
    dropped: set[str] = set()
    for i, pattern in enumerate(task.without):
        columns = matching(pattern, offered)
        if not columns:
            message = f"{pattern!r} names no feature of the task{nearest(pattern, offered)}"
            raise task.place("without").value[i].error(message)
        dropped.update(columns)
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
    features = task.place("features")  # the template may be in another file
    listed = f"{features.file}:{features.line}" if features.line else "the task"
    out: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    for i, window in enumerate(task.template.windows):
        place = _template_place(task, "windows", i, "columns")
        for name in _named(window, place, offered, listed):
            if name in number:
                out.append(((number[name],), window.offsets.values))
    for i, conjunction in enumerate(task.template.conjunctions):
        place = _template_place(task, "conjunctions", i, "join")
        names = _named(conjunction, place, offered, listed)
        if prod(size for name, size in zip(columns, sizes, strict=True) if name in names) > _JOINT:
            raise place.error(f"{len(names)} features have more than {_JOINT} combinations")
        if all(name in number for name in names):
            out.append((tuple(number[name] for name in names), conjunction.offsets.values))
    return out


def _named(
    part: Window | Conjunction, place: Located, offered: Sequence[str], listed: str
) -> list[str]:
    patterns = part.columns if isinstance(part, Window) else part.join
    names: dict[str, None] = {}
    for i, pattern in enumerate(patterns):
        columns = matching(pattern, offered)
        if not columns:
            message = f"{pattern!r} names no feature of {listed}{nearest(pattern, offered)}"
            raise place.value[i].error(message)
        names.update(dict.fromkeys(columns))
    return list(names)


def _template_place(task: Task, kind: str, i: int, key: str) -> Located:
    place: Located = task.place("template", kind).value[i].value[key]
    return place


def _chosen(choice: Choice, registry: Registry[T]) -> tuple[T, Any]:
    """The registered object that a configuration names, and an instance of its ``Options``."""
    if choice.name not in registry:
        raise choice.options.error(registry.unknown(choice.name))
    component: Any = registry[choice.name]
    return component, build(component.Options, choice.options)


def _filter(choice: Choice, task: Task) -> Filter:
    module, options = _chosen(choice, FILTERS)
    return lambda labels, blocks: module.apply(labels, blocks, task, options)
