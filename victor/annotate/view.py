"""A page as the annotator shows it: its blocks, and what a model predicts for them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Doubles
from victor.config import Task
from victor.data import Labels
from victor.errors import VictorError
from victor.page import Page
from victor.pipeline import Cleaner, Plan, blocks_of
from victor.text.regex import regex
from victor.tree.blocks import Blocks
from victor.tree.tree import Tree

NO_LABEL = -1  # in place of a label's number: undecided, or no suggestion
SIMILAR = 1  # in PageView.kind_names: blocks of one such kind are similar
_MAX_STEPS = 64  # enclosing elements in a block's path
_DIGITS = regex(r"\d+")


@dataclass(frozen=True)
class PageView:
    """A page's n blocks in reading order, with a model's predictions over k labels."""

    id: str
    title: str
    url: str | None
    text: Sequence[str]  # [n]
    space_before: Sequence[bool]  # [n] as Blocks.space_before
    path: Sequence[str]  # [n] the enclosing elements, outermost first
    kind_names: tuple[Sequence[str], ...]  # [n] each, from wide to narrow; see _kinds
    spans: Sequence[tuple[int, int]]  # blocks of an element, as (start, end); smallest first
    suggestion: Sequence[int]  # [n] the model's label or NO_LABEL
    certainty: Sequence[float]  # [n] probability of the suggestion
    p: Doubles  # [n, k] the model's probabilities; uniform without a model
    from_other_pages: Doubles  # [n, k] weighted counts of decisions on other pages
    other: int  # the label that means boilerplate
    blind: bool = False  # make no suggestions
    entropy: float = 0.0  # of the predictions, summed over the blocks, in bits

    def __len__(self) -> int:
        return len(self.text)

    @cached_property
    def kinds(self) -> tuple[NDArray[np.int64], ...]:
        """``kind_names`` as codes, [n] each."""
        return tuple(map(_codes, self.kind_names))

    @cached_property
    def folded(self) -> Sequence[str]:
        """[n] case-folded texts, for searching."""
        return [text.casefold() for text in self.text]


def page_view(page: Page, plan: Plan, cleaner: Cleaner | None = None) -> PageView:
    """The view of a page segmented by a task, with a model's suggestions if one is given.

    Raises:
        VictorError: the model splits the page into different blocks than the task.
    """
    blocks = blocks_of(plan, page)
    view = view_of(page, blocks, plan.task)
    if cleaner is None or not len(blocks):
        return view
    predicted = cleaner.label(blocks_of(cleaner.plan, page))
    return with_predictions(view, predicted, cleaner.plan.task, plan.task)


def view_of(page: Page, blocks: Blocks, task: Task) -> PageView:
    """The view of a page's blocks under a task, without suggestions."""
    paths, labels = _paths(blocks), len(task.labels)
    return PageView(
        id=page.id,
        title=blocks.tree.title or page.id,
        url=page.url or blocks.tree.url,
        text=blocks.text,
        space_before=blocks.space_before.tolist(),
        path=[" > ".join(steps[-3:]) for steps in paths],
        kind_names=_kinds(blocks, paths),
        spans=_spans(blocks),
        suggestion=[NO_LABEL] * len(blocks),
        certainty=[0.0] * len(blocks),
        p=np.full((len(blocks), labels), 1 / labels),
        from_other_pages=np.zeros((len(blocks), labels)),
        other=task.other,
    )


