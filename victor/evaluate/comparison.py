"""Systems against each other on the same pages, from the files that measuring commands wrote."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from victor.errors import VictorError, did_you_mean, pluralize
from victor.evaluate.metrics.intervals import mean_interval
from victor.evaluate.metrics.significance import mann_whitney, permutation_test, wilcoxon
from victor.evaluate.tables import table
from victor.files import read_text

ALL = "all pages"
_TOO_LARGE = 1e300  # sums of scores shall be numbers, too


@dataclass(frozen=True)
class System:
    """The score of a system on each page of a file."""

    name: str
    scores: Mapping[str, float]  # by page
    kinds: Mapping[str, str]  # page type by page


@dataclass(frozen=True)
class Row:
    """Two systems on the pages of one type; p-values are two-sided."""

    type: str
    pages: int
    first: float  # mean
    second: float
    difference: float  # second - first
    low: float  # of its 95 % interval
    high: float
    permutation: float
    wilcoxon: float
    mann_whitney: float


@dataclass(frozen=True)
class Comparison:
    """Two systems; pages that only one of them has are not compared."""

    first: str
    second: str
    only_first: Sequence[str]
    only_second: Sequence[str]
    rows: Sequence[Row]  # all pages, then by type


def read(files: Sequence[Path], score: str) -> list[System]:
    """The systems of files: one of an evaluation, all that a benchmark ran.

    Raises:
        VictorError: a file cannot be read, is no such file, or does not have the score.
    """
    return [system for file, name in zip(files, _names(files), strict=True)
            for system in _systems(file, name, score)]  # fmt: skip


def _names(files: Sequence[Path]) -> list[str]:
    stems = [file.stem for file in files]
    return stems if len(set(stems)) == len(stems) else [str(file) for file in files]


def _systems(file: Path, name: str, score: str) -> list[System]:
    """A page's score is a number, or in a benchmark's file a number by system."""
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
        said = "not a file of results: 'victor evaluate --json' writes them"
        raise VictorError(f"{file}: {said}") from None
    if len(pages) < len(listed):
        ids = [str(page["id"]) for page in listed]
        twice = next(id for id in ids if ids.count(id) > 1)
        raise VictorError(f"{file}: page {twice!r} is there more than once")
    if not pages:
        raise VictorError(f"{file}: no pages")
    return pages


def _score(file: Path, page: Mapping[str, Any], score: str) -> dict[str, float]:
    """By system, which has no name where a file is of one."""
    known = [name for name, value in page.items() if _is_score(value)]
    if score not in known:
        said = f"page {page['id']!r} has no score {score!r}"
        raise VictorError(f"{file}: {said}{did_you_mean(score, known)}")
    value = page[score]
    numbers = value if isinstance(value, dict) else {"": value}
    place = f"{file}: page {page['id']!r} has a {score}"
    return {system: _finite(number, place) for system, number in numbers.items()}


def _finite(number: float, place: str) -> float:
    if not abs(number) < _TOO_LARGE:  # nor is NaN
        said = f"expected a finite number below {_TOO_LARGE:g}"
        raise VictorError(f"{place} of {str(number)[:20]}: {said}")
    return float(number)


def _is_score(value: Any) -> bool:
    numbers = value.values() if isinstance(value, dict) else [value]
    return all(isinstance(number, int | float) for number in numbers)


def compare(systems: Sequence[System]) -> list[Comparison]:
    """The first system with each of the others, overall and by page type.

    Raises:
        VictorError: there is one system alone, or two have no page in common.
    """
    if len(systems) < 2:
        names = ", ".join(system.name for system in systems)
        raise VictorError(f"nothing to compare {names} with: give a second file")
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


def markdown(found: Iterable[Comparison], score: str) -> str:
    """A table for each pair, with the pages that were left out."""
    return "\n\n".join(
        "\n\n".join([*_left_out(one), comparison_table(asdict(one), score)]) for one in found
    )


def comparison_table(one: Mapping[str, Any], score: str) -> str:
    """A pair's table, from its JSON."""
    rows = [
        (
            *(row["type"], str(row["pages"])),
            *(f"{row[side]:.3f}" for side in ("first", "second")),
            _signed(row["difference"]),
            f"{_signed(row['low'])} to {_signed(row['high'])}",
            *(p_value(row[test]) for test in ("permutation", "wilcoxon", "mann_whitney")),
        )
        for row in one["rows"]
    ]
    sides = (one["first"], one["second"], "difference", "95 % interval")
    tests = ("permutation p", "Wilcoxon p", "Mann-Whitney p")
    return table((score.replace("_", " "), "pages", *sides, *tests), rows)


def _signed(value: float) -> str:
    return f"{round(value, 3) + 0.0:+.3f}"  # 0.0: no -0


def p_value(p: float) -> str:
    """Three digits, or ``< .001``."""
    return "< .001" if p < 0.0005 else f"{p:.3f}".removeprefix("0")


def _left_out(one: Comparison) -> list[str]:
    sides = ((one.first, one.only_first), (one.second, one.only_second))
    return [
        f"only in {name}: {pluralize(len(ids), 'page')}: {', '.join(ids[:10])}"
        f"{', ...' * (len(ids) > 10)}"
        for name, ids in sides
        if ids
    ]


def as_json(found: Iterable[Comparison], score: str) -> dict[str, Any]:
    """Everything, the pages that were left out by name."""
    return {"score": score, "comparisons": [asdict(one) for one in found]}
