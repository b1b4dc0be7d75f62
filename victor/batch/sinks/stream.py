"""``stream``: the pages one after another in any output format, plain, ``.gz`` or ``.zst``."""

from victor.batch.record import Outcome
from victor.batch.sinks.base import Sink
from victor.output import OUTPUTS


class Stream(Sink):
    """Writes the cleaned pages one after another."""

    def render(self, outcome: Outcome) -> bytes | None:
        """A page and the separator after it; None for skipped pages."""
        text = outcome.render(self.writing.format)
        if text is None:
            return None
        return (text + OUTPUTS.find(self.writing.format).SEPARATOR).encode("utf-8", "replace")
