"""Load and save models: directories with ``config.yaml``, ``weights.npz`` and ``meta.json``."""

import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from victor import config
from victor.arrays import Numbers
from victor.config import Task, resources
from victor.errors import VictorError, did_you_mean, error_text, nearest_file, shown
from victor.files import read_bytes, write_bytes

FORMAT = 1
CONFIG, WEIGHTS, META = "config.yaml", "weights.npz", "meta.json"
_LARGEST = 500_000_000  # maximum bytes of all arrays, decompressed
_LARGEST_META = 50_000_000  # maximum bytes
_GREATEST = 1e15  # bound of floats, so that their squares and sums are finite in single precision
# Other methods, such as LZMA, allocate memory before they yield any data.
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


@dataclass(frozen=True)
class Model:
    """A task and the weights learned for it."""

    task: Task
    weights: Mapping[str, Numbers]
    meta: Mapping[str, Any]


def save(model: Model, folder: Path) -> None:
    """Write a model to a directory."""
    for name, data in files(model).items():
        write_bytes(folder / name, data)


def files(model: Model) -> dict[str, bytes]:
    """The content of the model's files by name; the same model gives the same bytes."""
    meta = {
        **model.meta,
        "format": FORMAT,
        "labels": dict(model.task.labels),
        "fingerprint": model.task.fingerprint(),
    }
    text = json.dumps(meta, indent=2, ensure_ascii=False, sort_keys=True)
    return {
        CONFIG: config.dump(model.task).encode(),
        WEIGHTS: zipped(model.weights),
        META: f"{text}\n".encode("utf-8", "replace"),  # file names may have lone surrogates
    }


