"""``stream``: the pages in sequence in any output format, plain, ``.gz`` or ``.zst``."""

from victor.batch.record import Outcome
from victor.batch.sinks.base import Sink
from victor.output import OUTPUTS


class Stream(Sink):
    """Writes the cleaned pages in sequence."""

    endings = (".prevert",)  # a format in which a file usually has many pages

    def render(self, outcome: Outcome) -> bytes | None:
        """A page followed by the separator; None for skipped pages."""
        text = outcome.render(self.writing.format)
        if text is None:
            return None
        return (text + OUTPUTS.find(self.writing.format).SEPARATOR).encode("utf-8", "replace")
