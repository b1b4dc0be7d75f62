"""Task configurations: strict YAML to frozen dataclasses.

The keys are described in ``docs/configuration.md``; a test holds that page and this file together.
"""

import dataclasses
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any, Literal

import yaml

from victor.config import resources
from victor.config.located import Located, build, merge, read
from victor.errors import VictorError, did_you_mean
from victor.tree.html_tags import TAGS

# Roles that a label can have; any other name is a label without one, and reads as a paragraph.
OTHER, CONTINUATION, HEADER, LIST = "other", "continuation", "header", "list"
UNDECIDED = "?"  # in annotations: key and role of blocks that nobody has labelled yet

# Names of F-beta's beta: those that van Rijsbergen gives as examples.
PREFERENCES = {"precision": 0.5, "recall": 2.0}

# Keys of what comes after the labeler's scores: a learned model may change them.
AFTER = ("model", "decode", "filters", "output")

# Keys that a configuration replaces in what it extends; other mappings are merged key by key.
_WHOLE = ("labels", "labeler", "template")


@dataclass(frozen=True)
class Preclean:
    """What is taken out before segmenting."""

    delete: tuple[str, ...] = ()  # elements that go with all they hold
    ignore: tuple[str, ...] = ()  # tags that are read as if they were not there
    image_text: bool = True  # the alternative text of an image is its text
    json_text: Literal["never", "missing", "always"] = "never"  # text of scripts' data is text


@dataclass(frozen=True)
class Segment:
    """Where the page is cut."""

    every_tag: bool = False  # True: at every tag; False: at the tags of the class `block`
    through: tuple[str, ...] = ()  # tags that end no block, whatever `every_tag` says


@dataclass(frozen=True)
class Bins:
    """How a column's values become codes: by listed values, or by a scale over 0 to 1."""

    values: tuple[float, ...] = ()
    scale: int = 0

    @classmethod
    def from_yaml(cls, tree: Located) -> "Bins":
        """``[0, 1, 2, 4]`` or ``{scale: 10}``."""
        if isinstance(tree.value, dict):
            scale = build(_Scale, tree).scale
            if not 1 < scale <= 100:
                raise tree.error(f"a scale has 2 to 100 steps, found {scale}")
            return cls(scale=scale)
        values = build(tuple[float, ...], tree)
        if len(values) < 2 or list(values) != sorted(set(values)):
            raise tree.error("expected two or more rising values, or {scale: STEPS}")
        return cls(values=values)

    @property
    def size(self) -> int:
        """Number of codes."""
        return self.scale or len(self.values)


@dataclass(frozen=True)
class _Scale:
    scale: int


@dataclass(frozen=True)
class Offsets:
    """Places of a window, relative to the block: ``0``, ``-3..3`` or ``[-1, 1]``."""

    values: tuple[int, ...] = (0,)

    @classmethod
    def from_yaml(cls, tree: Located) -> "Offsets":
        """Read one of the three forms."""
        if isinstance(tree.value, list):
            return cls._checked(build(tuple[int, ...], tree), tree)
        low, _, high = str(tree.value).partition("..")
        try:
            first, last = int(low), int(high or low)
        except ValueError:
            raise tree.error(f"expected offsets as -3..3, found {tree.value!r}") from None
        return cls._checked(tuple(range(first, last + 1)), tree)

    @classmethod
    def _checked(cls, values: tuple[int, ...], tree: Located) -> "Offsets":
        if not values or list(values) != sorted(set(values)) or max(map(abs, values)) > 50:
            raise tree.error(f"expected rising offsets of at most 50, found {tree.plain()!r}")
        return cls(values)


@dataclass(frozen=True)
class Window:
    """Columns seen at offsets, each for itself."""

    columns: tuple[str, ...]
    offsets: Offsets = Offsets()


@dataclass(frozen=True)
class Conjunction:
    """Columns seen together, at each of the offsets."""

    join: tuple[str, ...]
    offsets: Offsets = Offsets()


