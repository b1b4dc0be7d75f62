"""Check what the types of a task do not: :func:`check_task`."""

import dataclasses
from collections.abc import Iterator
from itertools import combinations

from victor.config.located import Located
from victor.config.patterns import expand_braces
from victor.config.task import OTHER, ROLES, Task
from victor.errors import VictorError, did_you_mean, shown
from victor.tree.html_tags import TAGS

_LONGEST_NAME = 100  # maximum characters of a task's name
_MOST_PATTERNS = 5_000  # maximum column names of a task, with braces expanded


def check_task(task: Task) -> None:
    """Check the names, patterns, labels, tags, roles and selectors of a task.

    Raises:
        VictorError: a value is invalid; with file, line and key.
    """
    _check_name(task)
    _check_patterns(task)
    _check_labels(task)
    _check_tags(task)
    _check_disjoint(task)
    _check_content(task)


def _check_name(task: Task) -> None:
    """Check the name of a task, which is also that of its model's directory."""
    name = task.name
    if not 0 < len(name) <= _LONGEST_NAME or not name.isprintable() or {*name} & {*"/\\"}:
        wanted = f"expected 1 to {_LONGEST_NAME} characters without slashes"
        raise task.place("name").error(f"{wanted}, found {shown(name)}")


def _check_patterns(task: Task) -> None:
    """Check that the column patterns do not expand to too many names."""
    count = 0
    for key in {"features", "without", "bins", "template"} & {*task.source.value}:
        for item in _texts(task.source.value[key]):
            try:
                count += len(expand_braces(item.value))
            except VictorError as error:
                raise item.error(str(error)) from None
            if count > _MOST_PATTERNS:
                raise item.error(f"more than {_MOST_PATTERNS:,} names of columns")


def _texts(tree: Located) -> Iterator[Located]:
    """All strings below a value, including keys."""
    if isinstance(tree.value, dict):
        for name, item in tree.value.items():
            yield dataclasses.replace(item, value=name)
            yield from _texts(item)
    elif isinstance(tree.value, list):
        for item in tree.value:
            yield from _texts(item)
    elif isinstance(tree.value, str):
        yield tree


def _check_labels(task: Task) -> None:
    """Check that labels are letters and digits, and that their roles are distinct."""
    roles = list(task.labels.values())
    if OTHER not in roles:
        raise task.place("labels").error(f"no label has the role {OTHER!r} (boilerplate)")
    for role in roles:
        if roles.count(role) > 1:
            raise task.place("labels").error(f"more than one label has the role {role!r}")
    for role, ours in task.gold.items():
        if ours not in roles:
            message = f"no label has the role {ours!r}{did_you_mean(ours, roles)}"
            raise task.place("gold", role).error(message)
    for key in task.labels:
        if not key.isalnum():
            raise task.place("labels", key).error("a label consists of letters and digits")


def _check_tags(task: Task) -> None:
    """Check that there are block-level tags, and that tags are of HTML or have a hyphen.

    The names of custom elements have one.
    """
    if "block" not in task.tag_classes:
        raise task.place("tag_classes").error("missing class 'block'")
    lists = [("preclean", "delete"), ("preclean", "ignore"), ("segment", "through")]
    lists += [("tag_classes", name) for name in task.tag_classes]
    for keys in lists:
        place = task.place(*keys)
        for item in place.value if isinstance(place.value, list) else ():
            if item.value not in TAGS and "-" not in item.value:
                raise item.error(f"unknown tag {item.value!r}{did_you_mean(item.value, TAGS)}")


def _check_content(task: Task) -> None:
    """Check that roles exist and do not overlap, and that selectors are well-formed."""
    for name in ("keep", "drop"):
        for item in task.place(name).value if getattr(task, name) else ():
            if item.value not in ROLES:
                several = "," in str(item.value)
                hint = "; expected a list" if several else did_you_mean(item.value, ROLES)
                raise item.error(f"unknown role {item.value!r}{hint}")
    if both := sorted(set(task.keep) & set(task.drop)):
        raise task.place("drop").error(f"{', '.join(both)} cannot be both kept and dropped")
    for name in ("select", "remove"):
        for item in task.place(name).value if getattr(task, name) else ():
            _check_selector(item)


def _check_selector(item: Located) -> None:
    from victor.tree.selectors import check

    try:
        check([item.value])
    except VictorError as error:
        raise item.error(str(error)) from None


def _check_disjoint(task: Task) -> None:
    """Check that no tag has two treatments that exclude each other."""
    sets = {
        "preclean.delete": task.preclean.delete,
        "preclean.ignore": task.preclean.ignore,
        "tag_classes.block": task.tag_classes["block"],
        "tag_classes.inline": task.tag_classes.get("inline", ()),
    }
    for (one, first), (two, second) in combinations(sets.items(), 2):
        if common := sorted(set(first) & set(second)):
            if task.place(*one.split(".")).file == task.source.file:  # blame the user's own file
                one, two = two, one
            place = task.place(*two.split("."))
            raise place.error(f"{', '.join(common)} also in {one}; the two must not overlap")
