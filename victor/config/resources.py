"""The shipped configurations, templates and models, in a wheel or a checkout."""

from pathlib import Path

from victor.errors import VictorError, did_you_mean, nearest_file

DEFAULT_TASK = "web"  # if none is given
_PACKAGE = Path(__file__).parent.parent


def folder(kind: str) -> Path:
    """The directory of ``kind``: ``configs``, ``templates`` or ``models``."""
    inside = _PACKAGE / kind
    return inside if inside.is_dir() else _PACKAGE.parent / kind


def names(kind: str) -> list[str]:
    """The shipped names of a kind, sorted."""
    found = folder(kind).iterdir() if folder(kind).is_dir() else ()
    return sorted(path.stem for path in found if not path.name.startswith((".", "_")))


def find(kind: str, name: str, beside: Path | None = None) -> Path:
    """The YAML file of a shipped name, or of a path relative to ``beside``.

    Raises:
        VictorError: there is no such file or name.
    """
    if name.endswith((".yaml", ".yml")) or "/" in name:
        path = (beside / name) if beside else Path(name)
        if path.is_file():
            return path
        raise VictorError(f"{path}: no such file{nearest_file(path)}")
    path = folder(kind) / f"{name}.yaml"
    if not path.is_file():
        kind_name = kind.removesuffix("s")
        raise VictorError(f"unknown {kind_name} {name!r}{did_you_mean(name, names(kind))}")
    return path
