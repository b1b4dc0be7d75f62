"""How the cost of cleaning grows with a page: milliseconds by stage against bytes and blocks.

    python scripts/growth.py [CORPUS...] [--json FILE] [--plot docs/growth.svg]

Pages are made, of many kinds, each twice as large as the one before, up to 20 MB or 200,000 blocks.
A kind's exponent is the slope of time against size, both as logarithms, over the larger half of
its pages: 1 is linear, 2 is quadratic. Times are of the processor, so that what else runs on the
machine hardly shows. Every kind runs in a process of its own, so that its peak memory is known.
With CORPUS every page of it is cleaned, too, and the slowest are named. Full length takes about ten
minutes, and half a minute for a thousand pages of a corpus.
"""

import argparse
import json
import multiprocessing
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, cycle, islice
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"  # before numpy is loaded

import numpy as np

from victor import pipeline
from victor.commands.clean import sources
from victor.compiled import built
from victor.evaluate.tables import table
from victor.pipeline import Cleaner

Json = dict[str, Any]
_SMALLEST = 20_000  # bytes of the first page of each kind
_BLOCKS = 200_000  # a page with so many is the last of its kind
_LIMIT = 120.0  # seconds of a page after which its kind is given up
_AGAIN = 5.0  # seconds below which a page is measured twice, and the lesser time taken
_SEEN = 20.0  # milliseconds of a stage that its exponent is told of
_SLOWEST = 10  # pages of a corpus that are named
_WORDS = (
    "the river had risen in the night and nobody in the village could remember when its water last"
    " stood so high that boats were tied to the doors of the church and the school was closed until"
    " the end of March because of it"
).split()


def _prose(i: int) -> str:
    start = i * 7 % len(_WORDS)
    words = islice(cycle(_WORDS), start, start + 12 + i % 40)
    return f"{' '.join(words)} {i}."


def _word(i: int) -> str:
    return _WORDS[i % len(_WORDS)]


def _attributes(i: int) -> str:
    names = " ".join(f'data-{k}="{i * k}" x{i % 997}-{k}="{k}"' for k in range(20))
    looks = f'class="c{i} entry-{i % 50} main" style="font-size:{8 + i % 9}px;color:red"'
    return f'<div id="n{i}" {looks} {names}>{_prose(i)}</div>'


def _style(i: int) -> str:
    return f"<style>.c{i}{{font-weight:bold}}</style><p class=c{i}>{_prose(i)}</p>"


def _script(i: int) -> str:
    said = json.dumps({"@type": "Comment", "text": _prose(i), "n": list(range(30))})
    return f'<script type="application/ld+json">{said}</script><script>var a{i} = {said};</script>'


@dataclass(frozen=True)
class Kind:
    """What a page of a kind is made of: piece after piece, something before and behind them."""

    piece: Callable[[int], str]
    before: str = ""
    behind: str = ""
    each: str = ""  # behind all pieces, as often as there are pieces


KINDS: Mapping[str, Kind] = {
    "prose": Kind(lambda i: f"<p>{_prose(i)}</p>"),
    "short blocks": Kind(lambda i: f"<p>{i}</p>\n"),
    "links": Kind(lambda i: f'<li><a href="/{i}">Entry {i}</a></li>', "<ul>"),
    "tables": Kind(lambda i: f"<table><tr><td>{i}<td>{_word(i)}<td>x</table>"),
    "one table": Kind(lambda i: f"<tr><td>{i}<td>{_word(i)}<td>x", "<table>"),
    "nested": Kind(lambda i: f"<div>{_prose(i)}", each="</div>"),
    "nested inline": Kind(lambda i: f"<span>{_word(i)}", "<p>", each="</span>"),
    "unclosed": Kind(lambda i: f"<b><i><font>{_prose(i)}"),
    "unclosed blocks": Kind(lambda i: f"<section><div><p>{_prose(i)}"),
    "stray end tags": Kind(lambda i: f"</span></div></b></q>{_prose(i)}", "<div>"),
    "one text": Kind(lambda i: f"{_prose(i)} ", "<p>"),
    "one word": Kind(lambda i: "wordsofmanyletters", "<p>"),
    "one heading": Kind(lambda i: f"<span>{i}</span> {_word(i)}<br>", "<h1>"),
    "one title": Kind(lambda i: f"{i} {_word(i)} ", "<p>text</p><title>"),
    "one link": Kind(lambda i: f"<div>{_prose(i)}</div>", "<a href=/>"),
    "one comment": Kind(lambda i: f"<p>{_prose(i)}</p>", "<p>some text</p><!--"),
    "comments": Kind(lambda i: f"<!-- {_word(i)} > ", "<p>some text</p>"),
    "entities": Kind(lambda i: "&amp;&#233;&nbsp;&lt;", "<p>"),
    "less-than": Kind(lambda i: "a < b <c ", "<p>"),
    "lines": Kind(lambda i: f"{_prose(i)}\n", "<pre>"),
    "attributes": Kind(_attributes),
    "one tag": Kind(lambda i: f" a{i}={i}", "<p>text</p><div"),
    "images": Kind(lambda i: f'<img alt="{_prose(i)}" src={i}><p>{i}'),
    "styles": Kind(_style),
    "scripts": Kind(_script, "<p>text</p>"),
    "one script": Kind(
        lambda i: f'{{"articleBody": {json.dumps(_prose(i))}}},',
        '<p>text</p><script type="application/ld+json">[',
        "{}]</script>",
    ),
    "one sentence": Kind(lambda i: "<p>The same sentence, again and again and again.</p>"),
    "Chinese": Kind(lambda i: f"<p>这是一个关于河水上涨的故事。{i}</p>"),
    "windows-1252": Kind(lambda i: f"<p>Stra\udcdfe {_prose(i)}</p>"),
    "stray end tags in depth": Kind(lambda i: f"<div><b></q></i>{_word(i)}"),
    "depth in a comment": Kind(lambda i: f"<li>-<form>{_word(i)}<!"),
}


