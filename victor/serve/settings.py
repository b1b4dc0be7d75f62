"""The settings of `victor serve`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from victor import config
from victor.annotate.view import same_blocks
from victor.config import Task, resources
from victor.errors import VictorError
from victor.model import find, load
from victor.plan import is_ready

FIRST = ("web", "article", "cleaneval")  # first tasks in the playground


@dataclass(frozen=True)
class Settings:
    """The options of the command."""

    models: Mapping[str, str] = field(default_factory=dict)  # directories by name
    workers: int = 2
    timeout: float = 30.0  # seconds per page
    max_bytes: int = 10 << 20  # of a request
    max_pages: int = 64  # of a batch
    queue: int = 64  # requests that are waiting or being processed
    max_memory: int | None = None  # bytes per worker
    hosts: tuple[str, ...] = ()  # from which pages may be fetched
    names: tuple[str, ...] = ()  # host names that browsers may use for this server

    @cached_property
    def tasks(self) -> Mapping[str, Task]:
        """The tasks by name: those of the given models, then shipped ones that need no learning.

        Raises:
            VictorError: a model is missing or damaged, or has the name of a shipped task.
        """
        shipped = {name: config.load(name) for name in resources.names("configs")}
        ready = {name: task for name, task in shipped.items() if is_ready(name, task)}
        for name, folder in self.models.items():
            if name in ready:
                raise VictorError(f"--model {folder}: {name!r} is a shipped task; rename the model")
        own = {name: load(find(folder)).task for name, folder in self.models.items()}
        first = {name: ready[name] for name in FIRST}
        return own | first | ready

    def group(self, name: str) -> str:
        """The group of a task, whose tasks share corrections, as blocks and labels are the same.

        Args:
            name: the name of a task.

        Returns:
            the name of the first task of the group.
        """
        task = self.tasks[name]
        alike = (
            other
            for other, found in self.tasks.items()
            if found.labels == task.labels and same_blocks(found, task)
        )
        return next(alike)
