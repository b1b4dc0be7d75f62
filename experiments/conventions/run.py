r"""Measure the accuracy of models on corpora that they were not learned from.

    python -m experiments.conventions.run CORPORA --agreed FOLDER --models DIR [--only NAME ...]
    python -m experiments.conventions.run CORPORA --agreed FOLDER --models DIR --folds 5 \
        [--convention NAME]

For each corpus: learns `web` from all others and from the pages on which systems agree (see
``experiments/pool``), scores the pages of the corpus under every convention and by other systems,
and learns a convention from ten of its pages, ten times. Models and results are saved in
``--models``; a corpus with saved results is not measured again. l3s-gn1 is never learned from.

With ``--folds``, cross-validates on all corpora together, in folds by host. The pages of a corpus
are scored under its own convention, or under that of ``--convention``.
"""

import json
import random
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from benchmarks import command_line, systems
from victor import config, model, pipeline
from victor.data import Labels
from victor.document.metadata.detect import detected
from victor.evaluate import evaluation, learning
from victor.evaluate.calibration import calibration
from victor.evaluate.evaluation import Evaluation, PageScore
from victor.evaluate.gold import read_gold
from victor.evaluate.learning import Example
from victor.evaluate.metrics.characters import character_scores
from victor.evaluate.metrics.words import word_scores
from victor.evaluate.tables import as_json, table
from victor.labelers import Weights
from victor.model import Model
from victor.output import OUTPUTS
from victor.page import read_page
from victor.pipeline import Plan, labels_of

LEARNED = ("wcxb-dev", "naeb", "magic-html", "zh-blog", "fundus-a", "canola", "cleaneval-dev")
CORPORA = (*LEARNED, "l3s-gn1")
PEERS = ("trafilatura", "readability-lxml", "resiliparse")
BETAS = (1.0, 0.7)
DEFAULT = "general 1.0"  # convention and beta of `web`
TEN, DRAWS = 10, 10
_UNSPACED = ("zh", "ja", "th", "km", "lo", "my")  # also scored by characters

Json = dict[str, Any]


def without(name: str, corpora: Path, agreed: Path, models: Path) -> Model:
    """The model learned from all corpora but one; it is loaded from ``models`` if it exists."""
    folder = models / f"without-{name}"
    if folder.is_dir():
        return model.load(folder)
    plan = pipeline.plan(config.load("web"))
    paths = [*(corpora / one for one in LEARNED if one != name), agreed]
    learned = learning.learn(plan, list(learning.examples(read_gold(paths), plan)))
    folder.mkdir(parents=True)
    model.save(learned, folder)
    return learned


def variants(found: Model) -> Iterator[tuple[str, Plan]]:
    """A plan for each convention of a model and each beta, by name."""
    for convention in ["none", *found.weights["conventions"].tolist()]:
        for beta in BETAS:
            task = config.preferring(config.following(found.task, convention), beta)
            yield f"{convention} {beta}", pipeline.plan(task)


def texts(plan: Plan, weights: Weights, pages: Sequence[Example]) -> list[str]:
    """The text of each page."""
    score = plan.scorer(weights)
    decided = (labels_of(plan, page.instance.blocks, score(page.instance)).labels for page in pages)
    return texts_of(plan, pages, decided)


def texts_of(plan: Plan, pages: Iterable[Example], labels: Iterable[Labels]) -> list[str]:
    """The text of each page with some labels."""
    render, found = OUTPUTS.find("text").render, zip(pages, labels, strict=True)
    return [render(learning.document(page, one, plan.task)) for page, one in found]


def scores(found: Sequence[str], pages: Sequence[Example]) -> list[tuple[float, float, float]]:
    """Word precision, recall and F1 of each page."""
    return [word_scores(text, page.gold.text) for text, page in zip(found, pages, strict=True)]


def peers(corpora: Path, name: str) -> dict[str, list[str]]:
    """The texts of other systems, which get UTF-8 so that none misreads an encoding."""
    golds = list(read_gold([corpora / name]))
    pages = [read_page(gold.html).html.encode("utf-8", "replace") for gold in golds]
    return {peer: list(map(systems.load(peer), pages)) for peer in PEERS}


def reliability(plan: Plan, weights: Weights, pages: Sequence[Example]) -> dict[str, float]:
    """The expected calibration error by blocks and by words."""
    scored = evaluation.evaluate_model(plan, weights, pages, ())
    found = calibration([page.prediction for page in scored if page.prediction])
    return {name: found[name]["error"] for name in ("blocks", "words")}


def draws(found: Model, plan: Plan, pages: Sequence[Example]) -> list[dict[str, float]]:
    """For each draw of ten pages: the F1 of the other pages before and after, and the seconds."""
    before = [one[2] for one in scores(texts(plan, found.weights, pages), pages)]
    out = []
    for seed in range(DRAWS):
        chosen = set(random.Random(seed).sample(range(len(pages)), TEN))
        start = time.perf_counter()
        weights = taught(found, [pages[i] for i in sorted(chosen)])
        seconds = time.perf_counter() - start
        rest = [page for i, page in enumerate(pages) if i not in chosen]
        after = mean(_scores_as_taught(plan, weights, rest))
        kept = [value for i, value in enumerate(before) if i not in chosen]
        out.append({"before": fmean(kept), "after": after, "seconds": seconds})
    return out


