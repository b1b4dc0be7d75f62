"""The lines on the screen as styled text; control characters of a page are replaced.

Labels are shown by letter and symbol. Colour only repeats them, with colours based on Okabe and
Ito's palette for colour-blind readers (*Color Universal Design*, 2008).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.style import Style
from rich.text import Text

from victor.annotate.keys import BINDINGS, MOVES, PREFIXES, PROGRAM, Session
from victor.annotate.order import Entry
from victor.annotate.state import differs
from victor.annotate.view import NO_LABEL
from victor.config import CONTINUATION, HEADER, LIST, OTHER, Task
from victor.errors import pluralize
from victor.text.characters import printable

_ROLES = {
    HEADER: ("#", "#E69F00"),
    "paragraph": ("¶", "#2FC19B"),
    LIST: ("•", "#56B4E9"),
    CONTINUATION: ("↳", "#CC79A7"),
    OTHER: ("×", "#8C8C8C"),
}
_MORE = (("◆", "#F0E442"), ("▲", "#E8703A"), ("■", "#8FA8FF"), ("●", "#D8B4F8"), ("★", "#FFFFFF"))
_CURSOR, _SELECTED = Style(reverse=True, bold=True), Style(underline=True, bold=True)
FAINT = Style(dim=True)
_WIDE = 100  # columns from which more of the path is shown
_KEY_NAMES = {"space": "␣", "enter": "⏎", "backspace": "⌫", "escape": "esc", "delete": "del"}


@dataclass(frozen=True)
class Look:
    """How a label is shown."""

    key: str
    name: str  # its role
    symbol: str
    style: Style


Looks = Mapping[int, Look]  # by label, NO_LABEL included
_UNDECIDED = Look("?", "undecided", "·", Style())


def label_looks(task: Task, keys: Mapping[str, int]) -> Looks:
    """How each label is shown; ``keys`` as from :func:`~victor.annotate.keys.label_keys`."""
    spare = iter(_MORE)
    out = {NO_LABEL: _UNDECIDED}
    for key, (number, role) in zip(keys, enumerate(task.labels.values()), strict=True):
        symbol, colour = _ROLES.get(role) or next(spare, ("+", "#FFFFFF"))
        out[number] = Look(key, role, symbol, Style(color=colour, bold=role == HEADER))
    return out


def block(session: Session, number: int, width: int, looks: Looks) -> Text:
    """A block on one line: number, label, suggestion, path, text."""
    state, view = session.state, session.view
    here, look = number == state.at, looks[state.labels[number]]
    selected = state.selection is not None and number in state.target
    room = 30 if width >= _WIDE else 14
    line = Text(no_wrap=True, end="")
    line.append("▶" if here else "▌" if selected else " ")
    line.append(f"{number + 1:>{len(str(len(view)))}} ", FAINT)
    line.append(f"{look.symbol} {look.key} ", look.style)
    line.append(_suggestion(session, number, looks), FAINT)
    line.append(_end(printable(view.path[number]), room).ljust(room) + " ", FAINT)
    joined = "" if view.space_before[number] else "‿"
    line.append(joined + printable(view.text[number][: 2 * width]), look.style)
    line.truncate(width, overflow="ellipsis", pad=True)
    if here:
        line.stylize(_CURSOR)
    elif selected:
        line.stylize(_SELECTED)
    return line


def _suggestion(session: Session, number: int, looks: Looks) -> str:
    """The suggestion's letter and percentage, 7 columns wide, after ≠ if the label differs."""
    suggestions = session.state.suggestions
    if suggestions.label[number] == NO_LABEL:
        return " " * 7
    mark = "≠" if differs(session.state, session.view, number) else " "
    letter, certainty = looks[suggestions.label[number]].key, suggestions.certainty[number]
    return f"{mark}{letter}{100 * certainty:>3.0f}% "


def _end(path: str, room: int) -> str:
    """The end of a path that fits into ``room`` columns."""
    return path if len(path) <= room else "…" + path[1 - room :]


def detail(session: Session, width: int, height: int, looks: Looks) -> Text:
    """The block under the cursor: a line with label, suggestion and path; the text, if it fits."""
    state, view = session.state, session.view
    if not len(view):
        return Text("This page has no text.")
    look = looks[state.labels[state.at]]
    first = Text.assemble(
        (f"{look.symbol} {look.name}", look.style),
        (f"   {_prediction(session, looks)}   {printable(view.path[state.at])}", FAINT),
        no_wrap=True,
        end="\n",
    )
    first.truncate(width, overflow="ellipsis")
    text, room = printable(view.text[state.at]), width * (height - 1) - width // 4
    shown = text if len(text) <= room else text[:room] + "…"
    return Text("\n").join([first, Text(shown, look.style)])


