"""Pictures of the stages of Victor, drawn from a sample page of data/."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from experiments.pictures.svg import arrow, curve, dot, line, picture, rect, short, text
from victor import config, pipeline
from victor.decode import greatest_expected_f1
from victor.labelers.neural import network
from victor.pipeline import Cleaner, Run

DATA = Path(__file__).parent.parent.parent / "data"
SAMPLE = "news-en"
FIRST, LAST = "Oak, steel", "Article continues"  # of the blocks shown: their beginnings
WIDE = 860
# The columns that are shown, and the values at which their cells reach full colour.
SHOWN = {"token.words": 60, "density.link": 1, "container.button": 1, "ancestor.words_4": 1,
         "sentence.end": 1, "position.relative": 1}  # fmt: skip


@cache
def cleaner() -> Cleaner:
    """The shipped model."""
    return pipeline.load("web")


@cache
def sample(name: str = SAMPLE) -> Run:
    """A page of data/ after all stages."""
    data = (DATA / f"{name}.html").read_bytes()
    return cleaner().run(data, "output", name, format="markdown")


def contents(run: Run) -> NDArray[np.float32]:
    """[n] the probability that a block is content."""
    return np.asarray(1 - run.labels.scores[:, run.plan.task.other], np.float32)


def letters(run: Run) -> list[str]:
    """[n] the letter of each label, which is also its colour."""
    names = list(run.plan.task.labels)
    return [names[i] for i in run.labels.y.tolist()]


def shown(run: Run) -> range:
    """The blocks that are shown individually."""
    first, last = (
        next(i for i, one in enumerate(run.blocks.text) if one.startswith(start))
        for start in (FIRST, LAST)
    )
    return range(first, last + 1)


def counts(run: Run) -> dict[str, str]:
    """A short description of the result of each stage."""
    table = run.table.values
    kept = sum(letter != "o" for letter in letters(run))
    return {
        "read": f"{len(run.page.html):,} characters",
        "parse": f"{len(run.tree.tag):,} elements",
        "segment": f"{len(run.blocks)} blocks",
        "features": f"{table.shape[0]} × {table.shape[1]} numbers",
        "score": f"{table.shape[0]} × {run.labels.scores.shape[1]} scores",
        "decode": "a label for each block",
        "filter": "labels corrected by rules",
        "output": f"{kept} blocks of content",
    }


_SAYS = {
    "read": "bytes to text",
    "parse": "HTML to columns",
    "segment": "cut at block-level tags",
    "features": "markup, words, repetition",
    "score": "a network sees all blocks",
    "decode": "best expected F1",
    "filter": "no copies, no half tables",
    "output": "Markdown, HTML, TEI, JSON",
}


def stages() -> str:
    """The stages in order, with their results on the sample page."""
    made = counts(sample())
    parts = []
    for i, (name, result) in enumerate(made.items()):
        x, y = 20 + (i % 4) * 210, 52 + (i // 4) * 122
        parts += [
            rect(x, y, 190, 88, "panel", radius=6),
            text(x + 12, y + 24, name, "mark", 15, bold=True),
            text(x + 12, y + 46, _SAYS[name], "faint", 12),
            text(x + 12, y + 72, result, "ink", 13),
        ]
        if i % 4 < 3:
            parts.append(arrow(x + 191, y + 44, x + 209, y + 44))
    title = text(
        20, 30, f"The stages, and what they make of data/{SAMPLE}.html", size=15, bold=True
    )
    turn = [line(745, 140, 745, 156, "faint", 1.5), line(745, 156, 115, 156, "faint", 1.5),
            arrow(115, 156, 115, 173)]  # fmt: skip
    return picture(WIDE, 282, "The stages of Victor", [title, *turn, *parts])


def blocks() -> str:
    """Some blocks of the sample page: features, probability of content, label."""
    run = sample()
    rows = shown(run)
    height = 96 + 34 * len(rows)
    parts = [text(20, 30, f"Some blocks of data/{SAMPLE}.html", size=15, bold=True), *_heads()]
    for place, block in enumerate(rows):
        parts += _row(run, block, 80 + 34 * place)
    return picture(WIDE, height, "Features, probabilities and labels of some blocks", parts)


def _heads() -> Iterator[str]:
    yield text(20, 62, "block", "faint", 12)
    for i, name in enumerate(SHOWN):
        yield text(346 + 60 * i, 53, name.partition(".")[0], "faint", 11, "middle")
        yield text(346 + 60 * i, 66, name.partition(".")[2], "faint", 11, "middle")
    yield text(682, 62, "content", "faint", 12)
    yield text(776, 62, "label", "faint", 12)


def _row(run: Run, block: int, y: float) -> Iterator[str]:
    table, letter = run.table, letters(run)[block]
    yield text(20, y + 19, short(run.blocks.text[block], 42), letter if letter != "o" else "faint")
    for i, (name, most) in enumerate(SHOWN.items()):
        value = float(table.values[block, table.names.index(name)])
        yield rect(320 + 60 * i, y, 52, 28, "mark", 0.08 + 0.72 * min(value / most, 1), 3)
        yield text(
            346 + 60 * i, y + 19, f"{value:.2f}".removesuffix(".00"), size=12, anchor="middle"
        )
    p = float(contents(run)[block])
    yield rect(682, y + 4, 50, 20, "panel", radius=3)
    yield rect(682, y + 4, 50 * p, 20, letter, radius=3)
    yield text(738, y + 19, f"{p:.2f}", "faint", 12)
    yield text(
        776, y + 19, "boilerplate" if letter == "o" else run.plan.task.labels[letter], letter
    )


def decoding() -> str:
    """The probabilities of the whole page, and the expected F1 by the number of blocks kept."""
    run = sample()
    p, words = contents(run).astype(float), np.maximum(run.blocks.words.astype(float), 0.1)
    parts = [
        text(20, 30, "Probability of content, block by block", size=15, bold=True),
        *_bars(p.tolist(), letters(run), 20, 150, 820 / len(p)),
        *_legend(20, 176),
        text(20, 216, "Expected F1 of the most probable blocks", size=15, bold=True),
        *_expected(p, words, 60, 340),
    ]
    return picture(WIDE, 390, "From probabilities to labels by expected F1", parts)


def _bars(p: Sequence[float], labels: Sequence[str], x: float, y: float, step: float) -> list[str]:
    found = zip(p, labels, strict=True)
    made = [
        rect(x + i * step, y - 1 - 100 * value, step - 1.5, 1 + 100 * value, label)
        for i, (value, label) in enumerate(found)
    ]
    return [line(x, y, x + step * len(labels), y), *made]


def _legend(x: float, y: float) -> Iterator[str]:
    names = {"p": "paragraph", "h": "header", "l": "list", "c": "continuation", "o": "boilerplate"}
    for i, (letter, name) in enumerate(names.items()):
        yield rect(x + 110 * i, y - 10, 12, 12, letter, radius=2)
        yield text(x + 18 + 110 * i, y, name, "faint", 12)


def expected(p: NDArray[np.float64], words: NDArray[np.float64]) -> NDArray[np.float64]:
    """[n] the expected F1 of the k most probable blocks, k from 1 to n."""
    order = np.argsort(-p, kind="stable")
    hits, kept = np.cumsum((p * words)[order]), np.cumsum(words[order])
    return np.asarray(2 * hits / (kept + (p * words).sum()), np.float64)


def _expected(
    p: NDArray[np.float64], words: NDArray[np.float64], x: float, y: float
) -> Iterator[str]:
    values, step = expected(p, words), 780 / len(p)
    best = int(greatest_expected_f1(p, words).sum())
    points = [(x + step * (i + 1), y - 100 * value) for i, value in enumerate(values.tolist())]
    for level in (0.0, 0.5, 1.0):
        yield line(x, y - 100 * level, x + 780, y - 100 * level)
        yield text(x - 8, y + 4 - 100 * level, f"{level:g}", "faint", 11, "end")
    yield curve(points, "mark")
    yield dot(*points[best - 1], "mark", 6)
    yield text(points[best - 1][0], points[best - 1][1] + 24, f"keep {best} blocks", "mark", 13,
               "middle", bold=True)  # fmt: skip
    for count in range(0, len(p) + 1, 20):
        yield text(x + step * count, y + 18, str(count), "faint", 11, "middle")
    yield text(x + 390, y + 38, "blocks kept, the most probable first", "faint", 12, "middle")


def conventions() -> str:
    """The probability that blocks of a shop page are content, under each convention."""
    run = sample(SHOP)
    return _matrix({name: _under(name, run) for name in ("none", *cleaner().conventions)}, run)


def _under(name: str, page: Run) -> list[float]:
    model = cleaner().model
    plan = pipeline.plan(config.following(model.task, name))
    run = Run(plan, scorer=plan.scorer(model.weights))
    run.blocks = page.blocks
    return list(contents(pipeline.advance(run, "decode", first="features")).tolist())


def _matrix(found: Mapping[str, Sequence[float]], run: Run) -> str:
    step = 700 / len(run.blocks)
    parts = [
        text(
            20, 30, f"Probability of content of the blocks of data/{SHOP}.html", size=15, bold=True
        )
    ]
    for row, (name, values) in enumerate(found.items()):
        y = 50 + 26 * row
        parts.append(text(130, y + 16, name, "ink" if name != "none" else "faint", 12, "end"))
        parts += [
            rect(140 + i * step, y, step - 1, 22, "mark", 0.06 + 0.94 * value)
            for i, value in enumerate(values)
        ]
    end = 50 + 26 * len(found)
    parts += _notes(run, step, end)
    return picture(WIDE, end + 64, "Content under each convention", parts)


SHOP = "product-es"
NOTED = {"4,6 de 5": "title, price", "Luz para cenar": "description", "Preguntas": "questions",
         "Ficha": "specifications", "Opiniones de clientes": "reviews"}  # fmt: skip


def _notes(run: Run, step: float, y: float) -> Iterator[str]:
    places = {
        name: next(i for i, one in enumerate(run.blocks.text) if one.startswith(start))
        for start, name in NOTED.items()
    }
    for i, (name, place) in enumerate(places.items()):
        x, low = 140 + step * (place + 0.5), y + 20 + 17 * (i % 2)
        yield line(x, y, x, low - 11, "faint")
        yield text(x, low, name, "faint", 12, "middle")


def net() -> str:
    """The layers of the network, with the shapes of the shipped weights."""
    weights = cleaner().model.weights
    columns, width = weights["input"].shape
    labels, count = weights["output"].shape[1], len(weights["conventions"])
    hidden, reach = weights["widen"].shape[1], sum(network.DILATIONS)
    steps = (
        (f"{columns} columns as ranks, -1 to 1",
         "the value of a column becomes its rank among all values"),
        (f"linear, {columns} → {width}", "each block by itself"),
        (f"4 convolutions, dilated by {', '.join(map(str, network.DILATIONS))}",
         f"each block sees {reach} blocks to either side"),
        (f"attention, {network.HEADS} heads, to at most {network.SEGMENTS} segments",
         "with the mean of the page: each block sees all of it, in linear time"),
        (f"{width} → {hidden} → {width}", "each block by itself"),
        (f"linear, {width} → {labels}", "a score for each label"),
        (f"chain, {labels} × {labels} transitions",
         "which label follows which: forward and backward"),
    )  # fmt: skip
    parts = [text(20, 30, "The network of web", size=15, bold=True)]
    for i, (name, says) in enumerate(steps):
        y = 48 + 62 * i
        parts += [rect(40, y, 470, 44, "panel", radius=6), text(56, y + 19, name, bold=True),
                  text(56, y + 36, says, "faint", 12)]  # fmt: skip
        parts += [arrow(275, y + 45, 275, y + 61)] if i < len(steps) - 1 else []
    trained = sum(
        int(np.prod(shape))
        for name, shape in network.shapes(columns, width, labels).items()
        if name not in ("edges", "ranks")
    )
    parts += _conventions_beside(count, width, labels)
    parts.append(text(600, 48 + 62 * 6 + 27, f"{trained:,} weights", "faint"))
    return picture(WIDE, 66 + 62 * len(steps), "The network of the model web", parts)


def _conventions_beside(count: int, width: int, labels: int) -> Iterator[str]:
    for row, size in ((1, width), (5, labels)):
        y = 48 + 62 * row
        yield rect(600, y, 236, 44, "panel", radius=6)
        yield text(616, y + 19, f"convention: {size} numbers", "mark", bold=True)
        yield text(616, y + 36, f"one of {count}, added to the bias", "faint", 12)
        yield line(600, y + 22, 517, y + 22, "mark", 1.5)
        yield curve([(524, y + 17), (512, y + 22), (524, y + 27)], "mark", 1.5)
