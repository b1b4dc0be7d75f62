"""Task configurations as frozen dataclasses, built from strict YAML.

``docs/configuration.md`` describes the keys; a test checks that it describes all of them.
"""

import dataclasses
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any, Literal

import yaml

from victor.config import resources
from victor.config.located import Located, build, merge, read
from victor.config.patterns import expand_braces
from victor.errors import VictorError, did_you_mean, shown
from victor.tree.html_tags import TAGS

# Roles of labels with a meaning in the program; labels with other roles are paragraphs.
OTHER, PARAGRAPH, CONTINUATION = "other", "paragraph", "continuation"
HEADER, LIST = "header", "list"
COMMON = (PARAGRAPH, HEADER, LIST, CONTINUATION)  # roles of content
UNDECIDED = "?"  # key and role of undecided blocks in annotations

# Roles of blocks on the page, besides their labels.
ROLES = (
    "title",
    "subtitle",
    "byline",
    "date",
    "caption",
    "comment",
    "post",
    "quotation",
    "code",
    "table",
)

# Names for values of beta, from van Rijsbergen's examples.
PREFERENCES = {"precision": 0.5, "recall": 2.0}

# Keys that do not affect scores and can change after learning.
_NOT_SCORES = (
    "start",
    "model",
    "convention",
    "gold",
    "decode",
    "filters",
    "keep",
    "drop",
    "select",
    "remove",
    "output",
)

# Mappings that replace those of the extended configuration; others are merged by key.
_WHOLE = ("labels", "labeler", "template")

_FARTHEST = 50  # maximum offset of a template
_OFFSETS = re.compile(r"(-?\d{1,18})(?:\.\.(-?\d{1,18}))?")
_LONGEST_NAME = 100  # maximum characters of a task's name
_MOST_PATTERNS = 5_000  # maximum column names of a task, with braces expanded


@dataclass(frozen=True)
class Preclean:
    """The cleaning of the page before segmentation."""

    delete: tuple[str, ...] = ()  # elements removed with their content
    ignore: tuple[str, ...] = ()  # tags ignored; their content stays
    image_text: bool = True  # read the alternative text of images
    json_text: Literal["never", "missing", "always"] = "never"  # read text from JSON in scripts


@dataclass(frozen=True)
class Segment:
    """The tags at which blocks end."""

    every_tag: bool = False  # every tag, else tags of the class `block`
    through: tuple[str, ...] = ()  # tags that never end a block


@dataclass(frozen=True)
class Bins:
    """The discretisation of a column: by lower bounds, or in equal steps from 0 to 1."""

    values: tuple[float, ...] = ()
    scale: int = 0

    @classmethod
    def from_yaml(cls, tree: Located) -> "Bins":
        """``[0, 1, 2, 4]`` or ``{scale: 10}``."""
        if isinstance(tree.value, dict):
            scale = build(_Scale, tree).scale
            if not 1 < scale <= 100:
                raise tree.error(f"expected a scale of 2 to 100 steps, found {scale}")
            return cls(scale=scale)
        values = build(tuple[float, ...], tree)
        if len(values) < 2 or list(values) != sorted(set(values)):
            raise tree.error("expected two or more increasing values, or {scale: STEPS}")
        return cls(values=values)

    @property
    def size(self) -> int:
        """The number of codes."""
        return self.scale or len(self.values)


@dataclass(frozen=True)
class _Scale:
    scale: int


@dataclass(frozen=True)
class Offsets:
    """Positions relative to a block: ``0``, ``-3..3`` or ``[-1, 1]``."""

    values: tuple[int, ...] = (0,)

    @classmethod
    def from_yaml(cls, tree: Located) -> "Offsets":
        """Read an integer, a range or a list of integers."""
        if isinstance(tree.value, list):
            return cls._checked(build(tuple[int, ...], tree), tree)
        found = _OFFSETS.fullmatch(str(tree.value))
        if not found:
            raise tree.error(f"expected offsets such as -3..3, found {shown(tree.value)}")
        first, last = int(found[1]), int(found[2] or found[1])
        ends = range(first, last + 1)
        return cls._checked(tuple(ends[: 2 * _FARTHEST + 2]), tree)

    @classmethod
    def _checked(cls, values: tuple[int, ...], tree: Located) -> "Offsets":
        ordered = list(values) == sorted(set(values))
        if not values or not ordered or max(map(abs, values)) > _FARTHEST:
            wanted = f"expected increasing offsets from -{_FARTHEST} to {_FARTHEST}"
            raise tree.error(f"{wanted}, found {shown(tree.plain())}")
        return cls(values)


@dataclass(frozen=True)
class Window:
    """One feature for each column and offset."""

    columns: tuple[str, ...]
    offsets: Offsets = Offsets()


@dataclass(frozen=True)
class Conjunction:
    """One feature for the combined values of all columns, for each offset."""

    join: tuple[str, ...]
    offsets: Offsets = Offsets()


@dataclass(frozen=True)
class Template:
    """The feature template of a sequence labeler."""

    windows: tuple[Window, ...]
    conjunctions: tuple[Conjunction, ...] = ()
    label_bigrams: bool = True
    description: str = ""


