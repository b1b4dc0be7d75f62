"""Reports of a page or a corpus, with gold or without."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from victor import comparison, evaluation, learning
from victor.errors import VictorError
from victor.evaluation import DEFAULT_SCORES, Evaluation, PageScore
from victor.gold import read_gold
from victor.gold.align import project
from victor.gold.page import GoldPage
from victor.html_report import overview
from victor.html_report.document import document
from victor.html_report.page import View, view
from victor.page import Page, read_page
from victor.pipeline import Cleaner
from victor.report import headline

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
    plan, weights = cleaner.plan, cleaner.model.weights
    data = list(learning.examples(watch(read_gold(list(paths)), "pages"), plan))
    if not data:
        raise VictorError(f"{paths[0]}: no annotated pages")
    scored: list[PageScore] = []
    for one in watch(data, "scores"):
        scored += evaluation.evaluate_model(plan, weights, [one], DEFAULT_SCORES)
    result = Evaluation(plan.task, scored)
    score = wanted.score or headline(result)
    order = sorted(range(len(scored)), key=lambda i: (scored[i].scores[headline(result)], i))
    shown = order[: max(1, wanted.worst)]
    golds = {i: gold for i, gold in enumerate(read_gold(list(paths))) if i in set(shown)}
    views = [_gold_view(cleaner, golds[i], scored[i]) for i in watch(shown, "views")]
    numbers = {scored[i].id: number for number, i in enumerate(shown)}
    parts = list(overview.evaluated(result, numbers)) if len(scored) > 1 else []
    if wanted.results:
        first = comparison.System(
            wanted.how,
            {page.id: page.scores[score] for page in scored if score in page.scores},
            {page.id: page.kind for page in scored},
        )
        if not first.scores:
            known = ", ".join(result.score_names)
            raise VictorError(f"--score: pages have no {score!r}; known: {known}")
        systems = [first, *comparison.read(wanted.results, score)]
        found = comparison.compare(systems)
        parts += overview.compared(found, systems, score, numbers)
    about = [f"{wanted.how}; {_counted(len(scored), len(views))} with gold"]
    return document(wanted.title, about, parts, views, plan.task)


def _gold_view(cleaner: Cleaner, gold: GoldPage, score: PageScore) -> View:
    page = read_page(gold.html, gold.id, gold.url)
    blocks = cleaner.plan.blocks(page)
    y = project(gold, blocks, cleaner.plan.task)
    facts = dict(score.scores)
    if score.belief is not None:
        facts["confidence"] = score.belief.confidence
    return view(cleaner, page, blocks, y, facts, gold.kind)


def of_pages(
    cleaner: Cleaner,
    pages: Callable[[], Iterable[Page]],
    failed: Sequence[str],
    wanted: Wanted,
    watch: Watch,
) -> str:
    """The report of pages without gold: of several, those that the model is least sure of.

    ``pages`` gives them from the beginning each time; ``failed`` is looked at when they have been
    read, and names those that could not be.
    """
    sure = [cleaner.clean(page).confidence for page in watch(pages(), "pages")]
    order = sorted(range(len(sure)), key=lambda i: (sure[i], i))[: max(1, wanted.worst)]
    chosen = {i: page for i, page in enumerate(pages()) if i in set(order)}
    views = [
        view(cleaner, chosen[i], cleaner.plan.blocks(chosen[i]), None, {"confidence": sure[i]})
        for i in watch(order, "views")
    ]
    parts = overview.cleaned(views, sure, failed) if len(sure) != 1 or failed else ()
    about = [f"{wanted.how}; {_counted(len(sure), len(views))}"]
    return document(wanted.title, about, parts, views, cleaner.plan.task)


def _counted(pages: int, shown: int) -> str:
    if pages == 1:
        return "a page"
    return f"{pages} pages" + (f", {shown} of them to look into," if shown < pages else "")
