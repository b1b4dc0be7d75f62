"""Count the keys that a perfect annotator needs, by playing the real key bindings against the gold.

FOLDER holds annotated pages. The keys of each page are counted without suggestions, with those of a
model, and with --folds also with those of models learned from the other pages. The annotator is
perfect except for the beam of the search: it tries all ways to a block (moves, jumps, its number)
and all actions there, keeps those that correct the most blocks per key, and takes the shortest
sequence that leaves no errors.
"""

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import pairwise, repeat
from pathlib import Path

import numpy as np

from benchmarks import command_line
from benchmarks.templates import fill
from victor import config, pipeline
from victor.annotate import state, store, suggestions
from victor.annotate.keys import MOVES, Session, label_keys, numbered, press
from victor.annotate.teacher import Teacher
from victor.annotate.view import NO_LABEL, PageView, page_view
from victor.evaluate.gold import read_gold
from victor.evaluate.gold.align import project
from victor.evaluate.gold.page import GoldPage
from victor.evaluate.learning import examples, learn
from victor.evaluate.tables import table
from victor.files import write_text
from victor.page import Page, read_page
from victor.pipeline import Cleaner, Plan, blocks_of

Models = dict[str, Cleaner | None]  # by starting point
NOTHING, TAUGHT = "no suggestions", "suggestions of a model learned from the other pages"
FOLLOWING = "the same, taught by each page"

JUMPS = (*MOVES, "tab", "shift+tab", "~", "#", "}", "{", "'", '"')
WIDER = 5  # maximum number of times that the selection is widened
SURE = 0.999  # value of a block with a correct suggestion that is not yet accepted
Keys = tuple[str, ...]
PATIENCE = (0.0, 0.5, 1.0, 2.0, 4.0)  # keys added to those of an action
BEST, BEAM = 4, 60  # sequences kept: per state and patience, and in total
EACH = 2  # estimated keys per run of wrong blocks


@dataclass(frozen=True)
class Played:
    """An annotated page, and the keys pressed."""

    session: Session
    keys: Keys


def play(made: PageView, gold: Sequence[int], labels: dict[str, int]) -> Played:
    """Annotate a page with as few keys as a beam search finds."""
    front = [Played(Session(made, state.begin(made), labels), ())]
    best: list[Played] = []
    while front:
        reached = _reached(front, gold)
        done = [one for one in reached if list(one.session.state.labels) == list(gold)]
        best = sorted([*best, *done], key=_cost)[:1]
        going = [one for one in reached if not best or _cost(one) + 1 < _cost(best[0])]
        going.sort(key=lambda one: (_cost(one) + _left(one.session, gold), one.keys))
        front = going[:BEAM]
    return best[0]


def _cost(played: Played) -> int:
    return len(played.keys)


def _reached(front: Sequence[Played], gold: Sequence[int]) -> list[Played]:
    """The states after the next actions, each with the fewest keys."""
    found: dict[tuple[tuple[int, ...], int], Played] = {}
    for one in front:
        for way in _worthwhile(one.session, gold):
            there = Played(_pressed(one.session, way), one.keys + way)
            place = there.session.state.labels, there.session.state.at
            found[place] = min(found.get(place, there), there, key=_cost)
    return list(found.values())


def _worthwhile(session: Session, gold: Sequence[int]) -> list[Keys]:
    """The best next actions; the more patience, the more blocks an action should correct."""
    choices = [(gain, way) for gain, way in _choices(session, gold) if gain > 0]
    best: set[Keys] = set()
    for patience in PATIENCE:
        ranked = sorted((-gain / (len(way) + patience), way) for gain, way in choices)
        best |= {way for _, way in ranked[:BEST]}
    return sorted(best)


def _left(session: Session, gold: Sequence[int]) -> int:
    """The estimated number of keys left: a constant per run of wrong blocks."""
    wrong = [_worth(session, i, label) < SURE for i, label in enumerate(gold)]
    runs = sum(now and not before for before, now in pairwise([False, *wrong]))
    return EACH * runs + (NO_LABEL in session.state.labels)


def _choices(session: Session, gold: Sequence[int]) -> Iterator[tuple[float, Keys]]:
    """The next actions: the number of blocks corrected, and the keys."""
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
    """Actions that do not depend on the current block."""
    out: list[Keys] = [("!",), ("%",), ("\\",)]
    out += [("[",) * k + ("%",) for k in range(1, 8)] + [("]", "%")]
    for label in session.labels:
        out += [("ctrl+a", label), (";", label)]
    return out


