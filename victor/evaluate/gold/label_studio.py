"""Label Studio exports (JSON) of tasks written by :mod:`victor.output.label_studio`."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import Any

from victor.config import UNDECIDED
from victor.document.document import Block, Document
from victor.errors import VictorError, error_text, shown
from victor.files import read_text
from victor.output.label_studio import BLOCKS, Json, units

_DAMAGED = (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError)


@dataclass(frozen=True)
class Completion:
    """The annotation of one page by one annotator."""

    annotator: str
    document: Document


def read(file: Path) -> Iterator[Completion]:
    """The annotations of an export, in file order.

    Cancelled annotations are skipped; of several by one annotator for a task, the last is used.

    Raises:
        VictorError: the file is not an export of Victor's tasks in JSON format.
    """
    try:
        tasks = json.loads(read_text(file))
    except (ValueError, RecursionError) as error:
        raise VictorError(f"{file}: not JSON: {error}") from None
    if not isinstance(tasks, list):
        raise VictorError(f"{file}: expected a list of tasks, exported in the format JSON")
    names: dict[str, str] = {}
    for number, task in enumerate(tasks, start=1):
        place = f"{file}: task {number}"
        try:
            yield from _completions(task, names, place)
        except _DAMAGED as error:
            kind = type(error).__name__
            message = "not a task created by Victor, or not exported as JSON"
            raise VictorError(f"{place}: {message} ({kind}: {error_text(error)})") from None


def _completions(task: Json, names: dict[str, str], place: str) -> Iterator[Completion]:
    data = task["data"]
    latest: dict[str, Json] = {}
    for annotation in task.get("annotations") or ():
        if not annotation.get("was_cancelled"):
            latest[_annotator(annotation)] = annotation
    for who, annotation in latest.items():
        roles = _roles(data[BLOCKS], annotation["result"], data["labels"].values(), place)
        yield Completion(_name(who, names), _document(data, roles))


def _annotator(annotation: Json) -> str:
    """The annotator's e-mail address or id; ``annotator`` if unknown."""
    who = annotation.get("completed_by")
    if isinstance(who, dict):
        who = who.get("email") or who.get("id")
    return str(who or "annotator")


def _name(who: str, names: dict[str, str]) -> str:
    """A unique file name: the address up to the @, else all of it, else with a number."""
    if who not in names:
        short, whole = _for_files(who.partition("@")[0]), _for_files(who)
        taken = set(names.values())
        free = (f"{whole}_{number}" for number in count(2))
        names[who] = next(name for name in chain((short, whole), free) if name not in taken)
    return names[who]


def _for_files(text: str) -> str:
    name = "".join(c if c.isalnum() or c in "-_." else "_" for c in text)
    return name.strip(".") or "annotator"


def _roles(blocks: Sequence[Json], result: Sequence[Json], known: Any, place: str) -> list[str]:
    """[n] the role of most labelled characters of each block; undecided if there are none."""
    given: list[Counter[str]] = [Counter() for _ in blocks]
    for region in result:
        if region.get("type") != "paragraphlabels":
            continue
        value = region["value"]
        (role,) = value["paragraphlabels"]
        if role not in known:
            raise VictorError(f"{place}: unknown label {shown(role)}; known: {', '.join(known)}")
        first, last = int(value["start"]), int(value["end"])
        if first < 0:
            raise VictorError(f"{place}: a label starts at block {first}; expected 0 or more")
        for number in range(first, last + 1):
            start = int(value["startOffset"]) if number == first else 0
            end = int(value["endOffset"]) if number == last else units(blocks[number]["text"])
            given[number][role] += max(0, end - start)
    return [roles.most_common(1)[0][0] if roles.total() else UNDECIDED for roles in given]


def _document(data: Json, roles: Sequence[str]) -> Document:
    labels = _labels(data["labels"])
    keys = {role: key for key, role in labels.items()} | {UNDECIDED: UNDECIDED}
    blocks = [
        Block(keys[role], role, _text(block["text"]), bool(block["space_before"]))
        for block, role in zip(data[BLOCKS], roles, strict=True)
    ]
    url, title = data["url"], data.get("title") or ""
    url = None if url is None else _text(url)
    return Document(_text(data["page"]), url, blocks, labels, title=_text(title))


def _labels(found: Mapping[str, object]) -> Mapping[str, str]:
    for key in found:
        if not key.isalnum():
            raise ValueError(f"a label consists of letters and digits, found {shown(key)}")
    return {key: _text(role) for key, role in found.items()}


def _text(found: object) -> str:
    if not isinstance(found, str):
        raise TypeError(f"expected text, found {shown(found)}")
    return found
