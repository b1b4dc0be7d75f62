"""Training: convert gold pages to examples, and learn a model from them."""

import platform
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress, starmap
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

import victor
from victor.arrays import Bools, Ints, Numbers
from victor.config import Task, following, override, resources
from victor.config.resources import DEFAULT_TASK
from victor.data import Labels
from victor.document.content import Chosen, chosen_blocks
from victor.document.document import Block, Document, labelled
from victor.document.roles import page_roles
from victor.errors import VictorError, pluralize, shortened
from victor.evaluate.gold.align import project, tokens
from victor.evaluate.gold.page import GoldPage
from victor.evaluate.metrics.f1 import precision_recall_f1
from victor.labelers import Instance, Weights
from victor.labelers.base import Progress, Training
from victor.model import Model, find, load
from victor.page import read_page
from victor.pipeline import Plan, Run, advance, labels_of, plan

TAUGHT = "taught"  # name of the convention that is learned from few pages
FEW = 30  # with fewer pages, only a convention is learned
_CHANGED = 0.02  # words that a filter may change without a warning, relative to those of content
_FOUND = 0.5  # minimum share of the gold's words on a page to learn from it


@dataclass(frozen=True)
class Example:
    """An annotated page: the labeler's input, the labels, and the gold to score against."""

    gold: GoldPage  # without its HTML
    instance: Instance
    y: Ints  # [n] labels projected from the gold
    found: float = 1.0  # share of the gold's words that are in content blocks
    chosen: Chosen | None = None  # the blocks that the task includes and excludes

    @property
    def id(self) -> str:
        """The id of the page."""
        return self.gold.id

    @property
    def host(self) -> str:
        """The site of the page; all pages of a site are in one fold."""
        return self.gold.host


def example(gold: GoldPage, plan: Plan) -> Example:
    """Segment a page, compute its features and project its gold onto the blocks."""
    gold = gold.mapped(plan.task.gold)
    run = Run(plan, read_page(gold.html, gold.id, gold.url))
    advance(run, "discretise")
    y = project(gold, run.blocks, plan.task)
    found = _found(gold, compress(run.blocks.text, (y != plan.task.other).tolist()))
    # Thousands of examples are in memory at once.
    light = replace(run.instance, blocks=run.blocks.light(), roles=_roles(run))
    return Example(replace(gold, html=b""), light, y, found, chosen_blocks(run.blocks, plan.task))


def _roles(run: Run) -> Callable[[], Numbers] | None:
    """The roles of a page's blocks, found now, as light blocks lack what they are found by.

    Only labelers that can be taught read them.
    """
    if not run.plan.labeler.can_be_taught:
        return None
    roles = page_roles(run.blocks)
    return lambda: roles


def _found(gold: GoldPage, content: Iterable[str]) -> float:
    """The share of the gold's words that are in the content; 1 if the gold is empty."""
    wanted = Counter(tokens(gold.text))
    common = Counter(tokens("\n".join(content))) & wanted
    return common.total() / wanted.total() if wanted else 1.0


def examples(golds: Iterable[GoldPage], plan: Plan) -> Iterator[Example]:
    """The examples of gold pages, one by one; see :func:`example`."""
    return (example(gold, plan) for gold in golds)


def learn(
    plan: Plan,
    data: Sequence[Example],
    meta: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
    taught: str = "",
) -> Model:
    """Learn a model; see :meth:`victor.labelers.base.Labeler.learn`.

    Unfit pages are excluded; see :func:`unfit`.

    Args:
        plan: the plan of the task.
        data: the pages.
        meta: additional entries of the model's ``meta.json``.
        progress: called with the iteration and the loss.
        taught: learn only a convention of this name, on top of the model that the task starts from.

    Raises:
        VictorError: all pages are unfit.
    """
    used = fit(data)
    if data and not used:
        raise VictorError(f"nothing to learn from: {pluralize(len(data), 'page')} left out")
    weights = learn_weights(plan, used, progress, taught)
    name = taught or _only_convention(used, plan.labeler.conventions(weights))
    plan = replace(plan, task=following(plan.task, name)).fitting(weights)
    facts = {
        "pages": len(used),
        "left_out": len(data) - len(used),
        "learned": fingerprints(used, _start_of(plan)),
        "blocks": int(sum(len(page.y) for page in used)),
        "label_counts": label_counts(used, plan.task),
        "labeler": plan.task.labeler.name,
        "columns": len(plan.columns),
        "versions": {"victor": victor.__version__, "numpy": np.__version__, **_versions(plan)},
    }
    return Model(plan.task, weights, facts | dict(meta or {}))


