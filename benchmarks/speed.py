"""Speed and accuracy of Victor and its peers over a folder of pages, in one run, interleaved.

    python scripts/bench.py CORPUS [--pages 300] [--config NAME|DIR] [--json FILE]

Every page is read before anything is timed; then each page goes through every system in turn, the
order turned by one from page to page, so that what slows the machine slows all. From bytes to
text. Peers that are not installed are left out by name. Compare ratios, not seconds.
"""

import argparse
import json
import multiprocessing
import os
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"  # before numpy is loaded

from victor import pipeline
from victor.commands.clean import sources
from victor.compiled import built
from victor.evaluate import gold
from victor.evaluate.metrics.words import WORD_SCORES, word_scores
from victor.evaluate.tables import table
from victor.pipeline import Cleaner

System = Callable[[bytes], str]


@dataclass(frozen=True)
class Sample:
    """A page to time on."""

    id: str
    html: bytes
    kind: str = ""
    gold: str | None = None


def samples(path: Path, count: int, seed: int) -> list[Sample]:
    """Random pages of a corpus with gold, or of a folder without."""
    try:
        gold.corpus_name(path)
    except Exception:
        found = [Sample(source.name, source.read()) for source in sources([str(path)])]
    else:
        read = gold.read_gold([path])
        found = [Sample(page.id, page.html, page.kind, page.text) for page in read]
    random.Random(seed).shuffle(found)
    return found[:count]


def _trafilatura(fast: bool) -> System:
    import trafilatura

    return lambda data: trafilatura.extract(data, fast=fast) or ""


def _resiliparse(main_content: bool) -> System:
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import detect_encoding
    from resiliparse.parse.html import HTMLTree

    def extract(data: bytes) -> str:
        tree = HTMLTree.parse_from_bytes(data, detect_encoding(data))
        return str(extract_plain_text(tree, main_content=main_content))

    return extract


def _readability() -> System:
    import lxml.html
    import readability

    def extract(data: bytes) -> str:
        summary = readability.Document(data.decode("utf-8", "replace")).summary()
        return str(lxml.html.fromstring(summary).text_content())

    return extract


def _justext() -> System:
    import justext

    stop_words = justext.get_stoplist("English")

    def extract(data: bytes) -> str:
        paragraphs = justext.justext(data, stop_words)
        return "\n".join(p.text for p in paragraphs if not p.is_boilerplate)

    return extract


def _boilerpipe() -> System:
    from boilerpy3.extractors import NumWordsRulesExtractor

    extractor = NumWordsRulesExtractor(raise_on_failure=False)
    return lambda data: str(extractor.get_content(data.decode("utf-8", "replace")))


def _newspaper() -> System:
    from newspaper import Article, Config

    config = Config()
    config.fetch_images = False

    def extract(data: bytes) -> str:
        article = Article("http://page.example/", config=config)
        article.download(input_html=data.decode("utf-8", "replace"))
        article.parse()
        return str(article.text)

    return extract


def _goose() -> System:
    from goose3 import Goose

    goose = Goose({"enable_image_fetching": False})
    return lambda data: str(goose.extract(raw_html=data).cleaned_text)


PEERS: dict[str, Callable[[], System]] = {
    "trafilatura": lambda: _trafilatura(fast=False),
    "trafilatura fast": lambda: _trafilatura(fast=True),
    "resiliparse": lambda: _resiliparse(main_content=True),
    "resiliparse all text": lambda: _resiliparse(main_content=False),
    "readability-lxml": _readability,
    "jusText": _justext,
}
SLOW: dict[str, Callable[[], System]] = {
    "boilerpy3": _boilerpipe,
    "newspaper4k": _newspaper,
    "goose3": _goose,
}


def systems(cleaner: Cleaner, wanted: Sequence[str]) -> dict[str, System]:
    """Victor and the peers that are installed."""
    found: dict[str, System] = {"victor": lambda data: cleaner.clean(data).text}
    for name, make in (PEERS | SLOW).items():
        if name not in (wanted or PEERS):
            continue
        try:
            found[name] = make()
        except ImportError as error:
            print(f"{name} is left out: {error}", file=sys.stderr)
    return found


def guarded(system: System, data: bytes) -> str:
    """A system's text; nothing where it gives up on a page."""
    try:
        return system(data)
    except Exception:
        return ""


def interleaved(
    found: dict[str, System], pages: Sequence[Sample], rounds: int
) -> tuple[dict[str, list[float]], dict[str, list[str]]]:
    """Seconds by system and page (the least of the rounds), and the texts."""
    names = list(found)
    seconds = {name: [float("inf")] * len(pages) for name in names}
    texts = {name: [""] * len(pages) for name in names}
    for name in names:
        guarded(found[name], pages[0].html)
    for turn in range(rounds):
        for i, page in enumerate(pages):
            shift = (i + turn) % len(names)
            for name in names[shift:] + names[:shift]:
                start = time.perf_counter()
                texts[name][i] = guarded(found[name], page.html)
                seconds[name][i] = min(seconds[name][i], time.perf_counter() - start)
    return seconds, texts


