"""Build a report of a page or a corpus, with or without gold."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from pathlib import Path
from typing import Any

from victor.errors import TOO_LARGE, TooLargeError, VictorError, did_you_mean, pluralize
from victor.evaluate import comparison, evaluation, learning
from victor.evaluate.evaluation import DEFAULT_SCORES, Evaluation, PageScore
from victor.evaluate.gold import read_gold
from victor.evaluate.gold.align import project
from victor.evaluate.gold.page import GoldPage
from victor.evaluate.tables import DIGITS, headline
from victor.page import Page, read_page
from victor.pipeline import Cleaner, blocks_of
from victor.report import overview
from victor.report.document import document
from victor.report.page import View, view

Progress = Callable[[Iterable[Any], str], Iterable[Any]]  # shows progress over the items


@dataclass(frozen=True)
class Options:
    """Title and options of a report."""

    title: str
    system: str
    worst: int = 10  # number of pages to show
    results: Sequence[Path] = ()  # result files of other systems
    score: str = ""  # score to compare systems by; empty: the headline score


def gold_report(
    cleaner: Cleaner,
    paths: Sequence[Path],
    options: Options,
    progress: Progress,
    pages: Path | None = None,
) -> str:
    """An HTML report on annotated pages: an overview, and the worst pages.

    Args:
        cleaner: labels the pages.
        paths: annotation files and corpora.
        options: options of the report.
        progress: shows progress.
        pages: additional folder to search for the pages of annotation files.

    Raises:
        VictorError: there are no pages; a file cannot be read; the score to compare by is unknown;
            results have no page in common.
    """
    result, worst = _evaluated(cleaner, read_gold(list(paths), pages), options.worst, progress)
    if not result.pages:
        raise VictorError(f"{paths[0]}: no annotated pages")
    scored = result.pages
    parts = list(overview.evaluated(result, list(worst))) if len(scored) > 1 else []
    score = options.score or headline(result)
    systems = _systems(result, options, score) if options.results else []
    if systems:
        numbers = {scored[i].id: number for number, i in enumerate(worst)}
        parts += overview.compared(comparison.compare(systems), systems, score, numbers)
    views = [
        _gold_view(cleaner, worst[i], scored[i], _others(systems, scored[i].id, score))
        for i in progress(worst, "views")
    ]
    about = f"{options.system}; {_count(len(scored), len(views))} with gold"
    return document(options.title, about, parts, views, result.task)


def _evaluated(
    cleaner: Cleaner, gold: Iterable[GoldPage], most: int, progress: Progress
) -> tuple[Evaluation, dict[int, GoldPage]]:
    """The evaluation, and the gold of the ``most`` worst pages by page number, worst first.

    Gold is read once, and only the HTML of the worst pages is held in memory.
    """
    plan, weights = cleaner.plan, cleaner.model.weights
    scored: list[PageScore] = []

    def golds() -> Iterator[GoldPage]:
        for page in progress(gold, "pages"):
            data = [learning.example(page, plan)]
            scored.extend(evaluation.evaluate_model(plan, weights, data, DEFAULT_SCORES))
            yield page

    # nsmallest takes pages one at a time, each after it is scored.
    worst = nsmallest(most, enumerate(golds()), lambda one: scored[one[0]].scores["word_f1"])
    return Evaluation(plan.task, scored), dict(worst)


def _systems(result: Evaluation, options: Options, score: str) -> list[comparison.System]:
    """The evaluated system, and the systems of the result files."""
    if score not in result.score_names:
        hint = did_you_mean(score, result.score_names)
        raise VictorError(f"--score: unknown score {score!r}{hint}")
    # Rounded as in result files, so that equal scores tie.
    scores = {page.id: round(page.scores[score], DIGITS) for page in result.pages}
    kinds = {page.id: page.kind for page in result.pages}
    first = comparison.System(options.system, scores, kinds)
    return [first, *comparison.read(options.results, score)]


def _others(systems: Sequence[comparison.System], id: str, score: str) -> dict[str, float]:
    """The scores of the other systems on a page."""
    return {f"{one.name}: {score}": one.scores[id] for one in systems[1:] if id in one.scores}


def _gold_view(
    cleaner: Cleaner, gold: GoldPage, score: PageScore, others: Mapping[str, float]
) -> View:
    page = read_page(gold.html, gold.id, gold.url)
    blocks = blocks_of(cleaner.plan, page)
    y = project(gold, blocks, cleaner.plan.task)
    sure = {} if score.prediction is None else {"confidence": score.prediction.confidence}
    return view(cleaner, page, blocks, y, {**score.scores, **sure, **others}, gold.kind)


def page_report(
    cleaner: Cleaner,
    pages: Callable[[], Iterable[Page]],
    failed: list[str],
    options: Options,
    progress: Progress,
) -> str:
    """An HTML report on pages without gold: an overview, and the least confident pages.

    Args:
        cleaner: labels the pages.
        pages: returns a new iterator over all pages at each call.
        failed: messages about pages that cannot be read or cleaned; new ones are appended.
        options: options of the report.
        progress: shows progress.

    Raises:
        VictorError: no page could be read or cleaned.
    """
    found = _confidences(cleaner, progress(pages(), "pages"), failed)
    if not found:
        raise VictorError(f"{options.title}: no page could be read")
    order = sorted(found, key=lambda i: (found[i], i))[: options.worst]
    least = set(order)
    chosen = {i: page for i, page in enumerate(pages()) if i in least}
    views = [
        view(cleaner, chosen[i], blocks_of(cleaner.plan, chosen[i]), facts={"confidence": found[i]})
        for i in progress(order, "views")
    ]
    single = len(found) == 1 and not failed
    parts = () if single else overview.cleaned(views, list(found.values()), failed)
    about = f"{options.system}; {_count(len(found), len(views))}"
    return document(options.title, about, parts, views, cleaner.plan.task)


def _confidences(cleaner: Cleaner, pages: Iterable[Page], failed: list[str]) -> dict[int, float]:
    """Confidence by page number. Pages that raise errors are skipped and added to ``failed``."""
    found = {}
    for number, page in enumerate(pages):
        try:
            found[number] = cleaner.clean(page).confidence
        except TooLargeError as error:
            failed.append(f"{page.id}: skipped: {TOO_LARGE}: {error.reason}")
        except Exception as error:
            failed.append(f"{page.id}: skipped: {type(error).__name__}: {error}")
    return found


def _count(pages: int, shown: int) -> str:
    return pluralize(pages, "page") + (f" ({shown} of them shown)" if shown < pages else "")