def taught(found: Model, pages: Sequence[Example]) -> Weights:
    """The weights with a convention learned from pages, as by ``victor learn``."""
    data = learning.training(learning.fit(pages), start=found.weights, taught=learning.TAUGHT)
    return pipeline.plan(found.task).learn(data)


def _scores_as_taught(
    plan: Plan, weights: Weights, pages: Sequence[Example]
) -> list[tuple[float, float, float]]:
    task = config.following(plan.task, learning.TAUGHT)
    return scores(texts(pipeline.plan(task), weights, pages), pages)


def measured(name: str, corpora: Path, agreed: Path, models: Path) -> Json:
    """All results of one corpus."""
    found = without(name, corpora, agreed, models)
    plan = pipeline.plan(found.task)
    pages = list(learning.examples(read_gold([corpora / name]), plan))
    victor = {key: texts(one, found.weights, pages) for key, one in variants(found)}
    others = peers(corpora, name)
    return {
        "kind": [page.gold.kind for page in pages],
        "language": [detected(page.gold.text[:2_000]) or "?" for page in pages],
        "scores": {key: scores(one, pages) for key, one in {**victor, **others}.items()},
        "characters": _characters({**victor, **others}, pages),
        "calibration": {
            key: reliability(one, found.weights, pages)
            for key, one in variants(found)
            if key.endswith(" 1.0")
        },
        "taught": draws(found, plan, pages),
    }


def _characters(found: Mapping[str, Sequence[str]], pages: Sequence[Example]) -> Json:
    """The character F1 of pages in scripts without spaces, by system."""
    chosen = [i for i, page in enumerate(pages) if detected(page.gold.text[:2_000]) in _UNSPACED]
    return {
        key: [character_scores(one[i], pages[i].gold.text)[2] for i in chosen]
        for key, one in found.items()
    }


def cross_validated(
    count: int, corpora: Path, agreed: Path, models: Path, convention: str | None
) -> dict[str, Json]:
    """The evaluation of each corpus by models learned from the other folds of all corpora."""
    plan = pipeline.plan(config.load("web"))
    data = list(learning.examples(read_gold([*(corpora / one for one in LEARNED), agreed]), plan))
    found: dict[str, list[PageScore]] = {name: [] for name in LEARNED}
    for number, part in enumerate(evaluation.folds(data, count)):
        folder = models / f"fold-{number}-of-{count}"
        weights = fold(data, set(part), plan, folder).weights
        for name in LEARNED:
            pages = [data[i] for i in part if data[i].gold.corpus == name]
            under = pipeline.plan(config.following(plan.task, convention or name))
            wanted = evaluation.SCORES if name == "cleaneval-dev" else ("words",)
            found[name] += evaluation.evaluate_model(under, weights, pages, wanted)
    how = f"{count} folds by host of all corpora, under {convention or 'its own convention'}"
    return {name: as_json(_evaluation(plan, name, how, one)) for name, one in found.items()}


def _evaluation(plan: Plan, name: str, how: str, pages: Sequence[PageScore]) -> Evaluation:
    return Evaluation(plan.task, pages, {"config": plan.task.name, "corpus": name, "how": how})


def fold(data: Sequence[Example], held_out: set[int], plan: Plan, folder: Path) -> Model:
    """The model learned from the other folds; it is loaded from ``folder`` if it exists."""
    if folder.is_dir():
        return model.load(folder)
    learned = learning.learn(plan, [page for i, page in enumerate(data) if i not in held_out])
    folder.mkdir(parents=True)
    model.save(learned, folder)
    return learned


# ---- tables ----


def mean(rows: Sequence[Sequence[float]], column: int = 2) -> float:
    return fmean(row[column] for row in rows)


def best(result: Json, beta: float) -> str:
    """The variant with the highest mean F1 for a beta."""
    keys = [key for key in result["scores"] if key.endswith(f" {beta}")]
    return max(keys, key=lambda key: mean(result["scores"][key]))


def overall(results: Mapping[str, Json]) -> str:
    """F1 by corpus: with the default convention, without one, and with the best one."""
    rows = []
    for name, result in results.items():
        chosen = [f"{one} {beta}" for one in ("general", "none") for beta in BETAS]
        cells = [mean(result["scores"][key]) for key in (*chosen, best(result, 1.0))]
        rows.append((name, *cells, best(result, 1.0).partition(" ")[0]))
    header = (f"{one}, beta {beta}" for one in ("general", "none") for beta in BETAS)
    return table(("left out", *header, "best, beta 1.0", "best convention"), rows)


def conventions(results: Mapping[str, Json]) -> str:
    """Precision, recall and F1 by corpus under each convention."""
    names = ("general", "none", *LEARNED, "agreed", "mean")
    rows = []
    for name, result in results.items():
        found = (result["scores"].get(f"{one} 1.0") for one in names)
        rows.append((name, *(_triple(one) if one else "" for one in found)))
    return table(("left out", *names), rows)


