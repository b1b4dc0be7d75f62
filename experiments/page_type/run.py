"""Learn and evaluate the classifier of page types.

Folds are split by host. Each page is learned once for each of ``VIEWS``: with and without its URL,
with the content that `web` keeps and with that of another task. Every fold is scored with the URL
of the corpus, with the URL that the page states, and without one; and with the content of `web`,
which was learned from these pages, and of tasks that were not.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, hstack, vstack
from sklearn.linear_model import LogisticRegression

import victor
from benchmarks import command_line
from victor import model
from victor.arrays import Bools, Floats
from victor.document.page_type import (
    TYPES,
    WEIGHTS,
    measures,
    probabilities,
    widened,
    words,
)
from victor.evaluate import evaluation
from victor.evaluate.gold import read_gold
from victor.evaluate.metrics import calibration
from victor.evaluate.metrics.labels import confusion
from victor.tree.blocks import Blocks

HOSTS = 10  # minimum number of hosts that use a known word
THRESHOLDS = 6  # of each measure
INVERSE_REGULARIZATION = 0.1
URLS = ("given", "stated", "none")  # of the corpus; of the page itself
# Tasks by name; None keeps every block. No task was learned from the corpus.
OTHER_CONTENT = {
    "boilerpipe-main": "boilerpipe-main",
    "cleaneval-crf": "cleaneval-crf",
    "all": None,
}
# Each page is learned once with each pair of URL and content.
VIEWS = ("given", "web"), ("none", "web"), ("none", "boilerpipe-main")

Learned = Mapping[str, NDArray[Any]]


@dataclass(frozen=True)
class Sample:
    """The type and the features of a page."""

    host: str
    kind: int  # place in TYPES
    stated_type: str  # og:type
    words: Mapping[str, NDArray[np.uint32]]  # by URLS
    measures: Mapping[str, Floats]  # by content: web, and OTHER_CONTENT


def samples(corpus: Path) -> list[Sample]:
    """The pages of a corpus whose gold states page types."""
    cleaner = victor.load("web")
    others = {name: task and victor.load(task) for name, task in OTHER_CONTENT.items()}
    found = []
    for gold in read_gold([corpus]):
        result = cleaner.clean(gold.html, gold.id, url=gold.url)
        blocks, tree = result.block_columns, result.block_columns.tree
        content = {"web": result.labels.y != result.task.other}
        content |= {name: _content(other, blocks) for name, other in others.items()}
        urls = zip(URLS, (gold.url or tree.url, tree.url, None), strict=True)
        found.append(
            Sample(
                host=gold.host,
                kind=TYPES.index(gold.kind),
                stated_type=tree.head.get("meta:og:type", "").strip().lower(),
                words={name: words(tree, url) for name, url in urls},
                measures={name: measures(blocks, kept) for name, kept in content.items()},
            )
        )
    return found


def _content(cleaner: victor.Cleaner | None, blocks: Blocks) -> Bools:
    if cleaner is None:
        return np.ones(len(blocks), bool)
    return np.asarray(cleaner.label(blocks).y != cleaner.plan.task.other)


def learn(pages: Sequence[Sample], words: bool = True, numbers: bool = True) -> Learned:
    """The weights, as ``probabilities`` takes them.

    Args:
        pages: at least one of each type.
        words: whether to use words.
        numbers: whether to use measures.
    """
    hosts: dict[int, set[str]] = defaultdict(set)
    for page in pages:
        for word in page.words["given"].tolist() if words else ():
            hosts[word].add(page.host)
    known = np.array(sorted(w for w, of in hosts.items() if len(of) >= HOSTS) or [0], np.uint32)
    values = [np.stack([page.measures[content] for page in pages]) for _, content in VIEWS]
    limits = _thresholds(values[0]) if numbers else np.full((values[0].shape[1], 1), np.inf)
    above = [(v[:, :, None] > limits).reshape(len(pages), -1).astype(np.float32) for v in values]
    found = [_known(pages, known, url) for url, _ in VIEWS]
    rows = vstack([hstack(pair) for pair in zip(found, map(csr_matrix, above), strict=True)])
    kinds = np.tile([page.kind for page in pages], len(VIEWS))
    model = LogisticRegression(C=INVERSE_REGULARIZATION, max_iter=1000, tol=1e-4)
    model.fit(rows.tocsr(), kinds, np.full(len(kinds), 1 / len(VIEWS)))
    weights = model.coef_.T.astype(np.float16)
    return {
        "known": known,
        "words": weights[: len(known)],
        "thresholds": limits,
        "steps": weights[len(known) :],
        "bias": model.intercept_.astype(np.float16),
    }


def _thresholds(values: Floats) -> Floats:
    """[f, THRESHOLDS] distinct quantiles of each measure, padded with infinity."""
    limits = np.full((values.shape[1], THRESHOLDS), np.inf, np.float32)
    shares = np.linspace(0, 1, THRESHOLDS + 2)[1:-1]
    for row, column in zip(limits, values.T, strict=True):
        found = np.unique(np.quantile(column, shares).astype(np.float32))
        row[: len(found)] = found
    return limits


def _known(pages: Sequence[Sample], known: NDArray[np.uint32], url: str) -> csr_matrix:
    """[pages, known] which words each page has."""
    found = [np.flatnonzero(np.isin(known, page.words[url])) for page in pages]
    ends = np.cumsum([0, *map(len, found)])
    places = np.concatenate(found)
    return csr_matrix((np.ones(len(places), np.float32), places, ends), (len(pages), len(known)))


def predict(learned: Learned, pages: Sequence[Sample], url: str, content: str) -> Floats:
    """[pages, types] probabilities; see :class:`Sample` for ``url`` and ``content``."""
    ready = {name: widened(array) for name, array in learned.items()}
    found = [probabilities(ready, page.words[url], page.measures[content]) for page in pages]
    return np.stack(found)


def by_stated_type(known: Sequence[Sample], pages: Sequence[Sample]) -> Floats:
    """[pages, types] type shares among known pages with this ``og:type``, smoothed by the prior."""
    prior = np.bincount([page.kind for page in known], minlength=len(TYPES)) / len(known)
    counts = defaultdict(lambda: prior.copy())
    for (stated, kind), count in Counter((page.stated_type, page.kind) for page in known).items():
        counts[stated][kind] += count
    rows = np.stack([counts[page.stated_type] for page in pages])
    return np.asarray(rows / rows.sum(1, keepdims=True))


def by_frequency(known: Sequence[Sample], pages: Sequence[Sample]) -> Floats:
    """[pages, types] the shares of the types among the known pages."""
    prior = np.bincount([page.kind for page in known], minlength=len(TYPES)) / len(known)
    return np.tile(prior, (len(pages), 1))


def scores(shares: Floats, kinds: NDArray[np.int64]) -> dict[str, float]:
    """Accuracy, macro F1, log loss (natural) and calibration error of the best type."""
    best, top = shares.argmax(1), shares.max(1)
    right = best == kinds
    counts = confusion(kinds, best, len(TYPES))
    sums = counts.sum(0) + counts.sum(1)
    own = shares[np.arange(len(kinds)), kinds]
    return {
        "accuracy": float(right.mean()),
        "macro_f1": float((2 * np.diag(counts) / np.maximum(sums, 1)).mean()),
        "log_loss": float(-np.log(np.maximum(own, 1e-9)).mean()),
        "calibration_error": calibration.calibration_error(
            calibration.reliability(top, right, np.ones(len(top)))
        ),
    }


def _systems(known: Sequence[Sample], pages: Sequence[Sample]) -> Iterator[tuple[str, Floats]]:
    yield "most frequent type", by_frequency(known, pages)
    yield "og:type", by_stated_type(known, pages)
    yield "measures alone", predict(learn(known, words=False), pages, "none", "web")
    yield "words alone, URL given", predict(learn(known, numbers=False), pages, "given", "web")
    learned = learn(known)
    for url in URLS:
        yield f"both, URL {url}", predict(learned, pages, url, "web")
    for content in OTHER_CONTENT:
        yield f"both, URL none, content: {content}", predict(learned, pages, "none", content)


def cross_validate(pages: Sequence[Sample], count: int, seed: int) -> dict[str, Any]:
    """Scores of each system over all pages and by fold, and a confusion matrix."""
    parts = evaluation.folds(pages, count, seed)
    kinds = np.array([page.kind for page in pages])
    shares: dict[str, Floats] = defaultdict(lambda: np.zeros((len(pages), len(TYPES))))
    for part in parts:
        known = [page for i, page in enumerate(pages) if i not in set(part)]
        for name, found in _systems(known, [pages[i] for i in part]):
            shares[name][part] = found
    return {
        "all": {name: scores(found, kinds) for name, found in shares.items()},
        "folds": {
            name: [scores(found[part], kinds[part]) for part in parts]
            for name, found in shares.items()
        },
        "confusion": confusion(kinds, shares["both, URL none"].argmax(1), len(TYPES)).tolist(),
    }


def _show(found: Mapping[str, Any]) -> None:
    names = ("accuracy", "macro_f1", "log_loss", "calibration_error")
    print("| | accuracy | by fold | macro F1 | log loss | calibration error |")
    print("|---|---|---|---|---|---|")
    for system, row in found["all"].items():
        folds = [fold["accuracy"] for fold in found["folds"][system]]
        first, *rest = (f"{row[name]:.3f}" for name in names)
        print(f"| {system} | {first} | {min(folds):.3f}-{max(folds):.3f} | {' | '.join(rest)} |")
    print("\nGold by row, predicted by column (URL none):\n")
    print(f"| | {' | '.join(TYPES)} |\n|---{'|---' * len(TYPES)}|")
    for name, row in zip(TYPES, found["confusion"], strict=True):
        print(f"| {name} | {' | '.join(map(str, row))} |")


def main() -> None:
    """Learn, measure and print."""
    parser = command_line.parser(__doc__)
    parser.add_argument("corpus", type=command_line.existing, help="the folder wcxb-dev")
    parser.add_argument("--folds", type=int, default=5, help="number of folds by host (5)")
    parser.add_argument("--seed", type=int, default=0, help="random seed of the folds (0)")
    parser.add_argument("--json", type=Path, help="write the full results as JSON")
    parser.add_argument("--weights", type=Path, help=f"learn from all pages; write {WEIGHTS.name}")
    arguments = parser.parse_args()
    pages = samples(arguments.corpus)
    if arguments.weights:
        arguments.weights.write_bytes(model.zipped(learn(pages)))
        return
    found = cross_validate(pages, arguments.folds, arguments.seed)
    _show(found)
    command_line.write_json(found, arguments.json)


if __name__ == "__main__":
    command_line.run(main)
