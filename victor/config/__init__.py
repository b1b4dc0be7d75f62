"""Task configurations: load them from strict YAML, override keys, and write them again.

``docs/configuration.md`` describes the keys; a test checks that it describes all of them.
"""

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from victor.config import resources
from victor.config.checks import check_task
from victor.config.located import Located, build, merge, read
from victor.config.task import (
    COMMON,
    CONTINUATION,
    HEADER,
    LIST,
    OTHER,
    PARAGRAPH,
    PREFERENCES,
    ROLES,
    UNDECIDED,
    Bins,
    Choice,
    Conjunction,
    Decode,
    Preclean,
    Segment,
    Task,
    Template,
    Window,
)
from victor.errors import VictorError, did_you_mean, shown

__all__ = [
    "COMMON",
    "CONTINUATION",
    "HEADER",
    "LIST",
    "OTHER",
    "PARAGRAPH",
    "PREFERENCES",
    "ROLES",
    "UNDECIDED",
    "Bins",
    "Choice",
    "Conjunction",
    "Decode",
    "Preclean",
    "Segment",
    "Task",
    "Template",
    "Window",
    "dump",
    "following",
    "from_tree",
    "load",
    "load_alone",
    "load_file",
    "override",
    "preferring",
    "resources",
]

# Mappings that replace those of the extended configuration; others are merged by key.
_WHOLE = ("labels", "labeler", "template")


def load(name: str) -> Task:
    """Load a shipped configuration by name, or a file by path.

    Raises:
        VictorError: the configuration is missing or invalid; with file, line and key.
    """
    return load_file(resources.find("configs", name))


def load_file(path: Path) -> Task:
    """Load a configuration file and those that it extends.

    Raises:
        VictorError: see :func:`load`.
    """
    from victor.config import expressions  # those of models are checked if a feature uses them

    task = from_tree(_with_parents(path, ()), path)
    expressions.check_all(task)
    return task


def load_alone(path: Path) -> Task:
    """Load a configuration without references to other files, as written by :func:`dump`.

    Raises:
        VictorError: it is invalid, extends another configuration, or names a template.
    """
    tree = read(path)
    for key in ("extends", "template"):
        if key in tree.value and not isinstance(tree.value[key].value, dict):
            raise tree.value[key].error("the configuration of a model names no other files")
    return from_tree(tree, path)


# The keys that a configuration without ``extends`` must have.
_REQUIRED = [
    field.name
    for field in dataclasses.fields(Task)
    if field.init and field.default is field.default_factory is dataclasses.MISSING
]


def from_tree(tree: Located, path: Path) -> Task:
    """Build and check a task; paths are relative to the directory of ``path``."""
    tree = _inline_template(tree, path)
    tree.value.setdefault("name", Located(path.stem, tree.file, 1, "name"))
    task = dataclasses.replace(_build_task(tree), source=tree)
    check_task(task)
    return task


def dump(task: Task) -> str:
    """The configuration as YAML for :func:`load_file`, with its template, without ``extends``."""
    plain = task.source.plain()
    return yaml.safe_dump(plain, sort_keys=False, allow_unicode=True, width=100)


def override(task: Task, changes: Mapping[str, Any], option: str = "") -> Task:
    """The task with some keys changed; errors name ``option``, or else the key.

    Values are merged as with ``extends``: ``{"decode": {"prefer": 2}}`` keeps the decode method.
    """
    above = {key: _from_plain(value, option or key) for key, value in changes.items()}
    file = task.source.file
    return from_tree(merge(task.source, Located(above, file, 0), _WHOLE), Path(file))


def preferring(task: Task, prefer: str | float | None) -> Task:
    """The task with another tradeoff between precision and recall; unchanged if None."""
    return task if prefer is None else override(task, {"decode": {"prefer": prefer}}, "prefer")


def following(task: Task, convention: str | None) -> Task:
    """The task with another convention; unchanged if None."""
    if convention is None:
        return task
    return override(task, {"convention": convention}, "convention")


def _from_plain(value: Any, place: str) -> Located:
    """A value whose positions are all the name of an option or a key."""
    if isinstance(value, dict):
        value = {name: _from_plain(item, place) for name, item in value.items()}
    elif isinstance(value, list | tuple):
        value = [_from_plain(item, place) for item in value]
    return Located(value, place, 0)


def _build_task(tree: Located) -> Task:
    _check_keys(tree)
    missing = [name for name in _REQUIRED if name not in tree.value]
    if missing:
        names = ", ".join(map(repr, missing))
        raise tree.error(f"missing keys {names}; to change a shipped task, add 'extends: web'")
    task = build(Task, tree)
    return dataclasses.replace(task, convention="") if task.convention == "none" else task


def _check_keys(tree: Located) -> None:
    """Unknown keys first: a misspelt ``extends`` is the reason for many missing ones."""
    known = [one.name for one in dataclasses.fields(Task) if one.init and one.name != "source"]
    for name, item in tree.value.items():
        if name not in known:
            wanted = [*known, *({"extends", "unset"} - {name})]
            raise item.error(f"unknown key {shown(name)}{did_you_mean(name, wanted)}")


def _with_parents(path: Path, seen: tuple[Path, ...]) -> Located:
    tree = read(path)
    parent = tree.value.pop("extends", None)
    if parent is None:
        return tree
    here = path.resolve()
    if here in seen:
        raise parent.error(f"circular extends: {shown(parent.plain())}")
    below = _with_parents(_find("configs", parent, path), (*seen, here))
    _unset(below, tree.value.pop("unset", None))
    return merge(below, tree, _WHOLE)


def _find(kind: str, name: Located, path: Path) -> Path:
    """The file that the configuration at ``path`` names, found by :func:`resources.find`."""
    value = build(str, name)
    try:
        return resources.find(kind, value, beside=path.parent)
    except VictorError as error:
        raise name.error(str(error)) from None


def _unset(below: Located, names: Located | None) -> None:
    """Remove the dotted keys listed in ``unset`` from the extended configuration."""
    if names and not isinstance(names.value, list):
        raise names.error("expected a list of keys")
    for item in names.value if names else ():
        first, dot, rest = str(item.value).partition(".")  # names of bins contain dots
        mapping = below.value.get(first, Located(None, "", 0)).value if dot else below.value
        if not isinstance(mapping, dict) or (rest or first) not in mapping:
            known = did_you_mean(str(item.value), _dotted(below.value, first))
            message = f"{shown(item.plain())} is not set in the extended configuration{known}"
            raise item.error(message)
        del mapping[rest or first]


def _dotted(values: Mapping[str, Located], first: str) -> list[str]:
    """The keys that ``unset`` can list: top-level keys, and those below ``first``."""
    below = values[first].value if first in values else None
    return [*values, *(f"{first}.{key}" for key in (below if isinstance(below, dict) else ()))]


def _inline_template(tree: Located, path: Path) -> Located:
    template = tree.value.get("template")
    if template is not None and isinstance(template.value, str):
        tree.value["template"] = read(_find("templates", template, path))
    return tree
