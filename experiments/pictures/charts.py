"""The pictures of docs/results.md, from experiments/results/scores.json."""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from experiments.conventions.run import CORPORA
from experiments.pictures.page import WIDE
from experiments.pictures.svg import curve, dot, line, picture, rect, text
from experiments.results import collect
from experiments.results.figures import SHOWN, STRUCTURE, Json, f1, mean

NAMES = {"victor": "Victor"}
COLOURS = dict(zip(SHOWN, ("mark", "l", "h", "c", "o", "faint"), strict=True))
LABELLED = (0.25, 0.5, 1, 2, 4)  # betas
ROW = 30  # height of the row of a corpus
RATES = (20, 50, 100, 200, 500)  # pages per second
TENTHS = (0.6, 0.7, 0.8, 0.9, 1.0)


@dataclass(frozen=True)
class Axes:
    """The plotting area of a picture, and the values at its edges."""

    x: tuple[float, float]
    y: tuple[float, float] = (0, 1)
    left: float = 140
    top: float = 70
    width: float = 690
    height: float = ROW * len(CORPORA)

    def across(self, value: float) -> float:
        """The x coordinate of a value, clipped at the left edge."""
        low, high = self.x
        return self.left + self.width * (max(value, low) - low) / (high - low)

    def up(self, value: float) -> float:
        """The y coordinate of a value."""
        low, high = self.y
        return self.top + self.height * (high - value) / (high - low)

    def upright(self, ticks: Iterable[tuple[float, str]]) -> Iterator[str]:
        """Vertical lines with their labels below."""
        end = self.top + self.height
        for value, name in ticks:
            x = self.across(value)
            yield line(x, self.top, x, end)
            yield text(x, end + 18, name, "faint", 12, "middle")

    def level(self, ticks: Iterable[float]) -> Iterator[str]:
        """Horizontal lines with their values to the left."""
        for value in ticks:
            y = self.up(value)
            yield line(self.left, y, self.left + self.width, y)
            yield text(self.left - 8, y + 4, f"{value:g}", "faint", 12, "end")

    def below(self, what: str) -> str:
        """The label of the x axis."""
        place = self.left + self.width / 2
        return text(place, self.top + self.height + 38, what, "faint", 12, "middle")


@cache
def scores() -> Json:
    """The committed scores."""
    return collect.load()


def _heading(what: str) -> str:
    return text(20, 30, what, size=15, bold=True)


def _named(values: Iterable[float]) -> list[tuple[float, str]]:
    return [(value, f"{value:g}") for value in values]


def accuracy() -> str:
    """Word F1 of each system on each corpus."""
    rows = ("mean", *CORPORA)
    axes = Axes(x=(0.5, 1), height=ROW * len(rows) + 6)
    parts = [
        _heading("Word F1 on corpora that the model was not learned from"),
        *_legend(116, 56),
        *axes.upright(_named((0.5, *TENTHS))),
    ]
    for i, name in enumerate(rows):
        y = axes.top + 18 + ROW * i
        parts += [text(128, y + 4, name, anchor="end", bold=name == "mean"), *_dots(axes, name, y)]
    return picture(WIDE, axes.top + axes.height + 34, "Word F1 by corpus and system", parts)


def _dots(axes: Axes, name: str, y: float) -> Iterator[str]:
    for key in reversed(SHOWN):
        value = mean(scores(), key) if name == "mean" else f1(scores(), name, key)
        size = 7 if key == "victor" else 5
        yield dot(axes.across(value), y, COLOURS[key], size, COLOURS[key] != "faint")


def _legend(x: float, y: float) -> Iterator[str]:
    for i, key in enumerate(SHOWN):
        yield dot(x + 128 * i, y - 4, COLOURS[key], 6, COLOURS[key] != "faint")
        yield text(x + 11 + 128 * i, y, NAMES.get(key, key), "ink", 12)


def speed() -> str:
    """Mean word F1 over pages per second, on a logarithmic scale."""
    axes = Axes((math.log(RATES[0] / 2), math.log(RATES[-1])), (0.65, 0.95), 70, 60, 740, 270)
    parts = [
        _heading("Accuracy and speed"),
        text(20, 50, "mean word F1", "faint", 12),
        *axes.upright((math.log(rate), str(rate)) for rate in RATES),
        *axes.level((0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)),
        axes.below("pages per second on one core"),
    ]
    for key in SHOWN:
        rate = scores()["speed"]["pages_per_second"][key]
        x, y = axes.across(math.log(rate)), axes.up(mean(scores(), key))
        parts += [
            dot(x, y, COLOURS[key], 8 if key == "victor" else 6, COLOURS[key] != "faint"),
            text(x + 12, y + 5, NAMES.get(key, key), bold=key == "victor"),
        ]
    return picture(WIDE, 384, "Word F1 and pages per second of each system", parts)


