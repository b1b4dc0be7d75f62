"""Measure the effect of cleaning on search: BM25 over whole, filtered and cleaned pages.

As in section 6 of Kohlschütter, Fankhauser and Nejdl, *Boilerplate Detection using Shallow Text
Features* (2010), only blocks with a minimum number of words are indexed, for increasing minima. The
queries and judgements of the paper (BLOGS06) are not freely available. Here, each query is the gold
title of a page, which is the only relevant page. Scores are reciprocal rank and NDCG@10, with and
without the titles in the indexed texts. BM25 is that of bm25s (extra `bench`).
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from benchmarks import command_line
from benchmarks.plotting import figure
from victor import config, pipeline
from victor.evaluate.gold import read_gold
from victor.evaluate.gold.page import GoldPage
from victor.page import read_page
from victor.pipeline import blocks_of
from victor.tree.blocks import Blocks

LEAST = (1, 2, 3, 5, 8, 10, 11, 13, 15, 20, 25, 30, 40, 50, 60, 80, 100)
CLEANED = ("boilerpipe", "boilerpipe-density", "boilerpipe-main", "cleaneval-crf")
DEPTH = 1000
Texts = Mapping[str, Sequence[str]]  # by system, a text for each page


def titles(corpus: Path, golds: Sequence[GoldPage]) -> list[str]:
    """The title of each page, empty if the corpus has none."""
    found = []
    for gold in golds:
        truth = json.loads((corpus / "ground-truth" / f"{gold.id}.json").read_text("utf-8"))
        found.append(truth["ground_truth"].get("title") or "")
    return found


def systems() -> dict[str, Callable[[GoldPage, Blocks], str]]:
    """By name, functions from a page and its boilerpipe blocks to the text to index."""
    made: dict[str, Callable[[GoldPage, Blocks], str]] = {
        f"blocks of {least} words or more": _long(least) for least in LEAST
    }
    for name in CLEANED:
        made[name] = _cleaned(name)
    return made | {"gold": lambda gold, _: gold.text}


def _long(least: int) -> Callable[[GoldPage, Blocks], str]:
    def text(gold: GoldPage, blocks: Blocks) -> str:
        kept = zip(blocks.text, blocks.words.tolist(), strict=True)
        return "\n".join(one for one, words in kept if words >= least or least == 1)

    return text


def _cleaned(name: str) -> Callable[[GoldPage, Blocks], str]:
    cleaner = pipeline.load(name)
    return lambda gold, _: cleaner.clean(gold.html, gold.id, gold.url).text


def indexed(golds: Sequence[GoldPage]) -> dict[str, list[str]]:
    """The text of each page by system."""
    plan, made = pipeline.plan(config.load("boilerpipe")), systems()
    texts: dict[str, list[str]] = {name: [] for name in made}
    for gold in golds:
        blocks = blocks_of(plan, read_page(gold.html, gold.id, gold.url))
        for name, text in made.items():
            texts[name].append(text(gold, blocks))
    return texts


def untitled(text: str, title: str) -> str:
    """A text without any occurrence of the title of its page."""
    words = r"\s+".join(map(re.escape, title.split()))
    return re.sub(words, " ", text, flags=re.IGNORECASE) if words else text


def ranks(texts: Sequence[str], queries: Mapping[int, str]) -> list[float]:
    """The rank of the page of each query, from 1; infinite if it is not found."""
    import bm25s

    index = bm25s.BM25()
    index.index(_words(texts), show_progress=False)
    found, scores = index.retrieve(
        _words(list(queries.values())), k=min(DEPTH, len(texts)), show_progress=False
    )
    out = []
    for page, row, score in zip(queries, found, scores, strict=True):
        place = np.flatnonzero((row == page) & (score > 0))
        out.append(float(place[0] + 1) if len(place) else float("inf"))
    return out


def _words(texts: Sequence[str]) -> Any:
    import bm25s

    return bm25s.tokenize(list(texts), stopwords="en", show_progress=False)


def scores(found: Sequence[float]) -> dict[str, float]:
    """Mean reciprocal rank, NDCG@10 (1 / log2(1 + rank)), and the share ranked first."""
    return {
        "reciprocal_rank": fmean(1 / rank for rank in found),
        "ndcg_10": fmean(1 / np.log2(1 + rank) if rank <= 10 else 0.0 for rank in found),
        "first": fmean(rank == 1 for rank in found),
    }


def plot(found: Mapping[str, Mapping[str, float]], file: Path) -> None:
    """Plot NDCG@10 over the minimum number of words; the cleaned texts as horizontal lines."""
    with figure(file, figsize=(7, 4)) as (axes,):
        curve = [found[f"blocks of {least} words or more"]["ndcg_10"] for least in LEAST]
        axes.plot(LEAST, curve, marker="o", label="blocks with a minimum number of words")
        for i, name in enumerate((*CLEANED, "gold"), start=1):
            axes.axhline(found[name]["ndcg_10"], color=f"C{i}", linestyle="--", label=name)
        axes.set(xlabel="minimum number of words in a block", ylabel="NDCG@10")
        axes.legend()


def main() -> None:
    """Measure, write and plot."""
    parser = command_line.parser(__doc__)
    parser.add_argument("corpus", type=command_line.existing, help="wcxb-dev")
    parser.add_argument("file", type=Path, help="JSON file to write")
    parser.add_argument("--plot", type=Path, metavar="FILE.svg", help="plot NDCG@10")
    chosen = parser.parse_args()
    golds = list(read_gold([chosen.corpus]))
    known = titles(chosen.corpus, golds)
    queries = {i: title for i, title in enumerate(known) if title.strip()}
    found: dict[str, Any] = {"systems": {}, "untitled": {}}
    for name, texts in indexed(golds).items():
        bare = [untitled(text, title) for text, title in zip(texts, known, strict=True)]
        found["systems"][name] = scores(ranks(texts, queries))
        found["untitled"][name] = scores(ranks(bare, queries))
    sizes = {"pages": len(golds), "queries": len(queries)}
    command_line.write_json({**sizes, **found}, chosen.file)
    if chosen.plot:
        plot(found["untitled"], chosen.plot)


if __name__ == "__main__":
    command_line.run(main)
