"""What stands on the screen, line by line, as styled text; nothing of a page reaches it unmasked.

A label is told by its letter and a symbol; colour is only added, from Okabe and Ito's palette for
colour-blind readers (*Color Universal Design*, 2008).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.style import Style
from rich.text import Text

from victor.annotate.keys import Session
from victor.annotate.order import Entry
from victor.annotate.state import differs
from victor.annotate.view import NONE
from victor.config import CONTINUATION, HEADER, LIST, OTHER, Task
from victor.errors import pluralize
from victor.text.characters import printable

_SYMBOLS = {HEADER: "#", "paragraph": "¶", LIST: "•", CONTINUATION: "↳", OTHER: "×"}
_COLOURS = {
    HEADER: "#E69F00",
    "paragraph": "#2FC19B",
    LIST: "#56B4E9",
    CONTINUATION: "#CC79A7",
    OTHER: "#8C8C8C",
}
_MORE = (("◆", "#F0E442"), ("▲", "#E8703A"), ("■", "#8FA8FF"), ("●", "#D8B4F8"), ("★", "#FFFFFF"))
_CURSOR, _SELECTED = Style(reverse=True, bold=True), Style(underline=True, bold=True)
FAINT = Style(dim=True)
WIDE = 100  # columns from which there is room for more of the path


@dataclass(frozen=True)
class Look:
    """How a label is shown."""

    key: str  # to press
    name: str  # its role
    symbol: str
    style: Style


UNLABELLED = Look("?", "not decided", "·", Style())


def looks(task: Task, keys: dict[str, int]) -> dict[int, Look]:
    """How each label is shown, by its number; ``NONE`` for blocks without one."""
    spare = iter(_MORE)
    out = {NONE: UNLABELLED}
    for key, (number, role) in zip(keys, enumerate(task.labels.values()), strict=True):
        symbol, colour = _SYMBOLS.get(role), _COLOURS.get(role, "")
        if symbol is None:
            symbol, colour = next(spare, ("+", "#FFFFFF"))
        style = Style(color=colour, bold=role == HEADER)
        out[number] = Look(key, role, symbol, style)
    return out


def block(session: Session, number: int, width: int, shown: dict[int, Look]) -> Text:
    """The line of a block: place, label, suggestion, path, text."""
    state, sheet = session.state, session.sheet
    label, suggestion = state.labels[number], state.suggestions.label[number]
    here, look = number == state.at, shown[label]
    selected = state.selection is not None and number in state.target
    room = 30 if width >= WIDE else 14
    line = Text(no_wrap=True, end="")
    line.append("▶" if here else "▌" if selected else " ")
    line.append(f"{number + 1:>{len(str(len(sheet)))}} ", FAINT)
    line.append(f"{look.symbol} {look.key} ", look.style)
    line.append(_suggestion(session, number, shown), FAINT)
    line.append(_end(printable(sheet.path[number]), room).ljust(room) + " ", FAINT)
    blank = (
        "" if sheet.space_before[number] else "‿"
    )  # nothing stood between it and the block before
    line.append(blank + printable(sheet.text[number][: 2 * width]), look.style)
    line.truncate(width, overflow="ellipsis", pad=True)
    if here:
        line.stylize(_CURSOR)
    elif selected:
        line.stylize(_SELECTED)
    elif differs(state, sheet, number) or label == NONE != suggestion:
        line.stylize(Style(bold=True), 0, 1)
    return line


def _suggestion(session: Session, number: int, shown: dict[int, Look]) -> str:
    """The suggestion's letter and certainty in per cent, after a mark where the label differs."""
    suggestion = session.state.suggestions.label[number]
    if suggestion == NONE:
        return "       "
    mark = "≠" if differs(session.state, session.sheet, number) else " "
    return (
        f"{mark}{shown[suggestion].key}{100 * session.state.suggestions.certainty[number]:>3.0f}% "
    )


def _end(path: str, room: int) -> str:
    return path if len(path) <= room else "…" + path[1 - room :]


