"""Readers of gold: annotated pages of public corpora or of the user.

A corpus is a module with ``recognises`` and ``read``. To add one, write the module and list it in
``CORPORA``.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from victor.errors import VictorError, escaped, nearest_file, notify, pluralize
from victor.evaluate.gold.page import GoldPage
from victor.files import without_ending
from victor.output.annotation import SUFFIX
from victor.registry import Registry


class Corpus(Protocol):
    """The interface of a corpus module."""

    def recognises(self, path: Path) -> bool:
        """Whether a file or directory has the published layout of the corpus.

        Args:
            path: an existing file or directory.
        """

    def read(self, path: Path) -> Iterator[GoldPage]:
        """The annotated pages, in a fixed order.

        Args:
            path: a recognised file or directory.

        Raises:
            VictorError: a file is missing or damaged.
        """


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

_ADVICE = "create annotations with 'victor annotate'"


def corpus_name(path: Path) -> str:
    """The name of the corpus that recognises a file or directory.

    Raises:
        VictorError: the path does not exist, or no corpus recognises it.
    """
    if not path.exists():
        raise VictorError(f"{path}: no such file or directory{nearest_file(path)}")
    for name, corpus in CORPORA.items():
        if corpus.recognises(path):
            return name
    if path.is_file():
        beside = Path(without_ending(str(path)) + SUFFIX)
        hint = f"did you mean {str(beside)!r}?" if beside.is_file() else _ADVICE
        raise VictorError(f"{path}: not an annotation ({SUFFIX}); {hint}")
    layouts = "and not the layout of wcxb, cleaneval, canola or l3s-gn1"
    raise VictorError(f"{path}: no annotations ({SUFFIX}) here, {layouts}; {_ADVICE}")


def read_gold(paths: list[Path], pages: Path | None = None) -> Iterator[GoldPage]:
    """The annotated pages of files and corpora.

    Pages with undecided blocks, which are neither content nor boilerplate, are left out with a
    warning on standard error.

    Args:
        paths: files and directories.
        pages: additional directory to search for the pages of annotation files.

    Raises:
        VictorError: a path is not a known corpus, or a file is missing or damaged.
    """
    for path in paths:
        for page in _read(path, pages):
            if page.undecided:
                reason = f"{pluralize(page.undecided, 'block')} undecided"
                notify(f"{escaped(page.id)}: left out: {reason}")
            else:
                yield replace(page, corpus=folder_name(path))


def _read(path: Path, pages: Path | None) -> Iterator[GoldPage]:
    name = corpus_name(path)
    if name == "annotation":
        from victor.evaluate.gold import annotation

        return annotation.read(path, pages)
    return CORPORA[name].read(path)


def folder_name(path: Path) -> str:
    """The name of a directory, or of the directory that contains a file."""
    whole = path.resolve()
    return whole.name if whole.is_dir() else whole.parent.name
