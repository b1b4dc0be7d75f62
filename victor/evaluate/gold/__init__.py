"""Gold: annotated pages of the corpora that people use, and those of their own.

A corpus is a module with ``recognises`` and ``read``. To add one: a module, and its line in
``CORPORA``.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from victor.errors import VictorError, nearest_file
from victor.evaluate.gold.page import GoldPage
from victor.registry import Registry


class Corpus(Protocol):
    """What a corpus module offers."""

    def recognises(self, path: Path) -> bool:
        """Whether a file or folder is laid out as this corpus is published."""

    def read(self, path: Path) -> Iterator[GoldPage]:
        """Its pages, in a fixed order."""


CORPORA: Registry[Corpus] = Registry(
    "corpus",
    {
        "wcxb": "victor.evaluate.gold.wcxb",
        "cleaneval": "victor.evaluate.gold.cleaneval",
        "canola": "victor.evaluate.gold.canola",
        "l3s": "victor.evaluate.gold.l3s",
        "annotation": "victor.evaluate.gold.annotation",
    },
)


def corpus_name(path: Path) -> str:
    """Which corpus a file or folder is.

    Raises:
        VictorError: none of those known.
    """
    if not path.exists():
        raise VictorError(f"{path}: no such file or folder{nearest_file(path)}")
    for name, corpus in CORPORA.items():
        if corpus.recognises(path):
            return name
    known = "annotation files (.anno), wcxb, cleaneval, canola, l3s-gn1 (see docs/formats.md)"
    raise VictorError(f"{path}: not a layout that Victor learns from; known: {known}")


def read_gold(paths: list[Path]) -> Iterator[GoldPage]:
    """The annotated pages of files and corpora.

    Pages that an annotator has not finished are left out, and named on standard error: what is not
    decided is neither content nor boilerplate.
    """
    for path in paths:
        for page in CORPORA[corpus_name(path)].read(path):
            if page.undecided:
                left = f"{page.undecided} of its blocks are not decided"
                print(f"victor: {page.id}: left out: {left}", file=sys.stderr)
            else:
                yield page
