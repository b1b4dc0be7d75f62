"""``jsonl``: one row per input, each on a line, plain, ``.gz`` or ``.zst``."""

from victor.batch.record import Outcome, row
from victor.batch.sinks.base import Sink
from victor.output import jsonl


class JsonLines(Sink):
    """Writes rows as lines of JSON."""

    endings = (".jsonl", ".ndjson")
    formats = ("jsonl",)

    def render(self, outcome: Outcome) -> bytes:
        """The row of an input as a line of JSON."""
        return jsonl.line(row(outcome, self.writing.model, self.writing.fields))
