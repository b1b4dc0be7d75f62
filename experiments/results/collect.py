"""Collect results in scores.json, from which docs/results.md and its pictures are generated.

    python -m experiments.results.collect FOLDER

FOLDER is that of ``experiments.results.run``. What is not in FOLDER is kept as it is: the speeds,
the scores of other systems, the curves of precision and recall. The tables ``structure`` and
``metadata`` are copied by hand from the output of ``benchmarks.structure`` and
``benchmarks.metadata``.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from benchmarks import command_line
from experiments.conventions import run as conventions

Json = dict[str, Any]
FILE = Path(__file__).with_name("scores.json")
WORDS = ("precision", "recall", "f1")


def load() -> Json:
    """The committed scores."""
    found: Json = command_line.read_json(FILE)
    return found


def of_victor(result: Json) -> dict[str, list[float]]:
    """Mean precision, recall and F1 on a left-out corpus, by convention.

    Where wcxb-dev is left out, its convention does not exist.
    """
    settings = {
        "victor": conventions.DEFAULT,
        "victor, no convention": "none 1.0",
        "victor, best convention": conventions.best(result, 1.0),
        "victor, mean of the conventions": "mean 1.0",
        "victor, convention of wcxb-dev": "wcxb-dev 1.0",
    }
    return {
        name: [round(conventions.mean(result["scores"][key], i), 4) for i in range(3)]
        for name, key in settings.items()
        if key in result["scores"]
    }


def of_systems(pages: Sequence[Json]) -> dict[str, list[float]]:
    """Mean precision, recall and F1 of each system."""
    names = pages[0]["word_f1"]
    return {
        name: [round(fmean(page[f"word_{one}"][name] for page in pages), 4) for one in WORDS]
        for name in names
    }


def taught(result: Json) -> dict[str, float]:
    """Mean F1 before and after learning from ten pages, extreme gains, and mean seconds."""
    draws = result["taught"]
    gains = [one["after"] - one["before"] for one in draws]
    return {
        "before": round(fmean(one["before"] for one in draws), 4),
        "after": round(fmean(one["after"] for one in draws), 4),
        "worst": round(min(gains), 4),
        "best": round(max(gains), 4),
        "seconds": round(fmean(one["seconds"] for one in draws), 2),
    }


def collected(folder: Path, before: Json) -> Json:
    """The scores, updated by the files in the folder."""
    made: Json = {**before, "accuracy": {}, "taught": {}}
    for name in conventions.CORPORA:
        result = command_line.read_json(folder / "conventions" / f"{name}.json")
        others, file = before["accuracy"].get(name, {}), folder / f"systems-{name}.json"
        if file.is_file():
            pages = command_line.read_json(file)["pages"]
            others = {"pages": len(pages), "scores": of_systems(pages)}
        systems = {k: v for k, v in others["scores"].items() if not k.startswith("victor")}
        made["accuracy"][name] = {**others, "scores": {**of_victor(result), **systems}}
        made["taught"][name] = taught(result)
    if (folder / "sites.json").is_file():
        made["sites"] = command_line.read_json(folder / "sites.json")
    files = {"web": "conventions/folds-wcxb-dev.json", "web-crf": "web-crf.json"}
    for name, path in files.items():
        if (folder / path).is_file():
            made["tradeoff"][name] = tradeoff(command_line.read_json(folder / path)["tradeoff"])
    if (folder / "speed.json").is_file():
        rules = command_line.read_json(folder / "speed-boilerpipe.json")
        made["speed"] = speed(command_line.read_json(folder / "speed.json"), rules)
    return made


def tradeoff(rows: Sequence[Json]) -> list[list[float]]:
    """Beta, mean precision and mean recall, by beta."""
    names = ("beta", "word_precision", "word_recall")
    return [[round(row[name], 4) for name in names] for row in rows]


def speed(row: Mapping[str, Any], rules: Mapping[str, Any]) -> Json:
    """Pages per second and memory of the systems, and the time of each outcome.

    ``rules`` is a run with boilerpipe in place of victor; trafilatura, in both, gives the scale.
    """
    rates, beside = row["pages_per_second"], rules["pages_per_second"]
    boilerpipe = rates["trafilatura"] * beside["victor"] / beside["trafilatura"]
    return {
        "pages_per_second": {
            name: round(rate, 1) for name, rate in {**rates, "boilerpipe": boilerpipe}.items()
        },
        "peak_mb": {k: v and round(v) for k, v in row["peak_mb"].items()},
        "outcomes": {k: round(v, 3) for k, v in row["outcomes"].items()},
    }


def main() -> None:
    """Write the file."""
    parser = command_line.parser(__doc__)
    parser.add_argument("folder", type=command_line.existing, metavar="FOLDER")
    folder = parser.parse_args().folder
    command_line.write_json(collected(folder, load() if FILE.is_file() else {}), FILE)


if __name__ == "__main__":
    command_line.run(main)
