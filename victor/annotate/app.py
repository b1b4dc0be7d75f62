"""The full-screen annotator: passes keys to :mod:`victor.annotate.keys`, draws and saves.

It contains no logic: the state of a page is ``PageScreen.session``, which is saved after every key
that changes a label.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
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
from victor.annotate.keys import MOVES, Session, label_keys, press
from victor.annotate.lines import Lines
from victor.annotate.order import ORDERS, Entry, entry, with_other_pages
from victor.annotate.view import PageView
from victor.config import Task
from victor.errors import VictorError, pluralize

_PAGE_KEYS = "? help  ⏎ accept  ⇥ next  ␣ select  > element  ⌫ undo  / find  ^N page  ^Q quit"
_LIST_KEYS = "⏎ open  ↑↓ choose  ^O order  ● uncertainty  ? help  ^Q quit"


@dataclass(frozen=True)
class Work:
    """The pages to annotate and how to read them."""

    task: Task
    entries: Sequence[Entry]
    order: str  # of ORDERS
    read: Callable[[Path], PageView]  # raises VictorError
    left_out: int = 0  # number of pages that could not be read
    teach: Callable[[Path, Sequence[int]], None] | None = None  # called with each finished page


class LinesScreen(Screen[None]):
    """A screen with a list of lines, which has the focus; redrawn when shown or resized."""

    def __init__(self, annotator: "Annotator") -> None:
        super().__init__()
        self.annotator = annotator

    def draw(self) -> None:
        """Show the current state."""
        raise NotImplementedError

    def on_mount(self) -> None:
        """Focus the lines."""
        self.query_one(Lines).focus()

    def on_screen_resume(self) -> None:
        """Draw once the layout is known."""
        self.call_after_refresh(self.draw)

    def on_resize(self) -> None:
        """Draw for the new size."""
        self.call_after_refresh(self.draw)

    def run_key(self, event: events.Key, commands: dict[str, Callable[[], None]]) -> None:
        """Run the command of a key and stop the event, if there is one."""
        if command := commands.get(key_name(event)):
            command()
            event.stop()
            event.prevent_default()


class PageScreen(LinesScreen):
    """The screen on which one page is annotated."""

    def __init__(self, annotator: "Annotator", place: int) -> None:
        super().__init__(annotator)
        self.work, self.place = annotator.work, place
        self.one = self.work.entries[place]
        self.looks = rows.label_looks(self.work.task, label_keys(self.work.task))
        self.unsaved = ""  # why the last change could not be saved
        self.warned = False  # whether a warning about that was shown
        self.wanted = ""  # text of the last search
        self.file, self.session = self._load()

    def _load(self) -> tuple[store.File, Session]:
        view = with_other_pages(self.work.read(self.one.path), self.one.path, self.work.entries)
        file, state = store.load(replace(self.one.file, stamp=None), view, self.work.task)
        state = replace(state, message=file.message)
        return file, Session(view, state, label_keys(self.work.task))

    def compose(self) -> ComposeResult:
        """Heading, blocks, the current block in full, status or search prompt, labels, keys."""
        yield Static(id="heading")
        yield Lines(self._line, id="blocks")
        yield Static(id="detail")
        yield Static(id="status")
        yield Input(id="prompt", placeholder="search")
        yield Static(id="legend")
        yield Static(_PAGE_KEYS, id="keys", markup=False)

    def on_mount(self) -> None:
        """Hide the search prompt."""
        self.query_one("#prompt").display = False

    def _line(self, number: int, width: int) -> Text:
        return rows.block(self.session, number, width, self.looks)

    def draw(self) -> None:
        """Show the session."""
        lines, width = self.query_one(Lines), self.size.width
        detail = self.query_one("#detail", Static)
        height = max(2, detail.size.height - 1)
        self.session = replace(self.session, page=max(1, lines.size.height - 1))
        place = f"page {self.place + 1}/{len(self.work.entries)} "
        self.query_one("#heading", Static).update(rows.heading(self.session, width, place))
        detail.update(rows.detail(self.session, width - 2, height, self.looks))
        self.query_one("#legend", Static).update(rows.legend(self.session, width, self.looks))
        self.query_one("#status", Static).update(self._status())
        lines.show(len(self.session.view), self.session.state.at)

    def _status(self) -> Text:
        if self.unsaved:
            return Text(f" NOT SAVED: {self.unsaved}", Style(bold=True, reverse=True))
        state = self.session.state
        selected = f"{pluralize(len(state.target), 'block')} selected" if state.selection else ""
        message = state.message or selected or ("" if self.file.stamp is None else "saved")
        return Text(f" {message}", rows.FAINT, no_wrap=True)

    def on_key(self, event: events.Key) -> None:
        """Pass the key to the session, or run the program's command for it."""
        key = key_name(event)
        if self.query_one("#prompt").display:
            commands = {"escape": self._close_prompt}
        elif made := press(self.session, key):
            commands = {key: partial(self._apply, made)}
        else:
            commands = self._commands()
        self.run_key(event, commands)

    def _commands(self) -> dict[str, Callable[[], None]]:
        app = self.annotator
        return {
            "/": self._open_prompt,
            "ctrl+n": partial(self._leave, app.next_page),
            "ctrl+p": partial(self._leave, app.previous_page),
            "ctrl+o": partial(self._leave, app.show_list),
            "f5": self._reload,
            "?": app.show_help,
            "f1": app.show_help,
        }

    def _apply(self, made: Session) -> None:
        before, self.session = self.session.state, made
        if made.state.labels is not before.labels or self.unsaved:
            self.save()
        self.draw()

    def save(self) -> None:
        """Save the annotation; if that fails, the status line says why until it succeeds."""
        self.warned = False
        try:
            self.file = store.save(self.file, self.session.view, self.session.state, self.work.task)
            self.unsaved = ""
        except VictorError as error:
            self.unsaved = f"{error}; nothing was overwritten"

    def may_leave(self) -> bool:
        """Save the page if a label was changed; return whether it can be closed.

        False on the first try after saving failed, with a warning in the status line.
        """
        warned = self.warned
        if self.unsaved or self.session.state.past:
            self.save()
        return warned or self._saved("; press again to leave without saving")

    def _saved(self, warning: str) -> bool:
        """Whether everything is saved; if not, add a warning to the status line."""
        if self.unsaved:
            self.unsaved += warning
            self.warned = True
            self.draw()
        return not self.unsaved

    def entry(self) -> Entry:
        """The page's entry for the list, as saved."""
        if self.unsaved:
            return self.one
        return entry(self.one.path, self.file, self.session.view, self.session.state)

    def has_been_done(self) -> bool:
        """Whether the page was changed, and every block has a label."""
        return bool(self.session.state.past) and self.entry().done

    def _leave(self, go: Callable[[], None]) -> None:
        if self.may_leave():
            go()

    def _reload(self) -> None:
        if not (self.warned or self._saved("; press F5 again to reload without saving")):
            return
        self.warned = False
        try:
            self.file, self.session = self._load()
            self.unsaved = ""
        except VictorError as error:
            state = replace(self.session.state, message=str(error))
            self.session = replace(self.session, state=state)
        self.draw()

    def on_lines_chosen(self, message: Lines.Chosen) -> None:
        """Move the cursor to a clicked block."""
        self._apply(replace(self.session, state=act.move(self.session.state, message.number)))

    def _open_prompt(self) -> None:
        prompt = self.query_one("#prompt", Input)
        prompt.value, prompt.display = "", True
        self.query_one("#status").display = False
        prompt.focus()

    def _close_prompt(self) -> None:
        self.query_one("#prompt").display = False
        self.query_one("#status").display = True
        self.query_one(Lines).focus()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Search for the text; without one, repeat the last search."""
        self._close_prompt()
        self.wanted = message.value.strip() or self.wanted
        state = act.search(self.session.state, self.session.view, self.wanted)
        self._apply(replace(self.session, state=state))


class ListScreen(LinesScreen):
    """The list of pages with their progress."""

    at = 0

    def compose(self) -> ComposeResult:
        """Heading, pages, keys."""
        yield Static(id="heading")
        yield Lines(self._line, id="pages")
        yield Static(_LIST_KEYS, id="keys", markup=False)

    def _line(self, number: int, width: int) -> Text:
        entries = self.annotator.work.entries
        highest = max(one.entropy for one in entries)
        return rows.entry(entries[number], number == self.at, width, highest)

    def draw(self) -> None:
        """Show the list."""
        work = self.annotator.work
        left_out = f"; {work.left_out} unreadable" if work.left_out else ""
        about = f"order: {work.order}{left_out}"
        heading = rows.list_heading(work.entries, about, self.size.width)
        self.query_one("#heading", Static).update(heading)
        self.query_one(Lines).show(len(work.entries), self.at)

    def on_key(self, event: events.Key) -> None:
        """Choose or open a page, change the order, show the help."""
        app = self.annotator
        commands: dict[str, Callable[[], None]] = {
            "enter": partial(app.open, self.at),
            "ctrl+o": app.next_order,
            "?": app.show_help,
            "f1": app.show_help,
        }
        self.run_key(event, commands | {key: partial(self._move, key) for key in MOVES})

    def _move(self, key: str) -> None:
        lines, n = self.query_one(Lines), len(self.annotator.work.entries)
        to = MOVES[key][0](self.at, max(1, lines.size.height - 1), n)
        self.at = max(0, min(to, n - 1))
        self.draw()

    def on_lines_chosen(self, message: Lines.Chosen) -> None:
        """Open a clicked page."""
        self.annotator.open(message.number)


class HelpScreen(ModalScreen[None]):
    """The list of all keys; any key that does not scroll closes it."""

    def __init__(self, text: Text) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        """The scrollable help text."""
        with VerticalScroll(id="help"):
            yield Static(self.text)

    def on_key(self, event: events.Key) -> None:
        """Close the help."""
        if event.key not in MOVES:
            event.stop()
            event.prevent_default()
            self.dismiss()


def key_name(event: events.Key) -> str:
    """A key's name in the key tables: the character if it is printable, else Textual's name."""
    if event.key == "space":
        return "space"
    return event.character if event.is_printable and event.character else event.key


class Annotator(App[None]):
    """The program: the list of pages, with at most one page open on top of it."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { background: #14161a; color: #e6e6e6; }
    #heading, #legend, #keys { height: 1; }
    #status { height: auto; max-height: 5; }
    #keys { color: #9a9a9a; padding-left: 1; }
    #blocks, #pages { height: 1fr; scrollbar-size-vertical: 1; overflow-x: hidden; }
    #detail { height: 20%; min-height: 5; max-height: 9; border-top: solid #555555; padding: 0 1; }
    #prompt { height: 1; border: none; padding: 0 1; background: #2a2e36; }
    HelpScreen { align: center middle; }
    #help { width: 90%; max-width: 90; height: 90%; padding: 1 2; background: #22262e; }
    """

    def __init__(self, work: Work) -> None:
        super().__init__()
        self.work = replace(work, entries=ORDERS[work.order](work.entries))
        self.pages = ListScreen(self)

    def on_mount(self) -> None:
        """Show the list, and the page if there is only one."""
        self.title = "victor annotate"
        self.push_screen(self.pages)
        if len(self.work.entries) == 1:
            self.open(0)

    def open(self, place: int) -> None:
        """Show a page, or a notification if it cannot be read."""
        self.pages.at = place
        try:
            self.push_screen(PageScreen(self, place))
        except VictorError as error:
            self.notify(str(error), severity="error", timeout=10, markup=False)

    def show_help(self) -> None:
        """Show all keys."""
        keys = label_keys(self.work.task)
        self.push_screen(HelpScreen(rows.help_text(rows.label_looks(self.work.task, keys))))

    def show_list(self) -> None:
        """Close the page, teach it if it is done, and update its entry without reordering."""
        page, entries = self._page(), list(self.work.entries)
        if page:
            entries[page.place] = page.entry()
            if self.work.teach and page.has_been_done():
                self.work.teach(page.one.path, page.session.state.labels)
            self.work = replace(self.work, entries=entries)
            self.pop_screen()

    def next_page(self) -> None:
        """Open the next unfinished page, wrapping around; the list if there is none."""
        self.show_list()
        here, n = self.pages.at, len(self.work.entries)
        places = (place % n for place in range(here + 1, here + n))
        wanted = next((i for i in places if not self.work.entries[i].done), None)
        if wanted is not None:
            self.open(wanted)

    def previous_page(self) -> None:
        """Open the previous page; the list if this is the first."""
        self.show_list()
        if self.pages.at:
            self.open(self.pages.at - 1)

    def next_order(self) -> None:
        """Sort the list by the next order."""
        names = list(ORDERS)
        order = names[(names.index(self.work.order) + 1) % len(names)]
        self.work = replace(self.work, order=order, entries=ORDERS[order](self.work.entries))
        self.pages.draw()

    def _page(self) -> PageScreen | None:
        return next((one for one in self.screen_stack if isinstance(one, PageScreen)), None)

    async def action_quit(self) -> None:
        """Quit, unless a change is unsaved and the user has not been warned yet."""
        page = self._page()
        if page is None or page.may_leave():
            self.exit()

    def action_help_quit(self) -> None:
        """Ignore Ctrl+C, so that it does not quit by mistake."""
        self.notify("Press Ctrl+Q to quit", timeout=3)
