"""How many keys a perfect annotator needs: the real key bindings, played with the gold in view.

    python scripts/keys.py FOLDER [--config NAME] [--model DIR] [-o DIR]

FOLDER holds annotated pages. For each page the keys are counted that it takes from the model's
suggestions, and from nothing. The annotator is greedy: of all ways to a block (moves, jumps, its
number) and all actions there it takes the one that sets most blocks right by key, until all are
right. With -o the annotations that came out are written there, and must be the gold's.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from victor import config, pipeline
from victor.annotate import state, store
from victor.annotate.keys import MOVES, Session, label_keys, press
from victor.annotate.sheet import NONE, Sheet, sheet
from victor.gold import read_gold
from victor.gold.align import project
from victor.gold.page import GoldPage
from victor.page import read_page
from victor.pipeline import Cleaner, Plan

JUMPS = (*MOVES, "tab", "shift+tab", "~", "#")
WIDER = 5  # elements around a block that are looked at
SURE = 0.999  # what a block is worth whose suggestion is right, where it is not accepted yet
Keys = tuple[str, ...]


@dataclass(frozen=True)
class Played:
    """A page with the keys it took."""

    sheet: Sheet
    session: Session
    keys: Keys


def play(made: Sheet, gold: Sequence[int], labels: dict[str, int]) -> Played:
    """Annotate a page."""
    session, keys = Session(made, state.begin(made), labels), ()
    while list(session.state.labels) != list(gold):
        chosen = max(_choices(session, gold), key=lambda one: (one[0], -len(one[1])))[1]
        session, keys = _pressed(session, chosen), keys + chosen
    return Played(made, session, keys)


def _choices(session: Session, gold: Sequence[int]) -> Iterator[tuple[float, Keys]]:
    """What could be done next: blocks set right by key, and the keys."""
    before = _right(session, gold)
    for keys in _actions(session):
        yield (_right(_pressed(session, keys), gold) - before) / len(keys), keys
    wrong = [i for i, label in enumerate(gold) if _worth(session, i, label) < SURE]
    for keys, there in map(_ways(session).__getitem__, wrong):
        for action in _local(there):
            made = _pressed(there, action)
            yield (_right(made, gold) - before) / (len(keys) + len(action)), keys + action
        yield _range(session, there, keys, gold)


def _actions(session: Session) -> list[Keys]:
    """What needs no place."""
    out: list[Keys] = [("!",), ("%",)]
    out += [("[",) * k + ("%",) for k in range(1, 8)] + [("]", "%")]
    for label in session.labels:
        out += [("ctrl+a", label), (";", label)]
    return out


def _local(session: Session) -> Iterator[Keys]:
    """What can be done at a block."""
    labels = [*session.labels, *(key.upper() for key in session.labels if key.isalpha())]
    for k in range(WIDER + 1):
        for key in (*labels, "enter"):
            yield (">",) * k + (key,)
        for key in session.labels:
            if k:
                yield (">",) * k + (";", key)


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
        number = (":", *str(block + 1), "enter")
        if block not in found or len(found[block][0]) > len(number):
            there = replace(session, state=state.move(session.state, block))
            found[block] = (number, there)
    return found


def _range(session: Session, there: Session, keys: Keys, gold: Sequence[int]) -> tuple[float, Keys]:
    """The best range from a block on: a selection begun, moves, a label."""
    at, want, n, best = there.state.at, np.array(gold), len(gold), (-1.0, keys)
    worth = np.array([_worth(session, i, label) for i, label in enumerate(gold)])
    for end in range(n):
        way = _moves(at, end, session.page, n)
        low, high = min(at, end), max(at, end) + 1
        right = worth[low:high].sum()
        for key, number in session.labels.items():
            gain = int((want[low:high] == number).sum()) - right
            cost = len(keys) + 2 + len(way)
            if gain / cost > best[0]:
                best = gain / cost, (*keys, "space", *way, key)
    return best


def _moves(at: int, to: int, page: int, n: int) -> Keys:
    """The shortest way by moves alone."""
    screens, rest = divmod(abs(to - at), page)
    down = ("pagedown", "down", "up") if to > at else ("pageup", "up", "down")
    ways = [
        (down[0],) * screens + (down[1],) * rest,
        (down[0],) * (screens + 1) + (down[2],) * (page - rest),
        ("home",) + ("down",) * to,
        ("end",) + ("up",) * (n - 1 - to),
    ]
    if not 0 <= at + (1 if to > at else -1) * (screens + 1) * page < n:
        del ways[1]
    return min(ways, key=len)


def _pressed(session: Session, keys: Keys) -> Session:
    if ":" in keys:  # the number is typed into the program's prompt
        start, end = keys.index(":"), keys.index("enter", keys.index(":"))
        block = int("".join(keys[start + 1 : end])) - 1
        moved = replace(session, state=state.move(session.state, block))
        return _pressed(moved, keys[end + 1 :])
    for key in keys:
        session = press(session, key) or session
    return session


def _right(session: Session, gold: Sequence[int]) -> float:
    """How many blocks are right, or will be once the suggestions are accepted."""
    state = session.state
    right = sum(map(int.__eq__, state.labels, gold))
    if right == len(gold):
        return right
    will = sum(label == NONE and hint == wanted
               for label, hint, wanted in zip(state.labels, state.hints.label, gold, strict=True))  # fmt: skip
    return right + SURE * will


def _worth(session: Session, block: int, wanted: int) -> float:
    label = session.state.labels[block]
    if label == NONE:
        return SURE * (session.state.hints.label[block] == wanted)
    return float(label == wanted)


def pages(
    folder: Path, plan: Plan, cleaner: Cleaner | None
) -> Iterator[tuple[GoldPage, Sheet, list[int]]]:
    """Each page with its gold, by blocks."""
    for gold in read_gold([folder]):
        page = read_page(gold.html, gold.id, gold.url)
        yield gold, sheet(page, plan, cleaner), project(gold, plan.blocks(page), plan.task).tolist()


def main() -> None:
    """Play all pages, print the counts."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--config", default="web")
    parser.add_argument("--model")
    parser.add_argument("-o", "--output", type=Path)
    arguments = parser.parse_args()
    plan = pipeline.plan(config.load(arguments.config))
    cleaner = pipeline.load(arguments.model or arguments.config)
    labels, total = label_keys(plan.task), np.zeros(3, int)
    learned = ", ".join(cleaner.model.meta.get("corpus", []))
    print(f"model {arguments.model or arguments.config}, learned from {learned}\n")
    print(
        "| page | blocks | keys from suggestions | blocks a key | keys from nothing | blocks a key |"
    )
    print("|---|---:|---:|---:|---:|---:|")
    for gold, made, y in pages(arguments.folder, plan, cleaner):
        bare = nothing(made, plan)
        played = play(made, y, labels)
        counts = np.array([len(made), len(played.keys), len(play(bare, y, labels).keys)])
        total += counts
        print(_row(gold.id, *counts.tolist()), flush=True)
        if arguments.output:
            text = store.written(made, played.session.state.labels, 0, plan.task, gold.id)
            store.write_text(arguments.output / f"{Path(gold.id).stem}.anno", text)
    print(_row("all", *total.tolist()))


def nothing(made: Sheet, plan: Plan) -> Sheet:
    """A page as it is without a model."""
    n, k = made.p.shape
    return replace(made, suggestion=[NONE] * n, certainty=[0.0] * n, p=np.full((n, k), 1 / k))


def _row(name: str, blocks: int, suggested: int, bare: int) -> str:
    ratios = [f"{blocks / max(1, keys):.1f}" for keys in (suggested, bare)]
    return f"| {name} | {blocks} | {suggested} | {ratios[0]} | {bare} | {ratios[1]} |"


if __name__ == "__main__":
    main()
