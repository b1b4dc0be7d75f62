"""The pipeline: the stages, defined once, and :class:`Cleaner`, which runs them.

Cleaning, learning, explaining, evaluating and timing all run parts of :data:`STAGES`, so that
benchmarks measure the code that runs.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from os import PathLike, fspath

import numpy as np

from victor import config
from victor.arrays import Bools, Numbers, some
from victor.config.resources import DEFAULT_TASK
from victor.data import Codes, Labels, Potentials, Table
from victor.decode import decode
from victor.document.empty import is_shell, keep_visible
from victor.document.redirects import redirect
from victor.errors import TooLargeError, VictorError, check_names, check_text, shown
from victor.labelers import EMPTY_CODES, Instance
from victor.labelers.base import Scorer
from victor.lookup import model_of
from victor.model import Model
from victor.page import Page, read_page
from victor.page.mojibake import is_damaged, repaired
from victor.page.sources import (
    Source,
    check_url,
    is_fragment,
    read_source,
    source_name,
    with_paragraphs,
)
from victor.plan import Plan as Plan
from victor.plan import check_prefer, segmented
from victor.plan import plan as plan
from victor.result import Result
from victor.tree.blocks import Blocks
from victor.tree.parse import parse
from victor.tree.tree import Tree
from victor.turns import paused, turn

MOST_TAGS, MOST_BLOCKS = 1_500_000, 180_000  # limits per page, which bound memory to 500 MB


@dataclass
class Run:
    """A page in the pipeline; each stage sets one of the fields from ``page`` on."""

    plan: Plan
    source: bytes | str | Page = ""
    id: str = ""
    url: str | None = None
    encoding: str | None = None
    scorer: Scorer | None = None  # required from the stage ``score`` on
    format: str = "text"  # of the stage ``output``
    without_json: bool = False  # whether to ignore text that scripts offer
    seconds: dict[str, float] = field(default_factory=dict)  # by stage, if timed

    page: Page = field(init=False)
    tree: Tree = field(init=False)
    blocks: Blocks = field(init=False)
    table: Table = field(init=False)
    codes: Codes = field(init=False, default=EMPTY_CODES)
    potentials: Potentials = field(init=False)
    labels: Labels = field(init=False)
    filtered: list[tuple[str, Labels]] = field(default_factory=list)  # after each filter, by name
    text: str = field(init=False)

    @property
    def instance(self) -> Instance:
        """The page as input of the labeler."""
        return Instance(self.blocks, self.table, self.codes, partial(_roles, self.blocks))

    @property
    def result(self) -> Result:
        """The labelled page."""
        return Result(self.page, self.blocks, self.labels, self.plan.task)


def _roles(blocks: Blocks) -> Numbers:
    from victor.document.roles import page_roles  # slow to import, and rarely needed

    return page_roles(blocks)


def _read(run: Run) -> None:
    source = run.source
    if isinstance(source, Page):
        run.page = source
    else:
        run.page = read_page(source, run.id, run.url, run.encoding)


def _parse(run: Run) -> None:
    page, options = run.page, run.plan.task.preclean
    if len(page.source) > MOST_TAGS and (tags := _tags(page.source)) > MOST_TAGS:
        raise TooLargeError(page.id or "page", f"{tags:,} tags, more than {MOST_TAGS:,}")
    run.tree = parse(
        page.source,
        options.delete,
        options.ignore,
        options.image_text,
        "unused" if run.without_json else options.json_text,
        page.doctype,
    )


def _tags(source: str | bytes) -> int:
    if isinstance(source, str):
        return source.count("<")
    return int(np.count_nonzero(np.frombuffer(source, np.uint8) == ord("<")))  # twice as fast


def _segment(run: Run) -> None:
    run.blocks = segmented(run.tree, run.plan.task)
    if (count := len(run.blocks)) > MOST_BLOCKS:
        raise TooLargeError(run.page.id or "page", f"{count:,} blocks, more than {MOST_BLOCKS:,}")


def _features(run: Run) -> None:
    run.table = run.plan.features(run.blocks)


def _discretise(run: Run) -> None:
    labeler = run.plan.labeler
    if labeler.needs_codes:
        run.codes = labeler.space.layout(run.plan.discretise(run.table))


def _score(run: Run) -> None:
    assert run.scorer is not None
    with paused():
        run.potentials = run.scorer(run.instance)


def _decode(run: Run) -> None:
    task = run.plan.task
    how = task.decode
    words = run.blocks.words
    betas = how.prefer.beta, how.unsure.beta
    run.labels = decode(run.potentials, words, task.other, how.method, *betas)


def _filter(run: Run) -> None:
    run.filtered = []
    fixed = run.potentials.fixed
    for name, apply in run.plan.filters:
        before, run.labels = run.labels, apply(run.labels, run.blocks)
        if fixed is not None and run.labels is not before:
            run.labels = _as_taught(before, run.labels, fixed, run)
        run.filtered.append((name, run.labels))


def _as_taught(before: Labels, after: Labels, fixed: Bools, run: Run) -> Labels:
    """The labels ``after`` a filter, without the changes that taught pages rule out.

    A code block or quotation of which some lines were content may be completed.
    """
    other = run.plan.task.other
    was, kept = before.y != other, after.y != other
    wrong = (was != kept) & np.where(kept, fixed[0], fixed[1])
    if not some(wrong):
        return after
    part = run.blocks.undivided
    wrong &= ~(kept & (part > 0) & np.isin(part, part[was]))
    return replace(after, y=np.where(wrong, before.y, after.y))


def _output(run: Run) -> None:
    run.text = run.result.format(run.format)


STAGES: Mapping[str, Callable[[Run], None]] = {
    "read": _read,
    "parse": _parse,
    "segment": _segment,
    "features": _features,
    "discretise": _discretise,
    "score": _score,
    "decode": _decode,
    "filter": _filter,
    "output": _output,
}
_NAMES = tuple(STAGES)


def advance(
    run: Run, last: str, first: str = "read", clock: Callable[[], float] | None = None
) -> Run:
    """Run the stages from ``first`` to ``last``.

    Args:
        run: the page, after the stages before ``first``.
        last: a name in :data:`STAGES`.
        first: a name in :data:`STAGES`.
        clock: if given, add the seconds of each stage by this clock to ``run.seconds``.
    """
    for name in _NAMES[_NAMES.index(first) : _NAMES.index(last) + 1]:
        if clock is None:
            STAGES[name](run)
        else:
            start = clock()
            STAGES[name](run)
            run.seconds[name] = run.seconds.get(name, 0.0) + clock() - start
    return run


def blocks_of(plan: Plan, page: Page) -> Blocks:
    """The blocks of a page for a task."""
    return advance(Run(plan, page), "segment").blocks


def instance_of(plan: Plan, blocks: Blocks) -> Instance:
    """Blocks as input of the task's labeler."""
    run = Run(plan)
    run.blocks = blocks
    return advance(run, "discretise", first="features").instance


