"""The jobs of the workers: picklable data, run in a worker process with its loaded cleaners."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any, Protocol

import numpy as np

from victor import config
from victor.annotate.store import as_text
from victor.annotate.teacher import Teacher
from victor.annotate.view import SIMILAR, view_of
from victor.batch.record import (
    SKIPPED,
    Outcome,
    Record,
    attempt,
    clean_record,
    model_name,
    rendered,
    row,
)
from victor.config.resources import DEFAULT_TASK
from victor.data import Labels
from victor.document.roles import ROLES, page_roles
from victor.errors import NOT_HTML, VictorError
from victor.model import Model
from victor.output import json as json_output
from victor.page import read_page
from victor.page.binary import kind_of_file
from victor.pipeline import Cleaner, load
from victor.report.markup import Marks, framed
from victor.report.page import MOST_BLOCKS, colours, marks_style
from victor.result import Result

_CLEANERS = 16  # kept loaded by a worker
_LONGEST_TEXT, _LONGEST_PATH = 2000, 300  # characters shown of a block and of its XPath
Json = dict[str, Any]
Corrections = Mapping[int, int]  # label number by block number


@dataclass(frozen=True)
class Choice:
    """The cleaning options."""

    task: str = DEFAULT_TASK
    prefer: str | float | None = None
    keep: tuple[str, ...] | None = None
    drop: tuple[str, ...] | None = None
    convention: str | None = None


class Cleaners:
    """The cleaners of a worker: ``find`` loads the one of a :class:`Choice`, with an LRU cache.

    Args:
        models: model directories by task name.
    """

    def __init__(self, models: Mapping[str, str]) -> None:
        self._models = models
        self.find = lru_cache(_CLEANERS)(self._load)

    def _load(self, choice: Choice) -> Cleaner:
        name = self._models.get(choice.task, choice.task)
        roles = {"keep": choice.keep, "drop": choice.drop}
        return load(name, choice.prefer, convention=choice.convention, **roles)


class Job(Protocol):
    """A job for a worker; it and its result must be picklable."""

    def run(self, cleaners: Cleaners) -> Any:
        """Run the job and return its result.

        Args:
            cleaners: the cleaners of the worker.

        Raises:
            VictorError: the page or the options are invalid.
        """


@dataclass(frozen=True)
class Extract:
    """Clean a page into a row, as ``--format jsonl`` writes it, and into other formats."""

    page: bytes | str
    id: str
    url: str | None
    encoding: str | None  # declared by the HTTP header
    language: str | None  # declared by the HTTP header
    choice: Choice
    fields: tuple[str, ...]
    formats: tuple[str, ...]

    def run(self, cleaners: Cleaners) -> Json:
        """The row; if the page cannot be cleaned, it states the reason."""
        cleaner = cleaners.find(self.choice)
        record = Record(self.id, url=self.url, encoding=self.encoding, language=self.language)
        render = partial(self._row, model=model_name(cleaner))
        if isinstance(self.page, bytes):
            return clean_record(cleaner, replace(record, html=self.page), render)[1]
        if kind := kind_of_file(self.page):
            return rendered(Outcome(record, SKIPPED, f"{NOT_HTML}: {kind}"), render)[1]
        # A Page, as a string might be taken for a file name.
        page = read_page(self.page, self.id, self.url)
        return rendered(attempt(record, partial(cleaner.clean, page)), render)[1]

    def _row(self, outcome: Outcome, model: str) -> Json:
        outputs = {name: outcome.render(name) for name in self.formats}
        return row(outcome, model, self.fields) | ({"outputs": outputs} if outputs else {})


@dataclass(frozen=True)
class Kept:
    """A page of a session, with the user's corrections."""

    name: str
    html: bytes
    encoding: str | None = None
    url: str | None = None
    corrections: Corrections = field(default_factory=dict)

    @property
    def record(self) -> Record:
        """The page as a record of a batch."""
        return Record(self.name, self.html, self.url, encoding=self.encoding, offset=0)


@dataclass(frozen=True)
class Show:
    """Clean a page for display in the playground."""

    page: Kept
    choice: Choice
    taught: Model | None = None  # used instead of the task's model
    frame: bool = True  # whether to render the page

    def run(self, cleaners: Cleaners) -> Json:
        """Blocks, outputs and metadata; ``frame``, if requested, is an HTML document."""
        cleaner = _cleaner(cleaners, self.choice, self.taught)
        result = _cleaned(cleaner, self.page)
        corrected = _corrected(result, self.page.corrections)
        return {
            "title": corrected.title,
            "encoding": result.page.encoding,
            "confidence": round(result.confidence, 3),
            "labels": _labels(result.task),
            "blocks": _blocks(result),
            "more": max(0, len(result.block_columns) - MOST_BLOCKS),
            "outputs": {name: corrected.format(name) for name in ("markdown", "text", "html")},
            "json": json_output.render(corrected.document),
            "metadata": _metadata(corrected),
            **({"frame": _frame(corrected)} if self.frame else {}),
        }


