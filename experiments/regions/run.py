"""Write docs/regions.md: methods that choose one region of a page.

FOLDER holds the JSON files of these commands; N is 5 for wcxb-dev, 6 for cleaneval-dev:

    victor evaluate --config bte --scores words --json FOLDER/bte.CORPUS.json CORPORA/CORPUS
    victor evaluate --config mss --folds N --scores words --json FOLDER/mss.CORPUS.json \\
        CORPORA/CORPUS                                           (and texrex likewise)
"""

from pathlib import Path

from benchmarks import command_line
from benchmarks.templates import fill
from experiments.side_by_side import side_by_side
from victor.evaluate.metrics.words import WORD_SCORES

CORPORA = ("wcxb-dev", "cleaneval-dev")
METHODS = {
    "bte": "`bte`: words minus tags inside the region",
    "texrex": "`texrex`: each block by itself",
    "mss": "`mss`: the region with the highest score by `texrex`",
}


def scores(folder: Path, name: str, corpus: str) -> list[str]:
    """Precision, recall, F1."""
    means = command_line.read_json(folder / f"{name}.{corpus}.json")["means"]
    return [f"{means[score]['mean']:.3f}" for score in WORD_SCORES]


def main() -> None:
    """Read the files and write the page."""
    parser = command_line.parser(__doc__)
    parser.add_argument("folder", type=command_line.existing, metavar="FOLDER")
    folder = parser.parse_args().folder
    rows = [
        (title, [text for corpus in CORPORA for text in scores(folder, name, corpus)])
        for name, title in METHODS.items()
    ]
    fill("regions", {"scores": side_by_side("method", CORPORA, ("P", "R", "F1"), rows)})


if __name__ == "__main__":
    command_line.run(main)
