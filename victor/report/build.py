"""Reports of a page or a corpus, with gold or without."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from pathlib import Path
from typing import Protocol, TypeVar

from victor.errors import VictorError, did_you_mean
from victor.evaluate import comparison, evaluation, learning
from victor.evaluate.evaluation import DEFAULT_SCORES, Evaluation, PageScore
from victor.evaluate.gold import read_gold
from victor.evaluate.gold.align import project
from victor.evaluate.gold.page import GoldPage
from victor.evaluate.tables import headline
from victor.page import Page, read_page
from victor.pipeline import Cleaner, blocks_of
from victor.report import overview
from victor.report.document import document
from victor.report.page import View, view

T = TypeVar("T")


class Watch(Protocol):
    """Shows how far something is."""

    def __call__(self, items: Iterable[T], said: str, /) -> Iterable[T]:
        """The same items."""


@dataclass(frozen=True)
class Wanted:
    """What a report is of."""

    title: str
    how: str  # the system
    worst: int = 10  # pages that are shown, of several
    results: Sequence[Path] = ()  # other systems
    score: str = ""  # that systems are compared by


def of_gold(cleaner: Cleaner, paths: Sequence[Path], wanted: Wanted, watch: Watch) -> str:
    """The report of annotated pages, as HTML.

    Raises:
        VictorError: there are none; a file cannot be read; results are of other pages.
    """
    result, worst = _evaluated(cleaner, paths, wanted.worst, watch)
    pages = result.pages
    parts = list(overview.evaluated(result, list(worst))) if len(pages) > 1 else []
    score = wanted.score or headline(result)
    systems = _systems(result, wanted, score) if wanted.results else []
    if systems:
        numbers = {pages[i].id: number for number, i in enumerate(worst)}
        parts += overview.compared(comparison.compare(systems), systems, score, numbers)
    views = [
        _gold_view(cleaner, worst[i], pages[i], _others(systems, pages[i].id, score))
        for i in watch(worst, "views")
    ]
    about = [f"{wanted.how}; {_counted(len(pages), len(views))} with gold"]
    return document(wanted.title, about, parts, views, result.task)


def _evaluated(
    cleaner: Cleaner, paths: Sequence[Path], most: int, watch: Watch
) -> tuple[Evaluation, dict[int, GoldPage]]:
    """What was reached, and by its number the gold of the worst pages, the worst first.

    Gold is read once, and its HTML held of these alone.
    """
    plan, weights = cleaner.plan, cleaner.model.weights
    scored: list[PageScore] = []

    def golds() -> Iterator[GoldPage]:
        for gold in watch(read_gold(list(paths)), "pages"):
            data = [learning.example(gold, plan)]
            scored.extend(evaluation.evaluate_model(plan, weights, data, DEFAULT_SCORES))
            yield gold

    # Takes them one by one, each when it has been scored.
    worst = nsmallest(most, enumerate(golds()), lambda one: scored[one[0]].scores["word_f1"])
    if not scored:
        raise VictorError(f"{paths[0]}: no annotated pages")
    return Evaluation(plan.task, scored), dict(worst)


def _systems(result: Evaluation, wanted: Wanted, score: str) -> list[comparison.System]:
    """The one that the report is of, and those of the files."""
    if score not in result.score_names:
        raise VictorError(
            f"--score: unknown score {score!r}{did_you_mean(score, result.score_names)}"
        )
    scores = {page.id: page.scores[score] for page in result.pages}
    kinds = {page.id: page.kind for page in result.pages}
    first = comparison.System(wanted.how, scores, kinds)
    return [first, *comparison.read(wanted.results, score)]


def _others(systems: Sequence[comparison.System], id: str, score: str) -> dict[str, float]:
    """What the other systems reached on a page."""
    return {f"{one.name}: {score}": one.scores[id] for one in systems[1:] if id in one.scores}


def _gold_view(
    cleaner: Cleaner, gold: GoldPage, score: PageScore, others: Mapping[str, float]
) -> View:
    page = read_page(gold.html, gold.id, gold.url)
    blocks = blocks_of(cleaner.plan, page)
    y = project(gold, blocks, cleaner.plan.task)
    sure = {} if score.prediction is None else {"confidence": score.prediction.confidence}
    return view(cleaner, page, blocks, y, {**score.scores, **sure, **others}, gold.kind)


def of_pages(
    cleaner: Cleaner,
    pages: Callable[[], Iterable[Page]],
    failed: list[str],
    wanted: Wanted,
    watch: Watch,
) -> str:
    """The report of pages without gold: of several, those that the model is least sure of.

    ``pages`` gives them from the beginning each time; ``failed`` names those that could not be
    read, and those that could not be cleaned are added.

    Raises:
        VictorError: there is no page left.
    """
    sure = _confidences(cleaner, watch(pages(), "pages"), failed)
    if not sure:
        raise VictorError(f"{wanted.title}: no page could be read")
    order = sorted(sure, key=lambda i: (sure[i], i))[: wanted.worst]
    least = set(order)
    chosen = {i: page for i, page in enumerate(pages()) if i in least}
    views = [
        view(cleaner, chosen[i], blocks_of(cleaner.plan, chosen[i]), None, {"confidence": sure[i]})
        for i in watch(order, "views")
    ]
    single = len(sure) == 1 and not failed
    parts = () if single else overview.cleaned(views, list(sure.values()), failed)
    about = [f"{wanted.how}; {_counted(len(sure), len(views))}"]
    return document(wanted.title, about, parts, views, cleaner.plan.task)


def _confidences(cleaner: Cleaner, pages: Iterable[Page], failed: list[str]) -> dict[int, float]:
    """By the page's number; whatever a page brings, the others are cleaned."""
    found = {}
    for number, page in enumerate(pages):
        try:
            found[number] = cleaner.clean(page).confidence
        except Exception as error:
            failed.append(f"{page.id}: skipped: {type(error).__name__}: {error}")
    return found


def _counted(pages: int, shown: int) -> str:
    if pages == 1:
        return "a page"
    return f"{pages} pages" + (f" ({shown} of them to look into)" if shown < pages else "")
