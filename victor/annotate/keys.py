"""Key bindings as tables, and the session that results from a key.

Keys have Textual's names; a printable key is its character.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from victor.annotate import state as act
from victor.annotate.state import State
from victor.annotate.view import PageView
from victor.config import Task

Command = Callable[[State, PageView], State]


@dataclass(frozen=True)
class Binding:
    """An action with its keys and its help text."""

    keys: tuple[str, ...]
    help: str
    run: Command


BINDINGS: Mapping[str, Sequence[Binding]] = {
    "Accept, repeat, undo": [
        Binding((".",), "repeat the last labelling action", act.repeat),
        Binding(("enter",), "accept the suggestion for the block or the selection", act.accept),
        Binding(("!",), "accept the suggestions for all undecided blocks", act.accept_page),
        Binding(("%",), "accept suggestions that reach the threshold (90 %)", act.accept_certain),
        Binding(("]",), "raise the threshold by 5 %", partial(act.shift_threshold, step=0.05)),
        Binding(("[",), "lower the threshold by 5 %", partial(act.shift_threshold, step=-0.05)),
        Binding(("\\",), "label all undecided blocks as boilerplate", act.boilerplate),
        Binding(("delete", "-"), "remove the label", act.clear),
        Binding(("backspace", "ctrl+z"), "undo", act.undo),
        Binding(("ctrl+y",), "redo", act.redo),
    ],
    "Select": [
        Binding(("space",), "start a selection; move to extend it", act.mark),
        Binding((">",), "select the enclosing element; again: a larger one", act.widen),
        Binding(("<",), "select a smaller element", act.narrow),
        Binding(("=",), "select the adjacent blocks with the same label", act.select_run),
        Binding(("ctrl+a",), "select the whole page", act.select_all),
        Binding(("escape",), "clear the selection", act.unselect),
    ],
    "Go to": [
        Binding(("tab",), "next uncertain block, else next undecided block", act.next_undecided),
        Binding(("shift+tab",), "previous uncertain or undecided block", act.previous_undecided),
        Binding(("}",), "next change of label, given or suggested", act.next_change),
        Binding(("{",), "previous change of label", act.previous_change),
        Binding(("'",), "next block without similar blocks, such as a title", act.next_unique),
        Binding(('"',), "previous block without similar blocks", act.previous_unique),
        Binding(("~", "`"), "block with the least certain suggestion", act.least_certain),
        Binding(("#",), "next label that differs from the model's", act.next_difference),
    ],
}  # fmt: skip

# Keys that move the cursor: the target, given the cursor, the visible lines and n; the help text.
MOVES: Mapping[str, tuple[Callable[[int, int, int], int], str]] = {
    "up": (lambda at, page, n: at - 1, "previous block"),
    "down": (lambda at, page, n: at + 1, "next block"),
    "pageup": (lambda at, page, n: at - page, "one screen up"),
    "pagedown": (lambda at, page, n: at + page, "one screen down"),
    "home": (lambda at, page, n: 0, "first block"),
    "end": (lambda at, page, n: n - 1, "last block"),
}

# Keys that wait for a label.
PREFIXES: Mapping[str, tuple[str, Callable[[State, PageView, int], State]]] = {
    "*": ("then press the label for all similar blocks", act.label_similar),
    ";": ("then press the label for all undecided blocks", act.label_rest),
}

# Help texts of the keys that act on the program instead of the page; see `app`.
PROGRAM = {
    "/": "search; with no text: repeat the last search",
    "ctrl+n": "next unfinished page",
    "ctrl+p": "previous page",
    "ctrl+o": "list of pages; there: change the order",
    "f5": "reload the page and its annotation",
    "? or f1": "help",
    "ctrl+q": "quit; changes are saved as you make them",
}

_COMMANDS = {key: one.run for group in BINDINGS.values() for one in group for key in one.keys}
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Session:
    """A page being annotated, with the keys of an incomplete command."""

    view: PageView
    state: State
    labels: Mapping[str, int]  # by key
    page: int = 15  # visible lines
    prefix: str = ""  # a key of PREFIXES
    number: str = ""  # the digits typed so far


def label_keys(task: Task) -> dict[str, int]:
    """A lower-case letter for each label: the first unused one of its key, its role, the alphabet.

    A function key once all letters are used.
    """
    out: dict[str, int] = {}
    for number, (key, role) in enumerate(task.labels.items()):
        wanted = (key + role + _LETTERS).lower()
        free = (c for c in wanted if c in _LETTERS and c not in out)
        out[next(free, f"f{number}")] = number
    return out


def press(session: Session, key: str) -> Session | None:
    """The session after a key; None if the key is not bound."""
    state, view = session.state, session.view
    if not len(view):
        return None
    if session.prefix:
        return _after_prefix(session, key)
    if key.isdecimal() and key.isascii():
        number = (session.number + key)[-6:]
        place = numbered(number, state.at, len(view))
        message = f"block {place + 1}: press a key, or ⏎ to go there"
        return replace(session, number=number, state=replace(state, message=message))
    if session.number:
        return _at_number(session, key)
    if key in session.labels:
        return replace(session, state=act.label_target(state, view, session.labels[key]))
    if len(key) == 1 and key.isupper() and key.lower() in session.labels:
        return replace(session, state=act.label_similar(state, view, session.labels[key.lower()]))
    if key in PREFIXES:
        return replace(session, prefix=key, state=replace(state, message=PREFIXES[key][0]))
    if key in _COMMANDS:
        return replace(session, state=_COMMANDS[key](state, view))
    return _moved(session, key)


def _at_number(session: Session, key: str) -> Session | None:
    """The session after a key that follows a number: the key applies to that block."""
    done = replace(session, number="", state=replace(session.state, message=""))
    if key in ("escape", "backspace"):
        return done
    place = numbered(session.number, done.state.at, len(session.view))
    there = replace(done, state=act.move(done.state, place))
    return there if key == "enter" else press(there, key)


def numbered(digits: str, at: int, n: int) -> int:
    """The block nearest to ``at`` whose number (its index plus 1) ends in ``digits``, of n blocks.

    One or two digits are enough for a visible block. The last block if no number matches.
    """
    every = 10 ** len(digits)
    places = range((int(digits) - 1) % every, n, every)
    return min(places, key=lambda i: (abs(i - at), -i), default=n - 1)


def _after_prefix(session: Session, key: str) -> Session | None:
    done = replace(session, prefix="", state=replace(session.state, message=""))
    if key.lower() not in session.labels:
        return done if press(done, key) else None
    run = PREFIXES[session.prefix][1]
    return replace(done, state=run(session.state, session.view, session.labels[key.lower()]))


def _moved(session: Session, key: str) -> Session | None:
    plain = key.removeprefix("shift+")
    if plain not in MOVES:
        return None
    to = MOVES[plain][0](session.state.at, session.page, len(session.view))
    return replace(session, state=act.move(session.state, to, select=plain != key))
