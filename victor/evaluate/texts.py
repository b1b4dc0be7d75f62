"""Score the texts of any system on annotated pages."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePath

from victor.batch.chunk import Reading
from victor.batch.inputs import file_input
from victor.batch.sources import SOURCES, TABLES, kind_of
from victor.errors import VictorError, nearest_file
from victor.evaluate.evaluation import PageScore, text_scores
from victor.evaluate.gold.page import GoldPage
from victor.files import read_text, without_ending

TEXT_ENDINGS = (".txt", ".md")
TEXT_SCORES = ("words", "characters")  # the other scores compare labelled segments


def read_texts(path: Path) -> dict[str, str]:
    """The texts by page.

    Args:
        path: a directory of text files (``.txt``, ``.md``), at any depth, with the names of the
            pages; or JSON lines or Parquet with the columns ``id`` and ``text``.

    Raises:
        VictorError: a file cannot be read, two texts are of the same page, or there is no text.
    """
    if not path.exists():
        raise VictorError(f"{path}: no such file or directory{nearest_file(path)}")
    pairs = list(_files(path) if path.is_dir() else _rows(path))
    texts = dict(pairs)
    if len(texts) < len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise VictorError(f"{path}: several texts of the page {twice!r}")
    if not texts:
        raise VictorError(f"{path}: no text files ({', '.join(TEXT_ENDINGS)})")
    return texts


def _files(folder: Path) -> Iterator[tuple[str, str]]:
    for file in sorted(folder.rglob("*")):
        if file.name.endswith(TEXT_ENDINGS):
            yield (
                _page(without_ending(str(file.relative_to(folder)), TEXT_ENDINGS)),
                read_text(file),
            )


def _rows(file: Path) -> Iterator[tuple[str, str]]:
    kind = kind_of(file.name)
    if kind not in TABLES:
        raise VictorError(f"{file}: expected a directory of texts, JSON lines or Parquet")
    source = SOURCES[kind](Reading({"html": "text"}))
    for chunk in source.chunks([file_input(str(file), file.name, kind, file)]):
        for record in source.records(chunk):
            if record.skip:
                raise VictorError(f"{file}: row {record.offset}: {record.skip}")
            yield _page(record.id), record.html.decode("utf-8", "replace")


def _page(name: str) -> str:
    """The name of a page without its ending, with slashes on every system."""
    return PurePath(without_ending(name)).as_posix()


def score_texts(
    golds: Sequence[GoldPage], texts: Mapping[str, str], wanted: Iterable[str]
) -> tuple[list[PageScore], list[str]]:
    """Score a text for each page, and list the pages without one, whose text counts as empty.

    A text belongs to the page with its name, or whose name ends with it and no other's does.

    Args:
        golds: the annotated pages.
        texts: the texts by page; see :func:`read_texts`.
        wanted: names from ``TEXT_SCORES``.
    """
    found = _unique_ends(texts) | dict(texts)
    wanted = set(wanted)
    scored, missing = [], []
    for gold in golds:
        name = _page(gold.id)
        if name not in found:
            missing.append(gold.id)
        scores = text_scores(found.get(name, ""), gold, wanted)
        scored.append(PageScore(gold.id, gold.kind, scores, ()))
    return scored, missing


def _unique_ends(texts: Mapping[str, str]) -> dict[str, str]:
    """The texts by the last part of their names, if it is different from all others."""
    ends = Counter(name.rpartition("/")[2] for name in texts)
    pairs = ((name.rpartition("/")[2], text) for name, text in texts.items())
    return {end: text for end, text in pairs if ends[end] == 1}