def _local(session: Session) -> Iterator[Keys]:
    """Actions at a block."""
    labels = [*session.labels, *(key.upper() for key in session.labels if key.isalpha())]
    for selected in ((), ("=",), *((">",) * k for k in range(1, WIDER + 1))):
        for key in (*labels, "enter"):
            yield (*selected, key)
        for key in session.labels if selected else ():
            yield (*selected, ";", key)


def _ways(session: Session) -> dict[int, tuple[Keys, Session]]:
    """The shortest key sequence to each block, and the session after it."""
    found: dict[int, tuple[Keys, Session]] = {session.state.at: ((), session)}
    queue = [session.state.at]
    while queue:
        keys, here = found[queue.pop(0)]
        for key in JUMPS:
            there = press(here, key)
            if there and there.state.at not in found:
                found[there.state.at] = ((*keys, key), there)
                queue.append(there.state.at)
    for block in range(len(session.view)):
        number = _number(session.state.at, block, len(session.view))
        if block not in found or len(found[block][0]) > len(number):
            found[block] = (number, replace(session, state=state.move(session.state, block)))
    return found


def _range(
    session: Session, there: Session, keys: Keys, gold: Sequence[int]
) -> Iterator[tuple[float, Keys]]:
    """Labels for ranges that begin at a block: the best for each number of moves."""
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
    """The shortest sequence of moves."""
    screens, rest = divmod(abs(to - at), page)
    down = ("pagedown", "down", "up") if to > at else ("pageup", "up", "down")
    ways = [
        (down[0],) * screens + (down[1],) * rest,
        (down[0],) * (screens + 1) + (down[2],) * (page - rest),
        ("home",) + ("down",) * to,
        ("end",) + ("up",) * (n - 1 - to),
        _number(at, to, n),
    ]
    if not 0 <= at + (1 if to > at else -1) * (screens + 1) * page < n:
        del ways[1]
    return min(ways, key=len)


def _number(at: int, to: int, n: int) -> Keys:
    """The fewest digits that lead from one block to another: the last ones of its number."""
    number = str(to + 1).zfill(len(str(n)))
    few = (number[-k:] for k in range(1, len(number)))
    return tuple(next((some for some in few if numbered(some, at, n) == to), number))


def _pressed(session: Session, keys: Keys) -> Session:
    for key in keys:
        session = press(session, key) or session
    return session


def _right(session: Session, gold: Sequence[int]) -> float:
    """The number of correct blocks; correct suggestions count as ``SURE``."""
    state = session.state
    right = sum(map(int.__eq__, state.labels, gold))
    if right == len(gold):
        return right
    blocks = zip(state.labels, state.suggestions.label, gold, strict=True)
    will = sum(label == NO_LABEL and hint == wanted for label, hint, wanted in blocks)
    return right + SURE * will


def _worth(session: Session, block: int, wanted: int) -> float:
    label = session.state.labels[block]
    if label == NO_LABEL:
        return SURE * (session.state.suggestions.label[block] == wanted)
    return float(label == wanted)


def fold_models(folder: Path, plan: Plan, count: int) -> dict[str, Cleaner]:
    """For each page, a model learned from the other folds; fold i has pages i, i + count, ..."""
    data = list(examples(read_gold([folder]), plan))
    models: dict[str, Cleaner] = {}
    for fold in range(count):
        rest = [one for i, one in enumerate(data) if i % count != fold]
        cleaner = Cleaner(learn(plan, rest))
        models |= {one.id: cleaner for one in data[fold::count]}
    return models


@dataclass(frozen=True)
class Task:
    """A page to annotate."""

    id: str
    views: dict[str, PageView]  # by starting point
    gold: list[int]
    page: Page


def task_of(gold: GoldPage, plan: Plan, models: Models) -> Task:
    """A page with the suggestions of each model; None stands for no suggestions."""
    page = read_page(gold.html, gold.id, gold.url)
    views = {name: page_view(page, plan, model) for name, model in models.items()}
    return Task(gold.id, views, project(gold, blocks_of(plan, page), plan.task).tolist(), page)