def zipped(weights: Mapping[str, Numbers]) -> bytes:
    """The arrays as ``numpy.savez_compressed`` writes them, but without time stamps.

    The same arrays give the same bytes.
    """
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(weights):
            entry = zipfile.ZipInfo(f"{name}.npy", (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            with archive.open(entry, "w") as file:
                np.lib.format.write_array(file, weights[name], allow_pickle=False)
    return packed.getvalue()


def load(folder: Path) -> Model:
    """Read a model and check that its parts belong together.

    Nothing outside the directory is read: links to other directories and configurations that name
    other files are refused. Memory is bounded, whatever the files contain.

    Raises:
        VictorError: a part is missing, damaged, or of another task or format.
    """
    if not folder.is_dir():
        raise VictorError(f"{folder}: no such model directory")
    for name in (CONFIG, WEIGHTS, META):
        _check_file(folder, name)
    task = config.load_alone(folder / CONFIG)
    meta = _load_meta(folder / META)
    if meta.get("format") != FORMAT:
        found = shown(meta.get("format"))
        raise VictorError(f"{folder / META}: model format {found}, this version reads {FORMAT}")
    if meta.get("fingerprint") != task.fingerprint():
        message = "the configuration differs from the one that the weights were learned with"
        raise VictorError(f"{folder}: {message}; learn again, or restore {CONFIG}")
    return Model(task, _load_arrays(folder / WEIGHTS), meta)


def _check_file(folder: Path, name: str) -> None:
    """Check that a part exists and does not link outside the directory.

    Messages quote the configuration, and must not reveal other files to the author of a model.
    """
    if not (folder / name).is_file():
        parts = [one for one in (CONFIG, WEIGHTS, META) if (folder / one).exists()]
        what = f"incomplete model: {name} is missing" if parts else "a directory, but not a model"
        raise VictorError(f"{folder}: {what}")
    if (folder / name).resolve().parent != folder.resolve():
        message = "a link to a file outside the model; to use it, copy the model with cp -rL"
        raise VictorError(f"{folder / name}: {message}")


def find(name: str, tasks: Sequence[str] = (), beside: str = "") -> Path:
    """The directory of a shipped model, or the path itself.

    Args:
        name: the name or path.
        tasks: other names that the user can give, for the message.
        beside: the file that names the model; a path is relative to it, or else to the working
            directory.

    Raises:
        VictorError: there is no such model or directory.
    """
    own = Path(beside).parent / name
    if beside and (own / "meta.json").is_file():  # a folder of pages may have the name of a model
        return own
    if Path(name).is_dir():
        return Path(name)
    shipped = resources.folder("models") / name
    if not shipped.is_dir():
        raise VictorError(f"unknown model {name!r}{_instead(name, tasks)}")
    return shipped


def _instead(name: str, tasks: Sequence[str]) -> str:
    """The end of a message about a name that is neither a directory nor a model."""
    path = Path(name)
    if path.is_file():
        is_within = (path.parent / "meta.json").is_file()
        what = f"the model is its directory {str(path.parent)!r}"
        return f": a file; {what if is_within else 'a model is a directory'}"
    close = nearest_file(path)
    known = did_you_mean(name, [*resources.names("models"), *tasks])
    return close or f": no such directory, nor a shipped model{' or task' if tasks else ''}{known}"


def _load_meta(path: Path) -> dict[str, Any]:
    data = read_bytes(path, _LARGEST_META + 1)
    if len(data) > _LARGEST_META:
        raise VictorError(f"{path}: damaged: more than {_LARGEST_META:,} bytes")
    try:
        meta = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise VictorError(f"{path}: damaged: {error_text(error)}") from None
    if not isinstance(meta, dict):
        raise VictorError(f"{path}: damaged: not a JSON object")
    return meta


def _load_arrays(path: Path) -> dict[str, Numbers]:
    """The arrays of an archive; declared sizes are checked before decompression."""
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
            _check_members(members)
            arrays = {_array_name(one): _array(archive.read(one)) for one in members}
    except Exception as error:  # for damaged files, zipfile and numpy raise nearly anything
        raise VictorError(f"{path}: damaged: {error_text(error)}") from None
    return {name: _native(array, f"{path}: {name}") for name, array in arrays.items()}


def _check_members(members: Sequence[zipfile.ZipInfo]) -> None:
    """Raise a ``ValueError`` if members are encrypted, use another method, or are too large.

    ``zipfile`` never reads more of a member than its declared size.
    """
    for one in members:
        if one.flag_bits & 1 or one.compress_type not in _METHODS:
            wrong = "is encrypted, or its compression is not supported"
            raise ValueError(f"{shown(one.filename)} {wrong}")
    total = sum(one.file_size for one in members)
    if total > _LARGEST:
        largest = max(members, key=lambda one: one.file_size)
        found = f"{shown(largest.filename)} has {largest.file_size:,}"
        raise ValueError(f"{total:,} bytes, more than {_LARGEST:,}; {found}")


def _array_name(member: zipfile.ZipInfo) -> str:
    return member.filename.removesuffix(".npy")


def _array(data: bytes) -> Numbers:
    """An array from the bytes of a ``.npy`` file, whose size must match its header."""
    file = BytesIO(data)
    array: Numbers = np.lib.format.read_array(file, allow_pickle=False)
    if array.size > len(data) or file.read(1):  # elements may have size 0
        raise ValueError("the size of an array is not the one that its header states")
    return array


def _native(array: Numbers, where: str) -> Numbers:
    """The array for C: row-major, in native byte order, with floats of 4 or 8 bytes.

    Raises:
        VictorError: the array has neither finite numbers nor names.
    """
    if array.dtype.kind not in "biufU":
        raise VictorError(f"{where}: damaged: expected numbers or names, found {array.dtype}")
    if array.dtype.kind == "f" and not float(np.abs(array).max(initial=0)) < _GREATEST:
        raise VictorError(f"{where}: damaged: some values are too large, or not numbers")
    dtype = array.dtype.newbyteorder("=")
    single_or_double = {np.dtype(np.float16): np.float32, np.dtype(np.longdouble): np.float64}
    return np.asarray(array, single_or_double.get(dtype, dtype), order="C")