def made(kind: str, size: int) -> bytes:
    """A page of a kind with about ``size`` bytes."""
    one = KINDS[kind]
    parts, length = ["<html><head><title>A page</title></head><body>", one.before], 0
    for i in count(1):
        parts.append(one.piece(i))
        length += len(parts[-1]) + len(one.each)
        if length >= size:
            break
    text = "".join([*parts, one.each * i, one.behind])
    return text.encode("utf-8", "surrogateescape")


def stages(cleaner: Cleaner, html: bytes) -> tuple[dict[str, float], int]:
    """Milliseconds of each stage, in order, and the number of blocks."""
    run = cleaner.run(html, "output", clock=time.process_time, format="jsonl")
    return {name: 1000 * seconds for name, seconds in run.seconds.items()}, len(run.blocks)


def _measure(kind: str, config: str, largest: int, pipe: Connection) -> None:
    """In a process of its own: a point for each size, then the peak memory."""
    cleaner, size = pipeline.load(config), _SMALLEST
    stages(cleaner, made("prose", size))
    while True:
        html = made(kind, size)
        spent, blocks = stages(cleaner, html)
        if sum(spent.values()) < 1000 * _AGAIN:
            again, _ = stages(cleaner, html)
            spent = {name: min(ms, again[name]) for name, ms in spent.items()}
        pipe.send({"bytes": len(html), "blocks": blocks, "ms": spent})
        if size >= largest or blocks >= _BLOCKS:
            break
        size = min(2 * size, largest)
    pipe.send(_peak())


def _peak() -> float:
    # Not getrusage: its peak is that of the parent where a process begins as a copy of it.
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def measured(kind: str, config: str, largest: int) -> Json:
    """The points of a kind, its peak memory in MB, and whether it was given up."""
    context = multiprocessing.get_context("spawn")
    near, far = context.Pipe()
    process = context.Process(target=_measure, args=(kind, config, largest, far), daemon=True)
    process.start()
    far.close()
    points: list[Json] = []
    peak = None
    try:
        while peak is None and near.poll(_LIMIT):
            said = near.recv()
            if isinstance(said, float):
                peak = said
            else:
                points.append(said)
    except EOFError:
        print(f"{kind}: the process has died")
    process.kill()
    process.join()
    return {"points": points, "peak_mb": peak, **growth(points)}


def growth(points: Sequence[Json]) -> Json:
    """The exponents of the whole and of each stage that takes its time."""
    totals = [sum(one["ms"].values()) for one in points]
    stage = {
        name: exponent(points, [one["ms"][name] for one in points])
        for name in points[-1]["ms"]
        if points[-1]["ms"][name] >= _SEEN
    }
    return {"exponent": exponent(points, totals), "stages": stage}


