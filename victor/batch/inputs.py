"""Turn the names on a command line into inputs: files, directories, URLs, lists, ``-``."""

import hashlib
import os
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from functools import partial
from glob import glob, has_magic
from pathlib import Path

from victor.batch.chunk import Input, Reading
from victor.batch.sources import SOURCES, kind_of
from victor.errors import VictorError, escaped, nearest_file, notify, pluralize
from victor.files import entries, is_directory, is_file, read_text, without_ending
from victor.page.sources import is_url
from victor.text.regex import regex

_ANNOTATION = regex(r"\.anno(\.orig\d*)?\Z", re.IGNORECASE)
URLS = "urls"  # the kind of inputs that are fetched
# Endings of files that are not pages: notes, data, styles, scripts, images, fonts, audio, archives.
_NO_PAGES = frozenset(
    ".txt .md .rst .log .bak .tmp .part .journal .lock .orig .url .csv .tsv .json"
    " .xml .rss .atom .yaml .yml .toml .ini .css .scss .less .map .js .mjs .ts .wasm .py .pyc .sh"
    " .png .jpg .jpeg .gif .webp .svg .ico .bmp .avif .tif .tiff .woff .woff2 .ttf .otf .eot"
    " .mp3 .mp4 .m4a .ogg .wav .webm .mov .avi .flac .pdf .doc .docx .xls .xlsx .ppt .pptx .odt"
    " .epub .zip .tar .tgz .gz .bz2 .xz .zst .7z .rar .exe .bin .iso .npz .pickle .db .sqlite"
    " .cdx .cdxj .wet .wat".split()
)
_NO_ENDING = "no ending"
_LONGEST_TARGET = 100  # maximum bytes of a URL in a file name
_IN_FOLDERS = (("pages", "warc"), ("jsonl", "parquet"))  # tables only if there are no others


def inputs(names: Sequence[str], kind: str | None = None) -> Iterator[Input]:
    """Yield the inputs in order; the files of a directory are sorted.

    Args:
        names: files, directories, globs, URLs, ``@LIST`` or ``-``.
        kind: the source that reads them; by default, their endings determine it. With ``pages``,
            files of directories with unknown endings are read, too.

    Raises:
        VictorError: a list cannot be read or contains itself, no file matches a glob, or a file
            is missing, unless a list names it: it may be one of millions.
    """
    for name in _expanded(names):
        if name == "-":
            yield Input(kind or "pages", None, "stdin", "stdin", "stdin")
        elif is_url(name):
            yield url_input(name)
        elif is_directory(name):
            yield from _folder(Path(name), kind)
        else:
            yield file_input(name, Path(name).name, kind, Path(name))


def _expanded(names: Sequence[str], lists: tuple[Path, ...] = ()) -> Iterator[str]:
    """Yield the names, with lists and globs expanded.

    Args:
        names: see :func:`inputs`.
        lists: the nested lists that contain ``names``.
    """
    for name in names:
        if name == "-" or is_url(name) or os.path.lexists(name):
            yield name
        elif name.startswith("@"):
            path = Path(name[1:])
            if path in lists:
                raise VictorError(f"{path}: the list contains itself")
            yield from _expanded(_listed(path), (*lists, path))
        elif has_magic(name):
            found = sorted(glob(name, recursive=True))  # noqa: PTH207 - a path may be absolute
            if not found:
                raise VictorError(f"{name}: no file matches")
            yield from found
        elif lists:
            yield name
        elif not Path(name).exists():  # or an error of the system, as in an unreadable directory
            raise VictorError(f"{name}: no such file or directory{nearest_file(Path(name))}")


def repeated(names: Sequence[str]) -> Iterator[str]:
    """Yield a message for each name that is given several times.

    Args:
        names: see :func:`inputs`.
    """
    for name, count in Counter(_expanded(names)).items():
        if count > 1:
            yield f"{name}: given {count:,} times, so its pages are repeated"


def unread_files(
    names: Sequence[str], kind: str | None = None, written: Path | None = None
) -> Iterator[str]:
    """Yield a message for each directory without pages, or with unread files that may be pages.

    Links to directories, links to nothing, pipes and sockets count as such files. If nothing in a
    directory can be a page, all its files are counted.

    Args:
        names: see :func:`inputs`.
        kind: see :func:`inputs`.
        written: the output file, which may be in a directory.
    """
    for name in _expanded(names):
        if name == "-" or is_url(name) or not is_directory(name):
            continue
        first = next(_folder(Path(name), kind), None)
        together = next((some for some in _IN_FOLDERS if first and first.kind in some), ())
        read = {kind} if kind else {*together}
        unread = partial(_unread, Path(name), kind, read, written)
        endings = Counter(map(_ending, filter(_may_be_page, unread())))
        if not first and not endings:
            endings = Counter(_ending(path) for path in unread() if not path.name.startswith("."))
        parts = [] if first else ["no pages found"]
        if endings:
            others = kind is None and any(map(_is_unknown, endings))
            hint = ", and --from pages reads unknown extensions" if others else ""
            parts += [_counted(endings), f"files named explicitly are read{hint}"]
        if parts:
            yield f"{name}: {'; '.join(parts)}"


