"""Tasks as frozen dataclasses, built from strict YAML by :func:`victor.config.located.build`."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, NamedTuple

from victor.config.located import Located, build
from victor.errors import did_you_mean, shown

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
LEAST_BETA, MOST_BETA = 0.01, 100  # of F-beta
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

_FARTHEST = 50  # maximum offset of a template
_OFFSETS = re.compile(r"(-?\d{1,18})(?:\.\.(-?\d{1,18}))?")


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


class Bins(NamedTuple):
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
            wanted = "expected two or more increasing values, or {scale: STEPS}"
            raise tree.error(f"{wanted}, found {shown(tree.plain())}")
        return cls(values=values)

    @property
    def size(self) -> int:
        """The number of codes."""
        return self.scale or len(self.values)


@dataclass(frozen=True)
class _Scale:
    scale: int


class Offsets(NamedTuple):
    """Positions relative to a block: ``0``, ``-3..3`` or ``[-1, 1]``."""

    values: tuple[int, ...] = (0,)

    @classmethod
    def from_yaml(cls, tree: Located) -> "Offsets":
        """Read an integer, a range or a list of integers."""
        if isinstance(tree.value, list):
            return cls._checked(build(tuple[int, ...], tree), tree)
        found = _OFFSETS.fullmatch(str(tree.value))
        if not found:
            raise tree.error(f"expected offsets such as -3..3, found {tree.found}")
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


_HERE = Offsets()


@dataclass(frozen=True)
class Window:
    """One feature for each column and offset."""

    columns: tuple[str, ...]
    offsets: Offsets = _HERE


@dataclass(frozen=True)
class Conjunction:
    """One feature for the combined values of all columns, for each offset."""

    join: tuple[str, ...]
    offsets: Offsets = _HERE


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
            return cls(tree.value, replace(tree, value={}))
        if isinstance(tree.value, dict) and len(tree.value) == 1:
            ((name, options),) = tree.value.items()
            return cls(name, options)
        raise tree.error(f"expected a name, or a single name with its options, found {tree.found}")


class Prefer(NamedTuple):
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
        if not LEAST_BETA <= beta <= MOST_BETA:
            wanted = f"expected a name or a number from {LEAST_BETA} to {MOST_BETA}"
            raise tree.error(f"{wanted}, found {tree.found}{did_you_mean(found, PREFERENCES)}")
        return cls(beta)


_NEUTRAL = Prefer()


@dataclass(frozen=True)
class Decode:
    """The decoding method, see :mod:`victor.decode`, and its tradeoffs."""

    method: Literal["viterbi", "marginal", "expected_f1", "subsequence"] = "viterbi"
    prefer: Prefer = _NEUTRAL
    unsure: Prefer = _NEUTRAL  # the tradeoff on pages that the model is unsure about


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

    @property
    def paragraph(self) -> int:
        """The index of the label of content that is neither a header nor a list item, if any."""
        roles = list(self.labels.values())
        content = [role for role in roles if role not in (OTHER, CONTINUATION)]
        plain = [role for role in content if role not in (HEADER, LIST)]
        return roles.index((plain or content or roles)[0])

    def fingerprint(self) -> str:
        """A hash of the keys that affect scores; weights fit tasks with the same fingerprint."""
        kept = {key: item for key, item in self.source.plain().items() if key not in _NOT_SCORES}
        text = json.dumps(kept, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:16]
