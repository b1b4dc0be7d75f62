"""A scrollable list that renders only its visible lines, since a page may have many blocks."""

from collections.abc import Callable

from rich.text import Text
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

_MARGIN = 2  # lines kept visible above and below the cursor


class Lines(ScrollView, can_focus=True):
    """The list; ``line`` renders one line, given its number and the width in columns."""

    class Chosen(Message):
        """A line was clicked."""

        def __init__(self, number: int) -> None:
            self.number = number
            super().__init__()

    def __init__(self, line: Callable[[int, int], Text], id: str) -> None:
        super().__init__(id=id)
        self.line = line
        self.count = 0

    def show(self, count: int, at: int) -> None:
        """Redraw ``count`` lines and scroll to line ``at``."""
        self.count = count
        self.virtual_size = Size(self.scrollable_content_region.width, count)
        margin = min(_MARGIN, max(0, (self.size.height - 1) // 2))
        top = max(0, at - margin)
        around = Region(0, top, 1, min(count, at + margin + 1) - top)
        self.scroll_to_region(around, animate=False, force=True, immediate=True)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """The line that is ``y`` lines below the top of the visible part."""
        number, width = y + round(self.scroll_offset.y), self.scrollable_content_region.width
        if number >= self.count:
            return Strip.blank(width, self.rich_style)
        segments = self.line(number, width).render(self.app.console)
        return Strip(segments).apply_style(self.rich_style).adjust_cell_length(width)

    def on_click(self, event: events.Click) -> None:
        """Post ``Chosen``."""
        number = event.y + round(self.scroll_offset.y)
        if number < self.count:
            self.post_message(self.Chosen(number))
