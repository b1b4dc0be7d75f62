"""Label Studio's export (format JSON) of tasks that :mod:`victor.output.label_studio` made."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from victor.config import UNDECIDED
from victor.errors import VictorError
from victor.files import read_text
from victor.output.document import Block, Document
from victor.output.label_studio import BLOCKS, Json, units


@dataclass(frozen=True)
class Completion:
    """What one annotator made of one page."""

    annotator: str
    document: Document


def read(file: Path) -> Iterator[Completion]:
    """The annotations of an export (format JSON), in its order.

    Of several by one person for a task the last counts; those that were cancelled do not.

    Raises:
        VictorError: it is no such export, with the task and what is missing.
    """
    try:
        tasks = json.loads(read_text(file))
    except (ValueError, RecursionError) as error:
        raise VictorError(f"{file}: not JSON: {error}") from None
    if not isinstance(tasks, list):
        raise VictorError(f"{file}: expected a list of tasks, as Label Studio's format JSON is")
    for number, one in enumerate(tasks, start=1):
        place = f"{file}: task {number}"
        try:
            yield from _completions(one, place)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            kind = type(error).__name__
            wanted = "not a task that Victor made, or not exported as JSON"
            raise VictorError(f"{place}: {wanted} ({kind}: {error})") from None


def _completions(one: Json, place: str) -> Iterator[Completion]:
    data = one["data"]
    latest: dict[str, Json] = {}
    for annotation in one.get("annotations") or ():
        if not annotation.get("was_cancelled"):
            latest[_annotator(annotation)] = annotation
    for name, annotation in latest.items():
        roles = _roles(data[BLOCKS], annotation["result"], data["labels"].values(), place)
        yield Completion(name, _document(data, roles))


def _annotator(annotation: Json) -> str:
    """A name for files: the user's number, or the part of their address before the @."""
    who = annotation.get("completed_by")
    if isinstance(who, dict):
        who = str(who.get("email") or who.get("id")).partition("@")[0]
    name = "".join(c if c.isalnum() or c in "-_." else "_" for c in str(who or "annotator"))
    return name.strip(".") or "annotator"


def _roles(blocks: Sequence[Json], result: Sequence[Json], known: Any, place: str) -> list[str]:
    """[n] each block's role: the one that most of its characters were given."""
    given: list[Counter[str]] = [Counter() for _ in blocks]
    for region in result:
        if region.get("type") != "paragraphlabels":
            continue
        value = region["value"]
        (role,) = value["paragraphlabels"]
        if role not in known:
            raise VictorError(f"{place}: label {role!r} is none of {', '.join(known)}")
        first, last = int(value["start"]), int(value["end"])
        for number in range(first, last + 1):
            start = int(value["startOffset"]) if number == first else 0
            end = int(value["endOffset"]) if number == last else units(blocks[number]["text"])
            given[number][role] += max(0, end - start)
    return [seen.most_common(1)[0][0] if seen.total() else UNDECIDED for seen in given]


def _document(data: Json, roles: Sequence[str]) -> Document:
    labels: Mapping[str, str] = data["labels"]
    keys = {role: key for key, role in labels.items()} | {UNDECIDED: UNDECIDED}
    blocks = [
        Block(keys[role], role, block["text"], bool(block["glue"]))
        for block, role in zip(data[BLOCKS], roles, strict=True)
    ]
    return Document(str(data["page"]), data["url"], blocks, labels, title=data.get("title") or "")
