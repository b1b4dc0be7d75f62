"""``jsonl``: one row per input and line, plain, ``.gz`` or ``.zst``."""

import json

from victor.batch.record import Outcome, row
from victor.batch.sinks.base import Sink


class JsonLines(Sink):
    """Writes rows as lines of JSON."""

    endings = (".jsonl", ".ndjson")
    formats = ("jsonl",)

    def render(self, outcome: Outcome) -> bytes:
        """The row of an input as a line."""
        text = json.dumps(row(outcome, self.writing.model, self.writing.fields), ensure_ascii=False)
        return text.encode("utf-8", "replace") + b"\n"
