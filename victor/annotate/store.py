"""The annotation file of a page: read where one is, written whole after every action."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import count, takewhile
from os.path import relpath
from pathlib import Path

from victor.annotate.state import State, begin
from victor.annotate.view import NONE, PageView
from victor.config import UNDECIDED, Task
from victor.document.document import Block, Document
from victor.errors import VictorError, did_you_mean, pluralize
from victor.evaluate.gold import annotation
from victor.files import read_bytes, without_ending, write_text
from victor.output.annotation import SUFFIX, render


@dataclass(frozen=True)
class File:
    """Where a page's annotation is, and what of it this program has seen."""

    path: Path
    page: str  # the page's file as the annotation names it: beside it, or the way to it
    stamp: tuple[int, int] | None = None  # time of change and size when last read or written
    said: str = ""  # what reading it has to say
    text: str = ""  # what it held when it was read; empty if there was none
    lost: bool = False  # whether labels of it are on no block of the page


def place(page: Path, folder: Path | None) -> File:
    """The annotation beside a page, or in a folder of its own."""
    where = folder or page.parent
    name = page.name if where == page.parent else relpath(page, where)
    return File(where / (without_ending(page.name) + SUFFIX), Path(name).as_posix())


def load(file: File, sheet: PageView, task: Task) -> tuple[File, State]:
    """The file's labels on the page's blocks, and the place where it was left.

    Blocks that the file cuts as the page has them take their labels; where texts differ, those that
    are the same in the same order do, and what the file has besides is kept (see :func:`save`). A
    file that lists content only, as people write them, says that all other blocks are boilerplate.

    Raises:
        VictorError: the file cannot be read, or has a label that the task has not.
    """
    if not file.path.exists():
        return file, begin(sheet)
    stamp = _stamp(file.path)
    text = read_bytes(file.path).decode("utf-8", "replace")
    found = annotation.parse(file.path)
    numbers = [_number(block, task, file.path) for block in found.document.blocks]
    labels = _carried([block.text for block in found.document.blocks], numbers, sheet.text)
    given, kept = len(numbers) - numbers.count(NONE), len(labels) - labels.count(NONE)
    lost, rest, said = kept < given, labels.count(NONE), ""
    if lost:
        said = f"{kept} of {given} labels carried over: the file cuts blocks in another way"
    elif rest and given == len(numbers) > 0 and task.other not in numbers:
        said = f"{pluralize(rest, 'block')} that the file does not list: boilerplate"
        labels = [task.other if label == NONE else label for label in labels]
    seen = replace(file, stamp=stamp, text=text, lost=lost, said=said)
    at = found.at if found.at is not None and found.at < len(sheet) else None
    return seen, begin(sheet, labels, at)


def _number(block: Block, task: Task, path: Path) -> int:
    if block.role == UNDECIDED:
        return NONE
    number = task.role(block.role)
    if number < 0:
        known = did_you_mean(block.role, task.labels.values())
        raise VictorError(f"{path}: the task {task.name} has no label for {block.role!r}{known}")
    return number


def _carried(theirs: Sequence[str], labels: Sequence[int], ours: Sequence[str]) -> list[int]:
    """[n] labels of the page's blocks, by texts that are the same in the same order."""
    if list(theirs) == list(ours):
        return list(labels)
    # What is the same at both ends is set aside: the rest takes the square where texts repeat.
    start = _alike(zip(theirs, ours, strict=False))
    end = _alike(zip(reversed(theirs[start:]), reversed(ours[start:]), strict=False))
    out = [*labels[:start], *[NONE] * (len(ours) - start - end), *labels[len(labels) - end :]]
    middle = theirs[start : len(theirs) - end], ours[start : len(ours) - end]
    for match in SequenceMatcher(None, *middle, autojunk=False).get_matching_blocks():
        for i in range(match.size):
            out[start + match.b + i] = labels[start + match.a + i]
    return out


def _alike(pairs: Iterable[tuple[str, str]]) -> int:
    """How many pairs are of equal texts before one is not."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def save(file: File, sheet: PageView, state: State, task: Task) -> File:
    """Write the annotation whole or not at all, down to the disk.

    What stood in the file before this program wrote it (comments, blocks that the page has not) is
    put by as ``NAME.anno.orig``, or ``.orig2`` and so on where there is one, unless it says no more
    than what is written.

    Raises:
        VictorError: it cannot be written, or another program has changed it; it is as it was then.
    """
    if file.path.exists() and _stamp(file.path) != file.stamp:
        raise VictorError(f"{file.path}: another program has changed it; F5 reads it again")
    text = written(sheet, state.labels, state.at, task, file.page)
    if file.text and (file.lost or _loses(file.text, text)):
        write_text(_put_by(file.path), file.text, durable=True)
    write_text(file.path, text, durable=True)
    return replace(file, stamp=_stamp(file.path), text="", said="", lost=False)


def _put_by(path: Path) -> Path:
    """A name beside a file that nothing has yet."""
    names = (path.with_name(f"{path.name}.orig{n if n > 1 else ''}") for n in count(1))
    return next(name for name in names if not name.exists())


def written(sheet: PageView, labels: Sequence[int], at: int, task: Task, page: str) -> str:
    """The annotation as text; ``at`` is the block under the cursor."""
    keys, roles = [*task.keys, UNDECIDED], [*task.labels.values(), UNDECIDED]  # NONE is the last
    blocks = [
        Block(keys[label], roles[label], text, space_before)
        for label, text, space_before in zip(labels, sheet.text, sheet.space_before, strict=True)
    ]
    return render(Document(page, sheet.url, blocks, task.labels, at=at))


def _loses(old: str, new: str) -> bool:
    """Whether a line of the old file, its label apart, is not in the new one."""
    lines = {_bare(line) for line in new.splitlines()}
    kept = (line for line in old.splitlines() if line.strip() and not line.startswith("# at:"))
    return any(_bare(line) not in lines for line in kept)


def _bare(line: str) -> str:
    if line.startswith("[") and "]" in line:
        return line.partition("]")[2].strip()
    return line.strip()


def _stamp(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError as error:
        raise VictorError(f"{path}: cannot be read: {error.strerror}") from None
    return found.st_mtime_ns, found.st_size