@dataclass(frozen=True)
class Template:
    """What a sequence labeler sees: columns at offsets, conjunctions, label bigrams."""

    windows: tuple[Window, ...]
    conjunctions: tuple[Conjunction, ...] = ()
    label_bigrams: bool = True
    description: str = ""


@dataclass(frozen=True)
class Choice:
    """A registered piece by name, with its options as YAML: ``crf`` or ``{crf: {c2: 1}}``."""

    name: str
    options: Located

    @classmethod
    def from_yaml(cls, tree: Located) -> "Choice":
        """Read one of the two forms."""
        if isinstance(tree.value, str):
            return cls(tree.value, dataclasses.replace(tree, value={}))
        if isinstance(tree.value, dict) and len(tree.value) == 1:
            ((name, options),) = tree.value.items()
            return cls(name, options)
        raise tree.error("expected a name, or one name with its options")


@dataclass(frozen=True)
class Prefer:
    """Where to stand between precision and recall: the beta of F-beta.

    Recall counts beta times as much as precision (van Rijsbergen, *Information Retrieval*, 1979).
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
    """How scores become labels (``docs/configuration.md``, decode)."""

    method: Literal["viterbi", "marginal", "expected_f1", "subsequence"] = "viterbi"
    prefer: Prefer = Prefer()


@dataclass(frozen=True)
class Task:
    """Everything that says how one kind of cleaning is done."""

    labels: Mapping[str, str]
    tag_classes: Mapping[str, tuple[str, ...]]
    features: tuple[str, ...]
    bins: Mapping[str, Bins]
    template: Template
    labeler: Choice
    start: str = ""
    model: str = ""
    name: str = ""
    description: str = ""
    preclean: Preclean = Preclean()
    segment: Segment = Segment()
    without: tuple[str, ...] = ()
    regexp: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    bullet: tuple[str, ...] = ()
    decode: Decode = Decode()
    filters: tuple[Choice, ...] = ()
    output: str = "annotation"
    source: Located = field(
        default=Located({}, "", 0), repr=False, compare=False, metadata={"yaml": False}
    )

    def place(self, *keys: str) -> Located:
        """Where a key stands (or the nearest key above it), for error messages."""
        tree = self.source
        for key in keys:
            if not isinstance(tree.value, dict) or key not in tree.value:
                break
            tree = tree.value[key]
        return tree

    @property
    def keys(self) -> tuple[str, ...]:
        """The labels' keys, in the order of their numbers."""
        return tuple(self.labels)

    def role(self, name: str) -> int:
        """The number of the label with a role; -1 if the task has none."""
        return next((i for i, role in enumerate(self.labels.values()) if role == name), -1)

    @property
    def other(self) -> int:
        """The number of the label that means boilerplate."""
        return self.role(OTHER)

    def fingerprint(self) -> str:
        """A hash of what the configuration says of the way to scores: what weights depend on."""
        said = {key: value for key, value in self.source.plain().items() if key not in AFTER}
        text = json.dumps(said, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def load(name: str) -> Task:
    """The task of a configuration, by the name of a shipped one or the path of a file.

    Raises:
        VictorError: with file, line, key, what was found and the nearest right name.
    """
    return load_file(resources.find("configs", name))


def load_file(path: Path) -> Task:
    """The task of one configuration file."""
    return from_tree(_with_parents(path, ()), path)


def from_tree(tree: Located, path: Path) -> Task:
    """Build and check the task of a YAML tree that stands at ``path``."""
    tree = _inline_template(tree, path)
    tree.value.setdefault("name", Located(path.stem, tree.file, 1, "name"))
    task = dataclasses.replace(_build_task(tree), source=tree)
    _check_labels(task)
    _check_tags(task)
    _check_disjoint(task)
    return task


def dump(task: Task) -> str:
    """The whole configuration as YAML, template and all, to be read again by :func:`load_file`."""
    plain = task.source.plain()
    return yaml.safe_dump(plain, sort_keys=False, allow_unicode=True, width=100)


def override(task: Task, changes: Mapping[str, Any], where: str = "(given)") -> Task:
    """The task with some keys set, as if the file had said so; errors say that it was ``where``."""
    above = {key: _located(value, where, key) for key, value in changes.items()}
    path = Path(task.source.file)
    return from_tree(merge(task.source, Located(above, where, 0), _WHOLE), path)


def preferring(task: Task, prefer: str | float | None) -> Task:
    """The task with its tradeoff between precision and recall set anew; as it is if None."""
    return task if prefer is None else override(task, {"decode": {"prefer": prefer}}, "prefer")


def _located(value: Any, file: str, key: str) -> Located:
    if isinstance(value, dict):
        value = {name: _located(item, file, f"{key}.{name}") for name, item in value.items()}
    elif isinstance(value, list | tuple):
        value = [_located(item, file, f"{key}[{i}]") for i, item in enumerate(value)]
    return Located(value, file, 0, key)


def _build_task(tree: Located) -> Task:
    for name in ("extends", "unset", "source"):
        if name in tree.value:
            raise tree.value[name].error(f"unknown key {name!r}")
    return build(Task, tree)


def _with_parents(path: Path, seen: tuple[Path, ...]) -> Located:
    tree = read(path)
    parent = tree.value.pop("extends", None)
    if parent is None:
        return tree
    name = build(str, parent)
    if path in seen:
        raise parent.error(f"configurations extend each other in a circle: {name}")
    try:
        found = resources.find("configs", name, beside=path.parent)
    except VictorError as error:
        raise parent.error(str(error)) from None
    below = _with_parents(found, (*seen, path))
    _unset(below, tree.value.pop("unset", None))
    return merge(below, tree, _WHOLE)


def _unset(below: Located, names: Located | None) -> None:
    """Take out what ``unset`` lists, as dotted keys, of what the extended file set."""
    if names and not isinstance(names.value, list):
        raise names.error("expected a list of keys")
    for item in names.value if names else ():
        first, dot, rest = str(item.value).partition(".")  # names of bins have dots themselves
        mapping = below.value.get(first, Located(None, "", 0)).value if dot else below.value
        if not isinstance(mapping, dict) or (rest or first) not in mapping:
            raise item.error(f"{item.value!r} is not set in what is extended")
        del mapping[rest or first]


def _inline_template(tree: Located, path: Path) -> Located:
    template = tree.value.get("template")
    if template is None or not isinstance(template.value, str):
        return tree
    try:
        found = resources.find("templates", template.value, beside=path.parent)
    except VictorError as error:
        raise template.error(str(error)) from None
    tree.value["template"] = read(found)
    return tree


def _check_labels(task: Task) -> None:
    roles = list(task.labels.values())
    if OTHER not in roles:
        raise task.place("labels").error(f"no label means {OTHER!r}: boilerplate needs one")
    for role in roles:
        if roles.count(role) > 1:
            raise task.place("labels").error(f"more than one label means {role!r}")
    for key in task.labels:
        if not key.isalnum():
            raise task.place("labels", key).error(f"label {key!r}: letters and digits only")


def _check_tags(task: Task) -> None:
    """Tags are HTML's, or have the hyphen of custom elements."""
    lists = [("preclean", "delete"), ("preclean", "ignore"), ("segment", "through")]
    lists += [("tag_classes", name) for name in task.tag_classes]
    for keys in lists:
        place = task.place(*keys)
        for item in place.value if isinstance(place.value, list) else ():
            if item.value not in TAGS and "-" not in item.value:
                raise item.error(f"unknown tag {item.value!r}{did_you_mean(item.value, TAGS)}")


def _check_disjoint(task: Task) -> None:
    if "block" not in task.tag_classes:
        raise task.place("tag_classes").error("the class 'block' is missing")
    sets = {
        "preclean.delete": task.preclean.delete,
        "preclean.ignore": task.preclean.ignore,
        "tag_classes.block": task.tag_classes["block"],
        "tag_classes.inline": task.tag_classes.get("inline", ()),
    }
    for (one, first), (two, second) in combinations(sets.items(), 2):
        if common := sorted(set(first) & set(second)):
            place = task.place(*two.split("."))
            raise place.error(f"{', '.join(common)} also in {one}; the two exclude each other")
