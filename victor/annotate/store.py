"""The annotation file of a page: loaded when the page is opened, saved after every action."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import count, takewhile
from os.path import relpath
from pathlib import Path

from victor.annotate.state import State, begin
from victor.annotate.view import NO_LABEL, PageView
from victor.config import UNDECIDED, Task
from victor.document.document import Block, Document
from victor.errors import VictorError, did_you_mean, pluralize
from victor.evaluate.gold import annotation
from victor.files import read_bytes, without_ending, write_text
from victor.output.annotation import SUFFIX, render


@dataclass(frozen=True)
class File:
    """A page's annotation file, and its content when last loaded or saved."""

    path: Path
    page: str  # path of the page, relative to the annotation's directory
    stamp: tuple[int, int] | None = None  # modification time (ns) and size; None: no file yet
    message: str = ""  # for the status line, after loading
    text: str = ""  # content not written by this program
    lost: bool = False  # whether some labels in `text` match no block of the page


def place(page: Path, folder: Path | None) -> File:
    """The annotation file beside a page, or in ``folder`` if one is given; nothing is read."""
    parent = folder or page.parent
    name = page.name if parent == page.parent else relpath(page, parent)
    return File(parent / (without_ending(page.name) + SUFFIX), Path(name).as_posix())


def load(file: File, view: PageView, task: Task) -> tuple[File, State]:
    """Load the labels and the cursor position; a page without a file has no labels.

    Labels are matched to the page's blocks by their texts, in order. If some match no block,
    :func:`save` backs up the file. If the file lists only content, the page's other blocks are
    labelled as boilerplate.

    Raises:
        VictorError: the file cannot be read, annotates another page, or has a label that the task
            lacks.
    """
    if not file.path.exists():
        return file, begin(view)
    stamp = _stamp(file.path)
    text = read_bytes(file.path).decode("utf-8", "replace")
    found = annotation.parse(file.path)
    _check_page(file, found.page)
    numbers = [_number(block, task, file.path) for block in found.document.blocks]
    labels = _matched([block.text for block in found.document.blocks], numbers, view.text)
    given, matched = len(numbers) - numbers.count(NO_LABEL), len(labels) - labels.count(NO_LABEL)
    lost, unlisted, message = matched < given, labels.count(NO_LABEL), ""
    if lost:
        message = f"loaded {matched} of {given} labels; the rest match no block of the page"
    elif unlisted and given == len(numbers) > 0 and task.other not in numbers:
        message = f"{pluralize(unlisted, 'block')} not in the file labelled as boilerplate"
        labels = [task.other if label == NO_LABEL else label for label in labels]
    at = found.at if found.at is not None and found.at < len(view) else None
    loaded = replace(file, stamp=stamp, text=text, lost=lost, message=message)
    return loaded, begin(view, labels, at)


def _check_page(file: File, annotated: str | None) -> None:
    """Raise a ``VictorError`` if the file annotates another page that exists."""
    if annotated is None or annotated == file.page:
        return
    other, own = (file.path.parent / name for name in (annotated, file.page))
    with suppress(OSError, ValueError):
        if other.is_file() and not other.samefile(own):
            raise VictorError(f"{file.path}: contains annotations of {annotated}; use another -o")


def _number(block: Block, task: Task, path: Path) -> int:
    if block.role == UNDECIDED:
        return NO_LABEL
    number = task.role(block.role)
    if number < 0:
        known = did_you_mean(block.role, task.labels.values())
        raise VictorError(f"{path}: the task {task.name} has no label for {block.role!r}{known}")
    return number


def _matched(theirs: Sequence[str], labels: Sequence[int], ours: Sequence[str]) -> list[int]:
    """[n] labels for our texts: those of equal texts in the same order, else NO_LABEL."""
    if list(theirs) == list(ours):
        return list(labels)
    # Skip equal ends first: SequenceMatcher is quadratic if texts repeat.
    start = _equal(zip(theirs, ours, strict=False))
    end = _equal(zip(reversed(theirs[start:]), reversed(ours[start:]), strict=False))
    gap = [NO_LABEL] * (len(ours) - start - end)
    out = [*labels[:start], *gap, *labels[len(labels) - end :]]
    middle = theirs[start : len(theirs) - end], ours[start : len(ours) - end]
    for match in SequenceMatcher(None, *middle, autojunk=False).get_matching_blocks():
        for i in range(match.size):
            out[start + match.b + i] = labels[start + match.a + i]
    return out


def _equal(pairs: Iterable[tuple[str, str]]) -> int:
    """The number of pairs of equal texts before the first unequal one."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def save(file: File, view: PageView, state: State, task: Task) -> File:
    """Write the annotation atomically and flush it to the disk.

    A file from another source (edited by hand, or with blocks that the page no longer has) is
    first copied to ``NAME.anno.orig`` (``.orig2`` and so on if that exists), unless the new file
    contains all of it.

    Raises:
        VictorError: the file cannot be written, or another program has changed it; it is left
            unchanged.
    """
    if file.path.exists() and _stamp(file.path) != file.stamp:
        raise VictorError(f"{file.path}: changed by another program; press F5 to reload it")
    text = as_text(view, state.labels, state.at, task, file.page)
    if file.text and (file.lost or _loses(file.text, text)):
        write_text(_backup(file.path), file.text, durable=True)
    write_text(file.path, text, durable=True)
    return replace(file, stamp=_stamp(file.path), text="", message="", lost=False)


def _backup(path: Path) -> Path:
    """The first unused name for a copy of a file."""
    names = (path.with_name(f"{path.name}.orig{n if n > 1 else ''}") for n in count(1))
    return next(name for name in names if not name.exists())


def as_text(view: PageView, labels: Sequence[int], at: int, task: Task, page: str) -> str:
    """The content of the annotation file; ``at`` is the block under the cursor."""
    keys, roles = [*task.keys, UNDECIDED], [*task.labels.values(), UNDECIDED]  # [-1] is NO_LABEL's
    blocks = [
        Block(keys[label], roles[label], text, space_before)
        for label, text, space_before in zip(labels, view.text, view.space_before, strict=True)
    ]
    return render(Document(page, view.url, blocks, task.labels, at=at))


def _loses(old: str, new: str) -> bool:
    """Whether a line of the old file, ignoring its label, is missing from the new one."""
    lines = {_unlabelled(line) for line in new.splitlines()}
    kept = (line for line in old.splitlines() if line.strip() and not line.startswith("# at:"))
    return any(_unlabelled(line) not in lines for line in kept)


def _unlabelled(line: str) -> str:
    if line.startswith("[") and "]" in line:
        return line.partition("]")[2].strip()
    return line.strip()


def _stamp(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError as error:
        raise VictorError(f"{path}: cannot be read: {error.strerror}") from None
    return found.st_mtime_ns, found.st_size