def exponent(points: Sequence[Json], ms: Sequence[float]) -> float | None:
    """The slope of the logarithms over the larger half; None for fewer than three points."""
    half = min(len(points) // 2, len(points) - 4) if len(points) > 4 else 0
    sizes = [one["bytes"] for one in points[half:]]
    if len(sizes) < 3:
        return None
    times = np.maximum(ms[half:], 1e-3)
    return round(float(np.polyfit(np.log(sizes), np.log(times), 1)[0]), 2)


def slowest(corpus: Path, config: str) -> Json:
    """How many pages a corpus has, and those that take longest, from bytes to JSON lines."""
    cleaner = pipeline.load(config)
    found = [(_seconds(cleaner, page.read()), page.name, page) for page in sources([str(corpus)])]
    found.sort(key=lambda one: -one[0])
    rows = []
    for first, name, page in found[:_SLOWEST]:
        html = page.read()
        again = min(first, _seconds(cleaner, html), _seconds(cleaner, html))
        rows.append({"id": Path(name).name, "bytes": len(html), "seconds": round(again, 3)})
    total = sum(seconds for seconds, _, _ in found)
    return {"pages": len(found), "seconds": round(total, 1), "slowest": rows}


def _seconds(cleaner: Cleaner, html: bytes) -> float:
    start = time.process_time()
    cleaner.clean(html).format("jsonl")
    return time.process_time() - start


def kind_table(kinds: Mapping[str, Json]) -> str:
    """A line for each kind: its largest page and how it got there."""
    header = ("kind", "MB", "blocks", "seconds", "exponent", "steepest stage", "peak MB")
    return table(header, list(_rows(kinds)))


def _rows(kinds: Mapping[str, Json]) -> Iterator[tuple[str, ...]]:
    for kind, one in kinds.items():
        last = one["points"][-1]
        seconds = sum(last["ms"].values()) / 1000
        stages = {name: slope for name, slope in one["stages"].items() if slope is not None}
        steepest = max(stages, key=stages.__getitem__, default="")
        yield (
            kind,
            f"{last['bytes'] / 1e6:.1f}",
            f"{last['blocks']:,}",
            f"{seconds:.2f}",
            "-" if one["exponent"] is None else f"{one['exponent']:.2f}",
            f"{steepest} {stages[steepest]:.2f}" if steepest else "-",
            "given up" if one["peak_mb"] is None else f"{one['peak_mb']:.0f}",
        )


def plot(kinds: Mapping[str, Json], file: Path) -> None:
    """Stages of a page of prose against its size, of one of short blocks against their number."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    style = {"svg.hashsalt": "victor", "svg.fonttype": "none", "font.family": "sans-serif"}
    with matplotlib.rc_context(style):
        figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.8))
        _panel(left, kinds["prose"]["points"], "bytes", 1e6, "MB of prose")
        _panel(right, kinds["short blocks"]["points"], "blocks", 1, "short blocks")
        left.set(ylabel="milliseconds")
        right.legend(fontsize=8)
        figure.tight_layout()
        figure.savefig(file, metadata={"Date": None, "Creator": None})


def _panel(axes: Any, points: Sequence[Json], size: str, unit: float, label: str) -> None:
    places = [one[size] / unit for one in points]
    for name in points[-1]["ms"]:
        times = [max(one["ms"][name], 0.01) for one in points]
        axes.loglog(places, times, marker=".", linewidth=1, label=name)
    totals = [sum(one["ms"].values()) for one in points]
    axes.loglog(places, totals, color="black", label="all")
    axes.set(xlabel=label)
    axes.grid(alpha=0.3)


def corpus_table(corpora: Mapping[str, Json]) -> str:
    """The slowest pages of each corpus."""
    rows = [
        (name, page["id"], f"{page['bytes'] / 1e6:.2f}", f"{page['seconds']:.2f}")
        for name, one in corpora.items()
        for page in one["slowest"][:3]
    ]
    return table(("corpus", "slowest pages", "MB", "seconds"), rows)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpora", nargs="*", type=Path, help="folders of pages")
    parser.add_argument("--megabytes", type=float, default=20, help="of the largest pages (20)")
    parser.add_argument("--kinds", nargs="+", default=list(KINDS), choices=KINDS, metavar="KIND")
    parser.add_argument("--config", default="web", help="shipped model or model folder")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--plot", type=Path, metavar="FILE.svg")
    given = parser.parse_args()
    print(f"{'compiled' if built() else 'Python'} precleaner\n")
    largest = round(1e6 * given.megabytes)
    kinds = {}
    for kind in given.kinds:
        kinds[kind] = measured(kind, given.config, largest)
        print(*next(_rows({kind: kinds[kind]})), sep="\t", flush=True)
    print("\n" + kind_table(kinds))
    corpora = {path.name: slowest(path, given.config) for path in given.corpora}
    if corpora:
        print("\n" + corpus_table(corpora))
    if given.json:
        given.json.write_text(json.dumps({"kinds": kinds, "corpora": corpora}) + "\n")
    if given.plot:
        plot(kinds, given.plot)


if __name__ == "__main__":
    main()
