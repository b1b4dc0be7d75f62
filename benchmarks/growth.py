"""Measure how the cost of cleaning grows with the size of a page, by stage.

Pages of many kinds are generated, each twice as large as the previous one, up to 20 MB or 90,000
blocks. The exponent of a kind is the slope of log time against log size over the larger half of its
pages: 1 is linear, 2 is quadratic. Every kind runs in a child process, whose peak memory is
measured. The pages of the corpora are also cleaned, and the slowest are listed. A full run takes
about ten minutes, and half a minute for a thousand pages of a corpus.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, cycle, islice
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import command_line, corpus
from benchmarks.plotting import figure
from benchmarks.timing import clock, in_child, timer, total
from victor import pipeline
from victor.batch.chunk import Input
from victor.compiled import built
from victor.errors import TooLargeError
from victor.evaluate.tables import table
from victor.pipeline import Cleaner

Json = dict[str, Any]
_SMALLEST = 20_000  # bytes of the first page of each kind
_BLOCKS = 90_000  # a kind stops at a page with as many, as 180,000 are too many
_LIMIT = 120.0  # seconds; a kind with a slower page is stopped
_AGAIN = 5.0  # seconds; faster pages are measured twice, and the smaller time counts
_SEEN = 20.0  # milliseconds; faster stages get no exponent
_SLOWEST = 10  # pages that are listed for each corpus
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
    data = json.dumps({"@type": "Comment", "text": _prose(i), "n": list(range(30))})
    return f'<script type="application/ld+json">{data}</script><script>var a{i} = {data};</script>'


@dataclass(frozen=True)
class Kind:
    """A kind of generated page: numbered pieces, with fixed markup before and after them."""

    piece: Callable[[int], str]
    before: str = ""
    after: str = ""
    each: str = ""  # follows all pieces, repeated once per piece


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
    "cards": Kind(
        lambda i: (
            f"<div><h3>{_word(i)} {i}</h3><ul><li>{_word(i)}<li>Unlimited boards for everyone"
            "<li>Support by mail and telephone on every day</ul></div>"
        )
    ),
    "torn words": Kind(lambda i: f"<p><span>{_prose(i)} includin</span><span>g {i}</span></p>"),
    "updates": Kind(lambda i: f"<p>Last updated: May {i % 28 + 1}, 2024</p><p>{_prose(i)}</p>"),
    "Chinese": Kind(lambda i: f"<p>这是一个关于河水上涨的故事。{i}</p>"),
    "windows-1252": Kind(lambda i: f"<p>Stra\udcdfe {_prose(i)}</p>"),
    "stray end tags in depth": Kind(lambda i: f"<div><b></q></i>{_word(i)}"),
    "comments without an end": Kind(lambda i: f"<!--{_word(i)}>", "<p>text</p>", "--!><script>"),
    "sections without an end": Kind(lambda i: "<![CDATA[>", "<p>text</p>", "]><script>"),
    "a body that opens elements": Kind(
        lambda i: "<b>" if i > 1 else f"<b>{_prose(i) * 9}",
        '<p>x</p><script type="application/ld+json">{"articleBody": "',
        '"}</script>',
        each="<\\/i>",
    ),
    "depth in a comment": Kind(lambda i: f"<li>-<form>{_word(i)}<!"),
}


def generate(kind: str, size: int) -> bytes:
    """A page of a kind, of about ``size`` bytes."""
    one = KINDS[kind]
    parts, length = ["<html><head><title>A page</title></head><body>", one.before], 0
    for i in count(1):
        parts.append(one.piece(i))
        length += len(parts[-1]) + len(one.each)
        if length >= size:
            break
    text = "".join([*parts, one.each * i, one.after])
    return text.encode("utf-8", "surrogateescape")


def stages(cleaner: Cleaner, html: bytes) -> tuple[dict[str, float], int]:
    """The milliseconds of each stage, in order, and the number of blocks."""
    run = cleaner.run(html, "output", clock=clock, format="jsonl")
    return {name: 1000 * seconds for name, seconds in run.seconds.items()}, len(run.blocks)


def points(kind: str, config: str, largest: int) -> Iterator[Json]:
    """Yield the size and times of each page of a kind, from small to large."""
    cleaner, size = pipeline.load(config), _SMALLEST
    stages(cleaner, generate("prose", size))
    while True:
        html = generate(kind, size)
        try:
            ms, blocks = stages(cleaner, html)
        except TooLargeError:
            return
        if total(ms) < 1000 * _AGAIN:
            ms = min(ms, stages(cleaner, html)[0], key=total)
        yield {"bytes": len(html), "blocks": blocks, "ms": ms}
        if size >= largest or blocks >= _BLOCKS:
            break
        size = min(2 * size, largest)


def measured(kind: str, config: str, largest: int) -> Json:
    """The points of a kind, its exponents, and its peak memory in MB, None if it was stopped."""
    found, peak = in_child(points, kind, config, largest, patience=_LIMIT)
    return {"points": found, "peak_mb": peak, **growth(found)}


def growth(points: Sequence[Json]) -> Json:
    """The exponents of the total time and of each stage that is long enough to measure."""
    totals = [total(one["ms"]) for one in points]
    stage = {
        name: exponent(points, [one["ms"][name] for one in points])
        for name in points[-1]["ms"]
        if points[-1]["ms"][name] >= _SEEN
    }
    return {"exponent": exponent(points, totals), "stages": stage}


def exponent(points: Sequence[Json], ms: Sequence[float]) -> float | None:
    """The slope of log time against log size, larger half; None for fewer than three points."""
    half = min(len(points) // 2, len(points) - 4) if len(points) > 4 else 0
    sizes = [one["bytes"] for one in points[half:]]
    if len(sizes) < 3:
        return None
    times = np.maximum(ms[half:], 1e-3)
    return round(float(np.polyfit(np.log(sizes), np.log(times), 1)[0]), 2)


def slowest(pages: Sequence[Input], config: str) -> Json:
    """The number of pages of a corpus, their time to JSON lines, and the slowest pages."""
    cleaner = pipeline.load(config)
    measure = timer(lambda html: cleaner.clean(html).format("jsonl"))
    found = [(total(measure(page.read())), page) for page in pages]
    found.sort(key=lambda one: -one[0])
    rows = []
    for first, page in found[:_SLOWEST]:
        html = page.read()
        least = min(first, total(measure(html)), total(measure(html)))
        rows.append({"id": Path(page.name).name, "bytes": len(html), "seconds": round(least, 3)})
    whole = sum(seconds for seconds, _ in found)
    return {"pages": len(found), "seconds": round(whole, 1), "slowest": rows}


def kind_table(kinds: Mapping[str, Json]) -> str:
    """A table with a row for each kind: its largest page, and the exponents."""
    header = ("kind", "MB", "blocks", "seconds", "exponent", "steepest stage", "peak MB")
    return table(header, list(_rows(kinds)))


def _rows(kinds: Mapping[str, Json]) -> Iterator[tuple[str, ...]]:
    for kind, one in kinds.items():
        last = one["points"][-1]
        seconds = total(last["ms"]) / 1000
        stages = {name: slope for name, slope in one["stages"].items() if slope is not None}
        steepest = max(stages, key=stages.__getitem__, default="")
        yield (
            kind,
            f"{last['bytes'] / 1e6:.1f}",
            f"{last['blocks']:,}",
            f"{seconds:.2f}",
            "-" if one["exponent"] is None else f"{one['exponent']:.2f}",
            f"{steepest} {stages[steepest]:.2f}" if steepest else "-",
            "stopped" if one["peak_mb"] is None else f"{one['peak_mb']:.0f}",
        )


def plot(kinds: Mapping[str, Json], file: Path) -> None:
    """Plot the time of each stage against the bytes of prose and the number of short blocks."""
    with figure(file, panels=2, figsize=(9, 3.8)) as (left, right):
        _panel(left, kinds["prose"]["points"], "bytes", 1e6, "MB of prose")
        _panel(right, kinds["short blocks"]["points"], "blocks", 1, "short blocks")
        left.set(ylabel="milliseconds")
        right.legend()


def _panel(axes: Any, points: Sequence[Json], size: str, unit: float, label: str) -> None:
    sizes = [one[size] / unit for one in points]
    for name in points[-1]["ms"]:
        times = [max(one["ms"][name], 0.01) for one in points]
        axes.loglog(sizes, times, marker=".", linewidth=1, label=name)
    axes.loglog(sizes, [total(one["ms"]) for one in points], color="black", label="all")
    axes.set(xlabel=label)


def corpus_table(corpora: Mapping[str, Json]) -> str:
    """A table of the slowest pages of each corpus."""
    rows = [
        (name, page["id"], f"{page['bytes'] / 1e6:.2f}", f"{page['seconds']:.2f}")
        for name, one in corpora.items()
        for page in one["slowest"][:3]
    ]
    return table(("corpus", "slowest pages", "MB", "seconds"), rows)


def main() -> None:
    """Measure and print."""
    parser = command_line.parser(__doc__)
    parser.add_argument("corpora", nargs="*", type=command_line.existing, help="folders of pages")
    parser.add_argument("--megabytes", type=float, default=20, help="size of the largest page (20)")
    parser.add_argument("--kinds", nargs="+", default=list(KINDS), choices=KINDS, metavar="KIND",
                        help=f"only these kinds of pages: {', '.join(KINDS)}")  # fmt: skip
    parser.add_argument("--config", default="web", help="shipped model or model directory (web)")
    parser.add_argument("--json", type=Path, help="write the full results as JSON")
    parser.add_argument("--plot", type=Path, metavar="FILE.svg", help="plot time against size")
    given = parser.parse_args()
    pages = {path.name: corpus.files(path) for path in given.corpora}
    print(f"parser: {'compiled' if built() else 'pure Python'}\n")
    largest = round(1e6 * given.megabytes)
    kinds = {}
    for kind in given.kinds:
        kinds[kind] = measured(kind, given.config, largest)
        print(*next(_rows({kind: kinds[kind]})), sep="\t", flush=True)
    print("\n" + kind_table(kinds))
    corpora = {name: slowest(found, given.config) for name, found in pages.items()}
    if corpora:
        print("\n" + corpus_table(corpora))
    command_line.write_json({"kinds": kinds, "corpora": corpora}, given.json)
    if given.plot:
        plot(kinds, given.plot)


if __name__ == "__main__":
    command_line.run(main)
