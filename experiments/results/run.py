"""Make docs/results.md from what the measuring commands wrote.

    python scripts/results.py FOLDER

FOLDER holds the JSON files of these commands, or of some (what is made of the others stays in the
page as it stands), run from a checkout with CORPORA beside it:

    victor evaluate --config web-crf --folds 5 --workers 2 --scores words \\
        --json FOLDER/web-crf.json CORPORA/wcxb-dev
    victor evaluate --config web --folds 5 --workers 2 --scores words \\
        --json FOLDER/web.json CORPORA/wcxb-dev
    victor evaluate --config cleaneval --folds 6 --workers 2 --scores all \\
        --json FOLDER/cleaneval.json CORPORA/cleaneval-dev       (and cleaneval-crf)
    victor evaluate --config cleaneval-expN --folds 6 --workers 2 --scores words,cleaneval \\
        --json FOLDER/expN.json CORPORA/cleaneval-dev            (N = 1, 2, 3)
    victor evaluate --config NAME --ceiling --scores words --json FOLDER/ceiling-CORPUS.json \\
        CORPORA/CORPUS                                           (web on wcxb-dev and so on)
    python scripts/ablation.py CORPORA/cleaneval-dev --config cleaneval-exp1 --folds 6 \\
        --workers 2 --json FOLDER/ablation.json
    python scripts/bench.py CORPORA/wcxb-dev --pages 300 --json FOLDER/bench.json
    python scripts/bench.py CORPORA/wcxb-dev --pages 300 --config web-crf \\
        --systems trafilatura,resiliparse --json FOLDER/bench-crf.json
    python scripts/bench.py CORPORA/wcxb-dev --pages 2000 --no-memory \\
        --systems "$PEERS" --json FOLDER/peers.json
    python scripts/ladder.py CORPORA/wcxb-dev --json FOLDER/ladder.json
    python scripts/language.py CORPORA/wcxb-dev --json FOLDER/language.json
    victor compare FOLDER/web.json FOLDER/web-crf.json FOLDER/peers.json \\
        --json FOLDER/compare.json
    python scripts/tradeoff.py FOLDER docs/tradeoff.svg

PEERS are "trafilatura,trafilatura fast,resiliparse,resiliparse all text,readability-lxml,jusText,
boilerpy3,newspaper4k,goose3", in one line.
"""

import json
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from command_line import words
from ladder import ladder_table

from templates import fill
from victor.evaluate import tables
from victor.evaluate.comparison import Comparison, Row
from victor.evaluate.metrics.intervals import mean_interval
from victor.evaluate.metrics.words import WORD_SCORES
from victor.evaluate.tables import table

Json = dict[str, Any]
# Thesis, Table 6.1: full set, content-boilerplate, markup ("text and markup"), text only, total.
THESIS = {
    "exp1": (74.45, 82.60, 66.71, 81.11, 73.92),
    "exp2": (75.09, 83.09, 67.31, 81.68, 74.50),
    "exp3": (75.01, 82.88, 68.46, 81.83, 75.15),
}
COLUMNS = ("full set", "content-boilerplate", "text and markup", "text only", "total")


def percent(row: Json) -> tuple[float, ...]:
    """An evaluation's five columns of the thesis, in percent."""
    means = row["means"]
    values = [row["accuracy"]["full"], row["accuracy"]["content_boilerplate"]]
    values += [means[name]["mean"] for name in ("text_and_markup", "text_only", "total")]
    return tuple(100 * value for value in values)


def numbers(values: tuple[float, ...]) -> list[str]:
    """Two digits after the point."""
    return [f"{value:.2f}" for value in values]


def web(network: Json, chain: Json, peers: Json) -> str:
    """Word F1 by page type, beside the peers on the same pages."""
    ours = [{page["id"]: page["word_f1"] for page in one["pages"]} for one in (network, chain)]
    systems = [name for name in peers["pages_per_second"] if name != "victor"]
    lines = []
    for kind in ["all pages", *sorted({page["type"] for page in network["pages"]})]:
        chosen = [p for p in peers["pages"] if kind in ("all pages", p["type"])]
        scored = [mean_interval([one[p["id"]] for p in chosen]) for one in ours]
        others = [mean_interval([p["word_f1"][name] for p in chosen])[0] for name in systems]
        lines.append((kind, str(len(chosen)), interval(scored[0]),
                      *(f"{value:.3f}" for value in (scored[1][0], *others))))  # fmt: skip
    return table(("page type", "pages", "`web`", "`web-crf`", *systems), lines)


