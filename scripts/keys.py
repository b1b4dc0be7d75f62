"""How many keys a perfect annotator needs: the real key bindings, played with the gold in view.

    python scripts/keys.py FOLDER [--config NAME] [--model DIR | --folds N] [-o DIR]

FOLDER holds annotated pages. For each page the keys are counted that it takes from the model's
suggestions, and from nothing (with --suggestions the former alone). With --folds the suggestions
are those of models that have learned the other pages. The annotator is greedy: of all ways to a
block (moves, jumps, its number) and all actions there it takes the one that sets most blocks right
by key, until all are right. With -o the annotations that came out are written there.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from victor import config, pipeline
from victor.annotate import hints, state, store
from victor.annotate.keys import MOVES, Session, label_keys, press
from victor.annotate.sheet import NONE, Sheet, sheet
from victor.files import write_text
from victor.gold import read_gold
from victor.gold.align import project
from victor.learning import examples, learn
from victor.page import read_page
from victor.pipeline import Cleaner, Plan

JUMPS = (*MOVES, "tab", "shift+tab", "~", "#", "}", "{", "'", '"')
WIDER = 5  # elements around a block that are looked at
SURE = 0.999  # what a block is worth whose suggestion is right, where it is not accepted yet
Keys = tuple[str, ...]
PATIENCE = (0.0, 0.5, 1.0, 2.0, 4.0)  # keys that count on top of an action's own


@dataclass(frozen=True)
class Played:
    """A page with the keys it took."""

    sheet: Sheet
    session: Session
    keys: Keys


def play(made: Sheet, gold: Sequence[int], labels: dict[str, int]) -> Played:
    """Annotate a page, with more and less patience, and take the better."""
    return min((_greedy(made, gold, labels, more) for more in PATIENCE), key=lambda p: len(p.keys))


def _greedy(made: Sheet, gold: Sequence[int], labels: dict[str, int], more: float) -> Played:
    session, keys = Session(made, state.begin(made), labels), ()
    while list(session.state.labels) != list(gold):
        chosen = max(
            (gain / (len(way) + more), -len(way), way) for gain, way in _choices(session, gold)
        )[2]
        session, keys = _pressed(session, chosen), keys + chosen
    return Played(made, session, keys)


def _choices(session: Session, gold: Sequence[int]) -> Iterator[tuple[float, Keys]]:
    """What could be done next: how many blocks it sets right, and the keys."""
    before = _right(session, gold)
    for keys in _actions(session):
        yield _right(_pressed(session, keys), gold) - before, keys
    wrong = [i for i, label in enumerate(gold) if _worth(session, i, label) < SURE]
    for keys, there in map(_ways(session).__getitem__, wrong):
        for action in _local(there):
            made = _pressed(there, action)
            yield _right(made, gold) - before, keys + action
        yield from _range(session, there, keys, gold)


def _actions(session: Session) -> list[Keys]:
    """What needs no place."""
    out: list[Keys] = [("!",), ("%",), ("\\",)]
    out += [("[",) * k + ("%",) for k in range(1, 8)] + [("]", "%")]
    for label in session.labels:
        out += [("ctrl+a", label), (";", label)]
    return out


def _local(session: Session) -> Iterator[Keys]:
    """What can be done at a block."""
    labels = [*session.labels, *(key.upper() for key in session.labels if key.isalpha())]
    for selected in ((), ("=",), *((">",) * k for k in range(1, WIDER + 1))):
        for key in (*labels, "enter"):
            yield (*selected, key)
        for key in session.labels if selected else ():
            yield (*selected, ";", key)


def _ways(session: Session) -> dict[int, tuple[Keys, Session]]:
    """The shortest way to each block."""
    found: dict[int, tuple[Keys, Session]] = {session.state.at: ((), session)}
    queue = [session.state.at]
    while queue:
        keys, here = found[queue.pop(0)]
        for key in JUMPS:
            there = press(here, key)
            if there and there.state.at not in found:
                found[there.state.at] = ((*keys, key), there)
                queue.append(there.state.at)
    for block in range(len(session.sheet)):
        number = tuple(str(block + 1))
        if block not in found or len(found[block][0]) > len(number):
            found[block] = (number, replace(session, state=state.move(session.state, block)))
    return found


def _range(
    session: Session, there: Session, keys: Keys, gold: Sequence[int]
) -> Iterator[tuple[float, Keys]]:
    """Ranges from a block on: a selection begun, moves, a label; for each length the best."""
    at, want, n = there.state.at, np.array(gold), len(gold)
    worth = np.array([_worth(session, i, label) for i, label in enumerate(gold)])
    best: dict[int, tuple[float, Keys]] = {}
    for end in range(n):
        way = _moves(at, end, session.page, n)
        low, high = min(at, end), max(at, end) + 1
        for key, number in session.labels.items():
            gain = float((want[low:high] == number).sum() - worth[low:high].sum())
            if gain > best.get(len(way), (0.0, ()))[0]:
                best[len(way)] = gain, (*keys, "space", *way, key)
    yield from best.values()


def _moves(at: int, to: int, page: int, n: int) -> Keys:
    """The shortest way by moves alone."""
    screens, rest = divmod(abs(to - at), page)
    down = ("pagedown", "down", "up") if to > at else ("pageup", "up", "down")
    ways = [
        (down[0],) * screens + (down[1],) * rest,
        (down[0],) * (screens + 1) + (down[2],) * (page - rest),
        ("home",) + ("down",) * to,
        ("end",) + ("up",) * (n - 1 - to),
        tuple(str(to + 1)),
    ]
    if not 0 <= at + (1 if to > at else -1) * (screens + 1) * page < n:
        del ways[1]
    return min(ways, key=len)


def _pressed(session: Session, keys: Keys) -> Session:
    for key in keys:
        session = press(session, key) or session
    return session


def _right(session: Session, gold: Sequence[int]) -> float:
    """How many blocks are right, or will be once the suggestions are accepted."""
    state = session.state
    right = sum(map(int.__eq__, state.labels, gold))
    if right == len(gold):
        return right
    blocks = zip(state.labels, state.hints.label, gold, strict=True)
    will = sum(label == NONE and hint == wanted for label, hint, wanted in blocks)
    return right + SURE * will


def _worth(session: Session, block: int, wanted: int) -> float:
    label = session.state.labels[block]
    if label == NONE:
        return SURE * (session.state.hints.label[block] == wanted)
    return float(label == wanted)


def nothing(made: Sheet) -> Sheet:
    """A page as it is without a model, and without what other pages tell."""
    n, k = made.p.shape
    blank = replace(made, p=np.full((n, k), 1 / k), told=np.zeros((n, k)))
    return replace(blank, suggestion=[NONE] * n, certainty=[0.0] * n)


def fold_models(folder: Path, plan: Plan, count: int) -> dict[str, Cleaner]:
    """For each page a model that has learned those of the other folds (pages i, i + N, ...)."""
    data, models = list(examples(read_gold([folder]), plan)), {}
    for fold in range(count):
        rest = [one for i, one in enumerate(data) if i % count != fold]
        cleaner = Cleaner(learn(plan, rest))
        models |= {one.id: cleaner for one in data[fold::count]}
    return models


def main() -> None:
    """Play all pages, print the counts."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--config", default="web")
    parser.add_argument("--model", help="whose suggestions; default: the task's")
    parser.add_argument("--folds", type=int, help="of models that learn --config on other pages")
    parser.add_argument("--suggestions", action="store_true", help="do not play from nothing")
    parser.add_argument("-o", "--output", type=Path)
    arguments = parser.parse_args()
    plan = pipeline.plan(config.load(arguments.config))
    count = arguments.folds
    models = fold_models(arguments.folder, plan, count) if count else {}
    shipped = None if models else pipeline.load(arguments.model or arguments.config)
    print(_about(arguments, shipped))
    print("| page | blocks | keys, suggestions | blocks a key | keys, nothing | blocks a key |")
    print("|---|---:|---:|---:|---:|---:|")
    labels, said = label_keys(plan.task), {}
    rows: list[list[int]] = []
    for gold in read_gold([arguments.folder]):
        page = read_page(gold.html, gold.id, gold.url)
        bare = sheet(page, plan, models.get(gold.id, shipped))
        told = said.setdefault(gold.host, [])
        made = replace(bare, told=hints.hear(bare, told))
        y = project(gold, plan.blocks(page), plan.task).tolist()
        played = play(made, y, labels)
        told.append(hints.told(made, played.session.state.labels))
        alone = [] if arguments.suggestions else [len(play(nothing(made), y, labels).keys)]
        rows.append([len(made), len(played.keys), *alone])
        print(_row(gold.id, rows[-1]), flush=True)
        if arguments.output:
            file = store.place(arguments.folder / gold.id, arguments.output)
            labelled = played.session.state.labels
            write_text(file.path, store.written(made, labelled, 0, plan.task, file.page))
    print(_row("all", np.sum(rows, axis=0).tolist()))
    means = [f"{np.mean([row[0] / row[i] for row in rows]):.1f}" for i in range(1, len(rows[0]))]
    print(f"\nblocks a key, mean over pages: {', '.join(means)}")


def _about(arguments: argparse.Namespace, shipped: Cleaner | None) -> str:
    if shipped is None:
        return f"models of {arguments.config}, for each of {arguments.folds} folds of the others\n"
    learned = ", ".join(shipped.model.meta.get("corpus", [])) or "nothing"
    return f"model {arguments.model or arguments.config}, learned from {learned}\n"


def _row(name: str, counts: Sequence[int]) -> str:
    blocks, *keys = counts
    cells = [cell for count in keys for cell in (str(count), f"{blocks / max(1, count):.1f}")]
    return f"| {name} | {blocks} | {' | '.join([*cells, '-', '-'][:4])} |"


if __name__ == "__main__":
    main()