def detail(session: Session, width: int, height: int, shown: dict[int, Look]) -> Text:
    """The block under the cursor in full, as far as there is room."""
    state, sheet = session.state, session.sheet
    if not len(sheet):
        return Text("This page has no text.")
    i, look = state.at, shown[state.labels[state.at]]
    first = Text.assemble(
        (f"{look.symbol} {look.name}", look.style),
        (f"   {_said_by_model(session, shown)}", FAINT),
        (f"   {printable(sheet.path[i])}", FAINT),
        no_wrap=True,
        end="\n",
    )
    first.truncate(width, overflow="ellipsis")
    text, room = printable(sheet.text[i]), width * (height - 1) - width // 4
    return Text("\n").join(
        [first, Text(text if len(text) <= room else text[:room] + "…", look.style)]
    )


def _said_by_model(session: Session, shown: dict[int, Look]) -> str:
    i = session.state.at
    suggestions = session.state.suggestions
    if suggestions.label[i] == NONE:
        return "no suggestion"
    whose = "suggested" if session.state.labels[i] == NONE else "the model alone"
    return f"{whose}: {shown[suggestions.label[i]].name} {suggestions.certainty[i]:.0%}"


def progress(decided: int, blocks: int, width: int = 10) -> str:
    """A bar with its figures."""
    full = decided * width // max(1, blocks)
    share = f"{decided}/{blocks} {decided / max(1, blocks):>4.0%}"
    return f"{'█' * full}{'░' * (width - full)} {share}"


def heading(session: Session, width: int, place: str) -> Text:
    """The page's title to the left, progress to the right."""
    right = f" {progress(session.state.decided, len(session.sheet))} {place}"
    left = Text(f" {printable(session.sheet.title)}", no_wrap=True)
    left.truncate(max(0, width - len(right)), overflow="ellipsis", pad=True)
    return Text.assemble(left, right, style=Style(reverse=True), no_wrap=True)


def legend(session: Session, width: int, shown: dict[int, Look]) -> Text:
    """The labels with their keys, and how many blocks have each, as far as there is room."""
    counts = {number: session.state.labels.count(number) for number in shown}
    line = Text(no_wrap=True)
    for room in (40, 4, 0):  # letters of a name, as many as there is room for
        line = Text(" ", no_wrap=True)
        for number, look in shown.items():
            if number != NONE:
                line.append(f" {look.key} ", look.style + Style(reverse=True))
                name = f"{look.name[:room]} " if room else ""
                line.append(f" {look.symbol} {name}{counts[number]} ", look.style)
        line.append(f"{UNLABELLED.symbol} {'not decided' if room > 4 else 'open'} {counts[NONE]}")
        if line.cell_len <= width:
            break
    return line


def entry(one: Entry, here: bool, width: int, most: float) -> Text:
    """The line of a page in the list: progress, what the model does not know, name, title."""
    line = Text(no_wrap=True, end="")
    line.append("▶" if here else " ")
    line.append("✓ " if one.done else "  ", Style(bold=True))
    line.append(f"{progress(one.decided, one.blocks):<26}")
    doubt = round(5 * one.entropy / most) if most else 0
    line.append(f"{'●' * doubt:<6}", Style(color=_COLOURS[HEADER]))
    line.append(f"{printable(one.path.name)}  ", Style(bold=True))
    line.append(printable(one.title), FAINT)
    line.truncate(width, overflow="ellipsis", pad=True)
    if here:
        line.stylize(_CURSOR)
    return line


def listing_head(entries: Sequence[Entry], about: str, width: int) -> Text:
    """How far all pages are."""
    done, blocks = sum(one.done for one in entries), sum(one.blocks for one in entries)
    left = f" {pluralize(len(entries), 'page')}, {done} done, {about}"
    right = f"{progress(sum(one.decided for one in entries), blocks)} "
    text = left[: max(0, width - len(right) - 1)]
    return Text(text.ljust(width - len(right)) + right, style=Style(reverse=True), no_wrap=True)
