"""Outputs: render a labelled page as text.

To add one, write a module with ``SUFFIX``, ``SEPARATOR``, ``render`` and, if it has options,
``OPTIONS``, and add it to ``OUTPUTS``. Options follow the name, as in Pandoc:
``markdown-links+front_matter`` is Markdown without links and with front matter.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from victor.document.document import Document
from victor.errors import VictorError, did_you_mean, shown
from victor.registry import Registry
from victor.text.regex import regex

_OPTION, _OPTIONS = regex(r"([+-])(\w+)"), regex(r"(?:[+-]\w+)+")


class Output(Protocol):
    """The interface of an output module."""

    SUFFIX: str  # of file names
    SEPARATOR: str  # between pages on standard output

    def render(self, document: Document) -> str:
        """Return the page in this format, empty or ending with a line feed.

        Args:
            document: the labelled page.
        """


@dataclass
class _WithOptions:
    """An output module with its options."""

    module: Any
    options: Mapping[str, bool]
    SUFFIX: str
    SEPARATOR: str

    def render(self, document: Document) -> str:
        return str(self.module.render(document, **self.options))


class Outputs(Registry[Output]):
    """The registry of outputs; options may follow a name."""

    def find(self, name: str) -> Output:
        """Look up an output by name, such as ``text`` or ``markdown-links``.

        Raises:
            VictorError: the name or an option is unknown; the message suggests the nearest one.
        """
        if not isinstance(name, str):
            raise VictorError(f"format: expected the name of a format, found {shown(name)}")
        if name in self:
            return self[name]
        plain = re.split("[+-]", name, maxsplit=1)[0]
        found = super().find(plain)
        known: Mapping[str, bool] = getattr(found, "OPTIONS", {})
        rest = name[len(plain) :]
        if not _OPTIONS.fullmatch(rest):
            raise VictorError(f"{plain}: expected options such as '-links', found {rest!r}")
        options = {option: sign == "+" for sign, option in _OPTION.findall(rest)}
        for option in options:
            if option not in known:
                known_as = did_you_mean(option, known) if known else "; it has none"
                raise VictorError(f"{plain} has no option {option!r}{known_as}")
        return _WithOptions(found, options, found.SUFFIX, found.SEPARATOR)


OUTPUTS = Outputs(
    "format",
    {
        "text": "victor.output.text",
        "markdown": "victor.output.markdown",
        "html": "victor.output.html",
        "tei": "victor.output.tei",
        "prevertical": "victor.output.prevertical",
        "json": "victor.output.json",
        "jsonl": "victor.output.jsonl",
        "annotation": "victor.output.annotation",
        "cleaneval": "victor.output.cleaneval",
        "label_studio": "victor.output.label_studio",
    },
)


def by_ending(file: str | None, default: str) -> str:
    """The format that the ending of ``file`` indicates: ``text`` for ``page.txt``.

    Args:
        file: a file name; None for standard output.
        default: the format for its own ending, an unknown ending or none.
    """
    ending = Path(file or "").suffix.lower()
    if not ending or ending == OUTPUTS.find(default).SUFFIX:
        return default  # without importing the other outputs
    return next((name for name in OUTPUTS if ending == OUTPUTS.find(name).SUFFIX), default)
