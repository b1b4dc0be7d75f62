"""The shipped configurations, templates and models, in a wheel or a checkout."""

from pathlib import Path

from victor.errors import VictorError, did_you_mean, nearest_file

DEFAULT_TASK = "web"  # if none is given
_PACKAGE = Path(__file__).parent.parent


def folder(kind: str) -> Path:
    """The directory of ``kind``: ``configs``, ``templates`` or ``models``."""
    inside = _PACKAGE / kind
    return inside if inside.is_dir() else _PACKAGE.parent / kind


def files(kind: str) -> dict[str, Path]:
    """The shipped resources of a kind, by name: YAML files, or the directories of models.

    The configurations of other systems are with their code, in ``baselines``.
    """
    places = [folder(kind)]
    if kind == "configs":
        places += sorted((_PACKAGE / "baselines").iterdir())
    suffixes = ("",) if kind == "models" else (".yaml",)
    found = (path for place in places if place.is_dir() for path in place.iterdir())
    return {path.stem: path for path in found if path.suffix in suffixes}


def names(kind: str) -> list[str]:
    """The names that users can give, sorted."""
    return sorted(name for name in files(kind) if not name.startswith((".", "_")))


def find(kind: str, name: str, beside: Path | None = None) -> Path:
    """The YAML file of a shipped name, or of a path relative to ``beside``.

    Raises:
        VictorError: there is no such file or name.
    """
    is_path = name.lower().endswith((".yaml", ".yml")) or "/" in name
    path = (beside / name) if beside else Path(name)
    if is_path and path.is_file():
        return path
    if not is_path and (shipped := files(kind).get(name)):
        return shipped
    if kind == "configs" and (path / "meta.json").is_file():
        raise VictorError(f"{name} is a model, not a configuration: use --model {name}")
    if is_path:
        missing = f"no such file{nearest_file(path)}"
        raise VictorError(
            f"{path}: {'expected a file, found a directory' if path.is_dir() else missing}"
        )
    kind_name = kind.removesuffix("s")
    raise VictorError(f"unknown {kind_name} {name!r}{did_you_mean(name, names(kind))}")
