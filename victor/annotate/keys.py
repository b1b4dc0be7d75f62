"""Which key does what, as a table, and what a key makes of a state.

Keys are named as Textual names them; a key that prints a character is that character.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from victor.annotate import state as act
from victor.annotate.state import State
from victor.annotate.view import PageView
from victor.config import Task

Command = Callable[[State, PageView], State]


@dataclass(frozen=True)
class Binding:
    """A command with its keys and a line for the help."""

    keys: tuple[str, ...]
    help: str
    run: Command


BINDINGS: Mapping[str, Sequence[Binding]] = {
    "Accept, repeat, undo": [
        Binding((".",), "repeat the last action here", act.repeat),
        Binding(("enter",), "accept the suggestion for the block or the selection", act.accept),
        Binding(("!",), "accept it for all blocks that are not decided", act.accept_page),
        Binding(("%",), "the same for those that the model is sure of", act.accept_certain),
        Binding(("]",), "be surer: by 5 %", act.surer),
        Binding(("[",), "be less sure: by 5 %", act.less_sure),
        Binding(("\\",), "all blocks that are not decided are boilerplate", act.boilerplate),
        Binding(("delete", "-"), "take the label away", act.clear),
        Binding(("backspace", "ctrl+z"), "undo", act.undo),
        Binding(("ctrl+y",), "redo", act.redo),
    ],
    "Select": [
        Binding(("space",), "begin a selection here: move on, then label", act.mark),
        Binding((">",), "select the element around; again: the one around that", act.widen),
        Binding(("<",), "select the element below it", act.narrow),
        Binding(("=",), "select the run of blocks of the same label around it", act.select_run),
        Binding(("ctrl+a",), "select the page", act.select_all),
        Binding(("escape",), "select nothing", act.unselect),
    ],
    "Go to": [
        Binding(("tab",), "the next doubtful block, else the next open", act.next_undecided),
        Binding(("shift+tab",), "the one before", act.previous_undecided),
        Binding(("}",), "where another label begins, given or suggested", act.next_change),
        Binding(("{",), "the same, back", act.previous_change),
        Binding(("'",), "the next block that no other is like, as titles", act.next_lone),
        Binding(('"',), "the same, back", act.previous_lone),
        Binding(("~", "`"), "the block that the model is least certain of", act.least_certain),
        Binding(("#",), "the next block whose label is not the model's", act.next_differing),
    ],
}  # fmt: skip

# Keys that move the cursor: where to, by the block that it is at, the blocks on the screen, and n.
MOVES: Mapping[str, tuple[Callable[[int, int, int], int], str]] = {
    "up": (lambda at, page, n: at - 1, "one block up"),
    "down": (lambda at, page, n: at + 1, "one block down"),
    "pageup": (lambda at, page, n: at - page, "a screen up"),
    "pagedown": (lambda at, page, n: at + page, "a screen down"),
    "home": (lambda at, page, n: 0, "the first block"),
    "end": (lambda at, page, n: n - 1, "the last block"),
}

LIKE, REST = "*", ";"
PREFIXES: Mapping[str, tuple[str, Callable[[State, PageView, int], State]]] = {
    LIKE: ("then a label: the same, to all blocks like this one", act.like),
    REST: ("then a label: to all blocks that are not decided", act.rest),
}

_COMMANDS = {key: one.run for group in BINDINGS.values() for one in group for key in one.keys}
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Session:
    """A page being annotated: what is pressed next depends on it, and on nothing else."""

    sheet: PageView
    state: State
    labels: Mapping[str, int]  # key to a label's number
    page: int = 15  # blocks on the screen
    prefix: str = ""  # a key of PREFIXES that waits for a label
    number: str = ""  # digits typed so far: the block that the next key is about


def label_keys(task: Task) -> dict[str, int]:
    """A key for each label: a small letter, its own first one where that is free."""
    out: dict[str, int] = {}
    for number, (key, role) in enumerate(task.labels.items()):
        wanted = (key + role + _LETTERS).lower()
        free = (c for c in wanted if c in _LETTERS and c not in out)
        out[next(free, f"f{number}")] = number
    return out


def press(session: Session, key: str) -> Session | None:
    """What a key makes of a session; None if it means nothing here."""
    state, sheet = session.state, session.sheet
    if not len(sheet):
        return None
    if session.prefix:
        return _after_prefix(session, key)
    if key.isdecimal() and key.isascii():
        number = (session.number + key)[-6:]
        said = f"block {numbered(number, state.at, len(sheet)) + 1}: ..."
        return replace(session, number=number, state=replace(state, said=said))
    if session.number:
        return _at_number(session, key)
    if key in session.labels:
        return replace(session, state=act.decide(state, sheet, session.labels[key]))
    if len(key) == 1 and key.isupper() and key.lower() in session.labels:
        return replace(session, state=act.like(state, sheet, session.labels[key.lower()]))
    if key in PREFIXES:
        return replace(session, prefix=key, state=replace(state, said=PREFIXES[key][0]))
    if key in _COMMANDS:
        return replace(session, state=_COMMANDS[key](state, sheet))
    return _moved(session, key)


def _at_number(session: Session, key: str) -> Session | None:
    """What a key makes of the block whose number was typed before it."""
    done = replace(session, number="", state=replace(session.state, said=""))
    if key in ("escape", "backspace"):
        return done
    place = numbered(session.number, done.state.at, len(session.sheet))
    there = replace(done, state=act.move(done.state, place))
    return there if key == "enter" else press(there, key)


def numbered(digits: str, at: int, n: int) -> int:
    """Of n blocks the nearest to block ``at`` whose number, from 1 on, ends in these digits.

    So a digit or two will do for what is in sight. The last block where no number does.
    """
    every = 10 ** len(digits)
    places = range((int(digits) - 1) % every, n, every)
    return min(places, key=lambda i: (abs(i - at), -i), default=n - 1)


def _after_prefix(session: Session, key: str) -> Session | None:
    done = replace(session, prefix="", state=replace(session.state, said=""))
    if key.lower() not in session.labels:
        return done if press(done, key) else None
    run = PREFIXES[session.prefix][1]
    return replace(done, state=run(session.state, session.sheet, session.labels[key.lower()]))


def _moved(session: Session, key: str) -> Session | None:
    plain = key.removeprefix("shift+")
    if plain not in MOVES:
        return None
    to = MOVES[plain][0](session.state.at, session.page, len(session.sheet))
    return replace(session, state=act.move(session.state, to, select=plain != key))
