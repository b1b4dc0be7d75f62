"""Write docs/results.md and docs/results/*.md from measured results.

    python -m experiments.results.run [FOLDER]

docs/results.md is filled from scores.json, which ``experiments.results.collect`` writes, and needs
no FOLDER. The other pages are filled from FOLDER, which has the JSON files of some or all of these
commands (parts whose files are missing stay as they are), run from a checkout with CORPORA beside
it:

    victor evaluate --config web-crf --folds 5 --workers 2 --scores words \\
        --json FOLDER/web-crf.json CORPORA/wcxb-dev
    python -m experiments.conventions.run CORPORA --agreed second/agreed \\
        --models FOLDER/conventions                              (second/agreed: CONTRIBUTING.md)
    python -m experiments.conventions.run CORPORA --agreed second/agreed \\
        --models FOLDER/conventions --folds 5 [--convention general]
    victor evaluate --config cleaneval-crf --folds 6 --workers 2 --scores all \\
        --json FOLDER/cleaneval-crf.json CORPORA/cleaneval-dev
    victor evaluate --config cleaneval-expN --folds 6 --workers 2 --scores words,cleaneval \\
        --json FOLDER/expN.json CORPORA/cleaneval-dev            (N = 1, 2, 3)
    victor evaluate --config NAME --ceiling --scores words --json FOLDER/ceiling-CORPUS.json \\
        CORPORA/CORPUS                                           (web on wcxb-dev and so on)
    python -m experiments.ablation.run CORPORA/cleaneval-dev --workers 2 \\
        --json FOLDER/ablation.json
    python -m experiments.results.systems CORPORA FOLDER
    python -m experiments.sites.run CORPORA --models FOLDER/conventions --json FOLDER/sites.json
    python -m benchmarks.speed CORPORA/wcxb-dev --rounds 2 --json FOLDER/speed.json \\
        --systems trafilatura,'trafilatura fast',resiliparse,readability-lxml,jusText,boilerpy3
    python -m benchmarks.speed CORPORA/wcxb-dev --rounds 2 --config web-crf \\
        --systems trafilatura,resiliparse --json FOLDER/speed-crf.json
    python -m benchmarks.speed CORPORA/wcxb-dev --pages 2000 --no-memory \\
        --systems "$SYSTEMS" --json FOLDER/systems.json
    python -m experiments.ladder.run CORPORA/wcxb-dev --json FOLDER/ladder.json
    python -m experiments.language.run CORPORA/wcxb-dev --json FOLDER/language.json
    victor compare FOLDER/conventions/folds-wcxb-dev.json FOLDER/web-crf.json \\
        FOLDER/systems-wcxb-dev.json --json FOLDER/compare.json
    python -m benchmarks.speed CORPORA/wcxb-dev --rounds 2 --config boilerpipe \\
        --systems trafilatura --no-memory --json FOLDER/speed-boilerpipe.json
    python -m experiments.results.collect FOLDER
    python -m experiments.pictures.run

SYSTEMS is "trafilatura,trafilatura fast,resiliparse,resiliparse all text,readability-lxml,jusText,
boilerpy3,newspaper4k,goose3", on one line.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any

from benchmarks import command_line
from benchmarks.speed import outcomes_table, rates, splits
from benchmarks.templates import fill
from experiments.conventions import run as conventions
from experiments.ladder.run import ladder_table
from experiments.results import collect, figures
from victor.errors import VictorError
from victor.evaluate import tables
from victor.evaluate.comparison import Row
from victor.evaluate.metrics.words import WORD_SCORES
from victor.evaluate.tables import table

Json = dict[str, Any]
PAGES = ("results", *(f"results/{name}" for name in (
    "accuracy", "systems", "speed", "cleaneval", "development"
)))  # fmt: skip
# Thesis, Table 6.1: full set, content-boilerplate, markup ("text and markup"), text only, total.
THESIS = {
    "exp1": (74.45, 82.60, 66.71, 81.11, 73.92),
    "exp2": (75.09, 83.09, 67.31, 81.68, 74.50),
    "exp3": (75.01, 82.88, 68.46, 81.83, 75.15),
}
COLUMNS = ("full set", "content-boilerplate", "text and markup", "text only", "total")


def percent(row: Json) -> tuple[float, ...]:
    """The five columns of the thesis, in percent."""
    means = row["means"]
    values = [row["accuracy"]["full"], row["accuracy"]["content_boilerplate"]]
    values += [means[name]["mean"] for name in ("text_and_markup", "text_only", "total")]
    return tuple(100 * value for value in values)


def numbers(values: tuple[float, ...]) -> list[str]:
    """Values with two decimals."""
    return [f"{value:.2f}" for value in values]


def web(network: Json, chain: Json, others: Json) -> str:
    """Word F1 by page type, a row for each system, on the same pages."""
    found = {
        name: {page["id"]: page["word_f1"] for page in one["pages"]}
        for name, one in (("`web`", network), ("`web-crf`", chain))
    }
    for name in (name for name in others["pages_per_second"] if name != "victor"):
        found[name] = {page["id"]: page["word_f1"][name] for page in others["pages"]}
    kinds: dict[str, list[str]] = {"all": [page["id"] for page in network["pages"]]}
    for page in sorted(network["pages"], key=lambda page: page["type"]):
        kinds.setdefault(page["type"], []).append(page["id"])
    header = [f"{kind} ({len(ids):,})" for kind, ids in kinds.items()]
    lines = [
        (name, *(fmean(scores[one] for one in ids) for ids in kinds.values()))
        for name, scores in found.items()
    ]
    return table(("system", *header), lines)


def cleaneval(rows: dict[str, Json]) -> str:
    """The table of the thesis, and our scores."""
    lines = []
    for name, published in THESIS.items():
        lines.append((f"Exp-{name[-1]}, thesis (104 pages)", *numbers(published)))
        lines.append((f"`cleaneval-{name}`", *numbers(percent(rows[name]))))
    lines.append(("`cleaneval-crf`", *numbers(percent(rows["cleaneval-crf"]))))
    lines.append(
        ("`cleaneval`", *(f"**{value}**" for value in numbers(percent(rows["cleaneval"]))))
    )
    return table(("setting", *COLUMNS), lines)


def means(row: Json, names: tuple[str, ...]) -> str:
    """Scores and their confidence intervals."""
    lines = []
    for name in names:
        mean = row["means"][name]
        interval = f"{mean['low']:.3f} - {mean['high']:.3f}"
        lines.append((name.replace("_", " "), f"{mean['mean']:.3f}", interval))
    return table(("score", "mean", "95 % interval"), lines)


def ablation(rows: dict[str, dict[str, float]]) -> str:
    """Differences from all features, the largest loss of the total first."""
    whole = rows["all features"]
    fixed = ["all features", "markup only", "content only", "markup and content"]
    rest = sorted((name for name in rows if name not in fixed), key=lambda n: rows[n]["total"])
    shown = ("full", "content_boilerplate", "text_and_markup", "text_only", "total")
    lines = [
        (name, *(f"{rows[name][key]:.2f}" for key in shown),
         f"{rows[name]['total'] - whole['total']:+.2f}")
        for name in [*(n for n in fixed if n in rows), *rest]
    ]  # fmt: skip
    return table(("features", *COLUMNS, "total, difference"), lines)


def ceilings(folder: Path) -> str:
    """Word F1 of the projected gold."""
    lines = []
    for file in sorted(folder.glob("ceiling-*.json")):
        row = command_line.read_json(file)
        scores = [f"{row['means'][f'word_{n}']['mean']:.4f}" for n in ("f1", "precision", "recall")]
        lines.append((f"`{row['config']}` on {file.stem.removeprefix('ceiling-')}", *scores))
    if not lines:
        raise _NotMeasuredError("ceiling-*")
    return table(("task and corpus", "word F1", "precision", "recall"), lines)


def comparisons(found: Json) -> str:
    """A row for each other system: its mean, the difference from the first, and tests of it."""
    lines = []
    for one in found["comparisons"]:
        row = Row(**one["rows"][0])
        lines.append((
            one["second"].rpartition(": ")[2], row.second, tables.signed(row.difference),
            f"{row.low:+.3f} to {row.high:+.3f}",
            *map(tables.p_value, (row.permutation, row.wilcoxon, row.mann_whitney)),
        ))  # fmt: skip
    tests = ("permutation p", "Wilcoxon p", "Mann-Whitney p")
    return table(("system", "word F1", "difference", "95 % interval", *tests), lines)


def thresholds(found: Json) -> str:
    """The share of pages above each confidence, and the word F1 of these and of other pages."""
    pages = found["pages"]
    lines = []
    for least in (0.5, 0.7, 0.8, 0.9, 0.95):
        sure, others = (
            [page for page in pages if (page["confidence"] > least) == above]
            for above in (True, False)
        )
        shares = (_share(sure, pages, kind) for kind in ("", "article", "product"))
        means = (fmean(page["word_f1"] for page in some) for some in (sure, others))
        lines.append((f"{least:g}", *shares, *means))
    shown = ("pages above", "of articles", "of product pages", "their word F1", "F1 of the others")
    return table(("confidence", *shown), lines)


def _share(some: Sequence[Json], pages: Sequence[Json], kind: str) -> str:
    """The percentage of the pages of a type, or of all pages, that are in ``some``."""
    counts = [sum(page["type"] == (kind or page["type"]) for page in one) for one in (some, pages)]
    return f"{100 * counts[0] / counts[1]:.0f} %"


def language(found: Json) -> str:
    """Word F1 of held-out folds in two scripts."""
    lines = [
        (f"{row['fold']} of {found['folds']}", str(row["pages"]), f"{row['as_is']:.4f}",
         f"{row['other_script']:.4f}", f"{100 * (row['other_script'] - row['as_is']):+.2f}")
        for row in found["rows"]
    ]  # fmt: skip
    return table(("fold", "pages", "unchanged", "in the other script", "points"), lines)


class _NotMeasuredError(Exception):
    """A file is not in the folder."""


class _Read(dict[str, Json]):
    def __missing__(self, name: str) -> Json:
        raise _NotMeasuredError(name)


def parts_of(folder: Path) -> dict[str, str]:
    """The text of each placeholder whose files are in the folder.

    Raises:
        VictorError: the folder has none of these files.
    """
    read = _Read({file.stem: command_line.read_json(file) for file in folder.glob("*.json")})
    inner = folder / "conventions"
    for name, corpus in (("web", "wcxb-dev"), ("cleaneval", "cleaneval-dev")):
        if (inner / f"folds-{corpus}.json").is_file():
            read[name] = command_line.read_json(inner / f"folds-{corpus}.json")
    parts = {}
    for name, make in _makers(folder, read).items():
        with suppress(_NotMeasuredError):
            parts[name] = make()
    if not parts:
        raise VictorError(f"{folder}: no results; the commands that write them: --help")
    return parts


def _makers(folder: Path, read: _Read) -> dict[str, Callable[[], str]]:
    """A function for the text of each placeholder; it raises an error if a file is missing."""
    inner = folder / "conventions"
    made: dict[str, Callable[[], str]] = {
        "web": lambda: web(read["web"], read["web-crf"], read["systems"]),
        "web-thresholds": lambda: thresholds(read["web"]),
        "web-scores": lambda: means(read["web"], WORD_SCORES),
        "web-crf-scores": lambda: means(read["web-crf"], WORD_SCORES),
        "cleaneval": lambda: cleaneval(read),
        "cleaneval-scores": lambda: means(read["cleaneval"], tuple(read["cleaneval"]["means"])),
        "cleaneval-crf-scores": lambda: means(
            read["cleaneval-crf"], tuple(read["cleaneval-crf"]["means"])
        ),
        "ladder": lambda: ladder_table(read["ladder"]["rows"]),
        "language": lambda: language(read["language"]),
        "ablation": lambda: ablation(read["ablation"]),
        "ceilings": lambda: ceilings(folder),
        "speed": lambda: splits(read["speed"]),
        "outcomes": lambda: outcomes_table(read["speed"]["outcomes"]),
        "speed-crf": lambda: rates(read["speed-crf"]),
        "comparisons": lambda: comparisons(read["compare"]),
    }
    made |= {part: partial(_of_conventions, inner, make) for part, make in _LEFT_OUT.items()} | {
        part: partial(_of_folds, inner, f"{part}-") for part in ("folds", "folds-general")
    }
    for name in ("web-crf", "web"):
        for part in ("calibration", "confidence", "tradeoff"):
            made[f"{name}-{part}"] = partial(diagnostics, read, name, part)
    return made


_LEFT_OUT: dict[str, Callable[[dict[str, Json]], str]] = {
    "left-out": conventions.overall,
    "conventions": conventions.conventions,
    "left-out-types": partial(conventions.by, what="kind"),
    "left-out-languages": partial(conventions.by, what="language"),
    "left-out-characters": conventions.characters,
    "left-out-calibration": conventions.calibrations,
}


def _of_folds(folder: Path, start: str) -> str:
    return conventions.folds(_all_of(folder, start, conventions.LEARNED))


def _of_conventions(folder: Path, make: Callable[[dict[str, Json]], str]) -> str:
    return make(_all_of(folder, "", conventions.CORPORA))


def _all_of(folder: Path, prefix: str, names: Sequence[str]) -> dict[str, Json]:
    files = {name: folder / f"{prefix}{name}.json" for name in names}
    if not all(file.is_file() for file in files.values()):
        raise _NotMeasuredError(prefix)
    return {name: command_line.read_json(file) for name, file in files.items()}


def diagnostics(read: _Read, name: str, part: str) -> str:
    """The tables of one of the diagnostics of an evaluation."""
    _, grids = tables.DIAGNOSTICS[part]
    return tables.markdown(grids(read[name][part]))


def main() -> None:
    """Write the pages."""
    parser = command_line.parser(__doc__)
    parser.add_argument("folder", type=command_line.existing, nargs="?", metavar="FOLDER")
    folder = parser.parse_args().folder
    parts = figures.parts(collect.load()) | (parts_of(folder) if folder else {})
    for page in PAGES:
        fill(page, parts)


if __name__ == "__main__":
    command_line.run(main)
