"""Score the task ``article`` on news pages of corpora that were left out.

    python -m experiments.conventions.article CORPORA --models DIR [--only NAME ...]

Takes the models of left-out corpora, which ``run.py`` saves in ``--models``. The gold of some pages
ends in the middle of the article, so that no cleaner is precise on them. The second row of a corpus
is without these pages: those where trafilatura, Readability and resiliparse all continue after the
last words of the gold, and share at least half as many words there as the gold has.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import compress
from pathlib import Path

from benchmarks import command_line
from experiments.conventions.run import mean, peers, scores, texts
from victor import config, model, pipeline
from victor.evaluate import learning
from victor.evaluate.gold import read_gold
from victor.evaluate.gold.align import tokens
from victor.evaluate.tables import table

# The convention with which each corpus is cleaned: that of ``article``, or that of the other corpus
# if the one of ``article`` is left out.
CORPORA = {"naeb": "fundus-a", "fundus-a": "naeb"}
_LAST = 8  # words of the gold by which its end is found
_SHARE = 0.5  # the least words that follow, as a share of those of the gold


def ends_early(gold: str, others: Sequence[str]) -> bool:
    """Whether all texts of other systems go on long after the end of the gold."""
    words = tokens(gold)
    rests = [_rest(tokens(text), words[-_LAST:]) for text in others]
    common = rests[0]
    for rest in rests[1:]:
        common &= rest
    return bool(words) and common.total() >= _SHARE * len(words)


def _rest(words: Sequence[str], last: Sequence[str]) -> Counter[str]:
    """The words after the last place of ``last``; none if they have no place."""
    size = len(last)
    for start in range(len(words) - size, -1, -1):
        if words[start : start + size] == last:
            return Counter(words[start + size :])
    return Counter()


def rows(name: str, corpora: Path, models: Path) -> Iterator[list[object]]:
    """The scores of a corpus that was left out, with and without gold that ends early."""
    plan = pipeline.plan(config.following(config.load("article"), CORPORA[name]))
    pages = list(learning.examples(read_gold([corpora / name]), plan))
    weights = model.load(models / f"without-{name}").weights
    found = scores(texts(plan, weights, pages), pages)
    golds = [page.gold.text for page in pages]
    whole = [not early for early in _early(golds, peers(corpora, name))]
    yield _row(name, found)
    yield _row(f"{name}, gold to the end", [*compress(found, whole)])


def _early(golds: Sequence[str], others: Mapping[str, Sequence[str]]) -> Iterator[bool]:
    texts_of_pages = zip(*others.values(), strict=True)
    return (ends_early(gold, page) for gold, page in zip(golds, texts_of_pages, strict=True))


def _row(name: str, found: Sequence[Sequence[float]]) -> list[object]:
    return [name, len(found), *(mean(found, column) for column in range(3))]


def main() -> None:
    parser = command_line.parser(__doc__)
    parser.add_argument("corpora", type=command_line.existing)
    parser.add_argument("--models", type=command_line.existing, required=True)
    parser.add_argument("--only", nargs="+", choices=CORPORA, default=CORPORA)
    given = parser.parse_args()
    found = [row for name in given.only for row in rows(name, given.corpora, given.models)]
    print(table(("left out", "pages", "precision", "recall", "word F1"), found))


if __name__ == "__main__":
    command_line.run(main)
