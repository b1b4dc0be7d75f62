"""Victor's annotation files, as :mod:`victor.output.annotation` writes them.

The page of ``NAME.anno`` is the file that its ``# page:`` line names, or ``NAME.html`` (or another
page extension), in the same directory, its parent, or a directory given by the user. Blocks that
the file does not list are boilerplate.

An annotation file from an untrusted source could name any file, whose content a report would show.
So a page is read only if it is below the annotation's directory; below its parent, with the
extension of a page; or below the directory given by the user. Symbolic links are resolved first.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from html import unescape
from pathlib import Path

from victor.config import CONTINUATION, OTHER, UNDECIDED
from victor.document.document import Block, Document
from victor.errors import VictorError, escaped, notify
from victor.evaluate.gold.page import GoldPage, GoldSegment
from victor.files import PAGE_ENDINGS, files_below, read_bytes, read_text
from victor.output.annotation import SUFFIX
from victor.page import read_page
from victor.page.mojibake import is_damaged, repaired
from victor.text.regex import regex

_LINE = regex(r"\[([^\W_]+|\?)\]( ?)(.*)")
_FIELD = regex(r"#\s*(page|url|labels|at)\s*:\s*(.*)")
_LABELS = "p paragraph, h header, l list, c continuation, o other"


@dataclass(frozen=True)
class Annotation:
    """The content of an annotation file."""

    document: Document
    page: str | None  # file name of the page
    at: int | None = None  # block at which annotation was interrupted


def recognises(path: Path) -> bool:
    """Whether the path is an ``.anno`` file, or a directory with such files at any depth."""
    if path.is_file():
        return path.suffix.lower() == SUFFIX
    return path.is_dir() and any(True for _ in files_below(path, SUFFIX))


def read(path: Path, pages: Path | None = None) -> Iterator[GoldPage]:
    """The annotated pages, with continuations joined to the segments that they continue.

    Empty files are skipped with a warning on standard error.

    Args:
        path: an annotation file, or a directory of annotation files.
        pages: additional directory to search for pages.

    Raises:
        VictorError: an annotation is damaged; a page is missing, or outside these directories.
    """
    files = [path] if path.is_file() else list(files_below(path, SUFFIX))
    annotations = {file: parse(file) for file in files}
    names = _names(path, annotations)
    for file, annotation in annotations.items():
        if not file.stat().st_size:
            notify(f"{escaped(str(file))}: left out: an empty file")
            continue
        source = _page_beside(file, annotation.page, pages)
        yield GoldPage(
            id=names[file],
            html=_as_annotated(read_bytes(source), annotation.document),
            url=annotation.document.url,
            segments=_segments(annotation.document),
            complete=any(block.role == OTHER for block in annotation.document.blocks),
            undecided=sum(block.role == UNDECIDED for block in annotation.document.blocks),
        )


def _as_annotated(html: bytes, document: Document) -> bytes:
    """The page's HTML, with mojibake repaired if the annotation has none.

    Annotations of pages that ``victor clean`` repaired have none.
    """
    is_plain = html.isascii() and b"&" not in html
    if is_plain or is_damaged("\n".join(block.text for block in document.blocks)):
        return html
    page = read_page(html)
    if not is_damaged(unescape(page.html)):
        return html
    found = repaired(page)
    return html if found is page else found.html.encode("utf-8", "replace")


def _names(folder: Path, annotations: Mapping[Path, Annotation]) -> dict[Path, str]:
    """The ids of the pages; those that are not unique are replaced by relative paths."""
    names = {file: annotation.document.id for file, annotation in annotations.items()}
    count = Counter(names.values())
    return {
        file: name if count[name] == 1 else file.relative_to(folder).with_suffix("").as_posix()
        for file, name in names.items()
    }


def parse(file: Path) -> Annotation:
    """Read one annotation file.

    Args:
        file: the path of the file.

    Raises:
        VictorError: a line is neither a block nor a comment, or has an undeclared label; a label is
            declared twice.
    """
    lines = read_text(file).splitlines()
    fields, labels = {"labels": _LABELS}, _roles(_LABELS, "")
    blocks: list[Block] = []
    for number, line in enumerate(lines, start=1):
        if line.startswith("#") or not line.strip():
            if field := _FIELD.match(line):
                fields[field[1]] = field[2].strip()
                labels = _roles(fields["labels"], f"{file}:{number}")
            continue
        blocks.append(_block(line, labels, f"{file}:{number}"))
    page = fields.get("page")
    document = Document(page or file.stem, fields.get("url"), blocks, labels)
    at = re.fullmatch(r"\d{1,9}", fields.get("at", ""))
    return Annotation(document, page, int(at[0]) if at else None)


def _block(line: str, roles: dict[str, str], place: str) -> Block:
    match = _LINE.match(line)
    if not match:
        raise VictorError(f"{place}: expected [label] text, found {line[:40]!r}")
    label, space, text = match.groups()
    if label == UNDECIDED:
        return Block(UNDECIDED, UNDECIDED, text, space_before=bool(space))
    if label not in roles:
        raise VictorError(f"{place}: label {label!r} is not declared; known: {', '.join(roles)}")
    return Block(label, roles[label], text, space_before=bool(space))


def _roles(text: str, place: str) -> dict[str, str]:
    """The role of each label."""
    pairs = [part.split() for part in text.split(",") if part.strip()]
    roles = {pair[0]: pair[-1] for pair in pairs}
    if len(roles) < len(pairs):
        twice = next(one for one, count in Counter(pair[0] for pair in pairs).items() if count > 1)
        raise VictorError(f"{place}: label {twice!r} is declared twice")
    return roles


def _page_beside(file: Path, name: str | None, pages: Path | None) -> Path:
    names = [name, Path(name).name] if name else []
    names += [file.stem + ending for ending in PAGE_ENDINGS]
    # The parent directory, too: annotators may have subdirectories of the pages' directory.
    folders = (file.parent, file.parent / "..", *([pages] if pages else []))
    found = [folder / one for folder in folders for one in names if _is_file(folder / one)]
    for page in found:
        if _may_be_read(page, file, pages):
            return page
    wanted = escaped(name or f"{file.stem}.html", 200)
    if found:
        where = "outside the directory of the file; --pages DIR reads pages below DIR"
        raise VictorError(f"{file}: its page {wanted} is {where}")
    where = "not in the same directory or its parent; --pages DIR names another directory"
    raise VictorError(f"{file}: its page {wanted} is {where}")


def _is_file(path: Path) -> bool:
    with suppress(OSError):  # a name that is too long
        return path.is_file()
    return False


def _may_be_read(page: Path, file: Path, pages: Path | None) -> bool:
    """Whether an annotation may refer to a page, after resolving links and ``..``."""
    place, folder = page.resolve(), file.parent.resolve()
    if place.name.lower().endswith(PAGE_ENDINGS) and place.is_relative_to(folder.parent):
        return True
    return place.is_relative_to(folder) or bool(pages and place.is_relative_to(pages.resolve()))


def _segments(document: Document) -> list[GoldSegment]:
    """Blocks as segments; a continuation is joined to its segment unless boilerplate intervenes."""
    out: list[GoldSegment] = []
    last = -1  # index of the last content segment, which a continuation continues
    for block in document.blocks:
        if block.role == CONTINUATION and last >= 0:
            if last == len(out) - 1:
                joined = out[last].text + (" " if block.space_before else "") + block.text
                out[last] = GoldSegment(out[last].role, joined)
                continue
            out.append(GoldSegment(CONTINUATION, block.text))
        else:
            out.append(GoldSegment(block.role, block.text))
        if block.role != OTHER:
            last = len(out) - 1
    return out
