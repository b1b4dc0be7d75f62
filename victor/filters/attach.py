"""``attach``: relabel a continuation that has nothing to continue as a paragraph."""

from victor.config import CONTINUATION, Task
from victor.data import Labels
from victor.registry import NoOptions
from victor.tree.blocks import Blocks

Options = NoOptions


def apply(labels: Labels, blocks: Blocks, task: Task, options: NoOptions) -> Labels:
    """Labels whose first content block is not a continuation.

    A continuation continues the last content block before it, even across boilerplate such as a
    link or a caption, so that only the first content block of a page can lack one.
    """
    continuation, other = task.role(CONTINUATION), task.other
    kept = labels.y != other
    first = int(kept.argmax()) if len(kept) else -1
    if first < 0 or not kept[first] or labels.y[first] != continuation:
        return labels
    y = labels.y.copy()
    y[first] = next(
        (i for i in range(len(task.labels)) if i not in (continuation, other)), continuation
    )
    return Labels(y, labels.scores)