def with_predictions(view: PageView, labels: Labels, theirs: Task, ours: Task) -> PageView:
    """The view with a model's labels [n], translated by role from its task to ours.

    Predictions whose role our task lacks are not suggested.

    Raises:
        VictorError: the model has a different number of blocks.
    """
    if len(labels.y) != len(view):
        model = f"the model {theirs.name}"
        raise VictorError(f"{view.id}: {model} splits the page into different blocks")
    number = [ours.role(role) for role in theirs.labels.values()]
    scores = np.maximum(labels.scores.astype(np.float64), 1e-12)
    p = np.full_like(view.p, 1e-12)
    for their_label, our_label in enumerate(number):
        if our_label >= 0:
            p[:, our_label] = scores[:, their_label]
    suggestion = [number[label] for label in labels.y.tolist()]
    *wider, narrowest = view.kind_names
    narrowest = [f"{kind} {label}" for kind, label in zip(narrowest, suggestion, strict=True)]
    return replace(
        view,
        suggestion=suggestion,
        kind_names=(*wider, narrowest),
        certainty=scores[np.arange(len(labels.y)), labels.y].tolist(),
        p=p,
        entropy=float(-(scores * np.log2(scores)).sum()),
    )


def same_blocks(one: Task, other: Task) -> bool:
    """Whether two tasks split every page into the same blocks."""
    block = one.tag_classes["block"], other.tag_classes["block"]
    return one.preclean == other.preclean and one.segment == other.segment and block[0] == block[1]


def _paths(blocks: Blocks) -> list[list[str]]:
    """[n] the nearest elements around each block as ``tag.class``, outermost first."""
    known: dict[int, list[str]] = {0: []}
    return [_path(blocks.tree, node, known) for node in blocks.node.tolist()]


def _path(tree: Tree, node: int, known: dict[int, list[str]]) -> list[str]:
    """The path of an element; ``known`` holds those of earlier calls, by element."""
    pending = []
    while node not in known:
        pending.append(node)
        node = int(tree.parent[node])
    steps = known[node]
    for one in reversed(pending):
        tag = tree.tag_of(one)
        classes = tree.attributes[one].get("class", "").split()
        step = [] if tag in ("html", "body") else [".".join([tag, *classes])]
        steps = known[one] = (steps + step)[-_MAX_STEPS:]
    return steps


def _kinds(blocks: Blocks, paths: Sequence[Sequence[str]]) -> tuple[list[str], ...]:
    """[n] each, from wide to narrow: what similar blocks have in common.

    First the enclosing tags and the line breaks before; then the classes too, ignoring numbers,
    which are often identifiers; then whether a sentence ends in the block, as in most paragraphs;
    last the prediction, which ``with_predictions`` appends.
    """
    breaks, ends = _breaks(blocks), (blocks.sentences > 0).tolist()
    tags = [">".join(step.partition(".")[0] for step in steps) for steps in paths]
    wide = [f"{tag}|{count}" for tag, count in zip(tags, breaks, strict=True)]
    classes = [_DIGITS.sub("0", ">".join(steps)) for steps in paths]
    similar = [f"{kind} {names}" for kind, names in zip(wide, classes, strict=True)]
    narrow = [f"{kind} {end}" for kind, end in zip(similar, ends, strict=True)]
    return wide, similar, narrow, narrow


def _breaks(blocks: Blocks) -> list[int]:
    """[n] number of ``br`` before each block, at most 2: 1 ends a line, 2 a paragraph."""
    before = blocks.tree.tags_before(blocks.tree.named({"br"}))
    # An empty element has a start and an end: libxml2 reports both.
    counts: list[int] = np.minimum(before[blocks.first[:-1]] // 2, 2).tolist()
    return counts


def _codes(names: Sequence[str]) -> NDArray[np.int64]:
    seen: dict[str, int] = {}
    return np.array([seen.setdefault(name, len(seen)) for name in names], np.int64)


def _spans(blocks: Blocks) -> list[tuple[int, int]]:
    """The runs of two or more blocks that elements enclose, as (start, end), smallest first."""
    tree, first = blocks.tree, blocks.first[:-1]
    low, high = np.searchsorted(first, tree.opened), np.searchsorted(first, tree.closed)
    found = {(a, b) for a, b in zip(low.tolist()[1:], high.tolist()[1:], strict=True) if b - a > 1}
    return sorted(found, key=lambda span: (span[1] - span[0], span))
