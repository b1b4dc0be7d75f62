"""Whether a task depends on the words of a language.

    python scripts/language.py CORPUS [--config web] [--folds 5] [--only 1]

Learns on all folds but one and labels that one twice: as it is, and with every letter of the Latin
alphabet turned into one of the Cyrillic, in text and titles. Names in the markup (tags, classes)
stay: they are code. Both are scored by words; a task that looks at no word scores the same.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from string import ascii_lowercase

import numpy as np

from victor import config, pipeline
from victor.evaluate import evaluation, learning
from victor.evaluate.gold import read_gold
from victor.evaluate.gold.page import GoldPage
from victor.labelers import Weights
from victor.page import read_page
from victor.pipeline import Plan, blocks_of, instance_of
from victor.tree.blocks import Blocks

_SMALL = dict(zip(ascii_lowercase, "абцдефгхийклмнопярстувшжыз", strict=True))
LETTERS = str.maketrans(_SMALL | {one.upper(): other.upper() for one, other in _SMALL.items()})


def foreign(blocks: Blocks) -> Blocks:
    """The same blocks in a language that nobody speaks."""
    tree = blocks.tree
    head = {name: text.translate(LETTERS) for name, text in tree.head.items()}
    texts = [text.translate(LETTERS) for text in tree.text]
    text = [text.translate(LETTERS) for text in blocks.text]
    return replace(blocks, tree=replace(tree, text=texts, head=head), text=text)


def both(gold: GoldPage, plan: Plan) -> tuple[learning.Example, learning.Example]:
    """A page as it is and in the other script, with the same labels to score."""
    blocks = blocks_of(plan, read_page(gold.html, gold.id, gold.url))
    one = learning.example(gold, plan)
    seen = replace(instance_of(plan, foreign(blocks)), blocks=one.instance.blocks)
    return one, replace(one, instance=seen)


def word_f1(plan: Plan, weights: Weights, pages: Sequence[learning.Example]) -> float:
    """The mean over pages."""
    scored = evaluation.evaluate_model(plan, weights, pages, ("words",))
    return float(np.mean([page.scores["word_f1"] for page in scored]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--config", default="web")
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--only", type=int, default=1, help="how many folds are tried")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    plan = pipeline.plan(config.load(arguments.config))
    pairs = [both(gold, plan) for gold in read_gold([arguments.corpus])]
    known = [one for one, _ in pairs]
    rows = []
    for number, part in enumerate(evaluation.folds(known, arguments.folds)[: arguments.only], 1):
        rest = [one for i, one in enumerate(known) if i not in set(part)]
        weights = learning.learn(plan, rest).weights
        first, second = (word_f1(plan, weights, [pairs[i][k] for i in part]) for k in (0, 1))
        rows.append({"fold": number, "pages": len(part), "as_is": first, "other_script": second})
        print(
            f"fold {number} of {arguments.folds}, {len(part)} pages: word F1 {first:.4f} as they "
            f"are, {second:.4f} in the other script, {100 * (second - first):+.2f} points"
        )
    if arguments.json:
        found = {"config": arguments.config, "folds": arguments.folds, "rows": rows}
        arguments.json.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