def stages(cleaner: Cleaner, pages: Sequence[Sample]) -> dict[str, float]:
    """Milliseconds per page of each of Victor's stages, and of all together, timed apart."""
    spent: dict[str, float] = {}
    whole = 0.0
    for sample in pages:
        start = time.perf_counter()
        guarded(lambda data: cleaner.clean(data).text, sample.html)
        whole += time.perf_counter() - start
        for name, seconds in cleaner.timed(sample.html).items():
            spent[name] = spent.get(name, 0.0) + seconds
    spent["whole"] = whole
    return {name: 1000 * seconds / len(pages) for name, seconds in spent.items()}


def _peak(name: str, config: str, pages: Sequence[Sample], pipe) -> None:
    found = systems(pipeline.load(config), [name])
    for page in pages:
        guarded(found[name], page.html)
    # Not getrusage: its peak is that of the parent where a process begins as a copy of it.
    status = Path("/proc/self/status").read_text()
    pipe.send(int(status.partition("VmHWM:")[2].split()[0]) / 1024)


def peak_memory(name: str, config: str, pages: Sequence[Sample]) -> float:
    """Peak memory in MB of a process that does nothing but clean these pages."""
    context = multiprocessing.get_context("spawn")
    near, far = context.Pipe()
    process = context.Process(target=_peak, args=(name, config, pages[:50], far))
    process.start()
    process.join()
    return float(near.recv()) if near.poll() else float("nan")


def report(
    seconds: dict[str, list[float]],
    texts: dict[str, list[str]],
    pages: Sequence[Sample],
    memory: dict[str, float],
) -> str:
    """A Markdown table of all systems."""
    rows = []
    for name, times in seconds.items():
        rate = len(pages) / sum(times)
        ratio = sum(times) / sum(seconds["victor"])
        row = [name, f"{rate:.1f}", f"{ratio:.2f}", f"{1000 * max(times):.0f}"]
        row.append(f"{memory[name]:.0f}" if name in memory else "-")
        scored = [
            word_scores(text, page.gold)
            for text, page in zip(texts[name], pages, strict=True)
            if page.gold is not None
        ]
        row += (
            [f"{sum(s[i] for s in scored) / len(scored):.3f}" for i in (2, 0, 1)] if scored else []
        )
        rows.append(row)
    header = ["system", "pages/s", "time / victor's", "slowest page, ms", "peak MB"]
    return table([*header, *(["F1", "P", "R"] if len(rows[0]) > len(header) else [])], rows)


def _row(i, page, texts):
    """A page's word scores by system, to be read by `victor compare`."""
    found = {}
    if page.gold is not None:
        found = {name: word_scores(text[i], page.gold) for name, text in texts.items()}
    scores = {
        score: {name: round(values[k], 6) for name, values in found.items()}
        for k, score in enumerate(WORD_SCORES)
    }
    return {"id": page.id, "type": page.kind, **scores}


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="a corpus, or a folder of pages")
    parser.add_argument("--pages", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--config", default="web", help="shipped model or model folder")
    parser.add_argument("--systems", help="only these peers, separated by commas; 'none'")
    parser.add_argument("--no-memory", action="store_true")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    pages = samples(given.folder, given.pages, given.seed)
    cleaner = pipeline.load(given.config)
    found = systems(cleaner, given.systems.split(",") if given.systems else [])
    seconds, texts = interleaved(found, pages, given.rounds)
    memory = {}
    if not given.no_memory:
        memory = {name: peak_memory(name, given.config, pages) for name in found}
    size = sum(len(page.html) for page in pages) / len(pages) / 1000
    parts = "compiled" if built() else "pure Python"
    print(f"{len(pages)} pages of {size:.0f} kB on average, one core, {parts}\n")
    print(report(seconds, texts, pages, memory), "\n")
    split = stages(cleaner, pages)
    print(table(("stage of victor", "ms per page"), [(k, f"{v:.3f}") for k, v in split.items()]))
    if any(page.gold is not None for page in pages):
        print("\nF1 of victor: of the model named, on pages that it may have been learned from.")
    if given.json:
        row = {
            "pages_per_second": {name: len(pages) / sum(spent) for name, spent in seconds.items()},
            "stages_ms": split,
            "peak_mb": memory,
            "pages": [_row(i, page, texts) for i, page in enumerate(pages)],
        }
        given.json.write_text(json.dumps(row, indent=1) + "\n")


if __name__ == "__main__":
    main()
