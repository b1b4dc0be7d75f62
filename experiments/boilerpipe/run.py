"""Reproduce the tables and figures of the boilerpipe paper.

Writes FOLDER/NAME-PROBLEM.json for every row of Table 2 (of which `crf` and `neural_crf` are slow),
and FOLDER/corpus.json for everything else; experiments.boilerpipe.page creates docs/boilerpipe.md
from them. Kohlschütter, Fankhauser, Nejdl, *Boilerplate Detection using Shallow
Text Features*, WSDM 2010.

The annotated copies of the pages are read without the annotators' markup, so that text and labels
are those that the paper counted. Blocks end at every tag except `a`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean, median
from typing import Any

import numpy as np
from scipy.optimize import curve_fit

from benchmarks import command_line
from victor import config, pipeline
from victor.arrays import Ints
from victor.data import Table
from victor.decode import marginals
from victor.errors import VictorError
from victor.evaluate import evaluation, learning
from victor.evaluate.gold import l3s
from victor.evaluate.gold.page import GoldPage
from victor.evaluate.learning import Example
from victor.evaluate.metrics.classes import averages, mean_roc_auc
from victor.evaluate.metrics.labels import confusion
from victor.files import read_bytes
from victor.labelers import Weights
from victor.labelers.base import Training
from victor.labelers.trees import tree as _tree
from victor.labelers.windows import gathered
from victor.page import read_page
from victor.pipeline import blocks_of, instance_of, labels_of

CLASSES = ("other", "headline", "fulltext", "supplemental", "related", "comment")
SIX = {"n": "other", "h": "headline", "f": "fulltext", "s": "supplemental", "r": "related",
       "c": "comment"}  # fmt: skip
# Labels of the two problems, and the label of each class. With four classes, related content counts
# as boilerplate: the paper does not assign it to a class.
LABELS = {
    "two": {"p": "paragraph", "o": "other"},
    "four": {"p": "paragraph", "h": "header", "s": "supplemental", "o": "other"},
}
NUMBER = {"two": (1, 0, 0, 0, 0, 0), "four": (3, 1, 0, 2, 3, 0)}

LOCAL = ["container.{h1,h2,h3,h4,h5,h6,p,div,a}", "token.words",
         "shallow.{word_length,sentence_length,stop_rel,dates,bars,link,text}",
         "shallow.{capital,upper}_{abs,rel}"]  # fmt: skip
PLACE = ["position.{from_start,relative}"]
QUOTIENTS = ["shallow.{words,text}_quotient"]
WORDS, LINK, TEXT = "token.words", "shallow.link", "shallow.text"


@dataclass(frozen=True)
class Row:
    """Settings of a row of Table 2."""

    labeler: Any
    here: Sequence[str] = ()  # columns of the block itself
    around: Sequence[str] = ()  # columns of the block, the previous and the next one
    base: str = "boilerpipe"
    hard: bool = False  # ROC curve of the decisions, as in Weka for 1R and SMO
    count: bool = False  # a rule whose label shares are counted on the other folds


TREE, SMALL = "decision_tree", {"decision_tree": {"most_leaves": 8}}
ROWS: Mapping[str, Row] = {
    "zero_r": Row("keep_everything", hard=True),
    "sentence_length": Row("one_rule", ["shallow.sentence_length"], hard=True),
    "word_length": Row("one_rule", ["shallow.word_length"], hard=True),
    "words": Row("one_rule", [WORDS], hard=True),
    "link": Row("one_rule", [LINK], hard=True),
    "one_rule": Row("one_rule", [*LOCAL, *PLACE], hard=True),
    "link_around": Row(TREE, around=[LINK]),
    "words_around": Row(TREE, around=[WORDS]),
    "local": Row(TREE, [*LOCAL, *PLACE]),
    "words_link_simplified": Row(SMALL, around=[WORDS, LINK]),
    "word_rules": Row("word_rules", around=[WORDS, LINK], count=True),
    "text_link_simplified": Row(SMALL, around=[TEXT, LINK]),
    "density_rules": Row("density_rules", around=[TEXT, LINK], count=True),
    "local_quotients": Row(TREE, [*LOCAL, *PLACE, *QUOTIENTS]),
    "text_link_around": Row(TREE, around=[TEXT, LINK]),
    "local_around": Row(TREE, [*PLACE, *QUOTIENTS], LOCAL),
    "svm": Row("linear_svm", [*PLACE, *QUOTIENTS], LOCAL, hard=True),
    "crf": Row("crf", base="web-crf"),
    "neural_crf": Row({"neural_crf": {"epochs": 3, "min_steps": 1}}, base="web"),
}
FILTERED = {
    "keep_everything": ("keep-everything", []),
    "minimum_words": ("boilerpipe-minimum", []),
    "density_threshold": ("boilerpipe-threshold", []),
    "density_rules": ("boilerpipe-density", []),
    "word_rules": ("boilerpipe", []),
    "density_rules, largest": ("boilerpipe-density", ["largest_block"]),
    "word_rules, largest": ("boilerpipe", ["largest_block"]),
    "density_rules, main": ("boilerpipe-density", ["main_content"]),
    "word_rules, main": ("boilerpipe", ["main_content"]),
}


def unmarked(html: bytes) -> bytes:
    """An annotated page without the elements that annotators added; their content is kept."""
    open_: list[bool] = []

    def replaced(tag: re.Match[bytes]) -> bytes:
        if tag[0].startswith(b"</"):
            return b"" if open_ and open_.pop() else tag[0]
        open_.append(b'class="x-nc-sel' in tag[0])
        return b"" if open_[-1] else tag[0]

    return re.sub(rb"</span\s*>|<span\b[^>]*>", replaced, html, flags=re.IGNORECASE)


def pages(corpus: Path) -> Iterator[GoldPage]:
    """The gold pages, with their annotated copies as HTML."""
    if not l3s.recognises(corpus):
        raise VictorError(f"{corpus}: not the layout of l3s-gn1")
    for gold in l3s.read(corpus):
        marked = read_bytes(corpus / "annotated" / f"{gold.id}.html.gz")
        yield replace(gold, html=unmarked(marked))


def task(row: Row, labels: Mapping[str, str]) -> config.Task:
    """The task of a row; all rows segment pages into the same blocks."""
    blocks = config.load("boilerpipe")
    changes: dict[str, Any] = {
        "labels": dict(labels),
        "labeler": row.labeler,
        "segment": {"every_tag": True, "through": list(blocks.segment.through)},
        "decode": {"method": "marginal"},
        "filters": [],
    }
    if row.here or row.around:
        windows = [(row.here, [0])] * bool(row.here) + [(row.around, [-1, 0, 1])] * bool(row.around)
        changes["features"] = [*row.here, *row.around]
        changes["template"] = {
            "windows": [{"columns": list(names), "offsets": offsets} for names, offsets in windows]
        }
    return config.override(config.load(row.base), changes)


def cross(row: Row, problem: str, data: Sequence[Example], count: int) -> dict[str, Any]:
    """The cross-validated scores of a row over all blocks."""
    plan = pipeline.plan(task(row, LABELS[problem]))
    seen = [instance_of(plan, one.instance.blocks) for one in data]
    y = [np.array(NUMBER[problem], np.int32)[one.y] for one in data]
    scores: list[Any] = [None] * len(data)
    words = [one.instance.blocks.words for one in data]
    leaves: list[int] = []
    areas: list[float] = []
    used: set[str] = set()
    for part in evaluation.folds(data, count):
        rest = sorted(set(range(len(data))) - set(part))
        learned_from = [seen[i] for i in rest], [y[i] for i in rest]
        weights = plan.learn(Training(*learned_from))
        weights = counted(weights, *learned_from) if row.count else weights
        if "column" in weights:
            leaves.append(int((weights["column"] < 0).sum()))
            used |= set(weights["columns"].tolist())
        score = plan.labeler.scorer(weights)
        for i in part:
            scores[i] = marginals(score(seen[i]))
        areas.append(area(*([column[i] for i in part] for column in (scores, y, words)), row.hard))
    chosen = [one.argmax(axis=1) for one in scores]
    counts = confusion(
        np.concatenate(y), np.concatenate(chosen), len(LABELS[problem]), np.concatenate(words)
    )
    return averages(counts)._asdict() | {
        "auc": fmean(areas), "auc_pooled": area(scores, y, words, row.hard),
        "leaves": fmean(leaves) if leaves else None, "columns": width(plan),
        "used": sorted(used) if row.labeler == "one_rule" else []}  # fmt: skip


def width(plan: pipeline.Plan) -> int:
    """The number of columns; those of a template count once per offset."""
    return len(plan.labeler.space.layout.seen) if plan.labeler.needs_template else len(plan.columns)


def counted(weights: Weights, seen: Sequence[Any], y: Sequence[Ints]) -> Weights:
    """The weights of a rule, with the label shares of its leaves counted on the given pages."""
    names = weights["columns"].tolist()
    arrived = [_tree.leaves(weights, gathered(page.table, names)) for page in seen]
    nodes, labels = weights["share"].shape
    pairs = np.concatenate(arrived) * labels + np.concatenate(y)
    words = np.concatenate([page.blocks.words for page in seen])
    share = 1 + np.bincount(pairs, words, nodes * labels).reshape(nodes, labels)
    return {**weights, "share": share / share.sum(axis=1, keepdims=True)}


def area(scores: Sequence[Any], y: Sequence[Ints], words: Sequence[Any], hard: bool) -> float:
    """The area under the ROC curve over all blocks of some pages."""
    ranked, known = np.concatenate(scores), np.concatenate(y)
    if hard:
        ranked = np.eye(ranked.shape[1])[ranked.argmax(axis=1)]
    return mean_roc_auc(ranked, known, np.concatenate(words))


def classes(data: Sequence[Example]) -> dict[str, Any]:
    """Table 1: blocks, words and tokens of each class."""
    y = np.concatenate([one.y for one in data])
    blocks = [one.instance.blocks for one in data]
    words, tokens = (np.concatenate([getattr(b, n) for b in blocks]) for n in ("words", "tokens"))
    counts = {"blocks": words > 0, "words": words, "tokens": tokens}
    return {name: np.bincount(y, w, len(CLASSES)).tolist() for name, w in counts.items()} | {
        "pages": len(data), "hosts": len({one.host for one in data}),
        "wordless": int((words == 0).sum()), "longest": int(words.max())}  # fmt: skip


def gains(data: Sequence[Example], problem: str) -> dict[str, float]:
    """Figure 1: the information gain of each column in bits, split by a decision tree."""
    names = ["container.{h1,h2,h3,h4,h5,h6,p,div,a}", *LOCAL[1:], *PLACE, *QUOTIENTS]
    plan = pipeline.plan(task(Row(TREE, around=names), LABELS[problem]))
    seen = [instance_of(plan, one.instance.blocks) for one in data]
    y = [np.array(NUMBER[problem], np.int32)[one.y] for one in data]
    words = np.concatenate([page.blocks.words for page in seen])
    found = {}
    for column, offset in plan.labeler.space.layout.seen:
        name = plan.columns[column]
        single = pipeline.plan(_single(name, offset, problem))
        part = [
            replace(page, table=Table((name,), page.table.values[:, [column]])) for page in seen
        ]
        weights = single.learn(part, y)
        values = np.concatenate([gathered(p.table, weights["columns"].tolist()) for p in part])
        found[f"{name}@{offset}"] = gain(_tree.leaves(weights, values), np.concatenate(y), words)
    return found


def _single(name: str, offset: int, problem: str) -> config.Task:
    row = task(Row(TREE, [name]), LABELS[problem])
    return config.override(row, {"template": {"windows": [{"columns": [name],
                                                           "offsets": [offset]}]}})  # fmt: skip


def gain(leaf: Any, y: Ints, words: Any) -> float:
    """H(C) - H(C | leaf), blocks weighted by their words."""
    joint = np.bincount(leaf * (y.max() + 1) + y, words).astype(np.float64)
    by_leaf, by_class = np.bincount(leaf, words), np.bincount(y, words)
    return entropy(by_leaf) + entropy(by_class) - entropy(joint)


def entropy(weights: Any) -> float:
    """Entropy in bits; the weights need not sum to one."""
    p = weights[weights > 0] / weights.sum()
    return float(-(p * np.log2(p)).sum())


def filtered(data: Sequence[Example]) -> dict[str, Any]:
    """Figure 2b: word F1 of each page by each strategy."""
    found = {}
    for name, (base, filters) in FILTERED.items():
        changes = {"labeler": name.partition(",")[0], "filters": filters, "labels": LABELS["two"]}
        plan = pipeline.plan(config.override(config.load(base), changes))
        f1 = sorted(word_f1(plan, data), reverse=True)
        found[name] = {"mean": fmean(f1), "median": median(f1), "pages": f1}
    return found


def word_f1(plan: pipeline.Plan, data: Sequence[Example]) -> Iterator[float]:
    """The word F1 of a rule on each page."""
    score = plan.labeler.scorer(plan.learn(Training((), ())))
    for one in data:
        blocks = one.instance.blocks
        decided = labels_of(plan, blocks, score(instance_of(plan, blocks))).labels
        two = replace(one, y=np.array(NUMBER["two"], np.int32)[one.y])
        scored = evaluation.score_page(two, decided, plan.task, ("words",))
        yield scored.scores["word_f1"]


def distributions(data: Sequence[Example]) -> dict[str, Any]:
    """Figures 4 and 5: blocks by number of words, and words by text density, for each class."""
    plan = pipeline.plan(task(Row(TREE, [TEXT]), SIX))
    seen = [instance_of(plan, one.instance.blocks) for one in data]
    y = np.concatenate([one.y for one in data])
    words = np.concatenate([page.blocks.words for page in seen])
    density = np.concatenate([page.table.values[:, 0] for page in seen])
    linked = np.concatenate([page.blocks.linked_words for page in seen])
    rounded = np.ceil(density).astype(int)  # as in the paper
    return {
        "blocks_by_words": _histogram(words.astype(int), y, np.ones(len(y)), 101),
        "words_by_density": _histogram(rounded, y, words, 26),
        "linked_words_by_density": np.bincount(
            np.minimum(rounded, 25), words * linked, 26).tolist(),
        "words_from_11_words": float(words[words >= 11].sum()),
        "words_from_density_11": float(words[rounded >= 11].sum()),
        "fits": fits(words[words > 0].astype(int)),
    }  # fmt: skip


def _histogram(values: Any, y: Ints, weight: Any, size: int) -> list[list[float]]:
    """[size, classes] the last row includes all larger values."""
    pairs = np.minimum(values, size - 1) * len(CLASSES) + y
    return np.bincount(pairs, weight, size * len(CLASSES)).reshape(size, -1).tolist()


def fits(words: Any) -> dict[str, Any]:
    """Section 5.2: equations 2 and 3 fitted to the share of blocks with x words."""
    x, counts = np.unique(words, return_counts=True)  # only lengths that occur
    share = counts / counts.sum()

    def one(x: Any, p: float) -> Any:
        return (1 - p) ** (x - 1) * p

    def two(x: Any, short: float, p: float, q: float) -> Any:
        return short * one(x, p) + (1 - short) * one(x, q)

    found = {}
    for name, model, start in (("geometric", one, [0.3]), ("mixture", two, [0.75, 0.4, 0.05])):
        values, _ = curve_fit(model, x, share, start, bounds=(0, 1))
        found[name] = {"parameters": values.tolist(), **fit(share, model(x, *values), len(values))}
    return found


def fit(share: Any, fitted: Any, parameters: int) -> dict[str, float]:
    """Adjusted R squared and root mean square error."""
    residual, n = ((share - fitted) ** 2).sum(), len(share)
    spread = ((share - share.mean()) ** 2).sum()
    r2 = 1 - residual / spread * (n - 1) / (n - parameters - 1)
    return {"r2_adjusted": float(r2), "rmse": float(np.sqrt(residual / n))}


def main() -> None:
    """Measure and write."""
    parser = command_line.parser(__doc__)
    parser.add_argument("corpus", type=command_line.existing, help="l3s-gn1")
    parser.add_argument("folder", type=Path, help="directory for the results")
    parser.add_argument("--rows", default=",".join(["corpus", *ROWS]), metavar="NAME,...",
                        help=f"rows, or corpus; known: {', '.join(ROWS)}")  # fmt: skip
    parser.add_argument("--problems", default="two,four", help="two, four or both (two,four)")
    parser.add_argument("--folds", type=int, default=10, help="number of folds by host (10)")
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    plan = pipeline.plan(config.override(config.load("boilerpipe"), {"labels": SIX}))
    data = list(full_examples(pages(chosen.corpus), plan))
    for name in chosen.rows.split(","):
        if name == "corpus":
            parts = {"classes": classes(data), "filtered": filtered(data),
                     "distributions": distributions(data),
                     "gains": {p: gains(data, p) for p in NUMBER}}  # fmt: skip
            command_line.write_json(parts, chosen.folder / "corpus.json")
            continue
        for problem in chosen.problems.split(","):
            found = cross(ROWS[name], problem, data, chosen.folds)
            command_line.write_json(found, chosen.folder / f"{name}-{problem}.json")
            print(name, problem, {k: round(found[k], 4) for k in ("f1", "auc")}, flush=True)


def full_examples(golds: Iterator[GoldPage], plan: pipeline.Plan) -> Iterator[Example]:
    """Examples with complete blocks, where :func:`learning.example` keeps light ones."""
    for gold in golds:
        one = learning.example(gold, plan)
        blocks = blocks_of(plan, read_page(gold.html, gold.id, gold.url))
        yield replace(one, instance=instance_of(plan, blocks))


if __name__ == "__main__":
    command_line.run(main)
