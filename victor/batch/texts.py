"""Read the texts that any system wrote for pages: :func:`read_texts`."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePath

from victor.batch.chunk import Input, Reading
from victor.batch.inputs import file_input
from victor.batch.sources import SOURCES, TABLES, Source, kind_of
from victor.errors import VictorError, nearest_file
from victor.files import files_below, read_text, without_ending

ENDINGS = (".txt", ".md")


def read_texts(path: Path) -> dict[str, str]:
    """The texts by page, named by path or id without its ending.

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
        raise VictorError(f"{path}: no texts ({', '.join(ENDINGS)})")
    return texts


def _files(folder: Path) -> Iterator[tuple[str, str]]:
    for file in files_below(folder, ENDINGS):
        name = without_ending(str(file.relative_to(folder)), ENDINGS)
        yield _page(name), read_text(file)


def _rows(file: Path) -> Iterator[tuple[str, str]]:
    kind = kind_of(file.name)
    if kind not in TABLES:
        raise VictorError(f"{file}: expected a directory of texts, JSON lines or Parquet")
    source = SOURCES[kind](Reading({"html": "text"}))
    one = file_input(str(file), file.name, kind, file)
    _check_columns(source, one)
    for chunk in source.chunks([one]):
        for record in source.records(chunk):
            if record.skip:
                raise VictorError(f"{file}: row {record.offset}: {record.skip}")
            yield _page(record.id), record.html.decode("utf-8", "replace")


def _check_columns(source: Source, one: Input) -> None:
    """Raise a ``VictorError`` if a table that can be read has no column of texts."""
    try:
        with suppress(OSError, ValueError):
            source.check(one)
    except VictorError as error:
        wrong = str(error).replace("--column html=text:", "text:")  # no option of this command
        raise VictorError(f"{one.name}: {wrong}") from None


def _page(name: str) -> str:
    """The name of a page without its ending, with slashes on every system."""
    return PurePath(without_ending(name)).as_posix()
