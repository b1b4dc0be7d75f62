"""Plot word precision over word recall along the tradeoff, with the peers as points.

    python scripts/tradeoff.py FOLDER FILE.svg

FOLDER holds web-crf.json, web.json and peers.json, as scripts/results.py describes them. The
same numbers give the same bytes.
"""

import json
import sys
from pathlib import Path
from statistics import fmean
from typing import Any

import matplotlib

matplotlib.use("svg")

from command_line import words
from matplotlib import pyplot
from matplotlib.axes import Axes

OURS = {"web-crf": "o", "web": "s"}  # markers
LABELLED = (0.25, 0.5, 1, 2, 4)
STYLE = {"svg.hashsalt": "victor", "svg.fonttype": "none", "font.family": "sans-serif"}


def curve(axes: Axes, name: str, tradeoff: list[dict[str, float]], marker: str) -> None:
    """A task's way along the tradeoff, beta beside some places of it, the default filled."""
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


def points(axes: Axes, pages: list[dict[str, Any]]) -> None:
    """The peers where their defaults put them."""
    if "word_precision" not in pages[0]:
        sys.exit("peers.json has no word_precision: write it anew with scripts/bench.py")
    for name in (name for name in pages[0]["word_recall"] if name != "victor"):
        recall, precision = (
            fmean(page[score][name] for page in pages)
            for score in ("word_recall", "word_precision")
        )
        axes.plot(recall, precision, "^", label=name)


def plot(folder: Path, file: Path) -> None:
    """Read, draw, write."""
    read = {name: json.loads((folder / f"{name}.json").read_text()) for name in (*OURS, "peers")}
    with matplotlib.rc_context(STYLE):
        figure, axes = pyplot.subplots(figsize=(6, 4.5))
        for name, marker in OURS.items():
            curve(axes, name, read[name]["tradeoff"], marker)
        points(axes, read["peers"]["pages"])
        axes.set(xlabel="word recall", ylabel="word precision")
        axes.grid(alpha=0.3)
        axes.legend()
        figure.tight_layout()
        figure.savefig(file, metadata={"Date": None, "Creator": None})


if __name__ == "__main__":
    plot(*map(Path, words(__doc__, 2)[:2]))