@dataclass(frozen=True)
class Teach:
    """Learn what counts as content from corrected pages."""

    pages: Sequence[Kept]
    choice: Choice
    taught: Model | None = None  # predicts the labels that the user did not correct

    def run(self, cleaners: Cleaners) -> Model:
        """The taught model.

        Raises:
            VictorError: the task cannot be taught, or the pages have no text.
        """
        start = cleaners.find(Choice(self.choice.task))
        if not start.conventions:
            raise VictorError(
                f"the task {self.choice.task!r} cannot be taught; choose one of the model 'web', "
                "such as web or article, or run 'victor learn' on the downloaded pages"
            )
        teacher = Teacher(start, start.plan.task)
        shown = _cleaner(cleaners, self.choice, self.taught)
        for number, page in enumerate(self.pages):
            result = _corrected(_cleaned(shown, page), page.corrections)
            teacher.add(f"{number}", result.page, result.labels.y.tolist())
        if teacher.cleaner is start:
            raise VictorError("the corrected pages have no text: correct a page with text")
        model = teacher.cleaner.model
        return replace(model, meta=_meta(model.meta, self.choice.task, len(self.pages)))


@dataclass(frozen=True)
class Annotate:
    """Write a corrected page as an annotation file."""

    page: Kept
    choice: Choice
    taught: Model | None = None

    def run(self, cleaners: Cleaners) -> str:
        """The content of the annotation file."""
        cleaner = _cleaner(cleaners, self.choice, self.taught)
        result = _corrected(_cleaned(cleaner, self.page), self.page.corrections)
        view = view_of(result.page, result.block_columns, result.task)
        return as_text(view, result.labels.y.tolist(), 0, result.task, self.page.name)


def _cleaner(cleaners: Cleaners, choice: Choice, taught: Model | None) -> Cleaner:
    if taught is None:
        return cleaners.find(choice)
    return Cleaner(replace(taught, task=config.preferring(taught.task, choice.prefer)))


def _cleaned(cleaner: Cleaner, page: Kept) -> Result:
    """Clean a page.

    Raises:
        VictorError: it is not a page, or too large.
    """
    outcome, _ = clean_record(cleaner, page.record, lambda outcome: None)
    if outcome.result is None:
        raise VictorError(f"this page cannot be cleaned: {outcome.reason}")
    return outcome.result


def _corrected(result: Result, corrections: Corrections) -> Result:
    """The result with corrected labels, at probability 1; unknown blocks and labels are ignored."""
    y, scores = result.labels.y.copy(), result.labels.scores.copy()
    for block, label in corrections.items():
        if block < len(y) and label < scores.shape[1]:
            y[block], scores[block] = label, np.arange(scores.shape[1]) == label
    return replace(result, labels=Labels(y, scores))


def _labels(task: config.Task) -> list[Json]:
    looks = colours(task)
    return [
        {"key": key, "role": role, "other": i == task.other, "colour": looks[i][0]}
        for i, (key, role) in enumerate(task.labels.items())
    ]


def _blocks(result: Result) -> list[Json]:
    """The first ``MOST_BLOCKS`` blocks with the model's labels."""
    shown = range(min(len(result.block_columns), MOST_BLOCKS))
    blocks, labels = result.block_columns, result.labels
    roles = page_roles(blocks)
    kinds = view_of(result.page, blocks, result.task).kinds[SIMILAR]
    return [
        {
            "text": blocks.text[i][:_LONGEST_TEXT],
            "label": int(labels.y[i]),
            "p": [round(float(p), 3) for p in labels.scores[i]],
            "role": ROLES[roles[i]],
            "kind": int(kinds[i]),
            "path": blocks.tree.xpath(int(blocks.node[i]), _LONGEST_PATH),
        }
        for i in shown
    ]


def _frame(result: Result) -> str:
    """The page as an HTML document, its blocks marked by label."""
    y = result.labels.y[:MOST_BLOCKS]
    percent = np.rint(100 * result.labels.scores[np.arange(len(y)), y]).astype(np.int32)
    marks = Marks(result.task.keys, y, percent)
    return framed(result.block_columns, marks, marks_style(result.task))


def _metadata(result: Result) -> list[list[str]]:
    """Name, value and source of each field of the metadata that is not empty."""
    about = result.metadata
    found = []
    for name, value in vars(about).items():
        if name == "sources" or value is None or value == ():
            continue
        text = ", ".join(value) if isinstance(value, tuple) else str(value)
        found.append([name, text, about.sources.get(name, "")])
    return found


def _meta(start: Mapping[str, Any], task: str, pages: int) -> Json:
    """The metadata of a taught model: those of its start that still apply, and the page count."""
    kept = {name: value for name, value in start.items() if name not in ("scores", "command")}
    return kept | {"taught": {"start": task, "pages": pages, "by": "victor serve"}}
