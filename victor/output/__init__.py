"""Outputs: a cleaned page to text.

An output is a module with ``SUFFIX``, ``SEPARATOR`` and ``render``. To add one: a module, and its
line in ``OUTPUTS``.
"""

from collections.abc import Mapping
from typing import Protocol

from victor.document.document import Document
from victor.errors import VictorError, did_you_mean
from victor.output import annotation, cleaneval, jsonl, label_studio, text


class Output(Protocol):
    """What an output module offers."""

    SUFFIX: str  # of files
    SEPARATOR: str  # between pages on standard output

    def render(self, document: Document) -> str:
        """The page in this format, with a line feed at the end."""


OUTPUTS: Mapping[str, Output] = {
    "annotation": annotation,
    "cleaneval": cleaneval,
    "text": text,
    "jsonl": jsonl,
    "label_studio": label_studio,
}


def output(name: str) -> Output:
    """The output of that name.

    Raises:
        VictorError: there is none.
    """
    if name not in OUTPUTS:
        raise VictorError(f"unknown format {name!r}{did_you_mean(name, OUTPUTS)}")
    return OUTPUTS[name]