def teaching() -> str:
    """Word F1 before and after learning from ten pages, with the worst and the best draw."""
    axes = Axes(x=(0.8, 1))
    parts = [
        _heading("What ten annotated pages teach: word F1"),
        dot(146, 52, "faint", 5, filled=False),
        text(157, 56, "before", size=12),
        dot(236, 52, "mark", 6),
        text(247, 56, "after, mean of ten draws", size=12),
        line(420, 52, 440, 52, "mark", 2),
        text(447, 56, "worst to best draw", size=12),
        *axes.upright(_named((0.8, 0.85, 0.9, 0.95, 1))),
    ]
    for i, name in enumerate(CORPORA):
        parts += _taught(name, scores()["taught"][name], axes, axes.top + 16 + ROW * i)
    return picture(WIDE, 344, "Word F1 before and after learning from ten pages", parts)


def _taught(name: str, one: Mapping[str, float], axes: Axes, y: float) -> Iterator[str]:
    before = one["before"]
    yield text(128, y + 4, name, anchor="end")
    worst, best = (axes.across(before + one[gain]) for gain in ("worst", "best"))
    yield line(worst, y, best, y, "mark", 2)
    yield dot(axes.across(before), y, "faint", 5, filled=False)
    yield dot(axes.across(one["after"]), y, "mark", 6)


def structure() -> str:
    """F1 of the structure of Markdown, by kind and system."""
    systems, colours = scores()["structure"], ("mark", "l", "c", "h")
    parts = [_heading("Structure of Markdown: F1 by kind")]
    for i, (name, values) in enumerate(systems.items()):
        parts += [
            rect(20 + 205 * i, 46, 12, 12, colours[i], radius=2),
            text(38 + 205 * i, 57, name, size=12),
            *_bars(values, 20 + 46 * i, 240, colours[i]),
        ]
    for i, kind in enumerate(STRUCTURE):
        x = 20 + 208 * i
        parts += [line(x, 240, x + 180, 240), text(x + 90, 260, kind, anchor="middle")]
    return picture(WIDE, 276, "F1 of headings, list items, links and table rows", parts)


def _bars(values: Iterable[float], x: float, y: float, colour: str) -> Iterator[str]:
    for i, value in enumerate(values):
        left, high = x + 208 * i, 160 * value
        yield rect(left, y - high, 40, high, colour, radius=2)
        yield text(left + 20, y - high - 6, f"{value:.2f}", "faint", 12, "middle")


def tradeoff() -> str:
    """Word precision over word recall on wcxb-dev, by beta, with the other systems as points."""
    axes = Axes((0.6, 1), (0.6, 1), left=60, top=50, width=560, height=400)
    parts = [
        _heading("Word precision over word recall, wcxb-dev"),
        *axes.upright(_named(TENTHS)),
        *axes.level(TENTHS),
        axes.below("word recall"),
        *_betas("web", "mark", axes, 90),
        *_betas("web-crf", "h", axes, 112),
    ]
    found = scores()["accuracy"]["wcxb-dev"]["scores"]
    others = [name for name in found if not name.startswith("victor")]
    for i, name in enumerate(others):
        x, y = axes.across(found[name][1]), axes.up(found[name][0])
        parts += [
            dot(x, y, "l", 4),
            text(x + 7, y + 4, str(i + 1), "faint", 11),
            text(640, 150 + 20 * i, f"{i + 1}  {name}", size=12),
        ]
    return picture(WIDE, 504, "Word precision over word recall by beta", parts)


def _betas(name: str, colour: str, axes: Axes, legend: float) -> Iterator[str]:
    rows = scores()["tradeoff"][name]
    places = [(axes.across(recall), axes.up(precision)) for _, precision, recall in rows]
    yield curve(places, colour)
    for (beta, _, _), (x, y) in zip(rows, places, strict=True):
        yield dot(x, y, colour, 6 if beta == 1 else 3)
        if beta in LABELLED:
            yield text(x + 8, y - 6, f"{beta:g}", colour, 11)
    yield dot(646, legend, colour, 6)
    yield text(658, legend + 4, f"{name}, by beta", size=12)