def _unread(
    folder: Path, kind: str | None, read: Collection[str], written: Path | None
) -> Iterator[Path]:
    """The entries of a directory that none of the sources ``read`` reads, without the output."""
    for path, is_page in entries(folder, []):
        is_read = is_page and _source_within(path, kind) in read
        if not is_read and not _is_same(path, written):
            yield path


def _source_within(path: Path, kind: str | None) -> str | None:
    """The source of a file in a directory, by its ending.

    A file with an unknown ending may be anything: it is a page only if all inputs are pages.
    """
    return kind_of(path.name) or ("pages" if kind == "pages" and _may_be_page(path) else None)


def _counted(endings: Counter[str]) -> str:
    """``3 files left out (.php: 2, no ending: 1)``."""
    counts = ", ".join(f"{escaped(end, 20)}: {n:,}" for end, n in endings.most_common(5))
    more = ", ..." if len(endings) > 5 else ""
    return f"{pluralize(endings.total(), 'file')} left out ({counts}{more})"


def _is_unknown(ending: str) -> bool:
    """Whether files with an ending, as in :func:`_ending`, may be pages that are not read."""
    named = ending.startswith(".") and _source_within(Path(f"x{ending}"), "pages") == "pages"
    return named or ending == _NO_ENDING


def _ending(path: Path) -> str:
    if is_file(path):
        return path.suffix.lower() or _NO_ENDING
    if not path.is_symlink():
        return "pipe or socket"
    return "linked directory" if is_directory(path) else "broken link"


def _is_same(path: Path, other: Path | None) -> bool:
    """Whether two paths lead to the same file of the same name; compares names first."""
    return other is not None and path.name == other.name and path.resolve() == other.resolve()


def _may_be_page(path: Path) -> bool:
    """Whether a file is not hidden and its ending does not rule out a page."""
    plain = path.with_suffix("") if path.suffix.lower() in (".gz", ".zst") else path
    known = plain.suffix.lower() in _NO_PAGES or _ANNOTATION.search(path.name)
    return not known and not path.name.startswith(".")


def file_input(name: str, id: str, kind: str | None = None, path: Path | None = None) -> Input:
    """The input for a file; if ``kind`` is None, its ending determines the source."""
    kind = kind or kind_of(name) or "pages"
    return Input(kind, path, name, id, without_ending(id, SOURCES[kind].endings))


def url_input(url: str) -> Input:
    """The input for a URL; its output path is the URL without special characters.

    A hash is appended if the URL is long or has a query or fragment, so that paths differ.
    """
    words = re.sub(r"[^\w.-]+", "_", url.partition("://")[2]).strip("_.")
    start = words.encode()[:_LONGEST_TARGET].decode("utf-8", "ignore")
    if start != words or re.search(r"[?#]", url):
        digest = hashlib.sha256(url.encode("utf-8", "replace")).hexdigest()[:8]
        words = f"{start}-{digest}"
    return Input(URLS, None, url, url, without_ending(words))


def pages(names: Sequence[str], urls: bool = False) -> Iterator[Input]:
    """Yield the inputs that are pages; report annotations and crawls on standard error.

    Args:
        names: see :func:`inputs`.
        urls: whether the caller fetches URLs.

    Raises:
        VictorError: see :func:`inputs`; or there is a URL, and the caller does not fetch it.
    """
    for one in inputs(names):
        if one.kind == URLS:
            if not urls:
                raise VictorError(f"{one.name}: save this page to a file first")
            yield one
        elif one.path and _ANNOTATION.search(one.name):
            notify(f"{one.name}: skipped: an annotation, not a page")
        elif one.kind == "pages":
            yield one
        else:
            why = f"skipped: {one.kind}, not a page; 'victor sample' writes pages of it to files"
            notify(f"{one.name}: {why}")


def check_columns(names: Sequence[str], kind: str | None, reading: Reading) -> None:
    """Check that the first table that can be read has the columns of the pages.

    All others are likely to have the same columns; those that lack one are skipped inputs.

    Args:
        names: see :func:`inputs`, also for ``kind``.
        reading: how to read them.

    Raises:
        VictorError: see :func:`inputs`; or a column is missing.
    """
    for one in inputs(names, kind):
        with suppress(OSError, ValueError):  # a damaged file is a skipped input
            try:
                if one.kind in SOURCES and SOURCES[one.kind](reading).check(one):
                    return
            except VictorError as error:
                raise VictorError(f"{one.name}: {error}") from None


def _listed(path: Path) -> list[str]:
    text = read_text(path)
    if "\0" in text:
        raise VictorError(f"{path}: not a text file with one path per line")
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if line]


def _folder(folder: Path, kind: str | None) -> Iterator[Input]:
    """The files to read below a directory; unreadable directories are inputs that are skipped."""
    closed: list[Path] = []
    for kinds in ((kind,),) if kind else _IN_FOLDERS:
        closed.clear()
        found = False
        for path, is_page in entries(folder, closed):
            if is_page and (chosen := _source_within(path, kind)) in kinds:
                found = True
                yield file_input(str(path), str(path.relative_to(folder)), chosen, path)
        if found:
            break
    for path in closed:
        id = folder.name if path == folder else str(path.relative_to(folder))
        yield file_input(str(path), id, "pages", path)
