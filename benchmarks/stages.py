"""Measure the time of cleaning by stage, and of the stage ``features`` by family.

The sum of the parts is compared with the whole, which is timed separately: if they differ, the
parts include work that cleaning does not do.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import islice

from benchmarks.timing import Seconds, clock, interleaved, milliseconds, timer
from victor import features
from victor.config import Task
from victor.evaluate.tables import table
from victor.pipeline import Cleaner, Plan
from victor.tree.blocks import Blocks

SHARED = "columns shared by families"
_SEEN = 10  # pages used to determine the shared columns
Columns = Sequence[tuple[str, str]]  # "tree" or "blocks", and a name


@dataclass(frozen=True)
class Split:
    """A whole and its parts, in milliseconds per page."""

    name: str  # of a part
    parts: Mapping[str, float]
    whole: float  # timed separately

    @property
    def ratio(self) -> float:
        """The sum of the parts divided by the whole."""
        return sum(self.parts.values()) / self.whole


def measured(cleaner: Cleaner, pages: Sequence[bytes], rounds: int = 5) -> tuple[Split, Split]:
    """Cleaning by stage, and its stage ``features`` by family.

    The whole, the stages and the families take turns on every page.
    """
    shared = shared_columns(cleaner, pages[:_SEEN])
    found = interleaved(
        {
            "whole": timer(lambda html: cleaner.clean(html).text),
            "stages": lambda html: cleaner.run(html, "output", clock=clock).seconds,
            "families": lambda html: family_seconds(cleaner, html, shared),
        },
        pages,
        rounds,
    )
    whole, stages, families = (milliseconds(spent) for spent in found.values())
    return Split("stage", stages, whole["all"]), Split("family", families, stages["features"])


def family_seconds(cleaner: Cleaner, html: bytes, shared: Columns) -> Seconds:
    """The seconds of each feature family on a page, in the order of the stage.

    Columns of the blocks that several families use are computed first and timed separately: in the
    stage, their time would count for the first family that uses them. The time of an empty call is
    subtracted from each family, as the stage makes only one call.
    """
    blocks, task = cleaner.run(html, "segment").blocks, cleaner.plan.task
    seconds: dict[str, float] = {}
    call = min(_call(blocks, task) for _ in range(3))
    start = clock()
    for owner, name in shared:
        getattr(blocks.tree if owner == "tree" else blocks, name)
    seconds[SHARED] = clock() - start
    for family, columns in by_family(cleaner.plan).items():
        computed = features.prepared(columns, task)
        start = clock()
        computed(blocks)
        seconds[family] = clock() - start - call
    return seconds


def _call(blocks: Blocks, task: Task) -> float:
    computed = features.prepared((), task)
    start = clock()
    computed(blocks)
    return clock() - start


def by_family(plan: Plan) -> dict[str, tuple[str, ...]]:
    """The columns of each family, in the order of the stage."""
    found: dict[str, list[str]] = {}
    for column in plan.columns:
        found.setdefault(column.partition(".")[0], []).append(column)
    return {family: tuple(columns) for family, columns in found.items()}


def shared_columns(cleaner: Cleaner, pages: Sequence[bytes]) -> Columns:
    """The columns of tree and blocks that several families use, each after those it needs."""
    plan = cleaner.plan
    order: dict[tuple[str, str], None] = {}
    several: set[tuple[str, str]] = set()
    for html in pages:
        blocks = cleaner.run(html, "segment").blocks
        order |= dict.fromkeys(_used(blocks, plan.columns, plan))
        families = by_family(plan).values()
        users = Counter(one for columns in families for one in _used(blocks, columns, plan))
        several |= {one for one, count in users.items() if count > 1}
    return [one for one in order if one in several]


def _used(blocks: Blocks, columns: Sequence[str], plan: Plan) -> list[tuple[str, str]]:
    """The cached columns that features use, in order of caching: each after those it needs."""
    fresh = replace(blocks, tree=replace(blocks.tree))
    features.compute(fresh, columns, plan.task)
    return [
        (owner, name)
        for owner, one in (("tree", fresh.tree), ("blocks", fresh))
        for name in islice(vars(one), len(fields(one)), None)
    ]


def split_table(split: Split, whole: str) -> str:
    """A table of the parts with their shares of the whole, their sum, and the whole."""
    rows = {**split.parts, "sum": sum(split.parts.values()), whole: split.whole}
    lines = [(name, f"{ms:.3f}", f"{100 * ms / split.whole:.1f}") for name, ms in rows.items()]
    return table((split.name, "ms per page", "% of the whole"), lines)
