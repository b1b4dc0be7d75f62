"""A page as it is annotated: what does not change while it is."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from victor.config import Task
from victor.data import Labels
from victor.errors import VictorError
from victor.page import Page
from victor.pipeline import Cleaner, Plan, blocks_of
from victor.tree.blocks import Blocks
from victor.tree.tree import Tree

NONE = -1  # the number of no label: not decided, or not suggested
_NEAR = 64  # elements around a block that are told apart
LIKE = 1  # the kind of blocks that are alike: the same tags and classes around, breaks before
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True)
class PageView:
    """A page's n blocks in reading order, and what a model says of them."""

    id: str
    title: str
    url: str | None
    text: Sequence[str]  # [n]
    space_before: Sequence[bool]  # [n] whether white space stood before a block
    path: Sequence[str]  # [n] the elements around a block, the outermost first
    kind_names: tuple[Sequence[str], ...]  # [n] each: what blocks share that are alike, see _kinds
    spans: Sequence[tuple[int, int]]  # blocks of an element, from and up to; the smallest first
    suggestion: Sequence[int]  # [n] number of a label, or NONE
    certainty: Sequence[float]  # [n] the probability of the suggestion, 0 to 1
    p: NDArray[np.float64]  # [n, k] the model's probabilities of the labels; even without one
    told: NDArray[np.float64]  # [n, k] what decisions on other pages say of each block
    other: int  # the number of the label that means boilerplate
    blind: bool = False  # whether nothing is suggested
    entropy: float = 0.0  # what the model does not know of the page, in bits over all blocks

    def __len__(self) -> int:
        return len(self.text)

    @cached_property
    def kinds(self) -> tuple[NDArray[np.int64], ...]:
        """[n] each: the same as numbers."""
        return tuple(map(_numbers, self.kind_names))

    @cached_property
    def folded(self) -> Sequence[str]:
        """The texts as they are searched."""
        return [text.casefold() for text in self.text]


def sheet(page: Page, plan: Plan, cleaner: Cleaner | None = None) -> PageView:
    """A page cut by a task, with the suggestions of a model if there is one."""
    blocks = blocks_of(plan, page)
    path, labels = _paths(blocks), len(plan.task.labels)
    head = blocks.tree.head
    made = PageView(
        id=page.id,
        title=" ".join(head.get("title", "").split()) or page.id,
        url=page.url or head.get("canonical") or head.get("meta:og:url"),
        text=blocks.text,
        space_before=blocks.space_before.tolist(),
        path=[" > ".join(steps[-3:]) for steps in path],
        kind_names=_kinds(blocks, path),
        spans=_spans(blocks),
        suggestion=[NONE] * len(blocks),
        certainty=[0.0] * len(blocks),
        p=np.full((len(blocks), labels), 1 / labels),
        told=np.zeros((len(blocks), labels)),
        other=plan.task.other,
    )
    if cleaner is None or not len(blocks):
        return made
    return suggested(
        made, cleaner.label(blocks_of(cleaner.plan, page)), cleaner.plan.task, plan.task
    )


def suggested(made: PageView, labels: Labels, theirs: Task, ours: Task) -> PageView:
    """The sheet with a model's labels [n]; those that the task has no label for are no suggestion.

    Raises:
        VictorError: the model has other blocks.
    """
    if len(labels.y) != len(made):
        raise VictorError(f"{made.id}: the model {theirs.name} cuts the page in another way")
    number = [ours.role(role) for role in theirs.labels.values()]
    scores = np.maximum(labels.scores.astype(np.float64), 1e-12)
    p = np.full_like(made.p, 1e-12)
    for theirs_number, ours_number in enumerate(number):
        if ours_number >= 0:
            p[:, ours_number] = scores[:, theirs_number]
    suggestion = [number[label] for label in labels.y.tolist()]
    taken = [f"{kind} {label}" for kind, label in zip(made.kind_names[-1], suggestion, strict=True)]
    return replace(
        made,
        suggestion=suggestion,
        kind_names=(*made.kind_names[:-1], taken),
        certainty=scores[np.arange(len(labels.y)), labels.y].tolist(),
        p=p,
        entropy=float(-(scores * np.log2(scores)).sum()),
    )


def same_cut(one: Task, other: Task) -> bool:
    """Whether two tasks cut every page into the same blocks."""
    block = one.tag_classes["block"], other.tag_classes["block"]
    return one.preclean == other.preclean and one.segment == other.segment and block[0] == block[1]


def _paths(blocks: Blocks) -> list[list[str]]:
    """[n] the nearest elements around each block as ``tag.class``, from outside to its own."""
    tree = blocks.tree
    known: dict[int, list[str]] = {0: []}
    return [_path(tree, node, known) for node in blocks.node.tolist()]


def _path(tree: Tree, node: int, known: dict[int, list[str]]) -> list[str]:
    pending = []
    while node not in known:
        pending.append(node)
        node = int(tree.parent[node])
    steps = known[node]
    for one in reversed(pending):
        tag = tree.tags[tree.tag[one]]
        classes = tree.attributes[one].get("class", "").split()
        step = [] if tag in ("html", "body") else [".".join([tag, *classes])]
        steps = known[one] = (steps + step)[-_NEAR:]
    return steps


def _kinds(blocks: Blocks, path: Sequence[Sequence[str]]) -> tuple[list[str], ...]:
    """[n] each, from wide to narrow: what blocks that are alike share.

    First the tags around and the breaks before, then the classes too (without their numbers, which
    tell things apart), then whether a sentence ends in the block, as one does in most paragraphs;
    last what a model takes it for, which ``suggested`` adds.
    """
    breaks, ends = _breaks(blocks), (blocks.sentences > 0).tolist()
    tags = [">".join(step.partition(".")[0] for step in steps) for steps in path]
    wide = [f"{tag}|{count}" for tag, count in zip(tags, breaks, strict=True)]
    classes = [_DIGITS.sub("0", ">".join(steps)) for steps in path]
    alike = [f"{one} {mine}" for one, mine in zip(wide, classes, strict=True)]
    narrow = [f"{one} {end}" for one, end in zip(alike, ends, strict=True)]
    return wide, alike, narrow, narrow


def _breaks(blocks: Blocks) -> list[int]:
    """[n] how many ``br`` stand before each block, two for more: a line, or a paragraph."""
    before = blocks.tree.tags_before(blocks.tree.named({"br"}))
    # An empty element has a start and an end: libxml2 reports both.
    counts: list[int] = np.minimum(before[blocks.first[:-1]] // 2, 2).tolist()
    return counts


def _numbers(names: Sequence[str]) -> NDArray[np.int64]:
    seen: dict[str, int] = {}
    return np.array([seen.setdefault(name, len(seen)) for name in names], np.int64)


def _spans(blocks: Blocks) -> list[tuple[int, int]]:
    """The runs of two and more blocks that elements hold, the smallest first."""
    tree, first = blocks.tree, blocks.first[:-1]
    low, high = np.searchsorted(first, tree.opened), np.searchsorted(first, tree.closed)
    found = {(a, b) for a, b in zip(low.tolist()[1:], high.tolist()[1:], strict=True) if b - a > 1}
    return sorted(found, key=lambda span: (span[1] - span[0], span))