def _prediction(session: Session, looks: Looks) -> str:
    """The suggestion; once the block has a label, the model's own prediction."""
    state, suggestions = session.state, session.state.suggestions
    label, certainty = suggestions.label[state.at], suggestions.certainty[state.at]
    if label == NO_LABEL:
        return "no suggestion"
    source = "suggestion" if state.labels[state.at] == NO_LABEL else "model"
    return f"{source}: {looks[label].name} {certainty:.0%}"


def progress(decided: int, blocks: int, width: int = 10) -> str:
    """A bar of ``width`` columns, the counts and the percentage."""
    full = decided * width // max(1, blocks)
    share = f"{decided}/{blocks} {decided / max(1, blocks):>4.0%}"
    return f"{'█' * full}{'░' * (width - full)} {share}"


def heading(session: Session, width: int, place: str) -> Text:
    """The page's title on the left, progress and place in the list on the right."""
    right = f" {progress(session.state.decided, len(session.view))} {place}"
    left = Text(f" {printable(session.view.title)}", no_wrap=True)
    left.truncate(max(0, width - len(right)), overflow="ellipsis", pad=True)
    return Text.assemble(left, right, style=Style(reverse=True), no_wrap=True)


def legend(session: Session, width: int, looks: Looks) -> Text:
    """The labels with their keys and counts; names are shortened or left out to fit the width."""
    labels = session.state.labels
    line = Text()
    for room in (40, 4, 0):
        line = Text(" ", no_wrap=True)
        for number, look in looks.items():
            name = f"{look.name[:room]} " if room else ""
            if number != NO_LABEL:
                line.append(f" {look.key} ", look.style + Style(reverse=True))
                line.append(f" {look.symbol} {name}{labels.count(number)} ", look.style)
        undecided = _UNDECIDED.name if room > 4 else _UNDECIDED.key
        line.append(f"{_UNDECIDED.symbol} {undecided} {labels.count(NO_LABEL)}")
        if line.cell_len <= width:
            break
    return line


def entry(one: Entry, here: bool, width: int, highest: float) -> Text:
    """Render a page on one line: progress, uncertainty as up to five dots, file name, title.

    Args:
        highest: the entropy shown as five dots.
    """
    line = Text(no_wrap=True, end="")
    line.append("▶" if here else " ")
    line.append("✓ " if one.done else "  ", Style(bold=True))
    line.append(f"{progress(one.decided, one.blocks):<26}")
    dots = round(5 * one.entropy / highest) if highest else 0
    line.append(f"{'●' * dots:<6}", Style(color=_ROLES[HEADER][1]))
    line.append(f"{printable(one.path.name)}  ", Style(bold=True))
    line.append(printable(one.title), FAINT)
    line.truncate(width, overflow="ellipsis", pad=True)
    if here:
        line.stylize(_CURSOR)
    return line


def list_heading(entries: Sequence[Entry], about: str, width: int) -> Text:
    """The number of pages and the progress over all of them."""
    done, blocks = sum(one.done for one in entries), sum(one.blocks for one in entries)
    left = f" {pluralize(len(entries), 'page')}, {done} done, {about}"
    right = f"{progress(sum(one.decided for one in entries), blocks)} "
    text = left[: max(0, width - len(right) - 1)]
    return Text(text.ljust(width - len(right)) + right, style=Style(reverse=True), no_wrap=True)


def help_text(looks: Looks) -> Text:
    """All keys, by group."""
    labels = [(look.key, f"{look.symbol} {look.name}") for n, look in looks.items() if n >= 0]
    labels += [("capital", "label all similar blocks (same tags and classes)")]
    numbers = "then a key: apply it to that block; ⏎: go there"
    moves = [("12", numbers), *((_spelled((key,)), what) for key, (_, what) in MOVES.items())]
    parts = {
        "Labels": [*labels, *((key, what) for key, (what, _) in PREFIXES.items())],
        **{title: [(_spelled(b.keys), b.help) for b in group] for title, group in BINDINGS.items()},
        "Move": [*moves, ("shift+move", "extend the selection")],
        "Program": list(PROGRAM.items()),
    }
    text = Text()
    for title, lines in parts.items():
        text.append(f"{title}\n", Style(bold=True, underline=True))
        for key, what in lines:
            shown = key.replace("ctrl+", "^")
            text.append(f"  {shown:<12}", Style(bold=True)).append(f"{what}\n")
        text.append("\n")
    return text.append("· undecided   ≠ model predicts another label   ‿ no space before")


def _spelled(keys: Sequence[str]) -> str:
    return " or ".join(_KEY_NAMES.get(key, key) for key in keys)
