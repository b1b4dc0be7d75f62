"""Recompute the annotator agreement that CANOLA reports, and correct its formula.

CANOLA is the corpus as released by KrdWrd, with stats*/ID.stats (the vote of each annotator on each
node of a page) and agreement/agreement.csv (observed and expected agreement by page, computed by
agreement/agreement.r). The merged pages alone do not contain the votes.

The observed agreement is that of Fleiss, and the script reproduces it. The expected agreement is
wrong, because agreement.r divides by the wrong count: in ``(1 / (i * c)^2) * sum of n_k^2``, it
sets c to the number of all votes, which is i * c, and adds the sum once per category. The result is
the correct value times the number of categories, divided by the square of the number of nodes. It
is almost zero, so the published coefficients practically equal the observed agreement. The corpus's
agreement.py differs: it squares the votes on each node instead of those on the page.

The table counts a node or two more than there are votes for. The script searches for votes on these
nodes that yield both published values. If there are none, the table was computed from other votes.
"""

import csv
from dataclasses import dataclass
from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np

from benchmarks import command_line
from victor.errors import VictorError
from victor.evaluate.metrics.agreement import Votes, fleiss_kappa, observed
from victor.evaluate.tables import table

LABELS = (1, 2, 3)  # boilerplate, uncertain, content


@dataclass(frozen=True)
class Published:
    """A row of agreement.csv."""

    observed: float
    expected: float
    nodes: int

    @property
    def coefficient(self) -> float:
        """Multi-pi."""
        return (self.observed - self.expected) / (1 - self.expected)


def read_votes(file: Path) -> Votes:
    """[nodes, annotators] the votes, up to the first node that could not be merged."""
    rows = []
    for line in file.read_text("utf-8").splitlines()[2:]:
        _, merged, *votes = line.split()
        if merged == "undefined":
            break
        rows.append([int(vote.removeprefix("krdwrd-tag-")) for vote in votes])
    return np.array(rows, np.int64)


def read_published(file: Path) -> dict[str, Published]:
    """The rows of agreement.csv by page."""
    lines = file.read_text("utf-8").splitlines()[1:]
    return {
        page: Published(float(agreed), float(expected), int(nodes))
        for _, page, agreed, expected, nodes in csv.reader(lines)
    }


def expected(votes: Votes) -> float:
    """Fleiss's expected agreement."""
    share = np.bincount(votes.ravel()) / votes.size
    return float(share @ share)


def as_agreement_r(votes: Votes) -> float:
    """Expected agreement as agreement.r computes it."""
    counts = np.bincount(votes.ravel())
    return float((counts > 0).sum() * (counts @ counts) / (len(votes) * votes.size) ** 2)


def as_published(votes: Votes, known: Published) -> Votes | None:
    """The votes, completed on missing nodes to yield both published values; None if none do."""
    missing, annotators = known.nodes - len(votes), votes.shape[1]
    if missing < 0:
        return None
    one_node = list(combinations_with_replacement(LABELS, annotators))
    one_node.sort(key=lambda vote: len(set(vote)))  # unanimous ones first
    for more in combinations_with_replacement(one_node, missing):
        whole = np.concatenate((votes, np.array(more, np.int64).reshape(-1, annotators)))
        same = np.isclose(as_agreement_r(whole), known.expected, rtol=1e-9)
        if same and np.isclose(observed(whole), known.observed, rtol=1e-9):
            return whole
    return None


def row(page: str, known: Published, votes: Votes) -> tuple[str, ...]:
    """The values of a page, ours and the published ones, and whether both agree."""
    whole = as_published(votes, known)
    used = votes if whole is None else whole
    return (
        page, str(votes.shape[1]), f"{len(votes)} / {known.nodes}",
        f"{observed(used):.4f} / {known.observed:.4f}",
        f"{as_agreement_r(used):.5f} / {known.expected:.5f}", f"{expected(used):.3f}",
        f"{fleiss_kappa(used):.3f} / {known.coefficient:.3f}", "no" if whole is None else "yes",
    )  # fmt: skip


def main() -> None:
    """Compare page by page."""
    parser = command_line.parser(__doc__)
    parser.add_argument("canola", type=command_line.existing, help="the corpus, with votes")
    parser.add_argument("pages", type=int, nargs="?", default=20,
                        help="number of pages, those with the fewest nodes (20)")  # fmt: skip
    given = parser.parse_args()
    canola = given.canola
    found = {file.stem: file for file in sorted(canola.glob("stats*/*.stats"))}
    if not found:
        raise VictorError(f"{canola}: no votes found (stats*/ID.stats)")
    published = read_published(canola / "agreement" / "agreement.csv")
    pages = sorted(found.keys() & published.keys(), key=lambda page: published[page].nodes)
    rows = [row(page, published[page], read_votes(found[page])) for page in pages[: given.pages]]
    header = ("page", "annotators", "nodes: votes / table", "A_o: ours / theirs",
              "A_e by agreement.r: ours / theirs", "correct A_e", "kappa: correct / theirs",
              "reproduced")  # fmt: skip
    print(table(header, rows))
    same = sum(reproduced == "yes" for *_, reproduced in rows)
    print(f"\n{same} of {len(rows)} pages reproduce the published values")


if __name__ == "__main__":
    command_line.run(main)