def play_site(
    pages: Sequence[Task], labels: dict[str, int], task: config.Task, model: Cleaner | None = None
) -> list[dict[str, Played]]:
    """Annotate the pages of a site in order: decisions on earlier pages inform suggestions.

    With ``model``, annotate them once more with this model, which learns from each finished page.
    """
    teacher = Teacher(model, task) if model else None
    plan = pipeline.plan(task)
    names = [*pages[0].views, *([FOLLOWING] if teacher else [])]
    earlier: dict[str, list[suggestions.Decisions]] = {name: [] for name in names}
    out = []
    for page in pages:
        played = {}
        views = dict(page.views)
        if teacher:
            views[FOLLOWING] = page_view(page.page, plan, teacher.cleaner)
            teacher.add(page.id, page.page, page.gold)
        for name, bare in views.items():
            others = suggestions.weighted_counts(bare, earlier[name])
            made = bare if name == NOTHING else replace(bare, from_other_pages=others)
            played[name] = play(made, page.gold, labels)
            earlier[name].append(suggestions.decisions(made, played[name].session.state.labels))
        out.append(played)
    return out


def keys_table(ids: Sequence[str], rows: Sequence[dict[str, Played]]) -> str:
    """A table of keys by page and starting point, then totals and blocks per key."""
    names, blocks = list(rows[0]), [len(next(iter(row.values())).session.view) for row in rows]
    keys = np.array([[len(row[name].keys) for name in names] for row in rows])
    lines = [
        (id.removesuffix(".html"), str(n), *map(str, line.tolist()))
        for id, n, line in zip(ids, blocks, keys, strict=True)
    ]
    each = np.array(blocks)[:, None] / np.maximum(1, keys)
    lines.append(("all", str(sum(blocks)), *map(str, keys.sum(axis=0).tolist())))
    whole = sum(blocks) / np.maximum(1, keys.sum(axis=0))
    lines.append(("blocks per key, all pages", "", *(f"{value:.2f}" for value in whole)))
    lines.append(("blocks per key, mean over pages", "", *(f"{v:.2f}" for v in each.mean(axis=0))))
    return table(("page", "blocks", *names), lines)


def options() -> argparse.Namespace:
    """The command line."""
    parser = command_line.parser(__doc__)
    parser.add_argument("folder", type=command_line.existing, metavar="FOLDER")
    parser.add_argument("--config", default="web", help="task of the annotations (web)")
    parser.add_argument("--model", help="model that suggests labels (that of --config)")
    parser.add_argument("--folds", type=int, help="number of folds to learn further models on")
    parser.add_argument("--teach", help="task of the models of the folds (--config)")
    parser.add_argument("--follow", action="store_true",
                        help="replay with a model taught by each finished page")  # fmt: skip
    parser.add_argument(
        "--suggestions", action="store_true", help="simulate only annotation with suggestions"
    )
    parser.add_argument("-o", "--output", type=Path, help="write the annotations to this directory")
    parser.add_argument("--page", action="store_true", help="write docs/annotator.md")
    return parser.parse_args()


def main() -> None:
    """Play all pages and print the counts."""
    chosen = options()
    plan, model = pipeline.plan(config.load(chosen.config)), chosen.model or chosen.config
    shipped, name = pipeline.load(model), f"suggestions of `{model}`"
    teach = pipeline.plan(config.load(chosen.teach or chosen.config))
    taught = fold_models(chosen.folder, teach, chosen.folds) if chosen.folds else {}
    sites: dict[str, list[Task]] = {}
    for gold in read_gold([chosen.folder]):
        models: Models = {} if chosen.suggestions else {NOTHING: None}
        models[name] = shipped
        if taught:
            models[TAUGHT] = taught[gold.id]
        sites.setdefault(gold.host, []).append(task_of(gold, plan, models))
    ids = [page.id for pages in sites.values() for page in pages]
    with ProcessPoolExecutor() as workers:
        common = label_keys(plan.task), plan.task, shipped if chosen.follow else None
        played = workers.map(play_site, sites.values(), *map(repeat, common))
        rows = [row for site in played for row in site]
    found = keys_table(ids, rows)
    print(found)
    if chosen.page:
        fill("annotator", {"keys": found.strip()})
    for id, row in zip(ids, rows, strict=True) if chosen.output else ():
        one, file = row[name], store.place(chosen.folder / id, chosen.output)
        labelled = one.session.state.labels
        write_text(file.path, store.as_text(one.session.view, labelled, 0, plan.task, file.page))


if __name__ == "__main__":
    command_line.run(main)
