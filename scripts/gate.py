"""Check accuracy on fixed pages: fail if word F1 is below a floor.

Learns `web-crf` on half of every sixth page of wcxb-dev and `cleaneval-crf` on half of
cleaneval-dev, and scores each on the other half, of other hosts: this detects a change that breaks
a stage, whatever model is shipped. Without the corpora the check is skipped.
"""

import argparse
import sys
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from victor import config, pipeline
from victor.evaluate import evaluation, learning
from victor.evaluate.gold import read_gold


@dataclass(frozen=True)
class Gate:
    """A task, a corpus, of which every ``step``-th page is read, and the minimum word F1."""

    task: str
    corpus: str
    step: int
    floor: float


GATES = (Gate("web-crf", "wcxb-dev", 6, 0.82), Gate("cleaneval-crf", "cleaneval-dev", 1, 0.80))


def word_f1(gate: Gate, corpora: Path) -> float:
    """The mean word F1 on the held-out half of the gate's pages."""
    plan = pipeline.plan(config.load(gate.task))
    pages = islice(read_gold([corpora / gate.corpus]), 0, None, gate.step)
    data = list(learning.examples(pages, plan))
    test = set(evaluation.folds(data, 2)[0])
    model = learning.learn(plan, [one for i, one in enumerate(data) if i not in test])
    held_out = [data[i] for i in sorted(test)]
    scored = evaluation.evaluate_model(plan, model.weights, held_out, ("words",))
    return sum(page.scores["word_f1"] for page in scored) / len(scored)


def main() -> int:
    """Run every gate; return 1 if one is missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpora", nargs="?", type=Path, default=Path(),
                        help="folder with wcxb-dev and cleaneval-dev (.)")  # fmt: skip
    corpora, missed = parser.parse_args().corpora, 0
    missing = [gate.corpus for gate in GATES if not (corpora / gate.corpus).is_dir()]
    if missing:
        print(f"accuracy gate skipped: {corpora / missing[0]} not found")
        return 0
    for gate in GATES:
        reached = word_f1(gate, corpora)
        missed += reached < gate.floor
        verdict = "missed" if reached < gate.floor else "reached"
        print(f"accuracy gate {gate.task}: word F1 {reached:.3f}, floor {gate.floor} {verdict}")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
