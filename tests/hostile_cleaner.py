"""Cleaners that do to workers what pages may; a separate module, since workers import it."""

import os
import signal
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from victor import pipeline
from victor.page import Page


class Hostile(pipeline.Cleaner):
    """Does what a page says: ``HANG``, ``KILL``, ``KILL-ONCE``, ``MEMORY``, ``WAIT``."""

    marks = Path()

    def clean(self, source, id="", url=None, encoding=None):
        assert isinstance(source, Page)
        while "WAIT" in source.html and not (self.marks / "go").exists():
            time.sleep(0.02)
        if "HANG" in source.html:
            time.sleep(3600)
        if "MEMORY" in source.html:
            bytes(4 << 30)
        if "KILL-ONCE" in source.html:
            mark = self.marks / "killed"
            if not mark.exists():
                mark.touch()
                os.kill(os.getpid(), signal.SIGKILL)
        elif "KILL" in source.html:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().clean(source, id, url, encoding)


def _load(marks: str) -> Hostile:
    made = Hostile(pipeline.load("keep-everything").model)
    made.marks = Path(marks)
    return made


def loader(marks: Path):
    return partial(_load, str(marks))


@dataclass(frozen=True)
class Dying:
    """Work that no worker survives."""

    max_memory: int | None = None

    def load(self) -> None:
        return None

    def prepare(self, cleaner) -> None:
        pass

    def done(self, chunk, cleaner, skipped, step) -> None:
        os._exit(3)