@dataclass(frozen=True)
class Choice:
    """A name in a registry, with options: ``crf`` or ``{crf: {c2: 1}}``."""

    name: str
    options: Located

    @classmethod
    def from_yaml(cls, tree: Located) -> "Choice":
        """Read a name, or a mapping from a name to its options."""
        if isinstance(tree.value, str):
            return cls(tree.value, dataclasses.replace(tree, value={}))
        if isinstance(tree.value, dict) and len(tree.value) == 1:
            ((name, options),) = tree.value.items()
            return cls(name, options)
        raise tree.error("expected a name, or a single name with its options")


@dataclass(frozen=True)
class Prefer:
    """The tradeoff between precision and recall: the beta of F-beta.

    Recall is beta times as important as precision (van Rijsbergen, *Information Retrieval*, 1979).
    """

    beta: float = 1.0

    @classmethod
    def from_yaml(cls, tree: Located) -> "Prefer":
        """``precision``, ``recall`` or beta itself."""
        found = str(tree.plain())
        try:
            beta = float(PREFERENCES.get(found, found))
        except ValueError:
            beta = 0.0
        if not 0.01 <= beta <= 100:
            wanted = f"expected a name or a number from 0.01 to 100, found {found!r}"
            raise tree.error(f"{wanted}{did_you_mean(found, PREFERENCES)}")
        return cls(beta)


@dataclass(frozen=True)
class Decode:
    """The decoding method, see :mod:`victor.decode`, and its tradeoff."""

    method: Literal["viterbi", "marginal", "expected_f1", "subsequence"] = "viterbi"
    prefer: Prefer = Prefer()


@dataclass(frozen=True)
class Task:
    """The configuration of one cleaning task."""

    labels: Mapping[str, str]
    tag_classes: Mapping[str, tuple[str, ...]]
    features: tuple[str, ...]
    bins: Mapping[str, Bins]
    template: Template
    labeler: Choice
    start: str = ""
    gold: Mapping[str, str] = field(default_factory=dict)  # roles of gold to roles of labels
    model: str = ""
    convention: str = ""  # a convention of the model: what counts as content
    name: str = ""
    description: str = ""
    preclean: Preclean = Preclean()
    segment: Segment = Segment()
    without: tuple[str, ...] = ()
    regexp: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    bullet: tuple[str, ...] = ()
    decode: Decode = Decode()
    filters: tuple[Choice, ...] = ()
    keep: tuple[str, ...] = ()  # roles to include whatever their labels
    drop: tuple[str, ...] = ()  # roles to exclude
    select: tuple[str, ...] = ()  # CSS or XPath: elements to include
    remove: tuple[str, ...] = ()  # CSS or XPath: elements to exclude
    output: str = "markdown"
    source: Located = field(
        default=Located({}, "", 0), repr=False, compare=False, metadata={"yaml": False}
    )

    def place(self, *keys: str) -> Located:
        """The YAML of a key, or of its nearest parent that is set, for error messages."""
        tree = self.source
        for key in keys:
            if not isinstance(tree.value, dict) or key not in tree.value:
                break
            tree = tree.value[key]
        return tree

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the labels, by index."""
        return tuple(self.labels)

    def role(self, name: str) -> int:
        """The index of the label with a role; -1 if the task has none."""
        return self._numbers.get(name, -1)

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        """The index of the first label with each role."""
        return {role: i for i, role in reversed([*enumerate(self.labels.values())])}

    @property
    def other(self) -> int:
        """The index of the boilerplate label."""
        return self.role(OTHER)

    def fingerprint(self) -> str:
        """A hash of the keys that affect scores; weights fit tasks with the same fingerprint."""
        kept = {key: item for key, item in self.source.plain().items() if key not in _NOT_SCORES}
        text = json.dumps(kept, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def load(name: str) -> Task:
    """Load a shipped configuration by name, or a file by path.

    Raises:
        VictorError: the configuration is missing or invalid; with file, line and key.
    """
    return load_file(resources.find("configs", name))


def load_file(path: Path) -> Task:
    """Load a configuration file and those that it extends."""
    return from_tree(_with_parents(path, ()), path)


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
    _check_name(task)
    _check_patterns(task)
    _check_labels(task)
    _check_tags(task)
    _check_disjoint(task)
    _check_content(task)
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
    for name in ("extends", "unset", "source"):
        if name in tree.value:
            raise tree.value[name].error(f"unknown key {name!r}")
    missing = [name for name in _REQUIRED if name not in tree.value]
    if missing:
        names = ", ".join(map(repr, missing))
        raise tree.error(f"missing keys {names}; to change a shipped task, add 'extends: web'")
    task = build(Task, tree)
    return dataclasses.replace(task, convention="") if task.convention == "none" else task


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
    """Check that tags are HTML tags or contain a hyphen, as custom elements do."""
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
                raise item.error(f"unknown role {item.value!r}{did_you_mean(item.value, ROLES)}")
    if both := sorted(set(task.keep) & set(task.drop)):
        raise task.place("drop").error(f"{', '.join(both)} also in keep; the two must not overlap")
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
    if "block" not in task.tag_classes:
        raise task.place("tag_classes").error("missing class 'block'")
    sets = {
        "preclean.delete": task.preclean.delete,
        "preclean.ignore": task.preclean.ignore,
        "tag_classes.block": task.tag_classes["block"],
        "tag_classes.inline": task.tag_classes.get("inline", ()),
    }
    for (one, first), (two, second) in combinations(sets.items(), 2):
        if common := sorted(set(first) & set(second)):
            place = task.place(*two.split("."))
            raise place.error(f"{', '.join(common)} also in {one}; the two must not overlap")
