"""Comparison of systems on the same pages, from evaluation or benchmark result files."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from victor.errors import VictorError, did_you_mean
from victor.evaluate.metrics.intervals import mean_interval
from victor.evaluate.metrics.significance import mann_whitney, permutation_test, wilcoxon
from victor.files import read_text

ALL = "all pages"
_TOO_LARGE = 1e300  # limit of scores, so that their sums are finite


@dataclass(frozen=True)
class System:
    """A system's score on each page."""

    name: str
    scores: Mapping[str, float]  # by page
    kinds: Mapping[str, str]  # page type by page


@dataclass(frozen=True)
class Row:
    """The comparison of two systems on the pages of one type. P-values are two-sided."""

    type: str
    pages: int
    first: float  # mean
    second: float
    difference: float  # second - first
    low: float  # bounds of the 95 % interval of the difference
    high: float
    permutation: float
    wilcoxon: float
    mann_whitney: float


@dataclass(frozen=True)
class Comparison:
    """The comparison of two systems on the pages that both have."""

    first: str
    second: str
    only_first: Sequence[str]
    only_second: Sequence[str]
    rows: Sequence[Row]  # all pages, then by type


def read(files: Sequence[Path], score: str) -> list[System]:
    """The systems in result files: one per evaluation, one or more per benchmark.

    Raises:
        VictorError: a file cannot be read, is not a results file, or lacks the score.
    """
    return [system for file, name in zip(files, _names(files), strict=True)
            for system in _systems(file, name, score)]  # fmt: skip


def _names(files: Sequence[Path]) -> list[str]:
    stems = [file.stem for file in files]
    return stems if len(set(stems)) == len(stems) else [str(file) for file in files]


def _systems(file: Path, name: str, score: str) -> list[System]:
    """The systems of a file; in benchmark files, a page has a score for each system."""
    pages = _pages(file)
    found: dict[str, dict[str, float]] = {}
    for id, page in pages.items():
        for system, number in _score(file, page, score).items():
            found.setdefault(f"{name}: {system}" if system else name, {})[id] = number
    if not found:
        raise VictorError(f"{file}: no page has a {score}")
    kinds = {id: str(page.get("type", "")) for id, page in pages.items()}
    return [System(system, scores, kinds) for system, scores in found.items()]


def _pages(file: Path) -> dict[str, dict[str, Any]]:
    try:
        listed = json.loads(read_text(file))["pages"]
        pages = {str(page["id"]): dict(page) for page in listed}
    except (ValueError, KeyError, TypeError, RecursionError):
        known = "'victor evaluate --json' writes one"
        raise VictorError(f"{file}: not a results file; {known}") from None
    if len(pages) < len(listed):
        ids = [str(page["id"]) for page in listed]
        twice = next(id for id in ids if ids.count(id) > 1)
        raise VictorError(f"{file}: page {twice!r} appears more than once")
    if not pages:
        raise VictorError(f"{file}: no pages")
    return pages


def _score(file: Path, page: Mapping[str, Any], score: str) -> dict[str, float]:
    """The page's score by system; the name of a single system is empty."""
    known = [name for name, value in page.items() if _is_score(value)]
    if score not in known:
        hint = did_you_mean(score, known)
        raise VictorError(f"{file}: page {page['id']!r} has no score {score!r}{hint}")
    value = page[score]
    numbers = value if isinstance(value, dict) else {"": value}
    place = f"{file}: page {page['id']!r} has a {score}"
    return {system: _finite(number, place) for system, number in numbers.items()}


def _finite(number: float, place: str) -> float:
    if not abs(number) < _TOO_LARGE:  # false for NaN, too
        expected = f"expected a finite number below {_TOO_LARGE:g}"
        raise VictorError(f"{place} of {str(number)[:20]}: {expected}")
    return float(number)


def _is_score(value: Any) -> bool:
    numbers = value.values() if isinstance(value, dict) else [value]
    return all(isinstance(number, int | float) for number in numbers)


def compare(systems: Sequence[System]) -> list[Comparison]:
    """Compare the first system with each of the others, overall and by page type.

    Raises:
        VictorError: there is only one system, or two have no page in common.
    """
    if len(systems) < 2:
        names = ", ".join(system.name for system in systems)
        raise VictorError(f"nothing to compare with {names}: give a second file")
    return [_compare(systems[0], other) for other in systems[1:]]


def _compare(first: System, second: System) -> Comparison:
    common = [id for id in first.scores if id in second.scores]
    if not common:
        raise VictorError(f"{first.name} and {second.name} have no page in common")
    kinds = sorted({first.kinds[id] for id in common})
    rows = [_row(ALL, common, first, second)]
    for kind in kinds if len(kinds) > 1 else ():
        ids = [id for id in common if first.kinds[id] == kind]
        rows.append(_row(kind or "-", ids, first, second))
    only = _without(first, second), _without(second, first)
    return Comparison(first.name, second.name, *only, rows)


def _without(one: System, other: System) -> list[str]:
    return sorted(set(one.scores) - set(other.scores))


def _row(kind: str, ids: Sequence[str], first: System, second: System) -> Row:
    a, b = ([system.scores[id] for id in ids] for system in (first, second))
    differences = [y - x for x, y in zip(a, b, strict=True)]
    difference, low, high = mean_interval(differences)
    return Row(
        type=kind,
        pages=len(ids),
        first=fmean(a),
        second=fmean(b),
        difference=difference,
        low=low,
        high=high,
        permutation=permutation_test(differences),
        wilcoxon=wilcoxon(a, b),
        mann_whitney=mann_whitney(a, b),
    )


def as_json(found: Iterable[Comparison], score: str) -> dict[str, Any]:
    """All comparisons, with the ids of the pages that only one system has."""
    return {"score": score, "comparisons": [asdict(one) for one in found]}
