"""Plot word precision over word recall at several betas, with the other systems as points.

FOLDER holds web-crf.json, web.json and systems.json, as experiments.results.run describes them.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from benchmarks import command_line
from benchmarks.plotting import figure

MODELS = {"web-crf": "o", "web": "s"}  # markers
LABELLED = (0.25, 0.5, 1, 2, 4)


def curve(axes: Any, name: str, tradeoff: Sequence[Mapping[str, float]], marker: str) -> None:
    """The precision-recall curve of a model: labelled with some betas, the default filled."""
    recall = [one["word_recall"] for one in tradeoff]
    precision = [one["word_precision"] for one in tradeoff]
    (line,) = axes.plot(recall, precision, marker=marker, markerfacecolor="white", label=name)
    for one in tradeoff:
        place = one["word_recall"], one["word_precision"]
        if one["beta"] == 1:
            axes.plot(*place, marker=marker, color=line.get_color())
        if one["beta"] in LABELLED:
            text = f"{one['beta']:g}"
            axes.annotate(text, place, xytext=(5, 5), textcoords="offset points", fontsize=8)


def points(axes: Any, pages: Sequence[Mapping[str, Any]]) -> None:
    """The other systems at their default settings."""
    for name in (name for name in pages[0]["word_recall"] if name != "victor"):
        recall, precision = (
            fmean(page[score][name] for page in pages)
            for score in ("word_recall", "word_precision")
        )
        axes.plot(recall, precision, "^", label=name)


def plot(folder: Path, file: Path) -> None:
    """Plot the files of a folder."""
    names = (*MODELS, "systems")
    read = {name: command_line.read_json(folder / f"{name}.json") for name in names}
    with figure(file, figsize=(6, 4.5)) as (axes,):
        for name, marker in MODELS.items():
            curve(axes, name, read[name]["tradeoff"], marker)
        points(axes, read["systems"]["pages"])
        axes.set(xlabel="word recall", ylabel="word precision")
        axes.legend()


def main() -> None:
    """Read and plot."""
    parser = command_line.parser(__doc__)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("file", type=Path, metavar="FILE.svg")
    given = parser.parse_args()
    plot(given.folder, given.file)


if __name__ == "__main__":
    main()
