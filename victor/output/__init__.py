"""Outputs: render a labelled page as text.

To add one: a module with ``SUFFIX``, ``SEPARATOR`` and ``render``, and its line in ``OUTPUTS``.
"""

from typing import Protocol

from victor.document.document import Document
from victor.registry import Registry


class Output(Protocol):
    """What an output module defines."""

    SUFFIX: str  # of file names
    SEPARATOR: str  # between pages on standard output

    def render(self, document: Document) -> str:
        """The page in this format, empty or with a line feed at the end.

        Args:
            document: the labelled page.
        """


OUTPUTS: Registry[Output] = Registry(
    "format",
    {
        "annotation": "victor.output.annotation",
        "cleaneval": "victor.output.cleaneval",
        "text": "victor.output.text",
        "jsonl": "victor.output.jsonl",
        "label_studio": "victor.output.label_studio",
    },
)