def labels_of(plan: Plan, blocks: Blocks, potentials: Potentials) -> Run:
    """Decode and filter; sets ``labels`` and the labels after each filter."""
    run = Run(plan)
    run.blocks, run.potentials = blocks, potentials
    return advance(run, "filter", first="decode")


def _has_no_own_text(page: Page, blocks: Blocks, kept: Bools) -> bool:
    """Whether a page only has what readers see before its scripts run, or before another page."""
    if is_shell(kept, blocks, lambda: len(page.html)):
        return True
    return redirect(blocks, lambda: page.html, page.url) is not None


class Cleaner:
    """A model, ready to clean pages."""

    def __init__(self, model: Model, where: str = "model") -> None:
        """Check that the weights fit the task.

        Args:
            model: a model; see :func:`victor.model.load`.
            where: the name of the model in messages.

        Raises:
            VictorError: the weights do not fit, or the task has an unknown name.
        """
        self.model = model
        self.where = where
        self.plan = plan(model.task)
        if wrong := self.plan.labeler.check(model.weights):
            raise VictorError(f"{where}: damaged, or learned for another task: {wrong}")
        self.score = self.plan.scorer(model.weights)

    @property
    def conventions(self) -> list[str]:
        """The names of the conventions that the model knows."""
        return self.plan.labeler.conventions(self.model.weights)

    def __reduce__(self) -> tuple[Callable[[Model, str], "Cleaner"], tuple[Model, str]]:
        return type(self), (self.model, self.where)

    def __repr__(self) -> str:
        return f"<Cleaner {self.where}>"

    def clean(
        self,
        source: Source,
        id: str = "",
        url: str | None = None,
        encoding: str | None = None,
    ) -> Result:
        """Clean a page, an HTML fragment or plain text.

        Plain text of several lines is all content, and so is the visible text of a fragment without
        other content. Pages of applications that a script has yet to render have no content.

        Args:
            source: the page as bytes, text, path, open file, lxml tree or
                :class:`~victor.page.Page`.
            id: the name of the page in outputs; by default the file name.
            url: its absolute URL, if known.
            encoding: overrides the declared encoding.

        Raises:
            SourceError: ``source`` is not a page, but a URL, a file name or another object.
            TooLargeError: the page has more than MOST_TAGS tags or MOST_BLOCKS blocks.
            VictorError: the file cannot be read, ``url`` is relative, or ``encoding`` is unknown,
                or given for a ``Page``, which is decoded.
        """
        check_text("id", id)
        check_url(url)
        given = read_source(source)
        if not isinstance(given, Page):
            given = read_page(given, id or source_name(source), url, encoding)
        elif encoding is not None:
            raise VictorError("encoding: a Page is already decoded; pass it to read_page")
        elif id or url:
            given = replace(given, id=id or given.id, url=url or given.url)
        with turn(len(given.source)):
            return self._cleaned(given)

    def _cleaned(self, given: Page) -> Result:
        run = self._segmented(given)
        if is_damaged("\n".join(run.blocks.text)):
            page = repaired(given)
            if page is not given:
                return self._labelled(page, self._segmented(page))
        return self._labelled(given, run)

    def _segmented(self, given: Page) -> Run:
        return self.run(with_paragraphs(given), "segment")

    def _labelled(self, given: Page, run: Run) -> Result:
        """The result for a page, after the stages up to ``segment``."""
        run = self._filtered(run)
        page, result = run.page, run.result
        kept = result.labels.y != result.task.other
        has_content = some(kept)
        if page is not given or (not has_content and is_fragment(given)):
            labels = keep_visible(result.labels, run.blocks, result.task)
            return replace(result, labels=labels)
        is_learned = self.plan.labeler.needs_pages
        if is_learned and has_content and _has_no_own_text(page, run.blocks, kept):
            y = np.full_like(result.labels.y, result.task.other)
            return replace(result, labels=replace(result.labels, y=y))
        return result

    def _filtered(self, run: Run) -> Run:
        """The page after filters, without the text from scripts if none of it is content.

        The features describe the whole page: without that text, the labels are better.
        """
        run = advance(run, "filter", first="features")
        if not _is_json_unused(run):
            return run
        again = Run(self.plan, run.page, scorer=self.score, without_json=True)
        return advance(again, "filter")

    def run(
        self,
        source: bytes | str | Page,
        last: str,
        id: str = "",
        url: str | None = None,
        encoding: str | None = None,
        clock: Callable[[], float] | None = None,
        format: str = "text",
    ) -> Run:
        """Run the stages up to ``last``.

        Args:
            source: see :meth:`clean`, also for ``id``, ``url`` and ``encoding``.
            last: a name in :data:`STAGES`.
            clock: if given, times the stages; see :func:`advance`.
            format: the output format of the stage ``output``.
        """
        run = Run(self.plan, source, id, url, encoding, self.score, format)
        return advance(run, last, clock=clock)

    def label(self, blocks: Blocks) -> Labels:
        """Label a page's ``blocks`` with decoding and filters."""
        run = Run(self.plan, scorer=self.score)
        run.blocks = blocks
        return advance(run, "filter", first="features").labels


