"""Read the pages of corpora and folders."""

import random
from dataclasses import dataclass
from pathlib import Path

from victor.batch.chunk import Input
from victor.batch.inputs import pages
from victor.errors import VictorError
from victor.evaluate import gold


@dataclass(frozen=True)
class Sample:
    """A page of a corpus."""

    id: str
    html: bytes
    kind: str = ""  # page type, if the corpus has any
    gold: str | None = None  # text of the main content, if annotated


def files(folder: Path) -> list[Input]:
    """The pages of a folder, in order.

    Raises:
        VictorError: the folder has no pages.
    """
    found = list(pages([str(folder)]))
    if not found:
        raise VictorError(f"{folder}: no pages found")
    return found


def samples(folder: Path, count: int | None = None, seed: int = 0) -> list[Sample]:
    """``count`` random pages of a corpus, or all, with their gold if the corpus has any."""
    try:
        gold.corpus_name(folder)
    except VictorError:
        found = [Sample(page.name, page.read()) for page in files(folder)]
    else:
        read = gold.read_gold([folder])
        found = [Sample(page.id, page.html, page.kind, page.text) for page in read]
    random.Random(seed).shuffle(found)
    return found[:count]