def learn_weights(
    plan: Plan, data: Sequence[Example], progress: Progress | None = None, taught: str = ""
) -> Weights:
    """Learn only the weights, from all pages, including unfit ones; see :func:`learn`."""
    return plan.learn(training(data, progress, taught=taught))


def training(
    data: Sequence[Example],
    progress: Progress | None = None,
    start: Weights | None = None,
    taught: str = "",
) -> Training:
    """The training data of a labeler; see :class:`victor.labelers.base.Training`."""
    return Training(
        [page.instance for page in data],
        [page.y for page in data],
        progress,
        start,
        [page.gold.corpus for page in data],
        taught,
    )


def started(task: Task, start: str | None) -> Task:
    """The task with the model to start learning from.

    Args:
        task: the task to learn.
        start: a model, ``none``, or None for the task's own or the shipped model that fits it.
    """
    if start is None:
        start = task.start or starting_point(task)
    return override(task, {"start": "" if start == "none" else start}, "--start")


def starting_point(task: Task) -> str:
    """The name of the shipped model to start learning from; empty if none fits the task."""
    from victor.plan import plan

    labeler = plan(task).labeler
    shipped = resources.names("models") if labeler.can_resume else ()
    for name in dict.fromkeys((task.model, task.name, DEFAULT_TASK)):
        if name in shipped:
            model = load(find(name))
            if model.task.keys == task.keys and labeler.check(model.weights) is None:
                return name
    return ""


def taught(plan: Plan, pages: int, what: str) -> str:
    """The name of the convention to learn; empty to learn all weights.

    Args:
        plan: the plan of the task.
        pages: number of pages to learn from.
        what: ``convention``, ``all``, or ``auto``: a convention from few pages if possible.

    Raises:
        VictorError: ``convention`` is requested, but the labeler has no conventions or there is no
            model to start from.
    """
    able = bool(plan.task.start) and plan.labeler.can_be_taught
    if what == "convention" and not able:
        raise VictorError(
            "a convention needs a model to start from and a labeler that has conventions, "
            f"found {plan.task.start or 'no model'} and {plan.task.labeler.name}"
        )
    return TAUGHT if able and (what == "convention" or (what == "auto" and pages < FEW)) else ""


def fit(data: Iterable[Example]) -> list[Example]:
    """The pages to learn from; see :func:`unfit`.

    Args:
        data: the pages.
    """
    return [page for page in data if unfit(page) is None]


def warnings_about_pages(data: Sequence[Example], task: Task) -> Iterator[str]:
    """Yield warnings about the pages to learn from, one line each."""
    for page in data:
        if reason := unfit(page):
            yield f"{page.id}: left out: {reason}"
    if repeated := len(data) - len(set(_hashes(data).tolist())):
        yield f"{pluralize(repeated, 'page')} repeated: the same text is annotated more than once"
    if len(data) == 1:
        yield "one page is rarely enough: annotate about ten"
    counts = label_counts(fit(data), task)
    used = [key for key, count in counts.items() if count]
    unused = [f"{key} ({task.labels[key]})" for key, count in counts.items() if not count]
    if len(used) == 1:
        yield f"all blocks have the label {used[0]!r}: there is nothing to learn"
    elif used and unused and not task.start:  # a model to start from knows all labels
        names = " or ".join(unused)
        yield f"no block is labelled {names}: the model never predicts a label without examples"


def warnings_about_filters(data: Sequence[Example], plan: Plan) -> Iterator[str]:
    """Yield a warning for each filter that contradicts the annotations in many words.

    A model that starts from another one learns where its filters must not do so.
    """
    total = sum(_words_of(page, page.y != plan.task.other) for page in data)
    for one in () if plan.task.start else plan.filters:
        changed = [(page, _changed(page, replace(plan, filters=(one,)))) for page in data]
        if (words := sum(starmap(_words_of, changed))) > _CHANGED * total:
            page, blocks = max(changed, key=lambda pair: _words_of(*pair))
            text = max(compress(page.instance.blocks.text, blocks.tolist()), key=len)
            yield (
                f"the filter {one[0]!r} contradicts the annotations in {words:,.0f} words, such as "
                f"{shortened(text, 50)!r}; to prevent this, leave it out of the key 'filters'"
            )


