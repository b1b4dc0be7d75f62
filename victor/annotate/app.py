"""The full-screen annotator: keys to :mod:`victor.annotate.keys`, states to lines and to the file.

Nothing is decided here. A page's state is in ``PageScreen.session``; it is saved after every key
that changes a label.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, Static

from victor.annotate import rows, store
from victor.annotate import state as act
from victor.annotate.keys import BINDINGS, MOVES, PREFIXES, Session, label_keys, press
from victor.annotate.lines import Lines
from victor.annotate.order import ORDERS, Entry, entry, heard
from victor.annotate.view import PageView
from victor.config import Task
from victor.errors import VictorError, pluralize

# Keys of the program, not of a page's state.
PROGRAM = {
    "/": "search; with nothing typed, the same again",
    "ctrl+n": "the next page that is not done",
    "ctrl+p": "the page before",
    "ctrl+o": "the list of pages",
    "f5": "read the page and its file again",
    "? or f1": "this help",
    "ctrl+q": "leave; everything is saved",
}
_HINTS = "? help  ⏎ accept  > element  ␣ range  ⌫ undo  ⇥ doubt  / find  ^N next  ^Q quit"
_NAMES = {"space": "␣", "enter": "⏎", "backspace": "⌫", "escape": "esc", "delete": "del"}


@dataclass(frozen=True)
class Work:
    """What is to be annotated, and how pages are read."""

    task: Task
    entries: Sequence[Entry]
    order: str
    read: Callable[[Path], PageView]  # raises VictorError
    left_out: int = 0  # pages that could not be read


class PageScreen(Screen[None]):
    """One page."""

    def __init__(self, work: Work, one: Entry) -> None:
        super().__init__()
        self.work, self.one = work, one
        self.file = one.file
        self.shown = rows.looks(work.task, label_keys(work.task))
        self.unsaved = ""  # why the last change is not on the disk
        self.warned = False
        self.wanted = ""  # what was searched for last
        self.session = self._load()

    def _load(self) -> Session:
        sheet = heard(self.work.read(self.one.path), self.one.path, self.work.entries)
        self.file, state = store.load(replace(self.one.file, stamp=None), sheet, self.work.task)
        state = replace(state, said=self.file.said)
        return Session(sheet, state, label_keys(self.work.task))

    def compose(self) -> ComposeResult:
        """Title, blocks, the block in full, what was said, labels, suggestions."""
        yield Static(id="heading")
        yield Lines(self._line, id="blocks")
        yield Static(id="detail")
        yield Static(id="said")
        yield Input(id="prompt")
        yield Static(id="legend")
        yield Static(_HINTS, id="suggestions", markup=False)

    def on_mount(self) -> None:
        """Keys go to the blocks."""
        self.query_one("#prompt", Input).display = False
        self.query_one(Lines).focus()
        self.call_after_refresh(self.draw)

    def on_resize(self) -> None:
        """Lines have another width."""
        self.call_after_refresh(self.draw)

    def _line(self, number: int, width: int) -> Text:
        return rows.block(self.session, number, width, self.shown)

    def draw(self) -> None:
        """Show the state."""
        lines, width = self.query_one(Lines), self.size.width
        detail = self.query_one("#detail", Static)
        height = max(2, detail.size.height - 1)
        self.session = replace(self.session, page=max(1, lines.size.height - 1))
        number = [one.path for one in self.work.entries].index(self.one.path) + 1
        place = f"page {number}/{len(self.work.entries)} "
        self.query_one("#heading", Static).update(rows.heading(self.session, width, place))
        detail.update(rows.detail(self.session, width - 2, height, self.shown))
        self.query_one("#legend", Static).update(rows.legend(self.session, width, self.shown))
        self.query_one("#said", Static).update(self._said())
        lines.show(len(self.session.sheet), self.session.state.at)

    def _said(self) -> Text:
        if self.unsaved:
            return Text(f" NOT SAVED: {self.unsaved}", Style(bold=True, reverse=True))
        state = self.session.state
        selected = f"{pluralize(len(state.target), 'block')} selected" if state.selection else ""
        said = state.said or selected or ("" if self.file.stamp is None else "saved")
        return Text(f" {said}", rows.FAINT, no_wrap=True)

    def on_key(self, event: events.Key) -> None:
        """To the page's state, else to the program."""
        if self.query_one("#prompt", Input).display:
            if event.key == "escape":
                self._close_prompt()
                event.stop()
            return
        key = key_name(event)
        made = None if key in ("/", "?") and not self.session.prefix else press(self.session, key)
        if made is not None:
            self._take(made)
        elif (run := self._program().get(key)) is not None:
            run()
        else:
            return
        event.stop()
        event.prevent_default()

    def _program(self) -> dict[str, Callable[[], None]]:
        return {
            "/": self._ask,
            "ctrl+n": lambda: self._leave(lambda: self._app.turn(1)),
            "ctrl+p": lambda: self._leave(lambda: self._app.turn(-1)),
            "ctrl+o": lambda: self._leave(self._app.show_list),
            "f5": self._again,
            "?": self._help,
            "f1": self._help,
        }

    @property
    def _app(self) -> "Annotator":
        assert isinstance(self.app, Annotator)
        return self.app

    def _take(self, made: Session) -> None:
        before, self.session = self.session.state, made
        if made.state.labels is not before.labels or self.unsaved:
            self.save()
        self.draw()

    def save(self) -> None:
        """Write the file; what hinders is shown until it has been written."""
        self.warned = False
        try:
            self.file = store.save(
                self.file, self.session.sheet, self.session.state, self.work.task
            )
            self.unsaved = ""
        except VictorError as error:
            self.unsaved = f"{error}; the file is as it was"

    def may_leave(self) -> bool:
        """Whether all is saved, or the annotator has been told and wants to leave all the same.

        A page that was only looked at leaves its file as it was.
        """
        if self.unsaved or self.session.state.past:
            warned = self.warned
            self.save()  # the cursor's place, and a last try
            return warned or not self._warn("; once more to leave without it")
        return True

    def _warn(self, how: str) -> bool:
        """Whether something is not saved; how to go on all the same is said."""
        if self.unsaved:
            self.unsaved += how
            self.warned = True
            self.draw()
        return bool(self.unsaved)

    def entry(self) -> Entry:
        """The page's line in the list: what is on the disk of it."""
        if self.unsaved:
            return self.one
        return entry(self.one.path, self.file, self.session.sheet, self.session.state)

    def _leave(self, go: Callable[[], None]) -> None:
        if self.may_leave():
            go()

    def _again(self) -> None:
        if not self.warned and self._warn("; F5 once more to read the file without it"):
            return
        self.warned = False
        try:
            self.session = self._load()
            self.unsaved = ""
        except VictorError as error:
            state = replace(self.session.state, said=str(error))
            self.session = replace(self.session, state=state)
        self.draw()

    def _help(self) -> None:
        self.app.push_screen(HelpScreen(self.shown))

    def on_lines_chosen(self, message: Lines.Chosen) -> None:
        """The cursor goes where the mouse points."""
        self._take(replace(self.session, state=act.move(self.session.state, message.number)))

    def _ask(self) -> None:
        prompt = self.query_one("#prompt", Input)
        prompt.placeholder, prompt.value, prompt.display = "search", "", True
        self.query_one("#said", Static).display = False
        prompt.focus()

    def _close_prompt(self) -> None:
        self.query_one("#prompt", Input).display = False
        self.query_one("#said", Static).display = True
        self.query_one(Lines).focus()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Search; for the same again, if nothing was typed."""
        self._close_prompt()
        self.wanted = message.value.strip() or self.wanted
        state = act.search(self.session.state, self.session.sheet, self.wanted)
        self._take(replace(self.session, state=state))


class ListScreen(Screen[None]):
    """The pages, with how far each is."""

    def __init__(self, work: Work, at: int = 0) -> None:
        super().__init__()
        self.work, self.at = work, at

    def compose(self) -> ComposeResult:
        """A heading, the pages, suggestions."""
        yield Static(id="heading")
        yield Lines(self._line, id="pages")
        yield Static(
            "⏎ open  ↑↓ choose  ^O order  ● doubt  ? help  ^Q quit", id="suggestions", markup=False
        )

    def on_mount(self) -> None:
        """Keys go to the pages."""
        self.query_one(Lines).focus()
        self.call_after_refresh(self.draw)

    def on_screen_resume(self) -> None:
        """Pages may have got on."""
        self.call_after_refresh(self.draw)

    def on_resize(self) -> None:
        """Lines have another width."""
        self.call_after_refresh(self.draw)

    def _line(self, number: int, width: int) -> Text:
        most = max(one.entropy for one in self.work.entries)
        return rows.entry(self.work.entries[number], number == self.at, width, most)

    def draw(self) -> None:
        """Show the list."""
        left_out = f"; {self.work.left_out} cannot be read" if self.work.left_out else ""
        about = f"by {self.work.order}{left_out}"
        head = rows.listing_head(self.work.entries, about, self.size.width)
        self.query_one("#heading", Static).update(head)
        self.query_one(Lines).show(len(self.work.entries), self.at)

    def on_key(self, event: events.Key) -> None:
        """Choose, open."""
        key, app = key_name(event), self.app
        assert isinstance(app, Annotator)
        if key == "enter":
            app.open(self.work.entries[self.at])
        elif key in MOVES:
            lines, n = self.query_one(Lines), len(self.work.entries)
            to = MOVES[key][0](self.at, max(1, lines.size.height - 1), n)
            self.at = max(0, min(to, n - 1))
            self.draw()
        elif key == "ctrl+o":
            app.next_order()
        elif key in ("?", "f1"):
            keys = label_keys(self.work.task)
            app.push_screen(HelpScreen(rows.looks(self.work.task, keys)))
        else:
            return
        event.stop()
        event.prevent_default()

    def on_lines_chosen(self, message: Lines.Chosen) -> None:
        """A click opens a page."""
        assert isinstance(self.app, Annotator)
        self.at = message.number
        self.app.open(self.work.entries[self.at])


class HelpScreen(ModalScreen[None]):
    """All keys."""

    def __init__(self, shown: dict[int, rows.Look]) -> None:
        super().__init__()
        self.shown = shown

    def compose(self) -> ComposeResult:
        """The text, to be scrolled."""
        with VerticalScroll(id="help"):
            yield Static(help_text(self.shown))

    def on_key(self, event: events.Key) -> None:
        """Any key but those that scroll leads back."""
        if event.key not in MOVES:
            event.stop()
            event.prevent_default()
            self.dismiss()


def help_text(shown: dict[int, rows.Look]) -> Text:
    """Every key with what it does."""
    text = Text()

    def part(title: str, lines: Sequence[tuple[str, str]]) -> None:
        text.append(f"{title}\n", Style(bold=True, underline=True))
        for key, what in lines:
            text.append(f"  {key:<12}", Style(bold=True))
            text.append(f"{what}\n")
        text.append("\n")

    labels = [(look.key, f"{look.symbol} {look.name}") for n, look in shown.items() if n >= 0]
    like = ("capital", "to all blocks like this one: the same tags, classes and breaks")
    part("Labels", [*labels, like, *((key, what) for key, (what, _) in PREFIXES.items())])
    for title, bindings in BINDINGS.items():
        part(title, [(_spelled(one.keys), one.help) for one in bindings])
    numbers = "and any key: at the block of that number; ⏎: go there"
    moves = [("12", numbers), *((_spelled((key,)), what) for key, (_, what) in MOVES.items())]
    part("Move", [*moves, ("shift+move", "the same, and select")])
    part("Program", list(PROGRAM.items()))
    marks = "· not decided   ≠ not what the model says   ‿ nothing stood before the block"
    text.append(marks)
    return text


def _spelled(keys: Sequence[str]) -> str:
    return " or ".join(_NAMES.get(key, key).replace("ctrl+", "^") for key in keys)


def key_name(event: events.Key) -> str:
    """A key's name in the tables of keys: the character that it prints, else Textual's name."""
    if event.key == "space":
        return "space"
    return event.character if event.is_printable and event.character else event.key


class Annotator(App[None]):
    """The program."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { background: #14161a; color: #e6e6e6; }
    #heading, #legend, #suggestions { height: 1; }
    #said { height: auto; max-height: 5; }
    #suggestions { color: #9a9a9a; padding: 0 1; }
    #blocks, #pages { height: 1fr; scrollbar-size-vertical: 1; overflow-x: hidden; }
    #detail { height: 20%; min-height: 5; max-height: 9; border-top: solid #555555; padding: 0 1; }
    #prompt { height: 1; border: none; padding: 0 1; background: #2a2e36; }
    HelpScreen { align: center middle; }
    #help { width: 90%; max-width: 90; height: 90%; padding: 1 2; background: #22262e; }
    """

    def __init__(self, work: Work) -> None:
        super().__init__()
        self.work = replace(work, entries=ORDERS[work.order](work.entries))

    def on_mount(self) -> None:
        """One page is opened at once, of several the list is shown."""
        self.title = "victor annotate"
        self.push_screen(ListScreen(self.work))
        if len(self.work.entries) == 1:
            self.open(self.work.entries[0])

    def open(self, one: Entry) -> None:
        """Show a page; one that cannot be read is said to be so."""
        try:
            screen = PageScreen(self.work, one)
        except VictorError as error:
            self.notify(str(error), severity="error", timeout=10, markup=False)
            return
        self.push_screen(screen)

    def show_list(self) -> None:
        """Back from a page."""
        self._note()
        self.pop_screen()

    def turn(self, step: int) -> None:
        """The next page that is not done, or any before."""
        self._note()
        here = self._place()
        entries = self.work.entries
        ahead = range(here + 1, len(entries)) if step > 0 else range(here - 1, -1, -1)
        wanted = [i for i in ahead if step < 0 or not entries[i].done]
        if not wanted and step > 0:
            wanted = [i for i in range(here) if not entries[i].done]
        self.pop_screen()
        if wanted:
            self._list().at = wanted[0]
            self.open(entries[wanted[0]])

    def next_order(self) -> None:
        """List the pages in another order."""
        names = list(ORDERS)
        order = names[(names.index(self.work.order) + 1) % len(names)]
        self._set(replace(self.work, order=order, entries=ORDERS[order](self.work.entries)))
        self._list().draw()

    def _place(self) -> int:
        page = self.screen
        assert isinstance(page, PageScreen)
        return [one.path for one in self.work.entries].index(page.one.path)

    def _note(self) -> None:
        """Put how far a page is into the list, which keeps its order while one works."""
        page, entries = self.screen, list(self.work.entries)
        assert isinstance(page, PageScreen)
        place = self._place()
        entries[place] = page.entry()
        self._set(replace(self.work, entries=entries))
        self._list().at = place

    def _set(self, work: Work) -> None:
        self.work = self._list().work = work

    def _list(self) -> ListScreen:
        return next(one for one in self.screen_stack if isinstance(one, ListScreen))

    async def action_quit(self) -> None:
        """Leave, unless something is not saved and that has not been told yet."""
        page = next((one for one in self.screen_stack if isinstance(one, PageScreen)), None)
        if page is None or page.may_leave():
            self.exit()

    def action_help_quit(self) -> None:
        """Ctrl+C does not end the program by mistake."""
        self.notify("Ctrl+Q leaves", timeout=3)