def interval(found: tuple[float, float, float]) -> str:
    """A mean with its interval."""
    mean, low, high = found
    return f"**{mean:.3f}** ({low:.3f} - {high:.3f})"


def cleaneval(rows: dict[str, Json]) -> str:
    """The thesis's table, and ours."""
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
    """Scores with their intervals."""
    lines = []
    for name in names:
        mean = row["means"][name]
        interval = f"{mean['low']:.3f} - {mean['high']:.3f}"
        lines.append((name.replace("_", " "), f"{mean['mean']:.3f}", interval))
    return table(("score", "mean", "95 % interval"), lines)


def ablation(rows: dict[str, dict[str, float]]) -> str:
    """Differences to all features, the largest loss of the total first."""
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
        row = json.loads(file.read_text())
        scores = [f"{row['means'][f'word_{n}']['mean']:.4f}" for n in ("f1", "precision", "recall")]
        lines.append((f"`{row['config']}` on {file.stem.removeprefix('ceiling-')}", *scores))
    if not lines:
        raise _NotMeasuredError("ceiling-*")
    return table(("task and corpus", "word F1", "precision", "recall"), lines)


def comparisons(found: Json) -> str:
    """A table for each pair; without the benchmark's own run of a model that knows the pages."""
    pairs = [one for one in found["comparisons"] if not one["second"].endswith(": victor")]
    made = [Comparison(**(one | {"rows": [Row(**row) for row in one["rows"]]})) for one in pairs]
    return tables.markdown(tables.comparison_grid(one, found["score"]) for one in made)


def rates(row: Json) -> str:
    """Pages per second."""
    found = row["pages_per_second"]
    lines = [
        (name, f"{rate:.1f}", f"{found['victor'] / rate:.2f}", f"{row['peak_mb'].get(name, 0):.0f}")
        for name, rate in found.items()
    ]
    return table(("system", "pages/s", "victor is faster by", "peak MB"), lines)


def speed(row: Json) -> str:
    """Pages per second and the stages."""
    stages = [(name, f"{value:.3f}") for name, value in row["stages_ms"].items()]
    return f"{rates(row)}\n\n{table(('stage of victor', 'ms per page'), stages)}"


def language(found: Json) -> str:
    """Word F1 of held-out folds in two scripts."""
    lines = [
        (f"{row['fold']} of {found['folds']}", str(row["pages"]), f"{row['as_is']:.4f}",
         f"{row['other_script']:.4f}", f"{100 * (row['other_script'] - row['as_is']):+.2f}")
        for row in found["rows"]
    ]  # fmt: skip
    return table(("fold", "pages", "as they are", "in the other script", "points"), lines)


class _NotMeasuredError(Exception):
    """A file that is not in the folder."""


class _Read(dict[str, Json]):
    def __missing__(self, name: str) -> Json:
        raise _NotMeasuredError(name)


def parts_of(folder: Path) -> dict[str, str]:
    """What the places of the page hold; those whose files are not in the folder are left out."""
    read = _Read({file.stem: json.loads(file.read_text()) for file in folder.glob("*.json")})
    made: dict[str, Callable[[], str]] = {
        "web": lambda: web(read["web"], read["web-crf"], read["peers"]),
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
        "speed": lambda: speed(read["bench"]),
        "speed-crf": lambda: rates(read["bench-crf"]),
        "comparisons": lambda: comparisons(read["compare"]),
        "tradeoff-plot": lambda: "![Word precision and recall along the tradeoff](tradeoff.svg)",
    }
    for name in ("web-crf", "web"):
        for part in ("calibration", "confidence", "tradeoff"):
            made[f"{name}-{part}"] = partial(diagnostics, read, name, part)
    parts = {}
    for name, make in made.items():
        with suppress(_NotMeasuredError):
            parts[name] = make()
    return parts


def diagnostics(read: _Read, name: str, part: str) -> str:
    """The tables of one of an evaluation's diagnostics."""
    _, grids = tables.DIAGNOSTICS[part]
    return tables.markdown(grids(read[name][part]))


if __name__ == "__main__":
    fill("results", parts_of(Path(words(__doc__)[0])))
