"""A model is a directory: ``config.yaml``, ``weights.npz``, ``meta.json``."""

import json
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from victor import config
from victor.config import Task, resources
from victor.errors import VictorError, did_you_mean, nearest_file
from victor.files import write_text

FORMAT = 1
CONFIG, WEIGHTS, META = "config.yaml", "weights.npz", "meta.json"


@dataclass(frozen=True)
class Model:
    """A task and the weights learned for it."""

    task: Task
    weights: Mapping[str, NDArray[Any]]
    meta: Mapping[str, Any]


def save(model: Model, folder: Path) -> None:
    """Write the directory; the same model gives the same bytes."""
    write_text(folder / CONFIG, config.dump(model.task))
    _save_arrays(model.weights, folder / WEIGHTS)
    meta = {
        **model.meta,
        "format": FORMAT,
        "labels": dict(model.task.labels),
        "fingerprint": model.task.fingerprint(),
    }
    text = json.dumps(meta, indent=2, ensure_ascii=False, sort_keys=True)
    write_text(folder / META, text + "\n")


def _save_arrays(weights: Mapping[str, NDArray[Any]], path: Path) -> None:
    """Like ``numpy.savez_compressed``, but without time stamps."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(weights):
            entry = zipfile.ZipInfo(f"{name}.npy", (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            with archive.open(entry, "w") as file:
                np.lib.format.write_array(file, weights[name], allow_pickle=False)


def load(folder: Path) -> Model:
    """Read a model and check that its parts belong together.

    Raises:
        VictorError: a part is missing, damaged, or of another task or format.
    """
    if not folder.is_dir():
        raise VictorError(f"{folder}: no such model directory")
    for name in (CONFIG, WEIGHTS, META):
        if not (folder / name).is_file():
            raise VictorError(f"{folder}: incomplete model: {name} is missing")
    task = config.load_file(folder / CONFIG)
    meta = _load_meta(folder / META)
    if meta.get("format") != FORMAT:
        found = meta.get("format")
        raise VictorError(f"{folder / META}: model format {found}, this Victor reads {FORMAT}")
    if meta.get("fingerprint") != task.fingerprint():
        message = "the configuration is not the one that the weights were learned with"
        raise VictorError(f"{folder}: {message}; learn again, or restore {CONFIG}")
    return Model(task, _load_arrays(folder / WEIGHTS), meta)


def find(name: str) -> Path:
    """The directory of a shipped model, or the path itself.

    Raises:
        VictorError: there is no such model or directory.
    """
    if Path(name).is_dir():
        return Path(name)
    shipped = resources.folder("models") / name
    if not shipped.is_dir():
        known = nearest_file(Path(name)) or did_you_mean(name, resources.names("models"))
        raise VictorError(f"unknown model {name!r}{known}")
    return shipped


def _load_meta(path: Path) -> dict[str, Any]:
    try:
        meta = json.loads(path.read_text("utf-8"))
    except (ValueError, RecursionError) as error:
        raise VictorError(f"{path}: damaged: {error}") from None
    if not isinstance(meta, dict):
        raise VictorError(f"{path}: damaged: not a JSON object")
    return meta


def _load_arrays(path: Path) -> dict[str, NDArray[Any]]:
    try:
        with np.load(path, allow_pickle=False) as archive:
            arrays = {name: np.asarray(archive[name]) for name in archive.files}
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise VictorError(f"{path}: damaged: {error}") from None
    return {name: _native(array, f"{path}: {name}") for name, array in arrays.items()}


def _native(array: NDArray[Any], where: str) -> NDArray[Any]:
    """The array as C reads it: in rows, in this machine's byte order, floats of 4 or 8 bytes.

    Raises:
        VictorError: the array has neither finite numbers nor names.
    """
    if array.dtype.kind not in "biufU":
        raise VictorError(f"{where}: damaged: expected numbers or names, found {array.dtype}")
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise VictorError(f"{where}: damaged: some values are not numbers")
    dtype = array.dtype.newbyteorder("=")
    single_or_double = {np.dtype(np.float16): np.float32, np.dtype(np.longdouble): np.float64}
    return np.asarray(array, single_or_double.get(dtype, dtype), order="C")
