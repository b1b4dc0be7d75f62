"""docs/regions.md: methods that choose one region of a page, from what `victor evaluate` wrote.

    python scripts/regions.py FOLDER

FOLDER holds the JSON files of these commands; the folds are 5 on wcxb-dev, 6 on cleaneval-dev:

    victor evaluate --config bte --scores words --json FOLDER/bte.CORPUS.json CORPORA/CORPUS
    victor evaluate --config mss --folds N --scores words --json FOLDER/mss.CORPUS.json \\
        CORPORA/CORPUS                                           (and texrex likewise)
"""

import json
from pathlib import Path

from command_line import words

from templates import fill
from victor.evaluate.metrics.words import WORD_SCORES
from victor.evaluate.tables import table

CORPORA = ("wcxb-dev", "cleaneval-dev")
METHODS = {
    "bte": "`bte`: words inside less tags inside",
    "texrex": "`texrex`: each block for itself",
    "mss": "`mss`: the region that `texrex` scores highest",
}


def scores(folder: Path, name: str, corpus: str) -> list[str]:
    """Precision, recall, F1."""
    means = json.loads((folder / f"{name}.{corpus}.json").read_text())["means"]
    return [f"{means[score]['mean']:.3f}" for score in WORD_SCORES]


def main() -> None:
    """Read and write."""
    folder = Path(words(__doc__)[0])
    rows = [
        (said, *(text for corpus in CORPORA for text in scores(folder, name, corpus)))
        for name, said in METHODS.items()
    ]
    header = [f"{corpus}: {score}" for corpus in CORPORA for score in ("P", "R", "F1")]
    fill("regions", {"scores": table(("method", *header), rows)})


if __name__ == "__main__":
    main()