def _words_of(page: Example, blocks: Bools) -> int:
    return int(page.instance.blocks.words @ blocks)


def _changed(page: Example, plan: Plan) -> Bools:
    """[n] the blocks that filters make content or boilerplate, unlike the gold."""
    after = plan.filtered(page.instance, page.y, probability=1)
    return np.asarray((after != plan.task.other) != (page.y != plan.task.other))


def unfit(page: Example) -> str | None:
    """The reason to exclude a page from learning, or None.

    From gold that is empty or not on the page, a model would learn that content is boilerplate.
    Gold that lists only boilerplate is valid: the page has no content.
    """
    if not page.gold.complete and not tokens(page.gold.text):
        return "its gold is empty"
    return mismatch_reason(page)


def mismatch_reason(page: Example) -> str | None:
    """A message if less than half of the gold's words are on the page, else None."""
    if page.found >= _FOUND:
        return None
    cause = "does it belong to another page, or does a script write the text?"
    return f"only {page.found:.0%} of its gold is on the page; {cause}"


def _only_convention(data: Sequence[Example], known: Sequence[str]) -> str | None:
    """The convention of the pages, if it is known and the same for all; else None."""
    names = {page.gold.corpus for page in data}
    return names.pop() if len(names) == 1 and names <= set(known) else None


def _start_of(plan: Plan) -> Model | None:
    return plan.model("start") if plan.task.start else None


def fingerprints(data: Iterable[Example], start: Model | None = None) -> str:
    """CRC-32 hashes of the texts of pages, in base64; see :func:`overlap`.

    Args:
        data: the pages.
        start: the model that learning starts from; the hashes of its pages are added.
    """
    known = np.union1d(_hashes(data), _learned(start) if start else np.zeros(0, "<u4"))
    return b64encode(known.astype("<u4").tobytes()).decode()


def overlap(model: Model, data: Sequence[Example]) -> int:
    """The number of pages in ``data`` that a model was learned from."""
    return int(np.isin(_hashes(data), _learned(model)).sum())


def _learned(model: Model) -> NDArray[np.uint32]:
    """The hashes in a model's ``meta.json``; empty if they are missing or damaged."""
    try:
        return np.frombuffer(b64decode(str(model.meta.get("learned", ""))), "<u4")
    except ValueError:
        return np.zeros(0, np.uint32)


def _hashes(data: Iterable[Example]) -> NDArray[np.uint32]:
    texts = ("\n".join(page.instance.blocks.text) for page in data)
    return np.array([crc32(text.encode("utf-8", "replace")) for text in texts], np.uint32)


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


def word_f1(model: Model, data: Iterable[Example]) -> float:
    """The word F1 of the content that a model finds, by blocks, over all of some pages.

    Args:
        model: the model.
        data: pages prepared for its task.
    """
    made = plan(model.task)
    score, other = made.scorer(model.weights), made.task.other
    common = ours = theirs = 0
    for page in data:
        labels = labels_of(made, page.instance.blocks, score(page.instance)).labels
        kept, gold = labels.y != other, page.y != other
        common += _words_of(page, kept & gold)
        ours, theirs = ours + _words_of(page, kept), theirs + _words_of(page, gold)
    return precision_recall_f1(common, ours, theirs)[2]


def document(page: Example, labels: Labels | None, task: Task) -> Document:
    """A document of the example's blocks with these labels, or with the projected gold labels.

    Blocks that the task includes or excludes whatever their labels are labelled accordingly.
    """
    if labels is None:
        labels = Labels(page.y, np.ones((len(page.y), len(task.labels)), np.float32))
    if page.chosen is not None:
        kept = page.chosen.of(labels.y != task.other)
        y = np.where(labels.y == task.other, np.int32(task.paragraph), labels.y)
        labels = replace(labels, y=np.where(kept, y, np.int32(task.other)))
    blocks = labelled(page.instance.blocks, labels, task.labels)
    return Document(page.id, page.gold.url, blocks, task.labels)


def gold_document(page: Example, task: Task) -> Document:
    """A document whose blocks are the gold segments of the example."""
    known = {role: key for key, role in task.labels.items()}
    roles = ((segment, page.gold.role(segment, known)) for segment in page.gold.segments)
    blocks = [Block(known.get(role, ""), role, segment.text) for segment, role in roles]
    return Document(page.id, page.gold.url, blocks, task.labels)
