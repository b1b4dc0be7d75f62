"""Measure whether a task depends on the words of a language.

Learns from all folds but one and labels that one twice: unchanged, and with every Latin letter
in text and titles replaced by a Cyrillic one. Names in the markup (tags, classes) are kept, since
they are code. Both are scored by words; a task without features of words scores the same.
"""

from dataclasses import replace
from pathlib import Path
from statistics import fmean
from string import ascii_lowercase

from benchmarks import command_line
from experiments.scores import word_f1
from victor import config, pipeline
from victor.evaluate import evaluation, learning
from victor.evaluate.gold import read_gold
from victor.evaluate.gold.page import GoldPage
from victor.page import read_page
from victor.pipeline import Plan, blocks_of, instance_of
from victor.tree.blocks import Blocks

_SMALL = dict(zip(ascii_lowercase, "абцдефгхийклмнопярстувшжыз", strict=True))
LETTERS = str.maketrans(_SMALL | {one.upper(): other.upper() for one, other in _SMALL.items()})


def cyrillic(blocks: Blocks) -> Blocks:
    """The same blocks with Cyrillic letters instead of Latin ones."""
    tree = blocks.tree
    head = {name: text.translate(LETTERS) for name, text in tree.head.items()}
    texts = [text.translate(LETTERS) for text in tree.text]
    text = [text.translate(LETTERS) for text in blocks.text]
    return replace(blocks, tree=replace(tree, text=texts, head=head), text=text)


def both(gold: GoldPage, plan: Plan) -> tuple[learning.Example, learning.Example]:
    """A page in both scripts, with the same gold labels and text."""
    blocks = blocks_of(plan, read_page(gold.html, gold.id, gold.url))
    one = learning.example(gold, plan)
    seen = replace(instance_of(plan, cyrillic(blocks)), blocks=one.instance.blocks)
    return one, replace(one, instance=seen)


def main() -> None:
    """Measure and print."""
    parser = command_line.parser(__doc__)
    parser.add_argument("corpus", type=command_line.existing)
    parser.add_argument("--config", default="web", help="task (web)")
    parser.add_argument("--folds", type=int, default=5, help="number of folds by host (5)")
    parser.add_argument("--only", type=int, default=1, help="number of folds that are run (1)")
    parser.add_argument("--json", type=Path, help="write the full results as JSON")
    arguments = parser.parse_args()
    plan = pipeline.plan(config.load(arguments.config))
    pairs = [both(gold, plan) for gold in read_gold([arguments.corpus])]
    known = [one for one, _ in pairs]
    rows = []
    for number, part in enumerate(evaluation.folds(known, arguments.folds)[: arguments.only], 1):
        rest = [one for i, one in enumerate(known) if i not in set(part)]
        weights = learning.learn(plan, rest).weights
        first, second = (
            fmean(word_f1(plan, weights, [pairs[i][script] for i in part])) for script in (0, 1)
        )
        rows.append({"fold": number, "pages": len(part), "as_is": first, "other_script": second})
        print(
            f"fold {number} of {arguments.folds}, {len(part)} pages: word F1 {first:.4f} "
            f"unchanged, {second:.4f} in the other script, {100 * (second - first):+.2f} points"
        )
    found = {"config": arguments.config, "folds": arguments.folds, "rows": rows}
    command_line.write_json(found, arguments.json)


if __name__ == "__main__":
    command_line.run(main)