def _is_json_unused(run: Run) -> bool:
    """Whether a page has content, but none in the text from scripts."""
    tree, task = run.blocks.tree, run.plan.task
    if "json" not in tree.tags or task.preclean.json_text != "missing":
        return False
    kept = run.labels.y != task.other
    return some(kept) and not some(kept & run.blocks.inside(tree.named(("json",))))


def load(
    name: str | PathLike[str] = DEFAULT_TASK,
    prefer: str | float | None = None,
    *,
    convention: str | None = None,
    keep: str | Sequence[str] | None = None,
    drop: str | Sequence[str] | None = None,
    select: str | Sequence[str] | None = None,
    remove: str | Sequence[str] | None = None,
) -> Cleaner:
    """Load a cleaner by the name of a shipped model or the path of a model's directory.

    Also accepts the name or path of a configuration that names a model, or whose labeler needs no
    training.

    Args:
        name: the name of a shipped model or configuration, or a path.
        prefer: ``precision``, ``recall`` or the beta of F-beta. This and the following arguments
            override the settings of the task.
        convention: a convention of the model, which defines what counts as content; ``none`` for
            pages that follow none of them.
        keep: roles of blocks to include whatever their labels, such as ``title``.
        drop: roles of blocks to exclude.
        select: CSS selectors or XPaths of elements to include.
        remove: CSS selectors or XPaths of elements to exclude.

    Raises:
        VictorError: the model is missing or damaged, or an option is invalid.
    """
    if not isinstance(name, str | PathLike) or name == "":
        raise VictorError(f"name: expected a name or a path, found {shown(name)}")
    name = fspath(name)
    check_text("convention", convention)
    model = model_of(name)
    given = {"keep": keep, "drop": drop, "select": select, "remove": remove}
    changes = {key: check_names(key, value) for key, value in given.items() if value is not None}
    task = config.following(config.preferring(model.task, prefer), convention)
    task = config.override(task, _without_conflicts(task, changes)) if changes else task
    cleaner = Cleaner(replace(model, task=task), name)
    check_prefer(cleaner.plan, prefer)
    if convention not in (None, "", "none") and not cleaner.conventions:
        raise VictorError(f"{name}: convention {convention!r}: the model has no conventions")
    return cleaner


def _without_conflicts(
    task: config.Task, changes: Mapping[str, list[str]]
) -> Mapping[str, list[str]]:
    """Changes with which a role to keep is no longer dropped by the task, and vice versa."""
    found = dict(changes)
    for one, other in (("keep", "drop"), ("drop", "keep")):
        if one in changes and other not in changes:
            found[other] = [role for role in getattr(task, other) if role not in changes[one]]
    return found
