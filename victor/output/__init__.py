"""Outputs: a cleaned page to text.

An output is a module with ``SUFFIX``, ``SEPARATOR`` and ``render``. To add one: a module, and its
line in ``OUTPUTS``.
"""

from typing import Protocol

from victor.document.document import Document
from victor.registry import Registry


class Output(Protocol):
    """What an output module offers."""

    SUFFIX: str  # of files
    SEPARATOR: str  # between pages on standard output

    def render(self, document: Document) -> str:
        """The page in this format, with a line feed at the end."""


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