def _triple(rows: Sequence[Sequence[float]]) -> str:
    return " ".join(f"{mean(rows, column):.3f}".lstrip("0") for column in range(3))


def by(results: Mapping[str, Json], what: str, least: int = 10) -> str:
    """F1 by page type or language over all left-out corpora; small groups are omitted."""
    rows = []
    groups = sorted({one for result in results.values() for one in result[what] if one})
    for group in groups:
        found = [_of(result, what, group) for result in results.values()]
        pages = [row for one in found for row in one]
        if len(pages) >= least:
            rows.append(
                (group, len(pages), *(fmean(column) for column in zip(*pages, strict=True)))
            )
    return table((what, "pages", "general", "best convention", *PEERS), rows)


def _of(result: Json, what: str, group: str) -> list[list[float]]:
    keys = (DEFAULT, best(result, 1.0), *PEERS)
    places = [i for i, one in enumerate(result[what]) if one == group]
    return [[result["scores"][key][i][2] for key in keys] for i in places]


def characters(results: Mapping[str, Json]) -> str:
    """Character F1 of pages in scripts without spaces, if a corpus has ten or more."""
    rows = []
    for name, result in results.items():
        found = result["characters"]
        if len(found[DEFAULT]) >= TEN:
            keys = (DEFAULT, best(result, 1.0), *PEERS)
            rows.append((name, len(found[DEFAULT]), *(fmean(found[key]) for key in keys)))
    return table(("left out", "pages", "general", "best convention", *PEERS), rows)


def calibrations(results: Mapping[str, Json]) -> str:
    """The calibration error with the default and with the best convention."""
    rows = []
    for name, result in results.items():
        found = (result["calibration"][key] for key in (DEFAULT, best(result, 1.0)))
        rows.append((name, *(one[unit] for one in found for unit in ("blocks", "words"))))
    header = ("left out", "general, blocks", "general, words", "best, blocks", "best, words")
    return table(header, rows)


def teaching(results: Mapping[str, Json]) -> str:
    """The gain in F1 from learning ten pages: mean and extremes of ten draws."""
    rows = []
    for name, result in results.items():
        gains = [one["after"] - one["before"] for one in result["taught"]]
        after = fmean(one["after"] for one in result["taught"])
        seconds = max(one["seconds"] for one in result["taught"])
        spread = (f"{fmean(gains):+.4f}", f"{min(gains):+.4f}", f"{max(gains):+.4f}")
        rows.append((name, *spread, after, f"{seconds:.1f}"))
    return table(("left out", "mean gain", "worst draw", "best draw", "F1 after", "s"), rows)


def folds(found: Mapping[str, Json]) -> str:
    """Cross-validated precision, recall and F1 by corpus, and by page type for wcxb-dev."""
    rows = []
    for name, result in found.items():
        pages = result["pages"]
        rows.append((name, len(pages), *_means(pages)))
        for kind in sorted({page["type"] for page in pages}) if name == "wcxb-dev" else ():
            some = [page for page in pages if page["type"] == kind]
            rows.append((f"{name}, {kind}", len(some), *_means(some)))
    return table(("corpus", "pages", "precision", "recall", "word F1"), rows)


def _means(pages: Sequence[Json]) -> list[float]:
    return [fmean(page[f"word_{name}"] for page in pages) for name in ("precision", "recall", "f1")]


def _kept_folds(
    count: int, corpora: Path, agreed: Path, models: Path, convention: str | None
) -> dict[str, Json]:
    start = f"folds-{convention}-" if convention else "folds-"
    files = {name: models / f"{start}{name}.json" for name in LEARNED}
    if not all(file.is_file() for file in files.values()):
        for name, found in cross_validated(count, corpora, agreed, models, convention).items():
            files[name].write_text(json.dumps(found), "utf-8")
    return {name: json.loads(file.read_text("utf-8")) for name, file in files.items()}


def main() -> None:
    parser = command_line.parser(__doc__)
    parser.add_argument("corpora", type=command_line.existing)
    parser.add_argument("--agreed", type=command_line.existing, required=True)
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--only", nargs="+", choices=CORPORA, default=CORPORA)
    parser.add_argument("--folds", type=int)
    parser.add_argument("--convention", metavar="NAME", help="for all corpora, with --folds")
    given = parser.parse_args()
    given.models.mkdir(parents=True, exist_ok=True)
    if given.folds:
        where = given.corpora, given.agreed, given.models
        print(folds(_kept_folds(given.folds, *where, given.convention)))
        return
    results: dict[str, Json] = {}
    for name in given.only:
        file = given.models / f"{name}.json"
        if not file.is_file():
            found = measured(name, given.corpora, given.agreed, given.models)
            file.write_text(json.dumps(found), "utf-8")
        results[name] = json.loads(file.read_text("utf-8"))
    parts = (overall(results), conventions(results), by(results, "kind"), by(results, "language"),
             characters(results), calibrations(results), teaching(results))  # fmt: skip
    print("\n\n".join(parts))


if __name__ == "__main__":
    command_line.run(main)
